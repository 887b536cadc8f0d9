/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_pool - what Slurm counts in all of the cluster: one file and one row
 * each; private to reserve/.
 *
 * A pool is some licences of the snapshot.  It says how many there are, what a
 * running job has of them and what a pending job takes besides what is the same
 * for all of its shape.  The snapshot, runs and the queue walk the table.  A
 * new thing that is counted is a file and a row of pool.c.  Refuses what is
 * counted on a node (see resource/dimension.h), and the ways to have licences
 * (see resource/licence_choice.c).
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_POOL_H
#define FT_SLURM_RESERVE_RESOURCE_POOL_H

#include "slurm/reserve/build/build.h"

/* Each of them may be NULL: there is nothing to do. */
struct fts_pool {
	/* How many have a name; before the snapshot is made, and in the hold
	 * of the locks in which it is. */
	uint32_t (*names)(struct fts_build *build);
	/* Those without a name, and what names stand for, before runs are
	 * known.  Locks: config, job and node read. */
	void (*begin)(struct fts_build *build);
	/* Adds to run->licence what the job has.  Locks: config and job read.
	 */
	void (*held)(struct fts_build *build, const job_record_t *job,
		     struct ft_run *run);
	/* Once all runs are known.  Locks: config, job and node read. */
	void (*runs)(struct fts_build *build);
	/* Does the job take any where others of its shape may take none?
	 * Locks: job read. */
	bool (*apart)(struct fts_build *build, const job_record_t *job);
	/* Adds to a copy of the request's licences what it takes so.  Locks:
	 * job read. */
	void (*wanted)(struct fts_build *build, const job_record_t *job,
		       struct ft_request *request);
	void (*free)(struct fts_build *build);
};

extern const struct fts_pool fts_licence_pool, fts_layer_pool, fts_array_pool,
	fts_bb_pool, fts_power_pool;

/* Of all pools, in their order. */
extern uint32_t fts_pool_names(struct fts_build *build);
extern void fts_pool_begin(struct fts_build *build);
extern void fts_pool_held(struct fts_build *build, const job_record_t *job,
			  struct ft_run *run);
extern void fts_pool_runs(struct fts_build *build);
extern bool fts_pool_apart(struct fts_build *build, const job_record_t *job);
extern void fts_pool_wanted(struct fts_build *build, const job_record_t *job,
			    struct ft_request *request);
extern void fts_pool_free(struct fts_build *build);

#endif
