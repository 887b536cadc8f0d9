/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_gres_even - GRES asked for a job as a whole, asked for by node or by task
 * for a while.
 *
 * What a job wants of GRES in all, select/cons_tres deals out to its nodes by
 * what is free at that second.  A plan that gives each node the same number is
 * started as planned if the job asks for that number on each node while
 * select_nodes runs; one that tells each node its tasks, if it asks for what
 * each of them has.  What was asked is then written back, in the job, in the
 * rest of its array, and in what was given out.
 */
#ifndef FT_SLURM_RESERVE_START_GRES_EVEN_H
#define FT_SLURM_RESERVE_START_GRES_EVEN_H

#include "slurm/common/compat.h"

struct fts_gres_asked;

struct fts_gres_even {
	uint32_t count;
	struct fts_gres_asked *asked; /* of each GRES in the job's list */
};

/* The same number on each of the nodes.  Locks: job write, until it is undone.
 */
extern void fts_gres_even_set(struct fts_gres_even *even, job_record_t *job,
			      uint32_t nodes);
/*
 * By task, where that says it all; false: of none.  Else select counts of a
 * node what is near to its cores (FTS_GRES_COUNT_NEAR).  Locks: as above.
 */
extern bool fts_gres_even_by_task(struct fts_gres_even *even,
				  job_record_t *job);
/* In the job, or in the rest of the array that it was split from. */
extern void fts_gres_even_undo(const struct fts_gres_even *even,
			       job_record_t *job);
extern void fts_gres_even_free(struct fts_gres_even *even);

#endif
