/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_idle - what is free of each node of a replay, and what of that no
 * waiting job could use.
 *
 * GPUs are stranded likewise, as far as waiting jobs that ask for some go.
 * A node strands its free processors if no waiting job that asks for no more
 * than is free in all could have one part of it there.  Refuses to ask whether
 * the other parts of the job would find nodes, too, or whether another job was
 * promised them: that is the planner's work, so that less is called stranded
 * than is.
 */
#include "core/replay/replay_state.h"

#include <stdlib.h>

enum { PARTS = 256 };

/* What the least part of a waiting job takes of a node. */
struct part {
	int64_t processors, memory, gpus; /* memory in MB */
	uint32_t kinds;			  /* of a fleet; else all */
};

static int64_t *_free_of(const struct ft_replay_state *state, uint32_t node)
{
	return &state->idle[(size_t) node * state->resources];
}

static void _fill_node(const struct ft_replay_state *state, uint32_t node,
		       int64_t processors, int64_t memory, int64_t gpus)
{
	int64_t *idle = _free_of(state, node);

	idle[FT_CORES] = processors;
	if (state->resources > FT_MEMORY)
		idle[FT_MEMORY] = memory;
	if (state->resources > FT_FIRST_GRES)
		idle[FT_FIRST_GRES] = gpus;
}

int ft_replay_idle_open(struct ft_replay_state *state)
{
	const struct ft_replay_setup *setup = state->setup;
	const struct ft_fleet *fleet = setup->fleet;
	uint32_t node = 0;

	state->idle = calloc((size_t) setup->nodes * state->resources,
			     sizeof(*state->idle));
	if (!state->idle)
		return -ENOMEM;
	for (uint32_t k = 0; fleet && k < fleet->count; k++)
		for (int64_t n = 0; n < fleet->kind[k].count; n++)
			_fill_node(state, node++, fleet->kind[k].processors,
				   fleet->kind[k].memory, fleet->kind[k].gpus);
	for (; !fleet && node < setup->nodes; node++)
		_fill_node(state, node, state->cores, setup->memory, 0);
	return 0;
}

static void _add_shares(struct ft_replay_state *state,
			const struct ft_replay_track *track, int sign)
{
	for (uint32_t i = 0; i < track->share_count; i++) {
		int64_t *idle = _free_of(state, track->share[i].node);

		for (uint32_t r = 0; r < state->resources; r++)
			idle[r] += sign * track->share[i].amount[r];
	}
}

void ft_replay_idle_take(struct ft_replay_state *state,
			 const struct ft_replay_track *track)
{
	_add_shares(state, track, -1);
}

void ft_replay_idle_give(struct ft_replay_state *state,
			 const struct ft_replay_track *track)
{
	_add_shares(state, track, 1);
}

/* Memory is asked for with each processor, or for a node that is named. */
static struct part _least_part(const struct ft_replay_state *state,
			       const struct ft_workload_job *asked)
{
	struct part part = {1, asked->memory, asked->ask.gpus, UINT32_MAX};

	if (state->setup->fleet)
		part.kinds = asked->ask.kinds;
	if (asked->ask.nodes)
		part.processors = asked->ask.each;
	else if (state->setup->nodes == 1)
		part = (struct part){asked->processors,
				     asked->memory * asked->processors, 0,
				     UINT32_MAX};
	return part;
}

static bool _is_new(const struct part *list, uint32_t count,
		    const struct part *part)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i].processors <= part->processors &&
		    list[i].memory <= part->memory &&
		    list[i].gpus <= part->gpus &&
		    (list[i].kinds & part->kinds) == part->kinds)
			return false;
	return true;
}

/* Parts of waiting jobs that are not larger than all that is free; one that
 * needs no less than another is left out.  with_gpus: of those that ask for
 * GPUs only. */
static uint32_t _list_parts(const struct ft_replay_state *state, bool with_gpus,
			    struct part list[PARTS])
{
	int64_t idle = state->replay->processors - state->used;
	uint32_t count = 0;

	for (uint32_t i = 0; i < state->queue_count && count < PARTS; i++) {
		const struct ft_workload_job *asked =
			ft_replay_asked(state, state->queue[i]);
		struct part part = _least_part(state, asked);

		if (with_gpus && !part.gpus)
			continue;
		if (asked->processors <= idle && _is_new(list, count, &part))
			list[count++] = part;
	}
	return count;
}

static bool _is_usable(const struct ft_replay_state *state, uint32_t kind,
		       const int64_t *idle, const struct part *list,
		       uint32_t count)
{
	bool memory = state->resources > FT_MEMORY;
	bool gpus = state->resources > FT_FIRST_GRES;

	for (uint32_t i = 0; i < count; i++)
		if (list[i].processors <= idle[FT_CORES] &&
		    (!memory || list[i].memory <= idle[FT_MEMORY]) &&
		    (!gpus || list[i].gpus <= idle[FT_FIRST_GRES]) &&
		    (list[i].kinds & UINT32_C(1) << kind))
			return true;
	return false;
}

/* What of a resource is free on nodes that no part of the list can use. */
static int64_t _stranded_of(const struct ft_replay_state *state,
			    const struct part *list, uint32_t count,
			    uint32_t resource)
{
	const struct ft_fleet *fleet = state->setup->fleet;
	uint32_t kind = 0;
	int64_t stranded = 0, left = fleet ? fleet->kind[0].count : 0;

	for (uint32_t n = 0; n < state->setup->nodes; n++, left--) {
		const int64_t *idle = _free_of(state, n);

		while (fleet && !left)
			left = fleet->kind[++kind].count;
		if (idle[resource] > 0 &&
		    !_is_usable(state, kind, idle, list, count))
			stranded += idle[resource];
	}
	return stranded;
}

int64_t ft_replay_idle_stranded(const struct ft_replay_state *state)
{
	struct part list[PARTS];

	if (!state->queue_count)
		return 0;
	return _stranded_of(state, list, _list_parts(state, false, list),
			    FT_CORES);
}

int64_t ft_replay_idle_stranded_gpus(const struct ft_replay_state *state)
{
	struct part list[PARTS];
	bool asked = false;

	for (uint32_t i = 0; !asked && i < state->queue_count; i++)
		asked = ft_replay_asked(state, state->queue[i])->ask.gpus;
	if (!asked)
		return 0;
	return _stranded_of(state, list, _list_parts(state, true, list),
			    FT_FIRST_GRES);
}
