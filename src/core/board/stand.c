/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See stand.h.
 */
#include "core/board/stand.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/planted.h"

#include "core/board/block.h"
#include "core/board/claim.h"
#include "core/board/fit.h"
#include "core/board/memo.h"
#include "core/timeline/want.h"

enum { TRIM = 8 }; /* steps of the past that are let be */

static int _by_node(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *) a, two = *(const uint32_t *) b;

	return (one > two) - (one < two);
}

/* Of a record with amounts of its own nodes are in order. */
static size_t _own_place(const struct ft_record *record, uint32_t node)
{
	const uint32_t *at = bsearch(&node, record->node, record->node_count,
				     sizeof(node), _by_node);

	return (size_t) (at - record->node);
}

extern uint32_t ft_stand_tasks(const struct ft_board *board, uint32_t job,
			       uint32_t node)
{
	const struct ft_record *record = &board->record[job];

	if (record->tasks)
		return record->tasks[_own_place(record, node)];
	return record->pattern == FT_NO_INDEX
		       ? 0
		       : board->pattern[record->pattern].low;
}

extern struct ft_use ft_stand_use(const struct ft_board *board, uint32_t job,
				  uint32_t node)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern;
	struct ft_use use = {
		.start = record->start, .end = record->end, .users = 1};

	if (record->amount) {
		size_t i = _own_place(record, node);

		use.amount = record->amount + i * board->resource_count;
		if (record->pattern == FT_NO_INDEX
			    ? record->whole[i]
			    : board->pattern[record->pattern].whole)
			use.users = FT_USER_WHOLE;
		return use;
	}
	pattern = &board->pattern[record->pattern];
	use.amount = ft_pattern_amount(board, pattern, node);
	if (pattern->whole) {
		use.amount = ft_board_capacity(board, node);
		use.users = FT_USER_WHOLE;
	}
	return use;
}

/* What so many tasks of the pattern want beyond what they take. */
static struct ft_use _fill_hold(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				uint32_t tasks, int64_t start)
{
	uint32_t threads = board->kind_threads[board->node[node].kind];

	(void) ft_want_more(&pattern->wish, board->resource_count, threads,
			    tasks, board->held);
	return (struct ft_use){
		.start = start, .end = start + 1, .amount = board->held};
}

extern bool ft_stand_would_hold(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				uint32_t tasks, int64_t start,
				struct ft_use *ret_use)
{
	if (!ft_pattern_holds(pattern))
		return false;
	*ret_use = _fill_hold(board, pattern, node, tasks, start);
	return true;
}

extern bool ft_stand_hold(const struct ft_board *board, uint32_t job,
			  uint32_t node, struct ft_use *ret_use)
{
	const struct ft_record *record = &board->record[job];

	if (!ft_record_holds(board, record) || FT_PLANTED(59))
		return false;
	*ret_use = _fill_hold(board, &board->pattern[record->pattern], node,
			      ft_stand_tasks(board, job, node), record->start);
	return true;
}

static struct ft_slip _record_slip(const struct ft_board *board, uint32_t job,
				   const struct ft_use *use)
{
	const struct ft_record *record = &board->record[job];
	struct ft_slip slip = {
		.key = ft_record_key(board, record),
		.start = ft_board_second(board, record->start),
		.end = ft_board_second(board, record->end),
		.job = job,
		.flags = ft_record_flags(board, record),
	};

	if (use->users == FT_USER_WHOLE)
		slip.flags |= FT_SLIP_WHOLE;
	for (uint32_t i = 0; i < board->sieve_count; i++)
		slip.unit[i] = ft_block_down(use->amount[board->sieve[i]],
					     board->sieve_unit[i]);
	return slip;
}

static void _trim_lane(const struct ft_board *board, struct ft_lane *lane,
		       uint32_t kinds)
{
	if ((lane->profile.count > TRIM) &&
	    (lane->profile.time[TRIM] <= board->now))
		ft_profile_trim(&lane->profile, kinds, board->now);
}

/*
 * Could the job be there from now on?  What is free now says no, or perhaps;
 * once something is freed the node is looked at again.
 */
static void _note_own(struct ft_board *board, struct ft_record *record,
		      uint32_t node, struct ft_slip *slip)
{
	const struct ft_profile *profile = &board->lane[node].profile;
	uint32_t step;

	if ((record->pattern == FT_NO_INDEX) || (record->start <= board->now))
		return;
	step = ft_profile_find(profile, board->now);
	if (ft_stand_could(
		    board, record, node,
		    ft_profile_state(profile, board->resource_count, step)))
		ft_stand_own(board, record, slip);
}

extern bool ft_stand_could(const struct ft_board *board,
			   const struct ft_record *record, uint32_t node,
			   const int64_t *state)
{
	for (uint32_t i = 0; i < record->way_count; i++) {
		const struct ft_pattern *pattern =
			&board->pattern[ft_record_way(record, i)];

		/* Of its own it knows that it may have them. */
		if (record->way && !ft_bit(pattern->roster, node))
			continue;
		if (ft_fit_state(board, pattern, node, state))
			return true;
	}
	return false;
}

extern void ft_stand_own(struct ft_board *board, struct ft_record *record,
			 struct ft_slip *slip)
{
	bool fresh = !(slip->flags & FT_SLIP_OWN);

	/* On one that was its own before more tasks may have room now. */
	if (record->way)
		record->vain = 0;
	else if (record->vain && (fresh || record->tasks))
		record->vain--;
	record->own_count += fresh;
	slip->flags |= FT_SLIP_OWN;
	for (uint32_t i = 0; i < record->way_count; i++) {
		struct ft_pattern *pattern =
			&board->pattern[ft_record_way(record, i)];

		if (record->own_count > pattern->own_most)
			pattern->own_most = record->own_count;
	}
}

/* Takes what it holds beyond what it has of the node, or gives it. */
static void _change_hold(struct ft_board *board, uint32_t job, uint32_t node,
			 ft_profile_change_fn *change)
{
	struct ft_use use;

	if (ft_stand_hold(board, job, node, &use) &&
	    change(&board->lane[node].profile, board->resource_count, &use))
		board->rc = -ENOMEM;
}

extern void ft_stand_release(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	if (!ft_record_holds(board, record))
		return;
	for (uint32_t i = 0; i < record->node_count; i++) {
		uint32_t node = record->node[i];

		_change_hold(board, job, node, ft_profile_give);
		ft_block_update(board, node, record->start, record->start + 1);
		if (!FT_PLANTED(61))
			ft_stand_touch(board, node);
	}
	ft_memo_freed_many(board, record->start, record->start + 1,
			   record->node_count);
}

extern void ft_stand_put_node(struct ft_board *board, uint32_t job,
			      uint32_t node)
{
	struct ft_lane *lane = &board->lane[node];
	struct ft_use use = ft_stand_use(board, job, node);
	struct ft_slip slip = _record_slip(board, job, &use);

	_trim_lane(board, lane, board->resource_count);
	_note_own(board, &board->record[job], node, &slip);
	if (ft_lane_put(lane, &slip) ||
	    ft_profile_take(&lane->profile, board->resource_count, &use)) {
		board->rc = -ENOMEM;
		return;
	}
	_change_hold(board, job, node, ft_profile_take);
	board->slip_count++;
	board->steps += FT_STEP_NODE;
	ft_block_update(board, node, use.start, use.end);
}

extern void ft_stand_touch(struct ft_board *board, uint32_t node)
{
	if (board->node[node].touched)
		return;
	board->node[node].touched = true;
	board->touched[board->touched_count++] = node;
}

extern void ft_stand_drop_node(struct ft_board *board, uint32_t job,
			       uint32_t node)
{
	struct ft_record *record = &board->record[job];
	struct ft_lane *lane = &board->lane[node];
	struct ft_use use = ft_stand_use(board, job, node);
	struct ft_slip *slip =
		ft_lane_slip(lane, job, ft_board_second(board, record->start));

	if (!slip)
		return;
	if (slip->flags & FT_SLIP_OWN)
		record->own_count--;
	ft_lane_drop(lane, slip);
	_trim_lane(board, lane, board->resource_count);
	if (ft_profile_give(&lane->profile, board->resource_count, &use))
		board->rc = -ENOMEM;
	_change_hold(board, job, node, ft_profile_give);
	board->slip_count--;
	board->steps += FT_STEP_NODE;
	if (use.end <= board->now)
		use.end = board->now + 1;
	ft_block_update(board, node, use.start, use.end);
	ft_memo_freed(board, use.start, use.end);
	ft_stand_touch(board, node);
}

extern const struct ft_licence *ft_stand_licences(const struct ft_board *board,
						  uint32_t job,
						  uint32_t *ret_count)
{
	const struct ft_record *record = &board->record[job];

	if (record->pattern == FT_NO_INDEX) {
		*ret_count = record->licence_count;
		return record->licence;
	}
	*ret_count = board->pattern[record->pattern].licence_count;
	return board->pattern[record->pattern].licence;
}

extern struct ft_use ft_stand_licence(const struct ft_board *board,
				      uint32_t job, uint32_t licence)
{
	const struct ft_record *record = &board->record[job];
	uint32_t count;
	const struct ft_licence *list = ft_stand_licences(board, job, &count);

	while (count-- && (list[count].licence != licence))
		;
	return (struct ft_use){.start = record->start,
			       .end = record->end,
			       .amount = &list[count].count};
}

static void _change_licences(struct ft_board *board, uint32_t job,
			     ft_profile_change_fn *change)
{
	const struct ft_record *record = &board->record[job];
	struct ft_use use = {.start = record->start, .end = record->end};
	const struct ft_licence *licence;
	uint32_t count;

	licence = ft_stand_licences(board, job, &count);
	for (uint32_t i = 0; i < count; i++) {
		use.amount = &licence[i].count;
		if (change(&board->licence[licence[i].licence].profile, 1,
			   &use))
			board->rc = -ENOMEM;
	}
}

/* What licences and limits have of the record. */
static struct ft_slip _plain_slip(const struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];

	return (struct ft_slip){
		.key = ft_record_key(board, record),
		.start = ft_board_second(board, record->start),
		.end = ft_board_second(board, record->end),
		.job = job,
		.flags = ft_record_flags(board, record),
	};
}

static void _put_licences(struct ft_board *board, uint32_t job)
{
	struct ft_slip slip = _plain_slip(board, job);
	const struct ft_licence *licence;
	uint32_t count;

	licence = ft_stand_licences(board, job, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct ft_lane *lane = &board->licence[licence[i].licence];

		_trim_lane(board, lane, 1);
		if (ft_lane_put(lane, &slip))
			board->rc = -ENOMEM;
	}
	_change_licences(board, job, ft_profile_take);
}

extern void ft_stand_wake(struct ft_board *board, uint32_t pattern)
{
	board->pattern[pattern].renewed++;
	ft_stand_wake_again(board, pattern);
}

extern void ft_stand_wake_all(struct ft_board *board)
{
	for (uint32_t p = 0; p < board->pattern_count; p++) {
		board->pattern[p].eased++;
		ft_stand_wake(board, p);
	}
}

extern void ft_stand_wake_again(struct ft_board *board, uint32_t pattern)
{
	if (board->pattern[pattern].woken)
		return;
	if (!ft_array_grow((void **) &board->woken, board->woken_count,
			   &board->woken_room, sizeof(*board->woken))) {
		board->rc = -ENOMEM;
		return;
	}
	board->pattern[pattern].woken = true;
	board->woken[board->woken_count++] = pattern;
}

/* Every pattern that wants one of them has to be asked again. */
static void _wake_licence(struct ft_board *board, uint32_t licence)
{
	for (uint32_t p = 0; p < board->pattern_count; p++)
		for (uint32_t i = 0; i < board->pattern[p].licence_count; i++)
			if (board->pattern[p].licence[i].licence == licence) {
				board->pattern[p].tried = 0;
				board->pattern[p].eased++;
				ft_stand_wake(board, p);
			}
	board->eased++;
	board->looking = true;
}

extern void ft_stand_wake_limit(struct ft_board *board, uint32_t cap)
{
	const struct ft_cap *of = &board->cap[cap];

	for (uint32_t i = 0; i < of->pattern_count; i++) {
		board->pattern[of->pattern[i]].tried = 0;
		board->pattern[of->pattern[i]].eased++;
		ft_stand_wake(board, of->pattern[i]);
	}
	board->eased++;
	board->steps += of->pattern_count / FT_STEP_NODE;
	board->looking |= of->pattern_count > 0;
}

static void _put_claims(struct ft_board *board, uint32_t job)
{
	const struct ft_slip slip = _plain_slip(board, job);

	ft_claim_put(board, job, &slip);
}

static void _drop_claims(struct ft_board *board, uint32_t job)
{
	uint32_t count;
	const struct ft_claim *list = ft_claim_list(board, job, &count);

	ft_claim_drop(board, job);
	for (uint32_t i = 0; !FT_PLANTED(32) && (i < count); i++)
		ft_stand_wake_limit(board, list[i].limit);
}

extern void ft_stand_claims(struct ft_board *board, uint32_t job,
			    struct ft_claim *claim, uint32_t count)
{
	struct ft_record *record = &board->record[job];

	_drop_claims(board, job);
	free(record->claim);
	record->claim = claim;
	record->claim_count = count;
	_put_claims(board, job);
	for (uint32_t i = 0; i < count; i++)
		board->cap[claim[i].limit].grown = true;
	board->cap_doubt |= count > 0;
}

static void _drop_licences(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];
	int32_t start = ft_board_second(board, record->start);
	const struct ft_licence *licence;
	uint32_t count;

	_change_licences(board, job, ft_profile_give);
	licence = ft_stand_licences(board, job, &count);
	for (uint32_t i = 0; i < count; i++) {
		struct ft_lane *lane = &board->licence[licence[i].licence];
		struct ft_slip *slip = ft_lane_slip(lane, job, start);

		if (slip)
			ft_lane_drop(lane, slip);
		_wake_licence(board, licence[i].licence);
	}
}

extern void ft_stand_put(struct ft_board *board, uint32_t job)
{
	for (uint32_t i = 0; i < board->record[job].node_count; i++)
		ft_stand_put_node(board, job, board->record[job].node[i]);
	_put_licences(board, job);
	_put_claims(board, job);
}

extern void ft_stand_drop(struct ft_board *board, uint32_t job)
{
	for (uint32_t i = 0; i < board->record[job].node_count; i++)
		ft_stand_drop_node(board, job, board->record[job].node[i]);
	_drop_licences(board, job);
	_drop_claims(board, job);
	board->record[job].own_count = 0;
}

static void _change_lanes(struct ft_board *board, uint32_t job,
			  ft_profile_change_fn *change)
{
	const struct ft_record *record = &board->record[job];

	for (uint32_t i = 0; i < record->node_count; i++) {
		uint32_t node = record->node[i];
		struct ft_use use = ft_stand_use(board, job, node);

		if (change(&board->lane[node].profile, board->resource_count,
			   &use))
			board->rc = -ENOMEM;
		_change_hold(board, job, node, change);
	}
	board->steps += record->node_count;
}

extern void ft_stand_give_nodes(struct ft_board *board, uint32_t job)
{
	_change_lanes(board, job, ft_profile_give);
}

extern void ft_stand_take_nodes(struct ft_board *board, uint32_t job)
{
	_change_lanes(board, job, ft_profile_take);
}

extern void ft_stand_give_shared(struct ft_board *board, uint32_t job)
{
	ft_claim_give(board, job);
	_change_licences(board, job, ft_profile_give);
}

extern void ft_stand_take_shared(struct ft_board *board, uint32_t job)
{
	ft_claim_take(board, job);
	_change_licences(board, job, ft_profile_take);
}

extern void ft_stand_rank(struct ft_board *board, uint32_t job, uint64_t key)
{
	const struct ft_record *record = &board->record[job];
	int32_t start = ft_board_second(board, record->start);
	const struct ft_licence *licence;
	struct ft_slip *slip;
	uint32_t count;

	for (uint32_t i = 0; i < record->node_count; i++) {
		slip = ft_lane_slip(&board->lane[record->node[i]], job, start);
		if (slip)
			slip->key = key;
	}
	licence = ft_stand_licences(board, job, &count);
	for (uint32_t i = 0; i < count; i++) {
		slip = ft_lane_slip(&board->licence[licence[i].licence], job,
				    start);
		if (slip)
			slip->key = key;
	}
	ft_claim_rank(board, job, key);
}
