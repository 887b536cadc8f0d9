/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See vacancy.h.
 */
#include "core/plan/vacancy.h"

#include <stdlib.h>
#include <string.h>

#include "core/timeline/shape.h"

enum { KNOWN = 256 }; /* answers that are kept: a power of two */

struct known {
	const struct ft_request *request;
	uint32_t most, count;
};

struct ft_vacancy {
	const struct ft_snapshot *snapshot;
	int64_t by;	/* a start until then is one now */
	int64_t *left;	/* node_count * resource_count */
	bool *used;	/* of each node: a run is there */
	uint32_t *open; /* nodes that have a core left, ascending */
	uint32_t open_count;
	int64_t *licence, *limit; /* what is left of each */
	uint64_t takes;		  /* runs of these classes count as gone */
	struct ft_vacancy *next;  /* the same for other classes */
	struct known known[KNOWN];
};

static void _take_node(struct ft_vacancy *vacancy, const struct ft_share *share)
{
	uint32_t kinds = vacancy->snapshot->resource_count;
	int64_t *left = &vacancy->left[(size_t) share->node * kinds];

	vacancy->used[share->node] = true;
	for (uint32_t r = 0; r < kinds; r++)
		left[r] = share->amount ? left[r] - share->amount[r] : 0;
}

static void _take_run(struct ft_vacancy *vacancy, const struct ft_run *run)
{
	const struct ft_snapshot *snapshot = vacancy->snapshot;

	for (uint32_t s = 0; s < run->share_count; s++)
		_take_node(vacancy, &run->share[s]);
	for (uint32_t i = 0; i < run->licence_count; i++)
		vacancy->licence[run->licence[i].licence] -=
			run->licence[i].count;
	for (uint32_t i = 0; i < run->claim_count; i++) {
		const struct ft_claim *claim = &run->claim[i];

		/* What falls is not counted: its rest would be a bound, too,
		 * but nearly never the one that matters. */
		if (snapshot->limit[claim->limit].kind != FT_LIMIT_FALLS)
			vacancy->limit[claim->limit] -= claim->count;
	}
}

static void _list_open(struct ft_vacancy *vacancy)
{
	const struct ft_snapshot *snapshot = vacancy->snapshot;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if ((snapshot->node[n].available_from <= vacancy->by) &&
		    (vacancy->left[(size_t) n * snapshot->resource_count +
				   FT_CORES] > 0))
			vacancy->open[vacancy->open_count++] = n;
}

static bool _gone_vacancy(uint64_t takes, const struct ft_run *run)
{
	return run->class && (takes & UINT64_C(1) << run->class);
}

static struct ft_vacancy *_new_vacancy(const struct ft_snapshot *snapshot,
				       int64_t by, uint64_t takes)
{
	struct ft_vacancy *vacancy = calloc(1, sizeof(*vacancy));
	size_t nodes = snapshot->node_count, size;

	if (!vacancy)
		return NULL;
	size = nodes * snapshot->resource_count * sizeof(int64_t);
	vacancy->snapshot = snapshot;
	vacancy->by = by;
	vacancy->takes = takes;
	vacancy->left = malloc(size + 1);
	vacancy->used = calloc(nodes + 1, sizeof(bool));
	vacancy->open = calloc(nodes + 1, sizeof(uint32_t));
	vacancy->licence = calloc(snapshot->licence_count + 1, sizeof(int64_t));
	vacancy->limit = calloc(snapshot->limit_count + 1, sizeof(int64_t));
	if (!vacancy->left || !vacancy->used || !vacancy->open ||
	    !vacancy->licence || !vacancy->limit) {
		ft_vacancy_free(vacancy);
		return NULL;
	}
	if (size)
		memcpy(vacancy->left, snapshot->capacity, size);
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		vacancy->licence[i] = snapshot->licence_total[i];
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		vacancy->limit[i] = snapshot->limit[i].total;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (!_gone_vacancy(takes, &snapshot->run[i]))
			_take_run(vacancy, &snapshot->run[i]);
	_list_open(vacancy);
	return vacancy;
}

struct ft_vacancy *ft_vacancy_new(const struct ft_snapshot *snapshot,
				  int64_t by)
{
	return _new_vacancy(snapshot, by, 0);
}

void ft_vacancy_free(struct ft_vacancy *vacancy)
{
	if (!vacancy)
		return;
	ft_vacancy_free(vacancy->next);
	free(vacancy->left);
	free(vacancy->used);
	free(vacancy->open);
	free(vacancy->licence);
	free(vacancy->limit);
	free(vacancy);
}

/* How often the amount is in what is left; most if it is nothing. */
static int64_t _vacancy_times(int64_t left, int64_t amount, int64_t most)
{
	int64_t times = most;

	if (amount > 0)
		times = left > 0 ? left / amount : 0;
	return times < most ? times : most;
}

static int64_t _by_counts(const struct ft_vacancy *vacancy,
			  const struct ft_request *request, int64_t most)
{
	for (uint32_t i = 0; i < request->licence_count; i++)
		most = _vacancy_times(
			vacancy->licence[request->licence[i].licence],
			request->licence[i].count, most);
	for (uint32_t i = 0; i < request->claim_count; i++) {
		const struct ft_claim *claim = &request->claim[i];

		if (vacancy->snapshot->limit[claim->limit].kind !=
		    FT_LIMIT_FALLS)
			most = _vacancy_times(vacancy->limit[claim->limit],
					      claim->count, most);
	}
	return most;
}

/* Is the node closed to it for a time in which it would run in any case? */
static bool _closed_vacancy(const struct ft_vacancy *vacancy,
			    const struct ft_request *request, uint32_t node)
{
	const struct ft_snapshot *snapshot = vacancy->snapshot;
	int64_t end = snapshot->now + ft_request_least(request);

	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];

		if (closure->nodes && (closure->start < end) &&
		    (closure->end > vacancy->by) &&
		    ft_node_set_has(closure->nodes, node) &&
		    !ft_request_may_enter(request, c))
			return true;
	}
	return false;
}

/* So many jobs could have the least of their tasks on the node together. */
static int64_t _on_node(const struct ft_vacancy *vacancy,
			const struct ft_request *request, uint32_t node,
			int64_t most)
{
	const struct ft_snapshot *snapshot = vacancy->snapshot;
	uint32_t kinds = snapshot->resource_count;
	const int64_t *left = &vacancy->left[(size_t) node * kinds];
	int64_t cost[kinds];

	if (request->exclusive && vacancy->used[node])
		return 0;
	ft_shape_cost(request, kinds, snapshot->node[node].threads,
		      request->min_tasks_node, cost);
	for (uint32_t r = 0; r < kinds; r++)
		most = _vacancy_times(left[r], cost[r], most);
	return request->exclusive && (most > 1) ? 1 : most;
}

/* So many of its tasks, of whatever job, could be on the node. */
static int64_t _tasks_on_node(const struct ft_vacancy *vacancy,
			      const struct ft_request *request, uint32_t node,
			      int64_t most)
{
	const struct ft_snapshot *snapshot = vacancy->snapshot;
	uint32_t kinds = snapshot->resource_count;
	const int64_t *left = &vacancy->left[(size_t) node * kinds];
	int64_t threads = snapshot->node[node].threads;

	most = _vacancy_times(left[FT_CORES] * threads, request->cpus_per_task,
			      most);
	for (uint32_t r = 0; r < kinds; r++)
		most = _vacancy_times(
			left[r], request->per_task ? request->per_task[r] : 0,
			most);
	return most;
}

static int64_t _by_nodes(const struct ft_vacancy *vacancy,
			 const struct ft_request *request, int64_t most)
{
	int64_t least_tasks = (int64_t) request->tasks * most;
	int64_t least_nodes = (int64_t) request->min_nodes * most;
	int64_t nodes = 0, tasks = 0, jobs;

	for (uint32_t i = 0; i < vacancy->open_count; i++) {
		uint32_t n = vacancy->open[i];
		int64_t here;

		if ((nodes >= least_nodes) && (tasks >= least_tasks))
			break;
		if (!ft_node_set_has(request->eligible, n))
			continue;
		here = _on_node(vacancy, request, n, most);
		if (!here || _closed_vacancy(vacancy, request, n))
			continue;
		nodes += here;
		if (tasks < least_tasks)
			tasks += _tasks_on_node(vacancy, request, n,
						least_tasks - tasks);
	}
	jobs = _vacancy_times(nodes, request->min_nodes, most);
	return _vacancy_times(tasks, request->tasks, jobs);
}

/* The one for jobs that take those classes; NULL if out of memory. */
static const struct ft_vacancy *_of(struct ft_vacancy *vacancy, uint64_t takes)
{
	while ((vacancy->takes != takes) && vacancy->next)
		vacancy = vacancy->next;
	if (vacancy->takes != takes)
		vacancy = vacancy->next =
			_new_vacancy(vacancy->snapshot, vacancy->by, takes);
	return vacancy;
}

static uint32_t _count_vacancy(struct ft_vacancy *first,
			       const struct ft_request *request, uint32_t most)
{
	const struct ft_vacancy *vacancy;
	int64_t count;

	if (request->not_before > first->by)
		return 0;
	vacancy = _of(first, request->takes);
	if (!vacancy)
		return most;
	count = _by_counts(vacancy, request, most);
	return count ? (uint32_t) _by_nodes(vacancy, request, count) : 0;
}

uint32_t ft_vacancy_count(struct ft_vacancy *vacancy,
			  const struct ft_request *request,
			  uint32_t request_count, uint32_t most)
{
	size_t at = ((uintptr_t) request >> 4) % KNOWN;
	struct known *known = &vacancy->known[at];
	uint32_t count = 0;

	if ((known->request == request) && (known->most >= most))
		return known->count < most ? known->count : most;
	for (uint32_t r = 0; (r < request_count) && (count < most); r++)
		count += _count_vacancy(vacancy, &request[r], most - count);
	*known = (struct known){request, most, count};
	return count;
}
