/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See wait.h.
 */
#include "core/board/wait.h"

#include <errno.h>

#include "core/base/planted.h"
#include "core/board/fit.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/spread.h"
#include "core/board/stand.h"

static bool _spans_meet(int64_t from, int64_t until, int64_t start, int64_t end)
{
	return (start < until) && (from < end);
}

/* Is the node closed to the pattern at some time in between? */
static bool _closed_between(const struct ft_board *board,
			    const struct ft_pattern *pattern, uint32_t node,
			    int64_t from, int64_t until)
{
	const struct ft_access *access = pattern->access;
	uint32_t outside = board->node[node].outside;

	for (uint32_t i = access->first[outside];
	     i < access->first[outside + 1]; i++)
		if (_spans_meet(from, until, access->closed[i].start,
				access->closed[i].end))
			return true;
	return false;
}

/* Does a closure that begins in between take part of the node?  The job's
 * booking is beside what began before. */
static bool _taken_between(const struct ft_board *board, uint32_t node,
			   int64_t from, int64_t until)
{
	const struct ft_lane *lane = &board->lane[node];
	int32_t end = ft_board_second(board, until);

	for (uint32_t i = ft_lane_find(lane, ft_board_second(board, from));
	     (i < lane->count) && (lane->slip[i].start < end); i++)
		if (board->record[lane->slip[i].job].state == FT_RECORD_RUNNING)
			return true;
	return false;
}

/* What is closed to the job must be open for as long as it may run. */
static bool _stays_open(const struct ft_board *board, uint32_t job,
			int64_t start)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern = &board->pattern[record->pattern];
	int64_t end = start + pattern->duration;

	if (FT_PLANTED(55))
		return true;
	if (end > record->end_by)
		return false;
	for (uint32_t i = 0; i < record->node_count; i++)
		if (_closed_between(board, pattern, record->node[i],
				    record->end, end) ||
		    _taken_between(board, record->node[i], record->end, end))
			return false;
	return true;
}

/* Is what it wants beyond what it has of its nodes free then? */
static bool _finds_wants(const struct ft_board *board, uint32_t job,
			 int64_t start)
{
	const struct ft_record *record = &board->record[job];
	uint32_t kinds = board->resource_count;

	for (uint32_t i = 0; !FT_PLANTED(60) && (i < record->node_count); i++) {
		uint32_t node = record->node[i];
		const struct ft_profile *profile = &board->lane[node].profile;
		const int64_t *state = ft_profile_state(
			profile, kinds, ft_profile_find(profile, start));
		struct ft_use hold;

		if (!ft_stand_hold(board, job, node, &hold))
			return true;
		for (uint32_t r = 0; r < kinds; r++)
			if (hold.amount[r] > state[FT_STATE_FREE + r])
				return false;
	}
	return true;
}

extern bool ft_wait_until(struct ft_board *board, uint32_t job, int64_t start)
{
	struct ft_record *record = &board->record[job];
	int64_t due = record->due == FT_NEVER ? record->start : record->due;

	if ((record->state != FT_RECORD_PROMISED) || (due > board->now) ||
	    (start <= record->start) || (start == FT_NEVER) ||
	    (start - due > board->wait) ||
	    board->pattern[record->pattern].now_only ||
	    (start >= record->end) || !_stays_open(board, job, start) ||
	    !_finds_wants(board, job, start))
		return false;
	ft_stand_drop(board, job);
	record->due = due;
	record->start = start;
	if (FT_PLANTED(56))
		record->end++;
	ft_stand_put(board, job);
	ft_record_tell(board, job, FT_CAUSE_LATE);
	if (ft_heap_push(&board->agenda, (uint64_t) start, job) ||
	    ft_heap_push(&board->mend, record->key, job))
		board->rc = -ENOMEM;
	ft_wait_watch(board, job);
	ft_record_ask(board, job);
	return true;
}

extern void ft_wait_push(struct ft_board *board, uint32_t job, int64_t until)
{
	struct ft_record *record = &board->record[job];
	int64_t due = record->due == FT_NEVER ? record->start : record->due;
	int64_t most = record->end - due;

	if ((record->state != FT_RECORD_PROMISED) || !board->wait ||
	    (until - board->now > board->wait) || FT_PLANTED(70))
		return;
	record->turn = due;
	record->pushed = due + (most < board->wait ? most : board->wait);
}

extern void ft_wait_watch(struct ft_board *board, uint32_t job)
{
	int64_t due = board->record[job].due;

	/* The agenda comes to what is before now. */
	if ((due != FT_NEVER) &&
	    ft_heap_push(&board->agenda, (uint64_t) (due + board->grace - 1),
			 job))
		board->rc = -ENOMEM;
}

extern bool ft_wait_is_long(const struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	return (record->due != FT_NEVER) &&
	       (board->now - record->due >= board->grace);
}

/* Is the node free for what the job has of it, by that pattern? */
static bool _node_lasts(const struct ft_board *board,
			const struct ft_record *record,
			const struct ft_pattern *pattern, uint32_t i)
{
	uint32_t node = record->node[i];
	const struct ft_profile *profile = &board->lane[node].profile;
	int64_t last;

	return ft_fit_at(board, pattern, node, profile, board->now) &&
	       (!pattern->collective ||
		ft_spread_tasks(board, pattern, node, profile, board->now,
				&last) >= record->tasks[i]);
}

/* Could it start now and end when it is taken to end, beside all others? */
static bool _could_begin(struct ft_board *board, uint32_t job)
{
	static const struct ft_regard all = {.all = true, .self = FT_NO_INDEX};
	const struct ft_record *record = &board->record[job];
	struct ft_pattern until_end = board->pattern[record->pattern];
	bool could;

	until_end.duration = record->end - board->now;
	ft_stand_give_nodes(board, job);
	ft_stand_give_shared(board, job);
	could = ft_regard_start(board, &all, &until_end, board->now,
				board->now) != FT_NEVER;
	for (uint32_t i = 0; could && (i < record->node_count); i++)
		could = _node_lasts(board, record, &until_end, i);
	ft_stand_take_nodes(board, job);
	ft_stand_take_shared(board, job);
	return could;
}

extern bool ft_wait_no_more(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];

	if ((record->state != FT_RECORD_PROMISED) ||
	    (record->due == FT_NEVER) || (record->start <= board->now) ||
	    !_could_begin(board, job))
		return false;
	ft_stand_drop(board, job);
	record->start = board->now;
	ft_stand_put(board, job);
	ft_record_tell(board, job, FT_CAUSE_NOW);
	if (ft_heap_push(&board->agenda, (uint64_t) board->now, job))
		board->rc = -ENOMEM;
	return true;
}
