/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_compaction - has something happened for which promises move up in turn?
 *
 * Under rsv_compress=fill:... what a run leaves early goes to jobs that can
 * start at once, and promises stay.  Where it is not a run that ends early,
 * site and users expect those behind to move up: a job gives up its place
 * without a start (cancelled, held, delayed, changed), a node comes back or
 * grows, an advance reservation goes or shrinks, partitions or slurm.conf
 * change.  Then one plan is made as under rsv_compress=order.
 *
 * Compares the snapshot with that of the last cycle.  Refuses to look at runs.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_COMPACTION_H
#define FT_SLURM_RESERVE_PROMISE_COMPACTION_H

#include <stdbool.h>

#include "slurm/reserve/promise/promise.h"

/*
 * Sets the policy of the cycle's snapshot, whose promises have been offered.
 * changed: partitions or slurm.conf changed since the last cycle.  No locks.
 */
extern void fts_compaction_take(const struct fts_promise_book *book,
				struct fts_cycle *cycle, bool changed);

#endif
