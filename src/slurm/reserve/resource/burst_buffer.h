/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_buffer - burst buffers: when a job may start, and their pools.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_BURST_BUFFER_H
#define FT_SLURM_RESERVE_RESOURCE_BURST_BUFFER_H

#include "slurm/reserve/build/build.h"

/*
 * bb_start.c: from when on the job's burst buffer lets it start, in
 * seconds of the epoch; 0: now, or it has none; FT_NEVER: it wants more than
 * there is.  fts_build_buffer_run: this one runs until then, at the latest.
 * Locks: as fts_build_shape.
 */
extern int64_t fts_build_buffer(const struct fts_build *build,
				job_record_t *job_ptr);
extern void fts_build_buffer_run(struct fts_build *build,
				 const job_record_t *job_ptr, int64_t end);

/*
 * bb_pool.c: does the plan know what this job, which has a burst
 * buffer, wants?  Locks: config read, job read.
 */
extern bool fts_build_pool_known(const struct fts_build *build,
				 const job_record_t *job_ptr);

#endif
