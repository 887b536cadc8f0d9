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

void fts_gres_cpus_set(struct fts_gres_cpus *gres_cpus, job_record_t *job,
		       uint16_t cpus)
{
	job_details_t *details = job->details;
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	*gres_cpus = (struct fts_gres_cpus){0};
	if (!job->gres_list_req)
		return;
	gres_cpus->brought = calloc((size_t) list_count(job->gres_list_req) + 1,
				    sizeof(*gres_cpus->brought));
	if (!gres_cpus->brought)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;

		gres_cpus->brought[gres_cpus->count++] = (struct fts_brought){
			.plugin_id = gres->plugin_id,
			.type_id = state->type_name ? state->type_id : 0,
			.asked = state->cpus_per_gres,
			.by_default = state->def_cpus_per_gres,
		};
		state->cpus_per_gres = state->def_cpus_per_gres = 0;
	}
	list_iterator_destroy(iterator);
	gres_cpus->text = xstrdup(job->cpus_per_tres);
	gres_cpus->asked_cpus = details->orig_cpus_per_task;
	gres_cpus->task_cpus = details->cpus_per_task;
	gres_cpus->min_cpus = details->min_cpus;
	details->orig_cpus_per_task = details->cpus_per_task = cpus;
	details->min_cpus =
		MAX(details->min_cpus, _all_cpus(details->num_tasks, cpus));
}

static void _bring_again(const struct fts_gres_cpus *gres_cpus, fts_list_t list)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!list)
		return;
	iterator = list_iterator_create(list);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;

		for (uint32_t i = 0; i < gres_cpus->count; i++) {
			const struct fts_brought *as = &gres_cpus->brought[i];

			if (as->plugin_id != gres->plugin_id ||
			    (as->type_id && as->type_id != state->type_id))
				continue;
			state->cpus_per_gres = as->asked;
			state->def_cpus_per_gres = as->by_default;
		}
	}
	list_iterator_destroy(iterator);
}

void fts_gres_cpus_undo(const struct fts_gres_cpus *gres_cpus,
			job_record_t *job)
{
	if (!gres_cpus->brought)
		return;
	_bring_again(gres_cpus, job->gres_list_req);
	_bring_again(gres_cpus, job->gres_list_alloc);
	xfree(job->cpus_per_tres);
	job->cpus_per_tres = xstrdup(gres_cpus->text);
	job->details->orig_cpus_per_task = gres_cpus->asked_cpus;
	job->details->min_cpus = gres_cpus->min_cpus;
	if (IS_JOB_PENDING(job))
		job->details->cpus_per_task = gres_cpus->task_cpus;
}

void fts_gres_cpus_free(struct fts_gres_cpus *gres_cpus)
{
	free(gres_cpus->brought);
	xfree(gres_cpus->text);
	*gres_cpus = (struct fts_gres_cpus){0};
}
