/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See memo.h.
 */
#include "core/board/memo.h"

#include <string.h>

#include "core/base/planted.h"

static const int64_t unknown = INT64_MAX / 2;

extern void ft_memo_freed(struct ft_board *board, int64_t start, int64_t end)
{
	ft_memo_freed_many(board, start, end, 1);
}

extern void ft_memo_freed_many(struct ft_board *board, int64_t start,
			       int64_t end, uint32_t nodes)
{
	uint32_t last = ft_board_slot(board, end == FT_NEVER ? end : end - 1);

	board->freed += nodes;
	board->looking = true;
	if (FT_PLANTED(21))
		return;
	for (uint32_t s = ft_board_slot(board, start); s < FT_SLOTS; s++)
		board->freed_start[s] += nodes;
	for (uint32_t s = last + 1; s < FT_SLOTS; s++)
		board->freed_end[s] += nodes;
}

/* How much was ever freed in the reach of a start in the slot; perhaps more:
 * what lay beyond the last slot counts as if it lay there. */
static int64_t _memo_reach(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t slot)
{
	int64_t last = slot + (pattern->duration >> board->shift) + 1;

	if (last >= FT_SLOTS)
		last = FT_SLOTS - 1;
	return (int64_t) (board->freed_start[last] - board->freed_end[slot]) *
	       ft_pattern_part(pattern);
}

extern void ft_memo_shift(struct ft_board *board, uint32_t slots)
{
	uint32_t kept = slots < FT_SLOTS ? FT_SLOTS - slots : 0;
	uint64_t end = board->freed_end[FT_SLOTS - 1];

	memmove(board->freed_start, board->freed_start + FT_SLOTS - kept,
		kept * sizeof(*board->freed_start));
	memmove(board->freed_end, board->freed_end + FT_SLOTS - kept,
		kept * sizeof(*board->freed_end));
	for (uint32_t s = kept; s < FT_SLOTS; s++) {
		board->freed_start[s] = board->freed;
		board->freed_end[s] = end;
	}
	for (uint32_t p = 0; p < board->pattern_count; p++) {
		int64_t *bound = board->pattern[p].bound;

		memmove(bound, bound + FT_SLOTS - kept, kept * sizeof(*bound));
		for (uint32_t s = kept; s < FT_SLOTS; s++)
			bound[s] = unknown;
		board->pattern[p].tried = 0;
	}
	board->looking = true;
}

extern bool ft_memo_excludes(const struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t slot)
{
	return pattern->bound[slot] + _memo_reach(board, pattern, slot) <
	       ft_pattern_want(pattern);
}

extern void ft_memo_learn(const struct ft_board *board,
			  struct ft_pattern *pattern, uint32_t slot,
			  int64_t most)
{
	pattern->bound[slot] = most - _memo_reach(board, pattern, slot);
}

extern void ft_memo_init(struct ft_pattern *pattern)
{
	for (uint32_t s = 0; s < FT_SLOTS; s++)
		pattern->bound[s] = unknown;
}
