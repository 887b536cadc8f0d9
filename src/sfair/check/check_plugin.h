/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_check_plugins - names of plugins and folders of a slurm.conf with which
 * no daemon starts, or the pair is not loaded.
 *
 * Refuses to judge plugins of others, and folders of other machines: what is
 * not on this one is a warning.
 */
#ifndef FT_SFAIR_CHECK_CHECK_PLUGIN_H
#define FT_SFAIR_CHECK_CHECK_PLUGIN_H

#include "sfair/check/check_line.h"

/* Calls tell for each such key. */
extern void sfair_check_plugins(const struct ft_conf *conf,
				sfair_line_tell tell, void *context);

/* Is there a folder of that path on this machine? */
extern bool sfair_check_folder(const char *path);

#endif
