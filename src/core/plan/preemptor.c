/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See preemptor.h.
 */
#include "core/plan/preemptor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/board/board.h"
#include "core/plan/leaning.h"
#include "core/snapshot/request.h"

/* May it be one that is calm?  Only if a board then follows it, and if it may
 * hold the start that runs are to leave for. */
static bool _may_be_calm(const struct ft_job *job)
{
	struct ft_err why;

	return job->reserve && ft_job_takes(job) &&
	       ft_board_takes_calm(job, &why);
}

/* May a run be taken that keeps nodes?  A board does not follow that. */
static bool _any_keeps(const struct ft_snapshot *snapshot)
{
	bool any = false;

	for (uint32_t r = 0; !any && (r < snapshot->run_count); r++)
		any = snapshot->run[r].class && snapshot->run[r].keeps;
	return any;
}

static bool _has_calm(const struct ft_snapshot *snapshot, uint32_t first)
{
	uint32_t count = 0;

	for (uint32_t j = 0; (j < snapshot->job_count) && (count <= first); j++)
		count += _may_be_calm(&snapshot->job[j]);
	return (count > first) && !_any_keeps(snapshot);
}

static int _calm_job(struct ft_preemptors *preemptors, uint32_t j)
{
	struct ft_job *job = &preemptors->snapshot.job[j];
	size_t size = job->request_count * sizeof(*job->request);
	struct ft_request *request = ft_arena_alloc(preemptors->arena, size);

	if (!request)
		return -ENOMEM;
	ft_request_calm(request, job->request, job->request_count);
	preemptors->given[j] = job->request;
	job->request = request;
	job->preempts = true;
	return 0;
}

static int _calm_others(struct ft_preemptors *preemptors, uint32_t first)
{
	const struct ft_snapshot *snapshot = &preemptors->snapshot;
	bool *leans = calloc((size_t) snapshot->job_count + 1, sizeof(*leans));
	int rc = leans ? ft_leaning_find(snapshot, leans) : -ENOMEM;
	uint32_t count = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		if (_may_be_calm(&snapshot->job[j]) && (count++ >= first) &&
		    !leans[j])
			rc = _calm_job(preemptors, j);
	free(leans);
	return rc;
}

static int _own_jobs(struct ft_preemptors *preemptors,
		     const struct ft_snapshot *snapshot)
{
	size_t jobs = snapshot->job_count;
	struct ft_job *job;

	preemptors->arena = ft_arena_new();
	if (!preemptors->arena)
		return -ENOMEM;
	job = ft_arena_alloc(preemptors->arena, jobs * sizeof(*job));
	preemptors->given = ft_arena_alloc(preemptors->arena,
					   jobs * sizeof(*preemptors->given));
	if (!job || !preemptors->given)
		return -ENOMEM;
	memcpy(job, snapshot->job, jobs * sizeof(*job));
	preemptors->snapshot.job = job;
	return 0;
}

extern int ft_preemptors_choose(const struct ft_snapshot *snapshot,
				uint32_t first,
				struct ft_preemptors *ret_preemptors)
{
	int rc;

	*ret_preemptors = (struct ft_preemptors){.snapshot = *snapshot};
	if (!_has_calm(snapshot, first))
		return 0;
	rc = _own_jobs(ret_preemptors, snapshot);
	if (!rc)
		rc = _calm_others(ret_preemptors, first);
	if (rc)
		ft_preemptors_fini(ret_preemptors);
	return rc;
}

extern void ft_preemptors_fini(struct ft_preemptors *preemptors)
{
	ft_arena_free(preemptors->arena);
	*preemptors = (struct ft_preemptors){.arena = NULL};
}

extern void ft_preemptors_admit(struct ft_preemptors *preemptors, uint32_t job)
{
	preemptors->snapshot.job[job].request = preemptors->given[job];
	preemptors->snapshot.job[job].preempts = false;
	preemptors->given[job] = NULL;
}
