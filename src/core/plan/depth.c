/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See depth.h.
 */
#include "core/plan/depth.h"

#include <errno.h>

#include "core/base/arena.h"
#include "core/search/limit.h"
#include "core/plan/plan.h"
#include "core/base/planted.h"
#include "core/plan/promise.h"

/* How far a bucket is used. */
struct ft_depth_use {
	uint32_t limit;
	uint32_t held;
	bool waits; /* a job of it has to wait */
	bool spent;
};

enum { MOMENTS = 120 }; /* seconds; KillWait allows 30 by default */

extern int64_t ft_depth_soon(const struct ft_snapshot *snapshot)
{
	int64_t soon = snapshot->now;

	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t back = snapshot->node[n].available_from;

		if ((back > soon) && (back <= snapshot->now + MOMENTS))
			soon = back;
	}
	return soon;
}

/* Is there anything to decide? */
static bool _matters(const struct ft_policy *policy)
{
	return policy->bucket_count || (policy->hold == FT_HOLD_NEVER) ||
	       (policy->compress != FT_COMPRESS_ORDER) ||
	       (policy->backfill != FT_BACKFILL_FIRSTFIT) ||
	       policy->backfill_depth || policy->array_depth;
}

extern int ft_depth_begin(struct ft_plan *plan)
{
	const struct ft_policy *policy = &plan->snapshot->policy;
	struct ft_arena *arena = plan->table.arena;
	uint32_t jobs = plan->snapshot->job_count;
	struct ft_depth *depth = &plan->depth;

	if (!_matters(policy))
		return 0;
	depth->use = ft_arena_alloc(arena, ((size_t) policy->bucket_count + 1) *
						   sizeof(*depth->use));
	depth->role = ft_arena_alloc(arena, jobs * sizeof(*depth->role));
	if (!depth->use || !depth->role)
		return -ENOMEM;
	depth->soon = policy->array_depth ? ft_depth_soon(plan->snapshot)
					  : plan->snapshot->now;
	depth->later = (policy->compress != FT_COMPRESS_ORDER) ||
		       (policy->backfill == FT_BACKFILL_BESTFIT) ||
		       (policy->backfill == FT_BACKFILL_GREEDY);
	for (uint32_t i = 0; i <= policy->bucket_count; i++) {
		depth->use[i].limit = FT_DEPTH_ALL;
		if (i < policy->bucket_count)
			depth->use[i].limit = policy->depth[i];
		if (policy->hold == FT_HOLD_NEVER)
			depth->use[i].limit = 0;
	}
	return 0;
}

static struct ft_depth_use *_use_bucket(struct ft_plan *plan, uint32_t job)
{
	uint32_t bucket = plan->snapshot->job[job].bucket;

	if (bucket == FT_NO_INDEX)
		bucket = plan->snapshot->policy.bucket_count;
	return &plan->depth.use[bucket];
}

/*
 * Could some request of it start now, as far as begin times go and limits that
 * running jobs use up?
 */
static bool _begun(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	int64_t now = plan->snapshot->now;

	for (uint32_t r = 0; r < record->request_count; r++)
		if ((record->request[r].not_before <= now) &&
		    ft_limit_fits(&plan->running, &record->request[r], now,
				  ft_request_least(&record->request[r])))
			return true;
	return false;
}

static bool _entitled(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];

	return (plan->snapshot->policy.hold == FT_HOLD_HIGHEST) &&
	       (record->promise != FT_NEVER) && record->promise_held;
}

/* Do tasks of its array before it hold all that they may? */
static bool _array_full(const struct ft_plan *plan, uint32_t job)
{
	const struct ft_depth *depth = &plan->depth;
	uint32_t most = plan->snapshot->policy.array_depth;

	return most && (depth->array_held >= most) &&
	       (depth->array_id == plan->snapshot->job[job].job_id);
}

static bool _may_reserve(struct ft_plan *plan, uint32_t job)
{
	const struct ft_depth_use *use = _use_bucket(plan, job);

	if (!plan->snapshot->job[job].reserve || _array_full(plan, job))
		return false;
	if ((use->limit == FT_DEPTH_ALL) || _entitled(plan, job))
		return true;
	return !use->spent && (use->held < use->limit + FT_PLANTED(4)) &&
	       _begun(plan, job);
}

static enum ft_depth_role _role(struct ft_plan *plan, uint32_t job)
{
	const struct ft_policy *policy = &plan->snapshot->policy;
	const struct ft_depth_use *use = _use_bucket(plan, job);
	struct ft_depth *depth = &plan->depth;

	if (ft_promise_stands(plan, job) || _may_reserve(plan, job))
		return FT_DEPTH_RESERVE;
	if (plan->snapshot->job[job].reserve ? !use->spent : !use->waits)
		return FT_DEPTH_NOW;
	if ((policy->backfill == FT_BACKFILL_NONE) ||
	    (policy->backfill_depth &&
	     (depth->looked >= policy->backfill_depth)))
		return FT_DEPTH_BARRED;
	depth->looked++;
	if ((policy->backfill == FT_BACKFILL_FIRSTFIT) &&
	    ((policy->compress == FT_COMPRESS_ORDER) || !use->spent))
		return FT_DEPTH_NOW;
	depth->aside_count++;
	return FT_DEPTH_ASIDE;
}

extern bool ft_depth_admit(struct ft_plan *plan, uint32_t job)
{
	enum ft_depth_role role;

	if (!plan->depth.use)
		return true;
	role = plan->depth.role[job] = _role(plan, job);
	return role <= FT_DEPTH_NOW;
}

static void _note_array(struct ft_depth *depth, uint32_t job_id, bool holds)
{
	if (depth->array_id != job_id)
		depth->array_held = 0;
	depth->array_id = job_id;
	depth->array_held += holds;
}

extern void ft_depth_note(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_job *record = &plan->snapshot->job[job];
	bool placed = placement->verdict == FT_PLACED;
	bool later = placed && (placement->start > plan->snapshot->now);
	struct ft_depth_use *use;

	placement->held = placed && (later || record->promise_held);
	_note_array(&plan->depth, record->job_id,
		    placed && (placement->start > plan->depth.soon));
	if (!plan->depth.use || (placement->verdict == FT_IMPOSSIBLE) ||
	    !_begun(plan, job) || (placed && !later))
		return;
	use = _use_bucket(plan, job);
	use->waits = true;
	use->held += later;
	if (record->reserve && (use->held >= use->limit))
		use->spent = true;
}
