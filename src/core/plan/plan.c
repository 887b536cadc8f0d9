/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See plan.h.
 */
#include "core/plan/plan.h"

#include <errno.h>

#include "core/base/arena.h"
#include "core/search/limit.h"

/* As ft_plan_start, by nodes and licences alone. */
static int64_t _start_job(struct ft_plan *plan, struct ft_shape *shape,
			  int64_t nb, int64_t limit)
{
	struct ft_view *view = ft_views_of(plan, shape);
	struct ft_timeline *timeline = view ? &view->timeline : &plan->placed;
	int64_t from = nb > shape->front.hint ? nb : shape->front.hint, start;
	bool known = nb <= shape->front.hint;

	if (!shape->possible || (from > limit))
		return FT_NEVER;
	if (!shape->indexed)
		ft_plan_settle(plan);
	if (!shape->indexed && !shape->part_count)
		return ft_search_start(&plan->search, timeline, shape,
				       &shape->front, nb, limit);
	if (shape->indexed)
		start = ft_gaps_start(view ? &view->gaps : &plan->gaps,
				      timeline, shape, from, limit);
	else
		start = ft_parts_start(&plan->parts, timeline, shape, !view,
				       from, limit);
	if (known)
		shape->front.hint = start == FT_NEVER ? limit + 1 : start;
	return start;
}

extern int64_t ft_plan_start(struct ft_plan *plan, uint32_t job,
			     uint32_t request, int64_t limit)
{
	const struct ft_request *r = ft_plan_request(plan, job, request);
	struct ft_shape *shape = ft_plan_shape(plan, job, request);
	int64_t from = r->not_before, start;

	if (!r->claim_count)
		return _start_job(plan, shape, from, limit);
	if (from < plan->snapshot->now)
		from = plan->snapshot->now;
	do {
		start = ft_limit_start(&plan->placed, r, shape->duration, from);
		if (start > limit)
			return FT_NEVER;
		from = _start_job(plan, shape, start, limit);
	} while ((from != FT_NEVER) && (from != start) &&
		 !ft_limit_fits(&plan->placed, r, from, shape->duration));
	return from;
}

extern int ft_plan_stand_by(const struct ft_plan *plan,
			    struct ft_timeline *timeline, struct ft_gaps *gaps)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < plan->beside_count); i++) {
		if (gaps)
			rc = ft_gaps_take(gaps, timeline, &plan->beside[i],
					  false);
		if (!rc)
			rc = ft_timeline_take(timeline, &plan->beside[i]);
	}
	return rc;
}

/* Part after part: each may read nodes that those before it have changed. */
static int _take_parts(struct ft_plan *plan, const struct ft_booking *booking)
{
	int rc;

	ft_plan_settle(plan);
	rc = plan->failed;
	for (uint32_t p = 0; !rc && (p <= booking->part_count); p++) {
		struct ft_booking part = ft_booking_part(booking, p);

		rc = ft_gaps_take(&plan->gaps, &plan->placed, &part, false);
		if (!rc)
			rc = ft_timeline_take(&plan->placed, &part);
		if (!rc && plan->views.count)
			rc = ft_views_take(plan, &part);
	}
	return rc;
}

extern int ft_plan_take(struct ft_plan *plan, uint32_t job, bool by_gaps)
{
	struct ft_booking booking = ft_plan_booking(plan, job);
	const struct ft_shape *shape = ft_plan_shape(
		plan, job, plan->schedule->placement[job].request);
	int rc;

	if (shape->part_count)
		return _take_parts(plan, &booking);
	if (!by_gaps && shape->indexed)
		by_gaps = ft_gaps_pin(&plan->gaps, shape, &booking);
	/* Otherwise gaps are looked up at the nodes. */
	if (!by_gaps)
		ft_plan_settle(plan);
	rc = plan->failed;
	if (!rc)
		rc = ft_gaps_take(&plan->gaps, &plan->placed, &booking,
				  by_gaps);
	if (!rc)
		rc = ft_timeline_take_counts(&plan->placed, &booking);
	if (!rc && plan->views.count)
		rc = ft_views_take(plan, &booking);
	plan->due[plan->due_count++] = job;
	return rc;
}

static int _share_job(struct ft_plan *plan, const struct ft_shape *shape,
		      const struct ft_pick *pick, struct ft_share *share,
		      uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		share[i].node = pick[i].node;
		share[i].tasks = pick[i].tasks;
		share[i].amount = ft_plan_amount(plan, shape, pick[i].node,
						 pick[i].tasks);
		if (!share[i].amount)
			return -ENOMEM;
	}
	return 0;
}

extern int ft_plan_share(struct ft_plan *plan, const struct ft_shape *shape,
			 struct ft_share *share, uint32_t count)
{
	return _share_job(plan, shape, plan->search.pick, share, count);
}

static struct ft_share *_place_job(struct ft_plan *plan, uint32_t job,
				   const struct ft_slot *slot, uint32_t count)
{
	struct ft_placement *placement = &plan->schedule->placement[job];

	placement->verdict = FT_PLACED;
	placement->request = slot->request;
	placement->start = slot->start;
	placement->duration = slot->shape->duration;
	placement->share_count = count;
	placement->part_count = 0;
	placement->part_end = NULL;
	placement->share = ft_arena_alloc(plan->schedule->arena,
					  count * sizeof(*placement->share));
	return placement->share;
}

extern int ft_plan_assign(struct ft_plan *plan, uint32_t job,
			  const struct ft_slot *slot, uint32_t count)
{
	struct ft_share *share = _place_job(plan, job, slot, count);

	return share ? ft_plan_share(plan, slot->shape, share, count) : -ENOMEM;
}

/* Where each part ends; the last one tells how many shares there are. */
static uint32_t *_part_ends(struct ft_plan *plan, uint32_t count)
{
	uint32_t *end =
		ft_arena_alloc(plan->schedule->arena, count * sizeof(*end));

	for (uint32_t p = 0; end && (p < count); p++)
		end[p] = plan->parts.picks[p].count + (p ? end[p - 1] : 0);
	return end;
}

extern int ft_plan_assign_parts(struct ft_plan *plan,
				struct ft_timeline *timeline, uint32_t job,
				const struct ft_slot *slot)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *shape = slot->shape;
	struct ft_parts *parts = &plan->parts;
	uint32_t *end;
	int rc = 0;

	if ((parts->timeline != timeline) || (parts->shape != shape) ||
	    (parts->found != slot->start))
		ft_parts_at(parts, timeline, shape, slot->start);
	/* What was found does not hold any more once it is taken. */
	parts->found = FT_NEVER;
	if (parts->failed)
		return parts->failed;
	end = _part_ends(plan, shape->part_count + 1);
	if (!end || !_place_job(plan, job, slot, end[shape->part_count]))
		return -ENOMEM;
	placement->part_count = shape->part_count;
	placement->part_end = end;
	for (uint32_t p = 0; !rc && (p <= shape->part_count); p++)
		rc = _share_job(plan, shape->part[p], parts->picks[p].pick,
				placement->share + (p ? end[p - 1] : 0),
				parts->picks[p].count);
	return rc;
}

extern int ft_plan_assign_gaps(struct ft_plan *plan, struct ft_gaps *gaps,
			       const struct ft_timeline *timeline, uint32_t job,
			       const struct ft_slot *slot)
{
	uint32_t count = ft_gaps_wanted(slot->shape);
	uint32_t kinds = plan->snapshot->resource_count;
	struct ft_share *share = _place_job(plan, job, slot, count);

	if (!share)
		return -ENOMEM;
	if ((gaps->shape != slot->shape) || (gaps->found != slot->start))
		ft_gaps_start(gaps, timeline, slot->shape, slot->start,
			      slot->start);
	ft_gaps_choose(gaps, share);
	for (uint32_t i = 0; i < count; i++)
		share[i].amount =
			plan->capacity + (size_t) share[i].node * kinds;
	return 0;
}
