/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_array - how many tasks of one array may run at once.
 *
 * An array with such a limit (--array=0-99%5) has a licence of its own behind
 * those that have a name: each of its tasks takes one, so that the plan starts
 * the next task when one ends.
 */
#include "slurm/reserve/build/build.h"

/* The licence of the job's array, FT_NO_INDEX if it has no limit. */
static uint32_t _find_array(struct fts_build *build, const job_record_t *job)
{
	const job_record_t *head;
	uint32_t licence;

	if (!job->array_job_id)
		return FT_NO_INDEX;
	if (ft_id_map_get(&build->arrays, job->array_job_id, &licence))
		return licence;
	head = find_job_record(job->array_job_id);
	if (!head || !head->array_recs || !head->array_recs->max_run_tasks)
		return FT_NO_INDEX;
	licence = fts_build_new_licence(build, head->array_recs->max_run_tasks);
	if (licence != FT_NO_INDEX &&
	    ft_id_map_put(&build->arrays, job->array_job_id, licence))
		build->failed = true;
	return licence;
}

bool fts_build_array_limited(struct fts_build *build, const job_record_t *job)
{
	return _find_array(build, job) != FT_NO_INDEX;
}

struct ft_licence *fts_build_array(struct fts_build *build,
				   const job_record_t *job,
				   struct ft_licence *licence, uint32_t *count)
{
	uint32_t own = _find_array(build, job);

	if (own == FT_NO_INDEX)
		return licence;
	return fts_build_one_more(build, licence, count, own, 1);
}
