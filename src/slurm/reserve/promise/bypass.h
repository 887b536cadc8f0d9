/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_bypass - counts, after a cycle, which jobs its starts passed.
 *
 * The counts are kept with the job's id while it waits, are given to
 * priority/fairtree through the exchange, and go when the job starts or is no
 * more.  A task that is split off its array takes the array's count with it.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_BYPASS_H
#define FT_SLURM_RESERVE_PROMISE_BYPASS_H

#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/other_start.h"
#include "slurm/reserve/build/memory.h"

/*
 * The same for the starts that were not ours, by the plan that they were made
 * against.  Takes no lock.
 */
extern uint32_t
fts_schedule_bypass_foreign(struct fts_memory *memory,
			    const struct fts_cycle *last,
			    const struct fts_other_start *foreign);

/*
 * cycle: applied; started: of each candidate, whether it runs now.  Returns
 * how many jobs were passed.  Takes and gives up the hold's locks.
 */
extern uint32_t fts_schedule_bypass(struct fts_memory *memory,
				    struct fts_hold *hold,
				    const struct fts_cycle *cycle,
				    const bool *started);

/* Gives the counts to the exchange as they are. */
extern void fts_schedule_bypass_publish(const struct fts_memory *memory);

#endif
