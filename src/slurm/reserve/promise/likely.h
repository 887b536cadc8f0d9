/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_likely - starts that bind nothing, found beside the cycles: when jobs
 * will start in all likelihood, and when those could that hold no reservation.
 *
 * A thread of its own, behind all others in priority, makes further plans of
 * the last cycle's snapshot: with predicted run times (core/plan/estimate.h),
 * and behind all that is held (core/plan/expect.h).  No cycle waits for it.  It
 * rests ten times as long as it worked, and looks at
 * no more jobs than it can in some seconds of processor time.  While it reads a
 * cycle that is no longer the last, that one is kept: one at most.  Takes no
 * lock of slurmctld.  Its functions belong to the scheduler's thread.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_LIKELY_H
#define FT_SLURM_RESERVE_PROMISE_LIKELY_H

#include <stdbool.h>

#include "core/queue/schedule_option.h"
#include "slurm/reserve/promise/history.h"
#include "slurm/reserve/promise/promise.h"

struct fts_likely;

/*
 * Between two cycles: takes over what the thread has found, noting in the
 * history each start that was not known before, and gives it the book's cycle
 * if it is idle and has rested.  If neither predictions are published nor jobs
 * without a reservation shown a start, *likely becomes NULL, else it is made.
 * True: there are new starts.
 */
extern bool fts_likely_look(struct fts_likely **likely,
			    const struct ft_schedule_options *options,
			    const struct fts_promise_book *book,
			    struct fts_history *history);

/* Before the book drops its last cycle, which is zeroed if it is kept here. */
extern void fts_likely_release(struct fts_likely *likely,
			       struct fts_cycle *last);

/* The start of a job, of an array that of its next task; 0: not known.  likely
 * may be NULL. */
extern int64_t fts_likely_start(const struct fts_likely *likely,
				uint32_t job_id);

/* The start of a job that holds no reservation, in the same way. */
extern int64_t fts_likely_unheld(const struct fts_likely *likely,
				 uint32_t job_id);

/* Ends what the thread is at.  NULL is none. */
extern void fts_likely_free(struct fts_likely *likely);

#endif
