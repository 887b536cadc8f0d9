/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_component - what core/priority/component.h wants to know of a job and
 * of the machine, out of slurmctld's records.
 *
 * Copies numbers only; policy lives in core/priority/component_policy.h.  A job
 * that is pending counts with the least that it asks for, one that runs with
 * what it was given.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_JOB_COMPONENT_H
#define FT_SLURM_FAIRTREE_USAGE_JOB_COMPONENT_H

#include "core/priority/component_policy.h"
#include "slurm/common/compat.h"
#include "slurm/fairtree/config/priority_files.h"

/* What of a job depends on the partition that it would run in. */
struct fts_component_partition {
	const struct ft_component_weights *weights; /* the policy's */
	double priority; /* of the partition, Maui's class */
	double walltime; /* time limit, seconds; 0: none */
};

/*
 * What the policy says of a QOS and a partition, kept from one job to the
 * next, which are mostly of the same.  Forget it (zeros) with each walk, and
 * whenever the policy is another one.
 */
struct fts_component_memo {
	const struct ft_component_policy *policy;
	char qos_name[64], part_name[64]; /* longer ones are not kept */
	struct ft_component_qos qos;
	double qos_priority, part_priority;
	uint32_t part_factor; /* that stood for the one that was not given */
	const struct ft_component_weights *weights;
};

/*
 * All but delta, bypass and the names of user and group: see
 * fts_job_component_names().  waited: effective queue time, seconds.  Caller
 * holds job and part (read), assoc and qos (read).
 */
extern void fts_job_component_copy(const struct ft_component_policy *policy,
				   struct fts_component_memo *memo,
				   const job_record_t *job, int64_t waited,
				   time_t now,
				   struct ft_component_job *ret_job);

/* The same for one of the job's partitions; part may be NULL. */
extern struct fts_component_partition
fts_job_component_partition(const struct ft_component_policy *policy,
			    struct fts_component_memo *memo,
			    const job_record_t *job, const part_record_t *part);

/*
 * The priorities of user and group.  Where the policy names a user that the
 * system does not know, it is asked for names at the first time, which may
 * take long: best called without locks.
 */
extern void fts_job_component_names(const struct fts_priority_files *files,
				    uid_t uid, gid_t gid,
				    struct ft_component_job *job);

/* Processor equivalents of a job that has nodes, see
 * ft_component_equivalents(). */
extern double fts_job_equivalents(const struct ft_component_system *system,
				  const job_record_t *job);

/* Configured totals.  Caller holds node (read). */
extern struct ft_component_system fts_component_system(void);

#endif
