/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_array_pool - how many tasks of one array may run at once.
 *
 * An array with such a limit (--array=0-99%5) has a licence of its own behind
 * those that have a name: each of its tasks takes one, so that the plan starts
 * the next task when one ends.
 */
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/pool.h"

/* The licence of the job's array, FT_NO_INDEX if it has no limit. */
static uint32_t _find_array(struct fts_build *build, const job_record_t *job)
{
	const job_record_t *head;
	uint32_t licence;

	if (!job->array_job_id)
		return FT_NO_INDEX;
	if (ft_id_map_get(&build->pool.arrays, job->array_job_id, &licence))
		return licence;
	head = find_job_record(job->array_job_id);
	if (!head || !head->array_recs || !head->array_recs->max_run_tasks)
		return FT_NO_INDEX;
	licence = fts_build_new_licence(build, head->array_recs->max_run_tasks);
	if (licence != FT_NO_INDEX &&
	    ft_id_map_put(&build->pool.arrays, job->array_job_id, licence))
		build->failed = true;
	return licence;
}

static bool _apart_array(struct fts_build *build, const job_record_t *job)
{
	return _find_array(build, job) != FT_NO_INDEX;
}

static struct ft_licence *_one_task(struct fts_build *build,
				    const job_record_t *job,
				    struct ft_licence *licence, uint32_t *count)
{
	uint32_t own = _find_array(build, job);

	if (own == FT_NO_INDEX)
		return licence;
	return fts_build_one_more(build, licence, count, own, 1);
}

static void _held_task(struct fts_build *build, const job_record_t *job,
		       struct ft_run *run)
{
	run->licence = _one_task(build, job, run->licence, &run->licence_count);
}

static void _wanted_task(struct fts_build *build, const job_record_t *job,
			 struct ft_request *request)
{
	request->licence = _one_task(build, job, request->licence,
				     &request->licence_count);
}

static void _free_arrays(struct fts_build *build)
{
	ft_id_map_fini(&build->pool.arrays);
}

const struct fts_pool fts_array_pool = {
	.held = _held_task,
	.apart = _apart_array,
	.wanted = _wanted_task,
	.free = _free_arrays,
};
