/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_wake.h.
 */
#include "slurm/compat.h"

#include <stdlib.h>

#include "src/common/node_conf.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/schedule_build.h"
#include "slurm/schedule_planned.h"
#include "slurm/schedule_wake.h"

enum {
	AHEAD = 3600, /* no start that is further off matters to a node */
	SCAN = 30, /* slurmctld may take so long to boot one that is told to */
	LATE = 60, /* a cycle, or a start, may come so much later */
	AGAIN = 10,
};

int64_t *fts_wake_starts(const struct fts_cycle *cycle, const bool *started)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	int64_t *start;

	if (!slurm_conf.suspend_program || !slurm_conf.resume_program)
		return NULL;
	start = malloc(((size_t) snapshot->node_count + 1) * sizeof(*start));
	for (uint32_t n = 0; start && n < snapshot->node_count; n++)
		start[n] = FT_NEVER;
	for (uint32_t i = 0; start && i < snapshot->job_count; i++) {
		const struct ft_placement *placement =
			&cycle->schedule->placement[i];

		/* One that is due and was refused needs no node now. */
		if (placement->verdict != FT_PLACED || started[i] ||
		    placement->start <= snapshot->now ||
		    placement->start > snapshot->now + AHEAD)
			continue;
		for (uint32_t s = 0; s < placement->share_count; s++) {
			uint32_t node = placement->share[s].node;

			start[node] = MIN(start[node], placement->start);
		}
	}
	return start;
}

/* Is it in service, and as power saving wants it to be? */
static bool _ours(const node_record_t *node)
{
	return IS_NODE_IDLE(node) && !IS_NODE_DRAIN(node) &&
	       !IS_NODE_FAIL(node) && !IS_NODE_POWER_DOWN(node) &&
	       !IS_NODE_REBOOT_REQUESTED(node) && !IS_NODE_REBOOT_ISSUED(node);
}

/* One that sleeps: when it is to be told to boot; it is, if that is now. */
static int64_t _wake(const struct ft_schedule_options *options,
		     node_record_t *node, int64_t start, int64_t now)
{
	int64_t wake = start - fts_node_boot(options, node) - SCAN;

	if (IS_NODE_POWER_UP(node) || IS_NODE_POWERING_UP(node))
		return FT_NEVER;
	if (wake > now)
		return wake;
	node->node_state |= NODE_STATE_POWER_UP;
	last_node_update = time(NULL);
	verbose("sched/reserve: node %s boots for a planned start", node->name);
	return FT_NEVER;
}

/*
 * One that is up: when it is to be kept from sleeping; it is, if that is now.
 * slurmctld counts SuspendTime from when a node was last busy.
 */
static int64_t _keep_up(const struct ft_schedule_options *options,
			node_record_t *node, int64_t start, int64_t now)
{
	int64_t late = start - fts_node_boot(options, node) -
		       node->suspend_timeout - SCAN - LATE;
	int64_t busy;

	if (!node->last_busy || node->suspend_time == INFINITE ||
	    node->suspend_time == NO_VAL)
		return FT_NEVER;
	if (late > now)
		return late;
	busy = start + LATE - (int64_t) node->suspend_time;
	if ((int64_t) node->last_busy < busy)
		node->last_busy = (time_t) busy;
	return FT_NEVER;
}

int64_t fts_wake_nodes(const struct ft_schedule_options *options,
		       const struct fts_cycle *cycle, const int64_t *start,
		       int64_t now)
{
	int64_t next = FT_NEVER;

	for (uint32_t i = 0; start && i < cycle->snapshot->node_count; i++) {
		node_record_t *node;
		int64_t look;

		if (start[i] == FT_NEVER || !fts_cycle_same_node(cycle, i))
			continue;
		node = node_record_table_ptr[i];
		if (!_ours(node))
			continue;
		if (IS_NODE_POWERING_DOWN(node)) /* nobody says when it is */
			look = now + AGAIN;
		else if (IS_NODE_POWERED_DOWN(node))
			look = _wake(options, node, start[i], now);
		else
			look = _keep_up(options, node, start[i], now);
		next = MIN(next, look);
	}
	return next;
}
