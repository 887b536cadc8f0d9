/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_run.h.
 */
#include "slurm/fairtree/usage/usage_run.h"

#include <stdlib.h>

enum { FIRST_SIZE = 256 };

static void _fini_run(struct fts_run_list *list)
{
	free(list->run);
	ft_id_map_fini(&list->index);
	*list = (struct fts_run_list){0};
}

void fts_runs_fini(struct fts_runs *runs)
{
	_fini_run(&runs->last);
	_fini_run(&runs->now);
}

void fts_runs_begin(struct fts_runs *runs)
{
	struct fts_run_list last = runs->last;

	runs->last = runs->now;
	runs->now = last;
	/* The next look will see about as many; far fewer is a queue that is
	 * over, and none an idle cluster. */
	if (!last.count || last.size / 4 > last.count + FIRST_SIZE)
		_fini_run(&runs->now);
	runs->now.count = 0;
	ft_id_map_clear(&runs->now.index);
}

static struct fts_run *_reserve_run(struct fts_run_list *list)
{
	if (list->count == list->size) {
		uint32_t size = list->size ? 2 * list->size : FIRST_SIZE;
		void *more = realloc(list->run, size * sizeof(*list->run));

		if (!more)
			return NULL;
		list->run = more;
		list->size = size;
	}
	return &list->run[list->count];
}

void fts_runs_add(struct fts_runs *runs, const job_record_t *job)
{
	struct fts_run *run = _reserve_run(&runs->now);
	const slurmdb_qos_rec_t *part_qos =
		job->part_ptr ? job->part_ptr->qos_ptr : NULL;

	/* Out of memory: at worst a requeue within minutes goes unseen. */
	if (!run ||
	    ft_id_map_put(&runs->now.index, job->job_id, runs->now.count))
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
	runs->now.count++;
}

bool fts_runs_take(struct fts_runs *runs, const job_record_t *job,
		   struct fts_run *ret_run)
{
	struct fts_run *run;
	uint32_t at;

	if (!ft_id_map_get(&runs->last.index, job->job_id, &at))
		return false;
	run = &runs->last.run[at];
	if (!run->job_id || run->restart_count == job->restart_cnt)
		return false;
	/* Still completing: its times are in the job, to be charged there. */
	if (IS_JOB_COMPLETING(job) && job->start_time)
		return false;
	*ret_run = *run;
	run->job_id = 0;
	return true;
}
