/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_cursor - walks the job list in slices, with locks dropped between.
 *
 * Keeps no job pointer across an unlock.  What it keeps is an iterator that
 * Slurm's list corrects by itself when a job is purged (slurmctld's own
 * job_time_limit() relies on that).  Jobs submitted meanwhile are met too.
 */
#ifndef FT_SLURM_COMMON_JOB_CURSOR_H
#define FT_SLURM_COMMON_JOB_CURSOR_H

#include <stdint.h>
#include <time.h>

#include "slurm/common/compat.h"

enum {
	FTS_SLICE_JOBS = 512,	     /* at most so many jobs in one hold */
	FTS_SLICE_NANO = 1000000,    /* and about so long */
	FTS_SLICE_NAP_NANO = 100000, /* so long others may have the locks */
};

struct fts_job_cursor {
	fts_list_iterator_t iterator;
	struct timespec since; /* when this slice began */
	uint32_t jobs;	       /* met in this slice */
};

/* Caller holds the job lock (read or write) for all but pause(). */
extern void fts_job_cursor_open(struct fts_job_cursor *cursor);
extern void fts_job_cursor_close(struct fts_job_cursor *cursor);

/* Call after each locking, before the first next(). */
extern void fts_job_cursor_begin(struct fts_job_cursor *cursor);

/* The next job, or NULL at the end of the list. */
extern job_record_t *fts_job_cursor_next(struct fts_job_cursor *cursor);

/* Whether the locks should be dropped before the next job. */
extern bool fts_job_cursor_full(const struct fts_job_cursor *cursor);

/* Lets others have the locks.  Caller holds none. */
extern void fts_job_cursor_pause(void);

#endif
