/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fill.h.
 */
#include "core/plan/fill.h"

#include "core/base/index_map.h"
#include "core/plan/hole.h"

/* Of a share of the plan's time. */
enum { AROUND_PART = 4 };

static bool _waits_job(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	enum ft_depth_role role = plan->depth.role[job];

	switch (placement->verdict) {
	case FT_PLACED:
		/* A job that counts on victims leaves when they do. */
		return (placement->start > plan->snapshot->now) &&
		       !placement->victim_count;
	case FT_BEYOND:
		return true;
	case FT_UNRESERVED:
		return (role == FT_DEPTH_NOW) ||
		       ((role == FT_DEPTH_ASIDE) &&
			(plan->snapshot->policy.backfill ==
			 FT_BACKFILL_FIRSTFIT));
	case FT_UNSEEN:
	case FT_IMPOSSIBLE:
		break;
	}
	return false;
}

/* Does it count against a budget, for which it does not matter when? */
static bool _spends(const struct ft_snapshot *snapshot,
		    const struct ft_request *request)
{
	for (uint32_t i = 0; i < request->claim_count; i++)
		if (snapshot->limit[request->claim[i].limit].kind ==
		    FT_LIMIT_SPENT)
			return true;
	return false;
}

/*
 * Could it make a difference that the job's own reservation is lifted?  Only
 * if a start now would run into it, and on a node that is free until then.
 */
static bool _in_own_way(const struct ft_hole *hole, uint32_t job)
{
	const struct ft_plan *plan = hole->plan;
	const struct ft_placement *placement = &plan->schedule->placement[job];
	uint32_t requests = plan->snapshot->job[job].request_count;

	for (uint32_t r = 0; r < requests; r++) {
		const struct ft_shape *shape = ft_plan_shape(plan, job, r);

		if (_spends(plan->snapshot, ft_plan_request(plan, job, r)))
			return true;
		if (ft_plan_shape(plan, job, placement->request)->change)
			return true;
		if (placement->start >= plan->snapshot->now + shape->longest)
			continue;
		if (shape->licence_count || shape->part_count ||
		    ft_plan_request(plan, job, r)->claim_count)
			return true;
		for (uint32_t i = 0; i < placement->share_count; i++)
			if (ft_hole_open(hole, shape, placement->share[i].node))
				return true;
	}
	return false;
}

/* A job that holds a reservation. */
static int _move_job(struct ft_hole *hole, uint32_t job, bool *started)
{
	struct ft_slot slot = ft_hole_find(hole, job, false);
	int rc;

	if ((slot.start == FT_NEVER) && !_in_own_way(hole, job))
		return 0;
	rc = ft_hole_give(hole, job);
	if (!rc)
		slot = ft_hole_find(hole, job, true);
	if (rc || (slot.start == FT_NEVER))
		return rc ? rc : ft_hole_keep(hole, job);
	ft_hole_freed(hole);
	*started = true;
	return ft_hole_take(hole, job, &slot);
}

static int _try_job(struct ft_hole *hole, uint32_t job, bool *started)
{
	struct ft_slot slot;

	if (hole->plan->schedule->placement[job].verdict == FT_PLACED)
		return _move_job(hole, job, started);
	slot = ft_hole_find(hole, job, false);
	if (slot.start == FT_NEVER)
		return 0;
	*started = true;
	return ft_hole_take(hole, job, &slot);
}

/* Of what its owner may take of the plan's time. */
static int _try_within(struct ft_hole *hole, uint32_t job, bool *started)
{
	struct ft_watch *watch = &hole->plan->watch;
	const struct ft_job *own = &hole->plan->snapshot->job[job];
	int rc;

	ft_watch_enter(watch, own, false);
	rc = _try_job(hole, job, started);
	ft_watch_leave(watch, own);
	return rc;
}

/*
 * Those that are started leave the list, which is gone through from the first
 * on, and around.  Sets *ret_left: some were not tried, as their owner has had
 * its time.
 */
static int _round_job(struct ft_hole *hole, uint32_t first, bool *ret_any,
		      bool *ret_left)
{
	uint32_t kept = 0, count = hole->job_count;
	int rc = 0;

	*ret_any = *ret_left = false;
	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_hole_job *at = &hole->job[(first + i) % count];
		bool started = false;

		if (ft_watch_news(&hole->plan->watch))
			ft_watch_hurry(&hole->plan->watch, AROUND_PART);
		if (ft_watch_had(&hole->plan->watch,
				 &hole->plan->snapshot->job[at->job])) {
			*ret_left = true;
			continue;
		}
		if (ft_watch_over(&hole->plan->watch))
			break;
		rc = _try_within(hole, at->job, &started);
		*ret_any |= started;
		at->started = started;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!hole->job[i].started)
			hole->job[kept++] = hole->job[i];
	hole->job_count = kept;
	return rc;
}

/*
 * As long as something is started, since that may free something else.  One
 * owner's jobs take as long as they may in the pass, or a long queue of them
 * would keep another's job that came meanwhile.  Where that is too short for
 * all of them, a quarter as long goes to those from another place on with each
 * plan, so that none is passed over for ever.  While a job waits for the next
 * plan, or for this one to end, since it starts now, they hurry.
 */
static int _fill_all(struct ft_hole *hole)
{
	struct ft_plan *plan = hole->plan;
	bool any = true, left = false;
	int rc = 0;

	ft_watch_renew(&plan->watch, 1);
	if (plan->hurried)
		ft_watch_hurry(&plan->watch, AROUND_PART);
	while (!rc && any && !plan->watch.spent)
		rc = _round_job(hole, 0, &any, &left);
	if (rc || !left || plan->watch.spent || !hole->job_count)
		return rc;
	ft_watch_renew(&plan->watch, AROUND_PART);
	return _round_job(
		hole,
		(uint32_t) (ft_index_mix(0, (uint64_t) plan->snapshot->now) %
			    hole->job_count),
		&any, &left);
}

extern int ft_fill_run(struct ft_plan *plan)
{
	struct ft_hole hole;
	int rc;

	if (plan->snapshot->policy.compress == FT_COMPRESS_ORDER)
		return 0;
	rc = ft_hole_begin(&hole, plan);
	for (uint32_t j = 0; !rc && (j < plan->snapshot->job_count); j++)
		if (_waits_job(plan, j))
			ft_hole_add(&hole, j,
				    ft_metric_urgency(&hole.metric, j));
	if (!rc)
		ft_hole_sort(&hole);
	return rc ? rc : _fill_all(&hole);
}
