/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See spread.h.
 */
#include "core/board/spread.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/fit.h"
#include "core/board/preference.h"
#include "core/timeline/shape.h"

extern bool ft_spread_bounds(struct ft_pattern *pattern,
			     const struct ft_request *request, uint64_t most)
{
	uint64_t low = request->min_tasks_node, high = request->max_tasks_node;
	uint64_t min = request->min_nodes, max = request->max_nodes;
	uint64_t tasks = request->tasks;

	high = high < most ? high : most;
	if (!tasks) {
		max = min;
		high = low;
		tasks = low * min;
	}
	max = tasks / low < max ? tasks / low : max;
	*pattern = (struct ft_pattern){.nodes = (uint32_t) min,
				       .nodes_max = (uint32_t) min,
				       .low = (uint32_t) low,
				       .high = (uint32_t) low};
	if ((max < min) || (high < low) || (max * high < tasks))
		return false;
	if (high > tasks - (min - 1) * low)
		high = tasks - (min - 1) * low;
	if (tasks > (max - 1) * high + low)
		low = tasks - (max - 1) * high;
	max = tasks / low < max ? tasks / low : max;
	if (min < tasks / high + (tasks % high != 0))
		min = tasks / high + (tasks % high != 0);
	pattern->collective = low < high;
	pattern->low = (uint32_t) low;
	pattern->high = (uint32_t) high;
	pattern->tasks = tasks;
	pattern->nodes = (uint32_t) min;
	pattern->nodes_max = FT_PLANTED(43) ? UINT32_MAX : (uint32_t) max;
	return true;
}

static bool _amount_fits(const int64_t *amount, const int64_t *free,
			 uint32_t kinds)
{
	for (uint32_t r = 0; r < kinds; r++)
		if (amount[r] > free[r])
			return false;
	return true;
}

/* ft_shape_cost, or ft_shape_want. */
typedef void amount_fn(const struct ft_request *request,
		       uint32_t resource_count, uint32_t threads,
		       uint64_t tasks, int64_t *ret_amount);

/* The most tasks that fit, at least low, which do, and less than high: their
 * amount grows with their number. */
static uint64_t _most_between(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t node,
			      const int64_t *free, amount_fn *amount_of,
			      uint64_t low, uint64_t high)
{
	uint32_t kinds = board->resource_count;
	int64_t amount[kinds];

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		amount_of(&pattern->wish, kinds,
			  board->kind_threads[board->node[node].kind], middle,
			  amount);
		if (_amount_fits(amount, free, kinds))
			low = middle;
		else
			high = middle;
	}
	return low;
}

extern uint64_t ft_spread_most(const struct ft_board *board,
			       const struct ft_pattern *pattern)
{
	uint32_t kinds = board->resource_count;
	uint64_t most = pattern->low;
	int64_t amount[kinds];

	for (uint32_t n = 0; n < board->node_count; n++) {
		const int64_t *have = ft_board_capacity(board, n);

		if (!ft_bit(pattern->roster, n) || (most == pattern->high))
			continue;
		ft_shape_want(&pattern->wish, kinds,
			      board->kind_threads[board->node[n].kind],
			      most + 1, amount);
		if (_amount_fits(amount, have, kinds))
			most = _most_between(board, pattern, n, have,
					     ft_shape_want, most + 1,
					     (uint64_t) pattern->high + 1);
	}
	return most;
}

/* Amounts of a wish. */
enum { WISHES = 5 };

static const int64_t *_copy_amounts(int64_t *to, const int64_t *from,
				    uint32_t kinds)
{
	for (uint32_t r = 0; r < kinds; r++)
		to[r] = from ? from[r] : 0;
	return to;
}

extern bool ft_spread_copy(struct ft_pattern *pattern,
			   const struct ft_request *request, uint32_t kinds)
{
	int64_t *room = calloc(WISHES * (size_t) kinds, sizeof(*room));

	free(pattern->wish_room);
	pattern->wish_room = room;
	if (!room)
		return false;
	pattern->wish = (struct ft_request){
		.cpus_per_task = request->cpus_per_task,
		.per_node = _copy_amounts(room, request->per_node, kinds),
		.per_task =
			_copy_amounts(room + kinds, request->per_task, kinds),
		.per_core = _copy_amounts(room + 2 * (size_t) kinds,
					  request->per_core, kinds),
		.want_node = _copy_amounts(room + 3 * (size_t) kinds,
					   request->want_node, kinds),
		.want_task = _copy_amounts(room + 4 * (size_t) kinds,
					   request->want_task, kinds),
	};
	return true;
}

extern bool ft_spread_same(const struct ft_pattern *a,
			   const struct ft_pattern *b, uint32_t kinds)
{
	if ((a->collective != b->collective) || (a->low != b->low))
		return false;
	if (!a->collective)
		return true;
	return (a->high == b->high) && (a->tasks == b->tasks) &&
	       (a->nodes_max == b->nodes_max) &&
	       (a->wish.cpus_per_task == b->wish.cpus_per_task) &&
	       !memcmp(a->wish_room, b->wish_room,
		       WISHES * (size_t) kinds * sizeof(*a->wish_room));
}

extern uint32_t ft_spread_state(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				const int64_t *state)
{
	size_t kinds = board->resource_count;
	const int64_t *free = state + FT_STATE_FREE;

	if (!ft_fit_state(board, pattern, node, state))
		return 0;
	if (pattern->whole)
		free = ft_board_capacity(board, node);
	if (_amount_fits(pattern->most + board->node[node].kind * kinds, free,
			 board->resource_count))
		return pattern->high;
	return (uint32_t) _most_between(board, pattern, node, free,
					ft_shape_cost, pattern->low,
					pattern->high);
}

/* Tasks for which the state has what they want at their start: none, or low to
 * high. */
static uint32_t _wanted_tasks(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t node,
			      const int64_t *state)
{
	size_t kinds = board->resource_count;
	const int64_t *free = state + FT_STATE_FREE;

	if (!pattern->want)
		return pattern->high;
	if (!ft_fit_wants(board, pattern, node, state))
		return 0;
	if (_amount_fits(pattern->most_want + board->node[node].kind * kinds,
			 free, board->resource_count))
		return pattern->high;
	return (uint32_t) _most_between(board, pattern, node, free,
					ft_shape_want, pattern->low,
					pattern->high);
}

extern uint32_t ft_spread_begins(const struct ft_board *board,
				 const struct ft_pattern *pattern,
				 uint32_t node, const int64_t *state)
{
	uint32_t tasks = ft_spread_state(board, pattern, node, state);
	uint32_t wanted = _wanted_tasks(board, pattern, node, state);

	return tasks < wanted ? tasks : wanted;
}

extern uint32_t ft_spread_tasks(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				const struct ft_profile *profile, int64_t start,
				int64_t *last)
{
	uint32_t kinds = board->resource_count;
	uint32_t step = ft_profile_find(profile, start);
	int64_t least[FT_STATE_FREE + kinds];
	int64_t end = start + pattern->duration;
	/* From when on another step is the first, or one more the last. */
	int64_t change = ft_profile_end(profile, step);
	uint32_t wanted = _wanted_tasks(board, pattern, node,
					ft_profile_state(profile, kinds, step));
	uint32_t most;

	memcpy(least, ft_profile_state(profile, kinds, step), sizeof(least));
	while (ft_profile_end(profile, step) < end) {
		const int64_t *state = ft_profile_state(profile, kinds, ++step);

		if (state[FT_STATE_USERS] > least[FT_STATE_USERS])
			least[FT_STATE_USERS] = state[FT_STATE_USERS];
		for (uint32_t r = FT_STATE_FREE; r < FT_STATE_FREE + kinds; r++)
			least[r] = state[r] < least[r] ? state[r] : least[r];
	}
	end = ft_profile_end(profile, step);
	if ((end != FT_NEVER) && (end - pattern->duration + 1 < change))
		change = end - pattern->duration + 1;
	*last = FT_PLANTED(44) ? FT_NEVER : change - 1;
	most = ft_spread_state(board, pattern, node, least);
	return wanted < most ? wanted : most;
}

extern const int64_t *ft_spread_amount(struct ft_board *board,
				       const struct ft_pattern *pattern,
				       uint32_t node, uint32_t tasks)
{
	ft_shape_cost(&pattern->wish, board->resource_count,
		      board->kind_threads[board->node[node].kind], tasks,
		      board->cost);
	return board->cost;
}

/* Ends, which are past the last start, come before starts. */
static int _by_piece_edge(const void *a, const void *b)
{
	const struct ft_heap_item *one = a, *two = b;

	if (one->key != two->key)
		return one->key < two->key ? -1 : 1;
	return (int) (one->value & 1) - (int) (two->value & 1);
}

extern void ft_spread_edges(struct ft_board *board, uint32_t count)
{
	struct ft_heap_item *edge = board->edge;

	for (uint32_t i = 0; i < count; i++) {
		const struct ft_candidate *pick = &board->pick[i];

		edge[2 * i] = (struct ft_heap_item){(uint64_t) pick->first,
						    2 * i + 1};
		edge[2 * i + 1] =
			(struct ft_heap_item){(uint64_t) pick->last + 1, 2 * i};
	}
	qsort(edge, 2 * (size_t) count, sizeof(*edge), _by_piece_edge);
}

static bool _begins_then(const struct ft_candidate *pick, int64_t start)
{
	return (pick->first <= start) && (pick->last >= start);
}

/* Those that can start then, with at least so many tasks. */
static uint32_t _count_rich(const struct ft_candidate *pick, uint32_t count,
			    int64_t start, uint64_t tasks)
{
	uint32_t rich = 0;

	for (uint32_t i = 0; i < count; i++)
		rich += (pick[i].tasks >= tasks) &&
			_begins_then(&pick[i], start);
	return rich;
}

/* The last of the best can take as many as so many others can at least. */
extern uint64_t ft_spread_most_tasks(struct ft_board *board,
				     const struct ft_pattern *pattern,
				     const struct ft_candidate *pick,
				     uint32_t count, int64_t start)
{
	uint64_t low = pattern->low, high = (uint64_t) pattern->high + 1;
	uint64_t sum = 0;
	uint32_t more = 0;

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		board->steps += count / FT_STEP_NODE;
		if (_count_rich(pick, count, start, middle) >=
		    pattern->nodes_max)
			low = middle;
		else
			high = middle;
	}
	for (uint32_t i = 0; i < count; i++) {
		if ((pick[i].tasks <= low) || !_begins_then(&pick[i], start))
			continue;
		sum += pick[i].tasks;
		more++;
	}
	return sum + (pattern->nodes_max - more) * low;
}

extern int64_t ft_spread_start(struct ft_board *board,
			       const struct ft_pattern *pattern, uint32_t count,
			       uint32_t *most)
{
	const struct ft_heap_item *edge = board->edge;
	struct ft_tally now = {0};

	*most = 0;
	ft_spread_edges(board, count);
	for (uint32_t i = 0; i < 2 * count; i++) {
		uint32_t tasks = board->pick[edge[i].value / 2].tasks;
		uint64_t sum;

		if (!(edge[i].value & 1)) {
			now.nodes--;
			now.tasks -= tasks;
			continue;
		}
		ft_tally_add(&now, tasks);
		sum = now.tasks;
		/* Others that begin at the same time are added first. */
		if ((now.nodes > pattern->nodes_max) &&
		    (sum >= pattern->tasks)) {
			if ((i + 1 < 2 * count) &&
			    (edge[i + 1].key == edge[i].key))
				continue;
			sum = ft_spread_most_tasks(board, pattern, board->pick,
						   count,
						   (int64_t) edge[i].key);
		}
		sum = sum < pattern->tasks ? sum : pattern->tasks;
		*most = sum > *most ? (uint32_t) sum : *most;
		if ((now.nodes >= pattern->nodes) && (sum == pattern->tasks))
			return (int64_t) edge[i].key;
	}
	return FT_NEVER;
}

static int _by_task_room(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;

	if (one->tasks != two->tasks)
		return one->tasks > two->tasks ? -1 : 1;
	return ft_preference_spread(a, b);
}

static int _by_pick_node(const void *a, const void *b)
{
	const struct ft_candidate *one = a, *two = b;

	return one->node < two->node ? -1 : 1;
}

extern void ft_spread_order(struct ft_board *board)
{
	qsort(board->pick, board->pick_count, sizeof(*board->pick),
	      _by_pick_node);
}

/* The first of the order that suffice; 0 if there are none. */
static uint32_t _first_enough(const struct ft_pattern *pattern,
			      struct ft_candidate *pick, uint32_t count,
			      ft_preference *compare)
{
	struct ft_tally tally = {0};

	qsort(pick, count, sizeof(*pick), compare);
	for (uint32_t i = 0; i < count; i++) {
		ft_tally_add(&tally, pick[i].tasks);
		if (tally.nodes > pattern->nodes_max)
			break;
		if (ft_tally_suffices(&tally, pattern))
			return i + 1;
	}
	return 0;
}

extern uint32_t ft_spread_first(const struct ft_pattern *pattern,
				struct ft_candidate *pick, uint32_t count)
{
	uint32_t first =
		_first_enough(pattern, pick, count, ft_preference_of(pattern));

	return first ? first
		     : _first_enough(pattern, pick, count, _by_task_room);
}

extern bool ft_spread_enough(struct ft_board *board,
			     const struct ft_pattern *pattern)
{
	for (uint32_t i = 0; i < board->pick_count; i++)
		board->pick[i].clashes = 0;
	return _first_enough(pattern, board->pick, board->pick_count,
			     _by_task_room) > 0;
}

/* Each gets low tasks, the rest goes to the first up to what they can take. */
static void _spread_rest(struct ft_board *board,
			 const struct ft_pattern *pattern)
{
	uint64_t rest =
		pattern->tasks - (uint64_t) board->pick_count * pattern->low;

	for (uint32_t i = 0; i < board->pick_count; i++) {
		uint32_t more = board->pick[i].tasks - pattern->low;

		more = more < rest ? more : (uint32_t) rest;
		board->pick[i].tasks = pattern->low + more;
		rest -= more;
	}
}

extern void ft_spread_settle(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t count)
{
	board->pick_count = count;
	if (!count)
		return;
	_spread_rest(board, pattern);
	ft_spread_order(board);
}

extern void ft_spread_best(struct ft_board *board,
			   const struct ft_pattern *pattern)
{
	ft_spread_settle(
		board, pattern,
		ft_spread_first(pattern, board->pick, board->pick_count));
}
