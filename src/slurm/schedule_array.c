/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_array - how many tasks of one array may run at once.
 *
 * An array with such a limit (--array=0-99%5) has a licence of its own behind
 * those that have a name: each of its tasks takes one, so that the plan starts
 * the next task when one ends.
 */
#include "slurm/schedule_build.h"

enum { FIRST_LICENCES = 16 };

static uint32_t _add_licence(struct fts_build *build, int64_t total)
{
	struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = snapshot->licence_count;

	if (count >= build->licence_room) {
		uint32_t room = count + MAX(count, FIRST_LICENCES);
		int64_t *list = fts_build_alloc(build, room * sizeof(*list));

		if (!list)
			return FT_NO_INDEX;
		if (count)
			memcpy(list, snapshot->licence_total,
			       count * sizeof(*list));
		snapshot->licence_total = list;
		build->licence_room = room;
	}
	snapshot->licence_total[count] = total;
	snapshot->licence_count++;
	return count;
}

/* The licence of the job's array, FT_NO_INDEX if it has no limit. */
static uint32_t _find(struct fts_build *build, const job_record_t *job)
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
	licence = _add_licence(build, head->array_recs->max_run_tasks);
	if (licence != FT_NO_INDEX &&
	    ft_id_map_put(&build->arrays, job->array_job_id, licence))
		build->failed = true;
	return licence;
}

bool fts_build_array_limited(struct fts_build *build, const job_record_t *job)
{
	return _find(build, job) != FT_NO_INDEX;
}

struct ft_licence *fts_build_array(struct fts_build *build,
				   const job_record_t *job,
				   struct ft_licence *licence, uint32_t *count)
{
	uint32_t own = _find(build, job);
	struct ft_licence *list;

	if (own == FT_NO_INDEX)
		return licence;
	list = fts_build_alloc(build, (*count + 1) * sizeof(*list));
	if (!list)
		return licence;
	if (*count)
		memcpy(list, licence, *count * sizeof(*list));
	list[*count].licence = own;
	list[(*count)++].count = 1;
	return list;
}
