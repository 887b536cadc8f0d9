/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_schedule_advice - keys of slurm.conf that mean something else with
 * sched/reserve than a site may think, and what to do about each.
 *
 * One table for slurmctld's log and for sfair check.  Refuses to judge values,
 * and to know keys that have their meaning.
 */
#ifndef FT_CORE_QUEUE_SCHEDULE_ADVICE_H
#define FT_CORE_QUEUE_SCHEDULE_ADVICE_H

#include <stdbool.h>

struct ft_schedule_advice;

/*
 * The value of a key, NULL if it is not given.  Lines of nodes or partitions
 * are for the caller, which looks for `word` there.
 */
typedef const char *(*ft_schedule_value)(void *context, const char *key);
/* key is what the advice is about. */
typedef void (*ft_schedule_advise)(void *context, const char *key,
				   const char *text);

/* Is Slurm's main loop stopped: is the first sched_interval, which counts, -1?
 */
extern bool ft_schedule_loop_stops(const char *parameters);

/* Calls advise for each row whose word is in a list that value gives. */
extern void ft_schedule_advice_give(ft_schedule_value value,
				    ft_schedule_advise advise, void *context);

#endif
