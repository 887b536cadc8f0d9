/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/gres_cpus.h.
 */
#include "slurm/reserve/start/gres_cpus.h"

#include <stdlib.h>

struct fts_brought {
	uint32_t plugin_id, type_id; /* type_id 0: any */
	uint16_t asked, by_default;
};

/* The CPUs of GRES need not be among those that a job asks for in all. */
static uint32_t _all_cpus(uint32_t tasks, uint32_t cpus)
{
	uint64_t all = (uint64_t) tasks * cpus;

	return tasks != NO_VAL && all < NO_VAL ? (uint32_t) all : 0;
}

void fts_bare_set(struct fts_bare *bare, job_record_t *job, uint16_t cpus)
{
	job_details_t *details = job->details;
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	*bare = (struct fts_bare){0};
	if (!job->gres_list_req)
		return;
	bare->brought = calloc((size_t) list_count(job->gres_list_req) + 1,
			       sizeof(*bare->brought));
	if (!bare->brought)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;

		bare->brought[bare->count++] = (struct fts_brought){
			.plugin_id = gres->plugin_id,
			.type_id = state->type_name ? state->type_id : 0,
			.asked = state->cpus_per_gres,
			.by_default = state->def_cpus_per_gres,
		};
		state->cpus_per_gres = state->def_cpus_per_gres = 0;
	}
	list_iterator_destroy(iterator);
	bare->text = xstrdup(job->cpus_per_tres);
	bare->asked_cpus = details->orig_cpus_per_task;
	bare->task_cpus = details->cpus_per_task;
	bare->min_cpus = details->min_cpus;
	details->orig_cpus_per_task = details->cpus_per_task = cpus;
	details->min_cpus =
		MAX(details->min_cpus, _all_cpus(details->num_tasks, cpus));
}

static void _bring_again(const struct fts_bare *bare, fts_list_t list)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!list)
		return;
	iterator = list_iterator_create(list);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;

		for (uint32_t i = 0; i < bare->count; i++) {
			const struct fts_brought *as = &bare->brought[i];

			if (as->plugin_id != gres->plugin_id ||
			    (as->type_id && as->type_id != state->type_id))
				continue;
			state->cpus_per_gres = as->asked;
			state->def_cpus_per_gres = as->by_default;
		}
	}
	list_iterator_destroy(iterator);
}

void fts_bare_undo(const struct fts_bare *bare, job_record_t *job)
{
	if (!bare->brought)
		return;
	_bring_again(bare, job->gres_list_req);
	_bring_again(bare, job->gres_list_alloc);
	xfree(job->cpus_per_tres);
	job->cpus_per_tres = xstrdup(bare->text);
	job->details->orig_cpus_per_task = bare->asked_cpus;
	job->details->min_cpus = bare->min_cpus;
	if (IS_JOB_PENDING(job))
		job->details->cpus_per_task = bare->task_cpus;
}

void fts_bare_free(struct fts_bare *bare)
{
	free(bare->brought);
	xfree(bare->text);
	*bare = (struct fts_bare){0};
}
