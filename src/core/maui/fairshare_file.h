/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_file - Maui's FS.<epoch> files: the usage of one window, as text.
 *
 *	# Fairshare Data File (Duration: 172800 Seconds) Starting: ...
 *	User   USERA  150000.000
 *	TOTAL  600000.000
 *
 * Two spellings are read, in any case: that of Maui's manual (User, Group,
 * Account, QOS, Class, and TOTAL with one field behind it) and that of Maui
 * 3.3.2 (user, group, acct, qos, class, and sched with two).  Either can be
 * written.  Does no input or output itself.
 */
#ifndef FT_CORE_MAUI_FAIRSHARE_FILE_H
#define FT_CORE_MAUI_FAIRSHARE_FILE_H

#include <stddef.h>

#include "core/base/err.h"
#include "core/maui/fairshare_window.h"

enum ft_fs_spelling { FT_FS_MANUAL, FT_FS_332 };

/* The start of the window out of a file's name "FS.<epoch>"; -1: no such. */
extern int64_t ft_fs_file_start(const char *name);

/*
 * Adds the window that text (which is changed) tells of; interval is its
 * length unless the text says.  0, -EINVAL (with NAME:LINE and why) or
 * -ENOMEM.
 */
extern int ft_fs_file_read(char *text, const char *name, int64_t start,
			   int64_t interval, struct ft_fs_history *history,
			   struct ft_err *err);

/*
 * A string to be freed, NULL if out of memory.  starting: the window's start
 * in words, for readers of the header.
 */
extern char *ft_fs_file_text(const struct ft_fs_history *history,
			     uint32_t window, enum ft_fs_spelling spelling,
			     const char *starting);

#endif
