/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See closing.h.
 *
 * A closure keeps its number for the board's life; one that went closes
 * nothing, and its number is not used again.
 */
#include "core/board/closing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/planted.h"
#include "core/board/displace.h"
#include "core/board/fit.h"
#include "core/board/holder.h"
#include "core/board/memo.h"
#include "core/board/record.h"
#include "core/board/stand.h"

static bool _closes_same(const struct ft_node_set *own,
			 const struct ft_node_set *other)
{
	return other ? ft_node_set_equal(own, other)
		     : ft_node_set_next(own, 0) >= own->size;
}

static bool _same_shares(const struct ft_board *board,
			 const struct ft_closure *a, const struct ft_closure *b)
{
	if (a->share_count != b->share_count)
		return false;
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((a->share[i].node != b->share[i].node) ||
		    memcmp(a->share[i].amount, b->share[i].amount,
			   board->resource_count * sizeof(int64_t)))
			return false;
	return true;
}

/* One of the same content which is not in the new list yet. */
static uint32_t _find_shut(const struct ft_board *board,
			   const struct ft_closure *closure)
{
	for (uint32_t c = 0; c < board->shut_count; c++) {
		const struct ft_closure *own = &board->machine->closure[c];

		if (!board->shut[c].gone &&
		    (board->shut[c].list != board->shut_list) &&
		    (own->start == closure->start) &&
		    (own->end == closure->end) &&
		    _closes_same(own->nodes, closure->nodes) &&
		    ft_licences_same(own->licence, own->licence_count,
				     closure->licence,
				     closure->licence_count) &&
		    _same_shares(board, own, closure))
			return c;
	}
	return FT_NO_INDEX;
}

static void *_copy_in(struct ft_snapshot *to, const void *from, size_t size)
{
	void *copy = ft_snapshot_alloc(to, size + 1);

	return copy && size ? memcpy(copy, from, size) : copy;
}

static int _copy_shares(struct ft_board *board, struct ft_closure *closure)
{
	struct ft_snapshot *to = board->machine;
	size_t size = board->resource_count * sizeof(int64_t);
	struct ft_share *share = _copy_in(
		to, closure->share, closure->share_count * sizeof(*share));

	for (uint32_t i = 0; share && (i < closure->share_count); i++) {
		share[i].amount = _copy_in(to, share[i].amount, size);
		if (!share[i].amount)
			return -ENOMEM;
	}
	closure->share = share;
	return share ? 0 : -ENOMEM;
}

/* FT_NO_INDEX: out of memory. */
static uint32_t _add_shut(struct ft_board *board,
			  const struct ft_closure *closure)
{
	struct ft_snapshot *to = board->machine;
	struct ft_closure *own = ft_snapshot_add_closure(to);
	struct ft_node_set *nodes = ft_snapshot_set(to);
	uint32_t c = board->shut_count;

	if (!own || !nodes ||
	    !ft_array_grow((void **) &board->shut, c, &board->shut_room,
			   sizeof(*board->shut)))
		return FT_NO_INDEX;
	*own = *closure;
	if (closure->nodes)
		ft_node_set_or(nodes, closure->nodes);
	own->nodes = nodes;
	own->licence = _copy_in(to, closure->licence,
				closure->licence_count * sizeof(*own->licence));
	if (!own->licence || _copy_shares(board, own))
		return FT_NO_INDEX;
	board->shut[c] = (struct ft_shut){.holder = FT_NO_INDEX,
					  .fresh = own->end > board->now};
	board->shut_doubt |= board->shut[c].fresh;
	return board->shut_count++;
}

/* The closure closes nothing any more. */
static void _open_shut(struct ft_board *board, uint32_t c)
{
	struct ft_closure *closure = &board->machine->closure[c];
	const struct ft_node_set *nodes = closure->nodes;
	uint32_t count = 0;

	board->shut[c].gone = true;
	if (board->shut[c].holder != FT_NO_INDEX) {
		ft_stand_drop(board, board->shut[c].holder);
		ft_record_free(board, board->shut[c].holder);
		board->shut[c].holder = FT_NO_INDEX;
	}
	for (uint32_t n = ft_node_set_next(nodes, 0); n < nodes->size;
	     n = ft_node_set_next(nodes, n + 1)) {
		ft_stand_touch(board, board->inside[n]);
		count++;
	}
	if ((closure->end > board->now) && count && !FT_PLANTED(40))
		ft_memo_freed_many(board, closure->start, closure->end, count);
	closure->nodes = NULL;
	closure->licence_count = closure->share_count = 0;
	if (!FT_PLANTED(39))
		ft_stand_wake_all(board);
	for (uint32_t p = 0; !FT_PLANTED(39) && (p < board->pattern_count); p++)
		board->pattern[p].tried = 0;
	board->looking = true;
}

/* Closures changed: closed times are made anew, in place. */
static int _renew_access(struct ft_board *board, struct ft_access *access)
{
	uint32_t *list = (uint32_t *) (access + 1);
	uint32_t count = access->closure_count, kept = 0;

	for (uint32_t i = 0; i < count; i++)
		if (!board->shut[list[i]].gone)
			list[kept++] = list[i];
	ft_access_fini(access);
	return ft_access_init(access, board->machine, list, kept, false);
}

extern int ft_closing_tell(struct ft_board *board,
			   const struct ft_closure *closure, uint32_t count)
{
	uint32_t *inside = realloc(board->shut_inside,
				   ((size_t) count + 1) * sizeof(*inside));
	uint32_t known = board->shut_count;
	bool changed;

	if (!inside)
		return board->rc = -ENOMEM;
	board->shut_inside = inside;
	board->shut_list++;
	board->closes_parts = false;
	for (uint32_t i = 0; i < count; i++) {
		inside[i] = _find_shut(board, &closure[i]);
		if (inside[i] == FT_NO_INDEX)
			inside[i] = _add_shut(board, &closure[i]);
		if (inside[i] == FT_NO_INDEX)
			return board->rc = -ENOMEM;
		board->shut[inside[i]].list = board->shut_list;
		board->closes_parts |= closure[i].share_count > 0;
	}
	changed = known < board->shut_count;
	for (uint32_t c = 0; c < known; c++)
		if (!board->shut[c].gone &&
		    (board->shut[c].list != board->shut_list)) {
			_open_shut(board, c);
			changed = true;
		}
	for (uint32_t i = 0; changed && (i < board->access_count); i++)
		if (_renew_access(board, board->access[i]))
			return board->rc = -ENOMEM;
	return board->rc;
}

/* Does the job stand against the closure: a promise that may not enter? */
static bool _stands_against(const struct ft_board *board, uint32_t job,
			    uint32_t c)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_access *access;

	if ((record->state != FT_RECORD_PROMISED) &&
	    (record->state != FT_RECORD_MENDING))
		return false;
	access = board->pattern[record->pattern].access;
	for (uint32_t i = 0; i < access->closure_count; i++)
		if (access->closure[i] == c)
			return false;
	/* One that waits for its nodes may run longer than it is booked. */
	return (record->start < board->machine->closure[c].end) &&
	       (record->end + ft_record_late(record) >
		board->machine->closure[c].start);
}

/* late: only of those that are booked until it begins, and may run longer. */
static void _bar_node(struct ft_board *board, uint32_t c, uint32_t node,
		      bool late)
{
	const struct ft_lane *lane = &board->lane[node];
	int64_t start = board->machine->closure[c].start;
	uint32_t i = 0;

	while (i < lane->count) {
		uint32_t job = lane->slip[i].job;

		if (_stands_against(board, job, c) &&
		    (!late || (board->record[job].end <= start)))
			ft_record_lose(board, job, node, FT_CAUSE_CLOSED);
		else
			i++;
	}
}

/* Is what it has of the licence still there, beside what is set aside? */
static bool _licence_stands(struct ft_board *board, uint32_t job,
			    uint32_t licence)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	uint32_t i = 0;
	bool stands;

	while (pattern->licence[i].licence != licence)
		i++;
	ft_stand_give_shared(board, job);
	stands = ft_fit_licence(pattern, i, &board->licence[licence].profile,
				record->start, record->start) == record->start;
	ft_stand_take_shared(board, job);
	return stands;
}

/* The last in the order go first, those that are committed after all others. */
static void _bar_licence(struct ft_board *board, uint32_t c, uint32_t licence)
{
	static const uint64_t behind = UINT64_C(1) << 63;
	const struct ft_lane *lane = &board->licence[licence];

	for (uint32_t i = 0; i < lane->count; i++) {
		uint32_t job = lane->slip[i].job;
		uint64_t key = behind - 1 - lane->slip[i].key / 2;

		if (!_stands_against(board, job, c))
			continue;
		if (ft_record_committed(board, job))
			key |= behind;
		if (ft_heap_push(&board->clash, key, job))
			board->rc = -ENOMEM;
	}
	while (board->clash.count) {
		uint32_t job = ft_heap_pop(&board->clash).value;

		if (_licence_stands(board, job, licence))
			continue;
		ft_record_displace(board, job, true, FT_CAUSE_CLOSED);
		if (ft_heap_push(&board->mend, board->record[job].key, job))
			board->rc = -ENOMEM;
	}
}

static void _enter_shut(struct ft_board *board, uint32_t c)
{
	const struct ft_closure *closure = &board->machine->closure[c];
	const struct ft_node_set *nodes = closure->nodes;
	struct ft_run run = {.end = closure->end,
			     .share_count = closure->share_count,
			     .share = closure->share};

	if (run.share_count &&
	    !ft_holder_new(board, &run, closure->start, &board->shut[c].holder))
		ft_displace_enter(board, board->shut[c].holder);
	for (uint32_t i = 0; i < closure->share_count; i++)
		_bar_node(board, c, board->inside[closure->share[i].node],
			  true);
	for (uint32_t i = 0; i < closure->licence_count; i++)
		_bar_licence(board, c, closure->licence[i].licence);
	for (uint32_t n = ft_node_set_next(nodes, 0);
	     !FT_PLANTED(38) && (n < nodes->size);
	     n = ft_node_set_next(nodes, n + 1))
		_bar_node(board, c, board->inside[n], false);
	if ((closure->end != FT_NEVER) &&
	    ft_heap_push(&board->agenda, (uint64_t) closure->end - 1,
			 FT_NO_INDEX))
		board->rc = -ENOMEM;
}

extern void ft_closing_settle(struct ft_board *board)
{
	if (!board->shut_doubt)
		return;
	board->shut_doubt = false;
	for (uint32_t c = 0; !board->rc && (c < board->shut_count); c++) {
		bool fresh = board->shut[c].fresh && !board->shut[c].gone;

		board->shut[c].fresh = false;
		if (fresh)
			_enter_shut(board, c);
	}
}

extern void ft_closing_fini(struct ft_board *board)
{
	free(board->shut);
	free(board->shut_inside);
}
