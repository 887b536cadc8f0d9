/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/shared_gpu.h.
 */
#include "slurm/reserve/resource/shared_gpu.h"
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>

#include "slurm/reserve/resource/exclusive.h"

enum {
	DEVICES_MAX = 16, /* of a node; with more, jobs have whole nodes */
	CHOICES_MAX = 28, /* of devices; beyond that, neighbours only */
};

/* False if there are shared GRES that cannot be counted by device. */
static bool _find_shares(const struct fts_build *build,
			 struct fts_devices *devices)
{
	for (uint32_t i = 0; i < build->kind_count; i++) {
		const struct fts_kind *kind = &build->kind[i];

		if (!kind->shared || kind->type_id)
			continue;
		if (kind->no_consume ||
		    devices->shares_count == FTS_DEVICE_SHARES_MAX)
			return false;
		devices->shares[devices->shares_count++] = (struct fts_shares){
			.plugin_id = kind->plugin_id, .single = kind->single};
	}
	return devices->shares_count > 0;
}

/* Shards of one device; a node that is not up yet is taken to share alike. */
static int64_t _shards(const gres_node_state_t *state, uint32_t devices,
		       uint32_t device)
{
	for (uint16_t t = 0; t < state->topo_cnt; t++)
		if (fts_device_of(state, t) == device)
			return (int64_t) state->topo_gres_cnt_avail[t];
	return state->topo_cnt ? 0 : (int64_t) state->gres_cnt_avail / devices;
}

/* How many of the shared GRES the node has; it has `count` GPUs. */
static uint32_t _measure_device(struct fts_devices *devices,
				const node_record_t *node, uint64_t count)
{
	uint32_t found = 0;

	for (uint32_t s = 0; s < devices->shares_count; s++) {
		const gres_node_state_t *shared =
			fts_hide_state(node, devices->shares[s].plugin_id);

		if (!shared || !count || !shared->gres_cnt_avail)
			continue;
		found++;
		for (uint32_t d = 0; d < MIN(count, DEVICES_MAX); d++)
			devices->most =
				MAX(devices->most,
				    _shards(shared, (uint32_t) count, d));
	}
	if (found && count > devices->count)
		devices->count = count > DEVICES_MAX ? DEVICES_MAX + 1
						     : (uint32_t) count;
	return found;
}

/* False if a node shares its GPUs in two ways. */
static bool _find_nodes(struct fts_build *build)
{
	struct fts_devices *devices = &build->cycle->devices;
	uint32_t most = 0;

	build->shared_gpu.nodes = ft_node_set_new((uint32_t) node_record_count);
	if (!build->shared_gpu.nodes) {
		build->failed = true;
		return false;
	}
	for (int i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];
		const gres_node_state_t *gpu =
			node ? fts_hide_state(node, devices->gpu) : NULL;
		uint32_t found = gpu ? _measure_device(devices, node,
						       gpu->gres_cnt_avail)
				     : 0;

		if (found)
			ft_node_set_add(build->shared_gpu.nodes, (uint32_t) i);
		most = MAX(most, found);
	}
	return most < 2;
}

static uint32_t _place_shares(struct fts_devices *devices, uint32_t count)
{
	devices->first = count;
	count += devices->count;
	for (uint32_t s = 0; s < devices->shares_count; s++) {
		devices->shares[s].first = count;
		count += devices->count;
		devices->shares[s].mark = FT_NO_INDEX;
		if (!devices->shares[s].single)
			continue;
		devices->shares[s].mark = count;
		count += FT_MARK_SIZE;
	}
	return count;
}

static uint32_t _device_columns(struct fts_build *build, uint32_t count)
{
	struct fts_devices *devices = &build->cycle->devices;

	*devices = (struct fts_devices){.gpu = gres_build_id("gpu")};
	if (build->linear || !_find_shares(build, devices))
		return count;
	if (!_find_nodes(build) || build->failed || !devices->most ||
	    devices->count > DEVICES_MAX) {
		devices->count = 0;
		return count;
	}
	return _place_shares(devices, count);
}

static void _free_devices(struct fts_build *build)
{
	uint32_t count = build->cycle->devices.count * build->kind_count;

	for (uint32_t i = 0; build->shared_gpu.typed && i < count; i++)
		ft_node_set_free(build->shared_gpu.typed[i]);
	free(build->shared_gpu.typed);
	build->shared_gpu.typed = NULL;
	ft_node_set_free(build->shared_gpu.nodes);
	build->shared_gpu.nodes = NULL;
}

static const struct fts_shares *_find_device(const struct fts_devices *devices,
					     uint32_t plugin_id)
{
	for (uint32_t s = 0; s < devices->shares_count; s++)
		if (devices->shares[s].plugin_id == plugin_id)
			return &devices->shares[s];
	return NULL;
}

/*
 * Where no device is shared any number of jobs may be planned on each, since
 * which of them they get does not matter.
 */
static void _set_free(const struct fts_devices *devices, int64_t *capacity)
{
	for (uint32_t d = 0; d < devices->count; d++)
		capacity[devices->first + d] = FTS_MARK_PLENTY;
}

static void _device_capacity(struct fts_build *build, const node_record_t *node,
			     int64_t *capacity)
{
	const struct fts_devices *devices = &build->cycle->devices;
	const gres_node_state_t *gpu, *shared;
	uint32_t count;

	if (!devices->count)
		return;
	for (uint32_t s = 0; s < devices->shares_count; s++)
		for (uint32_t i = 0;
		     devices->shares[s].single && i < FT_MARK_SIZE; i++)
			capacity[devices->shares[s].mark + i] = FTS_MARK_PLENTY;
	if (!ft_node_set_has(build->shared_gpu.nodes, node->index)) {
		_set_free(devices, capacity);
		return;
	}
	gpu = fts_hide_state(node, devices->gpu);
	count = (uint32_t) MIN(gpu->gres_cnt_avail, devices->count);
	for (uint32_t d = 0; d < count; d++) {
		capacity[devices->first + d] = devices->most;
		for (uint32_t s = 0; s < devices->shares_count; s++) {
			shared = fts_hide_state(node,
						devices->shares[s].plugin_id);
			if (shared)
				capacity[devices->shares[s].first + d] =
					_shards(shared, count, d);
		}
	}
}

/* All of the device, or so many of these shares of it. */
static void _hold_device(const struct fts_devices *devices, uint32_t device,
			 const struct fts_shares *shares, int64_t count,
			 int64_t *amount)
{
	amount[devices->first + device] += shares ? 1 : devices->most;
	if (!shares)
		return;
	amount[shares->first + device] += count;
	if (shares->single)
		fts_mark_wear(amount, shares->mark, (int64_t) device + 1);
}

bool fts_device_hold(const struct fts_cycle *cycle, uint32_t plugin_id,
		     bitstr_t *bits, int64_t count, const uint64_t *each,
		     int64_t *amount)
{
	const struct fts_devices *devices = &cycle->devices;
	const struct fts_shares *shares = _find_device(devices, plugin_id);

	if (!shares && plugin_id != devices->gpu)
		return true;
	if (!bits || bit_size(bits) > devices->count ||
	    (shares && !each && bit_set_count(bits) != 1))
		return false;
	for (int64_t d = fts_bit_next(bits, 0); d >= 0 && d < devices->count;
	     d = fts_bit_next(bits, d + 1))
		_hold_device(devices, (uint32_t) d, shares,
			     each ? (int64_t) each[d] : count, amount);
	return true;
}

bool fts_build_device_held(const struct fts_build *build, uint32_t plugin_id,
			   const gres_job_state_t *state, uint32_t n,
			   uint32_t node, int64_t *amount)
{
	bitstr_t *bits =
		state->gres_bit_alloc ? state->gres_bit_alloc[n] : NULL;

	if (!fts_device_told(build->cycle, node))
		return !build->cycle->devices.count ||
		       !_find_device(&build->cycle->devices, plugin_id);
	return fts_device_hold(build->cycle, plugin_id, bits,
			       (int64_t) state->gres_cnt_node_alloc[n],
			       FTS_SHARES_ALLOCATED(state, n), amount);
}

/*
 * Shares of a job are planned on one device, the first that has them.  Whether
 * slurmctld may give it some of several, or prefers another device, it is
 * asked.
 */
static void _note_shares(const struct fts_devices *devices,
			 const gres_job_state_t *state,
			 struct fts_demand *demand)
{
	if (slurm_conf.select_type_param & FTS_SHARES_SPREAD) {
		demand->partial = "shares of several GPUs";
		if ((int64_t) state->gres_per_node > devices->most)
			fts_demand_refuse(demand, "more shares than a GPU has");
	}
	if (slurm_conf.select_type_param & FTS_SHARES_LEVEL) {
		demand->partial = "shares of the GPU that is used least";
		demand->chooses = true;
	}
}

void fts_demand_note_device(const struct fts_build *build, uint32_t kind,
			    const gres_job_state_t *state,
			    struct fts_demand *demand)
{
	const struct fts_devices *devices = &build->cycle->devices;
	const struct fts_kind *found = &build->kind[kind - FT_FIRST_GRES];

	if (!found->shared &&
	    (!devices->count || found->plugin_id != devices->gpu))
		return;
	if (!devices->count || demand->device_use ||
	    (found->shared && !state->gres_per_node))
		fts_demand_refuse(demand, "parts of GPUs that are not counted "
					  "for each node");
	demand->device_use =
		found->shared ? FTS_DEVICE_SHARES : FTS_DEVICE_WHOLE;
	demand->device_kind = kind;
	demand->device_type = state->type_name ? state->type_id : 0;
	if (found->shared)
		_note_shares(devices, state, demand);
}

void fts_demand_devices(const struct fts_build *build,
			struct fts_demand *demand)
{
	if (!demand->device_use)
		return;
	if (demand->device_use == FTS_DEVICE_WHOLE && demand->eligible &&
	    !ft_node_set_overlap(demand->eligible, build->shared_gpu.nodes))
		demand->device_use = FTS_DEVICE_ANY;
	else if (demand->group_count)
		fts_demand_refuse(demand, "shared GPUs on nodes that are "
					  "counted by their features");
}

bool fts_device_varies(const struct fts_demand *demand)
{
	return demand->device_use && demand->per_task[demand->device_kind];
}

/* How many ways there are to take some of all; a large number if too many. */
static uint32_t _device_combinations(uint32_t all, uint32_t some)
{
	uint64_t count = 1;

	for (uint32_t i = 1; i <= some && count <= CHOICES_MAX; i++)
		count = count * (all - some + i) / i;
	return count <= CHOICES_MAX ? (uint32_t) count : UINT32_MAX;
}

/* Devices that each node gives; 0: that cannot be told. */
static uint32_t _wanted_device(const struct fts_demand *demand,
			       const struct ft_request *request)
{
	int64_t each = request->per_task[demand->device_kind], count;

	if (demand->device_use == FTS_DEVICE_SHARES)
		return 1;
	if (each && request->tasks &&
	    request->min_tasks_node != request->max_tasks_node)
		return 0;
	count = request->per_node[demand->device_kind] +
		each * request->min_tasks_node;
	return count > DEVICES_MAX ? DEVICES_MAX + 1 : (uint32_t) count;
}

uint32_t fts_device_choices(const struct fts_build *build,
			    const struct fts_demand *demand,
			    const struct ft_request *request)
{
	uint32_t count = build->cycle->devices.count, wanted, ways;

	if (!demand->device_use || demand->unknown || build->failed)
		return 1;
	wanted = _wanted_device(demand, request);
	if (!wanted)
		return 0;
	if (wanted > count) /* of nodes that do not share theirs */
		return 1;
	ways = _device_combinations(count, wanted);
	return ways <= CHOICES_MAX ? ways : count - wanted + 1;
}

/* The next larger number with as many bits. */
static uint32_t _next_device(uint32_t bits)
{
	uint32_t low = bits & -bits, up = bits + low;

	return up | ((bits ^ up) / low) >> 2;
}

/*
 * Choice number i as bits.  Whole GPUs begin with the last devices, shares
 * with the first, so that they keep out of each other's way.
 */
static uint32_t _choice_device(uint32_t count, uint32_t wanted, uint32_t i)
{
	uint32_t bits = (UINT32_C(1) << wanted) - 1;
	uint32_t ways = _device_combinations(count, wanted);

	if (ways > CHOICES_MAX)
		return bits << (count - wanted - i);
	for (i = ways - 1 - i; i > 0; i--)
		bits = _next_device(bits);
	return bits;
}

/* Nodes of which that device is of the type, or does not matter. */
static const struct ft_node_set *_typed_nodes(struct fts_build *build,
					      const struct fts_kind *kind,
					      uint32_t type_id, uint32_t device)
{
	uint32_t at = fts_build_kind(build, kind->plugin_id, type_id);
	uint32_t count = build->cycle->devices.count;
	struct ft_node_set **set;

	if (!build->shared_gpu.typed)
		build->shared_gpu.typed =
			calloc((size_t) build->kind_count * count,
			       sizeof(*build->shared_gpu.typed));
	if (!build->shared_gpu.typed || at == FT_NO_INDEX)
		return NULL;
	set = &build->shared_gpu.typed[(at - FT_FIRST_GRES) * count + device];
	if (*set)
		return *set;
	*set = ft_node_set_new((uint32_t) node_record_count);
	for (int i = 0; *set && i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];
		const gres_node_state_t *state =
			node ? fts_hide_state(node, kind->plugin_id) : NULL;

		if (state &&
		    (!ft_node_set_has(build->shared_gpu.nodes, (uint32_t) i) ||
		     fts_type_of(state, device) == type_id))
			ft_node_set_add(*set, (uint32_t) i);
	}
	return *set;
}

/* Only nodes whose chosen devices are of its type; false if there are none. */
static bool _keep_typed(struct fts_build *build,
			const struct fts_demand *demand, uint32_t bits,
			struct ft_request *request)
{
	const struct fts_kind *kind =
		&build->kind[demand->device_kind - FT_FIRST_GRES];
	struct ft_node_set *nodes;
	struct fts_shared *shared;

	if (!demand->device_type || !bits)
		return true;
	nodes = fts_build_scratch(build);
	if (!nodes)
		return false;
	ft_node_set_or(nodes, request->eligible);
	for (uint32_t d = 0; d < build->cycle->devices.count; d++) {
		const struct ft_node_set *typed;

		if (!(bits & UINT32_C(1) << d))
			continue;
		typed = _typed_nodes(build, kind, demand->device_type, d);
		if (!typed) {
			build->failed = true;
			return false;
		}
		ft_node_set_and(nodes, typed);
	}
	if (ft_node_set_next(nodes, 0) >= nodes->size ||
	    (request->required &&
	     !ft_node_set_subset(request->required, nodes)))
		return false;
	shared = fts_build_share_set(build, nodes);
	if (!shared)
		return false;
	request->eligible = (const void *) shared->data;
	return true;
}

static uint32_t _chosen(const struct fts_build *build,
			const struct fts_demand *demand,
			const struct ft_request *request, uint32_t i)
{
	uint32_t count = build->cycle->devices.count, wanted;

	if (demand->device_use == FTS_DEVICE_SHARES)
		return UINT32_C(1) << i;
	wanted = _wanted_device(demand, request);
	return wanted > count ? 0 : _choice_device(count, wanted, i);
}

bool fts_device_choose(struct fts_build *build, const struct fts_demand *demand,
		       uint32_t i, struct ft_request *request)
{
	const struct fts_devices *devices = &build->cycle->devices;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	const struct fts_shares *shares = NULL;
	uint32_t bits;
	int64_t *amount;

	if (!demand->device_use || demand->unknown)
		return true;
	amount = fts_build_amounts(build);
	if (!amount || !request->per_node)
		return false;
	if (demand->device_use == FTS_DEVICE_SHARES)
		shares = _find_device(
			devices,
			build->kind[demand->device_kind - FT_FIRST_GRES]
				.plugin_id);
	bits = _chosen(build, demand, request, i);
	if (!_keep_typed(build, demand, bits, request))
		return false;
	memcpy(amount, request->per_node, size);
	for (uint32_t d = 0; d < devices->count; d++)
		if (bits & UINT32_C(1) << d)
			_hold_device(devices, d, shares,
				     amount[demand->device_kind], amount);
	if (shares && shares->single)
		fts_build_add_mark(build, request, shares->mark, i + 1);
	request->per_node = fts_build_same(build, amount, size);
	return true;
}

bool fts_device_rough(const struct fts_build *build,
		      const struct fts_demand *demand,
		      const struct ft_request *request)
{
	return demand->device_use &&
	       (request->max_nodes > 1 ||
		(demand->device_use == FTS_DEVICE_WHOLE &&
		 _device_combinations(build->cycle->devices.count,
				      _wanted_device(demand, request)) >
			 CHOICES_MAX));
}

static bool _show_devices(struct fts_hidden *hidden,
			  const struct fts_cycle *cycle,
			  const struct fts_manner *manner,
			  const struct ft_placement *placement)
{
	return manner->bound || fts_device_hide(hidden, cycle, placement);
}

/* What a job has of them gres.c asks, kind by kind. */
const struct fts_dimension fts_shared_gpu = {
	.columns = _device_columns,
	.capacity = _device_capacity,
	.show = _show_devices,
	.free = _free_devices,
};
