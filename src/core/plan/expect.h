/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_expect - when jobs could start that hold no reservation.
 *
 * From the plan that stands: all that it placed stays where it is, and the
 * jobs that it left without a start are then placed in their order, each at the
 * earliest start among what is held and those before it.  It tells what to
 * expect, and binds nothing: no place is kept, and no promise is made of it.
 *
 * Laws (tested): such a start is never before now, nor before the earliest
 * that the job has beside what is held; the first job in order gets just that;
 * jobs that hold a start get none here.
 *
 * Takes no runs: a job that may is shown the start that it has without.  Knows
 * nothing of jobs to come.  Refuses to tell anything while a placed job counts
 * on runs that have not been told to leave.  Pure.
 */
#ifndef FT_CORE_PLAN_EXPECT_H
#define FT_CORE_PLAN_EXPECT_H

#include "core/plan/schedule.h"

/* Does a job of the plan wait without a start, and could have one? */
extern bool ft_expect_needed(const struct ft_schedule *schedule);

/*
 * schedule: the plan of that snapshot.  Sets ret_start of each job; FT_NEVER:
 * it holds a start, or none is in sight, or by the halt's bounds the search
 * ended before it.  halt: NULL, to the end.  0, -EINVAL, -ENOMEM, or -ECANCELED
 * as the halt wanted.  Costs a plan of the jobs without a start.
 */
extern int ft_expect_starts(const struct ft_snapshot *snapshot,
			    const struct ft_schedule *schedule,
			    const struct ft_halt *halt, int64_t *ret_start,
			    struct ft_err *err);

#endif
