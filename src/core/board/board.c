/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board.h.
 */
#include "core/board/board.h"

#include <errno.h>
#include <stdlib.h>

#include "core/board/agenda.h"
#include "core/board/block.h"
#include "core/board/claim.h"
#include "core/board/closing.h"
#include "core/board/displace.h"
#include "core/board/guest.h"
#include "core/board/holder.h"
#include "core/board/layout.h"
#include "core/board/memo.h"
#include "core/board/mend.h"
#include "core/board/pattern.h"
#include "core/board/population.h"
#include "core/board/prospect.h"
#include "core/board/ready.h"
#include "core/board/record.h"
#include "core/board/stand.h"
#include "core/board/wait.h"
#include "core/board/ways.h"

extern int ft_board_new(const struct ft_snapshot *snapshot,
			const struct ft_board_setup *setup,
			struct ft_board **ret_board, struct ft_err *err)
{
	struct ft_board *board = calloc(1, sizeof(*board));
	int rc;

	*ret_board = NULL;
	if (!board)
		return -ENOMEM;
	board->tier_least = UINT32_MAX;
	rc = ft_layout_init(board, snapshot, setup);
	if (!rc)
		rc = ft_population_init(board, snapshot, err);
	if (rc)
		ft_board_free(board);
	else
		*ret_board = board;
	return rc;
}

extern void ft_board_free(struct ft_board *board)
{
	if (!board)
		return;
	for (uint32_t i = 0; i < board->record_count; i++) {
		free(board->record[i].node);
		free(board->record[i].amount);
		free(board->record[i].tasks);
		free(board->record[i].way);
		free(board->record[i].whole);
		free(board->record[i].mark);
		free(board->record[i].licence);
		free(board->record[i].claim);
	}
	free(board->record);
	free(board->vacant);
	free(board->guest);
	free(board->changed);
	free(board->woken);
	ft_heap_fini(&board->agenda);
	ft_heap_fini(&board->ready);
	ft_heap_fini(&board->mend);
	ft_heap_fini(&board->clash);
	ft_heap_fini(&board->falling);
	ft_claim_fini(board);
	ft_closing_fini(board);
	ft_pattern_fini_all(board);
	ft_layout_fini(board);
	free(board);
}

extern int ft_board_time(struct ft_board *board, int64_t now)
{
	if (now > board->now)
		ft_agenda_advance(board, now);
	return board->rc;
}

static uint32_t _way_total(const struct ft_board_job *job)
{
	return job->request_count ? job->request_count : 1;
}

/* What the record takes over of the job; it waits, in line. */
static int _set_job(struct ft_board *board, uint32_t number,
		    const struct ft_board_job *job)
{
	struct ft_record *record = &board->record[number];

	if (ft_ways_set(board, number, job->request, _way_total(job),
			job->now_only))
		return board->rc;
	record->id = job->id;
	record->key = job->key;
	record->over = job->over;
	record->above = job->above;
	ft_record_rate(board, number, job->tier);
	record->queued = job->queued;
	record->tentative = job->tentative;
	record->patient =
		board->patience && (board->now - job->queued > board->patience);
	record->not_before = job->request->not_before;
	record->end_by = job->request->end_by;
	record->state = FT_RECORD_WAITING;
	ft_record_join(board, number);
	ft_record_watch(board, number);
	/* Once it was asked it is known when claims of others have fallen. */
	if (ft_record_claims(board, number))
		ft_record_ask(board, number);
	return board->rc;
}

extern int ft_board_came(struct ft_board *board, const struct ft_board_job *job,
			 uint32_t *ret_number)
{
	uint32_t number = ft_record_new(board);

	*ret_number = number;
	if (number == FT_NO_INDEX)
		return board->rc = -ENOMEM;
	if (!_set_job(board, number, job))
		ft_displace_place(board, number, FT_CAUSE_FOUND);
	return board->rc;
}

extern int ft_board_promised(struct ft_board *board,
			     const struct ft_board_job *job,
			     const struct ft_job *promised,
			     uint32_t *ret_number)
{
	uint32_t number = ft_record_new(board);

	*ret_number = number;
	if (number == FT_NO_INDEX)
		return board->rc = -ENOMEM;
	if (_set_job(board, number, job))
		return board->rc;
	if (promised->promise == FT_NEVER)
		ft_record_ask(board, number);
	else
		ft_population_settle(board, promised, number);
	return board->rc;
}

/* One that was to be asked goes or gets another rank: another of its kind may
 * be the first by now. */
static void _ask_others(struct ft_board *board, uint32_t number)
{
	struct ft_record *record = &board->record[number];

	if (record->asked)
		ft_ways_wake_again(board, number);
	record->asked = false;
}

/* Off the board and out of line. */
static void _take_off(struct ft_board *board, uint32_t number)
{
	struct ft_record *record = &board->record[number];

	_ask_others(board, number);
	if (record->state != FT_RECORD_WAITING)
		ft_stand_drop(board, number);
	if (record->state != FT_RECORD_RUNNING)
		ft_record_leave(board, number);
}

extern int ft_board_changed(struct ft_board *board, uint32_t number,
			    const struct ft_board_job *job)
{
	struct ft_record *record = &board->record[number];

	if (record->state == FT_RECORD_RUNNING)
		return board->rc;
	_take_off(board, number);
	free(record->node);
	free(record->tasks);
	free(record->amount);
	record->node = record->tasks = NULL;
	record->amount = NULL;
	record->node_count = record->own_count = 0;
	record->start = record->end = record->due = FT_NEVER;
	record->loser = false;
	record->vain = record->kept = 0;
	if (_set_job(board, number, job))
		return board->rc;
	ft_record_tell(board, number, FT_CAUSE_OWN);
	ft_displace_place(board, number, FT_CAUSE_OWN);
	return board->rc;
}

extern int ft_board_key(struct ft_board *board, uint32_t number, uint64_t key)
{
	struct ft_record *record = &board->record[number];

	if (record->state == FT_RECORD_RUNNING)
		return board->rc;
	if (record->state == FT_RECORD_GUEST) {
		ft_guest_rank(board, number, key);
		return board->rc;
	}
	_ask_others(board, number);
	ft_record_leave(board, number);
	record->key = record->over = key;
	ft_record_join(board, number);
	if ((record->state == FT_RECORD_MENDING) ||
	    (record->pushed != FT_NEVER)) {
		/* It is looked for by its key. */
		if (ft_heap_push(&board->mend, key, number))
			board->rc = -ENOMEM;
	}
	if ((record->state != FT_RECORD_WAITING) && !record->patient)
		ft_stand_rank(board, number, key);
	ft_record_ask(board, number);
	return board->rc;
}

extern int ft_board_rose(struct ft_board *board, uint32_t number, uint64_t over)
{
	struct ft_record *record = &board->record[number];

	record->over = over;
	if ((record->state == FT_RECORD_WAITING) ||
	    (record->state == FT_RECORD_PROMISED))
		ft_displace_place(board, number, FT_CAUSE_OWN);
	return board->rc;
}

extern void ft_board_above(struct ft_board *board, uint32_t number, bool above)
{
	board->record[number].above = above;
}

extern int ft_board_tier(struct ft_board *board, uint32_t number, uint32_t tier)
{
	if (board->record[number].state == FT_RECORD_GUEST)
		ft_guest_rate(board, number, tier);
	else
		ft_record_rate(board, number, tier);
	return board->rc;
}

extern int ft_board_ranked(struct ft_board *board, uint32_t number,
			   uint64_t key, uint64_t over)
{
	bool rose = key < board->record[number].key;
	int rc = ft_board_key(board, number, key);

	board->record[number].over = over;
	return rc || !rose ? rc : ft_board_rose(board, number, over);
}

extern int ft_board_gone(struct ft_board *board, uint32_t number)
{
	if (board->record[number].state == FT_RECORD_GUEST) {
		ft_guest_gone(board, number);
		return board->rc;
	}
	_take_off(board, number);
	ft_record_free(board, number);
	return board->rc;
}

extern int ft_board_started(struct ft_board *board, uint32_t number)
{
	struct ft_record *record = &board->record[number];

	if (record->state != FT_RECORD_PROMISED)
		return board->rc;
	ft_record_leave(board, number);
	ft_stand_release(board, number);
	record->state = FT_RECORD_RUNNING;
	record->key = 0;
	if (record->start == board->now)
		ft_stand_rank(board, number, 0);
	else
		ft_displace_extend(
			board, number, board->now,
			board->now + board->pattern[record->pattern].duration);
	return board->rc;
}

extern int ft_board_run_ends(struct ft_board *board, uint32_t number,
			     int64_t end)
{
	struct ft_record *record = &board->record[number];

	if ((record->state == FT_RECORD_RUNNING) && (end > board->now) &&
	    (end != record->end))
		ft_displace_extend(board, number, record->start, end);
	return board->rc;
}

extern int ft_board_ran(struct ft_board *board, const struct ft_run *run,
			uint32_t *ret_number)
{
	int rc = ft_holder_new(board, run, board->now, ret_number);

	if (rc)
		return rc;
	ft_displace_enter(board, *ret_number);
	return board->rc;
}

extern int ft_board_limits(struct ft_board *board, const struct ft_limit *limit,
			   uint32_t count)
{
	return ft_claim_limits(board, limit, count);
}

extern int ft_board_closures(struct ft_board *board,
			     const struct ft_closure *closure, uint32_t count)
{
	return ft_closing_tell(board, closure, count);
}

extern bool ft_board_claims(const struct ft_board *board, uint32_t number,
			    const struct ft_claim *claim, uint32_t count)
{
	return ft_claim_same(board, number, claim, count);
}

extern bool ft_board_would_claim(const struct ft_board *board, uint32_t number,
				 uint32_t request, const struct ft_claim *claim,
				 uint32_t count)
{
	uint32_t p = ft_record_way(&board->record[number], request);

	return ft_claim_pattern(board, &board->pattern[p], claim, count);
}

extern int ft_board_run_claims(struct ft_board *board, uint32_t number,
			       const struct ft_claim *claim, uint32_t count)
{
	struct ft_claim *copy;

	if (board->record[number].state != FT_RECORD_RUNNING)
		return board->rc;
	copy = ft_claim_copy(board, claim, count);
	if (!copy)
		return board->rc = -ENOMEM;
	ft_stand_claims(board, number, copy, count);
	return board->rc;
}

/* Those that were to start there before it is available. */
static void _clear_node(struct ft_board *board, uint32_t node)
{
	const struct ft_lane *lane = &board->lane[node];
	int64_t from = board->node[node].available_from;
	uint32_t i = 0;

	while (i < lane->count) {
		uint32_t job = lane->slip[i].job;

		if ((board->record[job].state == FT_RECORD_RUNNING) ||
		    (board->record[job].start >= from))
			i++;
		else if (!ft_wait_until(board, job, from)) {
			ft_wait_push(board, job, from);
			ft_record_lose(board, job, node, FT_CAUSE_NODE);
		}
	}
}

extern int ft_board_node(struct ft_board *board, uint32_t node,
			 int64_t available_from)
{
	uint32_t inside = board->inside[node];
	int64_t before = board->node[inside].available_from;

	board->node[inside].available_from = available_from;
	ft_block_update(board, inside, board->now, FT_NEVER);
	if (available_from < before) {
		ft_memo_freed(board, board->now, before);
		ft_stand_touch(board, inside);
	}
	if ((available_from > board->now) && (available_from != FT_NEVER) &&
	    ft_heap_push(&board->agenda, (uint64_t) available_from - 1,
			 FT_NO_INDEX))
		board->rc = -ENOMEM;
	if (available_from > board->now)
		_clear_node(board, inside);
	return board->rc;
}

extern void ft_board_until(struct ft_board *board, int64_t last)
{
	board->last = last;
}

extern bool ft_board_before(struct ft_board *board, uint64_t key,
			    uint64_t steps, int *rc)
{
	uint64_t end = board->steps + steps;
	bool rest = ft_mend_work(board, steps);

	if (rest && !board->rc && (board->steps < end))
		rest = ft_ready_work(board, end - board->steps, key);
	else
		rest = false;
	*rc = board->rc;
	return rest;
}

extern bool ft_board_settle(struct ft_board *board, uint64_t steps, int *rc)
{
	return ft_board_before(board, UINT64_MAX, steps, rc);
}

extern bool ft_board_work(struct ft_board *board, uint64_t steps, int *rc)
{
	uint64_t end = board->steps + steps;
	bool rest = ft_board_settle(board, steps, rc);

	if (rest && !board->rc && (board->steps < end))
		rest = ft_prospect_work(board, end - board->steps);
	else
		rest = false;
	*rc = board->rc;
	return rest;
}

extern uint32_t ft_board_changes(struct ft_board *board,
				 const uint32_t **ret_number)
{
	uint32_t count = board->changed_count;

	for (uint32_t i = 0; i < count; i++)
		board->record[board->changed[i]].changed = false;
	board->changed_count = 0;
	*ret_number = board->changed;
	return count;
}

extern struct ft_board_placement ft_board_placed(struct ft_board *board,
						 uint32_t number)
{
	const struct ft_record *record = &board->record[number];

	for (uint32_t i = 0; i < record->node_count; i++)
		board->list[i] = board->node[record->node[i]].outside;
	return (struct ft_board_placement){
		.id = record->id,
		.request = record->request,
		.start = record->start,
		.end = record->end,
		.late = ft_record_late(record),
		.cause = record->cause,
		.running = record->state == FT_RECORD_RUNNING,
		.committed = ft_record_committed(board, number),
		.node_count = record->node_count,
		.node = board->list,
	};
}

extern bool ft_board_wants(struct ft_board *board, uint32_t number,
			   const struct ft_request *request, uint32_t count,
			   bool now_only)
{
	const struct ft_record *record = &board->record[number];
	int64_t was = record->not_before, is = request->not_before;

	return ((was == is) || ((was <= board->now) && (is <= board->now))) &&
	       (record->end_by == request->end_by) &&
	       ft_ways_same(board, number, request, count, now_only);
}

extern bool ft_board_holds(struct ft_board *board, uint32_t number,
			   const struct ft_run *run)
{
	return ft_holder_is(board, number, run);
}

extern const int64_t *ft_board_amount(const struct ft_board *board,
				      uint32_t number, uint32_t node)
{
	return ft_stand_use(board, number, board->inside[node]).amount;
}

extern uint32_t ft_board_tasks(const struct ft_board *board, uint32_t number,
			       uint32_t node)
{
	return ft_stand_tasks(board, number, board->inside[node]);
}

extern uint32_t ft_board_size(const struct ft_board *board)
{
	return board->slip_count < UINT32_MAX ? (uint32_t) board->slip_count
					      : UINT32_MAX;
}

extern struct ft_board_count ft_board_counted(const struct ft_board *board)
{
	return board->count;
}

extern int64_t ft_board_last_start(const struct ft_board *board)
{
	return ft_board_limit(board);
}

extern size_t ft_board_memory(const struct ft_board *board)
{
	return ft_layout_size(board);
}
