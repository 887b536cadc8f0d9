/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_duties - what Slurm's main scheduling loop does for pending
 * jobs besides scheduling.
 *
 * With SchedulerParameters=defer,sched_interval=-1 that loop returns at once,
 * so these duties are ours: age for priority begins to accrue, associations
 * and QOS that were unknown are looked up again, marks of one scheduling pass
 * (preemption in progress, magnetic reservation) are taken off, arrays are
 * split where tasks need their own record, deadlines are enforced, a QOS that
 * became invalid and a held or cleaning job get their reason.  All of it may
 * be done twice, so it is harmless beside a main loop that runs.
 *
 * Refuses to judge when or where a job runs; dependencies, begin times and
 * limits are tested by the snapshot.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_DUTIES_H
#define FT_SLURM_RESERVE_CYCLE_DUTIES_H

#include "core/base/err.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/promise.h"

/*
 * known: for the first cycle after a start, when it is not known what made the
 * estimated starts that jobs have: those of jobs that the book has no promise
 * of are taken off; NULL: none is.
 * Takes and gives up the hold's locks.  0 or -ENOMEM.
 */
extern int fts_schedule_duties(struct fts_hold *hold,
			       const struct fts_promise_book *known,
			       struct ft_err *err);

#endif
