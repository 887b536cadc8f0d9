/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See expect.h.
 *
 * A snapshot in which the jobs that hold a start come first, each with one
 * request that fits its place alone and that place for a promise, is planned as
 * any other; the jobs behind them find these set down.
 */
#include "core/plan/expect.h"

#include <errno.h>
#include <stdlib.h>

#include "core/plan/plan.h"
#include "core/snapshot/request.h"

/* What is planned in place of the snapshot. */
struct later {
	struct ft_snapshot snapshot;
	struct ft_job *job;
	uint32_t *from;	      /* of each of its jobs: its index in the other */
	uint32_t held, count; /* the first so many hold a start */
	struct ft_request *request;
	uint32_t request_count;
};

static bool _waits(const struct ft_placement *placement)
{
	return placement->verdict == FT_BEYOND ||
	       placement->verdict == FT_UNRESERVED ||
	       placement->verdict == FT_UNSEEN;
}

bool ft_expect_needed(const struct ft_schedule *schedule)
{
	for (uint32_t i = 0; i < schedule->job_count; i++)
		if (_waits(&schedule->placement[i]))
			return true;
	return false;
}

/* What a victim leaves is free in part, and until it is told not for sure. */
static bool _counts_on_runs(const struct ft_schedule *schedule)
{
	for (uint32_t i = 0; i < schedule->job_count; i++)
		if (schedule->placement[i].victim_count)
			return true;
	return false;
}

/* Where it is, and nowhere else. */
static void _add_held(struct later *later, const struct ft_job *from,
		      const struct ft_placement *placement)
{
	struct ft_request *request = &later->request[later->request_count++];

	*request = from->request[placement->request];
	request->duration = placement->duration;
	request->least = 0;
	request->not_before = placement->start;
	request->end_by = FT_NEVER;
	request->takes = 0;
	later->job[later->count] = (struct ft_job){
		.job_id = from->job_id,
		.reserve = true,
		.bucket = FT_NO_INDEX,
		.owner = from->owner,
		.request_count = 1,
		.request = request,
		.promise = placement->start,
		.promise_held = true,
		.promise_rank = later->count,
		.promise_duration = placement->duration,
		.promise_share_count = placement->share_count,
		.promise_share = placement->share,
		.promise_part_count = placement->part_count,
		.promise_part_end = placement->part_end,
	};
}

static void _add_unplaced(struct later *later, const struct ft_job *from)
{
	struct ft_request *request = from->request;

	if (ft_job_takes(from)) {
		request = &later->request[later->request_count];
		later->request_count += from->request_count;
		ft_request_calm(request, from->request, from->request_count);
	}
	later->job[later->count] = (struct ft_job){
		.job_id = from->job_id,
		.reserve = true,
		.bucket = FT_NO_INDEX,
		.owner = from->owner,
		.request_count = from->request_count,
		.request = request,
		.promise = FT_NEVER,
	};
}

/* Those that hold a start, or those that wait without one. */
static void _list_later(struct later *later, const struct ft_snapshot *snapshot,
			const struct ft_schedule *schedule, bool held)
{
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_placement *placement = &schedule->placement[i];

		if (held ? placement->verdict != FT_PLACED : !_waits(placement))
			continue;
		if (held)
			_add_held(later, &snapshot->job[i], placement);
		else
			_add_unplaced(later, &snapshot->job[i]);
		later->from[later->count++] = i;
	}
}

static void _free_later(struct later *later)
{
	free(later->job);
	free(later->from);
	free(later->request);
}

static int _make_later(struct later *later, const struct ft_snapshot *snapshot,
		       const struct ft_schedule *schedule)
{
	size_t jobs = (size_t) snapshot->job_count + 1, requests = 1;

	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_job *job = &snapshot->job[i];

		if (schedule->placement[i].verdict == FT_PLACED)
			requests++;
		else if (ft_job_takes(job))
			requests += job->request_count;
	}
	later->job = calloc(jobs, sizeof(*later->job));
	later->from = calloc(jobs, sizeof(*later->from));
	later->request = calloc(requests, sizeof(*later->request));
	if (!later->job || !later->from || !later->request)
		return -ENOMEM;
	_list_later(later, snapshot, schedule, true);
	later->held = later->count;
	_list_later(later, snapshot, schedule, false);
	later->snapshot = *snapshot;
	later->snapshot.window_end = FT_NEVER;
	later->snapshot.overrule = 0;
	later->snapshot.policy = (struct ft_policy){
		.steps = snapshot->policy.steps,
		.memory = snapshot->policy.memory,
	};
	later->snapshot.job = later->job;
	later->snapshot.job_count = later->count;
	return 0;
}

/* Is all that is held where it was?  Else what comes behind says nothing. */
static bool _stays(const struct later *later, const struct ft_schedule *before,
		   const struct ft_schedule *after)
{
	for (uint32_t i = 0; i < later->held; i++) {
		const struct ft_placement *x =
			&before->placement[later->from[i]];
		const struct ft_placement *y = &after->placement[i];

		if (y->verdict != FT_PLACED || y->start != x->start ||
		    y->duration != x->duration ||
		    y->share_count != x->share_count)
			return false;
		for (uint32_t s = 0; s < x->share_count; s++)
			if (x->share[s].node != y->share[s].node ||
			    x->share[s].tasks != y->share[s].tasks)
				return false;
	}
	return true;
}

static int _plan_later(const struct later *later,
		       const struct ft_schedule *schedule,
		       const struct ft_halt *halt, int64_t *ret_start,
		       struct ft_err *err)
{
	struct ft_plan plan;
	bool stays;
	int rc = ft_plan_make(&plan, &later->snapshot, halt, err);

	ft_plan_fini(&plan);
	if (rc)
		return rc;
	stays = _stays(later, schedule, plan.schedule);
	for (uint32_t i = later->held; stays && i < later->count; i++) {
		const struct ft_placement *placement =
			&plan.schedule->placement[i];

		if (placement->verdict == FT_PLACED)
			ret_start[later->from[i]] = placement->start;
	}
	ft_schedule_free(plan.schedule);
	return 0;
}

int ft_expect_starts(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule,
		     const struct ft_halt *halt, int64_t *ret_start,
		     struct ft_err *err)
{
	struct later later = {0};
	int rc;

	for (uint32_t i = 0; i < snapshot->job_count; i++)
		ret_start[i] = FT_NEVER;
	if (!ft_expect_needed(schedule) || _counts_on_runs(schedule))
		return 0;
	rc = _make_later(&later, snapshot, schedule);
	if (rc)
		ft_fail(err, rc, "out of memory for expected starts");
	else
		rc = _plan_later(&later, schedule, halt, ret_start, err);
	_free_later(&later);
	return rc;
}
