/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/gres_mask.h.
 */
#include "slurm/reserve/resource/gres_mask.h"

#include <stdlib.h>

#include "core/base/array.h"

/* A number of slurmctld's, or a bit. */
struct fts_hidden_part {
	uint64_t *allocated;
	uint64_t count; /* that was added to it */
	bitstr_t *bits; /* of which this one was set; NULL: none */
	int64_t bit;
};

gres_node_state_t *fts_hide_state(const node_record_t *node, uint32_t plugin_id)
{
	gres_state_t *gres;

	if (!node->gres_list)
		return NULL;
	gres = list_find_first(node->gres_list, gres_find_id, &plugin_id);
	return gres ? gres->gres_data : NULL;
}

uint32_t fts_type_of(const gres_node_state_t *state, uint32_t device)
{
	uint64_t before = 0;

	for (uint16_t t = 0; t < state->topo_cnt; t++) {
		bitstr_t *bits = state->topo_gres_bitmap
					 ? state->topo_gres_bitmap[t]
					 : NULL;

		if (bits && device < bit_size(bits) && bit_test(bits, device))
			return state->topo_type_id[t];
	}
	for (uint16_t i = 0; !state->topo_cnt && i < state->type_cnt; i++) {
		before += state->type_cnt_avail[i];
		if (device < before)
			return state->type_id[i];
	}
	return 0;
}

static bool _add_gres(struct fts_hidden *hidden, struct fts_hidden_part part)
{
	if (!FT_ARRAY_GROW(hidden->part, hidden->count, hidden->room)) {
		hidden->failed = true;
		return false;
	}
	hidden->part[hidden->count++] = part;
	return true;
}

void fts_hide_count(struct fts_hidden *hidden, uint64_t *allocated,
		    uint64_t count)
{
	if (count &&
	    _add_gres(hidden, (struct fts_hidden_part){.allocated = allocated,
						       .count = count}))
		*allocated += count;
}

void fts_hide_bit(struct fts_hidden *hidden, bitstr_t *bits, int64_t device)
{
	if (!bit_test(bits, device) &&
	    _add_gres(hidden,
		      (struct fts_hidden_part){.bits = bits, .bit = device}))
		bit_set(bits, device);
}

/* Are devices of this record near to a core that the job may have? */
static bool _near_gres(const node_record_t *node,
		       const gres_node_state_t *state, uint16_t topo)
{
	bitstr_t *cores =
		state->topo_core_bitmap ? state->topo_core_bitmap[topo] : NULL;

	return !cores || !node->node_spec_bitmap ||
	       bit_size(cores) != bit_size(node->node_spec_bitmap) ||
	       bit_overlap_any(cores, node->node_spec_bitmap);
}

static void _hide_devices(struct fts_hidden *hidden,
			  const gres_node_state_t *state, uint16_t topo,
			  uint64_t count)
{
	bitstr_t *bits =
		state->topo_gres_bitmap ? state->topo_gres_bitmap[topo] : NULL;

	fts_hide_count(hidden, &state->topo_gres_cnt_alloc[topo], count);
	if (!bits || !state->gres_bit_alloc)
		return;
	for (int64_t d = bit_size(bits) - 1; d >= 0 && count; d--) {
		if (!bit_test(bits, d) || bit_test(state->gres_bit_alloc, d))
			continue;
		fts_hide_bit(hidden, state->gres_bit_alloc, d);
		count--;
	}
}

/* Hides of one number all but as many as are still to be shown. */
static uint64_t _gres_rest(uint64_t available, uint64_t allocated,
			   uint64_t *keep)
{
	uint64_t left = available > allocated ? available - allocated : 0;
	uint64_t shown = MIN(left, *keep);

	*keep -= shown;
	return left - shown;
}

static void _hide_topo(struct fts_hidden *hidden, const node_record_t *node,
		       const gres_node_state_t *state, uint64_t *keep)
{
	for (int near = 1; near >= 0; near--)
		for (uint16_t t = 0; t < state->topo_cnt; t++)
			if (_near_gres(node, state, t) == near)
				_hide_devices(
					hidden, state, t,
					_gres_rest(
						state->topo_gres_cnt_avail[t],
						state->topo_gres_cnt_alloc[t],
						keep));
}

/* True if as many as that are left. */
static bool _keep_gres(struct fts_hidden *hidden, const node_record_t *node,
		       gres_node_state_t *state, uint64_t keep)
{
	uint64_t of_types = keep;

	if (state->topo_cnt) {
		_hide_topo(hidden, node, state, &keep);
		return !keep;
	}
	for (uint16_t i = 0; i < state->type_cnt; i++)
		fts_hide_count(hidden, &state->type_cnt_alloc[i],
			       _gres_rest(state->type_cnt_avail[i],
					  state->type_cnt_alloc[i], &of_types));
	fts_hide_count(hidden, &state->gres_cnt_alloc,
		       _gres_rest(state->gres_cnt_avail, state->gres_cnt_alloc,
				  &keep));
	return !keep;
}

bool fts_hide_rest(struct fts_hidden *hidden, uint32_t plugin_id, uint32_t kind,
		   const struct ft_placement *placement)
{
	for (uint32_t s = 0; s < placement->share_count; s++) {
		const struct ft_share *share = &placement->share[s];
		const node_record_t *node = node_record_table_ptr[share->node];
		gres_node_state_t *state =
			node ? fts_hide_state(node, plugin_id) : NULL;

		if (!state || !_keep_gres(hidden, node, state,
					  (uint64_t) share->amount[kind]))
			return false;
	}
	return !hidden->failed;
}

void fts_hide_type(struct fts_hidden *hidden, gres_node_state_t *state,
		   uint32_t type_id, uint64_t count)
{
	for (uint16_t t = 0; t < state->topo_cnt; t++) {
		uint64_t left = state->topo_gres_cnt_avail[t] -
				MIN(state->topo_gres_cnt_alloc[t],
				    state->topo_gres_cnt_avail[t]);

		if (state->topo_type_id[t] != type_id)
			continue;
		left = MIN(left, count);
		_hide_devices(hidden, state, t, left);
		count -= left;
	}
	for (uint16_t i = 0; !state->topo_cnt && i < state->type_cnt; i++)
		if (state->type_id[i] == type_id) {
			fts_hide_count(hidden, &state->type_cnt_alloc[i],
				       count);
			fts_hide_count(hidden, &state->gres_cnt_alloc, count);
		}
}

void fts_hide_end(struct fts_hidden *hidden)
{
	for (uint32_t i = 0; i < hidden->count; i++) {
		const struct fts_hidden_part *part = &hidden->part[i];

		if (part->bits)
			bit_clear(part->bits, part->bit);
		else
			*part->allocated -= MIN(*part->allocated, part->count);
	}
	free(hidden->part);
	*hidden = (struct fts_hidden){0};
}
