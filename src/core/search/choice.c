/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See choice.h.
 */
#include "core/search/choice.h"

#include <stdlib.h>

#include "core/search/leaf.h"
#include "core/search/piece.h"

typedef int compare_fn(const void *a, const void *b);

static int _order_pick(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int _by_fit(const struct ft_pick *a, const struct ft_pick *b)
{
	if (a->until != b->until)
		return a->until < b->until ? -1 : 1;
	if (a->cores != b->cores)
		return a->cores < b->cores ? -1 : 1;
	return _order_pick(a->node, b->node);
}

/* What every order puts first. */
static int _by_need(const struct ft_pick *a, const struct ft_pick *b)
{
	if (a->required != b->required)
		return a->required ? -1 : 1;
	return _order_pick(a->weight, b->weight);
}

/* FT_PLACE_LOAD */
static int _by_load(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;
	int order = _by_need(a, b);

	if (!order && (a->cores != b->cores))
		order = a->cores > b->cores ? -1 : 1;
	return order ? order : _order_pick(a->node, b->node);
}

/* FT_PLACE_LAST */
static int _by_end(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;
	int order = _by_need(a, b);

	return order ? order : _order_pick(b->node, a->node);
}

/* The preferred order. */
static int _by_weight(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;

	if (a->required != b->required)
		return a->required ? -1 : 1;
	if (a->weight != b->weight)
		return _order_pick(a->weight, b->weight);
	if (a->tasks != b->tasks)
		return _order_pick(b->tasks, a->tasks);
	return _by_fit(a, b);
}

/* The order that needs the fewest nodes. */
static int _by_tasks(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;

	if (a->required != b->required)
		return a->required ? -1 : 1;
	if (a->tasks != b->tasks)
		return _order_pick(b->tasks, a->tasks);
	if (a->weight != b->weight)
		return _order_pick(a->weight, b->weight);
	return _by_fit(a, b);
}

/* FT_PLACE_BUSY */
static int _by_use(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;
	int order = _by_need(a, b);

	if (!order)
		order = _order_pick(b->tasks, a->tasks);
	if (!order && (a->since != b->since))
		order = a->since > b->since ? -1 : 1;
	return order ? order : _by_fit(a, b);
}

static int _by_node(const void *x, const void *y)
{
	const struct ft_pick *a = x, *b = y;

	return _order_pick(a->node, b->node);
}

static compare_fn *_preferred(const struct ft_request *request)
{
	if (request->place == FT_PLACE_BUSY)
		return _by_use;
	if (request->exclusive)
		return _by_weight;
	if (request->place == FT_PLACE_LOAD)
		return _by_load;
	return request->place == FT_PLACE_LAST ? _by_end : _by_weight;
}

static void _swap_pick(struct ft_pick *a, struct ft_pick *b)
{
	struct ft_pick c = *a;

	*a = *b;
	*b = c;
}

/* Brings the first `want` of the order to the front (quickselect). */
static void _select_pick(struct ft_pick *pick, uint32_t count, uint32_t want,
			 compare_fn *compare)
{
	while ((want > 0) && (want < count)) {
		uint32_t middle = count / 2, low = 0;

		if (compare(&pick[middle], &pick[0]) < 0)
			_swap_pick(&pick[middle], &pick[0]);
		if (compare(&pick[count - 1], &pick[0]) < 0)
			_swap_pick(&pick[count - 1], &pick[0]);
		if (compare(&pick[count - 1], &pick[middle]) < 0)
			_swap_pick(&pick[count - 1], &pick[middle]);
		/* The median goes last; what is before it goes below low. */
		_swap_pick(&pick[middle], &pick[count - 1]);
		for (uint32_t i = 0; i + 1 < count; i++)
			if (compare(&pick[i], &pick[count - 1]) < 0)
				_swap_pick(&pick[i], &pick[low++]);
		_swap_pick(&pick[low], &pick[count - 1]);
		if (want <= low) {
			count = low;
		} else {
			pick += low + 1;
			count -= low + 1;
			want -= low + 1;
		}
	}
}

extern void ft_choice_sort(struct ft_pick *pick, uint32_t count)
{
	qsort(pick, count, sizeof(*pick), _by_node);
}

/* Enough to see whether there is a choice. */
static void _set_pick(const struct ft_search *search, uint32_t position,
		      struct ft_pick *pick)
{
	const struct ft_roster *roster = search->shape->roster;
	uint32_t node = roster->node[position];

	*pick = (struct ft_pick){
		.weight = search->machine->snapshot->node[node].weight,
		.node = node,
		.tasks = search->tasks_at[position],
		.required = roster->required[position],
	};
}

/* The rest, which tells the better choice. */
static void _set_fit(const struct ft_search *search, uint32_t position,
		     int64_t start, struct ft_pick *pick)
{
	const struct ft_shape *shape = search->shape;
	struct ft_piece piece = {.last = search->last[position]};

	if ((shape->low == shape->high) && shape->request->exclusive &&
	    !shape->wants) {
		/* Every node that fits has all its cores free. */
		piece.until = piece.last;
		if (piece.last != FT_NEVER)
			piece.until += shape->duration;
		pick->cores = search->machine->snapshot
				      ->capacity[(size_t) pick->node *
						 search->machine->snapshot
							 ->resource_count];
	} else {
		ft_piece_find(search->machine, search->timeline, shape,
			      pick->node, start, start, &piece);
		pick->cores = piece.cores;
	}
	pick->until = piece.until;
	if (shape->request->place == FT_PLACE_BUSY)
		pick->since = ft_access_empty_since(
			shape->access, pick->node,
			&search->timeline->node[pick->node],
			search->machine->snapshot->resource_count,
			search->machine->snapshot->now, start);
}

/* The number of nodes, first in the order, that suffice; 0 if none does. */
static uint32_t _prefix(struct ft_search *search, compare_fn *compare)
{
	const struct ft_shape *shape = search->shape;
	uint32_t count = search->active_count, done = 0;
	uint32_t must = shape->min_nodes, want;
	uint64_t sum = 0;

	if (shape->roster->required_count > must)
		must = shape->roster->required_count;
	want = (uint32_t) ((shape->tasks + shape->high - 1) / shape->high);
	if (shape->low == shape->high) {
		_select_pick(search->pick, count, want, compare);
		return want <= count ? want : 0;
	}
	if (want < must)
		want = must;
	while ((done < shape->max_nodes) && (done < count)) {
		if (want > shape->max_nodes)
			want = shape->max_nodes;
		if (want > count)
			want = count;
		_select_pick(search->pick + done, count - done, want - done,
			     compare);
		if (want - done > 1)
			qsort(search->pick + done, want - done,
			      sizeof(*search->pick), compare);
		for (; done < want; done++) {
			sum += search->pick[done].tasks;
			if ((sum >= shape->tasks) && (done + 1 >= must))
				return done + 1;
		}
		want = done * 2;
	}
	return 0;
}

static void _set_room(struct ft_search *search, bool set)
{
	for (uint32_t i = 0; i < search->active_count; i++) {
		uint32_t position = search->active[i];

		search->room[position] = set ? search->tasks_at[position] : 0;
	}
}

/* A window of positions [first, end). */
struct window {
	uint32_t first, end, required;
	uint64_t tasks;
};

static bool _window_suffices(const struct ft_shape *shape,
			     const struct window *window)
{
	return (window->end - window->first >= shape->min_nodes) &&
	       (window->tasks >= shape->tasks) &&
	       (window->required == shape->roster->required_count);
}

/*
 * The shortest window of neighbouring nodes that suffices, the first of them:
 * end 0 if none.  For each end the latest first is tried; both only grow.
 */
static struct window _find_window(const struct ft_search *search)
{
	const struct ft_shape *shape = search->shape;
	const struct ft_roster *roster = shape->roster;
	struct window window = {0}, best = {0}, less;

	for (uint32_t i = 0; i < roster->count; i++) {
		if (!search->room[i] ||
		    (i && (roster->node[i] != roster->node[i - 1] + 1)))
			window = (struct window){.first = i};
		if (!search->room[i]) {
			window.first = i + 1;
			continue;
		}
		window.end = i + 1;
		window.tasks += search->room[i];
		window.required += roster->required[i];
		for (; _window_suffices(shape, &window); window = less) {
			if ((window.end - window.first <= shape->max_nodes) &&
			    (!best.end || (window.end - window.first <
					   best.end - best.first)))
				best = window;
			less = window;
			less.tasks -= search->room[less.first];
			less.required -= roster->required[less.first];
			less.first++;
		}
	}
	return best;
}

static uint32_t _choose_window(struct ft_search *search)
{
	struct window window;

	_set_room(search, true);
	window = _find_window(search);
	_set_room(search, false);
	for (uint32_t i = window.first; i < window.end; i++)
		_set_pick(search, i, &search->pick[i - window.first]);
	return window.end - window.first;
}

static void _set_picks(struct ft_search *search)
{
	for (uint32_t i = 0; i < search->active_count; i++)
		_set_pick(search, search->active[i], &search->pick[i]);
}

static bool _exists(struct ft_search *search)
{
	if (search->shape->request->bundle)
		return ft_leaf_bundles_exist(search);
	_set_picks(search);
	return _prefix(search, _by_tasks) > 0;
}

extern bool ft_choice_exists(struct ft_search *search)
{
	if (search->shape->request->contiguous)
		return _choose_window(search) > 0;
	if (search->shape->request->leaves)
		return ft_leaf_confine(search, _exists) > 0;
	return _exists(search);
}

extern void ft_choice_spread(const struct ft_shape *shape, struct ft_pick *pick,
			     uint32_t count)
{
	uint64_t rest = shape->tasks - (uint64_t) count * shape->low;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t more = pick[i].tasks - shape->low;

		if (more > rest)
			more = (uint32_t) rest;
		pick[i].tasks = shape->low + more;
		rest -= more;
	}
}

/* The node that such a one gives way to: the fewest tasks, at least so many. */
static uint32_t _narrower(const struct ft_search *search, uint32_t count,
			  const struct ft_pick *pick, uint64_t least)
{
	uint32_t best = FT_NO_INDEX;

	for (uint32_t i = count; i < search->active_count; i++) {
		const struct ft_pick *other = &search->pick[i];

		if ((other->weight != pick->weight) || (other->tasks < least) ||
		    (other->tasks >= pick->tasks))
			continue;
		if ((best == FT_NO_INDEX) ||
		    (other->tasks < search->pick[best].tasks) ||
		    ((other->tasks == search->pick[best].tasks) &&
		     (_by_fit(other, &search->pick[best]) < 0)))
			best = i;
	}
	return best;
}

/*
 * Where the number of nodes is given, nodes with room for more tasks are no
 * better: what they have to spare a later job could use together, and what
 * others have left it could not.
 */
static void _take_narrow(struct ft_search *search, uint32_t count)
{
	const struct ft_shape *shape = search->shape;
	struct ft_pick *pick = search->pick;
	uint64_t spare = 0;

	for (uint32_t i = 0; i < count; i++)
		spare += pick[i].tasks;
	spare -= shape->tasks;
	for (uint32_t i = count, taken = 0;
	     spare && (i-- > 0) && (taken < FT_CHOICE_NARROW) &&
	     !pick[i].required;
	     taken++) {
		uint64_t least =
			pick[i].tasks > spare ? pick[i].tasks - spare : 0;
		uint32_t other = _narrower(search, count, &pick[i], least);

		if (other == FT_NO_INDEX)
			continue;
		spare -= pick[i].tasks - pick[other].tasks;
		_swap_pick(&pick[i], &pick[other]);
	}
	qsort(pick, count, sizeof(*pick), _by_weight);
}

/* Does it have a number of nodes, and a choice of tasks for each? */
static bool _counts_nodes(const struct ft_shape *shape)
{
	return (shape->min_nodes == shape->max_nodes) &&
	       (shape->min_nodes > 1) && (shape->low < shape->high) &&
	       !shape->request->exclusive &&
	       (_preferred(shape->request) == _by_weight);
}

extern uint32_t ft_choice_make(struct ft_search *search, int64_t start)
{
	const struct ft_shape *shape = search->shape;
	uint32_t count, active = search->active_count;

	if (shape->request->contiguous) {
		count = _choose_window(search);
		ft_choice_spread(shape, search->pick, count);
		return count;
	}
	if (shape->request->leaves)
		search->active_count = ft_leaf_confine(search, _exists);
	if (shape->request->bundle)
		search->active_count = ft_leaf_bundles(search);
	_set_picks(search);
	/* Without a timeline there are no gaps. */
	for (uint32_t i = 0; search->timeline && (i < search->active_count);
	     i++)
		_set_fit(search, search->active[i], start, &search->pick[i]);
	count = _prefix(search, _preferred(shape->request));
	if (!count)
		count = _prefix(search, _by_tasks);
	if (count && _counts_nodes(shape))
		_take_narrow(search, count);
	ft_choice_spread(shape, search->pick, count);
	ft_choice_sort(search->pick, count);
	search->active_count = active;
	return count;
}
