/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/core_tasks.h.
 */
#include "slurm/reserve/start/core_tasks.h"

#include "slurm/common/given.h"

static bool _counts_by_task(const job_record_t *job)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;
	bool found = false;

	if (!job->gres_list_req)
		return false;
	iterator = list_iterator_create(job->gres_list_req);
	while (!found && (gres = list_next(iterator))) {
		const gres_job_state_t *state = gres->gres_data;

		found = state->gres_per_task != 0;
	}
	list_iterator_destroy(iterator);
	return found;
}

/* Of a core whose threads such tasks fill, or that such a task fills; else 0:
 * select would round tasks up to cores that it would not round up before. */
static uint16_t _fill_core(uint16_t used, uint16_t cpus)
{
	if (cpus >= used)
		return cpus % used ? 0 : 1;
	return used % cpus ? 0 : used / cpus;
}

void fts_core_tasks_tell(struct fts_core_tasks *tasks, job_record_t *job,
			 uint16_t cpus, uint16_t threads)
{
	multi_core_data_t *layout = job->details->mc_ptr;
	uint16_t each;

	if (!FTS_GRES_TASKS_MISCOUNTED || !layout ||
	    !fts_given16(layout->threads_per_core) ||
	    layout->threads_per_core >= threads ||
	    fts_given16(layout->ntasks_per_core) || !_counts_by_task(job))
		return;
	each = _fill_core(layout->threads_per_core, MAX(cpus, 1));
	if (!each)
		return;
	*tasks = (struct fts_core_tasks){.told = true,
					 .asked = layout->ntasks_per_core};
	layout->ntasks_per_core = each;
}

void fts_core_tasks_undo(const struct fts_core_tasks *tasks, job_record_t *job)
{
	if (tasks->told && job->details->mc_ptr)
		job->details->mc_ptr->ntasks_per_core = tasks->asked;
}
