/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_past, fts_build_predicted - run times of ended jobs are learnt
 * from the job list, predictions made of them (rsv_predict).
 *
 * slurmctld keeps a job that ended for MinJobAge; each cycle looks at all of
 * them, and the history makes nothing of a run that it knows.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/demand/predict.h"

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

/* As asked for: what select gave a job may be more. */
static struct ft_predict_job _asked_job(const job_record_t *job)
{
	bool unlimited =
		job->time_limit == NO_VAL || job->time_limit == INFINITE;

	return (struct ft_predict_job){
		.user = job->user_id,
		.limit = unlimited ? 0 : (int64_t) job->time_limit * 60,
		.processors = job->details ? job->details->orig_min_cpus : 0,
	};
}

void fts_build_past(struct fts_build *build, const job_record_t *job)
{
	struct ft_predict_job asked = _asked_job(job);
	struct ft_past_run run = {.job_id = job->job_id,
				  .end = job->end_time,
				  .limit = asked.limit,
				  .processors = asked.processors};
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

void fts_build_forget(struct fts_build *build)
{
	struct fts_memory *memory = build->memory;
	size_t jobs = (size_t) list_count(job_list);

	if (!memory || (memory->predicted_by == build->options->predict &&
			memory->predicted.count <= 2 * jobs))
		return;
	ft_id_map_fini(&memory->predicted);
	memory->predicted_by = build->options->predict;
}

int64_t fts_build_predicted(const struct fts_build *build,
			    const job_record_t *job)
{
	struct ft_predict_job asked = _asked_job(job);
	struct ft_id_map *map =
		build->memory ? &build->memory->predicted : NULL;
	uint32_t seconds = 0;

	if (!map || ft_id_map_get(map, job->job_id, &seconds))
		return seconds;
	seconds = (uint32_t) ft_predict_seconds(
		&build->memory->state.predict,
		(enum ft_predict_rule) build->options->predict, &asked);
	/* Without memory to remember it is made again. */
	if (seconds)
		(void) ft_id_map_put(map, job->job_id, seconds);
	return seconds;
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
