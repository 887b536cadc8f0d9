/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_factor - the terms of a job's priority, and their sum.
 *
 * Source: slurm.conf(5), PriorityWeight* and PriorityFlags, and the
 * arithmetic of priority/multifactor(22.05), whose order of additions is kept
 * so that results are equal to the last digit.  Law (tested): a sum is never
 * 0 (that would hold the job), never above UINT32_MAX, never NaN.
 */
#ifndef FT_CORE_PRIORITY_FACTOR_H
#define FT_CORE_PRIORITY_FACTOR_H

#include <stdbool.h>
#include <stdint.h>

/* site and nice are unsigned around this zero (NICE_OFFSET). */
#define FT_FACTOR_ZERO INT64_C(0x80000000)
#define FT_FACTOR_NO_LIMIT 0xfffffffeu /* NO_VAL: no time limit given */

/* What PriorityWeight*, PriorityFlags and the cluster say. */
struct ft_factor_policy {
	uint32_t age, assoc, fairshare, job_size, partition, qos; /* weights */
	const double *tres; /* weights, NULL: none */
	uint32_t tres_count;
	uint32_t max_age; /* seconds */
	uint32_t cluster_cpus, node_count;
	bool favor_small, small_relative;		  /* job size */
	bool raw_assoc, raw_partition, raw_qos, raw_tres; /* NO_NORMAL_* */
};

/* A number that counts either as it is or divided by the greatest one. */
struct ft_factor_level {
	uint32_t raw; /* 0: no term */
	double norm;  /* [0, 1] */
};

struct ft_factor_job {
	int64_t accrue_time; /* 0: gathers no age */
	uint32_t cpus;	     /* 0: unknown */
	uint32_t min_nodes;
	uint32_t time_limit;	 /* minutes, FT_FACTOR_NO_LIMIT: not given */
	uint32_t partition_time; /* MaxTime, minutes; FT_FACTOR_NO_LIMIT: the
				  * job has no partition */
	double fairshare;	 /* [0, 1] */
	struct ft_factor_level assoc, partition, qos;
	uint32_t site, nice; /* around FT_FACTOR_ZERO */
};

/* The weighted terms. */
struct ft_factor {
	double age, assoc, fairshare, job_size, partition, qos;
	double tres; /* sum over all TRES */
	uint32_t site, nice;
};

/* All terms but tres, which is set to 0. */
extern struct ft_factor ft_factor_compute(const struct ft_factor_policy *policy,
					  const struct ft_factor_job *job,
					  int64_t now);

/* The term of a partition or QOS, for jobs that ask for several. */
extern double ft_factor_partition(const struct ft_factor_policy *policy,
				  struct ft_factor_level partition);
extern double ft_factor_qos(const struct ft_factor_policy *policy,
			    struct ft_factor_level qos);

/*
 * The TRES terms: value[] is what the job has or wants, total[] what the
 * partition has (NULL: no partition).  Writes policy->tres_count weighted
 * terms to ret_term and returns their sum; without weights 0, nothing
 * written.
 */
extern double ft_factor_tres(const struct ft_factor_policy *policy,
			     const uint64_t *value, const uint64_t *total,
			     double *ret_term);

/*
 * The priority: 1..UINT32_MAX.  partition and tres stand in place of the
 * terms in factor.  ret_cut (may be NULL): the sum was above UINT32_MAX.
 */
extern uint32_t ft_factor_sum_partition(const struct ft_factor *factor,
					double partition, double tres,
					bool *ret_cut);
extern uint32_t ft_factor_sum(const struct ft_factor *factor, bool *ret_cut);

#endif
