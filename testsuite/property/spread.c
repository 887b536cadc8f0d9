/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See spread.h.
 */
#include "spread.h"

#include <string.h>

/* Is one of the nodes first to end - 1 a required one? */
extern bool spread_must_use(const struct ft_request *request, uint32_t first,
			    uint32_t end)
{
	for (uint32_t n = first; n < end; n++)
		if (request->required && ft_node_set_has(request->required, n))
			return true;
	return false;
}

/* What can be reached with one more node, on top of what was reached. */
static void add_node(const bool reach[SPREAD_TASKS + 1],
		     const bool fits[SPREAD_TASKS + 1],
		     bool next[SPREAD_TASKS + 1])
{
	for (uint32_t k = 0; k <= SPREAD_TASKS; k++)
		for (uint32_t t = 1; reach[k] && (k + t <= SPREAD_TASKS); t++)
			if (fits[t])
				next[k + t] = true;
}

/*
 * fits[n][k]: node n could take k tasks.  Is there a spread over the nodes
 * first to end - 1?  reach[m][k]: k tasks on m nodes can be reached with the
 * nodes looked at so far.
 */
static bool some_spread(const struct ft_request *request,
			bool fits[ORACLE_NODES][SPREAD_TASKS + 1],
			uint32_t first, uint32_t end, bool use_all)
{
	bool reach[ORACLE_NODES + 1][SPREAD_TASKS + 1] = {{false}};

	reach[0][0] = true;
	for (uint32_t n = first; n < end; n++) {
		bool next[ORACLE_NODES + 1][SPREAD_TASKS + 1] = {{false}};

		if (!use_all && !spread_must_use(request, n, n + 1))
			memcpy(next, reach, sizeof(next));
		for (uint32_t m = 0; m < ORACLE_NODES; m++)
			add_node(reach[m], fits[n], next[m + 1]);
		memcpy(reach, next, sizeof(reach));
	}
	for (uint32_t m = request->min_nodes;
	     (m <= request->max_nodes) && (m <= ORACLE_NODES); m++) {
		if (request->tasks && reach[m][request->tasks])
			return true;
		if (!request->tasks && (m == request->min_nodes) &&
		    reach[m][m * request->min_tasks_node])
			return true;
	}
	return false;
}

/* 1 and 2 count as one on level 1, and so on; 0: it is on none. */
static uint32_t leaf_of(const struct ft_snapshot *snapshot, uint32_t level,
			uint32_t node)
{
	uint32_t leaf = snapshot->node[node].leaf, size = 1;

	while (level--)
		size *= 2;
	return (leaf + size - 1) / size;
}

/* On how many leaves are the nodes of a set? */
static uint32_t leaves_of(const struct ft_snapshot *snapshot, uint32_t level,
			  uint32_t nodes)
{
	uint32_t leaves = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (nodes >> n & 1)
			leaves |= 1u << leaf_of(snapshot, level, n);
	return (uint32_t) __builtin_popcount(leaves);
}

extern bool spread_bundled(const struct ft_snapshot *snapshot,
			   const struct ft_request *request, uint32_t nodes)
{
	uint32_t count[ORACLE_LEAVES + 1] = {0};

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		count[leaf_of(snapshot, request->bundle_level, n)] +=
			nodes >> n & 1;
	for (uint32_t leaf = 1; leaf <= ORACLE_LEAVES; leaf++)
		if (count[leaf] % request->bundle ||
		    (request->bundle_apart && count[leaf] > request->bundle))
			return false;
	return !count[0];
}

/* Any set of nodes, one by one. */
static bool bundles_spread(const struct ft_snapshot *snapshot,
			   const struct ft_request *request,
			   bool fits[ORACLE_NODES][SPREAD_TASKS + 1])
{
	uint32_t usable = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		usable |= (uint32_t) fits[n][request->min_tasks_node] << n;
	for (uint32_t set = 1; set < (1u << snapshot->node_count); set++)
		if (!(set & ~usable) &&
		    (uint32_t) __builtin_popcount(set) == request->min_nodes &&
		    (!request->leaves ||
		     leaves_of(snapshot, request->leaf_level, set) <=
			     request->leaves) &&
		    spread_bundled(snapshot, request, set))
			return true;
	return false;
}

static bool leaves_spread(const struct ft_snapshot *snapshot,
			  const struct ft_request *request,
			  bool fits[ORACLE_NODES][SPREAD_TASKS + 1])
{
	bool some[ORACLE_NODES][SPREAD_TASKS + 1];

	for (uint32_t set = 1; set < (1u << ORACLE_LEAVES); set++) {
		if (__builtin_popcount(set) > (int) request->leaves)
			continue;
		memcpy(some, fits, sizeof(some));
		for (uint32_t n = 0; n < snapshot->node_count; n++)
			if (!((set >>
			       leaf_of(snapshot, request->leaf_level, n)) &
			      1))
				memset(some[n], 0, sizeof(some[n]));
		if (some_spread(request, some, 0, snapshot->node_count, false))
			return true;
	}
	return false;
}

extern uint32_t spread_nodes(const struct ft_placement *placement)
{
	uint32_t set = 0;

	for (uint32_t i = 0; i < placement->share_count; i++)
		set |= 1u << placement->share[i].node;
	return set;
}

extern uint32_t spread_leaves(const struct ft_snapshot *snapshot,
			      const struct ft_request *request,
			      const struct ft_placement *placement)
{
	return leaves_of(snapshot, request->leaf_level,
			 spread_nodes(placement));
}

extern bool spread_exists(const struct ft_snapshot *snapshot,
			  const struct ft_request *request,
			  bool fits[ORACLE_NODES][SPREAD_TASKS + 1])
{
	uint32_t nodes = snapshot->node_count, usable = 0;

	for (uint32_t n = 0; n < nodes; n++)
		usable += memchr(fits[n], true, sizeof(fits[n])) != NULL;
	if (usable < request->min_nodes)
		return false;
	if (request->bundle)
		return bundles_spread(snapshot, request, fits);
	if (request->leaves)
		return leaves_spread(snapshot, request, fits);
	if (!request->contiguous)
		return some_spread(request, fits, 0, nodes, false);
	for (uint32_t first = 0; first < nodes; first++)
		for (uint32_t end = first + 1; end <= nodes; end++)
			if (!spread_must_use(request, 0, first) &&
			    !spread_must_use(request, end, nodes) &&
			    some_spread(request, fits, first, end, true))
				return true;
	return false;
}

extern bool spread_allowed(const struct ft_request *request, uint32_t node,
			   uint32_t tasks)
{
	if (!ft_node_set_has(request->eligible, node) ||
	    (tasks < request->min_tasks_node))
		return false;
	if (!request->tasks)
		return tasks == request->min_tasks_node;
	return tasks <= request->max_tasks_node;
}
