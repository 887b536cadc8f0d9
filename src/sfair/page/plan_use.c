/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See plan_use.h.
 */
#include "sfair/page/plan_use.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A node is closed or not available for a time; or so much of it is in use. */
struct change {
	int64_t at;
	int down, closed;
	int64_t amount[SFAIR_PLAN_SORTS];
};

/* Times at which a node is closed or not available. */
struct outage {
	uint32_t node;
	bool down;
	int64_t start, end;
};

struct outages {
	struct outage *outage;
	size_t count, room;
};

static bool _add_plan_use(struct sfair_plan_uses *uses,
			  const struct sfair_plan_use *use)
{
	if (use->end <= use->start)
		return true;
	if (uses->count == uses->room) {
		size_t room = uses->room ? 2 * uses->room : 1024;
		struct sfair_plan_use *grown =
			realloc(uses->use, room * sizeof(*grown));

		if (!grown)
			return false;
		uses->use = grown;
		uses->room = room;
	}
	uses->use[uses->count++] = *use;
	return true;
}

static bool _put_outage(struct outages *outages, const struct outage *outage)
{
	if (outages->count == outages->room) {
		size_t room = outages->room ? 2 * outages->room : 256;
		struct outage *grown =
			realloc(outages->outage, room * sizeof(*grown));

		if (!grown)
			return false;
		outages->outage = grown;
		outages->room = room;
	}
	outages->outage[outages->count++] = *outage;
	return true;
}

static uint32_t _gpu_resource(const struct ft_outlook *outlook)
{
	for (uint32_t r = FT_FIRST_GRES;
	     outlook->resource && r < outlook->resource_count; r++)
		if (!strcmp(outlook->resource[r], "gres/gpu"))
			return r;
	return FT_NO_INDEX;
}

static void _pick_amounts(const int64_t *from, uint32_t gpu,
			  int64_t amount[SFAIR_PLAN_SORTS])
{
	amount[SFAIR_PLAN_CORES] = from[FT_CORES];
	amount[SFAIR_PLAN_MEMORY] = from[FT_MEMORY];
	amount[SFAIR_PLAN_GPUS] = gpu == FT_NO_INDEX ? 0 : from[gpu];
}

void sfair_plan_node_has(const struct ft_outlook *outlook, uint32_t node,
			 int64_t amount[SFAIR_PLAN_SORTS])
{
	memset(amount, 0, SFAIR_PLAN_SORTS * sizeof(*amount));
	if (outlook->node[node].capacity)
		_pick_amounts(outlook->node[node].capacity,
			      _gpu_resource(outlook), amount);
}

/* What all shares have in common is in the use. */
static bool _use_shares(const struct ft_outlook *outlook,
			struct sfair_plan_uses *uses, struct sfair_plan_use use,
			const struct ft_share *share, uint32_t count,
			bool whole)
{
	uint32_t gpu = _gpu_resource(outlook);

	for (uint32_t i = 0; i < count; i++) {
		const int64_t *has = outlook->node[share[i].node].capacity;

		if (!has)
			continue;
		use.node = share[i].node;
		_pick_amounts(whole || !share[i].amount ? has : share[i].amount,
			      gpu, use.amount);
		if (!_add_plan_use(uses, &use))
			return false;
	}
	return true;
}

static bool _use_plan_runs(const struct ft_outlook *outlook,
			   struct sfair_plan_uses *uses)
{
	for (uint32_t i = 0; i < outlook->run_count; i++) {
		const struct ft_outlook_run *run = &outlook->run[i];
		struct sfair_plan_use use = {
			.of = i,
			.kind = SFAIR_PLAN_RUN,
			.start = outlook->made,
			.end = run->end,
		};

		if (!_use_shares(outlook, uses, use, run->share,
				 run->share_count, false))
			return false;
	}
	return true;
}

static bool _use_plan_jobs(const struct ft_outlook *outlook,
			   struct sfair_plan_uses *uses)
{
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];
		struct sfair_plan_use use = {
			.of = i,
			.kind = job->committed ? SFAIR_PLAN_HELD
					       : SFAIR_PLAN_LIKELY,
			.start = job->start,
			.end = job->start + job->duration,
		};
		bool whole = job->request != FT_NO_INDEX && outlook->request &&
			     outlook->request[job->request]->exclusive;

		if (job->verdict == FT_PLACED &&
		    !_use_shares(outlook, uses, use, job->share,
				 job->share_count, whole))
			return false;
	}
	return true;
}

static bool _use_closure(const struct ft_outlook *outlook,
			 struct sfair_plan_uses *uses, struct outages *outages,
			 uint32_t index)
{
	const struct ft_closure *closure = &outlook->closure[index];
	int64_t start =
		closure->start > outlook->made ? closure->start : outlook->made;
	struct sfair_plan_use use = {
		.of = index,
		.kind = SFAIR_PLAN_RESV,
		.start = start,
		.end = closure->end,
	};
	uint32_t n = 0;

	if (closure->end <= start)
		return true;
	if (!_use_shares(outlook, uses, use, closure->share,
			 closure->share_count, false))
		return false;
	while (closure->nodes &&
	       (n = ft_node_set_next(closure->nodes, n)) < closure->nodes->size)
		if (!_put_outage(outages,
				 &(struct outage){.node = n++,
						  .start = start,
						  .end = closure->end}))
			return false;
	return true;
}

static bool _put_outages(const struct ft_outlook *outlook,
			 struct sfair_plan_uses *uses, struct outages *outages)
{
	for (uint32_t i = 0; i < outlook->closure_count; i++)
		if (!_use_closure(outlook, uses, outages, i))
			return false;
	for (uint32_t n = 0; n < outlook->node_count; n++) {
		struct outage down = {
			.node = n,
			.down = true,
			.start = outlook->made,
			.end = outlook->node[n].available_from,
		};

		if (down.end > down.start && !_put_outage(outages, &down))
			return false;
	}
	return true;
}

static int _compare_uses(const void *x, const void *y)
{
	const struct sfair_plan_use *a = x, *b = y;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->kind != b->kind ? (a->kind > b->kind) - (a->kind < b->kind)
				  : (a->of > b->of) - (a->of < b->of);
}

static int _compare_outages(const void *x, const void *y)
{
	const struct outage *a = x, *b = y;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return (a->start > b->start) - (a->start < b->start);
}

static int _compare_changes(const void *x, const void *y)
{
	const struct change *a = x, *b = y;

	return (a->at > b->at) - (a->at < b->at);
}

static void _put_changes(struct change *change, size_t *count, int64_t start,
			 int64_t end, const struct change *what)
{
	struct change *begins = &change[(*count)++];
	struct change *ends;

	*begins = *what;
	begins->at = start;
	if (end == FT_NEVER)
		return;
	ends = &change[(*count)++];
	ends->at = end;
	ends->down = -what->down;
	ends->closed = -what->closed;
	for (int s = 0; s < SFAIR_PLAN_SORTS; s++)
		ends->amount[s] = -what->amount[s];
}

/* What of the node is idle between two changes, if it is closed. */
static bool _put_idle(const struct ft_outlook *outlook,
		      struct sfair_plan_uses *uses, uint32_t node,
		      const struct change *now, int64_t end)
{
	struct sfair_plan_use idle = {
		.node = node,
		.kind = now->down ? SFAIR_PLAN_DOWN : SFAIR_PLAN_RESV,
		.start = now->at,
		.end = end,
	};
	int64_t sum = 0;

	if (!now->down && !now->closed)
		return true;
	sfair_plan_node_has(outlook, node, idle.amount);
	for (int s = 0; s < SFAIR_PLAN_SORTS; s++) {
		idle.amount[s] -= now->amount[s];
		if (idle.amount[s] < 0)
			idle.amount[s] = 0;
		sum += idle.amount[s];
	}
	return !sum || _add_plan_use(uses, &idle);
}

static bool _sweep_node(const struct ft_outlook *outlook,
			struct sfair_plan_uses *uses, uint32_t node,
			struct change *change, size_t count)
{
	struct change now = {0};

	qsort(change, count, sizeof(*change), _compare_changes);
	for (size_t i = 0; i < count;) {
		int64_t at = change[i].at;

		for (; i < count && change[i].at == at; i++) {
			now.down += change[i].down;
			now.closed += change[i].closed;
			for (int s = 0; s < SFAIR_PLAN_SORTS; s++)
				now.amount[s] += change[i].amount[s];
		}
		now.at = at;
		if (!_put_idle(outlook, uses, node, &now,
			       i < count ? change[i].at : FT_NEVER))
			return false;
	}
	return true;
}

/* For each node with an outage; use[0] to use[taken - 1] are in order. */
static bool _put_idles(const struct ft_outlook *outlook,
		       struct sfair_plan_uses *uses,
		       const struct outages *outages)
{
	size_t taken = uses->count, u = 0;
	struct change *change =
		calloc(2 * (taken + outages->count) + 1, sizeof(*change));
	bool done = change;

	for (size_t o = 0; done && o < outages->count;) {
		uint32_t node = outages->outage[o].node;
		size_t count = 0;

		for (; o < outages->count && outages->outage[o].node == node;
		     o++) {
			const struct outage *outage = &outages->outage[o];

			_put_changes(change, &count, outage->start, outage->end,
				     &(struct change){.down = outage->down,
						      .closed = !outage->down});
		}
		for (; u < taken && uses->use[u].node <= node; u++) {
			struct change what = {0};

			if (uses->use[u].node < node)
				continue;
			memcpy(what.amount, uses->use[u].amount,
			       sizeof(what.amount));
			_put_changes(change, &count, uses->use[u].start,
				     uses->use[u].end, &what);
		}
		done = _sweep_node(outlook, uses, node, change, count);
	}
	free(change);
	return done;
}

static void _sort_uses(struct sfair_plan_uses *uses)
{
	if (uses->count)
		qsort(uses->use, uses->count, sizeof(*uses->use),
		      _compare_uses);
}

int sfair_plan_uses_make(const struct ft_outlook *outlook,
			 struct sfair_plan_uses *uses)
{
	struct outages outages = {0};
	bool done;

	*uses = (struct sfair_plan_uses){0};
	for (uint32_t n = 0; n < outlook->node_count; n++) {
		int64_t has[SFAIR_PLAN_SORTS];

		sfair_plan_node_has(outlook, n, has);
		for (int s = 0; s < SFAIR_PLAN_SORTS; s++)
			uses->capacity[s] += has[s];
	}
	done = _use_plan_runs(outlook, uses) && _use_plan_jobs(outlook, uses) &&
	       _put_outages(outlook, uses, &outages);
	if (done) {
		_sort_uses(uses);
		if (outages.count)
			qsort(outages.outage, outages.count,
			      sizeof(*outages.outage), _compare_outages);
		done = _put_idles(outlook, uses, &outages);
		_sort_uses(uses);
	}
	free(outages.outage);
	return done ? 0 : -ENOMEM;
}

void sfair_plan_uses_free(struct sfair_plan_uses *uses)
{
	free(uses->use);
	*uses = (struct sfair_plan_uses){0};
}
