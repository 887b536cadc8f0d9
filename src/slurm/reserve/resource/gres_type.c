/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/gres_type.h.
 */
#include "slurm/reserve/resource/gres_type.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "slurm/reserve/resource/shared_gpu.h"

struct fts_types_entry {
	uint32_t next; /* of the same node; 0: none */
	uint32_t job;  /* index in the snapshot; FT_NO_INDEX: it runs */
	int64_t start, end;
	const int64_t *amount;
};

void fts_types_fini(struct fts_types *types)
{
	free(types->first);
	free(types->entry);
	types->first = NULL;
	types->entry = NULL;
	types->entry_count = types->entry_room = 0;
}

/* Has it any that has a type, of a name that some node has several of? */
static bool _typed(const struct fts_cycle *cycle, const int64_t *amount)
{
	for (uint32_t i = 0; i < cycle->type_count; i++)
		if (amount[cycle->type[i].resource])
			return true;
	return false;
}

/* What the share takes: of a whole node, all. */
static const int64_t *_type_amount(const struct ft_snapshot *snapshot,
				   const struct ft_share *share)
{
	return share->amount
		       ? share->amount
		       : snapshot->capacity + (size_t) share->node *
						      snapshot->resource_count;
}

static bool _add_type(struct fts_types *types, const struct ft_share *share,
		      uint32_t job, int64_t start, int64_t end)
{
	const int64_t *amount = _type_amount(types->cycle->snapshot, share);

	if (!_typed(types->cycle, amount))
		return true;
	if (!FT_ARRAY_GROW(types->entry, types->entry_count, types->entry_room))
		return false;
	types->entry[types->entry_count] = (struct fts_types_entry){
		.next = types->first[share->node],
		.job = job,
		.start = start,
		.end = end,
		.amount = amount,
	};
	types->first[share->node] = types->entry_count++;
	return true;
}

static bool _add_runs(struct fts_types *types)
{
	const struct ft_snapshot *snapshot = types->cycle->snapshot;
	bool added = true;

	for (uint32_t r = 0; r < snapshot->run_count && added; r++) {
		const struct ft_run *run = &snapshot->run[r];

		for (uint32_t s = 0; s < run->share_count && added; s++)
			added = _add_type(types, &run->share[s], FT_NO_INDEX,
					  INT64_MIN, run->end);
	}
	return added;
}

static bool _add_plan(struct fts_types *types)
{
	const struct ft_schedule *schedule = types->cycle->schedule;
	bool added = true;

	for (uint32_t i = 0; i < schedule->job_count && added; i++) {
		const struct ft_placement *planned = &schedule->placement[i];

		if (planned->verdict != FT_PLACED)
			continue;
		for (uint32_t s = 0; s < planned->share_count && added; s++)
			added = _add_type(types, &planned->share[s], i,
					  planned->start,
					  planned->start + planned->duration);
	}
	return added;
}

static bool _open_type(struct fts_types *types)
{
	uint32_t count = types->cycle->snapshot->node_count;

	if (types->first)
		return true;
	types->first = calloc(count + 1, sizeof(*types->first));
	types->entry = calloc(64, sizeof(*types->entry));
	types->entry_room = 64;
	types->entry_count = 1;
	if (types->first && types->entry && _add_runs(types) &&
	    _add_plan(types))
		return true;
	fts_types_fini(types);
	return false;
}

/* Which shares of a node count at that time. */
enum counted { ALL_SHARES, STARTED_SHARES };

static int64_t _left_type(const struct fts_types *types, uint32_t node,
			  uint32_t resource, uint32_t index, int64_t time,
			  enum counted counted)
{
	const struct ft_snapshot *snapshot = types->cycle->snapshot;
	int64_t left =
		snapshot->capacity[(size_t) node * snapshot->resource_count +
				   resource];

	for (uint32_t e = types->first[node]; e; e = types->entry[e].next) {
		const struct fts_types_entry *entry = &types->entry[e];

		if (entry->job == index || entry->start > time ||
		    entry->end <= time)
			continue;
		if (counted == ALL_SHARES || entry->job == FT_NO_INDEX ||
		    types->started[entry->job])
			left -= entry->amount[resource];
	}
	return left;
}

/* The least that is left until that time, as the plan has it. */
static int64_t _type_least(const struct fts_types *types, uint32_t node,
			   uint32_t resource, uint32_t index, int64_t end)
{
	int64_t now = types->cycle->snapshot->now;
	int64_t least =
		_left_type(types, node, resource, index, now, ALL_SHARES);

	for (uint32_t e = types->first[node]; e; e = types->entry[e].next) {
		const struct fts_types_entry *entry = &types->entry[e];
		int64_t left;

		if (entry->job == index || entry->start <= now ||
		    entry->start >= end || !entry->amount[resource])
			continue;
		left = _left_type(types, node, resource, index, entry->start,
				  ALL_SHARES);
		least = MIN(least, left);
	}
	return least;
}

/* How many of the type are free at this moment. */
static int64_t _free_type(const gres_node_state_t *state, uint32_t type_id)
{
	int64_t count = 0;

	for (uint16_t t = 0; t < state->topo_cnt; t++)
		if (state->topo_type_id[t] == type_id)
			count += (int64_t) state->topo_gres_cnt_avail[t] -
				 (int64_t) state->topo_gres_cnt_alloc[t];
	for (uint16_t i = 0; !state->topo_cnt && i < state->type_cnt; i++)
		if (state->type_id[i] == type_id)
			count += (int64_t) state->type_cnt_avail[i] -
				 (int64_t) state->type_cnt_alloc[i];
	return MAX(count, 0);
}

/*
 * As many as the job may take.  What this cycle's starts without a type have
 * taken is known of this moment only, and counts until the end.
 */
static int64_t _allowed_type(const struct fts_types *types, uint32_t node,
			     const struct fts_gres_type *type, uint32_t index,
			     int64_t end, int64_t free_now)
{
	int64_t now = types->cycle->snapshot->now;
	int64_t least = _type_least(types, node, type->resource, index, end);
	int64_t known = _left_type(types, node, type->resource, index, now,
				   STARTED_SHARES);

	if (known > free_now)
		least -= known - free_now;
	return MAX(least, 0);
}

static bool _hide_type(struct fts_hidden *hidden, const struct fts_types *types,
		       uint32_t index, uint32_t plugin_id,
		       const struct ft_share *share, int64_t end)
{
	const struct fts_cycle *cycle = types->cycle;
	const node_record_t *node = node_record_table_ptr[share->node];
	gres_node_state_t *state =
		node ? fts_hide_state(node, plugin_id) : NULL;

	if (!state)
		return false;
	for (uint32_t i = 0; i < cycle->type_count; i++) {
		const struct fts_gres_type *type = &cycle->type[i];
		int64_t count, allowed;

		if (type->plugin_id != plugin_id)
			continue;
		count = _free_type(state, type->type_id);
		if (!count)
			continue;
		allowed = _allowed_type(types, share->node, type, index, end,
					count);
		if (count > allowed)
			fts_hide_type(hidden, state, type->type_id,
				      (uint64_t) (count - allowed));
	}
	return true;
}

bool fts_types_hide(struct fts_hidden *hidden, struct fts_types *types,
		    uint32_t index, uint32_t plugin_id,
		    const struct ft_placement *placement)
{
	int64_t end = types->cycle->snapshot->now + placement->duration;

	if (!_open_type(types))
		return false;
	for (uint32_t s = 0; s < placement->share_count; s++)
		if (!fts_device_told(types->cycle, placement->share[s].node) &&
		    !_hide_type(hidden, types, index, plugin_id,
				&placement->share[s], end))
			return false;
	return !hidden->failed;
}
