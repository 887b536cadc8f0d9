/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_power_pool - how many nodes may be powered up at once
 * (SlurmctldParameters=max_powered_nodes).
 *
 * A licence of the planner: nodes that are up have one each until they could be
 * asleep again, and a job that boots nodes takes one for each that it surely
 * boots.  How many that are of a choice that has both is not known before, so
 * slurmctld may still refuse a start.  Refuses to say which nodes sleep.
 */
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/node_power.h"
#include "slurm/reserve/resource/pool.h"

#include <stdlib.h>

enum {
	LATER = 60,  /* one that should sleep by now is looked at again */
	NEVER = 300, /* after so long it never will: SuspendExcNodes, say */
};

static void _begin_power(struct fts_build *build)
{
	build->pool.power = FT_NO_INDEX;
	if (FTS_MAX_POWERED_NODES != NO_VAL)
		build->pool.power =
			fts_build_new_licence(build, FTS_MAX_POWERED_NODES);
}

/* When the node, in use until then, could be asleep. */
static int64_t _sleeps_at(const struct fts_build *build,
			  const node_record_t *node, int64_t busy)
{
	int64_t asleep;

	if (busy == FT_NEVER || node->suspend_time == INFINITE ||
	    node->suspend_time == NO_VAL || !slurm_conf.suspend_program)
		return FT_NEVER;
	asleep = MAX(busy, (int64_t) node->last_busy) + node->suspend_time +
		 node->suspend_timeout;
	if (asleep > build->now)
		return asleep;
	return asleep > build->now - NEVER ? (build->now / LATER + 1) * LATER
					   : FT_NEVER;
}

static int _by_time(const void *x, const void *y)
{
	const int64_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* Until when each of the nodes that are up is so; how many these are. */
static uint32_t _list_powered(const struct fts_build *build,
			      const int64_t *busy, int64_t *until)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < build->snapshot->node_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (node && (busy[i] || bit_test(FTS_POWERED_NODES, i)))
			until[count++] = _sleeps_at(build, node, busy[i]);
	}
	qsort(until, count, sizeof(*until), _by_time);
	return count;
}

static void _hold_power(struct fts_build *build, int64_t until, int64_t count)
{
	struct ft_run *run = ft_snapshot_add_run(build->snapshot);

	if (!run) {
		build->failed = true;
		return;
	}
	run->end = until;
	run->licence = fts_build_one_more(build, NULL, &run->licence_count,
					  build->pool.power, count);
}

static void _powered_runs(struct fts_build *build)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	size_t size = (size_t) snapshot->node_count + 1;
	int64_t *busy, *until;
	uint32_t count;

	if (build->pool.power == FT_NO_INDEX || build->failed)
		return;
	busy = calloc(size, sizeof(*busy));
	until = calloc(size, sizeof(*until));
	build->failed |= !busy || !until;
	for (uint32_t i = 0; !build->failed && i < snapshot->run_count; i++)
		for (uint32_t s = 0; s < snapshot->run[i].share_count; s++) {
			uint32_t node = snapshot->run[i].share[s].node;

			busy[node] = MAX(busy[node], snapshot->run[i].end);
		}
	count = build->failed ? 0 : _list_powered(build, busy, until);
	for (uint32_t i = 0, first = 0; i < count && !build->failed; i++)
		if (i + 1 == count || until[i + 1] != until[i]) {
			_hold_power(build, until[i], i + 1 - first);
			first = i + 1;
		}
	free(busy);
	free(until);
}

const struct fts_pool fts_power_pool = {
	.begin = _begin_power,
	.runs = _powered_runs,
};

void fts_build_power_request(struct fts_build *build,
			     struct ft_request *request)
{
	struct ft_node_set *awake;
	uint32_t up;

	if (build->pool.power == FT_NO_INDEX || !build->asleep)
		return;
	awake = fts_build_scratch(build);
	if (!awake)
		return;
	ft_node_set_or(awake, request->eligible);
	ft_node_set_and_not(awake, build->asleep);
	up = ft_node_set_count(awake);
	request->licence = fts_build_one_more(
		build, request->licence, &request->licence_count,
		build->pool.power,
		request->min_nodes > up ? request->min_nodes - up : 1);
}

int64_t fts_power_room(void)
{
	if (FTS_MAX_POWERED_NODES == NO_VAL)
		return INT64_MAX;
	return (int64_t) FTS_MAX_POWERED_NODES -
	       bit_set_count(FTS_POWERED_NODES);
}
