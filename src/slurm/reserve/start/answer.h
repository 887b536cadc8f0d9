/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_answer - what slurmctld's own selection would give a job now.
 *
 * The select plugin is asked as select_nodes() asks it when a job is to start,
 * and what it chose is counted as the planner counts; nothing is allocated.
 * Which rows or sockets these are is not told.
 */
#ifndef FT_SLURM_RESERVE_START_ANSWER_H
#define FT_SLURM_RESERVE_START_ANSWER_H

#include "slurm/common/compat.h"

#include "slurm/reserve/build/cycle.h"

struct fts_answer {
	const struct fts_cycle *cycle;
	const struct ft_request *request; /* what else goes with its cores */
	bool runs;			  /* it has been given that */
	bool fits;
	uint32_t count; /* of nodes; the rest has it for each */
	uint32_t *node;
	int64_t *amount; /* count * resource_count */
	bool *whole;	 /* it is all of the node */
};

/*
 * Asks about these nodes, in job->part_ptr.  The job is as it was, but for what
 * each failed start changes.  Locks: those of fts_hold.
 */
extern void fts_answer_ask(struct fts_answer *answer, job_record_t *job,
			   const bitstr_t *nodes);

/* What a job has that was started now.  Locks: those of fts_hold. */
extern void fts_answer_read(struct fts_answer *answer, const job_record_t *job);

/* Forgets what was answered. */
extern void fts_answer_clear(struct fts_answer *answer);

#endif
