/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See estimate.h.
 */
#include "core/plan/estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/plan.h"

static bool _predicts(const struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].predicted_end)
			return true;
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		if (snapshot->job[i].predicted)
			return true;
	return false;
}

/* A deadline stays one for the limit, though less of it is used. */
static void _shorten(struct ft_request *request, int64_t predicted)
{
	int64_t least = ft_request_least(request);

	if (!predicted || predicted >= request->duration)
		return;
	request->duration = predicted;
	if (predicted >= least)
		return;
	request->least = 0;
	if (request->end_by != FT_NEVER)
		request->end_by = request->end_by >= least
					  ? request->end_by - least + predicted
					  : 1;
}

static void _likely_jobs(const struct ft_snapshot *snapshot, struct ft_job *job,
			 struct ft_request *request)
{
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_job *from = &snapshot->job[i];

		job[i] = (struct ft_job){
			.job_id = from->job_id,
			.reserve = true,
			.bucket = FT_NO_INDEX,
			.queued = from->queued,
			.request_count = from->request_count,
			.request = request,
			.priority = from->priority,
			.predicted = from->predicted,
			.promise = FT_NEVER,
		};
		for (uint32_t r = 0; r < from->request_count; r++) {
			*request = from->request[r];
			_shorten(request++, from->predicted);
		}
	}
}

static void _likely_runs(const struct ft_snapshot *snapshot, struct ft_run *run)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		run[i] = snapshot->run[i];
		if (run[i].predicted_end)
			run[i].end = run[i].predicted_end;
	}
}

/* The plan with predictions, which owns nothing of the snapshot. */
static int _plan_likely(const struct ft_snapshot *snapshot,
			const struct ft_halt *halt,
			struct ft_schedule **ret_likely, struct ft_err *err)
{
	struct ft_snapshot likely = *snapshot;
	struct ft_plan plan;
	struct ft_request *request;
	size_t requests = 1;
	int rc;

	for (uint32_t i = 0; i < snapshot->job_count; i++)
		requests += snapshot->job[i].request_count;
	likely.policy = (struct ft_policy){0};
	likely.job =
		calloc((size_t) snapshot->job_count + 1, sizeof(*likely.job));
	likely.run =
		calloc((size_t) snapshot->run_count + 1, sizeof(*likely.run));
	request = calloc(requests, sizeof(*request));
	if (likely.job && likely.run && request) {
		_likely_jobs(snapshot, likely.job, request);
		_likely_runs(snapshot, likely.run);
		rc = ft_plan_make(&plan, &likely, halt, err);
		ft_plan_fini(&plan);
		if (!rc)
			*ret_likely = plan.schedule;
	} else {
		rc = ft_fail(err, -ENOMEM, "out of memory for an estimate");
	}
	free(likely.job);
	free(likely.run);
	free(request);
	return rc;
}

static void _earliest(const struct ft_schedule *schedule, int64_t *start)
{
	for (uint32_t i = 0; i < schedule->job_count; i++) {
		const struct ft_placement *placement = &schedule->placement[i];

		if (placement->verdict == FT_PLACED &&
		    placement->start < start[i])
			start[i] = placement->start;
	}
}

int ft_estimate_starts(const struct ft_snapshot *snapshot,
		       const struct ft_schedule *schedule,
		       const struct ft_halt *halt, int64_t *ret_start,
		       struct ft_err *err)
{
	struct ft_schedule *likely = NULL;

	if (_predicts(snapshot)) {
		int rc = _plan_likely(snapshot, halt, &likely, err);

		if (rc)
			return rc;
	}
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		ret_start[i] = FT_NEVER;
	_earliest(schedule, ret_start);
	for (uint32_t i = 0; likely && i < snapshot->job_count; i++)
		if (likely->placement[i].verdict == FT_UNSEEN)
			ret_start[i] = FT_NEVER;
	if (likely)
		_earliest(likely, ret_start);
	ft_schedule_free(likely);
	return 0;
}
