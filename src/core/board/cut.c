/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cut.h.
 */
#include "core/board/cut.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/planted.h"

/* One node of the guest, and the runs that leave it. */
struct cut_node {
	const struct ft_share *share;
	const struct ft_board_leave *leave;
	uint32_t count;
	bool whole;
	int64_t start, end;
};

static int _order_leave(const void *x, const void *y)
{
	const struct ft_board_leave *a = x, *b = y;

	return (a->node > b->node) - (a->node < b->node);
}

static struct ft_cut_piece *_piece_of(struct ft_cut *cut, int64_t start,
				      int64_t end)
{
	struct ft_cut_piece *piece;

	for (uint32_t i = 0; i < cut->count; i++)
		if ((cut->piece[i].start == start) &&
		    (cut->piece[i].end == end))
			return &cut->piece[i];
	piece = FT_ARRAY_APPEND(cut->piece, cut->count);
	if (piece)
		*piece = (struct ft_cut_piece){.start = start, .end = end};
	return piece;
}

static int _add_piece_share(struct ft_cut *cut, int64_t start, int64_t end,
			    const struct ft_share *share)
{
	struct ft_cut_piece *piece = _piece_of(cut, start, end);

	if (!piece ||
	    !ft_array_grow((void **) &piece->share, piece->share_count,
			   &piece->share_room, sizeof(*piece->share)))
		return -ENOMEM;
	piece->share[piece->share_count++] = *share;
	return 0;
}

/* Has the run left the node early between these times? */
static bool _has_left(const struct ft_board_leave *leave, int64_t from,
		      int64_t until)
{
	return (leave->from <= from) && (until <= leave->until);
}

/* The first time after that one at which a run leaves, or would have. */
static int64_t _next_leave(const struct cut_node *node, int64_t time)
{
	int64_t next = node->end;

	for (uint32_t i = 0; i < node->count; i++) {
		const struct ft_board_leave *leave = &node->leave[i];

		if ((leave->from > time) && (leave->from < next))
			next = leave->from;
		if ((leave->until > time) && (leave->until < next))
			next = leave->until;
	}
	return next;
}

/* What it takes of the node in that time: less what runs that have left do and
 * no other guest has.  Of nothing too: it has to go when the node does. */
static int _cut_piece(struct ft_cut *cut, const struct ft_board *board,
		      const struct cut_node *node, int64_t from, int64_t until)
{
	uint32_t kinds = board->resource_count;
	int64_t *amount = ft_arena_alloc(cut->arena, kinds * sizeof(*amount));
	struct ft_share share = {.node = node->share->node, .amount = amount};
	bool less = false;

	if (!amount)
		return -ENOMEM;
	for (uint32_t i = 0; i < node->count; i++)
		for (uint32_t r = 0;
		     _has_left(&node->leave[i], from, until) && (r < kinds);
		     r++)
			amount[r] += node->leave[i].amount[r];
	for (uint32_t r = 0; r < kinds; r++) {
		int64_t wanted = node->share->amount[r];
		int64_t left = amount[r] > 0 ? amount[r] : 0;

		if (left > wanted || (left && FT_PLANTED(57)))
			left = wanted;
		less |= left > 0;
		amount[r] = wanted - left;
	}
	if (!less && node->whole)
		share.amount = NULL;
	return _add_piece_share(cut, from, until, &share);
}

static int _cut_node(struct ft_cut *cut, const struct ft_board *board,
		     const struct cut_node *node)
{
	int64_t from = node->start;
	int rc = 0;

	while (!rc && (from < node->end)) {
		int64_t until = _next_leave(node, from);

		rc = _cut_piece(cut, board, node, from, until);
		from = until;
	}
	return rc;
}

/* The first run that leaves the node, or a later node. */
static uint32_t _first_leave(const struct ft_board_leave *leave, uint32_t count,
			     uint32_t node)
{
	uint32_t low = 0, high = count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (leave[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

extern int ft_cut_make(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging)
{
	const struct ft_placement *placement = lodging->placement;
	int64_t end = placement->start + placement->duration;
	size_t size = lodging->leave_count * sizeof(struct ft_board_leave);
	struct ft_board_leave *leave;
	int rc = 0;

	*cut = (struct ft_cut){.arena = ft_arena_new()};
	if (!cut->arena || !_piece_of(cut, placement->start, end))
		return -ENOMEM;
	leave = ft_arena_alloc(cut->arena, size);
	if (!leave)
		return -ENOMEM;
	if (size)
		memcpy(leave, lodging->leave, size);
	qsort(leave, lodging->leave_count, sizeof(*leave), _order_leave);
	for (uint32_t i = 0; !rc && (i < placement->share_count); i++) {
		struct cut_node node = {.share = &placement->share[i],
					.whole = lodging->request->exclusive,
					.start = placement->start,
					.end = end};
		uint32_t at = _first_leave(leave, lodging->leave_count,
					   node.share->node);

		node.leave = &leave[at];
		while ((at + node.count < lodging->leave_count) &&
		       (leave[at + node.count].node == node.share->node))
			node.count++;
		rc = _cut_node(cut, board, &node);
	}
	return rc;
}

extern void ft_cut_fini(struct ft_cut *cut)
{
	for (uint32_t i = 0; i < cut->count; i++)
		free(cut->piece[i].share);
	free(cut->piece);
	ft_arena_free(cut->arena);
}
