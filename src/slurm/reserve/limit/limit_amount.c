/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_amounts - how much of each TRES a request will be given, at least and at
 * most.
 *
 * acct_policy judges what slurmctld has chosen.  Where nodes are alike, or a
 * job takes no whole nodes, that is known beforehand; else it lies between.
 */
#include "slurm/reserve/limit/limit_rule.h"

#include "slurm/reserve/resource/oversubscribe.h"

/* What the eligible nodes have, on each of them. */
struct survey {
	int64_t least_threads, most_threads;
	int64_t least_cpus, most_cpus;
	const struct fts_build *build;
	const struct ft_request *request;
};

static int64_t _amount_capacity(const struct fts_build *build, uint32_t node,
				uint32_t resource)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	int64_t has =
		snapshot->capacity[(size_t) node * snapshot->resource_count +
				   resource];

	return resource == FT_CORES ? has / fts_build_node_rows(build, node)
				    : has;
}

static void _survey_set(struct survey *survey, const struct ft_node_set *set)
{
	const struct ft_snapshot *snapshot = survey->build->snapshot;

	for (uint32_t n = ft_node_set_next(set, 0); n < set->size;
	     n = ft_node_set_next(set, n + 1)) {
		int64_t threads = snapshot->node[n].threads;
		int64_t cpus =
			_amount_capacity(survey->build, n, FT_CORES) * threads;

		survey->least_threads = MIN(survey->least_threads, threads);
		survey->most_threads = MAX(survey->most_threads, threads);
		survey->least_cpus = MIN(survey->least_cpus, cpus);
		survey->most_cpus = MAX(survey->most_cpus, cpus);
	}
}

static void _survey_amount(struct survey *survey)
{
	const struct ft_request *r = survey->request;

	survey->least_threads = survey->least_cpus = INT64_MAX;
	_survey_set(survey, r->eligible);
	for (uint32_t p = 0; p < r->part_count; p++)
		_survey_set(survey, r->part[p].eligible);
	if (!survey->most_threads)
		survey->least_threads = survey->most_threads = 1;
	if (survey->least_cpus == INT64_MAX)
		survey->least_cpus = 0;
}

static int64_t _extreme_in(const struct survey *survey,
			   const struct ft_node_set *set, uint32_t resource,
			   bool most, int64_t value)
{
	for (uint32_t n = ft_node_set_next(set, 0); n < set->size;
	     n = ft_node_set_next(set, n + 1)) {
		int64_t one = _amount_capacity(survey->build, n, resource);

		value = most ? MAX(value, one) : MIN(value, one);
	}
	return value;
}

/* Least or most of a resource on an eligible node. */
static int64_t _extreme(const struct survey *survey, uint32_t resource,
			bool most)
{
	const struct ft_request *r = survey->request;
	int64_t value = most ? 0 : INT64_MAX;

	value = _extreme_in(survey, r->eligible, resource, most, value);
	for (uint32_t p = 0; p < r->part_count; p++)
		value = _extreme_in(survey, r->part[p].eligible, resource, most,
				    value);
	return value == INT64_MAX ? 0 : value;
}

static int64_t _at(const int64_t *amount, uint32_t resource)
{
	return amount ? amount[resource] : 0;
}

struct spread {
	int64_t nodes, tasks;
};

/* Parts have a fixed number of nodes alike. */
static struct spread _sum_amount(const struct ft_request *r)
{
	struct spread spread = {.nodes = r->min_nodes};

	for (uint32_t p = 0; p < r->part_count; p++)
		spread.nodes += r->part[p].min_nodes;
	spread.tasks = spread.nodes * r->min_tasks_node;
	return spread;
}

/* On how many nodes, and how many tasks in all. */
static struct spread _spread_amount(const struct ft_request *r, bool most)
{
	struct spread spread = {r->min_nodes, r->tasks};

	if (r->part_count)
		return _sum_amount(r);
	if (!r->tasks) {
		spread.tasks = (int64_t) r->min_nodes * r->min_tasks_node;
	} else if (most) {
		spread.nodes = MIN(r->max_nodes, r->tasks / r->min_tasks_node);
	} else {
		spread.nodes = MAX(r->min_nodes,
				   (r->tasks + (int64_t) r->max_tasks_node -
				    1) / r->max_tasks_node);
	}
	return spread;
}

/* Cores of all nodes together, if cores have so many threads. */
static int64_t _amount_cores(const struct ft_request *r, struct spread spread,
			     int64_t threads, bool most)
{
	int64_t cpus = r->cpus_per_task, cores;

	if (!r->tasks)
		cores = spread.nodes *
			((r->min_tasks_node * cpus + threads - 1) / threads);
	else if (most && cpus % threads)
		cores = spread.tasks * cpus / threads +
			MIN(spread.nodes, spread.tasks);
	else
		cores = (spread.tasks * cpus + threads - 1) / threads;
	return cores + spread.nodes * _at(r->per_node, FT_CORES) +
	       spread.tasks * _at(r->per_task, FT_CORES);
}

static int64_t _shared_amount(const struct survey *survey, struct spread spread,
			      uint32_t resource, bool most)
{
	const struct ft_request *r = survey->request;
	int64_t threads = most ? survey->least_threads : survey->most_threads;

	return spread.nodes * _at(r->per_node, resource) +
	       spread.tasks * _at(r->per_task, resource) +
	       _amount_cores(r, spread, threads, most) *
		       _at(r->per_core, resource);
}

static int64_t _amount_cpus(const struct survey *survey, struct spread spread,
			    bool most)
{
	const struct ft_request *r = survey->request;
	int64_t one, two;

	if (r->exclusive)
		return spread.nodes *
		       (most ? survey->most_cpus : survey->least_cpus);
	one = _amount_cores(r, spread, survey->least_threads, most) *
	      survey->least_threads;
	two = _amount_cores(r, spread, survey->most_threads, most) *
	      survey->most_threads;
	return most ? MAX(one, two) : MIN(one, two);
}

/* Whole nodes: of memory a job gets what it asked for, or all. */
static int64_t _whole_memory(const struct survey *survey,
			     const job_record_t *job, struct spread spread,
			     bool most)
{
	uint64_t wanted = job->details->pn_min_memory;

	if (!(survey->build->cr_type & CR_MEMORY))
		return 0;
	if (!wanted)
		return spread.nodes * _extreme(survey, FT_MEMORY, most);
	if (wanted & MEM_PER_CPU)
		return _amount_cpus(survey, spread, most) *
		       (int64_t) (wanted & ~MEM_PER_CPU);
	return spread.nodes * (int64_t) wanted;
}

static int64_t _amount(const struct survey *survey, const job_record_t *job,
		       uint32_t pos, bool most)
{
	const struct fts_limits *limits = survey->build->limits;
	struct spread spread = _spread_amount(survey->request, most);
	uint32_t resource = limits->resource[pos];
	int64_t wanted = (int64_t) job->tres_req_cnt[pos];

	if (pos == TRES_ARRAY_CPU)
		return _amount_cpus(survey, spread, most);
	if (pos == TRES_ARRAY_NODE)
		return spread.nodes;
	if (resource == FT_NO_INDEX)
		return wanted;
	if (!survey->request->exclusive)
		return _shared_amount(survey, spread, resource, most);
	if (resource == FT_MEMORY)
		return _whole_memory(survey, job, spread, most);
	return most ? MAX(wanted,
			  spread.nodes * _extreme(survey, resource, true))
		    : wanted;
}

void fts_limits_amounts(const struct fts_build *build, const job_record_t *job,
			const struct fts_shape *shape,
			const struct ft_request *request, bool most,
			uint64_t *amount)
{
	struct survey survey = {.build = build, .request = request};

	_survey_amount(&survey);
	for (uint32_t i = 0; i < build->limits->tres_count; i++)
		amount[i] = most || !shape->unknown
				    ? (uint64_t) _amount(&survey, job, i, most)
				    : job->tres_req_cnt[i];
	amount[TRES_ARRAY_BILLING] = (uint64_t) assoc_mgr_tres_weighted(
		amount, job->part_ptr->billing_weights,
		slurm_conf.priority_flags, true);
}
