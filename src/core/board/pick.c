/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pick.h.
 */
#include "core/board/pick.h"

#include <stdlib.h>

#include "core/board/leaf.h"
#include "core/board/preference.h"
#include "core/board/spread.h"

static void _weigh(struct ft_board *board, const struct ft_pattern *pattern,
		   int64_t start)
{
	for (uint32_t i = 0; i < board->pick_count; i++)
		ft_preference_weigh(board, pattern, start, &board->pick[i]);
	board->steps += board->pick_count;
}

extern void ft_pick_best(struct ft_board *board,
			 const struct ft_pattern *pattern, int64_t start,
			 uint32_t want)
{
	if (!pattern->collective && (board->pick_count <= want))
		return;
	_weigh(board, pattern, start);
	if (pattern->collective) {
		if (ft_leaf_binds(pattern))
			ft_leaf_best(board, pattern);
		else
			ft_spread_best(board, pattern);
		return;
	}
	qsort(board->pick, board->pick_count, sizeof(*board->pick),
	      ft_preference_of(pattern));
	board->pick_count = want;
}

/* Ends, which are past the last start, come before starts. */
static int _by_edge(const void *a, const void *b)
{
	const struct ft_heap_item *one = a, *two = b;

	if (one->key != two->key)
		return one->key < two->key ? -1 : 1;
	return (int) one->value - (int) two->value;
}

extern int64_t ft_pick_start(struct ft_board *board,
			     const struct ft_candidate *candidate,
			     uint32_t count, uint32_t want, uint32_t *most)
{
	struct ft_heap_item *edge = board->edge;
	uint32_t now = 0;

	*most = 0;
	for (uint32_t i = 0; i < count; i++) {
		edge[2 * i] =
			(struct ft_heap_item){(uint64_t) candidate[i].first, 1};
		edge[2 * i + 1] = (struct ft_heap_item){
			(uint64_t) candidate[i].last + 1, 0};
	}
	qsort(edge, 2 * (size_t) count, sizeof(*edge), _by_edge);
	for (uint32_t i = 0; i < 2 * count; i++) {
		now += edge[i].value ? 1 : UINT32_MAX;
		*most = now > *most ? now : *most;
		if (now >= want)
			return (int64_t) edge[i].key;
	}
	return FT_NEVER;
}
