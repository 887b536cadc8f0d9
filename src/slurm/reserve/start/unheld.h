/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_unheld - shows starts to jobs that hold none.
 *
 * What likely.h has found of them is shown by each cycle, and between two
 * cycles once something new was found, in short holds, so that no cycle waits
 * for it.  It binds nothing: a shown start of this kind is in no promise and in
 * no snapshot, and is never committed, late or broken.
 */
#ifndef FT_SLURM_RESERVE_START_UNHELD_H
#define FT_SLURM_RESERVE_START_UNHELD_H

#include <stdbool.h>
#include <stdint.h>

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/promise.h"

struct fts_likely;

struct fts_unheld {
	bool due;      /* something is to be written */
	uint32_t next; /* candidate of the book's cycle */
};

/* What is known of the cycle's jobs, for those that it shows: fills
 * cycle->unheld.  likely: NULL, nothing is. */
extern void fts_unheld_offer(const struct fts_likely *likely,
			     struct fts_cycle *cycle);

/* There is something new: the next calls write it. */
extern void fts_unheld_found(struct fts_unheld *unheld);

/*
 * Between two cycles: goes on writing what is new to the jobs of the book's
 * cycle, for some milliseconds.  Takes and gives up the hold's locks, if there
 * is anything to write.
 */
extern void fts_unheld_write(struct fts_unheld *unheld, struct fts_hold *hold,
			     const struct fts_promise_book *book,
			     const struct fts_likely *likely);

#endif
