/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See plan.h: one job of a plan, its request, shape, limit and booking.
 */
#include "core/plan/plan.h"

#include "core/base/arena.h"

extern struct ft_shape *ft_plan_shape(const struct ft_plan *plan, uint32_t job,
				      uint32_t request)
{
	uint32_t at = plan->table.first[job] + request;

	return &plan->table.shape[plan->table.request_shape[at]];
}

extern const struct ft_request *ft_plan_request(const struct ft_plan *plan,
						uint32_t job, uint32_t request)
{
	return &plan->snapshot->job[job].request[request];
}

extern bool ft_plan_reserves(const struct ft_plan *plan, uint32_t job)
{
	return (plan->snapshot->job[job].reserve ||
		ft_job_committed(plan->snapshot, job)) &&
	       !plan->brief &&
	       (!plan->depth.use ||
		(plan->depth.role[job] == FT_DEPTH_RESERVE));
}

extern int64_t ft_plan_limit(const struct ft_plan *plan, uint32_t job,
			     uint32_t request)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	const struct ft_job *record = &snapshot->job[job];
	const struct ft_request *r = &record->request[request];
	int64_t limit = snapshot->window_end;

	if (!ft_plan_reserves(plan, job) && (limit > snapshot->now))
		limit = snapshot->now;
	if (r->end_by == FT_NEVER)
		return limit;
	if (r->end_by - ft_request_least(r) < limit)
		limit = r->end_by - ft_request_least(r);
	return limit < 0 ? -1 : limit;
}

extern const int64_t *ft_plan_amount(struct ft_plan *plan,
				     const struct ft_shape *shape,
				     uint32_t node, uint32_t tasks)
{
	const struct ft_machine *machine = &plan->table.machine;
	uint32_t count = plan->snapshot->resource_count;
	size_t kind = (size_t) machine->kind[node] * count;
	int64_t *amount;

	if (shape->request->exclusive)
		return plan->capacity + (size_t) node * count;
	if (tasks == shape->low)
		return shape->low_cost + kind;
	if (tasks == shape->high)
		return shape->high_cost + kind;
	amount = ft_arena_alloc(plan->schedule->arena, count * sizeof(*amount));
	if (amount)
		ft_shape_cost(shape->request, count,
			      plan->snapshot->node[node].threads, tasks,
			      amount);
	return amount;
}

extern struct ft_booking
ft_plan_booking_of(const struct ft_request *request,
		   const struct ft_shape *shape,
		   const struct ft_placement *placement)
{
	return (struct ft_booking){
		.start = placement->start,
		.end = placement->start + (shape->part_count
						   ? shape->longest
						   : placement->duration),
		.whole = shape->request->exclusive,
		.alone = shape->request->alone,
		.change = shape->change,
		.want = ft_shape_holds(shape),
		.share_count = placement->share_count,
		.share = placement->share,
		.licence_count = shape->licence_count,
		.licence = shape->licence,
		.claim_count = request->claim_count,
		.claim = request->claim,
		.part_count = placement->part_count,
		.part_end = placement->part_end,
		.stay = shape->stay,
	};
}

extern struct ft_booking ft_plan_booking(const struct ft_plan *plan,
					 uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	struct ft_booking booking = ft_plan_booking_of(
		ft_plan_request(plan, job, placement->request),
		ft_plan_shape(plan, job, placement->request), placement);

	if (job < plan->turn && booking.start <= plan->snapshot->now) {
		booking.loose = true;
		booking.want = NULL;
	}
	return booking;
}

extern void ft_plan_settle(struct ft_plan *plan)
{
	for (uint32_t i = 0; !plan->failed && (i < plan->due_count); i++) {
		struct ft_booking booking = ft_plan_booking(plan, plan->due[i]);

		plan->failed = ft_timeline_take_nodes(&plan->placed, &booking);
	}
	plan->due_count = 0;
}
