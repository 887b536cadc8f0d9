/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_restore - promises that survive slurmctld: a restart, a crash, another
 * controller that takes over.
 *
 * StateSaveLocation/sched_reserve.promises holds what the last cycle placed.
 * It is read before the first cycle, which then plans as if it were the next:
 * what no longer fits the planner drops.  A damaged file is set aside and
 * named in one log line; it never stops slurmctld.  Belongs to the scheduler's
 * thread; call without slurmctld's locks.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_RESTORE_H
#define FT_SLURM_RESERVE_PROMISE_RESTORE_H

#include <stdbool.h>
#include <time.h>

#include "slurm/reserve/promise/promise.h"

struct fts_restore {
	char *path;	  /* NULL: the file was not looked for yet */
	bool changed;	  /* a cycle was applied since it was saved */
	bool failing;	  /* it could not be saved: said once */
	uint32_t sum;	  /* of the text that was saved last, and its size */
	size_t size;	  /* 0: none was */
	int64_t ended_us; /* when it was made last, fts_lock_clock() */
	int64_t rest_us;  /* least pause after that */
	struct fts_state_writer *writer; /* NULL: none was needed yet */
};

/* Reads the file in that folder into an empty book, once. */
extern void fts_restore_read(struct fts_restore *restore, const char *dir,
			     struct fts_promise_book *book);

/*
 * Saves the book if it changed, at most every few seconds, and less often if
 * that takes long, in a thread of its own; at_once: whenever it was saved last,
 * and waits until it is.  A failure is logged once and tried again.
 */
extern void fts_restore_save(struct fts_restore *restore,
			     const struct fts_promise_book *book, bool at_once);

extern void fts_restore_free(struct fts_restore *restore);

#endif
