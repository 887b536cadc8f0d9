/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See search.h.
 */
#include "core/search.h"

#include <errno.h>
#include <stdlib.h>

#include "core/choice.h"
#include "core/licence.h"
#include "core/piece.h"
#include "core/planted.h"

/* Fronts beyond this start from nothing each time. */
static const size_t reach_bytes_max = (size_t) 128 << 20;

extern int ft_search_init(struct ft_search *search,
			  const struct ft_machine *machine)
{
	uint32_t count = machine->snapshot->node_count;
	size_t room = (size_t) count + 1;

	*search = (struct ft_search){.machine = machine};
	search->active = calloc(room, sizeof(*search->active));
	search->later = calloc(room, sizeof(*search->later));
	search->room = calloc(room, sizeof(*search->room));
	search->pick = calloc(room, sizeof(*search->pick));
	if (!ft_reach_init(&search->own, count) && search->active &&
	    search->later && search->room && search->pick)
		return 0;
	ft_search_fini(search);
	return -ENOMEM;
}

extern void ft_search_fini(struct ft_search *search)
{
	ft_reach_fini(&search->own);
	free(search->active);
	free(search->later);
	free(search->room);
	free(search->pick);
	*search = (struct ft_search){0};
}

static void _sink(struct ft_later *heap, uint32_t count, uint32_t at)
{
	struct ft_later entry = heap[at];

	for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
		if ((child + 1 < count) &&
		    (heap[child + 1].time < heap[child].time))
			child++;
		if (heap[child].time >= entry.time)
			break;
		heap[at] = heap[child];
	}
	heap[at] = entry;
}

static void _push_later(struct ft_search *search, struct ft_later entry)
{
	struct ft_later *heap = search->later;
	uint32_t at = search->later_count++;

	while (at && (heap[(at - 1) / 2].time > entry.time)) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = entry;
}

/* The top of the heap becomes active; returns its time. */
static int64_t _pop_later(struct ft_search *search)
{
	struct ft_later top = search->later[0];

	search->later[0] = search->later[--search->later_count];
	if (search->later_count)
		_sink(search->later, search->later_count, 0);
	search->active[search->active_count++] = top.position;
	return top.time;
}

/* All positions that start after now and not after limit. */
static void _build_later(struct ft_search *search, int64_t now, int64_t limit)
{
	const int64_t *first = search->reach->first;
	uint32_t count = search->shape->roster->count;

	search->later_built = true;
	search->later_count = 0;
	for (uint32_t i = 0; i < count; i++)
		if ((first[i] > now) && (first[i] <= limit))
			search->later[search->later_count++] =
				(struct ft_later){first[i], i};
	for (uint32_t at = search->later_count / 2; at-- > 0;)
		_sink(search->later, search->later_count, at);
}

extern void ft_search_reset(struct ft_search *search,
			    const struct ft_shape *shape)
{
	search->shape = shape;
	search->reach = &search->own;
	search->active_count = 0;
	search->later_built = false;
	search->tasks = 0;
	search->required = 0;
	search->found = FT_NEVER;
}

extern void ft_search_activate(struct ft_search *search, uint32_t position,
			       uint32_t tasks)
{
	search->active[search->active_count++] = position;
	search->reach->tasks[position] = tasks;
	search->tasks += tasks;
	search->required += search->shape->roster->required[position];
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

static bool _current(const struct ft_search *search, uint32_t position,
		     int64_t now)
{
	uint32_t node = search->shape->roster->node[position];
	const struct ft_reach *reach = search->reach;

	return (reach->stamp[position] == search->timeline->stamp[node]) &&
	       (reach->last[position] >= now);
}

/* The fewest nodes that could do. */
static uint32_t _fewest(const struct ft_shape *shape)
{
	if (shape->low == shape->high)
		return (uint32_t) (shape->tasks / shape->low);
	return shape->min_nodes;
}

/* Could the active nodes suffice, as far as is known? */
static bool _hopeful(const struct ft_search *search, int64_t now)
{
	const struct ft_shape *shape = search->shape;
	const struct ft_reach *reach = search->reach;
	uint32_t required = 0;
	uint64_t tasks = 0;

	if (search->active_count < _fewest(shape))
		return false;
	if ((shape->low == shape->high) && !shape->roster->required_count)
		return true;
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];
		bool known = reach->stamp[position] &&
			     (reach->last[position] >= now);

		tasks += known ? reach->tasks[position] : shape->high;
		required += shape->roster->required[position];
	}
	return (tasks >= shape->tasks) &&
	       (required >= shape->roster->required_count);
}

/* Looks at the node; true if it can start now. */
static bool _look(struct ft_search *search, uint32_t position, int64_t now,
		  int64_t limit)
{
	uint32_t node = search->shape->roster->node[position];
	struct ft_reach *reach = search->reach;
	struct ft_piece piece;

	if (!ft_piece_find(search->machine, search->timeline, search->shape,
			   node, now, limit, &piece)) {
		/* All that is known: not up to the limit. */
		reach->first[position] = limit + 1;
		reach->stamp[position] = 0;
		return false;
	}
	reach->first[position] = piece.first;
	reach->last[position] = piece.last;
	reach->tasks[position] = piece.tasks;
	reach->stamp[position] = search->timeline->stamp[node];
	if (piece.first <= now)
		return true;
	if (search->later_built)
		_push_later(search, (struct ft_later){piece.first, position});
	return false;
}

/*
 * Fetches what looks at the next active nodes will read, for several at once:
 * most of a look is waiting for memory.
 */
static void _foresee(const struct ft_search *search, uint32_t first,
		     uint32_t end)
{
	const struct ft_profile *profile = search->timeline->node;
	const uint32_t *node = search->shape->roster->node;
	uint32_t kinds = search->machine->snapshot->resource_count;

	for (uint32_t i = first; i < end; i++)
		__builtin_prefetch(&profile[node[search->active[i]]]);
	for (uint32_t i = first; i < end; i++)
		ft_profile_foresee(&profile[node[search->active[i]]], kinds);
}

/*
 * Leaves only those active that can truly start now; false as soon as too few
 * are left, which leaves the rest as they were.
 */
static bool _refresh(struct ft_search *search, int64_t now, int64_t limit)
{
	enum { AHEAD = 16 };
	uint32_t fewest = _fewest(search->shape), i = 0, foreseen = 0;

	while (i < search->active_count) {
		uint32_t position = search->active[i];

		if (_current(search, position, now)) {
			i++;
			continue;
		}
		if (i >= foreseen) {
			foreseen = i + AHEAD;
			if (foreseen > search->active_count)
				foreseen = search->active_count;
			_foresee(search, i, foreseen);
		}
		if (_look(search, position, now, limit)) {
			i++;
			continue;
		}
		/* The order is kept up to what has been fetched. */
		search->active[i] = search->active[--foreseen];
		search->active[foreseen] =
			search->active[--search->active_count];
		if (search->active_count < fewest)
			return false;
	}
	search->tasks = 0;
	search->required = 0;
	for (i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		search->tasks += search->reach->tasks[position];
		search->required += search->shape->roster->required[position];
	}
	return true;
}

/* The first instant after now at which an active node can carry more. */
static int64_t _next_rise(const struct ft_search *search, int64_t now)
{
	const struct ft_reach *reach = search->reach;
	int64_t next = FT_NEVER;

	if (search->shape->low == search->shape->high)
		return FT_NEVER;
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		if (reach->stamp[position] && (reach->last[position] >= now) &&
		    (reach->last[position] < next) &&
		    (reach->tasks[position] < search->shape->high))
			next = reach->last[position] + 1;
	}
	return next;
}

/*
 * Moves on to the next instant at which there may be enough: at least at the
 * given time.  FT_NEVER if there is none up to the limit.
 */
static int64_t _advance(struct ft_search *search, int64_t now, int64_t at_least,
			int64_t limit)
{
	uint32_t fewest = _fewest(search->shape);
	int64_t next = at_least;

	if (!search->later_built)
		_build_later(search, now, limit);
	if (next <= now) {
		next = _next_rise(search, now);
		if (search->later_count && (search->later[0].time < next))
			next = search->later[0].time + FT_PLANTED(2);
	}
	while (search->later_count && ((search->later[0].time <= next) ||
				       (search->active_count < fewest))) {
		int64_t time = _pop_later(search);

		if (time > next)
			next = time;
	}
	return next <= limit ? next : FT_NEVER;
}

static void _begin(struct ft_search *search, int64_t from)
{
	const int64_t *first = search->reach->first;
	uint32_t count = search->shape->roster->count, active = 0;

	for (uint32_t i = 0; i < count; i++) {
		search->active[active] = i;
		active += first[i] <= from;
	}
	search->active_count = active;
}

static int64_t _sweep(struct ft_search *search, int64_t from, int64_t limit)
{
	int64_t now = from, licensed;

	if (limit > FT_PIECE_LIMIT)
		limit = FT_PIECE_LIMIT;
	for (_begin(search, from); now <= limit;
	     now = _advance(search, now, licensed, limit)) {
		licensed = now;
		if (!_hopeful(search, now))
			continue;
		if (!_refresh(search, now, limit) || !ft_search_enough(search))
			continue;
		licensed =
			ft_licence_start(search->timeline, search->shape, now);
		if (licensed == now) {
			search->found = now;
			return now;
		}
	}
	return FT_NEVER;
}

/* A front gets its own memory if that will serve more than one job. */
static struct ft_reach *_reach(struct ft_search *search, struct ft_shape *shape,
			       struct ft_front *front)
{
	uint32_t count = shape->roster->count;
	size_t bytes = ft_reach_bytes(count);

	if (front->reach.first)
		return &front->reach;
	if ((shape->jobs < 2) ||
	    (search->reach_bytes + bytes > reach_bytes_max) ||
	    ft_reach_init(&front->reach, count))
		return NULL;
	search->reach_bytes += bytes;
	ft_reach_reset(&front->reach, count, front->hint);
	return &front->reach;
}

static void _use(struct ft_search *search, const struct ft_timeline *timeline,
		 const struct ft_shape *shape, struct ft_reach *reach,
		 int64_t from)
{
	ft_search_reset(search, shape);
	search->timeline = timeline;
	if (reach)
		search->reach = reach;
	else
		ft_reach_reset(&search->own, shape->roster->count, from);
}

extern int64_t ft_search_start(struct ft_search *search,
			       const struct ft_timeline *timeline,
			       struct ft_shape *shape, struct ft_front *front,
			       int64_t not_before, int64_t limit)
{
	/* What is known from the hint on says too little from later on. */
	bool known = front && (not_before <= front->hint);
	int64_t from = known ? front->hint : not_before, start;

	if (from > limit)
		return FT_NEVER;
	_use(search, timeline, shape,
	     known ? _reach(search, shape, front) : NULL, from);
	start = _sweep(search, from, limit);
	if (known)
		front->hint = start == FT_NEVER ? limit + 1 : start;
	return start;
}

extern bool ft_search_at(struct ft_search *search,
			 const struct ft_timeline *timeline,
			 const struct ft_shape *shape, int64_t start)
{
	_use(search, timeline, shape, NULL, start);
	return _sweep(search, start, start) == start;
}
