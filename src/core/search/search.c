/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See search.h.
 */
#include "core/search/search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/search/choice.h"
#include "core/search/licence.h"
#include "core/search/piece.h"
#include "core/base/planted.h"

/* A position that cannot start before time. */
struct ft_later {
	int64_t time;
	uint32_t position;
};

/* Nodes to a word of a set. */
enum { WORD = 64 };

/* Fronts beyond this know their hint only. */
static const size_t front_bytes_max = (size_t) 32 << 20;

extern int ft_search_init(struct ft_search *search,
			  const struct ft_machine *machine)
{
	size_t room = (size_t) machine->snapshot->node_count + 1;
	size_t words = room / WORD + 1;

	*search = (struct ft_search){.machine = machine};
	search->first = calloc(room, sizeof(*search->first));
	search->last = calloc(room, sizeof(*search->last));
	search->tasks_at = calloc(room, sizeof(*search->tasks_at));
	search->member = calloc(room, sizeof(*search->member));
	search->run = calloc(words, WORD);
	search->word = calloc(words, sizeof(*search->word));
	search->active = calloc(room, sizeof(*search->active));
	search->later = calloc(room, sizeof(*search->later));
	search->room = calloc(room, sizeof(*search->room));
	/* see leaf.c: picks of groups, then those of a choice */
	search->pick = calloc(2 * room, sizeof(*search->pick));
	/* of which a power of two is used, twice as many as nodes at least */
	search->tally = calloc(4 * room, sizeof(*search->tally));
	if (search->first && search->last && search->tasks_at &&
	    search->member && search->run && search->word && search->active &&
	    search->later && search->room && search->pick && search->tally)
		return 0;
	ft_search_fini(search);
	return -ENOMEM;
}

extern void ft_search_fini(struct ft_search *search)
{
	free(search->first);
	free(search->last);
	free(search->tasks_at);
	free(search->member);
	free(search->run);
	free(search->word);
	free(search->active);
	free(search->later);
	free(search->room);
	free(search->pick);
	free(search->tally);
	*search = (struct ft_search){0};
}

static void _sink_search(struct ft_later *heap, uint32_t count, uint32_t at)
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
		_sink_search(search->later, search->later_count, 0);
	search->active[search->active_count++] = top.position;
	return top.time;
}

/* All members that start after now and not after limit. */
static void _build_later(struct ft_search *search, int64_t now, int64_t limit)
{
	search->later_built = true;
	search->later_count = 0;
	for (uint32_t i = 0; i < search->member_count; i++) {
		uint32_t position = search->member[i];
		int64_t first = search->first[position];

		if ((first > now) && (first <= limit))
			search->later[search->later_count++] =
				(struct ft_later){first, position};
	}
	for (uint32_t at = search->later_count / 2; at-- > 0;)
		_sink_search(search->later, search->later_count, at);
}

extern void ft_search_reset(struct ft_search *search,
			    const struct ft_shape *shape)
{
	search->shape = shape;
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
	search->tasks_at[position] = tasks;
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
	if (!ft_shape_tied(shape) &&
	    ((shape->low == shape->high) ||
	     (search->active_count <= shape->max_nodes)))
		return true;
	return ft_choice_exists(search);
}

/* Is what is known of the position good for a start now? */
static bool _current(const struct ft_search *search, uint32_t position,
		     int64_t now)
{
	return (search->first[position] <= now) &&
	       (search->last[position] >= now);
}

/* The fewest nodes that could do. */
static uint32_t _fewest(const struct ft_shape *shape)
{
	if (shape->low == shape->high)
		return (uint32_t) (shape->tasks / shape->low);
	return shape->min_nodes;
}

/* Could the active nodes suffice, as far as is known? */
static bool _hopeful_search(const struct ft_search *search, int64_t now)
{
	const struct ft_shape *shape = search->shape;
	uint32_t required = 0;
	uint64_t tasks = 0;

	if (search->active_count < _fewest(shape))
		return false;
	if ((shape->low == shape->high) && !shape->roster->required_count)
		return true;
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		tasks += _current(search, position, now)
				 ? search->tasks_at[position]
				 : shape->high;
		required += shape->roster->required[position];
	}
	return (tasks >= shape->tasks) &&
	       (required >= shape->roster->required_count);
}

/* Looks at the node; true if it can start now. */
static bool _look_search(struct ft_search *search, uint32_t position,
			 int64_t now, int64_t limit)
{
	uint32_t node = search->shape->roster->node[position];
	struct ft_piece piece;

	if (!ft_piece_find(search->machine, search->timeline, search->shape,
			   node, now, search->limit, &piece)) {
		search->first[position] = search->limit + 1;
		search->last[position] = INT64_MIN;
		return false;
	}
	search->first[position] = piece.first;
	search->last[position] = piece.last;
	search->tasks_at[position] = piece.tasks;
	if (piece.first <= now)
		return true;
	if (search->later_built && (piece.first <= limit))
		_push_later(search, (struct ft_later){piece.first, position});
	return false;
}

/*
 * Fetches what looks at the next active nodes will read, for several at once:
 * most of a look is waiting for memory.
 */
static void _foresee_search(const struct ft_search *search, uint32_t first,
			    uint32_t end, int64_t now)
{
	const struct ft_profile *profile = search->timeline->node;
	const uint32_t *node = search->shape->roster->node;
	uint32_t kinds = search->machine->snapshot->resource_count;

	for (uint32_t i = first; i < end; i++)
		__builtin_prefetch(&profile[node[search->active[i]]]);
	for (uint32_t i = first; i < end; i++)
		ft_profile_foresee_find(&profile[node[search->active[i]]]);
	for (uint32_t i = first; i < end; i++)
		ft_profile_foresee(&profile[node[search->active[i]]], kinds,
				   now);
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
			_foresee_search(search, i, foreseen, now);
		}
		if (_look_search(search, position, now, limit)) {
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

		search->tasks += search->tasks_at[position];
		search->required += search->shape->roster->required[position];
	}
	return true;
}

/* The first instant after now at which an active node can carry more. */
static int64_t _next_room(const struct ft_search *search, int64_t now)
{
	int64_t next = FT_NEVER;

	if (search->shape->low == search->shape->high)
		return FT_NEVER;
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		if (_current(search, position, now) &&
		    (search->last[position] < next) &&
		    (search->tasks_at[position] < search->shape->high))
			next = search->last[position] + 1;
	}
	return next;
}

/*
 * Moves on to the next instant at which there may be enough: at least at the
 * given time.  FT_NEVER if there is none up to the limit.
 */
static int64_t _advance_search(struct ft_search *search, int64_t now,
			       int64_t at_least, int64_t limit)
{
	uint32_t fewest = _fewest(search->shape);
	int64_t next = at_least;

	if (!search->later_built)
		_build_later(search, now, limit);
	if (next <= now) {
		next = _next_room(search, now);
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

/* The earliest start in [from, limit] on the members. */
static int64_t _sweep_search(struct ft_search *search, int64_t from,
			     int64_t limit)
{
	int64_t now = from, licensed;

	search->active_count = search->member_count;
	memcpy(search->active, search->member,
	       search->member_count * sizeof(*search->member));
	search->later_built = false;
	for (; now <= limit;
	     now = _advance_search(search, now, licensed, limit)) {
		licensed = now;
		if ((now > from) && ft_watch_over(search->watch))
			break;
		if (!_hopeful_search(search, now))
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

/* The position in the roster of a node of its set. */
static uint32_t _search_position(const struct ft_roster *roster, uint32_t word,
				 uint32_t bit)
{
	uint64_t below = roster->set->word[word] & ((UINT64_C(1) << bit) - 1);

	return roster->before[word] + ft_node_set_bits(below);
}

/* The nodes of search->word become members. */
static void _admit(struct ft_search *search, const struct ft_floor_need *need,
		   int64_t from)
{
	const struct ft_roster *roster = search->shape->roster;

	search->member_count = 0;
	for (uint32_t i = need->word; i < need->word_end; i++) {
		for (uint64_t w = search->word[i]; w; w &= w - 1) {
			uint32_t bit = (uint32_t) __builtin_ctzll(w);
			uint32_t position = _search_position(roster, i, bit);

			search->first[position] = from;
			search->last[position] = INT64_MIN;
			search->member[search->member_count++] = position;
		}
	}
}

static void _admit_all(struct ft_search *search, int64_t from)
{
	search->member_count = search->shape->roster->count;
	for (uint32_t i = 0; i < search->member_count; i++) {
		search->first[i] = from;
		search->last[i] = INT64_MIN;
		search->member[i] = i;
	}
}

/* Keeps what the sweep has learnt of its members. */
static void _learn_search(const struct ft_search *search,
			  struct ft_front *front)
{
	const uint32_t *node = search->shape->roster->node;
	int64_t origin = search->machine->snapshot->now;

	for (uint32_t i = 0; front && (i < search->member_count); i++) {
		uint32_t position = search->member[i];

		ft_front_note(front, node[position],
			      search->first[position] - origin);
	}
}

/* Goes from row to row, and sweeps where enough nodes are not ruled out. */
static int64_t _stride(struct ft_search *search, struct ft_front *front,
		       int64_t from, int64_t limit)
{
	const struct ft_floor *floor = search->timeline->floor;
	const struct ft_node_set *set = search->shape->roster->set;
	struct ft_floor_need need =
		ft_floor_need(floor, search->machine, search->shape);
	uint32_t fewest = _fewest(search->shape);
	uint32_t row = ft_floor_row(floor, &need, from), next = row + 1;
	int64_t start = FT_NEVER, end;

	memset(search->run + (size_t) need.word * WORD, 0,
	       (size_t) (need.word_end - need.word) * WORD);
	for (; (start == FT_NEVER) && (from <= limit); from = end + 1, row++) {
		if ((row + 1 < next) && ft_watch_over(search->watch))
			break;
		end = ft_floor_row_end(floor, &need, row) - 1;
		if (end > limit)
			end = limit;
		for (; next <= row + need.spans; next++)
			ft_floor_step(floor, &need, next, search->run);
		if (ft_floor_select(floor, &need, row, search->run, front, set,
				    search->word) < fewest)
			continue;
		_admit(search, &need, from);
		start = _sweep_search(search, from, end);
		_learn_search(search, front);
	}
	return start;
}

static int64_t _find_search(struct ft_search *search, struct ft_front *front,
			    int64_t from, int64_t limit)
{
	if (search->timeline->floor)
		return _stride(search, front, from, limit);
	_admit_all(search, from);
	return _sweep_search(search, from, limit);
}

/* A front gets its memory if that will serve more than one job. */
static bool _equip_search(struct ft_search *search,
			  const struct ft_shape *shape, struct ft_front *front)
{
	uint32_t nodes = search->machine->snapshot->node_count;
	size_t bytes = ft_front_bytes(nodes);

	if (front->first)
		return true;
	if ((shape->jobs < 2) ||
	    (search->front_bytes + bytes > front_bytes_max))
		return false;
	search->front_bytes += bytes;
	return ft_front_equip(front, nodes);
}

static void _use_search(struct ft_search *search,
			const struct ft_timeline *timeline,
			const struct ft_shape *shape)
{
	ft_search_reset(search, shape);
	search->timeline = timeline;
}

/* Did it end without having looked everywhere? */
static bool _broken(const struct ft_search *search)
{
	return search->watch && search->watch->spent;
}

extern int64_t ft_search_start(struct ft_search *search,
			       const struct ft_timeline *timeline,
			       struct ft_shape *shape, struct ft_front *front,
			       int64_t not_before, int64_t limit)
{
	/* What is known from the hint on says too little from later on. */
	bool known = front && (not_before <= front->hint);
	int64_t from = known ? front->hint : not_before, start;

	if (limit > FT_PIECE_LIMIT)
		limit = FT_PIECE_LIMIT;
	if (from > limit)
		return FT_NEVER;
	_use_search(search, timeline, shape);
	search->limit = limit;
	start = _find_search(
		search,
		known && _equip_search(search, shape, front) ? front : NULL,
		from, limit);
	if (known && ((start != FT_NEVER) || !_broken(search)))
		front->hint = start == FT_NEVER ? limit + 1 : start;
	return start;
}

extern bool ft_search_at(struct ft_search *search,
			 const struct ft_timeline *timeline,
			 const struct ft_shape *shape, int64_t start)
{
	_use_search(search, timeline, shape);
	search->limit = start;
	return _find_search(search, NULL, start, start) == start;
}
