/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_scheduler_name - which scheduler a SchedulerType stands for.
 *
 * sched/reserve may be in use under the name sched/backfill, from a folder of
 * its own that comes first in PluginDir: it is told by the library beside it,
 * without sched_reserve.so.
 * Looks at files only; refuses to load any.
 */
#ifndef FT_CORE_BASE_SCHEDULER_NAME_H
#define FT_CORE_BASE_SCHEDULER_NAME_H

/*
 * "sched/reserve" if that is what Slurm would load for the type (NULL: its
 * default) from the colon-separated folders; else the type as it was given.
 */
extern const char *ft_scheduler_name(const char *type, const char *folders);

#endif
