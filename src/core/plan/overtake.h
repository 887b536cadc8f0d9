/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_overtake - which jobs have come ahead of others since they were promised.
 *
 * A job that has overtaken another is planned as if it were new: its own
 * promise must not keep it behind those that it is ahead of now.  Looks at
 * order and priority only; knows nothing of time and resources.
 */
#ifndef FT_CORE_PLAN_OVERTAKE_H
#define FT_CORE_PLAN_OVERTAKE_H

#include <stdbool.h>

#include "core/base/arena.h"
#include "core/snapshot/snapshot.h"

/*
 * Must the promise of `behind` give way to `ahead`, which comes earlier in the
 * order?  Always to a job of a higher tier, and to one that may take runs;
 * else not if it is committed, nor to a lead of no more than
 * snapshot->overrule, in priority points.
 */
extern bool ft_overtake_rules(const struct ft_snapshot *snapshot,
			      uint32_t ahead, uint32_t behind);

/*
 * Sets risen[j], for each job with a promise, to whether it stands ahead of a
 * promised job that stood ahead of it when both were promised, and that must
 * give way to it.  O(n log n).  0 or -ENOMEM.
 */
extern int ft_overtake_find(const struct ft_snapshot *snapshot,
			    struct ft_arena *arena, bool *risen);

#endif
