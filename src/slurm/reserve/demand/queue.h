/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_pick - pending jobs, from their ids to the snapshot's order.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_QUEUE_H
#define FT_SLURM_RESERVE_DEMAND_QUEUE_H

#include "slurm/reserve/build/build.h"

/* pick.c.  Locks: config read, job write, node write, partition read. */
extern void fts_build_pick(struct fts_build *build, job_record_t *job_ptr);

/*
 * What takes long of a job in several partitions, in pieces: makes its shape in
 * the one of that number, for fts_build_pick to find.  False: it has none of
 * that number, or is in one only.  The same locks.
 */
extern bool fts_build_prepare(struct fts_build *build, job_record_t *job_ptr,
			      uint32_t row);

/* queue.c: for pick.c and het.c, with the same locks. */

/* One partition of a job, under one QOS. */
struct fts_option {
	part_record_t *part;
	slurmdb_qos_rec_t *qos; /* of several; NULL: it has one */
	uint32_t priority;
	const struct fts_shape *shape;
	struct ft_request *request; /* the shape's, with the job's limits */
};

enum { FTS_PARTITIONS_MAX = 64 };

/* Do Slurm's own tests let it be planned? */
extern bool fts_build_plannable(const struct fts_build *build,
				job_record_t *job_ptr);
/* Its partitions, the best first: FTS_PARTITIONS_MAX of them at most. */
extern uint32_t fts_build_options(struct fts_build *build,
				  job_record_t *job_ptr,
				  struct fts_option *option);
/* Its own bounds go into a copy of a shape's request. */
extern void fts_build_bound(struct fts_build *build, job_record_t *job_ptr,
			    struct ft_request *request);
/* Room for one more; it counts once build->pick_count is raised. */
extern struct fts_pick *fts_build_new_pick(struct fts_build *build);
extern void fts_build_identify(struct fts_build *build, job_record_t *job_ptr,
			       const struct fts_option *best,
			       struct fts_pick *pick);

/* order.c.  Sorts the picks and makes them the snapshot's jobs.  Takes locks
 * itself if preemption decides about the order. */
extern void fts_build_jobs(struct fts_build *build);

#endif
