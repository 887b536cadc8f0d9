/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand.h.
 */
#include "demand.h"

static int64_t amount_of(const int64_t *amount, uint32_t kind)
{
	return amount ? amount[kind] : 0;
}

/* The formula of snapshot.h, once more. */
int64_t demand_cost(const struct ft_snapshot *snapshot,
		    const struct ft_request *request, uint32_t node,
		    int64_t tasks, uint32_t kind)
{
	int64_t threads = snapshot->node[node].threads;
	int64_t cpus = tasks * request->cpus_per_task;
	int64_t cores = amount_of(request->per_node, 0) +
			tasks * amount_of(request->per_task, 0);

	cores += cpus / threads;
	if (cpus % threads)
		cores++;
	if (kind == 0)
		return cores;
	return amount_of(request->per_node, kind) +
	       tasks * amount_of(request->per_task, kind) +
	       cores * amount_of(request->per_core, kind);
}

int64_t demand_want(const struct ft_snapshot *snapshot,
		    const struct ft_request *request, uint32_t node,
		    int64_t tasks, uint32_t kind)
{
	int64_t takes = demand_cost(snapshot, request, node, tasks, kind);
	int64_t wants = amount_of(request->want_node, kind) +
			tasks * amount_of(request->want_task, kind);

	return wants > takes ? wants : takes;
}

int64_t demand_capacity(const struct ft_snapshot *snapshot, uint32_t node,
			uint32_t kind)
{
	return snapshot->capacity[node * snapshot->resource_count + kind];
}

/* The amounts of metric.h, from the first request and its first node. */
static double asked_part(const struct ft_snapshot *snapshot,
			 const struct ft_request *request, uint32_t kind)
{
	double nodes = request->min_nodes, sum;
	double tasks = request->tasks ? request->tasks
				      : nodes * request->min_tasks_node;
	struct ft_request whole = *request;
	uint32_t first = 0;

	while (first < snapshot->node_count &&
	       !ft_node_set_has(request->eligible, first))
		first++;
	if (first == snapshot->node_count)
		first = 0;
	/* demand_cost() counts one node: what there is of each goes on top. */
	sum = (double) demand_cost(snapshot, &whole, first, (int64_t) tasks,
				   kind) +
	      (nodes - 1) *
		      (double) (amount_of(request->per_node, kind) +
				(kind ? amount_of(request->per_node, 0) *
						 amount_of(request->per_core,
							   kind)
				      : 0));
	if (request->exclusive &&
	    sum < nodes * (double) demand_capacity(snapshot, first, kind))
		sum = nodes * (double) demand_capacity(snapshot, first, kind);
	return sum;
}

static double asked(const struct ft_snapshot *snapshot,
		    const struct ft_request *request, uint32_t kind)
{
	double sum = asked_part(snapshot, request, kind);

	for (uint32_t p = 0; p < request->part_count; p++)
		sum += asked_part(snapshot, request->part + p, kind);
	return sum;
}

static double longest(const struct ft_request *request)
{
	double seconds = (double) request->duration;

	for (uint32_t p = 0; p < request->part_count; p++)
		if ((double) request->part[p].duration > seconds)
			seconds = (double) request->part[p].duration;
	return seconds;
}

double demand_worth(const struct ft_snapshot *snapshot,
		    const struct ft_job *job)
{
	const struct ft_request *request = &job->request[0];
	double cores = 0, most = 0, amount;

	while (request < &job->request[job->request_count - 1] &&
	       !ft_node_set_count(request->eligible))
		request++;
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		cores += (double) demand_capacity(snapshot, n, 0);
	for (uint32_t k = 0; k < snapshot->resource_count; k++) {
		double all = 0;

		for (uint32_t n = 0; n < snapshot->node_count; n++)
			all += (double) demand_capacity(snapshot, n, k);
		if (all > 0 && asked(snapshot, request, k) / all > most)
			most = asked(snapshot, request, k) / all;
	}
	amount = snapshot->policy.metric >= FT_METRIC_PE
			 ? most * cores
			 : asked(snapshot, request, 0);
	if (snapshot->policy.metric == FT_METRIC_SECONDS)
		amount = 1;
	if (snapshot->policy.metric == FT_METRIC_PROCS ||
	    snapshot->policy.metric == FT_METRIC_PE)
		return amount;
	return amount * longest(request);
}

extern int64_t demand_claim(const struct ft_snapshot *snapshot,
			    const struct ft_claim *claim, int64_t at,
			    int64_t end)
{
	if (snapshot->limit[claim->limit].kind == FT_LIMIT_SPENT)
		return claim->count;
	if (at >= end)
		return 0;
	if (snapshot->limit[claim->limit].kind == FT_LIMIT_FALLS)
		return claim->count * (end - at);
	return claim->count;
}
