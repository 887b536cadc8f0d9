/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See sweep.h.
 *
 * Slot by slot: those that the memo rules out are passed over; in each other
 * the blocks say which nodes may do, and only these are looked at.
 */
#include "core/board/sweep.h"

#include "core/board/block.h"
#include "core/board/instant.h"
#include "core/board/memo.h"
#include "core/board/pick.h"
#include "core/board/preference.h"

/* So many times as many are listed at first. */
enum { FIRST = 4 };

static const struct ft_regard all = {.all = true, .self = FT_NO_INDEX};

/* Nodes that the blocks do not rule out; how many.  `enough` of them do. */
static uint32_t _list_nodes(struct ft_board *board,
			    const struct ft_pattern *pattern, uint32_t slot,
			    uint32_t enough)
{
	uint32_t count = 0;

	for (uint32_t b = 0; (b < board->block_count) && (count < enough);
	     b++) {
		uint64_t mask = ft_block_mask(board, pattern, b, slot);

		for (; mask; mask &= mask - 1)
			board->list[count++] =
				b * FT_BLOCK + (uint32_t) __builtin_ctzll(mask);
	}
	board->steps += board->block_count;
	return count;
}

static int64_t _search_slot(struct ft_board *board, struct ft_pattern *pattern,
			    uint32_t slot, struct ft_span span)
{
	int64_t begin = ft_board_slot_start(board, slot);
	int64_t last = ft_board_slot_start(board, slot + 1) - 1;
	uint32_t listed, most;
	int64_t start;

	span.from = span.from > begin ? span.from : begin;
	span.limit = span.limit < last ? span.limit : last;
	begin = begin > board->now ? begin : board->now;
	if (ft_regard_start(board, &all, pattern, span.from, span.limit) ==
	    FT_NEVER)
		return FT_NEVER;
	listed = _list_nodes(board, pattern, slot, UINT32_MAX);
	start = ft_instant_find(board, pattern, &all, listed, span, &most);
	/* Of a part of a slot there is nothing to learn, unless the rest is
	 * past. */
	if ((start == FT_NEVER) && (span.from == begin) && (span.limit == last))
		ft_memo_learn(board, pattern, slot, most);
	if (start != FT_NEVER) {
		ft_instant_pick(board, pattern, &all, listed, start,
				ft_preference_looks(pattern, pattern->nodes));
		ft_pick_best(board, pattern, start, pattern->nodes);
	}
	return start;
}

extern int64_t ft_sweep_start(struct ft_board *board,
			      struct ft_pattern *pattern, int64_t from,
			      int64_t limit)
{
	int64_t start = FT_NEVER;
	uint32_t slot, last;

	board->count.searches++;
	if (from < board->now)
		from = board->now;
	if (limit > ft_board_limit(board))
		limit = ft_board_limit(board);
	if ((pattern->roster_count < pattern->nodes) || (from > limit))
		return FT_NEVER;
	if (pattern->claim_count)
		from = ft_regard_start(board, &all, pattern, from, limit);
	if (from == FT_NEVER)
		return FT_NEVER;
	last = ft_board_slot(board, limit);
	for (slot = ft_board_slot(board, from);
	     (start == FT_NEVER) && (slot <= last); slot++)
		if (!ft_memo_excludes(board, pattern, slot))
			start = _search_slot(board, pattern, slot,
					     (struct ft_span){from, limit});
	board->steps += last / FT_BLOCK;
	return start;
}

extern bool ft_sweep_at(struct ft_board *board,
			const struct ft_pattern *pattern, int64_t start,
			uint32_t want)
{
	uint32_t slot = ft_board_slot(board, start);
	uint32_t most = ft_preference_looks(pattern, want);
	uint32_t first = most < UINT32_MAX / FIRST ? FIRST * most : UINT32_MAX;
	uint32_t listed = _list_nodes(board, pattern, slot, first);

	/* Most often the first of them do. */
	if ((ft_instant_pick(board, pattern, &all, listed, start, most) <
	     most) &&
	    (listed >= first)) {
		listed = _list_nodes(board, pattern, slot, UINT32_MAX);
		ft_instant_pick(board, pattern, &all, listed, start, most);
	}
	if (board->pick_count < want)
		return false;
	ft_pick_best(board, pattern, start, want);
	return true;
}
