/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See instant.h.
 */
#include "core/board/instant.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/planted.h"
#include "core/board/fit.h"
#include "core/board/pick.h"

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
			   &board->pick[count]))
		span.from = board->pick[count++].last + 1;
	return count;
}

/* The candidates in pick are all there are in the span. */
static int64_t _earliest_start(struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, int64_t limit,
			       uint32_t count, uint32_t *most)
{
	int64_t start =
		ft_pick_start(board, board->pick, count, pattern->nodes, most);

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
		start = ft_pick_start(board, board->pick, count, pattern->nodes,
				      &fewer);
	}
	return FT_NEVER;
}

extern int64_t ft_instant_find(struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, uint32_t listed,
			       struct ft_span span, uint32_t *most)
{
	uint32_t count = 0, nodes = 0, first = 0;
	bool licensed = (listed >= pattern->nodes) &&
			(ft_regard_start(board, regard, pattern, span.from,
					 span.from) == span.from);

	*most = listed;
	for (uint32_t i = 0;
	     (i < listed) && (nodes + (listed - i) >= pattern->nodes); i++) {
		uint32_t before = count;

		count = _add_spans(board, pattern, regard, board->list[i], span,
				   count);
		nodes += count > before;
		first += (count > before) &&
			 (board->pick[before].first == span.from);
		if (licensed && (first >= pattern->nodes))
			return span.from;
	}
	if (nodes < pattern->nodes) {
		if (*most >= pattern->nodes)
			*most = pattern->nodes - 1;
		return FT_NEVER;
	}
	return _earliest_start(board, pattern, regard, span.limit, count, most);
}

static uint32_t _count_clashes(const struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, uint32_t node,
			       int64_t start)
{
	const struct ft_lane *lane = &board->lane[node];
	int32_t from = ft_board_second(board, start);
	int32_t end = ft_board_second(board, start + pattern->duration);
	uint32_t clashes = 0;

	if (regard->all ||
	    ft_fit_at(board, pattern, node, &lane->profile, start))
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
	uint32_t count = 0;

	for (uint32_t i = 0; (i < listed) && (count < limit); i++) {
		uint32_t node = board->list[i];
		const struct ft_profile *profile;

		if (board->mark[node] || !_pick_room(board, count))
			continue;
		board->steps += FT_STEP_LOOK;
		profile = ft_regard_node(board, regard, node, start,
					 start + pattern->duration);
		if (!ft_fit_span(board, pattern, node, profile, start, start,
				 &board->pick[count]))
			continue;
		board->pick[count].clashes =
			_count_clashes(board, pattern, regard, node, start);
		count++;
	}
	return board->pick_count = count;
}
