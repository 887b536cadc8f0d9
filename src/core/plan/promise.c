/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise.h.
 */
#include "core/plan/promise.h"

#include <errno.h>

#include "core/base/arena.h"
#include "core/plan/contest.h"
#include "core/search/licence.h"
#include "core/plan/overtake.h"
#include "core/base/planted.h"
#include "core/plan/promise_place.h"
#include "core/plan/promised.h"
#include "core/plan/stretch.h"

extern bool ft_promise_stands(const struct ft_plan *plan, uint32_t job)
{
	return plan->standing && plan->standing[job];
}

static int _stand_promise(struct ft_plan *plan, uint32_t job)
{
	struct ft_booking booking;
	int rc = 0;

	if (!ft_place_promise(plan, job)) {
		plan->schedule->placement[job] = (struct ft_placement){0};
		return plan->failed;
	}
	if (!plan->schedule->placement[job].part_count)
		rc = ft_place_own(plan, job);
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
	if (!rc)
		rc = ft_plan_stand_by(plan, &plan->promised, NULL);
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

		if (ft_place_position(shape->roster, node) == FT_NO_INDEX)
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
		ft_stretch_slot(plan, &plan->promised,
				&plan->snapshot->job[job].request[slot.request],
				slot.shape, &slot);
		rc = ft_promised_assign(plan, job, &slot);
		_reopen(plan, promise);
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
		_reopen(plan, slot.start);
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

extern int ft_promise_hold(struct ft_plan *plan, uint32_t job)
{
	_fall(plan, job);
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
		!plan->guarded || FT_PLANTED(18) || ft_place_fits(plan, job);
	if (*ret_spares)
		return 0;
	rc = _lift_behind(plan, job, &entrant, &count);
	*ret_spares = !rc && ft_place_fits(plan, job);
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
	_reopen(plan, placement->start);
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
	       ft_place_limits_fit(plan, job);
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

		if (ft_place_fits(plan, j))
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
