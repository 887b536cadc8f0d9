/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_predicted - how long a job will run, by what it ran before.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_PREDICT_H
#define FT_SLURM_RESERVE_DEMAND_PREDICT_H

#include "slurm/reserve/build/build.h"

/*
 * Learns how long a job ran that has ended; what is
 * predicted of a job in seconds, the same in each cycle; when a running job
 * will be gone by it, if its limit says end.  0: unknown.  Locks: job read.
 * forget: before the first of these, drops jobs that are gone.
 */
extern void fts_build_forget(struct fts_build *build);
extern void fts_build_past(struct fts_build *build,
			   const job_record_t *job_ptr);
extern int64_t fts_build_predicted(const struct fts_build *build,
				   const job_record_t *job_ptr);
extern int64_t fts_build_predicted_end(const struct fts_build *build,
				       const job_record_t *job_ptr,
				       int64_t end);

#endif
