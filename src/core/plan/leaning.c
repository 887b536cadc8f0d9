/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See leaning.h.
 */
#include "core/plan/leaning.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* A run, or a promise of a job ahead, on one node. */
struct hold {
	uint32_t next; /* of the same node; 0: none */
	int64_t start, end;
	uint64_t class;	       /* bit of the run's */
	const int64_t *amount; /* NULL: the whole node */
};

/* Of one node: its holds, and those of them that some job may take. */
struct lean_node {
	uint32_t first; /* hold; 0: none */
	uint64_t class;
	int64_t last; /* end of a hold with a class */
};

struct leaning {
	const struct ft_snapshot *snapshot;
	struct lean_node *node;
	struct hold *hold;
	uint32_t count, room; /* number 0 is not used */
	int64_t *sum;	      /* of each resource */
};

static int _add_leaning(struct leaning *leaning, uint32_t node,
			struct hold hold)
{
	struct lean_node *record = &leaning->node[node];

	if (!FT_ARRAY_GROW(leaning->hold, leaning->count, leaning->room))
		return -ENOMEM;
	record->class |= hold.class;
	if (hold.class && (hold.end > record->last))
		record->last = hold.end;
	hold.next = record->first;
	record->first = leaning->count;
	leaning->hold[leaning->count++] = hold;
	return 0;
}

static int _open_leaning(struct leaning *leaning,
			 const struct ft_snapshot *snapshot)
{
	*leaning = (struct leaning){.snapshot = snapshot, .count = 1};
	leaning->node = calloc((size_t) snapshot->node_count + 1,
			       sizeof(*leaning->node));
	leaning->sum = calloc((size_t) snapshot->resource_count + 1,
			      sizeof(*leaning->sum));
	return leaning->node && leaning->sum ? 0 : -ENOMEM;
}

static void _close_leaning(struct leaning *leaning)
{
	free(leaning->node);
	free(leaning->hold);
	free(leaning->sum);
}

static int _lean_runs(struct leaning *leaning)
{
	const struct ft_snapshot *snapshot = leaning->snapshot;
	int rc = 0;

	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		const struct ft_run *run = &snapshot->run[r];

		for (uint32_t s = 0; !rc && (s < run->share_count); s++)
			rc = _add_leaning(
				leaning, run->share[s].node,
				(struct hold){
					.start = snapshot->now,
					.end = run->end,
					.class
					= run->class ? UINT64_C(1) << run->class
						     : 0,
					.amount = run->share[s].amount});
	}
	return rc;
}

/* Is the amount, NULL being all, more than the holds at that time leave?  And
 * may one of these be taken? */
static bool _share_leans(struct leaning *leaning, uint32_t node, int64_t time,
			 const int64_t *amount, uint64_t takes)
{
	uint32_t count = leaning->snapshot->resource_count;
	const int64_t *capacity =
		leaning->snapshot->capacity + (size_t) node * count;
	const struct lean_node *record = &leaning->node[node];
	bool taken = false, more = false;

	if (!(record->class & takes) || (record->last <= time))
		return false;
	for (uint32_t r = 0; r < count; r++)
		leaning->sum[r] = amount ? amount[r] : 0;
	for (uint32_t h = record->first; h; h = leaning->hold[h].next) {
		const struct hold *hold = &leaning->hold[h];

		if ((hold->start > time) || (hold->end <= time))
			continue;
		taken |= (hold->class & takes) != 0;
		more |= !amount || !hold->amount;
		for (uint32_t r = 0; hold->amount && (r < count); r++)
			leaning->sum[r] += hold->amount[r];
	}
	for (uint32_t r = 0; taken && !more && (r < count); r++)
		more = leaning->sum[r] > capacity[r];
	return taken && more;
}

static bool _job_leans(struct leaning *leaning, const struct ft_job *job)
{
	const struct ft_request *request = &job->request[job->promise_request];
	int64_t now = leaning->snapshot->now;
	int64_t start = job->promise > now ? job->promise : now;
	bool leans = false;

	if (!request->takes)
		return false;
	for (uint32_t s = 0; !leans && (s < job->promise_share_count); s++) {
		const struct ft_share *share = &job->promise_share[s];

		leans = _share_leans(leaning, share->node, start,
				     request->exclusive ? NULL : share->amount,
				     request->takes);
	}
	return leans;
}

static int _lean_promise(struct leaning *leaning, const struct ft_job *job)
{
	const struct ft_request *request = &job->request[job->promise_request];
	struct hold hold = {.start = job->promise,
			    .end = job->promise + ft_job_promise_duration(job)};
	int rc = 0;

	for (uint32_t s = 0; !rc && (s < job->promise_share_count); s++) {
		uint32_t node = job->promise_share[s].node;

		/* Then no run is left there that some job may take. */
		if (hold.start >= leaning->node[node].last)
			continue;
		hold.amount = request->exclusive ? NULL
						 : job->promise_share[s].amount;
		rc = _add_leaning(leaning, node, hold);
	}
	return rc;
}

extern int ft_leaning_find(const struct ft_snapshot *snapshot, bool *leans)
{
	struct leaning leaning;
	uint32_t found = 0;
	int rc = _open_leaning(&leaning, snapshot);

	if (!rc)
		rc = _lean_runs(&leaning);
	for (uint32_t j = 0;
	     !rc && (j < snapshot->job_count) && (found < FT_LEANING_MAX);
	     j++) {
		const struct ft_job *job = &snapshot->job[j];

		if ((job->promise == FT_NEVER) || !job->promise_share_count)
			continue;
		leans[j] = _job_leans(&leaning, job);
		found += leans[j];
		rc = _lean_promise(&leaning, job);
	}
	_close_leaning(&leaning);
	return rc;
}
