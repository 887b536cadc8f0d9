/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_part_access - whether a partition admits a job.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_PART_ACCESS_H
#define FT_SLURM_RESERVE_DEMAND_PART_ACCESS_H

#include "slurm/reserve/build/build.h"

/*
 * Does job_ptr->part_ptr admit its account and QOS?
 * Locks: as fts_build_shape.  fts_part_access_tell sets the reason of one that
 * is not admitted, and last_job_update if that is new.
 */
extern bool fts_part_access_open(struct fts_build *build,
				 const job_record_t *job_ptr);
/* And its user, by groups, where slurmctld's own tests leave that out? */
extern bool fts_part_access_groups(struct fts_build *build,
				   job_record_t *job_ptr);
extern void fts_part_access_tell(job_record_t *job_ptr,
				 const part_record_t *part);

#endif
