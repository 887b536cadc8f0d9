/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/node_wake.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"

#include <stdlib.h>

#include "src/common/node_conf.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/resource/node_power.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/start/node_wake.h"

enum {
	AHEAD = 3600, /* beyond a boot: no later start matters to a node */
	SCAN = 30, /* slurmctld may take so long to boot one that is told to */
	LATE = 60, /* a cycle, or a start, may come so much later */
	AGAIN = 10,
};

struct wake {
	const struct ft_schedule_options *options;
	int64_t now;
	int64_t room; /* nodes that may be told to boot */
	int64_t lead; /* from when nodes are told until they begin to boot */
};

int64_t *fts_node_wake_starts(const struct ft_schedule_options *options,
			      const struct fts_cycle *cycle,
			      const bool *started)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	int64_t last = snapshot->now + AHEAD + options->boot;
	int64_t *start;

	if (!slurm_conf.suspend_program || !slurm_conf.resume_program)
		return NULL;
	start = malloc(((size_t) snapshot->node_count + 1) * sizeof(*start));
	for (uint32_t n = 0; start && n < snapshot->node_count; n++)
		start[n] = FT_NEVER;
	for (uint32_t i = 0; start && i < snapshot->job_count; i++) {
		const struct ft_placement *placement =
			&cycle->schedule->placement[i];

		/* One that is due, but does not start, keeps no node up. */
		if (placement->verdict != FT_PLACED || started[i] ||
		    placement->start <= snapshot->now ||
		    placement->start > last)
			continue;
		for (uint32_t s = 0; s < placement->share_count; s++) {
			uint32_t node = placement->share[s].node;

			start[node] = MIN(start[node], placement->start);
		}
	}
	return start;
}

/* Is it in service, and as power saving wants it to be? */
static bool _ours_node(const node_record_t *node)
{
	return IS_NODE_IDLE(node) && !IS_NODE_DRAIN(node) &&
	       !IS_NODE_FAIL(node) && !IS_NODE_POWER_DOWN(node) &&
	       !IS_NODE_REBOOT_REQUESTED(node) && !IS_NODE_REBOOT_ISSUED(node);
}

static bool _sleeps_node(const node_record_t *node)
{
	return IS_NODE_POWERED_DOWN(node) && !IS_NODE_POWERING_DOWN(node);
}

/* Does power saving let it sleep at all? */
static bool _saves(const node_record_t *node)
{
	return node->suspend_time != INFINITE && node->suspend_time != NO_VAL;
}

/* Seconds that slurmctld may take to boot nodes that are told to. */
static int64_t _lead(const struct fts_cycle *cycle, const int64_t *start)
{
	int64_t count = 0;

	if (!slurm_conf.resume_rate)
		return SCAN;
	for (uint32_t i = 0; i < cycle->snapshot->node_count; i++)
		count += start[i] != FT_NEVER &&
			 fts_cycle_same_node(cycle, i) &&
			 _sleeps_node(node_record_table_ptr[i]);
	return SCAN + 60 * count / slurm_conf.resume_rate;
}

/*
 * One that sleeps: when it is to be told to boot; it is, if that is now.  One
 * that would still boot at the start is left alone: its job boots it then, and
 * is planned so.
 */
static int64_t _wake(struct wake *wake, node_record_t *node, int64_t start)
{
	int64_t boots = start - fts_node_boot(wake->options, node);

	if (!_saves(node) || IS_NODE_POWER_UP(node) ||
	    IS_NODE_POWERING_UP(node) || boots - SCAN < wake->now)
		return FT_NEVER;
	if (boots - wake->lead - LATE > wake->now)
		return boots - wake->lead - LATE;
	if (wake->room <= 0)
		return wake->now + AGAIN;
	wake->room--;
	node->node_state |= NODE_STATE_POWER_UP;
	FTS_CHANGED_AT(last_node_update, time(NULL));
	verbose("sched/reserve: node %s boots for a planned start", node->name);
	return FT_NEVER;
}

/*
 * One that is up: when it is to be kept from sleeping; it is, if that is now.
 * slurmctld counts SuspendTime from when a node was last busy.
 */
static int64_t _keep_up(const struct wake *wake, node_record_t *node,
			int64_t start)
{
	/* One that sleeps just before is told to boot when it is down. */
	int64_t late = start - fts_node_boot(wake->options, node) -
		       node->suspend_timeout - wake->lead - 2 * LATE;
	int64_t busy, look = FT_NEVER;

	if (!node->last_busy || !_saves(node))
		return FT_NEVER;
	if (late > wake->now)
		return late;
	busy = start + LATE - (int64_t) node->suspend_time;
	if (busy > wake->now) { /* what is to come is no time of the past */
		busy = wake->now;
		look = busy + MAX(node->suspend_time / 2, AGAIN);
	}
	if ((int64_t) node->last_busy < busy)
		node->last_busy = (time_t) busy;
	return look;
}

int64_t fts_node_wake_up(const struct ft_schedule_options *options,
			 const struct fts_cycle *cycle, const int64_t *start,
			 int64_t now)
{
	struct wake wake = {
		.options = options, .room = fts_power_room(), .now = now};
	int64_t next = FT_NEVER;

	if (start)
		wake.lead = _lead(cycle, start);
	for (uint32_t i = 0; start && i < cycle->snapshot->node_count; i++) {
		node_record_t *node;
		int64_t look;

		if (start[i] == FT_NEVER || !fts_cycle_same_node(cycle, i))
			continue;
		node = node_record_table_ptr[i];
		if (!_ours_node(node))
			continue;
		if (IS_NODE_POWERING_DOWN(node)) /* nothing says when it is */
			look = now + AGAIN;
		else if (IS_NODE_POWERED_DOWN(node))
			look = _wake(&wake, node, start[i]);
		else
			look = _keep_up(&wake, node, start[i]);
		next = MIN(next, look);
	}
	return next;
}
