/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See metric.h.
 */
#include "core/queue/metric.h"

#include <errno.h>

extern int ft_metric_init(struct ft_metrics *metric,
			  const struct ft_snapshot *snapshot,
			  struct ft_arena *arena)
{
	uint32_t kinds = snapshot->resource_count;

	metric->snapshot = snapshot;
	metric->total = ft_arena_alloc(arena, kinds * sizeof(*metric->total));
	if (!metric->total)
		return -ENOMEM;
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		for (uint32_t k = 0; k < kinds; k++)
			metric->total[k] +=
				(double) snapshot
					->capacity[(size_t) n * kinds + k];
	return 0;
}

static double _job_amount(const int64_t *amount, uint32_t kind)
{
	return amount ? (double) amount[kind] : 0;
}

static double _asked_part(const struct ft_metrics *metric,
			  const struct ft_request *request, uint32_t kind)
{
	const struct ft_snapshot *snapshot = metric->snapshot;
	uint32_t node = ft_node_set_next(request->eligible, 0);
	int64_t threads = 1, cpus;
	double nodes = request->min_nodes, tasks = request->tasks;
	double cores, asked;

	if (node < snapshot->node_count)
		threads = snapshot->node[node].threads;
	if (!request->tasks)
		tasks = nodes * request->min_tasks_node;
	cpus = (int64_t) tasks * request->cpus_per_task;
	cores = nodes * _job_amount(request->per_node, FT_CORES) +
		tasks * _job_amount(request->per_task, FT_CORES) +
		(double) ((cpus + threads - 1) / threads);
	asked = cores;
	if (kind != FT_CORES)
		asked = nodes * _job_amount(request->per_node, kind) +
			tasks * _job_amount(request->per_task, kind) +
			cores * _job_amount(request->per_core, kind);
	if (request->exclusive && (node < snapshot->node_count)) {
		size_t at = (size_t) node * snapshot->resource_count + kind;
		double whole = nodes * (double) snapshot->capacity[at];

		if (asked < whole)
			asked = whole;
	}
	return asked;
}

static double _asked_amount(const struct ft_metrics *metric,
			    const struct ft_request *request, uint32_t kind)
{
	double asked = _asked_part(metric, request, kind);

	for (uint32_t i = 0; i < request->part_count; i++)
		asked += _asked_part(metric, &request->part[i], kind);
	return asked;
}

/* Of the part that lasts longest. */
static double _job_seconds(const struct ft_request *request)
{
	int64_t longest = request->duration;

	for (uint32_t i = 0; i < request->part_count; i++)
		if (request->part[i].duration > longest)
			longest = request->part[i].duration;
	return (double) longest;
}

static double _equivalent(const struct ft_metrics *metric,
			  const struct ft_request *request)
{
	double most = 0;

	for (uint32_t k = 0; k < metric->snapshot->resource_count; k++) {
		double part;

		if (metric->total[k] <= 0)
			continue;
		part = _asked_amount(metric, request, k) / metric->total[k];
		if (part > most)
			most = part;
	}
	return most * metric->total[FT_CORES];
}

/* The first request that could be placed anywhere. */
static const struct ft_request *_counted_job(const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++) {
		const struct ft_node_set *eligible = job->request[r].eligible;

		if (ft_node_set_next(eligible, 0) < eligible->size)
			return &job->request[r];
	}
	return job->request;
}

extern struct ft_turn ft_metric_turn(const struct ft_snapshot *snapshot,
				     const struct ft_job *job)
{
	struct ft_metrics metric = {.snapshot = snapshot};
	const struct ft_request *request = _counted_job(job);

	return (struct ft_turn){
		.queued = job->queued,
		.limit = _job_seconds(request),
		.predicted = (double) job->predicted,
		.processors = _asked_amount(&metric, request, FT_CORES),
	};
}

extern double ft_metric_worth(const struct ft_metrics *metric, uint32_t job)
{
	const struct ft_request *request =
		_counted_job(&metric->snapshot->job[job]);
	double seconds = _job_seconds(request);

	switch (metric->snapshot->policy.metric) {
	case FT_METRIC_PROCS:
		return _asked_amount(metric, request, FT_CORES);
	case FT_METRIC_PROCSECONDS:
		return _asked_amount(metric, request, FT_CORES) * seconds;
	case FT_METRIC_SECONDS:
		return seconds;
	case FT_METRIC_PE:
		return _equivalent(metric, request);
	case FT_METRIC_PESECONDS:
		return _equivalent(metric, request) * seconds;
	}
	return 0;
}

static double _expected_length(const struct ft_job *job, double limit)
{
	double predicted = (double) job->predicted;

	return job->predicted && (predicted < limit) ? predicted : limit;
}

extern double ft_metric_urgency(const struct ft_metrics *metric, uint32_t job)
{
	const struct ft_snapshot *snapshot = metric->snapshot;
	const struct ft_job *record = &snapshot->job[job];
	const struct ft_request *request = _counted_job(record);
	double limit = _job_seconds(request), waited = 0;

	if (record->queued < snapshot->now)
		waited = (double) (snapshot->now - record->queued);
	switch (snapshot->policy.compress) {
	case FT_COMPRESS_ORDER:
	case FT_COMPRESS_PRIORITY:
		return 0;
	case FT_COMPRESS_SHORTEST:
		return -_expected_length(record, limit);
	case FT_COMPRESS_XFACTOR:
		return (waited + limit) / limit;
	case FT_COMPRESS_WFP3:
		waited /= limit;
		return waited * waited * waited *
		       _asked_amount(metric, request, FT_CORES);
	}
	return 0;
}
