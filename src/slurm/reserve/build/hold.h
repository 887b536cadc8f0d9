/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_hold - slurmctld's locks, held in short pieces.
 *
 * Work over many jobs asks fts_hold_pause() between two of them: once the
 * piece has lasted long enough, the locks are given up for a moment, so that
 * requests of users and nodes get their turn: as long as any is being served,
 * but no longer than a piece lasts, so that a busy controller still gets its
 * plan.  After a pause every pointer into the controller is void: jobs, nodes
 * and partitions are looked up again.  As no pointer lives across a pause,
 * purging job records meanwhile is safe and bf_active, which forbids it, need
 * not be set.  How long pieces were held is counted where locks are taken
 * (lock.h).
 *
 * Refuses to be taken twice by one thread.
 */
#ifndef FT_SLURM_RESERVE_BUILD_HOLD_H
#define FT_SLURM_RESERVE_BUILD_HOLD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/queue/schedule_option.h"
#include "slurm/common/lock.h"

enum {
	FTS_HOLD_PIECE_US = 10000, /* aimed-at length of one piece */
};

struct fts_hold {
	const atomic_bool *stop; /* set by another thread: leave early */
	int64_t piece_us;	 /* FTS_HOLD_PIECE_US or bf_yield_interval */
	int64_t rpc_limit;	 /* max_rpc_cnt; 0: not looked at */
	int64_t rpc_sleep_us;	 /* bf_yield_sleep */
	const char *step;	 /* what the pieces are held for */
	int64_t taken_us;	 /* monotonic clock when last taken */
};

/* Microseconds of processor time of this thread: what it costs others, without
 * the time in which it waited for them. */
extern int64_t fts_hold_processor_clock(void);

extern void fts_hold_init(struct fts_hold *hold,
			  const struct ft_schedule_options *options,
			  const atomic_bool *stop);

/*
 * Takes and gives up: configuration, partitions and federation to read, jobs
 * and nodes to write.  step: a word for the log, if this is the longest.
 */
extern void fts_hold_take(struct fts_hold *hold, const char *step);
extern void fts_hold_drop(struct fts_hold *hold);

/*
 * Between two items of work: true if the locks were given up and taken again
 * (all pointers are void).  While more requests wait than max_rpc_cnt allows,
 * it stays out, as sched/backfill does.
 */
extern bool fts_hold_pause(struct fts_hold *hold);

/* True when the work shall end now: plugin unloaded or slurmctld stopping. */
extern bool fts_hold_stopped(const struct fts_hold *hold);

/* True if more requests are being served than max_rpc_cnt. */
extern bool fts_hold_crowded(const struct fts_hold *hold);

#endif
