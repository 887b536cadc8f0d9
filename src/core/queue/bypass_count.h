/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_bypass_count - which waiting jobs are passed by a cycle's starts.
 *
 * Source: Maui's BYPASS: each start of a job by backfill counts once for each
 * job that is ahead of it in the order, could run, and still waits.  Here a
 * start passes only jobs that could have used one of its nodes, so that what
 * goes on in one part of a cluster does not count in another.
 *
 * Pure.
 */
#ifndef FT_CORE_QUEUE_BYPASS_COUNT_H
#define FT_CORE_QUEUE_BYPASS_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/snapshot/placement.h"

/* A start that the schedule does not know of. */
struct ft_bypass_start {
	uint32_t ahead; /* so many jobs of the snapshot are ahead of it */
	uint32_t share_count;
	const struct ft_share *share; /* nodes are all that is looked at */
};

/*
 * What one cycle's starts add to each job of the snapshot, in its order.
 * started: of each job, whether it runs now.  A job is not passed while it
 * waits for its begin time, is impossible on the nodes that there are, or
 * could start now itself (something else holds it back then).  A job of
 * several requests takes the greatest number that one of them was passed by.
 *
 * others: starts besides these, in the order of ahead.
 *
 * Costs jobs + starts * distinct sets of eligible nodes.  0 or -ENOMEM.
 */
extern int ft_bypass_count(const struct ft_snapshot *snapshot,
			   const struct ft_schedule *schedule,
			   const bool *started,
			   const struct ft_bypass_start *others,
			   uint32_t other_count, uint32_t *ret_passed);

#endif
