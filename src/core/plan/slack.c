/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See slack.h.
 */
#include "core/plan/slack.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { CORES, MEMORY, GPUS, SORTS };

/* A job or closure takes something of a node, or gives it back. */
struct use {
	uint32_t node;
	bool ends;
	bool whole; /* all of it: it is closed */
	int64_t at;
	int64_t amount[SORTS];
};

struct uses {
	const struct ft_outlook *outlook;
	int64_t from;
	uint32_t gpu; /* resource; FT_NO_INDEX: there is none */
	struct use *use;
	uint32_t count, room;
	bool failed;
};

static void _put_use(struct uses *uses, const struct use *use)
{
	if (FT_ARRAY_GROW(uses->use, uses->count, uses->room))
		uses->use[uses->count++] = *use;
	else
		uses->failed = true;
}

/* From use->at, or the instant that is asked about, until end. */
static void _add_slack(struct uses *uses, struct use use, int64_t end)
{
	if (end <= uses->from || end <= use.at || uses->failed)
		return;
	if (use.at < uses->from)
		use.at = uses->from;
	_put_use(uses, &use);
	if (end == FT_NEVER)
		return;
	use.at = end;
	use.ends = true;
	_put_use(uses, &use);
}

static void _use_shares(struct uses *uses, const struct ft_share *share,
			uint32_t count, int64_t start, int64_t end, bool whole)
{
	for (uint32_t i = 0; i < count; i++) {
		struct use use = {
			.node = share[i].node,
			.at = start,
			.whole = whole || !share[i].amount,
		};

		if (share[i].amount) {
			use.amount[CORES] = share[i].amount[FT_CORES];
			use.amount[MEMORY] = share[i].amount[FT_MEMORY];
			if (uses->gpu != FT_NO_INDEX)
				use.amount[GPUS] = share[i].amount[uses->gpu];
		}
		_add_slack(uses, use, end);
	}
}

static void _use_closures(struct uses *uses)
{
	const struct ft_outlook *outlook = uses->outlook;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *closure = &outlook->closure[i];
		uint32_t n = 0;

		_use_shares(uses, closure->share, closure->share_count,
			    closure->start, closure->end, false);
		if (!closure->nodes)
			continue;
		while ((n = ft_node_set_next(closure->nodes, n)) <
		       closure->nodes->size)
			_add_slack(uses,
				   (struct use){.node = n++,
						.at = closure->start,
						.whole = true},
				   closure->end);
	}
}

static void _add_uses(struct uses *uses)
{
	const struct ft_outlook *outlook = uses->outlook;

	for (uint32_t i = 0; i < outlook->run_count; i++)
		_use_shares(uses, outlook->run[i].share,
			    outlook->run[i].share_count, 0, outlook->run[i].end,
			    false);
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (job->verdict == FT_PLACED)
			_use_shares(uses, job->share, job->share_count,
				    job->start, job->start + job->duration,
				    job->request != FT_NO_INDEX &&
					    outlook->request[job->request]
						    ->exclusive);
	}
	_use_closures(uses);
	for (uint32_t n = 0; n < outlook->node_count; n++)
		_add_slack(uses, (struct use){.node = n, .whole = true},
			   outlook->node[n].available_from);
}

/* By node, then by time, those that end first. */
static int _compare_slack(const void *x, const void *y)
{
	const struct use *a = x, *b = y;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (int) b->ends - (int) a->ends;
}

static bool _put_slack(struct ft_slack *slack, const struct ft_slack_span *span)
{
	if (!FT_ARRAY_GROW(slack->span, slack->count, slack->room))
		return false;
	slack->span[slack->count++] = *span;
	return true;
}

/* What is left of a node while uses come and go. */
struct state {
	int64_t left[SORTS];
	uint32_t whole; /* so many have all of it */
};

static void _change_slack(struct state *state, const struct use *use)
{
	int sign = use->ends ? 1 : -1;

	for (int s = 0; s < SORTS; s++)
		state->left[s] += sign * use->amount[s];
	if (use->whole)
		state->whole += use->ends ? -1u : 1u;
}

static int64_t _lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Whether less is free than before. */
static bool _lower(struct ft_slack_span *least, const struct state *state)
{
	const struct ft_slack_span was = *least;

	least->cores =
		_lesser(least->cores, state->whole ? 0 : state->left[CORES]);
	least->memory = _lesser(least->memory, state->left[MEMORY]);
	least->gpus = _lesser(least->gpus, state->left[GPUS]);
	return least->cores < was.cores || least->memory < was.memory ||
	       least->gpus < was.gpus;
}

/* Of one node; use: its own, in order. */
static bool _walk_slack(struct ft_slack *slack, const struct uses *uses,
			const struct use *use, size_t count, uint32_t node)
{
	const int64_t *has = uses->outlook->node[node].capacity;
	struct state state = {{has[FT_CORES], has[FT_MEMORY], 0}, 0};
	struct ft_slack_span least = {.node = node};

	if (uses->gpu != FT_NO_INDEX)
		state.left[GPUS] = has[uses->gpu];
	least.cores = state.left[CORES];
	least.memory = state.left[MEMORY];
	least.gpus = state.left[GPUS];
	for (size_t i = 0; i < count && least.cores > 0;) {
		struct ft_slack_span was = least;
		int64_t at = use[i].at;

		for (; i < count && use[i].at == at; i++)
			_change_slack(&state, &use[i]);
		was.until = at;
		if (_lower(&least, &state) && at > uses->from &&
		    !_put_slack(slack, &was))
			return false;
	}
	least.until = FT_NEVER;
	return least.cores <= 0 || _put_slack(slack, &least);
}

static bool _walk_all(struct ft_slack *slack, const struct uses *uses)
{
	size_t at = 0, next;

	for (uint32_t n = 0; n < uses->outlook->node_count; n++) {
		next = at;
		while (next < uses->count && uses->use[next].node == n)
			next++;
		if (uses->outlook->node[n].name &&
		    !_walk_slack(slack, uses, uses->use + at, next - at, n))
			return false;
		at = next;
	}
	return true;
}

int ft_slack_fill(struct ft_slack *slack, const struct ft_outlook *outlook,
		  const char *gpu, int64_t from)
{
	struct uses uses = {
		.outlook = outlook,
		.from = from,
		.gpu = ft_outlook_resource(outlook, gpu),
	};

	*slack = (struct ft_slack){0};
	_add_uses(&uses);
	if (uses.count)
		qsort(uses.use, uses.count, sizeof(*uses.use), _compare_slack);
	if (!uses.failed)
		uses.failed = !_walk_all(slack, &uses);
	free(uses.use);
	return uses.failed ? -ENOMEM : 0;
}

void ft_slack_free(struct ft_slack *slack)
{
	free(slack->span);
	*slack = (struct ft_slack){0};
}
