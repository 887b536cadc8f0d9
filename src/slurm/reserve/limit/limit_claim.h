/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_claim_limits - what jobs take of limits of associations and QOS.
 */
#ifndef FT_SLURM_RESERVE_LIMIT_LIMIT_CLAIM_H
#define FT_SLURM_RESERVE_LIMIT_LIMIT_CLAIM_H

#include "slurm/reserve/build/build.h"

/* Sets build->limits if limits are enforced.  Locks: config read. */
extern void fts_build_limits(struct fts_build *build);
extern void fts_build_limits_free(struct fts_build *build);
/* What a running job counts for.  Locks: job read; assoc_mgr's assoc, QOS and
 * TRES to read, if build->limits. */
extern void fts_build_hold_limits(struct fts_build *build,
				  const job_record_t *job, struct ft_run *run);
/*
 * The shape's requests with what the job would take of its limits in
 * job->part_ptr.  NULL: a limit keeps it from starting, and it is not known
 * until when.  A job that a limit keeps from starting now gets slurmctld's
 * reason.  Locks: as fts_build_shape.
 */
extern struct ft_request *fts_build_claim_limits(struct fts_build *build,
						 job_record_t *job,
						 const struct fts_shape *shape);
/* So much of a limit, or all that there is, for a job of that duration. */
extern int64_t fts_build_limit_most(const struct fts_build *build,
				    uint32_t limit, int64_t count,
				    int64_t duration);
/* Once all jobs are known: totals as slurmctld counts them. */
extern void fts_build_limit_totals(struct fts_build *build);

#endif
