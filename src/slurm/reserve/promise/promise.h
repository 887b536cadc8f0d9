/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_promise_book - the starts that users were shown, kept for the next plan.
 *
 * Planning is a function of state, order and promises: what the last applied
 * cycle placed is handed to the next snapshot, so that a start moves later
 * only for a reason that has a name.  Each such case is counted and logged.
 *
 * Holds the last cycle and nothing of the controller; takes no lock.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_PROMISE_H
#define FT_SLURM_RESERVE_PROMISE_PROMISE_H

#include "core/base/err.h"
#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/build/late_start.h"

struct fts_other_start;

/* Why a promised start moved later. */
enum fts_delay {
	FTS_DELAY_CHANGE,  /* the job, a reservation or slurm.conf changed */
	FTS_DELAY_NODE,	   /* a promised node failed or was drained */
	FTS_DELAY_OVERDUE, /* its time came, what it waits for did not end */
	FTS_DELAY_LOOP,	   /* slurmctld started a job behind it by itself */
	FTS_DELAY_ORDER,   /* a job is ahead of it that was not before */
	FTS_DELAY_POLICY,  /* rsv_policy does not keep it */
	FTS_DELAY_AHEAD,   /* so did the one of a job that it stands behind */
	FTS_DELAY_OTHER,   /* a running job's limit was extended, ... */
	FTS_DELAY_COUNT,
};

struct fts_promise {
	uint32_t job_id;
	uint32_t copy;
	uint32_t index; /* of the candidate in the last cycle */
};

struct fts_promise_book {
	struct fts_cycle last;
	bool restored; /* last was read from a file: it has placements, but no
			* hashes and no amounts */
	struct fts_promise *promise; /* sorted by job id and copy */
	uint32_t count;
	/* Of each job of last, the place of its promise; FT_NO_INDEX: it has
	 * none.  NULL: not known. */
	uint32_t *place;
	uint64_t moved_later[FTS_DELAY_COUNT]; /* since the start */
	uint8_t *delay; /* of each candidate of the cycle that was judged last:
			 * 1 + enum fts_delay, 0: it did not move later; NULL:
			 * not known */
	struct fts_late late; /* of the jobs that were started as promised */
};

/*
 * Sets the promise of each job of the cycle's snapshot.  Shares point into
 * the book: the book must not change before the cycle is planned.  0, or
 * -ENOMEM; then no job has a promise.
 */
extern int fts_promise_offer(const struct fts_promise_book *book,
			     struct fts_cycle *cycle, struct ft_err *err);

/* Takes them back: each job is planned as if it were new. */
extern void fts_promise_withdraw(struct fts_cycle *cycle);

/*
 * Counts and logs the promises that the planned cycle moves later.  changed:
 * configuration, partitions or reservations changed since the last cycle.
 * foreign: of fts_other_start_find().
 */
extern void fts_promise_judge(struct fts_promise_book *book,
			      const struct fts_cycle *cycle,
			      const struct fts_other_start *foreign,
			      bool changed);

/*
 * Moves the cycle (zeroed afterwards) into the book.  started: of each
 * candidate, true if it runs now, and so has no promise any more.  0 or
 * -ENOMEM; then the book has no promises.
 */
extern int fts_promise_keep(struct fts_promise_book *book,
			    struct fts_cycle *cycle, const bool *started,
			    struct ft_err *err);

/*
 * The index in book->last of the n-th planned record of that job, or
 * UINT32_MAX.
 */
extern uint32_t fts_promise_find(const struct fts_promise_book *book,
				 uint32_t job_id, uint32_t copy);

/* The same as the promise itself, or NULL. */
extern const struct fts_promise *
fts_promise_of(const struct fts_promise_book *book, uint32_t job_id,
	       uint32_t copy);

/*
 * As fts_promise_of, for a walk along an order that is much like the last one:
 * *hint is where that promise may be, at first 0, then what the last call made
 * of it.
 */
extern const struct fts_promise *
fts_promise_next(const struct fts_promise_book *book, uint32_t job_id,
		 uint32_t copy, uint32_t *hint);

/*
 * fts_former.find of a book: the job, and which of its requests was placed.
 */
extern const struct fts_candidate *
fts_promise_former(const void *book, uint32_t job_id, uint32_t *ret_request);

extern void fts_promise_free(struct fts_promise_book *book);

#endif
