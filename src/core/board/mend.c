/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See mend.h.
 */
#include "core/board/mend.h"

#include "core/board/closing.h"
#include "core/board/displace.h"
#include "core/board/exceed.h"
#include "core/board/record.h"
#include "core/board/swap.h"
#include "core/board/sweep.h"
#include "core/board/wait.h"
#include "core/board/ways.h"

/* No more jobs push on in one second: a long queue would take long to shift,
 * and its far end can be out of order. */
enum { PUSHES = 256 };

/* Nodes for those that it lacks, at the same start. */
static bool _substitute(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	uint32_t own = record->node_count;
	bool found;

	for (uint32_t i = 0; i < own; i++)
		board->mark[record->node[i]] = true;
	found = ft_sweep_at(board, pattern, record->start,
			    pattern->nodes - own);
	for (uint32_t i = 0; i < own; i++)
		board->mark[record->node[i]] = false;
	for (uint32_t i = 0; found && (i < board->pick_count); i++)
		ft_record_gain(board, job, board->pick[i].node);
	return found;
}

/* It lost a node, and which nodes do is a matter of all of them: at the same
 * start on any that are free then.  It waits if they don't do. */
static bool _spread_again(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	struct ft_pattern *pattern = &board->pattern[record->pattern];
	enum ft_board_cause cause = record->cause;
	int64_t start = record->start;

	ft_record_displace(board, job, true, cause);
	if ((start < board->now) ||
	    (ft_sweep_start(board, pattern, start, start) == FT_NEVER))
		return false;
	ft_record_place(board, job, start, cause);
	return true;
}

/* Does the job, which could start then, push on rather than start after that
 * time? */
static bool _push_on(struct ft_board *board, uint32_t job, int64_t pushed,
		     int64_t start)
{
	uint64_t before = board->count.displaced;
	bool pushes;

	if ((start <= pushed) || (board->pushes >= PUSHES))
		return false;
	pushes = ft_displace_push(board, job, start);
	/* To look costs as much as to place one that was displaced. */
	board->pushes += 1 + (uint32_t) (board->count.displaced - before);
	return pushes;
}

static void _place_afresh(struct ft_board *board, uint32_t job, int64_t pushed)
{
	struct ft_record *record = &board->record[job];
	enum ft_board_cause cause = record->cause;
	int64_t start = ft_ways_sweep(board, job, record->not_before, FT_NEVER);

	board->count.afresh++;
	if (_push_on(board, job, pushed, start))
		return;
	if (start == FT_NEVER)
		board->count.lost++;
	else
		ft_record_place(board, job, start, cause);
}

/* One that has waited for its nodes for long has those behind it give way. */
static void _raise_job(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	if ((record->state == FT_RECORD_PROMISED) &&
	    (record->start > board->now) && ft_wait_is_long(board, job))
		ft_displace_now(board, job, FT_CAUSE_LATE);
}

static void _mend_job(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	int64_t pushed = record->pushed;

	record->pushed = FT_NEVER;
	if (record->state == FT_RECORD_PROMISED) {
		if (ft_wait_until(board, job, board->now) ||
		    ft_displace_renew(board, job))
			return;
		ft_record_displace(board, job, true, FT_CAUSE_LATE);
	}
	if ((record->state == FT_RECORD_MENDING) && record->tasks) {
		if (_spread_again(board, job)) {
			board->count.substitutes++;
			return;
		}
	} else if (record->state == FT_RECORD_MENDING) {
		if ((record->start >= board->now) && _substitute(board, job)) {
			board->count.substitutes++;
			return;
		}
		if ((record->start >= board->now) && ft_swap_node(board, job)) {
			board->count.swaps++;
			return;
		}
		ft_record_displace(board, job, true, record->cause);
	}
	_place_afresh(board, job, pushed);
}

extern bool ft_mend_work(struct ft_board *board, uint64_t steps)
{
	uint64_t end = board->steps + steps;

	ft_closing_settle(board);
	ft_exceed_settle(board);
	while (board->mend.count && !board->rc) {
		struct ft_heap_item item;
		const struct ft_record *record;

		if (board->steps >= end)
			return false;
		item = ft_heap_pop(&board->mend);
		record = &board->record[item.value];
		if ((record->state == FT_RECORD_MENDING) ||
		    ((record->state == FT_RECORD_PROMISED) &&
		     (record->start < board->now)) ||
		    ((record->state == FT_RECORD_WAITING) && record->loser))
			_mend_job(board, item.value);
		else
			_raise_job(board, item.value);
	}
	return true;
}
