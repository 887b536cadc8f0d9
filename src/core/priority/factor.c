/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See factor.h.
 */
#include "core/priority/factor.h"

#include <math.h>

static double _age(const struct ft_factor_policy *policy, int64_t accrue_time,
		   int64_t now)
{
	uint32_t age = 0;

	if (!policy->age || !accrue_time)
		return 0;
	if (now > accrue_time)
		age = (uint32_t) (now - accrue_time);
	return age < policy->max_age ? (double) age / (double) policy->max_age
				     : 1;
}

/* Processors times the inverse of the time limit, per processor there is. */
static double _size_by_time(const struct ft_factor_policy *policy,
			    const struct ft_factor_job *job)
{
	uint32_t minutes = 1;
	double size = (double) job->min_nodes * (double) policy->cluster_cpus /
		      (double) policy->node_count;

	if (job->cpus > size)
		size = job->cpus;
	if (job->time_limit != FT_FACTOR_NO_LIMIT)
		minutes = job->time_limit;
	else if (job->partition_time != FT_FACTOR_NO_LIMIT)
		minutes = job->partition_time;
	size /= minutes;
	size /= policy->cluster_cpus;
	return policy->favor_small ? 1 - size : size;
}

static double _size_by_count(const struct ft_factor_policy *policy,
			     const struct ft_factor_job *job)
{
	double nodes = policy->node_count, cpus = policy->cluster_cpus;
	double size;

	if (policy->favor_small) {
		/* Unsigned on purpose: a job that is larger than the cluster
		 * wraps to a great number, which the caller cuts to 1. */
		size = (double) (policy->node_count - job->min_nodes) / nodes;
		if (job->cpus)
			size = (size +
				(double) (policy->cluster_cpus - job->cpus) /
					cpus) /
			       2;
		return size;
	}
	size = (double) job->min_nodes / nodes;
	if (job->cpus)
		size = (size + (double) job->cpus / cpus) / 2;
	return size;
}

static double _job_size(const struct ft_factor_policy *policy,
			const struct ft_factor_job *job)
{
	double size;

	if (!policy->job_size || !policy->node_count || !policy->cluster_cpus)
		return 0;
	size = policy->small_relative ? _size_by_time(policy, job)
				      : _size_by_count(policy, job);
	/* A time limit of 0 makes the quotient NaN or infinite. */
	if (!(size > 0))
		return 0;
	return size > 1 ? 1 : size;
}

static double _factor_level(struct ft_factor_level level, bool raw)
{
	return raw ? level.raw : level.norm;
}

double ft_factor_partition(const struct ft_factor_policy *policy,
			   struct ft_factor_level partition)
{
	return _factor_level(partition, policy->raw_partition) *
	       (double) policy->partition;
}

double ft_factor_qos(const struct ft_factor_policy *policy,
		     struct ft_factor_level qos)
{
	return _factor_level(qos, policy->raw_qos) * (double) policy->qos;
}

struct ft_factor ft_factor_compute(const struct ft_factor_policy *policy,
				   const struct ft_factor_job *job, int64_t now)
{
	struct ft_factor factor = {
		.site = job->site,
		.nice = job->nice,
	};

	factor.age = _age(policy, job->accrue_time, now) * (double) policy->age;
	factor.assoc = _factor_level(job->assoc, policy->raw_assoc) *
		       (double) policy->assoc;
	factor.fairshare = job->fairshare * (double) policy->fairshare;
	factor.job_size = _job_size(policy, job) * (double) policy->job_size;
	if (job->partition.raw)
		factor.partition = ft_factor_partition(policy, job->partition);
	if (job->qos.raw)
		factor.qos = ft_factor_qos(policy, job->qos);
	return factor;
}

double ft_factor_tres(const struct ft_factor_policy *policy,
		      const uint64_t *value, const uint64_t *total,
		      double *ret_term)
{
	double sum = 0;

	if (!policy->tres)
		return 0;
	for (uint32_t i = 0; i < policy->tres_count; i++) {
		double part = 0;

		if (policy->raw_tres)
			part = (double) value[i];
		else if (value[i] && total && total[i])
			part = (double) value[i] / (double) total[i];
		ret_term[i] = part * policy->tres[i];
		sum += ret_term[i];
	}
	return sum;
}

/* NaN, which no input should give, counts as the lowest priority. */
static uint32_t _cut_factor(double priority, bool *ret_cut)
{
	bool above = priority >= 4294967296.0;

	if (ret_cut)
		*ret_cut = above;
	if (above)
		return UINT32_MAX;
	return priority >= 1 ? (uint32_t) priority : 1;
}

static double _factor_offset(uint32_t value)
{
	return (double) ((int64_t) value - FT_FACTOR_ZERO);
}

uint32_t ft_factor_sum_partition(const struct ft_factor *factor,
				 double partition, double tres, bool *ret_cut)
{
	double rest = factor->age + factor->assoc + factor->fairshare +
		      factor->job_size + factor->qos + tres +
		      _factor_offset(factor->site) -
		      _factor_offset(factor->nice);

	return _cut_factor(partition + rest, ret_cut);
}

uint32_t ft_factor_sum(const struct ft_factor *factor, bool *ret_cut)
{
	double sum = factor->age + factor->assoc + factor->fairshare +
		     factor->job_size + factor->partition + factor->qos +
		     factor->tres + _factor_offset(factor->site) -
		     _factor_offset(factor->nice);

	return _cut_factor(sum, ret_cut);
}
