/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_estimate - when jobs will start in all likelihood.
 *
 * A plan of the same snapshot with predicted run times in place of limits,
 * without promises, in which every job holds a reservation.  It tells what to
 * expect; what is promised is the plan itself, which counts with limits.
 *
 * Laws (tested): an estimate is never before now and never later than the
 * plan's start; without a prediction in the snapshot it is the plan's start
 * of each job that has one.
 *
 * Knows nothing of jobs to come, nor that a job must fit by its limit before
 * an advance reservation begins.  Pure.
 */
#ifndef FT_CORE_PLAN_ESTIMATE_H
#define FT_CORE_PLAN_ESTIMATE_H

#include "core/plan/schedule.h"

/*
 * schedule: the plan of that snapshot.  Sets ret_start of each job; FT_NEVER:
 * there is neither a start planned nor one in sight, or by the halt's bounds
 * the plan with predictions ended before it looked at the job.  halt: NULL, to
 * the end.  0, -EINVAL, -ENOMEM, or -ECANCELED as the halt wanted.  Costs one
 * more plan.
 */
extern int ft_estimate_starts(const struct ft_snapshot *snapshot,
			      const struct ft_schedule *schedule,
			      const struct ft_halt *halt, int64_t *ret_start,
			      struct ft_err *err);

#endif
