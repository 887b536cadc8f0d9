/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See obstacle.h.  One thing after another is put in the way, and the first
 * that stops the start is the obstacle: running jobs, nodes not yet
 * available, closed nodes, licences in use or set aside; if none of them does,
 * planned jobs do.
 */
#include "core/search/obstacle.h"

#include <string.h>

#include "core/timeline/segment.h"

/* Is no job in the node's segment, now, that must be alone there? */
static bool _let_be(const struct ft_timeline *running,
		    const struct ft_shape *shape, uint32_t node)
{
	int64_t now = running->snapshot->now, until;

	return ft_segment_start(running, node, shape->request->alone, now, 1,
				&until) == now;
}

/*
 * Do the nodes suffice whose free amounts now (NULL: all) can carry tasks?
 * More nodes never make a choice impossible unless it depends on which others
 * are taken, so not all of a large machine are looked at.
 */
static bool _suffices_node(struct ft_search *search,
			   const struct ft_shape *shape,
			   const struct ft_timeline *running,
			   int64_t open_until)
{
	const struct ft_snapshot *snapshot = search->machine->snapshot;
	uint32_t kinds = snapshot->resource_count;
	int64_t empty[FT_STATE_FREE + kinds];
	uint32_t asked = shape->min_nodes;

	ft_search_reset(search, shape);
	for (uint32_t i = 0; i < shape->roster->count; i++) {
		const struct ft_access *access = shape->access;
		uint32_t node = shape->roster->node[i];
		const struct ft_closed *closed =
			access->closed + access->first[node];
		const int64_t *state = empty;
		uint32_t tasks;

		if ((closed < access->closed + access->first[node + 1]) &&
		    (closed->start < open_until))
			continue;
		memset(empty, 0, sizeof(empty));
		if (running)
			state = ft_profile_state(&running->node[node], kinds,
						 0);
		else
			memcpy(empty + FT_STATE_FREE,
			       snapshot->capacity + (size_t) node * kinds,
			       kinds * sizeof(*empty));
		tasks = ft_shape_starts(shape, search->machine, node, state);
		if (tasks && running && !_let_be(running, shape, node))
			tasks = 0;
		if (!tasks)
			continue;
		ft_search_activate(search, i, tasks);
		if (ft_shape_tied(shape) || (search->active_count < asked))
			continue;
		if (ft_search_enough(search))
			return true;
		asked = search->active_count < shape->max_nodes
				? search->active_count + 1
				: 2 * search->active_count;
	}
	return ft_search_enough(search);
}

/* Do so many nodes suffice, if each can carry just what the shape asks? */
static bool _nodes_suffice(const struct ft_shape *shape, uint64_t nodes)
{
	return (nodes >= shape->min_nodes) &&
	       (nodes * shape->low >= shape->tasks);
}

extern bool ft_obstacle_possible(struct ft_search *search,
				 struct ft_parts *parts,
				 const struct ft_shape *shape)
{
	if (!shape->possible)
		return false;
	if (shape->part_count)
		return ft_parts_possible(parts, shape);
	/* All of the roster can carry low tasks. */
	if ((shape->low == shape->high) && !ft_shape_tied(shape))
		return _nodes_suffice(shape, shape->roster->count);
	return _suffices_node(search, shape, NULL, INT64_MIN);
}

/* Do the nodes suffice that are free now and not closed before open_until? */
static bool _enough_node(struct ft_search *search, const struct ft_gaps *gaps,
			 const struct ft_timeline *running,
			 const struct ft_shape *shape, int64_t open_until)
{
	if (shape->indexed)
		return _nodes_suffice(shape,
				      ft_gaps_idle(gaps, shape, open_until));
	return _suffices_node(search, shape, running, open_until);
}

/* Closed times begin in the past (INT64_MIN) for nodes not yet available. */
static enum ft_obstacle _nodes_now(struct ft_search *search,
				   const struct ft_gaps *gaps,
				   const struct ft_timeline *running,
				   const struct ft_shape *shape)
{
	int64_t end = running->snapshot->now + shape->duration;

	if (!_enough_node(search, gaps, running, shape, INT64_MIN))
		return FT_OBSTACLE_RESOURCES;
	if (!_enough_node(search, gaps, running, shape, INT64_MIN + 1))
		return FT_OBSTACLE_BEGIN;
	if (!_enough_node(search, gaps, running, shape, end))
		return FT_OBSTACLE_CLOSURE;
	return FT_OBSTACLE_NONE;
}

static int64_t _least_aside(const struct ft_profile *aside, int64_t end)
{
	int64_t least = 0;

	for (uint32_t i = 0; i < aside->count; i++) {
		const int64_t *state = ft_profile_state(aside, 1, i);

		if ((aside->time[i] < end) && (state[FT_STATE_FREE] < least))
			least = state[FT_STATE_FREE];
	}
	return least;
}

/* Is it what a closure takes of nodes before the shape would have ended? */
static bool _closes_in_part(struct ft_search *search,
			    const struct ft_timeline *running,
			    const struct ft_shape *shape)
{
	const struct ft_snapshot *snapshot = running->snapshot;
	bool any = false;

	for (uint32_t c = 0; !any && (c < snapshot->closure_count); c++)
		any = snapshot->closure[c].share_count;
	return any && !ft_search_at(search, running, shape, snapshot->now);
}

static enum ft_obstacle _part_now(struct ft_search *search,
				  const struct ft_gaps *gaps,
				  const struct ft_timeline *running,
				  const struct ft_shape *shape)
{
	int64_t end = running->snapshot->now + shape->duration;
	enum ft_obstacle obstacle = _nodes_now(search, gaps, running, shape);

	for (uint32_t i = 0; !obstacle && (i < shape->licence_count); i++) {
		uint32_t licence = shape->licence[i].licence;
		int64_t free = ft_profile_state(&running->licence[licence], 1,
						0)[FT_STATE_FREE];
		int64_t aside =
			_least_aside(&shape->access->aside[licence], end);

		if (free + aside < shape->licence[i].count)
			obstacle = FT_OBSTACLE_LICENCES;
	}
	if (!obstacle && _closes_in_part(search, running, shape))
		obstacle = FT_OBSTACLE_CLOSURE;
	return obstacle ? obstacle : FT_OBSTACLE_PRIORITY;
}

extern enum ft_obstacle ft_obstacle_now(struct ft_search *search,
					struct ft_parts *parts,
					const struct ft_gaps *gaps,
					struct ft_timeline *running,
					const struct ft_shape *shape)
{
	enum ft_obstacle obstacle = FT_OBSTACLE_PRIORITY;

	if (!shape->part_count)
		return _part_now(search, gaps, running, shape);
	for (uint32_t p = 0;
	     (p <= shape->part_count) && (obstacle == FT_OBSTACLE_PRIORITY);
	     p++)
		obstacle = _part_now(search, gaps, running, shape->part[p]);
	if ((obstacle == FT_OBSTACLE_PRIORITY) &&
	    !ft_parts_try(parts, running, shape, running->snapshot->now))
		obstacle = FT_OBSTACLE_RESOURCES;
	return obstacle;
}
