/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See search.h.
 */
#include "core/search.h"

#include <errno.h>
#include <stdlib.h>

#include "core/choice.h"
#include "core/planted.h"

/* No event lies beyond, and sums with a duration fit. */
#define LIMIT_MAX (FT_NEVER / 2)

extern int ft_search_init(struct ft_search *search,
			  const struct ft_machine *machine)
{
	size_t count = (size_t) machine->snapshot->node_count + 1;

	*search = (struct ft_search){.machine = machine};
	search->piece = calloc(count, sizeof(*search->piece));
	search->active = calloc(count, sizeof(*search->active));
	search->later = calloc(count, sizeof(*search->later));
	search->room = calloc(count, sizeof(*search->room));
	search->pick = calloc(count, sizeof(*search->pick));
	if (search->piece && search->active && search->later && search->room &&
	    search->pick)
		return 0;
	ft_search_fini(search);
	return -ENOMEM;
}

extern void ft_search_fini(struct ft_search *search)
{
	free(search->piece);
	free(search->active);
	free(search->later);
	free(search->room);
	free(search->pick);
	*search = (struct ft_search){0};
}

/* Walks along one node's profile and its closed times. */
struct walk {
	const struct ft_search *search;
	const struct ft_profile *profile;
	const struct ft_closed *closed, *closed_end;
	uint32_t node, kinds, index;
	int64_t from;
};

static int64_t _end(const struct walk *walk, uint32_t index)
{
	if (index + 1 >= walk->profile->count)
		return FT_NEVER;
	return ft_profile_at(walk->profile, walk->kinds,
			     index + 1)[FT_POINT_TIME];
}

static uint32_t _capacity(const struct walk *walk, uint32_t index)
{
	return ft_shape_capacity(
		walk->search->shape, walk->search->machine, walk->node,
		ft_profile_at(walk->profile, walk->kinds, index));
}

/* Moves to a later time, which may be FT_NEVER. */
static void _move(struct walk *walk, int64_t time)
{
	walk->from = time;
	while (_end(walk, walk->index) <= time) {
		if (walk->index + 1 >= walk->profile->count)
			break;
		walk->index++;
	}
	while ((walk->closed < walk->closed_end) && (walk->closed->end <= time))
		walk->closed++;
}

/* The span of points over which a piece holds. */
struct span {
	uint32_t tasks, end; /* the first point after it */
	int64_t rise;	     /* when the first point with `tasks` ends */
};

/*
 * From walk->index on, what can be carried throughout until `end`, and how
 * far beyond that holds; no need to look further than `closes`.
 */
static struct span _measure(const struct walk *walk, int64_t end,
			    int64_t closes)
{
	struct span span = {.tasks = UINT32_MAX, .end = walk->index};

	for (; span.end < walk->profile->count; span.end++) {
		const int64_t *point =
			ft_profile_at(walk->profile, walk->kinds, span.end);
		uint32_t tasks;

		if ((point[FT_POINT_TIME] >= closes) &&
		    (span.end > walk->index))
			break;
		tasks = _capacity(walk, span.end);
		if (tasks >= span.tasks)
			continue;
		if ((point[FT_POINT_TIME] >= end) && (span.end > walk->index))
			break;
		span.tasks = tasks;
		span.rise = _end(walk, span.end);
		if (!tasks)
			break;
	}
	return span;
}

/*
 * Tries to start at walk->from: true if some tasks fit, with piece filled;
 * false after moving on to the next start worth trying.
 */
static bool _try(struct walk *walk, struct ft_piece *piece)
{
	const struct ft_shape *shape = walk->search->shape;
	int64_t duration = shape->request->duration - FT_PLANTED(1);
	int64_t closes = FT_NEVER;
	struct span span;

	if (walk->closed < walk->closed_end)
		closes = walk->closed->start;
	if (closes < walk->from + duration) {
		_move(walk, walk->closed->end);
		return false;
	}
	span = _measure(walk, walk->from + duration, closes);
	if (!span.tasks) {
		_move(walk, span.rise);
		return false;
	}
	piece->tasks = span.tasks;
	piece->first = walk->from;
	piece->until = _end(walk, span.end - 1);
	if (piece->until > closes)
		piece->until = closes;
	piece->last = piece->until;
	if (piece->until != FT_NEVER)
		piece->last -= duration;
	if ((piece->tasks < shape->high) && (span.rise <= piece->last))
		piece->last = span.rise - 1;
	piece->cores = ft_profile_at(walk->profile, walk->kinds,
				     walk->index)[FT_POINT_FREE + FT_CORES];
	return true;
}

static void _next_piece(struct ft_search *search, uint32_t position,
			int64_t from, int64_t limit)
{
	const struct ft_access *access = search->shape->access;
	struct ft_piece *piece = &search->piece[position];
	struct walk walk = {
		.search = search,
		.node = search->shape->roster->node[position],
		.kinds = search->machine->snapshot->resource_count,
	};

	walk.profile = &search->timeline->node[walk.node];
	walk.index = ft_profile_find(walk.profile, walk.kinds, from);
	walk.closed = access->closed + access->first[walk.node];
	walk.closed_end = access->closed + access->first[walk.node + 1];
	_move(&walk, from);
	while (walk.from <= limit)
		if (_try(&walk, piece))
			return;
	piece->first = FT_NEVER;
}

static int64_t _key(const struct ft_search *search, const uint32_t *heap,
		    uint32_t position)
{
	const struct ft_piece *piece = &search->piece[position];

	return heap == search->later ? piece->first : piece->last;
}

static void _sink(struct ft_search *search, uint32_t *heap, uint32_t count,
		  uint32_t at)
{
	uint32_t position = heap[at];
	int64_t key = _key(search, heap, position);

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (_key(search, heap, heap[child + 1]) <
		     _key(search, heap, heap[child])))
			child++;
		if (_key(search, heap, heap[child]) >= key)
			break;
		heap[at] = heap[child];
	}
	heap[at] = position;
}

static void _heapify(struct ft_search *search, uint32_t *heap, uint32_t count)
{
	for (uint32_t at = count / 2; at-- > 0;)
		_sink(search, heap, count, at);
}

static void _push(struct ft_search *search, uint32_t *heap, uint32_t *count,
		  uint32_t position)
{
	int64_t key = _key(search, heap, position);
	uint32_t at = (*count)++;

	while (at && (_key(search, heap, heap[(at - 1) / 2]) > key)) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = position;
}

static uint32_t _pop(struct ft_search *search, uint32_t *heap, uint32_t *count)
{
	uint32_t top = heap[0];

	heap[0] = heap[--*count];
	if (*count)
		_sink(search, heap, *count, 0);
	return top;
}

extern void ft_search_reset(struct ft_search *search,
			    const struct ft_shape *shape)
{
	search->shape = shape;
	search->active_count = 0;
	search->later_count = 0;
	search->tasks = 0;
	search->required = 0;
}

static void _count_in(struct ft_search *search, uint32_t position)
{
	search->tasks += search->piece[position].tasks;
	search->required += search->shape->roster->required[position];
}

extern void ft_search_activate(struct ft_search *search, uint32_t position)
{
	search->active[search->active_count++] = position;
	_count_in(search, position);
}

extern bool ft_search_enough(struct ft_search *search)
{
	const struct ft_shape *shape = search->shape;

	if ((search->active_count < shape->min_nodes) ||
	    (search->required < shape->roster->required_count) ||
	    (search->tasks < shape->tasks))
		return false;
	if (!shape->request->contiguous &&
	    ((shape->low == shape->high) ||
	     (search->active_count <= shape->max_nodes)))
		return true;
	return ft_choice_exists(search);
}

/* What is free of a licence at the point, set-asides taken off. */
struct licence_walk {
	const struct ft_profile *free, *aside;
	uint32_t free_index, aside_index;
};

static int64_t _licence_end(const struct ft_profile *profile, uint32_t index)
{
	if (index + 1 >= profile->count)
		return FT_NEVER;
	return ft_profile_at(profile, 1, index + 1)[FT_POINT_TIME];
}

/* The earliest start from `from` on at which count are free throughout. */
static int64_t _licence_start(const struct ft_search *search,
			      const struct ft_licence *licence, int64_t from)
{
	struct licence_walk walk = {
		.free = &search->timeline->licence[licence->licence],
		.aside = &search->shape->access->aside[licence->licence],
	};
	int64_t start = from, time = from;

	walk.free_index = ft_profile_find(walk.free, 1, from);
	walk.aside_index = ft_profile_find(walk.aside, 1, from);
	while (time < start + search->shape->request->duration) {
		int64_t end = _licence_end(walk.free, walk.free_index);
		int64_t aside_end = _licence_end(walk.aside, walk.aside_index);
		int64_t next = end < aside_end ? end : aside_end;

		if (ft_profile_at(walk.free, 1,
				  walk.free_index)[FT_POINT_FREE] +
			    ft_profile_at(walk.aside, 1,
					  walk.aside_index)[FT_POINT_FREE] <
		    licence->count - FT_PLANTED(3))
			start = next;
		if (next == FT_NEVER)
			break;
		walk.free_index += end == next;
		walk.aside_index += aside_end == next;
		time = next;
	}
	return start;
}

/* The earliest start at which every licence is free; FT_NEVER if none. */
static int64_t _licences_start(const struct ft_search *search, int64_t from)
{
	const struct ft_shape *shape = search->shape;
	int64_t start = from, last;

	do {
		last = start;
		for (uint32_t i = 0; i < shape->licence_count; i++) {
			if (start == FT_NEVER)
				return FT_NEVER;
			start = _licence_start(search, &shape->licence[i],
					       start);
		}
	} while (start != last);
	return start;
}

/*
 * Those whose piece begins by now start to count; others' pieces end.  True
 * if there is anything that was not there before.
 */
static bool _advance(struct ft_search *search, int64_t now, int64_t limit)
{
	bool more = false;

	while (search->later_count &&
	       (search->piece[search->later[0]].first <= now)) {
		uint32_t position =
			_pop(search, search->later, &search->later_count);

		more = true;
		_count_in(search, position);
		_push(search, search->active, &search->active_count, position);
	}
	while (search->active_count &&
	       (search->piece[search->active[0]].last < now)) {
		uint32_t position =
			_pop(search, search->active, &search->active_count);

		search->tasks -= search->piece[position].tasks;
		search->required -= search->shape->roster->required[position];
		_next_piece(search, position, now, limit);
		if (search->piece[position].first <= now) {
			more = true;
			_count_in(search, position);
			_push(search, search->active, &search->active_count,
			      position);
		} else if (search->piece[position].first <= limit) {
			_push(search, search->later, &search->later_count,
			      position);
		}
	}
	return more;
}

/* The next instant at which a piece begins or has just ended. */
static int64_t _next_event(const struct ft_search *search)
{
	int64_t next = FT_NEVER;

	if (search->later_count)
		next = search->piece[search->later[0]].first + FT_PLANTED(2);
	if (search->active_count) {
		int64_t last = search->piece[search->active[0]].last;

		if (last < next)
			next = last + 1;
	}
	return next;
}

static void _begin(struct ft_search *search, int64_t from, int64_t limit)
{
	uint32_t count = search->shape->roster->count;

	for (uint32_t position = 0; position < count; position++) {
		_next_piece(search, position, from, limit);
		if (search->piece[position].first <= from)
			ft_search_activate(search, position);
		else if (search->piece[position].first <= limit)
			search->later[search->later_count++] = position;
	}
}

extern int64_t ft_search_start(struct ft_search *search,
			       const struct ft_timeline *timeline,
			       const struct ft_shape *shape, int64_t from,
			       int64_t limit)
{
	int64_t now = from, licensed;
	bool heaps = false, more = true;

	search->timeline = timeline;
	ft_search_reset(search, shape);
	if (limit > LIMIT_MAX)
		limit = LIMIT_MAX;
	if (from > limit)
		return FT_NEVER;
	_begin(search, from, limit);
	while (now <= limit) {
		licensed = now;
		if (more && ft_search_enough(search)) {
			licensed = _licences_start(search, now);
			if (licensed == now)
				return now;
		}
		if (!heaps) {
			_heapify(search, search->later, search->later_count);
			_heapify(search, search->active, search->active_count);
			heaps = true;
		}
		more = licensed > now;
		now = more ? licensed : _next_event(search);
		if (now <= limit)
			more |= _advance(search, now, limit);
	}
	return FT_NEVER;
}
