/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_outlook_file - the plan that sched/reserve has published.
 */
#ifndef FT_SFAIR_OUTLOOK_OUTLOOK_FILE_H
#define FT_SFAIR_OUTLOOK_OUTLOOK_FILE_H

#include "core/plan/outlook.h"

/*
 * Where it is, by SchedulerParameters (may be NULL) and StateSaveLocation: to
 * be freed.  NULL: none is published, or out of memory.
 */
extern char *sfair_outlook_path(const char *parameters, const char *state_dir);

/* 0 or -errno with err. */
extern int sfair_outlook_read(const char *path, struct ft_outlook *outlook,
			      struct ft_err *err);

#endif
