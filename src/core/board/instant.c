/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See instant.h.
 */
#include "core/board/instant.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/planted.h"
#include "core/board/fit.h"
#include "core/board/leaf.h"
#include "core/board/pick.h"
#include "core/board/spread.h"

/* Room for one more pick; false if out of memory. */
static bool _pick_room(struct ft_board *board, uint32_t count)
{
	uint32_t room = board->pick_room * 2;
	void *pick, *edge;

	if (count < board->pick_room)
		return true;
	pick = realloc(board->pick, room * sizeof(*board->pick));
	if (pick)
		board->pick = pick;
	edge = realloc(board->edge, 2 * (size_t) room * sizeof(*board->edge));
	if (edge)
		board->edge = edge;
	if (!pick || !edge) {
		board->rc = -ENOMEM;
		return false;
	}
	board->pick_room = room;
	return true;
}

/* The last pick becomes as many as there are numbers of tasks that the node can
 * take in it. */
static uint32_t _split_span(struct ft_board *board,
			    const struct ft_pattern *pattern, uint32_t node,
			    const struct ft_profile *profile, uint32_t count)
{
	struct ft_candidate *pick = &board->pick[count - 1];
	int64_t limit = pick->last, from = pick->first;

	while (from <= limit) {
		int64_t last;
		uint32_t tasks = ft_spread_tasks(board, pattern, node, profile,
						 from, &last);

		board->steps += FT_STEP_LOOK;
		last = last < limit ? last : limit;
		pick = &board->pick[count - 1];
		if ((from == pick->first) || (pick->tasks == tasks)) {
			pick->tasks = tasks;
			pick->last = last;
		} else if (_pick_room(board, count)) {
			board->pick[count] = (struct ft_candidate){
				.first = from,
				.last = last,
				.node = node,
				.tasks = tasks,
			};
			count++;
		} else {
			break;
		}
		from = last + 1;
	}
	return count;
}

/* Has the processor fetch what looks at the listed nodes from i on will read,
 * for several at once: most of a look is waiting for memory. */
static void _foresee_nodes(const struct ft_board *board,
			   const struct ft_regard *regard, uint32_t i,
			   uint32_t listed, int64_t time)
{
	enum { AHEAD = 16 };
	const uint32_t *node = board->list + i;
	uint32_t count = listed - i < AHEAD ? listed - i : AHEAD;

	if (!regard->all || (i % AHEAD))
		return;
	for (uint32_t k = 0; k < count; k++)
		__builtin_prefetch(&board->lane[node[k]].profile);
	for (uint32_t k = 0; k < count; k++)
		ft_profile_foresee_find(&board->lane[node[k]].profile);
	for (uint32_t k = 0; k < count; k++)
		ft_profile_foresee(&board->lane[node[k]].profile,
				   board->resource_count, time);
}

/* All spans of starts of the node; the number of picks with them. */
static uint32_t _add_spans(struct ft_board *board,
			   const struct ft_pattern *pattern,
			   const struct ft_regard *regard, uint32_t node,
			   struct ft_span span, uint32_t count)
{
	const struct ft_profile *profile = ft_regard_node(
		board, regard, node, span.from, span.limit + pattern->duration);

	board->steps += FT_STEP_LOOK;
	while ((span.from <= span.limit) && _pick_room(board, count) &&
	       ft_fit_span(board, pattern, node, profile, span.from, span.limit,
			   &board->pick[count])) {
		span.from = board->pick[count++].last + 1;
		if (pattern->collective)
			count = _split_span(board, pattern, node, profile,
					    count);
	}
	return count;
}

static int64_t _first_start(struct ft_board *board,
			    const struct ft_pattern *pattern, uint32_t count,
			    uint32_t *most)
{
	if (ft_leaf_binds(pattern))
		return ft_leaf_start(board, pattern, count, most);
	if (pattern->collective)
		return ft_spread_start(board, pattern, count, most);
	return ft_pick_start(board, board->pick, count, pattern->nodes, most);
}

/* The candidates in pick are all there are in the span. */
static int64_t _earliest_start(struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, int64_t limit,
			       uint32_t count, uint32_t *most)
{
	int64_t start = _first_start(board, pattern, count, most);

	if ((start == FT_NEVER) && (*most >= ft_pattern_want(pattern)))
		*most = (uint32_t) ft_pattern_want(pattern) - 1;
	while (start != FT_NEVER) {
		uint32_t fewer;
		int64_t free =
			ft_regard_start(board, regard, pattern, start, limit);

		if ((free == start) || (free == FT_NEVER) || FT_PLANTED(25))
			return FT_PLANTED(25) ? start : free;
		/* What begins before counts from then on. */
		for (uint32_t i = 0; i < count; i++) {
			struct ft_candidate *pick = &board->pick[i];

			if (pick->first < free)
				pick->first = free;
			if (pick->last < free)
				board->pick[i--] = board->pick[--count];
		}
		start = _first_start(board, pattern, count, &fewer);
	}
	return FT_NEVER;
}

/* What nodes were found to take: at once, and at the first start. */
struct found {
	struct ft_tally all, first;
};

static bool _all_suffice(const struct ft_pattern *pattern,
			 const struct ft_tally *tally)
{
	if (pattern->collective)
		return ft_tally_suffices(tally, pattern);
	return tally->nodes >= pattern->nodes;
}

/* The picks from `before` on are of one node.  True: those that can start first
 * suffice. */
static bool _tally_node(struct ft_board *board,
			const struct ft_pattern *pattern, uint32_t before,
			uint32_t count, int64_t from, struct found *found)
{
	uint32_t tasks = 1;

	if (count == before)
		return false;
	for (uint32_t i = before; pattern->collective && (i < count); i++)
		if (board->pick[i].tasks > tasks)
			tasks = board->pick[i].tasks;
	ft_tally_add(&found->all, tasks);
	if (board->pick[before].first != from)
		return false;
	ft_tally_add(&found->first, board->pick[before].tasks);
	if (ft_leaf_binds(pattern))
		return ft_leaf_add(board, pattern, &board->pick[before]);
	return _all_suffice(pattern, &found->first);
}

/* Could they be enough, with so many more nodes? */
static bool _may_suffice(const struct ft_pattern *pattern,
			 const struct ft_tally *tally, uint32_t more)
{
	if ((uint64_t) tally->nodes + more < pattern->nodes)
		return false;
	return !pattern->collective ||
	       (tally->tasks + (uint64_t) more * pattern->high >=
		pattern->tasks);
}

extern int64_t ft_instant_find(struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, uint32_t listed,
			       struct ft_span span, uint32_t *most)
{
	uint32_t count = 0, i = 0, lack = 0;
	struct found found = {0};
	bool licensed = (listed >= pattern->nodes) &&
			(ft_regard_start(board, regard, pattern, span.from,
					 span.from) == span.from);

	if (ft_leaf_binds(pattern)) {
		lack = ft_leaf_lack(board, pattern, listed);
		ft_leaf_clear(board);
	}
	if (lack) {
		*most = ft_leaf_most(pattern, lack);
		return FT_NEVER;
	}
	for (; (i < listed) && _may_suffice(pattern, &found.all, listed - i);
	     i++) {
		uint32_t before = count;

		_foresee_nodes(board, regard, i, listed, span.from);
		count = _add_spans(board, pattern, regard, board->list[i], span,
				   count);
		if (_tally_node(board, pattern, before, count, span.from,
				&found) &&
		    licensed)
			return span.from;
	}
	if (!_may_suffice(pattern, &found.all, listed - i)) {
		int64_t all = listed * ft_pattern_part(pattern);
		int64_t want = ft_pattern_want(pattern);

		*most = (uint32_t) (all < want ? all : want - 1);
		return FT_NEVER;
	}
	return _earliest_start(board, pattern, regard, span.limit, count, most);
}

static uint32_t _count_clashes(const struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard,
			       const struct ft_candidate *pick, int64_t start)
{
	uint32_t node = pick->node;
	const struct ft_lane *lane = &board->lane[node];
	int32_t from = ft_board_second(board, start);
	int32_t end = ft_board_second(board, start + pattern->duration);
	uint32_t clashes = 0;
	int64_t last;

	if (regard->all ||
	    (ft_fit_at(board, pattern, node, &lane->profile, start) &&
	     (!pattern->collective ||
	      (ft_spread_tasks(board, pattern, node, &lane->profile, start,
			       &last) >= pick->tasks))))
		return 0;
	for (uint32_t i = 0; (i < lane->count) && (lane->slip[i].start < end);
	     i++)
		clashes += (lane->slip[i].end > from) &&
			   (lane->slip[i].job != regard->self) &&
			   ft_regard_passes(board, regard, &lane->slip[i]);
	return clashes;
}

extern uint32_t ft_instant_pick(struct ft_board *board,
				const struct ft_pattern *pattern,
				const struct ft_regard *regard, uint32_t listed,
				int64_t start, uint32_t limit)
{
	uint32_t count = 0, spare = limit - pattern->nodes;
	struct ft_tally tally = {0};
	bool enough = !pattern->collective;

	for (uint32_t i = 0; (i < listed) && (!enough || (count < limit));
	     i++) {
		uint32_t node = board->list[i];
		const struct ft_profile *profile;
		int64_t last;

		_foresee_nodes(board, regard, i, listed, start);
		if (board->mark[node] || !_pick_room(board, count))
			continue;
		board->steps += FT_STEP_LOOK;
		profile = ft_regard_node(board, regard, node, start,
					 start + pattern->duration);
		if (!ft_fit_span(board, pattern, node, profile, start, start,
				 &board->pick[count]))
			continue;
		if (pattern->collective) {
			board->pick[count].tasks = ft_spread_tasks(
				board, pattern, node, profile, start, &last);
			ft_tally_add(&tally, board->pick[count].tasks);
		}
		board->pick[count].clashes = _count_clashes(
			board, pattern, regard, &board->pick[count], start);
		count++;
		if (!enough && (limit != UINT32_MAX) &&
		    !ft_leaf_binds(pattern) &&
		    ft_tally_suffices(&tally, pattern)) {
			enough = true;
			limit = count + spare;
		}
	}
	return board->pick_count = count;
}
