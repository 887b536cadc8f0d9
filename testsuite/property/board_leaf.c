/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board_leaf.h.
 */
#include "board_leaf.h"

static uint32_t leaf_at(const struct ft_snapshot *snapshot, uint32_t node,
			uint32_t level)
{
	uint32_t leaf = snapshot->node[node].leaf, size = 1u << level;

	return leaf ? (leaf + size - 1) / size : 0;
}

/* The nodes with tasks of each leaf. */
static void count_nodes(const struct ft_snapshot *snapshot,
			const uint32_t *tasks, uint32_t level,
			uint32_t count[BOARD_LEAVES])
{
	for (uint32_t leaf = 0; leaf < BOARD_LEAVES; leaf++)
		count[leaf] = 0;
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		count[leaf_at(snapshot, n, level)] += tasks[n] > 0;
}

/* Nodes that are in bundles, if each leaf gives as many as it can. */
static uint32_t bundled(const struct ft_snapshot *snapshot,
			const struct ft_request *request, const uint32_t *tasks)
{
	uint32_t count[BOARD_LEAVES], sum = 0;

	count_nodes(snapshot, tasks, request->bundle_level, count);
	for (uint32_t leaf = 1; leaf < BOARD_LEAVES; leaf++) {
		uint32_t bundles = count[leaf] / request->bundle;

		if (request->bundle_apart && bundles > 1)
			bundles = 1;
		sum += bundles * request->bundle;
	}
	return sum;
}

static bool enough_there(const struct ft_snapshot *snapshot,
			 const struct ft_request *request,
			 const uint32_t *tasks, leaf_judge *judge)
{
	return judge(request, tasks, snapshot->node_count) &&
	       (!request->bundle ||
		bundled(snapshot, request, tasks) >= request->min_nodes);
}

extern bool leaf_enough(const struct ft_snapshot *snapshot,
			const struct ft_request *request, const uint32_t *tasks,
			leaf_judge *judge)
{
	uint32_t some[snapshot->node_count + 1];

	if (!request->leaves)
		return enough_there(snapshot, request, tasks, judge);
	for (uint32_t set = 1; set < 1u << BOARD_LEAVES; set++) {
		if ((uint32_t) __builtin_popcount(set) > request->leaves)
			continue;
		for (uint32_t n = 0; n < snapshot->node_count; n++) {
			uint32_t leaf =
				leaf_at(snapshot, n, request->leaf_level);

			some[n] = set >> leaf & 1 ? tasks[n] : 0;
		}
		if (enough_there(snapshot, request, some, judge))
			return true;
	}
	return false;
}

extern bool leaf_right(const struct ft_snapshot *snapshot,
		       const struct ft_request *request, const uint32_t *tasks)
{
	uint32_t count[BOARD_LEAVES], nodes = 0, leaves = 0;

	if (!request->leaves && !request->bundle)
		return true;
	count_nodes(snapshot, tasks, request->leaf_level, count);
	for (uint32_t leaf = 0; leaf < BOARD_LEAVES; leaf++) {
		leaves += count[leaf] > 0;
		nodes += count[leaf];
	}
	if (request->leaves && leaves > request->leaves)
		return false;
	return !request->bundle || bundled(snapshot, request, tasks) == nodes;
}
