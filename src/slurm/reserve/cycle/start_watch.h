/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_start_watch - does each job still show the start that it was given?
 *
 * Before 26.05 slurmctld sets the start of a waiting job to 0 when a client
 * asks whether it could run (--test-only of a job that is there), and notes no
 * time of change.  So the starts of the jobs that the last cycle placed are
 * looked at between two cycles; one that is gone calls for a cycle, which shows
 * it again.
 *
 * Refuses to write: what a job shows is for the cycle to say.  Belongs to the
 * scheduler's thread; call without any lock.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_START_WATCH_H
#define FT_SLURM_RESERVE_CYCLE_START_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "slurm/reserve/cycle/rest.h"
#include "slurm/reserve/promise/promise.h"

struct fts_start_watch {
	struct fts_rest rest;
};

/*
 * True if a job that waits shows its nodes and no start; looks at most once in
 * a while.  Takes slurmctld's lock of jobs to read, for some hundred jobs at a
 * time.
 */
extern bool fts_start_watch_look(struct fts_start_watch *watch,
				 const struct fts_promise_book *book);

#endif
