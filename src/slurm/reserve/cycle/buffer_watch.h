/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_buffer_watch - did anything become of burst buffers, and giving them.
 *
 * The burst buffer plugins work in threads of their own, which note no time of
 * change: neither when a job is staged in nor when what a job leaves behind is
 * torn down and its room is free again.  So a number is made of what the
 * plugins say of their pools and of all buffers, and compared with the last
 * one; and jobs that were refused for the sake of their buffer are asked about.
 *
 * Refuses to look where there are no burst buffers.  Belongs to the scheduler's
 * thread; call without any lock.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_BUFFER_WATCH_H
#define FT_SLURM_RESERVE_CYCLE_BUFFER_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/cycle/rest.h"
#include "slurm/reserve/promise/refusal.h"

struct fts_buffer_watch {
	uint64_t seen; /* 0: nothing was looked at yet */
	struct fts_rest rest;
};

/* Of pools and buffers, as scontrol would be told; 0: there are none. */
extern uint64_t fts_buffer_state(void);

/*
 * True if anything changed since the last look; at most once in a while.
 * Refusals of jobs that need not wait for their buffer any more are forgotten.
 * Takes the job lock to write if there are refusals for the sake of a buffer.
 */
extern bool fts_buffer_watch_look(struct fts_buffer_watch *watch,
				  struct fts_refusals *refusals);

/*
 * Lets the plugins give buffers, which they do in the order of planned starts.
 * The plan does not know of room that has become free since its snapshot: then
 * nothing is given before the next plan, which may start another job first.
 * Takes and gives up the hold's locks.
 */
extern void fts_buffer_stage_in(struct fts_hold *hold,
				const struct fts_cycle *cycle);

#endif
