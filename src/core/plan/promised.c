/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promised.h.
 */
#include "core/plan/promised.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/order.h"
#include "core/timeline/change.h"
#include "core/timeline/segment.h"
#include "core/search/choice.h"
#include "core/search/limit.h"

extern int ft_promised_take(struct ft_plan *plan,
			    const struct ft_booking *booking)
{
	int rc = 0;

	for (uint32_t p = 0; !rc && (p <= booking->part_count); p++) {
		struct ft_booking part = ft_booking_part(booking, p);

		rc = ft_gaps_take(&plan->promised_gaps, &plan->promised, &part,
				  false);
		if (!rc)
			rc = ft_timeline_take(&plan->promised, &part);
	}
	return rc;
}

extern int ft_promised_give(struct ft_plan *plan,
			    const struct ft_booking *booking)
{
	int rc = 0;

	for (uint32_t p = 0; !rc && (p <= booking->part_count); p++) {
		struct ft_booking part = ft_booking_part(booking, p);

		rc = ft_gaps_give(&plan->promised_gaps, &plan->promised, &part);
	}
	return rc;
}

/* Is there an index for the shape?  It is made when first needed. */
static bool _indexed(struct ft_plan *plan, const struct ft_shape *shape)
{
	if (shape->indexed && !plan->promised_gaps.machine && !plan->failed)
		plan->failed = ft_gaps_init(&plan->promised_gaps, &plan->table,
					    &plan->promised);
	return shape->indexed && plan->promised_gaps.access && !plan->failed;
}

/* By nodes and licences alone. */
static int64_t _start_promise(struct ft_plan *plan, struct ft_shape *shape,
			      int64_t from, int64_t limit)
{
	bool indexed = _indexed(plan, shape);

	if (plan->failed) /* the whole plan has */
		return FT_NEVER;
	if (indexed)
		return ft_gaps_start(&plan->promised_gaps, &plan->promised,
				     shape, from, limit);
	if (shape->part_count)
		return ft_parts_start(&plan->parts, &plan->promised, shape,
				      false, from, limit);
	return ft_search_start(&plan->search, &plan->promised, shape, NULL,
			       from, limit);
}

extern int64_t ft_promised_start(struct ft_plan *plan,
				 const struct ft_request *request,
				 struct ft_shape *shape, int64_t from,
				 int64_t limit)
{
	int64_t start;

	if (!request->claim_count)
		return _start_promise(plan, shape, from, limit);
	do {
		start = ft_limit_start(&plan->promised, request,
				       shape->duration, from);
		if (start > limit)
			return FT_NEVER;
		from = _start_promise(plan, shape, start, limit);
	} while ((from != FT_NEVER) && (from != start) &&
		 !ft_limit_fits(&plan->promised, request, from,
				shape->duration));
	return from;
}

extern int ft_promised_assign(struct ft_plan *plan, uint32_t job,
			      const struct ft_slot *slot)
{
	struct ft_search *search = &plan->search;

	if (slot->shape->part_count)
		return ft_plan_assign_parts(plan, &plan->promised, job, slot);
	if (_indexed(plan, slot->shape))
		return ft_plan_assign_gaps(plan, &plan->promised_gaps,
					   &plan->promised, job, slot);
	if ((search->timeline != &plan->promised) ||
	    (search->shape != slot->shape) || (search->found != slot->start))
		ft_search_at(search, &plan->promised, slot->shape, slot->start);
	return ft_plan_assign(plan, job, slot,
			      ft_choice_make(search, slot->start));
}

/* Which job is promised which node: those that stand now. */
static int _list_nodes(struct ft_plan *plan)
{
	const struct ft_schedule *schedule = plan->schedule;
	size_t nodes = plan->snapshot->node_count, shares = 0;
	uint32_t *first = calloc(nodes + 2, sizeof(*first));

	if (!first)
		return -ENOMEM;
	plan->near_first = first;
	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];

		if (!plan->standing[j])
			continue;
		shares += placement->share_count;
		for (uint32_t i = 0; i < placement->share_count; i++)
			first[placement->share[i].node + 2]++;
	}
	plan->near = calloc(shares + 1, sizeof(*plan->near));
	if (!plan->near)
		return -ENOMEM;
	for (size_t n = 1; n < nodes + 2; n++)
		first[n] += first[n - 1];
	/* One place behind, first is where the next job of the node goes. */
	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];

		if (!plan->standing[j])
			continue;
		for (uint32_t i = 0; i < placement->share_count; i++)
			plan->near[first[placement->share[i].node + 1]++] = j;
	}
	return 0;
}

static bool _overlap(const struct ft_booking *a, const struct ft_booking *b)
{
	return (a->start < b->end) && (b->start < a->end);
}

static bool _share_one_licence(const struct ft_booking *a,
			       const struct ft_booking *b)
{
	for (uint32_t k = 0; k < a->licence_count; k++)
		for (uint32_t l = 0; l < b->licence_count; l++)
			if (a->licence[k].licence == b->licence[l].licence)
				return true;
	return false;
}

static bool _share_licence(const struct ft_booking *a,
			   const struct ft_booking *b)
{
	for (uint32_t p = 0; p <= a->part_count; p++)
		for (uint32_t q = 0; q <= b->part_count; q++) {
			struct ft_booking one = ft_booking_part(a, p);
			struct ft_booking two = ft_booking_part(b, q);

			if (_share_one_licence(&one, &two))
				return true;
		}
	return false;
}

static bool _any_licence(const struct ft_booking *booking)
{
	for (uint32_t p = 0; p < booking->part_count; p++)
		if (booking->stay[p + 1].licence_count)
			return true;
	return booking->licence_count > 0;
}

/* Is it over by the booking's start, or later than its end?  Of most that is
 * told by two times; of others by their bookings. */
static bool _apart(const struct ft_plan *plan, const struct ft_booking *booking,
		   uint32_t other)
{
	const struct ft_placement *its = &plan->schedule->placement[other];

	return !booking->change && !its->part_count &&
	       ((its->start >= booking->end) ||
		(its->start + its->duration <= booking->start));
}

/* The others that the node is promised to, if they overlap the booking. */
static void _add_at(struct ft_plan *plan, uint32_t job,
		    const struct ft_booking *booking, uint32_t node,
		    uint32_t *count)
{
	for (uint32_t k = plan->near_first[node];
	     k < plan->near_first[node + 1]; k++) {
		uint32_t other = plan->near[k];
		struct ft_booking its;

		if ((other <= job) || !plan->standing[other] ||
		    plan->listed[other] || _apart(plan, booking, other))
			continue;
		its = ft_plan_booking(plan, other);
		if (!_overlap(booking, &its) && !ft_change_meets(booking, &its))
			continue;
		plan->listed[other] = true;
		plan->lifted[(*count)++] = other;
	}
}

/* In a segment that matters to it, all nodes are near. */
static void _add_near(struct ft_plan *plan, uint32_t job,
		      const struct ft_booking *booking, uint32_t *count)
{
	const struct ft_segments *segments = plan->promised.segments;
	bool beside = segments && (booking->change & FT_SHAPE_BESIDE);

	for (uint32_t i = 0; i < booking->share_count; i++) {
		uint32_t node = booking->share[i].node;
		uint32_t segment = plan->snapshot->node[node].segment, n;

		if (!beside || !segment) {
			_add_at(plan, job, booking, node, count);
			continue;
		}
		for (n = segments->first[segment]; n != FT_NO_INDEX;
		     n = segments->next[n])
			_add_at(plan, job, booking, n, count);
	}
}

/* Those that share licences or limits, whatever their nodes. */
static void _add_counted(struct ft_plan *plan, uint32_t job,
			 const struct ft_booking *booking, uint32_t *count)
{
	bool counts = _any_licence(booking) || booking->claim_count;
	uint32_t jobs = plan->schedule->job_count;

	for (uint32_t j = job + 1; counts && (j < jobs); j++) {
		struct ft_booking its;

		if (!plan->standing[j] || plan->listed[j])
			continue;
		its = ft_plan_booking(plan, j);
		if ((!_overlap(booking, &its) ||
		     !_share_licence(booking, &its)) &&
		    !ft_limit_shared(plan->snapshot, booking, &its))
			continue;
		plan->listed[j] = true;
		plan->lifted[(*count)++] = j;
	}
}

extern int ft_promised_meet(struct ft_plan *plan, uint32_t job,
			    const struct ft_booking *booking,
			    uint32_t *ret_count)
{
	uint32_t count = 0;
	int rc = plan->near ? 0 : _list_nodes(plan);

	*ret_count = 0;
	if (!plan->listed)
		plan->listed = ft_arena_alloc(plan->table.arena,
					      plan->schedule->job_count *
						      sizeof(*plan->listed));
	if (rc || !plan->listed)
		return -ENOMEM;
	_add_near(plan, job, booking, &count);
	_add_counted(plan, job, booking, &count);
	for (uint32_t i = 0; i < count; i++)
		plan->listed[plan->lifted[i]] = false;
	qsort(plan->lifted, count, sizeof(*plan->lifted), ft_order_u32);
	*ret_count = count;
	return 0;
}

extern void ft_promised_fini(struct ft_plan *plan)
{
	ft_gaps_fini(&plan->promised_gaps);
	ft_timeline_fini(&plan->promised);
	free(plan->near_first);
	free(plan->near);
	free(plan->contested);
	plan->contested = NULL;
	plan->near_first = plan->near = NULL;
}
