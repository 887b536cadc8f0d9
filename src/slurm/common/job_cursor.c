/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_cursor.h.
 */
#include "slurm/common/job_cursor.h"

/* Reading the clock for each job would cost as much as the job. */
enum { CLOCK_EVERY = 32 };

void fts_job_cursor_open(struct fts_job_cursor *cursor)
{
	*cursor = (struct fts_job_cursor){0};
	if (job_list)
		cursor->iterator = list_iterator_create(job_list);
}

void fts_job_cursor_close(struct fts_job_cursor *cursor)
{
	if (cursor->iterator)
		list_iterator_destroy(cursor->iterator);
	cursor->iterator = NULL;
}

void fts_job_cursor_begin(struct fts_job_cursor *cursor)
{
	clock_gettime(CLOCK_MONOTONIC, &cursor->since);
	cursor->jobs = 0;
}

job_record_t *fts_job_cursor_next(struct fts_job_cursor *cursor)
{
	cursor->jobs++;
	return cursor->iterator ? list_next(cursor->iterator) : NULL;
}

bool fts_job_cursor_full(const struct fts_job_cursor *cursor)
{
	struct timespec now;

	if (cursor->jobs >= FTS_SLICE_JOBS)
		return true;
	if (cursor->jobs % CLOCK_EVERY)
		return false;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - cursor->since.tv_sec) * 1000000000L +
		       (now.tv_nsec - cursor->since.tv_nsec) >
	       FTS_SLICE_NANO;
}

void fts_job_cursor_pause(void)
{
	struct timespec nap = {.tv_nsec = FTS_SLICE_NAP_NANO};

	nanosleep(&nap, NULL);
}
