/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why jobs on the board cannot start now, see ft_board_obstacle: as
 * core/search/obstacle.c says it of shapes, by what runs.
 */
#include "core/board/board.h"

#include <string.h>

#include "core/board/claim.h"
#include "core/board/fit.h"
#include "core/board/leaf.h"
#include "core/board/regard.h"
#include "core/board/spread.h"
#include "core/board/stand.h"

static size_t _state_size(const struct ft_board *board)
{
	return FT_STATE_FREE + (size_t) board->resource_count;
}

static void _take_slip(struct ft_board *board, const struct ft_slip *slip,
		       uint32_t node, int64_t *state)
{
	struct ft_use use = ft_stand_use(board, slip->job, node);

	state[FT_STATE_USERS] += use.users;
	for (uint32_t r = 0; r < board->resource_count; r++)
		state[FT_STATE_FREE + r] -= use.amount[r];
}

/* Does a run hold it now? */
static bool _slip_holds(const struct ft_board *board,
			const struct ft_slip *slip)
{
	return (slip->end > ft_board_second(board, board->now)) &&
	       (board->record[slip->job].state == FT_RECORD_RUNNING);
}

extern void ft_board_judge(struct ft_board *board)
{
	int32_t now = ft_board_second(board, board->now);

	for (uint32_t n = 0; n < board->node_count; n++) {
		const struct ft_lane *lane = &board->lane[n];
		int64_t *state = board->running + n * _state_size(board);

		state[FT_STATE_USERS] = 0;
		memcpy(state + FT_STATE_FREE, ft_board_capacity(board, n),
		       board->resource_count * sizeof(*state));
		for (uint32_t i = 0;
		     (i < lane->count) && (lane->slip[i].start <= now); i++)
			if (_slip_holds(board, &lane->slip[i]))
				_take_slip(board, &lane->slip[i], n, state);
	}
	for (uint32_t p = 0; p < board->pattern_count; p++)
		board->pattern[p].judged = false;
	for (uint32_t c = 0; c < board->cap_count; c++)
		board->cap[c].judged = false;
}

/* Is the node closed to the pattern from now on, or before until? */
static bool _node_closes(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 int64_t until)
{
	const struct ft_access *access = pattern->access;
	uint32_t outside = board->node[node].outside;

	for (uint32_t i = access->first[outside];
	     i < access->first[outside + 1]; i++)
		if ((access->closed[i].end > board->now) &&
		    (access->closed[i].start < until))
			return true;
	return false;
}

enum node_rule { ANY_NODE, AVAILABLE, OPEN, OPEN_IN_PART };

/* Is it beside runs until the job's end, not only now, that the node has room?
 * How many tasks it then takes. */
static uint32_t _tasks_to_end(struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t node)
{
	static const struct ft_regard runs = {.runs = true,
					      .self = FT_NO_INDEX};
	int64_t end = board->now + pattern->duration, last;
	const struct ft_profile *left =
		ft_regard_node(board, &runs, node, board->now, end);

	if (!ft_fit_at(board, pattern, node, left, board->now))
		return 0;
	return pattern->collective ? ft_spread_tasks(board, pattern, node, left,
						     board->now, &last)
				   : pattern->low;
}

/* How many tasks the node can take; 0: none. */
static uint32_t _node_serves(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t node,
			     enum node_rule rule)
{
	const int64_t *state = board->running + node * _state_size(board);
	int64_t end = board->now + pattern->duration;

	/* A node that is down will not do for anything. */
	if ((board->node[node].available_from == FT_NEVER) ||
	    ((rule >= AVAILABLE) &&
	     (board->node[node].available_from > board->now)) ||
	    ((rule >= OPEN) && _node_closes(board, pattern, node, end)) ||
	    !ft_fit_state(board, pattern, node, state) ||
	    !ft_fit_company(board, pattern, node, state) ||
	    !ft_fit_wants(board, pattern, node, state))
		return 0;
	if (rule == OPEN_IN_PART)
		return _tasks_to_end(board, pattern, node);
	if (!pattern->collective)
		return pattern->low;
	return ft_spread_begins(board, pattern, node, state);
}

/* Where whether they do is a matter of all of them. */
static bool _picks_suffice(struct ft_board *board,
			   const struct ft_pattern *pattern)
{
	return ft_leaf_binds(pattern) ? !ft_leaf_short(board, pattern)
				      : ft_spread_enough(board, pattern);
}

static bool _enough_nodes(struct ft_board *board,
			  const struct ft_pattern *pattern, enum node_rule rule)
{
	board->pick_count = 0;
	for (uint32_t b = 0; b < board->block_count; b++)
		for (uint64_t left = pattern->roster[b]; left;
		     left &= left - 1) {
			uint32_t bit = (uint32_t) __builtin_ctzll(left);
			uint32_t node = b * FT_BLOCK + bit;
			uint32_t tasks =
				_node_serves(board, pattern, node, rule);

			if (tasks)
				board->pick[board->pick_count++] =
					(struct ft_candidate){.node = node,
							      .tasks = tasks};
			if (!pattern->collective &&
			    (board->pick_count >= pattern->nodes))
				return true;
		}
	return pattern->collective && _picks_suffice(board, pattern);
}

/* What runs leave of the licence now. */
static int64_t _licence_free(const struct ft_board *board, uint32_t licence)
{
	const struct ft_lane *lane = &board->licence[licence];
	int64_t free = board->machine->licence_total[licence];

	for (uint32_t i = 0; i < lane->count; i++) {
		const struct ft_slip *slip = &lane->slip[i];
		const struct ft_licence *list;
		uint32_t count;

		if ((slip->start > ft_board_second(board, board->now)) ||
		    !_slip_holds(board, slip))
			continue;
		list = ft_stand_licences(board, slip->job, &count);
		for (uint32_t k = 0; k < count; k++)
			if (list[k].licence == licence)
				free -= list[k].count;
	}
	return free;
}

/* Less what reservations set aside before the end. */
static bool _licence_serves(const struct ft_board *board,
			    const struct ft_pattern *pattern,
			    const struct ft_licence *wanted)
{
	const struct ft_profile *aside =
		&pattern->access->aside[wanted->licence];
	int64_t end = board->now + pattern->duration, least = 0;

	for (uint32_t i = ft_profile_find(aside, board->now);
	     (i < aside->count) && (!i || (aside->time[i] < end)); i++) {
		int64_t state = ft_profile_state(aside, 1, i)[FT_STATE_FREE];

		least = state < least ? state : least;
	}
	return _licence_free(board, wanted->licence) + least >= wanted->count;
}

static enum ft_obstacle _judge_pattern(struct ft_board *board,
				       const struct ft_pattern *pattern)
{
	if (!_enough_nodes(board, pattern, ANY_NODE))
		return FT_OBSTACLE_RESOURCES;
	if (!_enough_nodes(board, pattern, AVAILABLE))
		return FT_OBSTACLE_BEGIN;
	if (!_enough_nodes(board, pattern, OPEN))
		return FT_OBSTACLE_CLOSURE;
	for (uint32_t i = 0; i < pattern->licence_count; i++)
		if (!_licence_serves(board, pattern, &pattern->licence[i]))
			return FT_OBSTACLE_LICENCES;
	if (board->closes_parts && !_enough_nodes(board, pattern, OPEN_IN_PART))
		return FT_OBSTACLE_CLOSURE;
	return FT_OBSTACLE_PRIORITY;
}

/* Do runs keep it by a limit? */
static bool _pattern_limited(struct ft_board *board,
			     const struct ft_pattern *pattern)
{
	static const struct ft_regard runs = {.runs = true,
					      .self = FT_NO_INDEX};

	for (uint32_t i = 0; i < pattern->claim_count; i++) {
		struct ft_cap *cap = &board->cap[pattern->claim[i].limit];

		if (!cap->judged)
			ft_regard_limit(board, &runs, pattern->claim[i].limit,
					&cap->running);
		cap->judged = true;
		if (ft_gauge_start_by(&cap->running, &cap->limit,
				      pattern->claim[i].count,
				      pattern->duration, board->now,
				      board->now) == FT_NEVER)
			return true;
	}
	return false;
}

static uint32_t _tasks_empty(const struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t node)
{
	int64_t state[FT_STATE_FREE + board->resource_count];

	if (!pattern->collective)
		return pattern->low;
	state[FT_STATE_USERS] = 0;
	memcpy(state + FT_STATE_FREE, ft_board_capacity(board, node),
	       board->resource_count * sizeof(*state));
	return ft_spread_begins(board, pattern, node, state);
}

/* Could enough of its nodes ever take it, within its limits? */
static bool _pattern_possible(struct ft_board *board,
			      const struct ft_pattern *pattern)
{
	for (uint32_t i = 0; i < pattern->licence_count; i++)
		if (board->machine->licence_total[pattern->licence[i].licence] <
		    pattern->licence[i].count)
			return false;
	for (uint32_t i = 0; i < pattern->claim_count; i++)
		if (!ft_gauge_possible(
			    &board->cap[pattern->claim[i].limit].limit,
			    pattern->claim[i].count, pattern->duration))
			return false;
	board->pick_count = 0;
	for (uint32_t n = 0;
	     (n < board->node_count) &&
	     (pattern->collective || (board->pick_count < pattern->nodes));
	     n++)
		if (ft_bit(pattern->roster, n) &&
		    (board->node[n].available_from != FT_NEVER))
			board->pick[board->pick_count++] =
				(struct ft_candidate){
					.node = n,
					.tasks = _tasks_empty(board, pattern,
							      n)};
	return pattern->collective ? _picks_suffice(board, pattern)
				   : board->pick_count >= pattern->nodes;
}

static struct ft_pattern *_judged_pattern(struct ft_board *board, uint32_t p)
{
	struct ft_pattern *pattern = &board->pattern[p];

	if (pattern->judged)
		return pattern;
	pattern->judged = true;
	pattern->possible = _pattern_possible(board, pattern);
	pattern->limited = _pattern_limited(board, pattern);
	pattern->obstacle = _judge_pattern(board, pattern);
	return pattern;
}

/* By the way by which it stands, or that it could ever start by. */
extern enum ft_obstacle ft_board_obstacle(struct ft_board *board,
					  uint32_t number)
{
	const struct ft_record *record = &board->record[number];
	const struct ft_pattern *pattern;
	uint32_t p = record->pattern;

	if (record->state == FT_RECORD_WAITING) {
		uint32_t way = ft_board_possible(board, number);

		p = ft_record_way(record, way == FT_NO_INDEX ? 0 : way);
	}
	pattern = _judged_pattern(board, p);
	if (pattern->limited)
		return FT_OBSTACLE_LIMIT;
	if (record->not_before > board->now)
		return FT_OBSTACLE_BEGIN;
	return pattern->obstacle;
}

extern uint32_t ft_board_possible(struct ft_board *board, uint32_t number)
{
	const struct ft_record *record = &board->record[number];
	int64_t from = record->not_before;

	from = from > board->now ? from : board->now;
	for (uint32_t i = 0; i < record->way_count; i++) {
		const struct ft_pattern *pattern =
			_judged_pattern(board, ft_record_way(record, i));

		if (pattern->possible &&
		    ((record->end_by == FT_NEVER) ||
		     (from <= record->end_by - pattern->duration)))
			return i;
	}
	return FT_NO_INDEX;
}
