/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_run.h.
 */
#include "slurm/fairtree/usage/usage_run.h"

void fts_runs_fini(struct fts_runs *runs)
{
	ft_job_table_fini(&runs->last);
	ft_job_table_fini(&runs->now);
}

void fts_runs_begin(struct fts_runs *runs)
{
	ft_job_table_fini(&runs->last);
	runs->last = runs->now;
	runs->now = (struct ft_job_table){0};
}

void fts_runs_add(struct fts_runs *runs, const job_record_t *job)
{
	/* Out of memory: at worst a requeue within minutes goes unseen. */
	struct fts_run *run =
		ft_job_table_add(&runs->now, sizeof(*run), job->job_id, NULL);
	const slurmdb_qos_rec_t *part_qos =
		job->part_ptr ? job->part_ptr->qos_ptr : NULL;

	if (!run)
		return;
	*run = (struct fts_run){
		.job_id = job->job_id,
		.restart_count = job->restart_cnt,
		.start_time = job->start_time,
		.assoc_id = job->assoc_id,
		.qos_id = job->qos_ptr ? job->qos_ptr->id : 0,
		.billable = fuzzy_equal(job->billable_tres, NO_VAL)
				    ? job->total_cpus
				    : job->billable_tres,
		.usage_factor = job->qos_ptr ? job->qos_ptr->usage_factor : -1,
	};
	if (part_qos && part_qos != job->qos_ptr)
		run->part_qos_id = part_qos->id;
}

bool fts_runs_take(struct fts_runs *runs, const job_record_t *job,
		   struct fts_run *ret_run)
{
	const struct fts_run *run =
		ft_job_table_find(&runs->last, sizeof(*run), job->job_id);

	if (!run || run->restart_count == job->restart_cnt)
		return false;
	/* Still completing: its times are in the job, to be charged there. */
	if (IS_JOB_COMPLETING(job) && job->start_time)
		return false;
	*ret_run = *run;
	ft_job_table_drop(&runs->last, sizeof(*run), job->job_id);
	return true;
}
