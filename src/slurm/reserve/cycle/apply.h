/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_apply - writes a planned cycle back into slurmctld.
 *
 * Each job is found again by its key and compared with the hash that was
 * taken with the snapshot; one that changed meanwhile is left to the next
 * cycle.  Jobs whose time has come are started in the order of the plan, the
 * others show their start, nodes and reason, jobs that left the plan lose
 * theirs.
 *
 * Refuses to start a job anywhere but where the plan has room for it.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_APPLY_H
#define FT_SLURM_RESERVE_CYCLE_APPLY_H

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/promise.h"
#include "slurm/reserve/promise/refusal.h"
#include "slurm/reserve/start/report.h"
#include "slurm/reserve/trial/trial.h"

/*
 * cycle: with snapshot and schedule.  book: what the last cycle showed.
 * It notes which jobs start late.  started: cycle->snapshot->job_count flags,
 * set for each candidate that runs now.  Takes and gives up the hold's locks.
 * 0 or -ENOMEM.
 */
extern int fts_schedule_apply(struct fts_hold *hold,
			      const struct ft_schedule_options *options,
			      const struct fts_cycle *cycle,
			      struct fts_promise_book *book,
			      struct fts_refusals *refusals,
			      struct fts_trials *trials, bool *started,
			      struct fts_report *report, struct ft_err *err);

#endif
