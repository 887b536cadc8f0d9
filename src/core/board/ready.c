/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ready.h.
 */
#include "core/board/ready.h"

#include <errno.h>
#include <string.h>

#include "core/base/planted.h"
#include "core/board/attempt.h"
#include "core/board/fit.h"
#include "core/board/line.h"
#include "core/board/record.h"
#include "core/board/stand.h"
#include "core/board/wait.h"
#include "core/board/ways.h"

/* The worst of the node's states from `step` on that begin before time;
 * returns the step that holds then, or at the end. */
static uint32_t _add_steps(const struct ft_board *board,
			   const struct ft_profile *profile, uint32_t step,
			   int64_t time, int64_t *least)
{
	uint32_t kinds = board->resource_count;

	for (;
	     (step < profile->count) && ((profile->time[step] < time) || !step);
	     step++) {
		const int64_t *state = ft_profile_state(profile, kinds, step);

		if (state[FT_STATE_USERS] > least[FT_STATE_USERS])
			least[FT_STATE_USERS] = state[FT_STATE_USERS];
		for (uint32_t r = FT_STATE_FREE; r < FT_STATE_FREE + kinds; r++)
			least[r] = state[r] < least[r] ? state[r] : least[r];
	}
	return step;
}

/* From the step that holds now. */
static uint32_t _begin_least(const struct ft_board *board,
			     const struct ft_profile *profile, int64_t *least)
{
	uint32_t step = ft_profile_find(profile, board->now);

	memcpy(least, ft_profile_state(profile, board->resource_count, step),
	       (FT_STATE_FREE + board->resource_count) * sizeof(*least));
	return step + 1;
}

/* Can nothing be on a node of which only that is free? */
static bool _state_full(const struct ft_board *board, const int64_t *least)
{
	return (least[FT_STATE_USERS] >= FT_USER_WHOLE) ||
	       (!board->coreless && (least[FT_STATE_FREE + FT_CORES] <= 0));
}

/* Patterns that fit on the node from now on. */
static void _mark_fits(struct ft_board *board, uint32_t node)
{
	const struct ft_profile *profile = &board->lane[node].profile;
	int64_t *least = board->least;
	uint64_t bit = UINT64_C(1) << (node % FT_BLOCK);
	uint32_t step = _begin_least(board, profile, least);
	uint32_t word = node / FT_BLOCK;

	for (uint32_t i = 0;
	     (i < board->pattern_count) && !_state_full(board, least); i++) {
		uint32_t p = board->by_duration[i];
		struct ft_pattern *pattern = &board->pattern[p];

		step = _add_steps(board, profile, step,
				  board->now + pattern->duration, least);
		if (!(pattern->roster[word] & bit) ||
		    !ft_fit_state(board, pattern, node, least))
			continue;
		/* A bit that was set may never have been looked at. */
		pattern->fit_count += !(pattern->fit[word] & bit);
		pattern->fit[word] |= bit;
		ft_stand_wake(board, p);
	}
	board->steps += 1 + board->pattern_count / FT_STEP_NODE;
}

/* How often something was freed for its patterns, or of their licences and
 * limits: the sum does not change unless one of them does. */
static uint64_t _sum_freed(const struct ft_board *board,
			   const struct ft_record *record, bool eased)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < record->way_count; i++) {
		const struct ft_pattern *pattern =
			&board->pattern[ft_record_way(record, i)];

		sum += eased ? pattern->eased : pattern->renewed;
	}
	return sum;
}

/* Would it have enough in that way, and was as much freed since a job that
 * waits was last tried in vain as it lacked, or something of the licences or
 * limits that kept it? */
static bool _way_asks(const struct ft_board *board,
		      const struct ft_record *record, uint32_t way)
{
	const struct ft_pattern *pattern =
		&board->pattern[ft_record_way(record, way)];

	if (ft_record_twin(record, way) || (way && FT_PLANTED(47)))
		return false;
	if ((record->state == FT_RECORD_WAITING) &&
	    ((pattern->renewed < pattern->vain) ||
	     (pattern->kept == pattern->eased)))
		return false;
	return pattern->fit_count + record->own_count >= pattern->nodes;
}

/* Could it be asked?  One that has a promise is tried in all its ways. */
static bool _job_asks(const struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	if ((record->state != FT_RECORD_WAITING) &&
	    ((record->state != FT_RECORD_PROMISED) ||
	     (record->start <= board->now) ||
	     (_sum_freed(board, record, false) < record->vain) ||
	     (record->kept == _sum_freed(board, record, true))))
		return false;
	for (uint32_t i = 0; i < record->way_count; i++)
		if (_way_asks(board, record, i))
			return true;
	return false;
}

/* Promises on the node whose jobs could be there from now on. */
static void _mark_own(struct ft_board *board, uint32_t node)
{
	struct ft_lane *lane = &board->lane[node];
	int64_t *least = board->least_own;
	uint32_t step = _begin_least(board, &lane->profile, least);

	for (uint32_t i =
		     ft_lane_find(lane, ft_board_second(board, board->now + 1));
	     (i < lane->count) && !_state_full(board, least); i++) {
		struct ft_slip *slip = &lane->slip[i];
		struct ft_record *record = &board->record[slip->job];

		step = _add_steps(board, &lane->profile, step,
				  board->origin + slip->start, least);
		if ((record->state != FT_RECORD_PROMISED) || FT_PLANTED(20))
			continue;
		if (!ft_stand_could(board, record, node, least))
			continue;
		ft_stand_own(board, record, slip);
		if ((record->due != FT_NEVER) || _job_asks(board, slip->job))
			ft_record_ask(board, slip->job);
	}
	board->steps++;
}

static void _mark_touched(struct ft_board *board)
{
	while (board->touched_count) {
		uint32_t node = board->touched[--board->touched_count];

		board->node[node].touched = false;
		if (board->node[node].available_from > board->now)
			continue;
		_mark_fits(board, node);
		_mark_own(board, node);
	}
}

/* The first from that place on. */
static void _ask_line(struct ft_board *board, const struct ft_line *line,
		      uint32_t at)
{
	while ((at < line->count) && !_job_asks(board, line->item[at].value))
		at++;
	if (at < line->count)
		ft_record_ask(board, line->item[at].value);
}

/* Those that have enough with what they hold. */
static void _ask_owners(struct ft_board *board, struct ft_pattern *pattern)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < pattern->promised.count; i++) {
		uint32_t job = pattern->promised.item[i].value;
		uint32_t own = board->record[job].own_count;

		most = own > most ? own : most;
		if (own && _job_asks(board, job))
			ft_record_ask(board, job);
	}
	pattern->own_most = most;
	board->steps += pattern->promised.count / FT_STEP_NODE;
}

static void _ask_woken(struct ft_board *board)
{
	while (board->woken_count) {
		struct ft_pattern *pattern =
			&board->pattern[board->woken[--board->woken_count]];

		pattern->woken = false;
		if (pattern->fit_count >= pattern->nodes) {
			_ask_line(board, &pattern->waiting, 0);
			_ask_line(board, &pattern->promised, 0);
		} else if (pattern->fit_count + pattern->own_most >=
			   pattern->nodes) {
			_ask_owners(board, pattern);
		}
	}
}

/* By licences or limits, until some of these are freed? */
static bool _is_kept(enum ft_answer answer)
{
	return (answer == FT_ANSWER_LIMITED) ||
	       (answer == FT_ANSWER_UNLICENSED);
}

/*
 * Which job of the way's pattern is to be asked after it.  One that holds
 * bookings of its own may fail where another that holds others does not.
 */
static void _ask_next(struct ft_board *board, uint32_t job, uint32_t way,
		      bool waits, struct ft_attempt attempt)
{
	const struct ft_record *record = &board->record[job];
	uint32_t p = ft_record_way(record, way);
	struct ft_pattern *pattern = &board->pattern[p];
	struct ft_line *line = waits ? &pattern->waiting : &pattern->promised;
	enum ft_answer answer = attempt.answer;

	if (waits && (answer != FT_ANSWER_STARTED) &&
	    (answer != FT_ANSWER_TIMED))
		pattern->vain = pattern->renewed + attempt.lack;
	if (waits && _is_kept(answer))
		pattern->kept = pattern->eased;
	if ((answer == FT_ANSWER_STARTED) || (answer == FT_ANSWER_FEWER))
		ft_stand_wake_again(board, p);
	else if ((answer == FT_ANSWER_TIMED) || !waits)
		_ask_line(board, line,
			  ft_line_find(line, record->key, job) + 1);
}

/* In all its ways in turn, until it starts. */
static void _try_ways(struct ft_board *board, uint32_t job)
{
	struct ft_record *record = &board->record[job];
	bool waits = record->state == FT_RECORD_WAITING;
	bool timed = false, limited = true, started = false;
	uint32_t lack = 1;

	for (uint32_t i = 0; (i < record->way_count) && !started; i++) {
		struct ft_attempt attempt;

		if (!_way_asks(board, record, i)) {
			limited = false;
			continue;
		}
		attempt = ft_attempt_way(board, job, i);
		started = attempt.answer == FT_ANSWER_STARTED;
		timed |= attempt.answer == FT_ANSWER_TIMED;
		limited &= _is_kept(attempt.answer);
		lack = record->way ? 1 : attempt.lack;
		_ask_next(board, job, i, waits, attempt);
	}
	if (started) {
		/* It is not in the lines of its other ways any more. */
		ft_ways_wake_again(board, job);
		return;
	}
	if (waits)
		return;
	if (!timed)
		record->vain = _sum_freed(board, record, false) + lack;
	if (limited)
		record->kept = _sum_freed(board, record, true);
}

/* Was it asked by that key, and not since by another? */
static bool _was_asked(struct ft_board *board, struct ft_heap_item item)
{
	struct ft_record *record = &board->record[item.value];

	if (!record->asked || (record->key != item.key))
		return false;
	record->asked = false;
	return true;
}

static void _answer_job(struct ft_board *board, uint32_t job)
{
	if (ft_wait_no_more(board, job))
		return;
	if (_job_asks(board, job))
		_try_ways(board, job);
	else if (board->record[job].state == FT_RECORD_PROMISED)
		/* It got a place since, another of its kind did not. */
		ft_ways_wake_again(board, job);
}

extern bool ft_ready_work(struct ft_board *board, uint64_t steps,
			  uint64_t below)
{
	uint64_t end = board->steps + steps;

	for (;;) {
		struct ft_heap_item item;

		_mark_touched(board);
		_ask_woken(board);
		if (!board->ready.count || board->rc ||
		    (board->ready.item[0].key >= below))
			return true;
		if (board->steps >= end)
			return false;
		item = ft_heap_pop(&board->ready);
		if (_was_asked(board, item))
			_answer_job(board, item.value);
	}
}
