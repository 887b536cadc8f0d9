/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See parts.h.
 */
#include "core/search/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/search/choice.h"
#include "core/search/joint.h"
#include "core/search/licence.h"
#include "core/search/piece.h"
#include "core/timeline/segment.h"

extern void ft_parts_init(struct ft_parts *parts,
			  const struct ft_machine *machine,
			  struct ft_search *search)
{
	*parts = (struct ft_parts){
		.machine = machine,
		.search = search,
		.found = FT_NEVER,
	};
}

extern void ft_parts_fini(struct ft_parts *parts)
{
	for (uint32_t p = 0; p < parts->picks_size; p++)
		free(parts->picks[p].pick);
	free(parts->picks);
	free(parts->chosen);
	free(parts->amount);
	if (parts->empty)
		ft_timeline_fini(parts->empty);
	free(parts->empty);
	*parts = (struct ft_parts){0};
}

/* Memory for so many parts. */
static bool _equip_part(struct ft_parts *parts, uint32_t count)
{
	const struct ft_snapshot *snapshot = parts->machine->snapshot;
	struct ft_part_picks *picks;

	if (!parts->chosen)
		parts->chosen = calloc((size_t) snapshot->node_count + 1,
				       sizeof(*parts->chosen));
	if (!parts->amount)
		parts->amount = calloc(snapshot->resource_count,
				       sizeof(*parts->amount));
	if (!parts->chosen || !parts->amount)
		return false;
	if (count <= parts->picks_size)
		return true;
	picks = realloc(parts->picks, count * sizeof(*picks));
	if (!picks)
		return false;
	memset(picks + parts->picks_size, 0,
	       (count - parts->picks_size) * sizeof(*picks));
	parts->picks = picks;
	parts->picks_size = count;
	return true;
}

/* What is to be found, and where. */
static bool _use_part(struct ft_parts *parts, struct ft_timeline *timeline,
		      const struct ft_shape *shape)
{
	parts->timeline = timeline;
	parts->shape = shape;
	parts->found = FT_NEVER;
	if (!parts->failed && !_equip_part(parts, shape->part_count + 1))
		parts->failed = -ENOMEM;
	return !parts->failed;
}

static void _book_licences(struct ft_parts *parts, uint32_t p, bool take)
{
	const struct ft_shape *shape = parts->shape->part[p];

	for (uint32_t i = 0; i < shape->licence_count; i++) {
		struct ft_profile *profile =
			&parts->timeline->licence[shape->licence[i].licence];
		struct ft_use use = {
			.start = parts->found,
			.end = parts->found + shape->request->duration,
			.amount = &shape->licence[i].count,
		};

		if (parts->timeline == parts->empty)
			use.end = FT_NEVER;
		if (take ? ft_profile_take(profile, 1, &use)
			 : ft_profile_give(profile, 1, &use))
			parts->failed = -ENOMEM;
	}
}

static bool _licensed_part(const struct ft_parts *parts, uint32_t p)
{
	const struct ft_shape *shape = parts->shape->part[p];

	if (parts->timeline != parts->empty)
		return ft_licence_start(parts->timeline, shape, parts->found) ==
		       parts->found;
	for (uint32_t i = 0; i < shape->licence_count; i++) {
		const struct ft_licence *licence = &shape->licence[i];
		const struct ft_profile *profile =
			&parts->empty->licence[licence->licence];

		if (ft_profile_state(profile, 1, 0)[FT_STATE_FREE] <
		    licence->count)
			return false;
	}
	return true;
}

/* Are there licences for all? */
static bool _all_licensed(struct ft_parts *parts)
{
	uint32_t p = 0, done;
	bool licensed = true;

	for (; !parts->failed && licensed && (p <= parts->shape->part_count);
	     p++) {
		licensed = _licensed_part(parts, p);
		_book_licences(parts, p, true);
	}
	for (done = p; done-- > 0;)
		_book_licences(parts, done, false);
	return licensed && !parts->failed;
}

/* The part's nodes, as they are now, into the search. */
static bool _search_empty(struct ft_parts *parts, uint32_t p)
{
	const struct ft_shape *shape = parts->shape->part[p];

	ft_search_reset(parts->search, shape);
	parts->search->timeline = NULL;
	for (uint32_t i = 0; i < shape->roster->count; i++) {
		uint32_t tasks =
			ft_parts_capacity(parts, p, shape->roster->node[i]);

		if (tasks)
			ft_search_activate(parts->search, i, tasks);
	}
	return ft_search_enough(parts->search);
}

static bool _search_part(struct ft_parts *parts, uint32_t p)
{
	if (parts->timeline == parts->empty)
		return _search_empty(parts, p);
	return ft_search_at(parts->search, parts->timeline,
			    parts->shape->part[p], parts->found);
}

/* Must parts p and q have no node in common? */
static bool _apart_part(const struct ft_parts *parts, uint32_t p, uint32_t q)
{
	uint32_t later = p > q ? p : q;

	return parts->shape->part[later]->request->apart;
}

static void _part_mark(struct ft_parts *parts, uint32_t p, bool chosen)
{
	for (uint32_t i = 0; i < parts->picks[p].count; i++)
		parts->chosen[parts->picks[p].pick[i].node] = chosen;
}

/* Leaves nodes out that were chosen for parts that it must keep away from. */
static bool _keep_apart(struct ft_parts *parts, uint32_t p,
			const uint32_t *before, uint32_t count)
{
	struct ft_search *search = parts->search;
	const struct ft_roster *roster = parts->shape->part[p]->roster;
	uint32_t active = search->active_count;
	bool any = false;

	for (uint32_t i = 0; i < count; i++) {
		if (!_apart_part(parts, p, before[i]))
			continue;
		_part_mark(parts, before[i], true);
		any = true;
	}
	if (!any)
		return true;
	search->active_count = search->required = 0;
	search->tasks = 0;
	for (uint32_t i = 0; i < active; i++) {
		uint32_t position = search->active[i];

		if (!parts->chosen[roster->node[position]])
			ft_search_activate(search, position,
					   search->tasks_at[position]);
	}
	for (uint32_t i = 0; i < count; i++)
		_part_mark(parts, before[i], false);
	return ft_search_enough(search);
}

/* Chooses nodes for the part, before[] having been served. */
static bool _choose_part(struct ft_parts *parts, uint32_t p,
			 const uint32_t *before, uint32_t count)
{
	struct ft_part_picks *picks = &parts->picks[p];
	uint32_t nodes;

	if (!_search_part(parts, p) || !_keep_apart(parts, p, before, count))
		return false;
	nodes = ft_choice_make(parts->search, parts->found);
	if (!ft_parts_room(parts, p, nodes))
		return false;
	memcpy(picks->pick, parts->search->pick, nodes * sizeof(*picks->pick));
	picks->count = nodes;
	return true;
}

static void _take_part(struct ft_parts *parts, uint32_t p, bool take)
{
	const struct ft_part_picks *picks = &parts->picks[p];

	for (uint32_t i = 0; i < picks->count; i++)
		ft_parts_change(parts, p, picks->pick[i].node,
				picks->pick[i].tasks, take);
	_book_licences(parts, p, take);
}

/* One part after the other, in that order. */
static bool _in_order(struct ft_parts *parts, const uint32_t *order)
{
	uint32_t count = parts->shape->part_count + 1, done = 0;
	bool fits;

	do {
		fits = _choose_part(parts, order[done], order, done);
		if (!fits || (done + 1 == count) || parts->failed)
			break;
		_take_part(parts, order[done++], true);
	} while (true);
	while (done-- > 0)
		_take_part(parts, order[done], false);
	return fits && !parts->failed;
}

/* Those with the fewest nodes to spare go first. */
static bool _sort_part(struct ft_parts *parts, uint32_t *order)
{
	uint32_t count = parts->shape->part_count + 1, spare[count];
	bool moved = false;

	for (uint32_t p = 0; p < count; p++) {
		uint32_t least = parts->shape->part[p]->min_nodes, at = p;

		_search_part(parts, p);
		spare[p] = parts->search->active_count - least;
		for (; at && (spare[order[at - 1]] > spare[p]); at--)
			order[at] = order[at - 1];
		order[at] = p;
		moved |= at < p;
	}
	return moved;
}

/* Each part can start then, alone. */
static bool _together(struct ft_parts *parts)
{
	uint32_t count = parts->shape->part_count + 1, order[count];

	if (!_all_licensed(parts))
		return false;
	for (uint32_t p = 0; p < count; p++)
		order[p] = p;
	if (_in_order(parts, order))
		return true;
	if (_sort_part(parts, order) && _in_order(parts, order))
		return true;
	return !parts->failed && ft_joint_find(parts);
}

static bool _all_alone(struct ft_parts *parts)
{
	for (uint32_t p = 0; p <= parts->shape->part_count; p++)
		if (!_search_part(parts, p))
			return false;
	return true;
}

/* What was found once is found again, whatever has been spent. */
static void _count_steps(struct ft_parts *parts, bool count)
{
	if (parts->search->watch)
		parts->search->watch->counting = count;
}

extern bool ft_parts_try(struct ft_parts *parts, struct ft_timeline *timeline,
			 const struct ft_shape *shape, int64_t start)
{
	bool found;

	parts->cut = false;
	_count_steps(parts, true);
	found = ft_parts_at(parts, timeline, shape, start);
	_count_steps(parts, false);
	return found;
}

extern bool ft_parts_at(struct ft_parts *parts, struct ft_timeline *timeline,
			const struct ft_shape *shape, int64_t start)
{
	if (!_use_part(parts, timeline, shape))
		return false;
	parts->found = start;
	if (_all_alone(parts) && _together(parts))
		return true;
	parts->found = FT_NEVER;
	return false;
}

/* Tasks that part p of the placement has on the node. */
static uint32_t _tasks_on(const struct ft_placement *placement, uint32_t p,
			  uint32_t node)
{
	for (uint32_t i = p ? placement->part_end[p - 1] : 0;
	     i < placement->part_end[p]; i++)
		if (placement->share[i].node == node)
			return placement->share[i].tasks;
	return 0;
}

extern bool ft_parts_fit_node(struct ft_parts *parts,
			      struct ft_timeline *timeline,
			      const struct ft_shape *shape,
			      const struct ft_placement *placement,
			      uint32_t node)
{
	uint32_t tasks[shape->part_count + 1], p = 0;
	bool fits = _use_part(parts, timeline, shape);

	parts->found = placement->start;
	for (; fits && (p <= shape->part_count); p++) {
		tasks[p] = _tasks_on(placement, p, node);
		if (!tasks[p])
			continue;
		fits = ft_parts_capacity(parts, p, node) >= tasks[p];
		ft_parts_change(parts, p, node, tasks[p], true);
	}
	while (p-- > 0)
		if (tasks[p])
			ft_parts_change(parts, p, node, tasks[p], false);
	parts->found = FT_NEVER;
	return fits && !parts->failed;
}

/* The machine as it is without jobs. */
static struct ft_timeline *_empty_part(struct ft_parts *parts)
{
	struct ft_snapshot bare = *parts->machine->snapshot;

	if (parts->empty || parts->failed)
		return parts->empty;
	bare.run_count = bare.closure_count = 0;
	parts->empty = calloc(1, sizeof(*parts->empty));
	if (!parts->empty || ft_timeline_init(parts->empty, &bare)) {
		free(parts->empty);
		parts->empty = NULL;
		parts->failed = -ENOMEM;
		return NULL;
	}
	parts->empty->snapshot = parts->machine->snapshot;
	return parts->empty;
}

extern bool ft_parts_possible(struct ft_parts *parts,
			      const struct ft_shape *shape)
{
	struct ft_timeline *empty = _empty_part(parts);

	return empty && (ft_parts_try(parts, empty, shape,
				      parts->machine->snapshot->now) ||
			 parts->cut);
}

/* Is more free at this step than at the one before? */
static bool _rises(const struct ft_profile *profile, uint32_t kinds,
		   uint32_t index)
{
	const int64_t *before = ft_profile_state(profile, kinds, index - 1);
	const int64_t *state = ft_profile_state(profile, kinds, index);

	if (state[FT_STATE_USERS] < before[FT_STATE_USERS])
		return true;
	for (uint32_t k = 0; k < kinds; k++)
		if (state[FT_STATE_FREE + k] > before[FT_STATE_FREE + k])
			return true;
	return false;
}

/* The first time after now, and before `best`, from which more is free. */
static int64_t _profile_rise(const struct ft_profile *profile, uint32_t kinds,
			     int64_t now, int64_t best)
{
	uint32_t index = ft_profile_find(profile, now) + 1;

	for (; index < profile->count; index++) {
		if (profile->time[index] >= best)
			return best;
		if ((profile->time[index] > now) &&
		    _rises(profile, kinds, index))
			return profile->time[index];
	}
	return best;
}

static int64_t _next_opening(const struct ft_access *access, uint32_t node,
			     int64_t now, int64_t best)
{
	for (uint32_t i = access->first[node]; i < access->first[node + 1]; i++)
		if (access->closed[i].end > now)
			return access->closed[i].end < best
				       ? access->closed[i].end
				       : best;
	return best;
}

/* When a job leaves the node's segment. */
static int64_t _next_exit(const struct ft_timeline *timeline, uint32_t node,
			  int64_t now, int64_t best)
{
	uint32_t segment = timeline->snapshot->node[node].segment;

	if (!timeline->segments || !segment)
		return best;
	return _profile_rise(&timeline->segments->profile[segment], 0, now,
			     best);
}

/* The first time after now at which anything becomes free for a part. */
static int64_t _next_part_rise(const struct ft_parts *parts, int64_t now)
{
	uint32_t kinds = parts->machine->snapshot->resource_count;
	const struct ft_timeline *timeline = parts->timeline;
	int64_t best = FT_NEVER;

	for (uint32_t p = 0; p <= parts->shape->part_count; p++) {
		const struct ft_shape *shape = parts->shape->part[p];

		for (uint32_t i = 0; i < shape->roster->count; i++) {
			uint32_t node = shape->roster->node[i];

			best = _profile_rise(&timeline->node[node], kinds, now,
					     best);
			best = _next_exit(timeline, node, now, best);
			best = _next_opening(shape->access, node, now, best);
		}
		for (uint32_t i = 0; i < shape->licence_count; i++) {
			uint32_t licence = shape->licence[i].licence;

			best = _profile_rise(&timeline->licence[licence], 1,
					     now, best);
			best = _profile_rise(&shape->access->aside[licence], 1,
					     now, best);
		}
	}
	return best;
}

/* The first time at which each part can start alone. */
static int64_t _alone_part(struct ft_parts *parts, bool fronts, int64_t from,
			   int64_t limit)
{
	uint32_t count = parts->shape->part_count + 1, agreed = 0;
	int64_t start = from;

	for (uint32_t p = 0; agreed < count; p = (p + 1) % count) {
		struct ft_shape *shape = parts->shape->part[p];
		int64_t its = ft_search_start(
			parts->search, parts->timeline, shape,
			fronts ? &shape->front : NULL, start, limit);

		if (its == FT_NEVER)
			return FT_NEVER;
		agreed = its == start ? agreed + 1 : 1;
		start = its;
	}
	return start;
}

extern int64_t ft_parts_start(struct ft_parts *parts,
			      struct ft_timeline *timeline,
			      const struct ft_shape *shape, bool fronts,
			      int64_t from, int64_t limit)
{
	int64_t start = from;
	bool found;

	if (limit > FT_PIECE_LIMIT)
		limit = FT_PIECE_LIMIT;
	if (!_use_part(parts, timeline, shape))
		return FT_NEVER;
	while (start <= limit) {
		start = _alone_part(parts, fronts, start, limit);
		if (start == FT_NEVER)
			break;
		parts->found = start;
		_count_steps(parts, true);
		found = _together(parts);
		_count_steps(parts, false);
		if (found)
			return start;
		parts->found = FT_NEVER;
		if (ft_watch_over(parts->search->watch))
			break;
		start = _next_part_rise(parts, start);
	}
	return FT_NEVER;
}
