/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See hole.h.
 */
#include "core/hole.h"

#include <errno.h>
#include <stdlib.h>

#include "core/arena.h"
#include "core/choice.h"
#include "core/planted.h"

extern int ft_hole_begin(struct ft_hole *hole, struct ft_plan *plan)
{
	struct ft_arena *arena = plan->table.arena;

	*hole = (struct ft_hole){.plan = plan, .clock = 1};
	hole->refused = ft_arena_alloc(arena, plan->table.shape_count *
						      sizeof(*hole->refused));
	hole->job = ft_arena_alloc(arena, plan->snapshot->job_count *
						  sizeof(*hole->job));
	if (!hole->refused || !hole->job ||
	    ft_metric_init(&hole->metric, plan->snapshot, arena))
		return -ENOMEM;
	ft_plan_settle(plan);
	return plan->failed;
}

extern void ft_hole_add(struct ft_hole *hole, uint32_t job, double rank)
{
	hole->job[hole->job_count++] =
		(struct ft_hole_job){.job = job, .rank = rank};
}

static int _compare(const void *x, const void *y)
{
	const struct ft_hole_job *a = x, *b = y;

	if (a->rank > b->rank)
		return FT_PLANTED(5) ? 1 : -1;
	if (a->rank < b->rank)
		return FT_PLANTED(5) ? -1 : 1;
	return (a->job > b->job) - (a->job < b->job);
}

extern void ft_hole_sort(struct ft_hole *hole)
{
	if (hole->job_count)
		qsort(hole->job, hole->job_count, sizeof(*hole->job), _compare);
}

/* Do its own times let the request start now? */
static bool _in_time(const struct ft_plan *plan, uint32_t job, uint32_t request)
{
	int64_t now = plan->snapshot->now;

	return (plan->snapshot->job[job].request[request].not_before <= now) &&
	       (ft_plan_limit(plan, job, request) >= now);
}

extern void ft_hole_freed(struct ft_hole *hole)
{
	hole->clock++;
}

extern struct ft_slot ft_hole_find(struct ft_hole *hole, uint32_t job,
				   bool lifted)
{
	struct ft_plan *plan = hole->plan;
	int64_t now = plan->snapshot->now;

	for (uint32_t r = 0; r < plan->snapshot->job[job].request_count; r++) {
		struct ft_shape *shape = ft_plan_shape(plan, job, r);
		uint32_t *refused = &hole->refused[shape - plan->table.shape];

		if (!shape->possible || !_in_time(plan, job, r) ||
		    (!lifted && (*refused == hole->clock)))
			continue;
		if (ft_search_at(&plan->search, &plan->placed, shape, now))
			return (struct ft_slot){now, r, shape};
		*refused = hole->clock;
	}
	return (struct ft_slot){.start = FT_NEVER};
}

extern int ft_hole_take(struct ft_hole *hole, uint32_t job,
			const struct ft_slot *slot)
{
	struct ft_plan *plan = hole->plan;
	int rc = ft_plan_assign(plan, job, slot,
				ft_choice_make(&plan->search, slot->start));

	plan->schedule->placement[job].obstacle = FT_OBSTACLE_NONE;
	return rc ? rc : ft_hole_keep(hole, job);
}

extern int ft_hole_give(struct ft_hole *hole, uint32_t job)
{
	struct ft_booking booking = ft_plan_booking(hole->plan, job);

	return ft_timeline_give(&hole->plan->placed, &booking);
}

extern int ft_hole_keep(struct ft_hole *hole, uint32_t job)
{
	struct ft_booking booking = ft_plan_booking(hole->plan, job);

	return ft_timeline_take(&hole->plan->placed, &booking);
}
