/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See record.h.
 */
#include "core/board/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/planted.h"
#include "core/board/line.h"
#include "core/board/spread.h"
#include "core/board/stand.h"

static bool _grow_records(struct ft_board *board)
{
	return ft_array_grow((void **) &board->record, board->record_count,
			     &board->record_room, sizeof(*board->record));
}

extern uint32_t ft_record_new(struct ft_board *board)
{
	uint32_t number;
	bool changed = false;

	if (board->vacant_count) {
		number = board->vacant[--board->vacant_count];
		changed = board->record[number].changed;
	} else if (_grow_records(board)) {
		number = board->record_count++;
	} else {
		return FT_NO_INDEX;
	}
	board->record[number] = (struct ft_record){
		.start = FT_NEVER,
		.end = FT_NEVER,
		.due = FT_NEVER,
		.pushed = FT_NEVER,
		.end_by = FT_NEVER,
		.pattern = FT_NO_INDEX,
		.changed = changed,
	};
	return number;
}

extern void ft_record_free(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	bool changed = record->changed;

	free(record->node);
	free(record->amount);
	free(record->tasks);
	free(record->whole);
	free(record->mark);
	free(record->way);
	free(record->licence);
	free(record->claim);
	/* The taker of its changes asks once more for a number that is free */
	*record = (struct ft_record){.start = FT_NEVER, .changed = changed};
	if (!ft_array_grow((void **) &board->vacant, board->vacant_count,
			   &board->vacant_room, sizeof(*board->vacant))) {
		board->rc = -ENOMEM;
		return;
	}
	board->vacant[board->vacant_count++] = job;
}

extern void ft_record_rate(struct ft_board *board, uint32_t job, uint32_t tier)
{
	board->record[job].tier = tier;
	if (tier < board->tier_least)
		board->tier_least = tier;
}

extern void ft_record_tell(struct ft_board *board, uint32_t job,
			   enum ft_board_cause cause)
{
	struct ft_record *record = &board->record[job];

	record->cause = cause;
	if (record->changed)
		return;
	if (!ft_array_grow((void **) &board->changed, board->changed_count,
			   &board->changed_room, sizeof(*board->changed))) {
		board->rc = -ENOMEM;
		return;
	}
	record->changed = true;
	board->changed[board->changed_count++] = job;
}

extern void ft_record_watch(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	if ((record->not_before > board->now) &&
	    ft_heap_push(&board->agenda, (uint64_t) record->not_before - 1,
			 job))
		board->rc = -ENOMEM;
	if (board->patience && !record->patient &&
	    ft_heap_push(&board->agenda,
			 (uint64_t) (record->queued + board->patience), job))
		board->rc = -ENOMEM;
}

static struct ft_line *_record_line(struct ft_pattern *pattern,
				    const struct ft_record *record)
{
	if (record->state == FT_RECORD_WAITING)
		return &pattern->waiting;
	if ((record->state == FT_RECORD_PROMISED) ||
	    (record->state == FT_RECORD_MENDING))
		return &pattern->promised;
	return NULL;
}

/* In the lines of all its patterns, or out of these. */
static void _line_up(struct ft_board *board, uint32_t job, bool joins)
{
	const struct ft_record *record = &board->record[job];
	bool loses = (record->state == FT_RECORD_WAITING) && record->loser;

	for (uint32_t i = 0; i < record->way_count; i++) {
		struct ft_pattern *pattern =
			&board->pattern[ft_record_way(record, i)];
		struct ft_line *line = _record_line(pattern, record);

		if (ft_record_twin(record, i))
			continue;
		if (line && !joins)
			ft_line_drop(line, record->key, job);
		else if (line && ft_line_put(line, record->key, job))
			board->rc = -ENOMEM;
		if (joins)
			pattern->losers += loses;
		else
			pattern->losers -= loses;
	}
}

extern void ft_record_join(struct ft_board *board, uint32_t job)
{
	_line_up(board, job, true);
}

extern void ft_record_leave(struct ft_board *board, uint32_t job)
{
	_line_up(board, job, false);
}

/* Room for the nodes of board->pick, and where its tasks may be spread for what
 * it takes of each.  False if out of memory. */
static bool _own_room(const struct ft_board *board, struct ft_record *record)
{
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	size_t kinds = board->resource_count, count = board->pick_count;

	if (record->way || pattern->collective) {
		free(record->node);
		free(record->tasks);
		free(record->amount);
		record->node = record->tasks = NULL;
		record->amount = NULL;
	}
	if (!record->node)
		record->node =
			calloc(pattern->collective ? count : pattern->nodes,
			       sizeof(*record->node));
	if (!pattern->collective)
		return record->node != NULL;
	record->tasks = calloc(count, sizeof(*record->tasks));
	if (pattern->low == pattern->high)
		return record->node && record->tasks;
	record->amount = calloc(count * kinds, sizeof(int64_t));
	return record->node && record->tasks && record->amount;
}

static void _own_picks(struct ft_board *board, struct ft_record *record)
{
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	size_t kinds = board->resource_count;

	for (uint32_t i = 0; i < board->pick_count; i++) {
		const struct ft_candidate *pick = &board->pick[i];

		record->node[i] = pick->node;
		if (!pattern->collective)
			continue;
		record->tasks[i] = pick->tasks;
		if (!record->amount)
			continue;
		memcpy(record->amount + i * kinds,
		       pattern->whole
			       ? ft_board_capacity(board, pick->node)
			       : ft_spread_amount(board, pattern, pick->node,
						  pick->tasks),
		       kinds * sizeof(int64_t));
	}
}

extern void ft_record_span(struct ft_board *board, uint32_t job, int64_t start,
			   int64_t due, enum ft_board_cause cause)
{
	struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];

	ft_record_leave(board, job);
	if (!_own_room(board, record)) {
		record->node_count = 0;
		board->rc = -ENOMEM;
		return;
	}
	_own_picks(board, record);
	record->start = start;
	record->due = due;
	record->end = (due == FT_NEVER ? start : due) + pattern->duration;
	record->node_count = board->pick_count;
	record->own_count = 0;
	record->vain = record->kept = 0;
	record->loser = false;
	record->pushed = FT_NEVER;
	record->state = FT_RECORD_PROMISED;
	ft_record_join(board, job);
	ft_stand_put(board, job);
	ft_record_tell(board, job, cause);
	if (ft_heap_push(&board->agenda, (uint64_t) start, job))
		board->rc = -ENOMEM;
}

extern void ft_record_place(struct ft_board *board, uint32_t job, int64_t start,
			    enum ft_board_cause cause)
{
	ft_record_span(board, job, start, FT_NEVER, cause);
}

extern void ft_record_evict(struct ft_board *board, uint32_t guest,
			    enum ft_board_cause cause)
{
	uint32_t host = board->record[guest].host;

	for (uint32_t i = host; i != FT_NO_INDEX; i = board->record[i].fellow) {
		struct ft_record *part = &board->record[i];

		if (part->start == FT_NEVER)
			continue;
		ft_stand_drop(board, i);
		part->start = part->end = FT_NEVER;
		part->node_count = 0;
	}
	board->looking = true;
	ft_record_tell(board, host, cause);
}

extern void ft_record_wear(struct ft_board *board, const struct ft_mark *mark,
			   uint32_t count)
{
	bool fresh = false;

	for (uint32_t i = 0; i < count * FT_MARK_SIZE; i++) {
		uint32_t kind = mark[i / FT_MARK_SIZE].kind + i % FT_MARK_SIZE;

		fresh |= !board->worn[kind];
		board->worn[kind] = true;
	}
	for (uint32_t i = 0; fresh && (i < board->guest_count); i++)
		if (board->record[board->guest[i]].cut)
			ft_record_evict(board, board->guest[i], FT_CAUSE_OWN);
}

extern void ft_record_displace(struct ft_board *board, uint32_t job, bool loser,
			       enum ft_board_cause cause)
{
	struct ft_record *record = &board->record[job];

	if (record->state == FT_RECORD_GUEST) {
		ft_record_evict(board, job, cause);
		return;
	}
	ft_stand_drop(board, job);
	ft_record_leave(board, job);
	record->state = FT_RECORD_WAITING;
	record->start = record->end = record->due = FT_NEVER;
	record->node_count = 0;
	record->loser = loser;
	ft_record_join(board, job);
	for (uint32_t i = 0; i < record->way_count; i++)
		board->pattern[ft_record_way(record, i)].tried = 0;
	if (ft_record_claims(board, job))
		ft_record_ask(board, job);
	board->looking = true;
	ft_record_tell(board, job, cause);
}

/* One of its nodes is not its own any more.  Amounts go by the order. */
static void _remove_node(const struct ft_board *board, struct ft_record *record,
			 uint32_t i)
{
	size_t kinds = board->resource_count;
	uint32_t rest = --record->node_count - i;

	if (!record->tasks) {
		record->node[i] = record->node[record->node_count];
		return;
	}
	memmove(record->node + i, record->node + i + 1,
		rest * sizeof(*record->node));
	memmove(record->tasks + i, record->tasks + i + 1,
		rest * sizeof(*record->tasks));
	if (record->amount)
		memmove(record->amount + i * kinds,
			record->amount + (i + 1) * kinds,
			rest * kinds * sizeof(*record->amount));
}

extern void ft_record_lose(struct ft_board *board, uint32_t job, uint32_t node,
			   enum ft_board_cause cause)
{
	struct ft_record *record = &board->record[job];
	uint32_t i = 0;

	if (record->state == FT_RECORD_GUEST) {
		ft_record_evict(board, job, cause);
		return;
	}
	while ((i < record->node_count) && (record->node[i] != node))
		i++;
	if (i == record->node_count)
		return;
	ft_stand_drop_node(board, job, node);
	_remove_node(board, record, i);
	ft_record_tell(board, job, cause);
	if (record->state == FT_RECORD_MENDING)
		return;
	record->state = FT_RECORD_MENDING;
	if (ft_heap_push(&board->mend, record->key, job))
		board->rc = -ENOMEM;
}

extern void ft_record_ask(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];

	if (record->asked || (record->state == FT_RECORD_GUEST))
		return;
	record->asked = true;
	if (ft_heap_push(&board->ready, record->key, job))
		board->rc = -ENOMEM;
}

extern void ft_record_gain(struct ft_board *board, uint32_t job, uint32_t node)
{
	struct ft_record *record = &board->record[job];

	record->node[record->node_count++] = node;
	ft_stand_put_node(board, job, node);
	ft_record_tell(board, job, record->cause);
	if (record->node_count < board->pattern[record->pattern].nodes)
		return;
	record->state = FT_RECORD_PROMISED;
	ft_record_ask(board, job);
}

extern bool ft_record_committed(const struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];
	struct ft_slip slip = {
		.key = ft_record_key(board, record) ? 1 : 0,
		.start = ft_board_second(board, record->start),
		.flags = ft_record_flags(board, record),
	};

	return ((record->state == FT_RECORD_PROMISED) ||
		(record->state == FT_RECORD_MENDING) ||
		((record->state == FT_RECORD_GUEST) &&
		 (record->start != FT_NEVER))) &&
	       ft_slip_stands(board, &slip, 0);
}

extern int64_t ft_record_limit(const struct ft_board *board, uint32_t job,
			       uint32_t pattern)
{
	const struct ft_record *record = &board->record[job];
	int64_t limit = ft_board_limit(board);

	if (board->pattern[pattern].now_only && !FT_PLANTED(41))
		limit = board->now;
	if (record->end_by != FT_NEVER) {
		int64_t last =
			record->end_by - board->pattern[pattern].duration;

		limit = last < limit ? last : limit;
	}
	return limit;
}

extern bool ft_record_claims(const struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	for (uint32_t i = 0; i < record->way_count; i++)
		if (board->pattern[ft_record_way(record, i)].claim_count)
			return true;
	return false;
}
