/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/gres_even.h.
 */
#include "slurm/reserve/start/gres_even.h"

#include <stdlib.h>

struct fts_gres_asked {
	uint64_t per_job, per_task; /* per_job 0: left alone */
};

/* Changes what one GRES is asked for; number: of nodes, or of tasks. */
typedef void (*change_t)(gres_job_state_t *state, uint32_t number);

static void _ask_by_node(gres_job_state_t *state, uint32_t nodes)
{
	if (state->gres_per_node || state->gres_per_task ||
	    state->gres_per_socket)
		return;
	state->gres_per_node = state->gres_per_job / nodes;
	state->gres_per_job = 0;
}

/* What brings CPUs, or tasks, is counted by these. */
static void _ask_by_task(gres_job_state_t *state, uint32_t tasks)
{
	bool brings =
		state->cpus_per_gres || state->def_cpus_per_gres ||
		(state->ntasks_per_gres && state->ntasks_per_gres != NO_VAL16);

	if (brings || state->gres_per_node || state->gres_per_socket ||
	    state->gres_per_job % tasks)
		return;
	state->gres_per_task = state->gres_per_job / tasks;
	/* What limits see, until select has counted anew. */
	state->total_gres = state->gres_per_job;
	state->gres_per_job = 0;
}

/* True if any was. */
static bool _change_gres(struct fts_gres_even *even, job_record_t *job,
			 change_t change, uint32_t number)
{
	fts_list_iterator_t iterator;
	bool changed = false;
	gres_state_t *gres;
	uint32_t n = 0;

	*even = (struct fts_gres_even){0};
	if (!job->gres_list_req || !number)
		return false;
	even->count = (uint32_t) list_count(job->gres_list_req);
	even->asked = calloc(even->count + 1, sizeof(*even->asked));
	if (!even->asked)
		return false;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator)) && n < even->count) {
		gres_job_state_t *state = gres->gres_data;
		struct fts_gres_asked asked = {.per_job = state->gres_per_job,
					       .per_task =
						       state->gres_per_task};

		if (asked.per_job)
			change(state, number);
		if (asked.per_job && !state->gres_per_job) {
			even->asked[n] = asked;
			changed = true;
		}
		n++;
	}
	list_iterator_destroy(iterator);
	return changed;
}

void fts_gres_even_set(struct fts_gres_even *even, job_record_t *job,
		       uint32_t nodes)
{
	(void) _change_gres(even, job, _ask_by_node, nodes);
}

bool fts_gres_even_by_task(struct fts_gres_even *even, job_record_t *job)
{
	uint32_t tasks = job->details->num_tasks;

	return _change_gres(even, job, _ask_by_task,
			    tasks == NO_VAL ? 0 : tasks);
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

static void _write_back(gres_state_t *gres, const struct fts_gres_asked *asked)
{
	gres_job_state_t *state = gres->gres_data;

	state->gres_per_job = asked->per_job;
	state->gres_per_node = 0;
	state->gres_per_task = asked->per_task;
}

void fts_gres_even_undo(const struct fts_gres_even *even, job_record_t *job)
{
	fts_list_iterator_t iterator;
	gres_state_t *gres;
	uint32_t n = 0;

	if (!even->asked || !job->gres_list_req)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator)) && n < even->count) {
		const struct fts_gres_asked *asked = &even->asked[n++];
		struct same same = {.as = gres};
		gres_state_t *given = NULL;

		if (asked->per_job && job->gres_list_alloc)
			given = list_find_first(job->gres_list_alloc, _is_same,
						&same);
		if (given)
			_write_back(given, asked);
		if (asked->per_job)
			_write_back(gres, asked);
	}
	list_iterator_destroy(iterator);
}

void fts_gres_even_free(struct fts_gres_even *even)
{
	free(even->asked);
	*even = (struct fts_gres_even){0};
}
