/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_hash - what a pending job asks for as one number, and the job
 * again if it is still the same.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_HASH_H
#define FT_SLURM_RESERVE_DEMAND_HASH_H

#include "slurm/common/compat.h"

#include "slurm/reserve/build/cycle.h"

struct fts_build;

/*
 * A number made of everything that planning reads of a pending job.  If it is
 * the same at apply, the plan is still about this job as it is.
 * Locks: config, job, node and partition read.
 */
extern uint64_t fts_schedule_hash(job_record_t *job_ptr);

/*
 * demand/find.c: the record that the candidate was made of, unchanged; else
 * NULL.  Caller holds job (read).
 */
extern job_record_t *fts_schedule_find(const struct fts_candidate *candidate);

/* What a shape depends on (no identity, no partition). */
extern uint64_t fts_shape_hash(job_record_t *job_ptr);
/*
 * Both of the job at hand, read once from when build->asked was emptied, which
 * is before the locks can have been given up.
 */
extern uint64_t fts_build_shape_hash(struct fts_build *build,
				     job_record_t *job_ptr);
extern uint64_t fts_build_schedule_hash(struct fts_build *build,
					job_record_t *job_ptr);
/* What the eligible nodes in its partition depend on.  Locks: node read. */
extern uint64_t fts_eligible_hash(struct fts_build *build,
				  const job_record_t *job_ptr);

#endif
