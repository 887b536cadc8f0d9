/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See leaf.h.
 */
#include "core/search/leaf.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/planted.h"

/* What counts as the node's leaf on that level; 0: it is on none. */
static uint32_t _leaf_of(const struct ft_snapshot *snapshot, uint32_t level,
			 uint32_t node)
{
	return ft_leaf_number(snapshot->node[node].leaf, level);
}

/* Active nodes on one leaf: picks [first, end). */
struct group {
	uint32_t first, end;
};

static uint32_t _leaf(const struct ft_search *search, uint32_t level,
		      uint32_t position)
{
	return _leaf_of(search->machine->snapshot, level,
			search->shape->roster->node[position]);
}

/* Counts the active nodes of each leaf; ->tally has so many places for them. */
static uint32_t _tally_leaves(struct ft_search *search, uint32_t level)
{
	uint32_t places = 2;

	while (places < 2 * search->active_count)
		places *= 2;
	memset(search->tally, 0, places * sizeof(*search->tally));
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t leaf = _leaf(search, level, search->active[i]);
		uint32_t at = leaf * UINT32_C(0x9e3779b1) & (places - 1);

		while (search->tally[at].count &&
		       (search->tally[at].leaf != leaf))
			at = (at + 1) & (places - 1);
		search->tally[at].leaf = leaf;
		search->tally[at].count++;
	}
	return places;
}

static uint64_t _node_weight(const struct ft_search *search, uint32_t position)
{
	return search->machine->snapshot
		->node[search->shape->roster->node[position]]
		.weight;
}

/* By weight, then until, then since, then node. */
static int _by_key(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight < b->weight ? -1 : 1;
	if (a->until != b->until)
		return a->until < b->until ? -1 : 1;
	if (a->since != b->since)
		return a->since < b->since ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

static int _by_leaf_number(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* The picks, in their order, become the active nodes. */
static void _sort_leaf(struct ft_search *search)
{
	uint32_t count = search->active_count;

	qsort(search->pick, count, sizeof(*search->pick), _by_key);
	for (uint32_t i = 0; i < count; i++)
		search->active[i] = search->pick[i].node;
}

/* A pick for each active node: its position as node, its leaf as until. */
static void _sort_by_leaf(struct ft_search *search, uint32_t level)
{
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		search->pick[i] = (struct ft_pick){
			.until = _leaf(search, level, position),
			.node = position};
	}
	_sort_leaf(search);
}

static bool _next_group(const struct ft_search *search, struct group *group)
{
	uint32_t i = group->first = group->end;

	while ((i < search->active_count) &&
	       (search->pick[i].until == search->pick[group->first].until))
		i++;
	group->end = i;
	return group->end > group->first;
}

/* What the search says of its active nodes, for the group's alone. */
static bool _suffices_leaf(struct ft_search *search, struct group group,
			   ft_leaf_judge_fn *judge)
{
	const struct ft_shape *shape = search->shape;
	struct ft_search part = *search;
	uint64_t tasks = 0;
	uint32_t required = 0;

	for (uint32_t i = group.first; i < group.end; i++) {
		tasks += search->tasks_at[search->active[i]];
		required += shape->roster->required[search->active[i]];
	}
	if ((group.end - group.first < shape->min_nodes) ||
	    (tasks < shape->tasks) ||
	    (required < shape->roster->required_count))
		return false;
	part.active += group.first;
	part.active_count = group.end - group.first;
	/* It may write picks: not those that tell the groups. */
	part.pick += search->active_count;
	return judge(&part);
}

/* The smallest group that suffices by itself, the first on a tie. */
static uint32_t _one_leaf(struct ft_search *search, ft_leaf_judge_fn *judge)
{
	struct group group = {0}, best = {0};
	uint32_t count;

	while (_next_group(search, &group))
		if ((!best.end ||
		     (group.end - group.first < best.end - best.first)) &&
		    _suffices_leaf(search, group, judge))
			best = group;
	count = best.end - best.first;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t position = search->active[best.first + i];

		search->active[best.first + i] = search->active[i];
		search->active[i] = position;
	}
	return count;
}

static bool _any_required(const struct ft_search *search, struct group group)
{
	const bool *required = search->shape->roster->required;

	for (uint32_t i = group.first; i < group.end; i++)
		if (required[search->pick[i].node])
			return true;
	return false;
}

/*
 * Leaves of required nodes first, then those with the most nodes, until there
 * are enough nodes; all take the same number of tasks.
 */
static uint32_t _some_leaves(struct ft_search *search)
{
	const struct ft_shape *shape = search->shape;
	uint32_t wanted = (uint32_t) (shape->tasks / shape->low);
	uint32_t required = 0, leaves = 0;
	struct group group = {0};

	while (_next_group(search, &group)) {
		bool must = _any_required(search, group);

		required += must;
		for (uint32_t i = group.first; i < group.end; i++)
			search->pick[i].weight =
				(must ? 0 : UINT64_C(1) << 32) + UINT32_MAX -
				(group.end - group.first);
	}
	_sort_leaf(search);
	group = (struct group){0};
	while (((group.end < wanted) || (leaves < required)) &&
	       (leaves < shape->request->leaves) && _next_group(search, &group))
		leaves++;
	return (group.end >= wanted) && (leaves >= required) ? group.end : 0;
}

/* Does one leaf have as many active nodes as the shape needs? */
static bool _any_leaf(struct ft_search *search)
{
	uint32_t places =
		_tally_leaves(search, search->shape->request->leaf_level);

	for (uint32_t i = 0; i < places; i++)
		if (search->tally[i].count >= search->shape->min_nodes)
			return true;
	return false;
}

extern uint32_t ft_leaf_confine(struct ft_search *search,
				ft_leaf_judge_fn *judge)
{
	const struct ft_request *request = search->shape->request;
	uint32_t count;

	/* Most searches come to many instants with too few nodes. */
	if ((request->leaves == 1) && !_any_leaf(search))
		return 0;
	_sort_by_leaf(search, request->leaf_level);
	count = _one_leaf(search, judge);
	if (count || (request->leaves < 2))
		return count;
	_sort_by_leaf(search, request->leaf_level);
	return _some_leaves(search);
}

/* Of so many nodes on that leaf the request can use these. */
static uint32_t _bundled(const struct ft_request *request, uint32_t leaf,
			 uint32_t nodes)
{
	return ft_leaf_bundled(leaf, nodes + FT_PLANTED(66), request->bundle,
			       request->bundle_apart);
}

/*
 * The picks of a leaf that can be used, the best of them, in the order in which
 * leaves are: by their lightest node, then by the number of their nodes.
 * ->until has been the leaf; ->since becomes it, and the place in it.
 */
static void _rank_bundles(struct ft_search *search, struct group group)
{
	struct ft_pick *pick = search->pick + group.first;
	uint32_t count = group.end - group.first, usable;
	int64_t leaf = pick->until;

	usable = _bundled(search->shape->request, (uint32_t) leaf, count);
	for (uint32_t i = 0; i < count; i++) {
		pick[i].weight = _node_weight(search, pick[i].node);
		pick[i].until =
			search->timeline ? search->last[pick[i].node] : 0;
	}
	qsort(pick, count, sizeof(*pick), _by_key);
	for (uint32_t i = count; i-- > 0;)
		pick[i] = (struct ft_pick){
			.weight = i < usable ? pick->weight : UINT64_MAX,
			.until = i < usable ? count : FT_NEVER,
			.since = (int64_t) ((uint64_t) leaf << 32 | i),
			.node = pick[i].node,
		};
}

extern bool ft_leaf_bundles_exist(struct ft_search *search)
{
	const struct ft_request *request = search->shape->request;
	uint32_t places = _tally_leaves(search, request->bundle_level);
	uint64_t usable = 0;

	for (uint32_t i = 0; i < places; i++)
		if (search->tally[i].count >= request->bundle)
			usable += _bundled(request, search->tally[i].leaf,
					   search->tally[i].count);
	return usable >= request->min_nodes;
}

extern uint32_t ft_leaf_bundles(struct ft_search *search)
{
	const struct ft_request *request = search->shape->request;
	struct group group = {0};

	if (!ft_leaf_bundles_exist(search))
		return 0;
	_sort_by_leaf(search, request->bundle_level);
	while (_next_group(search, &group))
		_rank_bundles(search, group);
	_sort_leaf(search);
	return request->min_nodes;
}

/* Has each leaf as many of the shares as the request lets it? */
static bool _bundles_allow(const struct ft_snapshot *snapshot,
			   const struct ft_request *request,
			   const struct ft_share *share, uint32_t count)
{
	uint32_t *leaf = malloc(count * sizeof(*leaf)), first = 0;
	bool good = leaf;

	for (uint32_t i = 0; good && (i < count); i++)
		leaf[i] = _leaf_of(snapshot, request->bundle_level,
				   share[i].node);
	if (good)
		qsort(leaf, count, sizeof(*leaf), _by_leaf_number);
	for (uint32_t i = 1; good && (i <= count); i++)
		if ((i == count) || (leaf[i] != leaf[first])) {
			good = _bundled(request, leaf[first], i - first) ==
			       i - first;
			first = i;
		}
	free(leaf);
	return good;
}

/* Are they on no more leaves than the request wants? */
static bool _few_leaves(const struct ft_snapshot *snapshot,
			const struct ft_request *request,
			const struct ft_share *share, uint32_t count)
{
	uint32_t seen[FT_LEAVES_MAX], leaves = 0;

	for (uint32_t i = 0; request->leaves && (i < count); i++) {
		uint32_t leaf =
			_leaf_of(snapshot, request->leaf_level, share[i].node);
		uint32_t at = 0;

		while ((at < leaves) && (seen[at] != leaf))
			at++;
		if (at < leaves)
			continue;
		if (leaves == request->leaves)
			return false;
		seen[leaves++] = leaf;
	}
	return true;
}

extern bool ft_leaf_allows(const struct ft_snapshot *snapshot,
			   const struct ft_request *request,
			   const struct ft_share *share, uint32_t count)
{
	return _few_leaves(snapshot, request, share, count) &&
	       (!request->bundle ||
		_bundles_allow(snapshot, request, share, count));
}
