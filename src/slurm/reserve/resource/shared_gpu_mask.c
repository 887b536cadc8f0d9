/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/shared_gpu.h: which devices a record tells of, and the start
 * that is shown no devices but the planned ones.
 */
#include "slurm/reserve/resource/shared_gpu.h"
#include "slurm/reserve/resource/exclusive.h"

int64_t fts_device_of(const gres_node_state_t *state, uint16_t topo)
{
	bitstr_t *bits =
		state->topo_gres_bitmap ? state->topo_gres_bitmap[topo] : NULL;

	return bits && bit_set_count(bits) == 1 ? bit_ffs(bits) : -1;
}

bool fts_device_told(const struct fts_cycle *cycle, uint32_t node)
{
	const struct fts_devices *devices = &cycle->devices;
	const int64_t *capacity =
		cycle->snapshot->capacity +
		(size_t) node * cycle->snapshot->resource_count;

	/* of a node that is not in use any more nothing is known */
	return devices->count && capacity[devices->first] &&
	       capacity[devices->first] != FTS_MARK_PLENTY;
}

/* Is it a device that the job may not see? */
static bool _foreign(const struct fts_devices *devices, const int64_t *amount,
		     int64_t device)
{
	return device >= 0 && device < devices->count &&
	       !amount[devices->first + device];
}

/* Shares of devices that are not the job's. */
static void _hide_shares(struct fts_hidden *hidden,
			 const struct fts_devices *devices,
			 const gres_node_state_t *state, const int64_t *amount)
{
	for (uint16_t t = 0; state && t < state->topo_cnt; t++) {
		uint64_t *allocated = &state->topo_gres_cnt_alloc[t];
		uint64_t available = state->topo_gres_cnt_avail[t];

		if (_foreign(devices, amount, fts_device_of(state, t)) &&
		    *allocated < available)
			fts_hide_count(hidden, allocated,
				       available - *allocated);
	}
}

/* Of the GPUs that one record counts, those that the job may not have. */
static void _hide_record(struct fts_hidden *hidden,
			 const struct fts_devices *devices,
			 const gres_node_state_t *state, uint16_t topo,
			 const int64_t *amount)
{
	bitstr_t *bits =
		state->topo_gres_bitmap ? state->topo_gres_bitmap[topo] : NULL;
	bitstr_t *taken = state->gres_bit_alloc;
	uint64_t left = state->topo_gres_cnt_avail[topo], count = 0;

	left -= MIN(left, state->topo_gres_cnt_alloc[topo]);
	for (int64_t d = 0; bits && d < bit_size(bits); d++)
		count += bit_test(bits, d) && _foreign(devices, amount, d) &&
			 !(taken && d < bit_size(taken) && bit_test(taken, d));
	fts_hide_count(hidden, &state->topo_gres_cnt_alloc[topo],
		       MIN(left, count));
}

/* GPUs without type or cores have no counts of their own. */
static void _hide_gpus(struct fts_hidden *hidden,
		       const struct fts_devices *devices,
		       const gres_node_state_t *state, const int64_t *amount)
{
	bitstr_t *bits = state ? state->gres_bit_alloc : NULL;

	for (uint16_t t = 0; state && t < state->topo_cnt; t++)
		_hide_record(hidden, devices, state, t, amount);
	for (int64_t d = 0; bits && d < bit_size(bits); d++)
		if (_foreign(devices, amount, d))
			fts_hide_bit(hidden, bits, d);
}

/* Has the job any device of its own, so that others are to be hidden? */
static bool _planned(const struct fts_cycle *cycle,
		     const struct ft_share *share)
{
	const struct fts_devices *devices = &cycle->devices;

	if (!share->amount || !fts_device_told(cycle, share->node))
		return false;
	for (uint32_t d = 0; d < devices->count; d++)
		if (share->amount[devices->first + d])
			return true;
	return false;
}

bool fts_device_hide(struct fts_hidden *hidden, const struct fts_cycle *cycle,
		     const struct ft_placement *placement)
{
	const struct fts_devices *devices = &cycle->devices;

	for (uint32_t s = 0; devices->count && s < placement->share_count;
	     s++) {
		const struct ft_share *share = &placement->share[s];
		const node_record_t *node = node_record_table_ptr[share->node];

		if (!node || !_planned(cycle, share))
			continue;
		_hide_gpus(hidden, devices, fts_hide_state(node, devices->gpu),
			   share->amount);
		for (uint32_t k = 0; k < devices->shares_count; k++)
			_hide_shares(
				hidden, devices,
				fts_hide_state(node,
					       devices->shares[k].plugin_id),
				share->amount);
	}
	return !hidden->failed;
}
