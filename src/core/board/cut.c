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
#include "core/timeline/want.h"

/* One node of the guest, and the runs that leave it. */
struct cut_node {
	const struct ft_share *share;
	const struct ft_request *request;
	const struct ft_board_leave *leave;
	uint32_t count;
	int64_t start, end;
};

typedef int cut_fn(struct ft_cut *cut, const struct ft_board *board,
		   const struct cut_node *node);

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

/* What runs that have left the node do not have of it in that time, and no
 * other guest has; marks they leave to no job but one that is alone. */
static void _sum_left(const struct ft_board *board, const struct cut_node *node,
		      int64_t from, int64_t until, int64_t *left)
{
	for (uint32_t i = 0; i < node->count; i++) {
		const struct ft_board_leave *leave = &node->leave[i];

		for (uint32_t r = 0; _has_left(leave, from, until) &&
				     (r < board->resource_count);
		     r++)
			if (!board->worn[r] || node->request->exclusive)
				left[r] += leave->amount[r];
	}
}

/* Of what is wanted, that which is not left by runs. */
static int64_t _not_left(int64_t wanted, int64_t left)
{
	if (left <= 0)
		return wanted;
	return (left > wanted) || FT_PLANTED(57) ? 0 : wanted - left;
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
	_sum_left(board, node, from, until, amount);
	for (uint32_t r = 0; r < kinds; r++) {
		int64_t wanted = node->share->amount[r];

		less |= (amount[r] > 0) && (wanted > 0);
		amount[r] = _not_left(wanted, amount[r]);
	}
	if (!less && node->request->exclusive)
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

/* What the job wants of the node at its start beyond what it takes, of which
 * runs may leave some. */
static int _hold_node(struct ft_cut *cut, const struct ft_board *board,
		      const struct cut_node *node)
{
	const struct ft_share *taken = node->share;
	uint32_t kinds = board->resource_count;
	uint32_t inside = board->inside[taken->node];
	uint32_t threads = board->kind_threads[board->node[inside].kind];
	size_t size = kinds * sizeof(int64_t);
	int64_t *more = ft_arena_alloc(cut->arena, size);
	int64_t *left = ft_arena_alloc(cut->arena, size);
	const struct ft_share share = {.node = taken->node, .amount = more};

	if (!more || !left)
		return -ENOMEM;
	if (!ft_want_more(node->request, kinds, threads, taken->tasks, more))
		return 0;
	_sum_left(board, node, node->start, node->end, left);
	for (uint32_t r = 0; r < kinds; r++)
		more[r] = _not_left(taken->amount[r] + more[r], left[r]) -
			  _not_left(taken->amount[r], left[r]);
	return _add_piece_share(cut, node->start, node->end, &share);
}

static int _cut_shares(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging,
		       struct cut_node node, uint32_t count, cut_fn *each)
{
	size_t size = lodging->leave_count * sizeof(struct ft_board_leave);
	struct ft_board_leave *leave;
	int rc = 0;

	*cut = (struct ft_cut){.arena = ft_arena_new()};
	if (!cut->arena || !_piece_of(cut, node.start, node.end))
		return -ENOMEM;
	leave = ft_arena_alloc(cut->arena, size);
	if (!leave)
		return -ENOMEM;
	if (size)
		memcpy(leave, lodging->leave, size);
	qsort(leave, lodging->leave_count, sizeof(*leave), _order_leave);
	for (; !rc && count; count--, node.share++) {
		uint32_t at = _first_leave(leave, lodging->leave_count,
					   node.share->node);

		node.leave = &leave[at];
		node.count = 0;
		while ((at + node.count < lodging->leave_count) &&
		       (leave[at + node.count].node == node.share->node))
			node.count++;
		rc = each(cut, board, &node);
	}
	return rc;
}

extern int ft_cut_make(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging)
{
	const struct ft_placement *placement = lodging->placement;
	const struct cut_node node = {.share = placement->share,
				      .request = lodging->request,
				      .start = placement->start,
				      .end = placement->start +
					     placement->duration};

	return _cut_shares(cut, board, lodging, node, placement->share_count,
			   _cut_node);
}

extern int ft_cut_hold(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging,
		       const struct ft_request *request,
		       const struct ft_share *share, uint32_t count)
{
	const struct cut_node node = {.share = share,
				      .request = request,
				      .start = lodging->placement->start,
				      .end = lodging->placement->start + 1};

	return _cut_shares(cut, board, lodging, node, count, _hold_node);
}

extern void ft_cut_fini(struct ft_cut *cut)
{
	for (uint32_t i = 0; i < cut->count; i++)
		free(cut->piece[i].share);
	free(cut->piece);
	ft_arena_free(cut->arena);
}
