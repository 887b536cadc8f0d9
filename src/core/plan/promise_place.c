/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise_place.h.
 */
#include "core/plan/promise_place.h"

#include <errno.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/plan/stretch.h"
#include "core/search/leaf.h"
#include "core/search/licence.h"
#include "core/search/limit.h"
#include "core/search/piece.h"

/* The node's position in the shape's roster, or FT_NO_INDEX. */
extern uint32_t ft_place_position(const struct ft_roster *roster, uint32_t node)
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
			ft_place_position(shape->roster, share[i].node);

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
	return ft_leaf_allows(snapshot, shape->request, share, count) &&
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

extern bool ft_place_limits_fit(const struct ft_plan *plan, uint32_t job)
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
	bool fits = ft_place_limits_fit(plan, job);
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
extern bool ft_place_fits(struct ft_plan *plan, uint32_t job)
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
extern int ft_place_own(struct ft_plan *plan, uint32_t job)
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

/*
 * The job is late by what its start is behind its promise.  It is taken to end
 * as if it were not, as a running job is that started late: if it counted in
 * full, each start that is promised behind it would have to move, though hardly
 * any job needs its limit to the second.
 */
static void _put_place(struct ft_plan *plan, uint32_t job, int64_t start)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	const struct ft_request *request =
		&record->request[record->promise_request];
	struct ft_placement *placement = &plan->schedule->placement[job];
	int64_t late = start - record->promise;

	placement->start = start;
	placement->late = late <= FT_LATE_MOST ? late : 0;
	placement->duration = request->duration;
	if (!request->part_count && !request->least &&
	    (placement->late < request->duration))
		placement->duration -= placement->late;
}

/* Is there room for it at its start? */
static bool _stands_there(struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_request *request = &record->request[placement->request];

	if (placement->start > ft_plan_limit(plan, job, placement->request))
		return false;
	if (request->part_count)
		return _fits_parts(plan, job);
	if (request->least) {
		placement->duration = ft_stretch_placed(
			plan, &plan->promised, job,
			_promised_duration(record, placement->start));
		return placement->duration;
	}
	/* What is closed to it must be open for as long as it may run. */
	return ft_stretch_fits(plan, &plan->promised, job,
			       placement->duration) &&
	       ((placement->duration == request->duration) ||
		ft_stretch_fits(plan, &plan->running, job, request->duration));
}

/* From when on the share's node can carry it; FT_NEVER: not by `last`. */
static int64_t _share_since(const struct ft_plan *plan,
			    const struct ft_shape *shape,
			    const struct ft_share *share, int64_t from,
			    int64_t last)
{
	struct ft_piece piece;

	while ((from <= last) &&
	       ft_piece_find(&plan->table.machine, &plan->promised, shape,
			     share->node, from, last, &piece)) {
		if (piece.tasks >= share->tasks)
			return piece.first;
		from = piece.last + 1;
	}
	return FT_NEVER;
}

/* The same for all shares and licences of the job, for a moment at least. */
static int64_t _place_since(const struct ft_plan *plan, uint32_t job,
			    int64_t from, int64_t last)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *whole =
		ft_plan_shape(plan, job, placement->request);
	const struct ft_shape *shape = whole;
	struct ft_shape room;

	if (!whole->part_count && !whole->flexible)
		shape = ft_stretch_shape(whole, 1, &room);
	from = ft_licence_start(&plan->promised, shape, from);
	for (uint32_t i = 0; (i < placement->share_count) && (from <= last);
	     i++)
		from = _share_since(plan, _share_part(shape, placement, i),
				    &placement->share[i], from, last);
	return from <= last ? from : FT_NEVER;
}

/* Is one of its nodes closed at its start, though it comes back? */
static bool _is_left(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];

	for (uint32_t i = 0; i < placement->share_count; i++)
		if (plan->snapshot->node[placement->share[i].node]
			    .available_from > placement->start)
			return true;
	return false;
}

/*
 * May it wait?  Only if it is due: what stands in the way of a later one may
 * yet be gone, and two that wait for each other would change places.  One that
 * may take runs may count on some to leave; those that want more free than they
 * take are in each other's way for a second only.
 */
static bool _may_wait(const struct ft_plan *plan, uint32_t job)
{
	uint32_t request = plan->schedule->placement[job].request;

	if ((plan->snapshot->job[job].promise > plan->snapshot->now) ||
	    ft_plan_request(plan, job, request)->takes)
		return false;
	return !ft_shape_parts_hold(ft_plan_shape(plan, job, request)) ||
	       _is_left(plan, job);
}

/*
 * Moves a start that is due to when the job's own nodes are free: a job
 * that ended is still leaving them (an epilog), or ends a moment late.  A job
 * that were placed anew instead would come behind all that is promised.
 */
static bool _wait_place(struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_job *record = &plan->snapshot->job[job];
	int64_t start = placement->start, since;
	int64_t last = record->promise + FT_LATE_MOST;

	if (!_may_wait(plan, job))
		return false;
	while (start < last) {
		since = _place_since(plan, job, start, last);
		if (since == FT_NEVER)
			return false;
		if (since == start)
			since++; /* a limit is in the way, or another part */
		start = since;
		_put_place(plan, job, start);
		if (_stands_there(plan, job))
			return true;
	}
	return false;
}

extern bool ft_place_promise(struct ft_plan *plan, uint32_t job)
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
	    !_answers(plan->snapshot, shape, record))
		return false;
	*placement = (struct ft_placement){
		.verdict = FT_PLACED,
		.request = record->promise_request,
		.share_count = record->promise_share_count,
		.share = record->promise_share,
		.part_count = record->promise_part_count,
		.part_end = record->promise_part_end,
	};
	_put_place(plan, job, start);
	/* Parts are tried out with what they take. */
	if (shape->part_count && ft_place_own(plan, job)) {
		plan->failed = -ENOMEM;
		return false;
	}
	return _stands_there(plan, job) || _wait_place(plan, job);
}
