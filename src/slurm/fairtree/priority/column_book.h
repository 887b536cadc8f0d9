/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_column_book - sprio's columns of jobs that ask for several partitions.
 *
 * slurmctld keeps one set of columns with a job, and sprio shows one line for
 * each of its partitions.  Weights may be of one partition only, so that each
 * line has columns of its own, as they were when the priority was computed.
 *
 * Not thread safe: guarded by the job lock.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_COLUMN_BOOK_H
#define FT_SLURM_FAIRTREE_PRIORITY_COLUMN_BOOK_H

#include "core/priority/column.h"
#include "core/base/job_table.h"

struct fts_column_page;

struct fts_column_book {
	struct ft_job_table table; /* of struct fts_column_page */
	uint32_t round;
};

/* Every field zero is an empty book. */
extern void fts_column_book_fini(struct fts_column_book *book);

/* Room for so many columns of that job, to be written; NULL if out of
 * memory.  Good until the next call. */
extern struct ft_columns *fts_column_book_put(struct fts_column_book *book,
					      uint32_t job_id, uint32_t count);

/* Those of the job, if there are as many; else NULL. */
extern const struct ft_columns *
fts_column_book_get(const struct fts_column_book *book, uint32_t job_id,
		    uint32_t count);

/* Forgets the jobs that were not put since the last call. */
extern void fts_column_book_sweep(struct fts_column_book *book);

#endif
