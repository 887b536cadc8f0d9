/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See displace.h.
 */
#include "core/board/displace.h"

#include <errno.h>

#include "core/base/planted.h"
#include "core/board/ahead.h"
#include "core/board/claim.h"
#include "core/board/exceed.h"
#include "core/board/fit.h"
#include "core/board/record.h"
#include "core/board/spread.h"
#include "core/board/stand.h"
#include "core/board/sweep.h"
#include "core/board/wait.h"
#include "core/board/ways.h"

/* What a job gets, and what counts for it. */
struct gain {
	uint32_t job, way;
	const struct ft_pattern *pattern; /* of the way */
	struct ft_regard regard;
	int64_t start, end;
	enum ft_board_cause cause; /* told to those in its way */
	bool lasts;		   /* a run does, beyond its end, */
	bool pushes; /* or a job pushes on: so do those, see wait.h */
};

/* The bookings of the lane in the job's way, in order, in board->clash. */
static void _list_clashes(struct ft_board *board, const struct gain *gain,
			  const struct ft_lane *lane)
{
	int32_t start = ft_board_second(board, gain->start);
	int32_t end = ft_board_second(board, gain->end);

	for (uint32_t i = 0; (i < lane->count) && (lane->slip[i].start < end);
	     i++) {
		const struct ft_slip *slip = &lane->slip[i];

		if ((slip->end > start) && (slip->job != gain->job) &&
		    ft_regard_passes(board, &gain->regard, slip) &&
		    ft_heap_push(&board->clash, slip->key, slip->job))
			board->rc = -ENOMEM;
	}
}

static void _take_scratch(struct ft_board *board, const struct ft_use *use)
{
	if (ft_profile_take(&board->scratch, board->resource_count, use))
		board->rc = -ENOMEM;
}

/* Is there room for the use in the profile, between the times? */
static bool _use_fits(const struct ft_profile *profile, uint32_t kinds,
		      const struct ft_use *use, int64_t from, int64_t until)
{
	bool whole = use->users >= FT_USER_WHOLE;

	from = use->start > from ? use->start : from;
	until = use->end < until ? use->end : until;
	for (uint32_t step = ft_profile_find(profile, from);
	     (step < profile->count) && (profile->time[step] < until); step++) {
		const int64_t *state = ft_profile_state(profile, kinds, step);

		if (use->users &&
		    (whole ? state[FT_STATE_USERS] != 0
			   : state[FT_STATE_USERS] >= FT_USER_WHOLE))
			return false;
		for (uint32_t r = 0; !whole && (r < kinds); r++)
			if (use->amount[r] > state[FT_STATE_FREE + r])
				return false;
	}
	return true;
}

/* A run lasts a moment longer, and the job, which is due, waits for that. */
static bool _wait_for_run(struct ft_board *board, const struct gain *gain,
			  uint32_t job)
{
	return (gain->cause == FT_CAUSE_RUN) &&
	       ft_wait_until(board, job, gain->end);
}

/* The job is about to lose its place to the other. */
static void _yield_turn(struct ft_board *board, const struct gain *gain,
			uint32_t job)
{
	if (gain->pushes || gain->lasts)
		ft_wait_push(board, job, gain->pushes ? 0 : gain->end);
}

/* Do marks of the job let those be there that the scratch has of the node? One
 * that a mark keeps away has one that keeps its owner away. */
static bool _keeps_company(const struct ft_board *board,
			   const struct gain *gain, uint32_t job, uint32_t node)
{
	const struct ft_record *record = &board->record[job];
	int64_t from =
		record->start > gain->start ? record->start : gain->start;
	int64_t until = record->end < gain->end ? record->end : gain->end;
	const struct ft_mark *mark = record->mark;
	uint32_t count = FT_PLANTED(65) ? 0 : record->mark_count;

	if (record->pattern != FT_NO_INDEX) {
		mark = board->pattern[record->pattern].mark;
		count = board->pattern[record->pattern].mark_count;
	}
	return FT_PLANTED(63) ||
	       ft_fit_company_until(board, mark, count, node, &board->scratch,
				    from, until);
}

/* Is there room in the scratch for what the job has of the node, and in its
 * first second for that and what it holds, while the other is there? */
static bool _job_fits(const struct ft_board *board, const struct gain *gain,
		      uint32_t job, uint32_t node)
{
	const struct ft_profile *scratch = &board->scratch;
	uint32_t kinds = board->resource_count;
	struct ft_use use = ft_stand_use(board, job, node), hold;
	int64_t both[kinds];

	if (!_keeps_company(board, gain, job, node))
		return false;
	if (!_use_fits(scratch, kinds, &use, gain->start, gain->end))
		return false;
	if (!ft_stand_hold(board, job, node, &hold))
		return true;
	for (uint32_t r = 0; r < kinds; r++)
		both[r] = use.amount[r] + hold.amount[r];
	hold.amount = both;
	return _use_fits(scratch, kinds, &hold, gain->start, gain->end);
}

/* The job stays: takes that from the scratch. */
static void _readmit_there(struct ft_board *board, uint32_t job, uint32_t node)
{
	struct ft_use use = ft_stand_use(board, job, node);

	_take_scratch(board, &use);
	if (ft_stand_hold(board, job, node, &use))
		_take_scratch(board, &use);
}

/* Jobs to which the uses leave no room on the node, in their order; the second
 * of them may be NULL. */
static void _clear_node(struct ft_board *board, const struct gain *gain,
			uint32_t node, const struct ft_use *use,
			const struct ft_use *hold)
{
	_list_clashes(board, gain, &board->lane[node]);
	if (!board->clash.count)
		return;
	ft_regard_node(board, &gain->regard, node, gain->start, gain->end);
	_take_scratch(board, use);
	if (hold)
		_take_scratch(board, hold);
	while (board->clash.count) {
		uint32_t job = ft_heap_pop(&board->clash).value;

		/* A guest that has lost another part of it. */
		if (board->record[job].start == FT_NEVER)
			continue;
		board->steps += FT_STEP_LOOK;
		if (FT_PLANTED(29) || _job_fits(board, gain, job, node)) {
			_readmit_there(board, job, node);
			continue;
		}
		if (_wait_for_run(board, gain, job))
			continue;
		_yield_turn(board, gain, job);
		ft_record_lose(board, job, node, gain->cause);
		board->count.displaced++;
	}
}

/* Does any reservation set some of the licence aside while it is used? */
static bool _sets_aside(const struct ft_board *board, uint32_t licence,
			const struct ft_use *use)
{
	for (uint32_t c = 0; c < board->shut_count; c++) {
		const struct ft_closure *closure = &board->machine->closure[c];

		if (board->shut[c].gone || (closure->start >= use->end) ||
		    (closure->end <= use->start))
			continue;
		for (uint32_t i = 0; i < closure->licence_count; i++)
			if ((closure->licence[i].licence == licence) &&
			    (closure->licence[i].count > 0))
				return true;
	}
	return false;
}

/* Is what the guest takes of the licence still there, beside what the scratch
 * says?  What reservations set aside for it is not known of a guest, so that
 * any that does so counts against it. */
static bool _guest_licence_left(const struct ft_board *board, uint32_t job,
				uint32_t licence)
{
	const struct ft_profile *scratch = &board->scratch_licence;
	const struct ft_use use = ft_stand_licence(board, job, licence);
	uint32_t step = ft_profile_find(scratch, use.start);

	if (_sets_aside(board, licence, &use))
		return false;
	while ((step < scratch->count) && (scratch->time[step] < use.end))
		if (ft_profile_state(scratch, 1, step++)[FT_STATE_FREE] <
		    *use.amount)
			return false;
	return true;
}

/* Is what the job takes of the licence still there, beside what the scratch
 * says and what reservations set aside that it may not enter? */
static bool _licence_left(const struct ft_board *board, uint32_t job,
			  uint32_t licence)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_pattern *pattern;
	uint32_t i = 0;

	if (record->state == FT_RECORD_GUEST)
		return _guest_licence_left(board, job, licence);
	pattern = &board->pattern[record->pattern];
	while (pattern->licence[i].licence != licence)
		i++;
	return ft_fit_licence(pattern, i, &board->scratch_licence,
			      record->start, record->start) == record->start;
}

/* Readmits the job: takes its licences from the scratch. */
static void _take_licence(struct ft_board *board, uint32_t job,
			  uint32_t licence)
{
	const struct ft_use use = ft_stand_licence(board, job, licence);

	if (ft_profile_take(&board->scratch_licence, 1, &use))
		board->rc = -ENOMEM;
}

/* Jobs to which the gain leaves too few of the licence lose their place, in
 * their order: without the licence there is no other node to go to. */
static void _clear_licence(struct ft_board *board, const struct gain *gain,
			   const struct ft_licence *wanted)
{
	struct ft_profile *scratch = &board->scratch_licence;
	struct ft_use use = {.start = gain->start,
			     .end = gain->end,
			     .amount = &wanted->count};

	_list_clashes(board, gain, &board->licence[wanted->licence]);
	if (!board->clash.count)
		return;
	ft_regard_licence(board, &gain->regard, wanted->licence);
	if (ft_profile_take(scratch, 1, &use))
		board->rc = -ENOMEM;
	while (board->clash.count) {
		uint32_t job = ft_heap_pop(&board->clash).value;

		if (_licence_left(board, job, wanted->licence) ||
		    (_wait_for_run(board, gain, job) &&
		     _licence_left(board, job, wanted->licence))) {
			_take_licence(board, job, wanted->licence);
			continue;
		}
		_yield_turn(board, gain, job);
		ft_record_displace(board, job, true, gain->cause);
		board->count.displaced++;
		if (ft_heap_push(&board->mend, board->record[job].key, job))
			board->rc = -ENOMEM;
	}
}

/* Jobs to which the gain leaves too little of its limits lose their place, in
 * their order.  The gaining job's own bookings are not on the board. */
static void _clear_limits(struct ft_board *board, const struct gain *gain)
{
	const struct ft_exceed exceed = {
		.regard = &gain->regard,
		.job = gain->job,
		.cause = gain->cause,
		.until = gain->cause == FT_CAUSE_RUN ? gain->end : 0,
		.pushes = gain->pushes || gain->lasts,
	};
	const struct ft_claim *claim;
	uint32_t count;

	claim = ft_claim_list(board, gain->job, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct ft_gauge_use use = {
			.kind = board->cap[claim[i].limit].limit.kind,
			.start = gain->start,
			.end = gain->end,
			.count = claim[i].count,
		};

		ft_exceed_clear(board, &exceed, claim[i].limit, &use);
	}
}

/* Jobs to which what it takes and holds of the picked node leaves no room there
 * lose that node. */
static void _clear_pick(struct ft_board *board, const struct gain *gain,
			const struct ft_candidate *pick)
{
	const struct ft_pattern *pattern = gain->pattern;
	uint32_t tasks = pattern->collective ? pick->tasks : pattern->low;
	struct ft_use use = {
		.start = gain->start, .end = gain->end, .users = 1};
	struct ft_use hold;
	bool holds = ft_stand_would_hold(board, pattern, pick->node, tasks,
					 gain->start, &hold);
	int64_t held[board->resource_count];

	/* What others hold is looked up in between. */
	for (uint32_t r = 0; holds && (r < board->resource_count); r++)
		held[r] = hold.amount[r];
	hold.amount = held;
	use.amount = ft_pattern_amount(board, pattern, pick->node);
	if (pattern->collective)
		use.amount =
			ft_spread_amount(board, pattern, pick->node, tasks);
	if (pattern->whole) {
		use.amount = ft_board_capacity(board, pick->node);
		use.users = FT_USER_WHOLE;
	}
	_clear_node(board, gain, pick->node, &use, holds ? &hold : NULL);
}

/* Gives it board->pick from that start on, whatever is behind there. */
static void _take_place(struct ft_board *board, struct gain *gain,
			enum ft_board_cause cause)
{
	const struct ft_pattern *pattern = gain->pattern;

	if (board->record[gain->job].state == FT_RECORD_PROMISED)
		ft_stand_drop(board, gain->job);
	ft_ways_take(board, gain->job, gain->way);
	gain->end = gain->start + pattern->duration;
	for (uint32_t i = 0; i < pattern->licence_count; i++)
		_clear_licence(board, gain, &pattern->licence[i]);
	_clear_limits(board, gain);
	for (uint32_t i = 0; i < board->pick_count; i++)
		_clear_pick(board, gain, &board->pick[i]);
	ft_record_place(board, gain->job, gain->start, cause);
}

/* What it holds of its own goes on the board; what is behind there moves. */
static void _enter_own(struct ft_board *board, struct gain *gain)
{
	const struct ft_record *record = &board->record[gain->job];
	const struct ft_licence *licence;
	uint32_t count;

	gain->start = record->start > board->now ? record->start : board->now;
	gain->end = record->end;
	licence = ft_stand_licences(board, gain->job, &count);
	for (uint32_t i = 0; i < count; i++)
		_clear_licence(board, gain, &licence[i]);
	_clear_limits(board, gain);
	for (uint32_t i = 0; i < record->node_count; i++) {
		struct ft_use use =
			ft_stand_use(board, gain->job, record->node[i]);

		_clear_node(board, gain, record->node[i], &use, NULL);
	}
	ft_stand_put(board, gain->job);
}

extern void ft_displace_enter(struct ft_board *board, uint32_t run)
{
	struct gain gain = {
		.job = run, .regard = {.runs = true}, .cause = FT_CAUSE_RUN};

	_enter_own(board, &gain);
}

extern void ft_displace_lodge(struct ft_board *board, uint32_t guest,
			      bool above)
{
	struct gain gain = {
		.job = guest,
		.regard = {.over = above ? board->record[guest].key
					 : board->record[guest].over,
			   .self = guest,
			   .tier = ft_record_tier(board, guest),
			   .above = above},
		.cause = FT_CAUSE_AHEAD};

	_enter_own(board, &gain);
}

extern void ft_displace_extend(struct ft_board *board, uint32_t run,
			       int64_t start, int64_t end)
{
	struct gain gain = {.job = run,
			    .regard = {.runs = true},
			    .cause = FT_CAUSE_RUN,
			    .lasts = true};

	ft_stand_drop(board, run);
	board->record[run].start = start;
	board->record[run].end = end;
	_enter_own(board, &gain);
}

/* Can the job have as much of its own node i from now on? */
static bool _keeps_node(const struct ft_board *board, const struct gain *gain,
			uint32_t i, const struct ft_profile *left)
{
	const struct ft_record *record = &board->record[gain->job];
	uint32_t node = record->node[i];
	int64_t last;

	return ft_fit_at(board, gain->pattern, node, left, board->now) &&
	       (!gain->pattern->collective || FT_PLANTED(45) ||
		(ft_spread_tasks(board, gain->pattern, node, left, board->now,
				 &last) >= record->tasks[i]));
}

extern bool ft_displace_renew(struct ft_board *board, uint32_t job)
{
	const struct ft_record *record = &board->record[job];
	struct ft_pattern *pattern = &board->pattern[record->pattern];
	struct gain gain = {.job = job,
			    .way = record->request,
			    .pattern = pattern,
			    .regard = {.over = record->key,
				       .self = job,
				       .tier = ft_record_tier(board, job)},
			    .start = board->now,
			    .cause = FT_CAUSE_AHEAD};
	int64_t end = board->now + pattern->duration;

	ft_regard_gather(board, &gain.regard, pattern);
	if ((end > record->end_by) ||
	    (ft_regard_start(board, &gain.regard, pattern, board->now,
			     board->now) == FT_NEVER))
		return false;
	for (uint32_t i = 0; i < record->node_count; i++) {
		uint32_t node = record->node[i];
		const struct ft_profile *left = ft_regard_node(
			board, &gain.regard, node, board->now, end);

		if (!_keeps_node(board, &gain, i, left))
			return false;
		board->pick[i] = (struct ft_candidate){
			.first = board->now,
			.last = board->now,
			.node = node,
			.tasks = ft_stand_tasks(board, job, node)};
	}
	board->pick_count = record->node_count;
	_take_place(board, &gain, FT_CAUSE_LATE);
	return true;
}

/* Is one ahead of it that found no place in that way of its either? */
static bool _behind_waiting(const struct ft_board *board, uint32_t job,
			    uint32_t pattern)
{
	const struct ft_record *record = &board->record[job];
	const struct ft_line *line = &board->pattern[pattern].waiting;

	for (uint32_t i = 0; i < line->count; i++) {
		const struct ft_record *other =
			&board->record[line->item[i].value];

		if (line->item[i].key >= record->key)
			return false;
		if ((other->not_before <= board->now) &&
		    (other->end_by == FT_NEVER))
			return true;
	}
	return false;
}

/* Has any job a promise that it could displace? */
static bool _any_behind(const struct ft_board *board, uint64_t over)
{
	for (uint32_t p = 0; p < board->pattern_count; p++) {
		const struct ft_line *line = &board->pattern[p].promised;

		if (line->count && (line->item[line->count - 1].key > over))
			return true;
	}
	for (uint32_t i = 0; i < board->guest_count; i++) {
		const struct ft_record *guest = &board->record[board->guest[i]];

		if ((guest->key > over) && (guest->start != FT_NEVER))
			return true;
	}
	return false;
}

/* The earliest start in [from, limit] as if those that it may displace were not
 * there, and by which way; its place is in board->pick. */
static void _look_ahead(struct ft_board *board, struct gain *gain, int64_t from,
			int64_t limit)
{
	const struct ft_record *record = &board->record[gain->job];
	bool waits = record->state == FT_RECORD_WAITING;
	uint32_t last = FT_NO_INDEX;

	gain->start = FT_NEVER;
	for (uint32_t i = 0; i < record->way_count; i++) {
		uint32_t p = ft_record_way(record, i);
		int64_t until = ft_record_limit(board, gain->job, p), start;

		if (ft_record_twin(record, i) ||
		    (waits && _behind_waiting(board, gain->job, p)))
			continue;
		until = until < limit ? until : limit;
		if ((gain->start != FT_NEVER) && (gain->start <= until))
			until = gain->start - 1;
		start = ft_ahead_start(board, &board->pattern[p], &gain->regard,
				       from, until);
		last = i;
		if (start == FT_NEVER)
			continue;
		gain->start = start;
		gain->way = i;
	}
	if (gain->start == FT_NEVER)
		return;
	gain->pattern = &board->pattern[ft_record_way(record, gain->way)];
	if (last != gain->way)
		ft_ahead_start(board, gain->pattern, &gain->regard, gain->start,
			       gain->start);
}

extern void ft_displace_now(struct ft_board *board, uint32_t job,
			    enum ft_board_cause cause)
{
	struct gain gain = {
		.job = job,
		.regard = {.over = board->record[job].over, .self = job},
		.cause = FT_CAUSE_AHEAD};

	if (!_any_behind(board, board->record[job].over))
		return;
	_look_ahead(board, &gain, board->now, board->now);
	if (gain.start != FT_NEVER)
		_take_place(board, &gain, cause);
}

static void _rise_job(struct ft_board *board, struct gain *gain,
		      enum ft_board_cause cause)
{
	const struct ft_record *record = &board->record[gain->job];

	if ((record->start <= board->now) ||
	    !_any_behind(board, gain->regard.over))
		return;
	_look_ahead(board, gain, record->not_before, record->start - 1);
	if (gain->start != FT_NEVER)
		_take_place(board, gain, cause);
}

/* Has it an earlier start than that, for which its nodes were found, if those
 * in its way move?  If not, these are found again. */
static bool _take_earlier(struct ft_board *board, struct gain *gain,
			  int64_t from, int64_t start,
			  enum ft_board_cause cause)
{
	const struct ft_record *record = &board->record[gain->job];

	_look_ahead(board, gain, from,
		    start == FT_NEVER ? FT_NEVER : start - 1);
	if (gain->start != FT_NEVER) {
		_take_place(board, gain, cause);
		return true;
	}
	if (start != FT_NEVER)
		ft_sweep_start(board, &board->pattern[record->pattern], start,
			       start);
	return false;
}

extern bool ft_displace_push(struct ft_board *board, uint32_t job,
			     int64_t start)
{
	const struct ft_record *record = &board->record[job];
	struct gain gain = {
		.job = job,
		.regard = {.over = record->key,
			   .self = job,
			   .tier = ft_record_tier(board, job),
			   .above = true,
			   .since = ft_board_second(board, record->turn)},
		.cause = FT_CAUSE_AHEAD,
		.pushes = true,
	};
	int64_t from = ft_later(record->turn, record->not_before);

	from = ft_later(from, board->now);
	return _any_behind(board, record->key) &&
	       _take_earlier(board, &gain, from, start, FT_CAUSE_LATE);
}

extern void ft_displace_place(struct ft_board *board, uint32_t job,
			      enum ft_board_cause cause)
{
	const struct ft_record *record = &board->record[job];
	struct gain gain = {
		.job = job,
		.regard = {.over = record->above ? record->key : record->over,
			   .self = job,
			   .tier = ft_record_tier(board, job),
			   .above = record->above},
		.cause = FT_CAUSE_AHEAD};
	int64_t from = record->not_before, start;

	from = from > board->now ? from : board->now;
	if (record->state == FT_RECORD_PROMISED) {
		_rise_job(board, &gain, cause);
		return;
	}
	start = ft_ways_sweep(board, job, from, FT_NEVER);
	if ((start != from) && _any_behind(board, gain.regard.over) &&
	    _take_earlier(board, &gain, from, start, cause))
		return;
	if (start != FT_NEVER)
		ft_record_place(board, job, start, cause);
}
