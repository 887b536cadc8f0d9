/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_run_add - what one running job holds, and until when; private to
 * snapshot/.
 *
 * Refuses to know which jobs these are: see snapshot/runs.c.
 */
#ifndef FT_SLURM_RESERVE_SNAPSHOT_RUN_H
#define FT_SLURM_RESERVE_SNAPSHOT_RUN_H

#include "slurm/reserve/build/build.h"

/*
 * Adds the run of a job that has nodes (job_resrcs->node_bitmap).  used: what
 * runs before it hold of all resources of each node; this one adds to it.
 * Locks: as fts_build_runs.
 */
extern void fts_run_add(struct fts_build *build, job_record_t *job_ptr,
			int64_t *used);

/*
 * Nodes, and licences, that a job has not left yet.  One that is being killed
 * may take until KillWait is over; an epilog takes a moment that cannot be
 * foretold.  Locks: as fts_build_runs.
 */
extern void fts_run_leaves(struct fts_build *build,
			   const job_record_t *job_ptr);

#endif
