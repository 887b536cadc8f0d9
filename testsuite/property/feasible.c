/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See feasible.h.
 */
#include "feasible.h"

#include <stdlib.h>
#include <string.h>

#include "demand.h"
#include "spread.h"

enum { LONGEST = 16 }; /* seconds of a job with parts */

extern const struct ft_request *part_of(const struct ft_request *request,
					uint32_t p)
{
	return p ? &request->part[p - 1] : request;
}

extern int64_t least_of(const struct ft_request *request)
{
	return request->least ? request->least : request->duration;
}

/* Every way to place part p and those behind it is tried. */
struct attempt {
	const struct ft_request *request;
	int64_t at;
	uint32_t p;
	uint32_t before; /* nodes of earlier parts, one bit each */
	bool fits[ORACLE_NODES][SPREAD_TASKS + 1];
};

static bool parts_feasible(struct ledger *ledger,
			   const struct ft_request *request, uint32_t p,
			   uint32_t before, int64_t at, int64_t duration);

/* The part has got these tasks of each node. */
static bool spread_right(const struct ft_snapshot *snapshot,
			 const struct ft_request *part, const uint32_t *tasks)
{
	uint32_t nodes = 0, sum = 0, first = 0, last = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		if (!tasks[n] && spread_must_use(part, n, n + 1))
			return false;
		if (!tasks[n])
			continue;
		if (!nodes)
			first = n;
		last = n;
		nodes++;
		sum += tasks[n];
	}
	if (!nodes || (part->contiguous && (last - first + 1 != nodes)))
		return false;
	if (!part->tasks)
		return nodes == part->min_nodes;
	return (nodes >= part->min_nodes) && (nodes <= part->max_nodes) &&
	       (sum == part->tasks);
}

/* The part takes so many tasks' worth of the node. */
static void take_node(struct ledger *ledger, const struct ft_request *part,
		      uint32_t node, uint32_t tasks, int64_t at)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;
	int64_t start = snapshot->now + at, amount[ORACLE_KINDS];
	struct ft_share share = {
		.node = node, .tasks = tasks, .amount = amount};

	for (uint32_t k = 0; k < snapshot->resource_count; k++)
		amount[k] = demand_cost(snapshot, part, node, tasks, k);
	ledger_take_nodes(ledger, start, start + part->duration, &share, 1,
			  part);
	/* Who starts with it: that it is changed for ever matters to nobody
	 * here. */
	if (part->change == FT_CHANGE_MAKES)
		ledger->second[at].changed[node]++;
	if (part->change == FT_CHANGE_RELIES)
		ledger->second[at].relying[node]++;
}

/* Puts the part there, and goes on to those behind it. */
static bool go_on(struct ledger *ledger, const struct attempt *attempt,
		  const uint32_t *tasks)
{
	const struct ft_request *part = part_of(attempt->request, attempt->p);
	const struct ft_request *next =
		part_of(attempt->request, attempt->p + 1);
	int64_t start = ledger->snapshot->now + attempt->at;
	int64_t span = part->duration;
	uint32_t before = attempt->before;
	struct second saved[LONGEST];
	bool good;

	if (span > ORACLE_SPAN - attempt->at)
		span = ORACLE_SPAN - attempt->at;
	if (span > LONGEST)
		abort();
	memcpy(saved, &ledger->second[attempt->at],
	       (size_t) span * sizeof(*saved));
	ledger_take_licences(ledger, start, start + part->duration,
			     part->licence, part->licence_count);
	for (uint32_t n = 0; n < ledger->snapshot->node_count; n++) {
		if (!tasks[n])
			continue;
		before |= UINT32_C(1) << n;
		take_node(ledger, part, n, tasks[n], attempt->at);
	}
	good = parts_feasible(ledger, attempt->request, attempt->p + 1, before,
			      attempt->at, next->duration);
	memcpy(&ledger->second[attempt->at], saved,
	       (size_t) span * sizeof(*saved));
	return good;
}

/* Every way to give the node and those behind it what is left. */
static bool try_spreads(struct ledger *ledger, const struct attempt *attempt,
			uint32_t node, uint32_t left, uint32_t *tasks)
{
	const struct ft_request *part = part_of(attempt->request, attempt->p);
	bool good;

	if (node == ledger->snapshot->node_count)
		return !left && spread_right(ledger->snapshot, part, tasks) &&
		       go_on(ledger, attempt, tasks);
	tasks[node] = 0;
	good = try_spreads(ledger, attempt, node + 1, left, tasks);
	for (uint32_t t = 1; !good && (t <= SPREAD_TASKS) && (t <= left); t++) {
		if (!attempt->fits[node][t])
			continue;
		tasks[node] = t;
		good = try_spreads(ledger, attempt, node + 1, left - t, tasks);
	}
	tasks[node] = 0;
	return good;
}

/* Can parts p and later start at second `at`, beside all that is there? */
static bool parts_feasible(struct ledger *ledger,
			   const struct ft_request *request, uint32_t p,
			   uint32_t before, int64_t at, int64_t duration)
{
	const struct ft_request *part = part_of(request, p);
	struct attempt attempt = {request, at, p, before, {{false}}};
	uint32_t tasks[ORACLE_NODES] = {0};
	int64_t end = ledger->bare ? at + 1 : at + duration;

	for (int64_t i = at; (i < end) && (i < ORACLE_SPAN); i++)
		if (!ledger_licences_free(ledger, part, i))
			return false;
	for (uint32_t n = 0; n < ledger->snapshot->node_count; n++)
		for (uint32_t k = 1; k <= SPREAD_TASKS; k++)
			attempt.fits[n][k] =
				spread_allowed(part, n, k) &&
				!(part->apart && (before >> n & 1)) &&
				ledger_takes(ledger, part, n, k, at, duration);
	if (!spread_exists(ledger->snapshot, part, attempt.fits))
		return false;
	return (p == request->part_count) ||
	       try_spreads(ledger, &attempt, 0,
			   part->tasks ? part->tasks
				       : part->min_nodes * part->min_tasks_node,
			   tasks);
}

extern bool feasible_for(struct ledger *ledger,
			 const struct ft_request *request, int64_t at,
			 int64_t duration)
{
	int64_t start = ledger->snapshot->now + at;

	if ((start < request->not_before) ||
	    ((request->end_by != FT_NEVER) &&
	     (start + duration > request->end_by)))
		return false;
	if (!ledger_limits_free(ledger, request, at, duration))
		return false;
	/* Each by itself: a short cut only. */
	for (uint32_t p = 0; p < request->part_count; p++)
		if (!parts_feasible(ledger, &request->part[p], 0, 0, at,
				    request->part[p].duration))
			return false;
	return parts_feasible(ledger, request, 0, 0, at, duration);
}

extern bool possible(const struct ft_snapshot *snapshot,
		     const struct ft_request *request)
{
	static struct ledger ledger;
	int64_t start = snapshot->now;

	if (request->not_before > start)
		start = request->not_before;
	if ((request->end_by != FT_NEVER) &&
	    (start + least_of(request) > request->end_by))
		return false;
	for (uint32_t i = 0; i < request->claim_count; i++)
		if (demand_claim(snapshot, &request->claim[i], 0,
				 least_of(request)) >
		    snapshot->limit[request->claim[i].limit].total)
			return false;
	ledger.snapshot = snapshot;
	ledger.bare = true;
	ledger_empty(snapshot, &ledger.second[0]);
	return parts_feasible(&ledger, request, 0, 0, 0, 1);
}
