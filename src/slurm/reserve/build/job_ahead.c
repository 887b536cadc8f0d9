/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_ahead.h.
 */
#include "slurm/reserve/build/job_ahead.h"

#include <stdlib.h>

/* Of the walk, in jobs: a record first, then what it points to. */
enum { RECORD = 6, DETAILS = 3, LINE = 64 };
/* The same for what little of a record all are asked about. */
enum { GLANCE = 16 };

static void _ask_for(const void *record, size_t size)
{
	for (size_t at = 0; at < size; at += LINE)
		__builtin_prefetch((const char *) record + at);
}

void fts_job_ahead(const uint32_t *id, uint32_t count, uint32_t i)
{
	const job_record_t *job;

	if (i + RECORD >= count)
		return;
	job = find_job_record(id[i + RECORD]);
	if (job)
		_ask_for(job, sizeof(*job));
	job = find_job_record(id[i + DETAILS]);
	if (job && job->details)
		_ask_for(job->details, sizeof(*job->details));
}

struct list {
	const job_record_t **job;
	size_t count, room;
};

static int _note_job(void *x, void *arg)
{
	struct list *list = arg;

	if (list->count == list->room)
		return -1;
	list->job[list->count++] = x;
	return 0;
}

bool fts_job_each(void (*visit)(const job_record_t *job, void *context),
		  void *context)
{
	struct list list = {.room = (size_t) list_count(job_list)};

	list.job = malloc((list.room + 1) * sizeof(*list.job));
	if (!list.job)
		return false;
	(void) list_for_each(job_list, _note_job, &list);
	for (size_t i = 0; i < list.count; i++) {
		if (i + GLANCE < list.count) {
			const job_record_t *job = list.job[i + GLANCE];

			__builtin_prefetch(&job->job_id);
			__builtin_prefetch(&job->job_state);
		}
		visit(list.job[i], context);
	}
	free(list.job);
	return true;
}
