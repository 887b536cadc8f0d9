/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_level.h.
 */
#include "slurm/schedule_level.h"

#include <stdlib.h>

static bool _for_job(const gres_job_state_t *state)
{
	return state->gres_per_job && !state->gres_per_node &&
	       !state->gres_per_task && !state->gres_per_socket;
}

void fts_level_set(struct fts_level *level, job_record_t *job, uint32_t nodes)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;
	uint32_t n = 0;

	*level = (struct fts_level){0};
	if (!job->gres_list_req || !nodes)
		return;
	level->count = (uint32_t) list_count(job->gres_list_req);
	level->per_job = calloc(level->count + 1, sizeof(*level->per_job));
	if (!level->per_job)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator)) && n < level->count) {
		gres_job_state_t *state = gres->gres_data;

		if (_for_job(state)) {
			level->per_job[n] = state->gres_per_job;
			state->gres_per_node = state->gres_per_job / nodes;
			state->gres_per_job = 0;
		}
		n++;
	}
	list_iterator_destroy(iterator);
}

struct same {
	const gres_state_t *as;
};

static int _is_same(void *x, void *arg)
{
	const gres_state_t *gres = x;
	const struct same *same = arg;
	const gres_job_state_t *a = gres->gres_data, *b = same->as->gres_data;

	return gres->plugin_id == same->as->plugin_id &&
	       a->type_id == b->type_id;
}

static void _write_back(gres_state_t *gres, uint64_t per_job)
{
	gres_job_state_t *state = gres->gres_data;

	state->gres_per_job = per_job;
	state->gres_per_node = 0;
}

void fts_level_undo(const struct fts_level *level, job_record_t *job)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;
	uint32_t n = 0;

	if (!level->per_job || !job->gres_list_req)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator)) && n < level->count) {
		struct same same = {.as = gres};
		gres_state_t *given = NULL;

		if (level->per_job[n] && job->gres_list_alloc)
			given = list_find_first(job->gres_list_alloc, _is_same,
						&same);
		if (given)
			_write_back(given, level->per_job[n]);
		if (level->per_job[n])
			_write_back(gres, level->per_job[n]);
		n++;
	}
	list_iterator_destroy(iterator);
}

void fts_level_free(struct fts_level *level)
{
	free(level->per_job);
	*level = (struct fts_level){0};
}
