/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_budget - what a plan may spend, and what becomes of jobs that it did not
 * look at.
 *
 * The planner keeps the bounds (ft_halt); here they are taken from the options,
 * and a plan that ended early is gone on with: jobs that had their time then
 * are told apart from those that did not.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_BUDGET_H
#define FT_SLURM_RESERVE_CYCLE_BUDGET_H

#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/cycle/event_watch.h"
#include "slurm/reserve/build/hold.h"

/* Processor time as it was last asked for, and when that was. */
struct fts_stint {
	int64_t asked_us;
	int64_t processor_us;
	int64_t told_us;
};

/* What tells that a plan shall end, or hurry. */
struct fts_signals {
	const struct fts_hold *hold;
	const struct fts_event_watch *events;
	struct fts_stint *stint; /* empty at first */
};

/* The bounds of a plan, for as long as signals live. */
extern struct ft_halt fts_budget(const struct fts_signals *signals,
				 const struct ft_schedule_options *options);

/* Sets ft_job.tired by the last cycle, if its plan ended early. */
extern void fts_budget_tire(const struct fts_cycle *last,
			    struct fts_cycle *cycle);

/* One line when plans begin to end early, and one when they do no more. */
extern void fts_budget_log(const struct fts_cycle *last,
			   const struct fts_cycle *cycle);

#endif
