/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See attempt.h.
 */
#include "core/board/attempt.h"

#include <errno.h>

#include "core/base/planted.h"
#include "core/board/fit.h"
#include "core/board/leaf.h"
#include "core/board/pick.h"
#include "core/board/preference.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/spread.h"
#include "core/board/stand.h"
#include "core/board/ways.h"

/* Can it be there from now on?  Of a marked node its own bookings are off. */
static bool _fits_now(const struct ft_board *board, uint32_t job,
		      const struct ft_pattern *pattern, uint32_t node)
{
	struct ft_use use;

	if (ft_fit_at(board, pattern, node, &board->lane[node].profile,
		      board->now))
		return true;
	if (!board->mark[node])
		return false;
	use = ft_stand_use(board, job, node);
	return ft_fit_without(board, pattern, node, board->now, &use);
}

static void _add_pick(struct ft_board *board, const struct ft_pattern *pattern,
		      uint32_t node)
{
	struct ft_candidate *pick = &board->pick[board->pick_count++];
	int64_t last;

	*pick = (struct ft_candidate){
		.first = board->now, .last = board->now, .node = node};
	if (pattern->collective)
		pick->tasks = ft_spread_tasks(board, pattern, node,
					      &board->lane[node].profile,
					      board->now, &last);
	board->steps += FT_STEP_LOOK;
}

/* Of its own nodes, those that no bit of the pattern stands for.  What one that
 * has several ways could be on is not known by way: that it can't be there now
 * is no news. */
static void _pick_own(struct ft_board *board, uint32_t job,
		      const struct ft_pattern *pattern)
{
	struct ft_record *record = &board->record[job];
	int32_t start = ft_board_second(board, record->start);

	for (uint32_t i = 0; record->own_count && (i < record->node_count);
	     i++) {
		uint32_t node = record->node[i];
		struct ft_lane *lane = &board->lane[node];
		struct ft_slip *slip = ft_lane_slip(lane, job, start);

		if (!slip || !(slip->flags & FT_SLIP_OWN))
			continue;
		if (ft_bit(pattern->roster, node) &&
		    _fits_now(board, job, pattern, node)) {
			if (!ft_bit(pattern->fit, node))
				_add_pick(board, pattern, node);
			continue;
		}
		if (record->way)
			continue;
		slip->flags &= (uint8_t) ~FT_SLIP_OWN;
		record->own_count--;
	}
}

/* Picks up to which others are looked for: a few more than it takes.  Of tasks
 * that may be spread all nodes may be needed, until those found suffice
 * whichever of them are taken; of leaf switches the best is looked for among
 * all. */
static uint32_t _picks_wanted(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t want)
{
	struct ft_tally tally = {0};

	if (!pattern->collective)
		return ft_preference_looks(pattern, pattern->nodes);
	if (ft_leaf_binds(pattern) || (want != UINT32_MAX) ||
	    (board->pick_count < pattern->nodes) ||
	    (board->pick_count > pattern->nodes_max))
		return want;
	for (uint32_t i = 0; i < board->pick_count; i++)
		ft_tally_add(&tally, board->pick[i].tasks);
	return ft_tally_suffices(&tally, pattern)
		       ? ft_preference_looks(pattern, board->pick_count)
		       : want;
}

/* Nodes that fit now; bits that were wrong are cleared. */
static void _pick_fits(struct ft_board *board, uint32_t job,
		       struct ft_pattern *pattern)
{
	uint32_t want = _picks_wanted(board, pattern, UINT32_MAX);

	for (uint32_t b = 0;
	     (b < board->block_count) && (board->pick_count < want); b++) {
		for (uint64_t left = pattern->fit[b];
		     left && (board->pick_count < want); left &= left - 1) {
			uint32_t bit = (uint32_t) __builtin_ctzll(left);
			uint32_t node = b * FT_BLOCK + bit;

			if (_fits_now(board, job, pattern, node)) {
				_add_pick(board, pattern, node);
				continue;
			}
			board->steps += FT_STEP_LOOK;
			pattern->fit[b] &= ~(UINT64_C(1) << bit);
			pattern->fit_count--;
		}
		want = _picks_wanted(board, pattern, want);
	}
}

/* Bits of the pattern, and those of its own where the pattern has none. */
static uint32_t _count_ready(struct ft_board *board, uint32_t job,
			     const struct ft_pattern *pattern)
{
	const struct ft_record *record = &board->record[job];
	int32_t start = ft_board_second(board, record->start);
	uint32_t count = pattern->fit_count;

	for (uint32_t i = 0; record->own_count && (i < record->node_count);
	     i++) {
		uint32_t node = record->node[i];
		const struct ft_slip *slip;

		if (ft_bit(pattern->fit, node))
			continue;
		slip = ft_lane_slip(&board->lane[node], job, start);
		count += slip && (slip->flags & FT_SLIP_OWN);
	}
	board->steps += record->node_count / FT_STEP_NODE;
	return count;
}

/* Limits keep jobs of the pattern now.  What others claim may fall by the
 * second: when is it enough? */
static void _await_fall(struct ft_board *board, uint32_t p)
{
	static const struct ft_regard all = {.all = true, .self = FT_NO_INDEX};
	struct ft_pattern *pattern = &board->pattern[p];
	bool falls = false;
	int64_t start;

	for (uint32_t i = 0; !falls && (i < pattern->claim_count); i++)
		falls = board->cap[pattern->claim[i].limit].limit.kind ==
			FT_LIMIT_FALLS;
	if (!falls || FT_PLANTED(37))
		return;
	start = ft_regard_limits(board, &all, pattern, board->now + 1,
				 FT_NEVER);
	if (start >= pattern->falls)
		return;
	pattern->falls = start;
	if (ft_heap_push(&board->falling, (uint64_t) start - 1, p))
		board->rc = -ENOMEM;
}

/* Whatever is freed on a node adds one to what was found, at most. */
static struct ft_attempt _short_of(uint32_t lack, bool fewer)
{
	struct ft_attempt attempt = {.lack = lack};

	attempt.answer = fewer ? FT_ANSWER_FEWER : FT_ANSWER_SHORT;
	if (FT_PLANTED(50))
		attempt.lack++;
	return attempt;
}

/* Those that it gets. */
static void _pick_best(struct ft_board *board, uint32_t job,
		       const struct ft_pattern *pattern)
{
	bool off = (board->record[job].state == FT_RECORD_PROMISED) &&
		   !pattern->collective && (board->pick_count > pattern->nodes);

	if (off)
		ft_stand_give_nodes(board, job);
	ft_pick_best(board, pattern, board->now, pattern->nodes);
	if (off)
		ft_stand_take_nodes(board, job);
}

/* How many nodes the picks lack at least, 0: perhaps none. */
static uint32_t _lack_picks(struct ft_board *board,
			    const struct ft_pattern *pattern)
{
	if (board->pick_count < pattern->nodes)
		return pattern->nodes - board->pick_count;
	return ft_leaf_binds(pattern) ? ft_leaf_short(board, pattern) : 0;
}

/* board->pick gets its nodes; what it has of licences and limits is off. */
static struct ft_attempt _pick_now(struct ft_board *board, uint32_t job,
				   uint32_t p)
{
	static const struct ft_regard all = {.all = true, .self = FT_NO_INDEX};
	struct ft_pattern *pattern = &board->pattern[p];
	const struct ft_record *record = &board->record[job];
	uint32_t before = pattern->fit_count + record->own_count, lack;

	if (ft_regard_limits(board, &all, pattern, board->now, board->now) ==
	    FT_NEVER) {
		_await_fall(board, p);
		return (struct ft_attempt){FT_ANSWER_LIMITED, 1};
	}
	if (ft_regard_start(board, &all, pattern, board->now, board->now) ==
	    FT_NEVER)
		return (struct ft_attempt){FT_ANSWER_UNLICENSED, 1};
	board->pick_count = 0;
	if (record->state == FT_RECORD_PROMISED)
		_pick_own(board, job, pattern);
	_pick_fits(board, job, pattern);
	lack = _lack_picks(board, pattern);
	if (!lack)
		_pick_best(board, job, pattern);
	if (lack || (board->pick_count < pattern->nodes))
		return _short_of(lack ? lack : 1,
				 pattern->fit_count + record->own_count <
					 before);
	return (struct ft_attempt){FT_ANSWER_STARTED, 0};
}

/* Until its own start nothing of a promise counts. */
static bool _has_licences(const struct ft_board *board,
			  const struct ft_record *record,
			  const struct ft_pattern *pattern)
{
	int64_t until = board->now + pattern->duration;

	until = record->start < until ? record->start : until;
	for (uint32_t i = 0; i < pattern->licence_count; i++) {
		uint32_t licence = pattern->licence[i].licence;

		if (!ft_fit_licence_until(pattern, i,
					  &board->licence[licence].profile,
					  board->now, until))
			return false;
	}
	return true;
}

/* Takes its bookings off, and puts them back: those of nodes only where all
 * that they leave counts, else its nodes are marked. */
static void _lift_own(struct ft_board *board, uint32_t job, bool nodes)
{
	const struct ft_record *record = &board->record[job];

	ft_stand_give_shared(board, job);
	if (nodes)
		ft_stand_give_nodes(board, job);
	for (uint32_t i = 0; !nodes && (i < record->node_count); i++)
		board->mark[record->node[i]] = true;
}

static void _put_own(struct ft_board *board, uint32_t job, bool nodes)
{
	const struct ft_record *record = &board->record[job];

	ft_stand_take_shared(board, job);
	if (nodes)
		ft_stand_take_nodes(board, job);
	for (uint32_t i = 0; i < record->node_count; i++)
		board->mark[record->node[i]] = false;
}

/* The same; of a promise all that it has is off meanwhile. */
static struct ft_attempt _look_now(struct ft_board *board, uint32_t job,
				   uint32_t p)
{
	const struct ft_pattern *pattern = &board->pattern[p];
	const struct ft_record *record = &board->record[job];
	struct ft_attempt attempt;
	uint32_t ready;
	bool lift;

	if (record->state != FT_RECORD_PROMISED)
		return _pick_now(board, job, p);
	if (!_has_licences(board, record, pattern))
		return (struct ft_attempt){FT_ANSWER_UNLICENSED, 1};
	ready = _count_ready(board, job, pattern);
	if (ready < pattern->nodes)
		return _short_of(pattern->nodes - ready, false);
	lift = pattern->collective || pattern->want || pattern->mark_count ||
	       ft_record_holds(board, record);
	_lift_own(board, job, lift);
	attempt = _pick_now(board, job, p);
	_put_own(board, job, lift);
	return attempt;
}

extern struct ft_attempt ft_attempt_way(struct ft_board *board, uint32_t job,
					uint32_t way)
{
	struct ft_record *record = &board->record[job];
	uint32_t p = ft_record_way(record, way);
	struct ft_pattern *pattern = &board->pattern[p];
	struct ft_attempt attempt;

	board->count.tries++;
	if ((record->not_before > board->now) ||
	    (board->now + pattern->duration > record->end_by))
		return (struct ft_attempt){FT_ANSWER_TIMED, 1};
	attempt = _look_now(board, job, p);
	if (attempt.answer != FT_ANSWER_STARTED)
		return attempt;
	if (record->state == FT_RECORD_PROMISED)
		ft_stand_drop(board, job);
	ft_ways_take(board, job, way);
	ft_record_place(board, job, board->now, FT_CAUSE_NOW);
	board->count.started++;
	return attempt;
}
