/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_dimension - what Slurm counts on a node: one file and one row each;
 * private to reserve/.
 *
 * A dimension makes columns (resources) of the snapshot, says how much of each
 * a node has, what a running job has of it there and what a pending job wants,
 * and shows slurmctld at a start what was planned.  The snapshot, runs, demands
 * and starts walk the table; what decides how many nodes and tasks a job has
 * (GRES, CPUs of a partition) is read in demand/.  A new thing that is counted
 * is a file and a row of dimension.c.  Refuses cores and memory, which each
 * node has.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_DIMENSION_H
#define FT_SLURM_RESERVE_RESOURCE_DIMENSION_H

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/resource/gres_mask.h"

struct fts_demand;

/* A running job on its n-th node. */
struct fts_held {
	const job_record_t *job;
	uint32_t n, node;
	int64_t first, count; /* bits of job_resrcs->core_bitmap */
	int64_t *amount;      /* of each resource; cores are known */
	bool whole; /* to be set where it cannot be told what it has: all of
		     * the node */
};

/* Each of them may be NULL: there is nothing to do. */
struct fts_dimension {
	/* Columns behind so many resources; how many there are then.  Before
	 * the snapshot is made.  Locks: config, node, part and job read. */
	uint32_t (*columns)(struct fts_build *build, uint32_t count);
	/* What the node has of them, after capacity[FT_CORES].  Locks: node
	 * read. */
	void (*capacity)(struct fts_build *build, const node_record_t *node,
			 int64_t *capacity);
	/* Locks: job and node read. */
	void (*held)(struct fts_build *build, struct fts_held *held);
	/* Once all runs are known.  Locks: job read. */
	void (*runs)(struct fts_build *build);
	/* What a pending job wants of it, once its nodes, tasks, cores and
	 * memory are known.  Locks: as fts_demand_read. */
	void (*wanted)(struct fts_build *build, job_record_t *job,
		       struct fts_demand *demand);
	/* A number that tells jobs apart that count differently. */
	uint64_t (*key)(const struct fts_build *build, const job_record_t *job);
	/* Leaves in sight only what is planned, until fts_hide_end().  False
	 * if that cannot be.  Locks: node write. */
	bool (*show)(struct fts_hidden *hidden, const struct fts_cycle *cycle,
		     const struct fts_manner *manner,
		     const struct ft_placement *placement);
	void (*free)(struct fts_build *build);
	/* A job is planned on one of several choices of columns. */
	bool choice;
};

extern const struct fts_dimension fts_gres, fts_disk, fts_exclusive,
	fts_max_cpus, fts_gpu_cores, fts_core_resv, fts_shared_gpu,
	fts_oversubscribe, fts_socket_gpu;

/* Of all dimensions, in their order. */
extern uint32_t fts_dimension_columns(struct fts_build *build, uint32_t count);
extern void fts_dimension_capacity(struct fts_build *build,
				   const node_record_t *node,
				   int64_t *capacity);
extern void fts_dimension_held(struct fts_build *build, struct fts_held *held);
extern void fts_dimension_runs(struct fts_build *build);
extern void fts_dimension_wanted(struct fts_build *build, job_record_t *job,
				 struct fts_demand *demand);
extern uint64_t fts_dimension_key(const struct fts_build *build,
				  const job_record_t *job);
extern bool fts_dimension_show(struct fts_hidden *hidden,
			       const struct fts_cycle *cycle,
			       const struct fts_manner *manner,
			       const struct ft_placement *placement);
extern void fts_dimension_free(struct fts_build *build);

#endif
