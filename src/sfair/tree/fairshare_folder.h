/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_fs_folder - Maui's FS.<epoch> files in a folder, one for each window.
 */
#ifndef FT_SFAIR_TREE_FAIRSHARE_FOLDER_H
#define FT_SFAIR_TREE_FAIRSHARE_FOLDER_H

#include "core/maui/fairshare_file.h"

/*
 * All files of the folder, into an initialised history.  interval: length of
 * a window whose file does not say.  0 or -errno with err.
 */
extern int sfair_fs_folder_read(const char *folder, int64_t interval,
				struct ft_fs_history *history,
				struct ft_err *err);

/* Writes a file for each window, none over another.  0 or -errno with err. */
extern int sfair_fs_folder_write(const char *folder,
				 const struct ft_fs_history *history,
				 enum ft_fs_spelling spelling,
				 struct ft_err *err);

#endif
