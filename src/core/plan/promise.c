/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise.h.
 */
#include "core/plan/promise.h"

#include <errno.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/plan/contest.h"
#include "core/search/licence.h"
#include "core/search/leaf.h"
#include "core/search/limit.h"
#include "core/plan/overtake.h"
#include "core/search/piece.h"
#include "core/base/planted.h"
#include "core/plan/promised.h"
#include "core/plan/stretch.h"

extern bool ft_promise_stands(const struct ft_plan *plan, uint32_t job)
{
	return plan->standing && plan->standing[job];
}

/* The node's position in the shape's roster, or FT_NO_INDEX. */
static uint32_t _promise_position(const struct ft_roster *roster, uint32_t node)
{
	uint32_t low = 0, count = roster->count;

	if (!count)
		return FT_NO_INDEX;
	while (count > 1) {
		uint32_t half = count / 2;

		if (roster->node[low + half] <= node)
			low += half;
		count -= half;
	}
	return roster->node[low] == node ? low : FT_NO_INDEX;
}

/* Do the shares, sorted by node, make up what the part asks for? */
static bool _answers_part(const struct ft_snapshot *snapshot,
			  const struct ft_shape *shape,
			  const struct ft_share *share, uint32_t count)
{
	uint32_t required = 0;
	uint64_t tasks = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t position =
			_promise_position(shape->roster, share[i].node);

		if ((position == FT_NO_INDEX) ||
		    (share[i].tasks < shape->low) ||
		    (share[i].tasks > shape->high))
			return false;
		if (i && ((share[i].node <= share[i - 1].node) ||
			  (shape->request->contiguous &&
			   (share[i].node != share[i - 1].node + 1))))
			return false;
		tasks += share[i].tasks;
		required += shape->roster->required[position];
	}
	return ft_leaf_few(snapshot, shape->request, share, count) &&
	       (count >= shape->min_nodes) && (count <= shape->max_nodes) &&
	       (tasks == shape->tasks) &&
	       (required == shape->roster->required_count);
}

/* Does the part keep away from the nodes of those before it? */
static bool _apart_promise(const struct ft_share *share, uint32_t before,
			   uint32_t count)
{
	for (uint32_t i = before; i < before + count; i++)
		for (uint32_t k = 0; k < before; k++)
			if (share[k].node == share[i].node)
				return false;
	return true;
}

static bool _answers(const struct ft_snapshot *snapshot,
		     const struct ft_shape *shape, const struct ft_job *record)
{
	const struct ft_share *share = record->promise_share;
	const uint32_t *end = record->promise_part_end;

	if (record->promise_part_count != shape->part_count)
		return false;
	if (!shape->part_count)
		return _answers_part(snapshot, shape, share,
				     record->promise_share_count);
	for (uint32_t p = 0; p <= shape->part_count; p++) {
		uint32_t first = p ? end[p - 1] : 0;

		if (!_answers_part(snapshot, shape->part[p], share + first,
				   end[p] - first) ||
		    (shape->part[p]->request->apart &&
		     !_apart_promise(share, first, end[p] - first)))
			return false;
	}
	return true;
}

/* Could the part run there, as far as promises and placed jobs go? */
static bool _part_fits(const struct ft_plan *plan, const struct ft_shape *shape,
		       const struct ft_booking *booking)
{
	int64_t start = booking->start;

	if (ft_licence_start(&plan->promised, shape, start) != start)
		return false;
	for (uint32_t i = 0; i < booking->share_count; i++) {
		const struct ft_share *share = &booking->share[i];
		struct ft_piece piece;

		if (!ft_piece_find(&plan->table.machine, &plan->promised, shape,
				   share->node, start, start, &piece) ||
		    (piece.tasks < share->tasks))
			return false;
	}
	return true;
}

/* What it was promised, or what may be left of it for a start then. */
static int64_t _promised_duration(const struct ft_job *job, int64_t start)
{
	const struct ft_request *request = &job->request[job->promise_request];
	int64_t least = ft_request_least(request);
	int64_t most = ft_stretch_most(request, start);
	int64_t wanted = job->promise_duration;

	if (!wanted || (wanted >= most))
		return most;
	if (wanted <= least)
		return least;
	return wanted - (wanted - least) % request->step;
}

static bool _limits_fit(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];

	return ft_limit_fits(&plan->promised,
			     ft_plan_request(plan, job, placement->request),
			     placement->start, placement->duration);
}

/* One part after the other; amounts are today's. */
static bool _fits_parts(struct ft_plan *plan, uint32_t job)
{
	const struct ft_shape *shape = ft_plan_shape(
		plan, job, plan->schedule->placement[job].request);
	struct ft_booking booking = ft_plan_booking(plan, job), part;
	bool fits = _limits_fit(plan, job);
	uint32_t p = 0;

	for (; fits && (p <= shape->part_count); p++) {
		part = ft_booking_part(&booking, p);
		fits = _part_fits(plan, shape->part[p], &part);
		if (!plan->failed)
			plan->failed = ft_timeline_take(&plan->promised, &part);
	}
	while (p-- > 0) {
		part = ft_booking_part(&booking, p);
		if (!plan->failed)
			plan->failed = ft_timeline_give(&plan->promised, &part);
	}
	return fits && !plan->failed;
}

/* Could the job run there, as far as promises and placed jobs go? */
static bool _fits_promise(struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];

	if (placement->part_count)
		return _fits_parts(plan, job);
	return ft_stretch_fits(plan, &plan->promised, job, placement->duration);
}

/* The part that share i belongs to. */
static const struct ft_shape *_share_part(const struct ft_shape *shape,
					  const struct ft_placement *placement,
					  uint32_t i)
{
	uint32_t p = 0;

	while ((p < placement->part_count) && (placement->part_end[p] <= i))
		p++;
	return shape->part_count ? shape->part[p] : shape;
}

static int _own_ends(struct ft_plan *plan, struct ft_placement *placement)
{
	size_t size = (placement->part_count + 1) * sizeof(uint32_t);
	uint32_t *end;

	if (!placement->part_count)
		return 0;
	end = ft_arena_alloc(plan->schedule->arena, size);
	if (!end)
		return -ENOMEM;
	memcpy(end, placement->part_end, size);
	placement->part_end = end;
	return 0;
}

/* The shares as the schedule's own, with amounts as they are today. */
static int _own_shares(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *shape =
		ft_plan_shape(plan, job, placement->request);
	uint32_t count = placement->share_count;
	struct ft_share *share =
		ft_arena_alloc(plan->schedule->arena, count * sizeof(*share));

	if (!share)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		share[i] = placement->share[i];
		share[i].amount =
			ft_plan_amount(plan, _share_part(shape, placement, i),
				       share[i].node, share[i].tasks);
		if (!share[i].amount)
			return -ENOMEM;
	}
	placement->share = share;
	return _own_ends(plan, placement);
}

/* The job's promise as a placement; false if it can be none. */
static bool _take_promise(struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	const struct ft_request *request =
		&record->request[record->promise_request];
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *shape =
		ft_plan_shape(plan, job, record->promise_request);
	int64_t start = record->promise;

	if (start < plan->snapshot->now)
		start = plan->snapshot->now;
	if (!shape->possible || (start < request->not_before) ||
	    (start > ft_plan_limit(plan, job, record->promise_request)) ||
	    !_answers(plan->snapshot, shape, record))
		return false;
	*placement = (struct ft_placement){
		.verdict = FT_PLACED,
		.request = record->promise_request,
		.start = start,
		.share_count = record->promise_share_count,
		.share = record->promise_share,
		.part_count = record->promise_part_count,
		.part_end = record->promise_part_end,
	};
	if (!shape->part_count) {
		placement->duration =
			ft_stretch_placed(plan, &plan->promised, job,
					  _promised_duration(record, start));
		return placement->duration;
	}
	placement->duration = request->duration;
	/* Parts are tried out with what they take. */
	if (_own_shares(plan, job)) {
		plan->failed = -ENOMEM;
		return false;
	}
	return _fits_parts(plan, job);
}

static int _stand_promise(struct ft_plan *plan, uint32_t job)
{
	struct ft_booking booking;
	int rc = 0;

	if (!_take_promise(plan, job)) {
		plan->schedule->placement[job] = (struct ft_placement){0};
		return plan->failed;
	}
	if (!plan->schedule->placement[job].part_count)
		rc = _own_shares(plan, job);
	if (rc)
		return rc;
	plan->standing[job] = true;
	plan->standing_count++;
	booking = ft_plan_booking(plan, job);
	return ft_promised_take(plan, &booking);
}

/* Do some promises not give way to jobs that are ahead of them? */
static bool _any_guarded(const struct ft_snapshot *snapshot)
{
	bool guarded = snapshot->overrule;

	for (uint32_t j = 0; !guarded && (j < snapshot->job_count); j++)
		guarded = ft_job_committed(snapshot, j);
	return guarded;
}

/*
 * Is the promise committed, or is its time there?  slurmctld may take a second
 * to start a job, or more; then it still lasts as long, into what a job behind
 * it was promised.
 */
static bool _stands_first(const struct ft_snapshot *snapshot, uint32_t job)
{
	return ft_job_committed(snapshot, job) ||
	       (snapshot->job[job].promise <= snapshot->now);
}

/*
 * Those that have overtaken others are planned as if they were new where all
 * promises give way; else they keep theirs unless they get an earlier start.
 * Committed ones stand first, should there not be room for all.
 */
static int _stand_kind(struct ft_plan *plan, uint32_t first, bool first_ones)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	int rc = 0;

	for (uint32_t j = first; !rc && (j < snapshot->job_count); j++)
		if ((snapshot->job[j].promise != FT_NEVER) &&
		    (!plan->guarded ||
		     (_stands_first(snapshot, j) == first_ones)) &&
		    ((plan->guarded && !FT_PLANTED(17)) || !plan->risen[j]))
			rc = _stand_promise(plan, j);
	return rc;
}

static int _stand_all(struct ft_plan *plan, uint32_t first)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	int rc;

	plan->risen = ft_arena_alloc(plan->table.arena,
				     snapshot->job_count * sizeof(bool));
	plan->barred = ft_arena_alloc(plan->table.arena,
				      snapshot->job_count * sizeof(bool));
	plan->guarded = _any_guarded(snapshot);
	rc = plan->risen && plan->barred
		     ? ft_overtake_find(snapshot, plan->table.arena,
					plan->risen)
		     : -ENOMEM;
	if (!rc)
		rc = ft_timeline_copy(&plan->promised, &plan->running);
	if (!rc && plan->guarded)
		rc = _stand_kind(plan, first, true);
	if (!rc)
		rc = _stand_kind(plan, first, false);
	/* Only now, since it is quicker to make than to keep up to date. */
	if (!rc && plan->placed.floor)
		rc = ft_timeline_add_floor(&plan->promised, &plan->table);
	return rc;
}

extern int ft_promise_begin(struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	uint32_t jobs = snapshot->job_count, first = 0, requests = 1;

	while ((first < jobs) && (snapshot->job[first].promise == FT_NEVER))
		first++;
	if ((first == jobs) || (snapshot->policy.hold != FT_HOLD_HIGHEST))
		return 0;
	plan->standing = ft_arena_alloc(plan->table.arena,
					jobs * sizeof(*plan->standing));
	plan->lifted =
		ft_arena_alloc(plan->table.arena, jobs * sizeof(*plan->lifted));
	for (uint32_t j = 0; j < jobs; j++)
		if (snapshot->job[j].request_count > requests)
			requests = snapshot->job[j].request_count;
	plan->request_time = ft_arena_alloc(
		plan->table.arena, requests * sizeof(*plan->request_time));
	if (!plan->standing || !plan->lifted || !plan->request_time)
		return -ENOMEM;
	return _stand_all(plan, first);
}

static void _fall(struct ft_plan *plan, uint32_t job)
{
	plan->standing[job] = false;
	plan->standing_count--;
}

/*
 * Something has become free among the promises: what is known about starts
 * there holds only for starts that end before it.
 */
static void _reopen(struct ft_plan *plan, int64_t from)
{
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		struct ft_shape *shape = &plan->table.shape[i];
		int64_t hint = from - shape->longest + 1;

		/* A job relying on its nodes was in the way of any earlier
		 * change. */
		if (plan->promised.change || plan->promised.segments ||
		    (hint < plan->snapshot->now))
			hint = plan->snapshot->now;
		if (hint < shape->promised_hint)
			shape->promised_hint = hint;
	}
}

static void _freed_promise(struct ft_plan *plan, int64_t from)
{
	plan->shifted = true;
	_reopen(plan, from);
}

extern int ft_promise_turn(struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	struct ft_booking held, loose;
	int rc;

	if (!ft_promise_stands(plan, job) ||
	    (placement->start > plan->snapshot->now) ||
	    !ft_shape_parts_hold(
		    ft_plan_shape(plan, job, placement->request))) {
		plan->turn = job + 1;
		return 0;
	}
	held = ft_plan_booking(plan, job);
	plan->turn = job + 1;
	loose = ft_plan_booking(plan, job);
	rc = ft_promised_give(plan, &held);
	if (!rc)
		rc = ft_promised_take(plan, &loose);
	_reopen(plan, plan->snapshot->now);
	return rc;
}

/* When the span of time before `time` begins in which the node can carry. */
static int64_t _free_since(const struct ft_plan *plan,
			   const struct ft_shape *shape, uint32_t node,
			   int64_t time)
{
	const struct ft_profile *profile = &plan->promised.node[node];
	const struct ft_access *access = shape->access;
	uint32_t kinds = plan->snapshot->resource_count;
	uint32_t index = ft_profile_find(profile, time - 1);
	int64_t since = time;

	for (;; index--) {
		const int64_t *state = ft_profile_state(profile, kinds, index);

		if (!ft_shape_capacity(shape, &plan->table.machine, node,
				       state))
			break;
		since = profile->time[index];
		if (!index)
			break;
	}
	for (uint32_t i = access->first[node]; i < access->first[node + 1]; i++)
		if ((access->closed[i].start < time) &&
		    (access->closed[i].end > since))
			since = access->closed[i].end < time
					? access->closed[i].end
					: time;
	return since;
}

/*
 * The earliest start before its promise that lifting the job out could make
 * possible for the request: such a start overlaps what is lifted, and needs
 * one of its nodes (or licences, or limits) from then on until the promise.
 */
static int64_t _earliest_gain(const struct ft_plan *plan, uint32_t job,
			      uint32_t request)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *shape = ft_plan_shape(plan, job, request);
	int64_t promise = placement->start, gain = promise;
	int64_t overlap = promise - shape->longest + 1;

	if (ft_plan_shape(plan, job, placement->request)->change)
		return plan->snapshot->now;
	/* Any part may gain by what any other gives up. */
	if (shape->licence_count || shape->part_count ||
	    ft_plan_request(plan, job, request)->claim_count)
		gain = plan->snapshot->now;
	for (uint32_t i = 0; (gain > overlap) && (i < placement->share_count);
	     i++) {
		uint32_t node = placement->share[i].node;
		int64_t since;

		if (_promise_position(shape->roster, node) == FT_NO_INDEX)
			continue;
		since = _free_since(plan, shape, node, promise);
		if (since < gain)
			gain = since;
	}
	return gain > overlap ? gain : overlap;
}

/*
 * The last start that its job may have before its promise.  One whose turn it
 * is not may begin at once only, or jobs behind it that have no promise would
 * take what is free now before fill.h gives that away in the order.
 */
static int64_t _last_gain(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_snapshot *snapshot = plan->snapshot;

	if (ft_job_in_turn(snapshot, job))
		return plan->schedule->placement[job].start - 1;
	return snapshot->policy.compress == FT_COMPRESS_PRIORITY ? snapshot->now
								 : INT64_MIN;
}

/*
 * Where the search for a start before the promise begins, up to the last one
 * that it may have; promise: nowhere.  Most often nothing is free even among
 * placed jobs alone, whose front is quick to ask.
 */
static int64_t _search_from(struct ft_plan *plan, uint32_t job,
			    uint32_t request, int64_t last)
{
	struct ft_shape *shape = ft_plan_shape(plan, job, request);
	int64_t promise = plan->schedule->placement[job].start;
	int64_t limit = ft_plan_limit(plan, job, request), start, gain;

	if (!shape->possible || (promise <= plan->snapshot->now))
		return promise;
	if (limit > last)
		limit = last;
	start = ft_plan_start(plan, job, request, limit);
	if (start == FT_NEVER)
		return promise;
	/* Up to the hint the job itself would have to make the difference. */
	if (start < shape->promised_hint) {
		gain = _earliest_gain(plan, job, request);
		if (gain > shape->promised_hint)
			gain = shape->promised_hint;
		if (start < gain)
			start = gain;
	}
	return start <= last ? start : promise;
}

/* The earliest start up to the last one that it may have before its promise,
 * the job itself being lifted out. */
static struct ft_slot _earlier_slot(struct ft_plan *plan, uint32_t job,
				    const int64_t *from, int64_t last)
{
	struct ft_slot slot = {.start = FT_NEVER};

	for (uint32_t r = 0; r < plan->snapshot->job[job].request_count; r++) {
		struct ft_shape *shape = ft_plan_shape(plan, job, r);
		int64_t limit = ft_plan_limit(plan, job, r), start, known;

		if (limit > last)
			limit = last;
		if (limit >= slot.start)
			limit = slot.start - 1;
		if (from[r] > limit)
			continue;
		start = ft_promised_start(plan, ft_plan_request(plan, job, r),
					  shape, from[r], limit);
		/* Whatever is nearer than this has now been looked at, unless
		 * its own limits alone were in the way. */
		known = start == FT_NEVER ? limit + 1 : start;
		if ((from[r] <= shape->promised_hint) &&
		    (known > shape->promised_hint) &&
		    !ft_plan_request(plan, job, r)->claim_count)
			shape->promised_hint = known;
		if (start != FT_NEVER)
			slot = (struct ft_slot){start, r, shape};
	}
	return slot;
}

/* Lifts the job out and looks for an earlier start. */
static int _improve(struct ft_plan *plan, uint32_t job, const int64_t *from,
		    int64_t last)
{
	struct ft_booking booking = ft_plan_booking(plan, job);
	int64_t promise = booking.start;
	struct ft_slot slot;
	int rc = ft_promised_give(plan, &booking);

	if (rc)
		return rc;
	slot = _earlier_slot(plan, job, from, last);
	if (slot.start != FT_NEVER) {
		/* As by fill.h: jobs ahead have not seen what it gives up. */
		plan->refilled |= !ft_job_in_turn(plan->snapshot, job);
		ft_stretch_slot(plan, &plan->promised,
				&plan->snapshot->job[job].request[slot.request],
				slot.shape, &slot);
		rc = ft_promised_assign(plan, job, &slot);
		_freed_promise(plan, promise);
	}
	if (rc)
		return rc;
	booking = ft_plan_booking(plan, job);
	return ft_promised_take(plan, &booking);
}

/* Could the job last longer from its start on, were there room? */
static bool _is_short(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_request *request =
		&plan->snapshot->job[job].request[placement->request];

	return request->least && (placement->duration <
				  ft_stretch_most(request, placement->start));
}

/* Gives it the longest duration, on other nodes if they are better. */
static int _lengthen_promise(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_request *request =
		&plan->snapshot->job[job].request[placement->request];
	struct ft_booking booking = ft_plan_booking(plan, job);
	struct ft_slot slot = {
		.start = placement->start,
		.request = placement->request,
		.shape = ft_plan_shape(plan, job, placement->request),
	};
	int rc = ft_promised_give(plan, &booking);

	if (rc)
		return rc;
	placement->duration =
		ft_stretch_placed(plan, &plan->promised, job,
				  ft_stretch_most(request, placement->start));
	if (_is_short(plan, job))
		ft_stretch_slot(plan, &plan->promised, request, slot.shape,
				&slot);
	if (slot.shape->duration > placement->duration) {
		rc = ft_promised_assign(plan, job, &slot);
		_freed_promise(plan, slot.start);
	}
	if (rc)
		return rc;
	booking = ft_plan_booking(plan, job);
	return ft_promised_take(plan, &booking);
}

extern int ft_promise_keep(struct ft_plan *plan, uint32_t job)
{
	uint32_t count = plan->snapshot->job[job].request_count;
	int64_t promise = plan->schedule->placement[job].start;
	int64_t last = _last_gain(plan, job);
	bool worth = false;
	int64_t *from = plan->request_time;
	int rc = 0;

	_fall(plan, job);
	if (last < plan->snapshot->now)
		count = 0;
	for (uint32_t r = 0; r < count; r++) {
		from[r] = _search_from(plan, job, r, last);
		worth |= from[r] < promise;
	}
	if (worth)
		rc = _improve(plan, job, from, last);
	if (!rc && _is_short(plan, job))
		rc = _lengthen_promise(plan, job);
	if (rc)
		return rc;
	return ft_plan_take(plan, job, false);
}

/* Takes those out of the promises that the job meets and rules; lists them. */
static int _lift_behind(struct ft_plan *plan, uint32_t job,
			const struct ft_booking *entrant, uint32_t *ret_count)
{
	uint32_t met, count = 0;
	int rc = ft_promised_meet(plan, job, entrant, &met);

	for (uint32_t i = 0; !rc && (i < met); i++) {
		uint32_t other = plan->lifted[i];
		struct ft_booking booking;

		if (!ft_overtake_rules(plan->snapshot, job, other))
			continue;
		booking = ft_plan_booking(plan, other);
		plan->lifted[count++] = other;
		rc = ft_promised_give(plan, &booking);
	}
	*ret_count = count;
	return rc;
}

extern int ft_promise_spares(struct ft_plan *plan, uint32_t job,
			     bool *ret_spares)
{
	struct ft_booking entrant = ft_plan_booking(plan, job);
	uint32_t count = 0;
	int rc = 0;

	*ret_spares =
		!plan->guarded || FT_PLANTED(18) || _fits_promise(plan, job);
	if (*ret_spares)
		return 0;
	rc = _lift_behind(plan, job, &entrant, &count);
	*ret_spares = !rc && _fits_promise(plan, job);
	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_booking booking =
			ft_plan_booking(plan, plan->lifted[i]);

		rc = ft_promised_take(plan, &booking);
	}
	return rc;
}

/* The promise, which is lifted, does not fit beside one ahead of it. */
static void _drop_promise(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];

	_fall(plan, job);
	_freed_promise(plan, placement->start);
	*placement = (struct ft_placement){0};
}

extern int ft_promise_withdraw(struct ft_plan *plan, uint32_t job)
{
	struct ft_booking booking = ft_plan_booking(plan, job);
	int rc = ft_promised_give(plan, &booking);

	_drop_promise(plan, job);
	return rc;
}

extern int ft_promise_restore(struct ft_plan *plan, uint32_t job,
			      const struct ft_placement *promise)
{
	struct ft_booking booking;

	plan->schedule->placement[job] = *promise;
	plan->standing[job] = !FT_PLANTED(19);
	plan->standing_count++;
	booking = ft_plan_booking(plan, job);
	return ft_promised_take(plan, &booking);
}

/* Are its licences and limits free, as far as promises and placed jobs go? */
static bool _counts_fit(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	int64_t start = placement->start;
	struct ft_shape room;
	const struct ft_shape *shape =
		ft_stretch_shape(ft_plan_shape(plan, job, placement->request),
				 placement->duration, &room);

	return (ft_licence_start(&plan->promised, shape, start) == start) &&
	       _limits_fit(plan, job);
}

/* Licences, limits, parts or the state of nodes are contested: all that the job
 * meets step back, then return. */
static int _enter_counted(struct ft_plan *plan, uint32_t job,
			  const struct ft_booking *entrant)
{
	uint32_t count = 0;
	int rc = _lift_behind(plan, job, entrant, &count);

	if (!rc)
		rc = ft_promised_take(plan, entrant);
	for (uint32_t i = 0; !rc && (i < count); i++) {
		uint32_t j = plan->lifted[i];
		struct ft_booking booking = ft_plan_booking(plan, j);

		if (_fits_promise(plan, j))
			rc = ft_promised_take(plan, &booking);
		else
			_drop_promise(plan, j);
	}
	return rc;
}

extern int ft_promise_enter(struct ft_plan *plan, uint32_t job)
{
	struct ft_booking entrant = ft_plan_booking(plan, job);
	uint32_t count;
	int rc;

	if (entrant.part_count || entrant.change || !_counts_fit(plan, job))
		return _enter_counted(plan, job, &entrant);
	rc = ft_contest_list(plan, job, &count);
	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_booking booking =
			ft_plan_booking(plan, plan->lifted[i]);

		rc = ft_promised_give(plan, &booking);
		_drop_promise(plan, plan->lifted[i]);
	}
	return rc ? rc : ft_promised_take(plan, &entrant);
}
