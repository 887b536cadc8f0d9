/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_past, fts_build_predicted - run times of ended jobs are learnt
 * from the job list, predictions made of them (rsv_predict=last2).
 *
 * slurmctld keeps a job that ended for MinJobAge; each cycle looks at all of
 * them, and the history makes nothing of a run that it knows.
 */
#include "slurm/schedule_build.h"

/* Jobs that were killed by others than their limit say little of the next. */
static bool _ran_its_time(const job_record_t *job)
{
	switch (job->job_state & JOB_STATE_BASE) {
	case JOB_COMPLETE:
	case JOB_FAILED:
	case JOB_TIMEOUT:
	case JOB_OOM:
		return job->start_time > 0 && job->end_time >= job->start_time;
	default:
		return false;
	}
}

void fts_build_past(struct fts_build *build, const job_record_t *job)
{
	struct ft_past_run run = {.job_id = job->job_id, .end = job->end_time};
	bool news;

	if (!build->memory || !_ran_its_time(job))
		return;
	run.seconds = job->end_time - job->start_time - job->tot_sus_time;
	if (ft_predict_learn(&build->memory->state.predict, job->user_id, &run,
			     &news))
		build->failed = true;
	else
		build->memory->changed |= news;
}

int64_t fts_build_predicted(const struct fts_build *build,
			    const job_record_t *job)
{
	if (!build->memory)
		return 0;
	return ft_predict_seconds(&build->memory->state.predict, job->user_id);
}

int64_t fts_build_predicted_end(const struct fts_build *build,
				const job_record_t *job, int64_t end)
{
	bool overdue = !IS_JOB_SUSPENDED(job) && job->end_time <= build->now;

	if (overdue)
		return 0;
	return ft_predict_end(fts_build_predicted(build, job),
			      fts_run_limit(job), end, build->now);
}
