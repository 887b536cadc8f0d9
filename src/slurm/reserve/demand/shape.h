/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_shape - what is the same for all jobs that ask for the same.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_SHAPE_H
#define FT_SLURM_RESERVE_DEMAND_SHAPE_H

#include "slurm/reserve/build/build.h"

/*
 * The shape of a job in the partition job_ptr->part_ptr, after
 * job_limits_check().  NULL sets failed.
 * Locks: config read, job write, node read, partition read.
 */
extern const struct fts_shape *fts_build_shape(struct fts_build *build,
					       job_record_t *job_ptr);
/* The same, with its lists in the snapshot. */
extern const struct fts_shape *
fts_build_shape_stays(struct fts_build *build, const struct fts_shape *shape);
extern void fts_build_shapes_free(struct fts_build *build);

/* Ways that the job may have, as far as its user's jobs have left any: see
 * rsv_requests in sched_reserve(5). */
extern uint32_t fts_build_ways_left(const struct fts_build *build,
				    const job_record_t *job_ptr);
/* Its user has so many that no job had before; want of memory sets failed. */
extern void fts_build_note_ways(struct fts_build *build,
				const job_record_t *job_ptr, uint32_t count);

#endif
