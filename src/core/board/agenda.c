/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See agenda.h.
 *
 * An entry is looked at once its second is past.  Promises that were withdrawn
 * leave theirs behind; when these are too many all are made anew.
 */
#include "core/board/agenda.h"

#include <errno.h>

#include "core/board/block.h"
#include "core/board/memo.h"
#include "core/board/record.h"
#include "core/board/stand.h"
#include "core/board/wait.h"

enum { STALE = 4096 };

static void _shift_slots(struct ft_board *board)
{
	int64_t base = (board->now - board->origin) >> board->shift;
	int64_t by = base - board->base;

	if (!by)
		return;
	board->base = base;
	by = by < FT_SLOTS ? by : FT_SLOTS;
	ft_memo_shift(board, (uint32_t) by);
	ft_block_shift(board, (uint32_t) by);
}

/* Jobs that could not use what was closed are asked again. */
static void _open_nodes(struct ft_board *board)
{
	board->eased++;
	for (uint32_t n = 0; n < board->node_count; n++)
		ft_stand_touch(board, n);
	ft_stand_wake_all(board);
}

/* Patterns that claims of others kept, which have fallen since. */
static void _wake_fallen(struct ft_board *board)
{
	while (board->falling.count &&
	       (board->falling.item[0].key < (uint64_t) board->now)) {
		uint32_t p = ft_heap_pop(&board->falling).value;

		if (board->pattern[p].falls > board->now)
			continue;
		board->pattern[p].falls = FT_NEVER;
		board->pattern[p].eased++;
		ft_stand_wake(board, p);
	}
}

/* Its caller looks after its start. */
static void _look_at_guest(struct ft_board *board, uint32_t job)
{
	if (!board->patience ||
	    (board->now - board->record[job].queued <= board->patience))
		return;
	for (uint32_t i = job; i != FT_NO_INDEX; i = board->record[i].fellow) {
		board->record[i].patient = true;
		if ((board->record[i].start != FT_NEVER) &&
		    !ft_record_leans(board, &board->record[i]))
			ft_stand_rank(board, i, 0);
	}
}

static void _look_at(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	bool placed = (record->state == FT_RECORD_PROMISED) ||
		      (record->state == FT_RECORD_MENDING);

	if (record->state == FT_RECORD_GUEST)
		_look_at_guest(board, job);
	if (!placed && (record->state != FT_RECORD_WAITING))
		return;
	if (board->patience && !record->patient &&
	    (board->now - record->queued > board->patience)) {
		record->patient = true;
		if (placed)
			ft_stand_rank(board, job, 0);
	}
	if (placed &&
	    ((record->start < board->now) || (record->due != FT_NEVER)) &&
	    ft_heap_push(&board->mend, record->key, job))
		board->rc = -ENOMEM;
	if (record->not_before <= board->now)
		ft_record_ask(board, job);
}

static void _renew_entries(struct ft_board *board)
{
	struct ft_heap old = board->agenda;

	board->agenda = (struct ft_heap){0};
	for (uint32_t i = 0; i < old.count; i++)
		if ((old.item[i].value == FT_NO_INDEX) &&
		    ft_heap_push(&board->agenda, old.item[i].key, FT_NO_INDEX))
			board->rc = -ENOMEM;
	ft_heap_fini(&old);
	for (uint32_t j = 0; j < board->record_count; j++) {
		const struct ft_record *record = &board->record[j];

		if ((record->state == FT_RECORD_FREE) ||
		    (record->state == FT_RECORD_RUNNING))
			continue;
		ft_record_watch(board, j);
		if ((record->state != FT_RECORD_WAITING) &&
		    (record->state != FT_RECORD_GUEST) &&
		    ft_heap_push(&board->agenda, (uint64_t) record->start, j))
			board->rc = -ENOMEM;
		ft_wait_watch(board, j);
	}
}

extern void ft_agenda_advance(struct ft_board *board, int64_t now)
{
	board->now = now;
	board->pushes = 0;
	_shift_slots(board);
	while (board->agenda.count &&
	       (board->agenda.item[0].key < (uint64_t) now)) {
		uint32_t value = ft_heap_pop(&board->agenda).value;

		if (value == FT_NO_INDEX)
			_open_nodes(board);
		else
			_look_at(board, value);
	}
	_wake_fallen(board);
	if (board->agenda.count > 4 * board->record_count + STALE)
		_renew_entries(board);
}
