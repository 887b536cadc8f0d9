/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_idle - what is free of each node of a replay, and what of that no
 * waiting job could use.
 *
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
	int64_t processors, memory; /* MB */
	uint32_t kinds;		    /* of a fleet; else all */
};

static int64_t *_free_of(const struct ft_replay_state *state, uint32_t node)
{
	return &state->idle[(size_t) node * state->resources];
}

static void _fill_node(const struct ft_replay_state *state, uint32_t node,
		       int64_t processors, int64_t memory)
{
	int64_t *idle = _free_of(state, node);

	idle[FT_CORES] = processors;
	if (state->resources > FT_MEMORY)
		idle[FT_MEMORY] = memory;
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
				   fleet->kind[k].memory);
	for (; !fleet && node < setup->nodes; node++)
		_fill_node(state, node, state->cores, setup->memory);
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
	struct part part = {1, asked->memory, UINT32_MAX};

	if (state->setup->fleet)
		part.kinds = asked->ask.kinds;
	if (asked->ask.nodes)
		part.processors = asked->ask.each;
	else if (state->setup->nodes == 1)
		part = (struct part){asked->processors,
				     asked->memory * asked->processors,
				     UINT32_MAX};
	return part;
}

static bool _is_new(const struct part *list, uint32_t count,
		    const struct part *part)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i].processors <= part->processors &&
		    list[i].memory <= part->memory &&
		    (list[i].kinds & part->kinds) == part->kinds)
			return false;
	return true;
}

/* Parts of waiting jobs that are not larger than all that is free; one that
 * needs no less than another is left out. */
static uint32_t _list_parts(const struct ft_replay_state *state,
			    struct part list[PARTS])
{
	int64_t idle = state->replay->processors - state->used;
	uint32_t count = 0;

	for (uint32_t i = 0; i < state->queue_count && count < PARTS; i++) {
		const struct ft_workload_job *asked =
			ft_replay_asked(state, state->queue[i]);
		struct part part = _least_part(state, asked);

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

	for (uint32_t i = 0; i < count; i++)
		if (list[i].processors <= idle[FT_CORES] &&
		    (!memory || list[i].memory <= idle[FT_MEMORY]) &&
		    (list[i].kinds & UINT32_C(1) << kind))
			return true;
	return false;
}

int64_t ft_replay_idle_stranded(const struct ft_replay_state *state)
{
	const struct ft_fleet *fleet = state->setup->fleet;
	struct part list[PARTS];
	uint32_t kind = 0, count = 0;
	int64_t stranded = 0, left = fleet ? fleet->kind[0].count : 0;

	if (!state->queue_count)
		return 0;
	count = _list_parts(state, list);
	for (uint32_t n = 0; n < state->setup->nodes; n++, left--) {
		const int64_t *idle = _free_of(state, n);

		while (fleet && !left)
			left = fleet->kind[++kind].count;
		if (idle[FT_CORES] > 0 &&
		    !_is_usable(state, kind, idle, list, count))
			stranded += idle[FT_CORES];
	}
	return stranded;
}
