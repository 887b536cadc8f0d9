/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/shared_gpu.h.
 */
#include "slurm/reserve/resource/shared_gpu.h"

#include "slurm/reserve/resource/exclusive.h"

enum {
	DEVICES_MAX = 16, /* of a node; with more, jobs have whole nodes */
	CHOICES_MAX = 28, /* of devices; beyond that, neighbours only */
};

/* The shared GRES of the cluster, if there is just one. */
static const struct fts_kind *_shared_kind(const struct fts_build *build)
{
	const struct fts_kind *found = NULL;

	for (uint32_t i = 0; i < build->kind_count; i++) {
		const struct fts_kind *kind = &build->kind[i];

		if (!kind->shared ||
		    (found && found->plugin_id == kind->plugin_id))
			continue;
		if (found)
			return NULL;
		found = kind;
	}
	return found;
}

static bool _mixed(const struct fts_build *build)
{
	for (uint32_t i = 0; i < build->kind_count; i++)
		if (build->kind[i].mixed)
			return true;
	return false;
}

/* The device that a record of shards belongs to; -1: none. */
static int64_t _device(const gres_node_state_t *state, uint16_t topo)
{
	bitstr_t *bits =
		state->topo_gres_bitmap ? state->topo_gres_bitmap[topo] : NULL;

	return bits && bit_set_count(bits) == 1 ? bit_ffs(bits) : -1;
}

/* Shards of one device; a node that is not up yet is taken to share alike. */
static int64_t _shards(const gres_node_state_t *state, uint32_t devices,
		       uint32_t device)
{
	for (uint16_t t = 0; t < state->topo_cnt; t++)
		if (_device(state, t) == device)
			return (int64_t) state->topo_gres_cnt_avail[t];
	return state->topo_cnt ? 0 : (int64_t) state->gres_cnt_avail / devices;
}

/* True if the node shares its GPUs. */
static bool _measure(struct fts_devices *devices, const node_record_t *node)
{
	const gres_node_state_t *shared = fts_hide_state(node, devices->shared);
	const gres_node_state_t *gpu = fts_hide_state(node, devices->gpu);
	uint64_t count = gpu ? gpu->gres_cnt_avail : 0;

	if (count > devices->count)
		devices->count = count > DEVICES_MAX ? DEVICES_MAX + 1
						     : (uint32_t) count;
	if (!shared || !count || !shared->gres_cnt_avail)
		return false;
	for (uint32_t d = 0; d < MIN(count, DEVICES_MAX); d++)
		devices->most = MAX(devices->most,
				    _shards(shared, (uint32_t) count, d));
	return true;
}

static void _find(struct fts_build *build, const struct fts_kind *kind)
{
	struct fts_devices *devices = &build->cycle->devices;

	devices->shared = kind->plugin_id;
	devices->gpu = gres_build_id("gpu");
	build->sharing_nodes = ft_node_set_new((uint32_t) node_record_count);
	if (!build->sharing_nodes) {
		build->failed = true;
		return;
	}
	for (int i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (node && _measure(devices, node))
			ft_node_set_add(build->sharing_nodes, (uint32_t) i);
	}
}

uint32_t fts_build_devices(struct fts_build *build, uint32_t count)
{
	struct fts_devices *devices = &build->cycle->devices;
	const struct fts_kind *kind = _shared_kind(build);

	*devices = (struct fts_devices){0};
	if (build->linear || !kind || kind->no_consume || _mixed(build))
		return count;
	_find(build, kind);
	if (build->failed || !devices->most || devices->count > DEVICES_MAX) {
		devices->count = 0;
		return count;
	}
	devices->single = kind->single;
	devices->first = count;
	return count + 2 * devices->count +
	       (devices->single ? FT_MARK_SIZE : 0);
}

void fts_build_devices_free(struct fts_build *build)
{
	ft_node_set_free(build->sharing_nodes);
}

/* The three resources of the mark. */
static uint32_t _mark(const struct fts_devices *devices)
{
	return devices->first + 2 * devices->count;
}

static void _wear(const struct fts_devices *devices, uint32_t device,
		  int64_t *amount)
{
	if (devices->single)
		fts_mark_wear(amount, _mark(devices), (int64_t) device + 1);
}

void fts_build_device_capacity(const struct fts_build *build,
			       const node_record_t *node, int64_t *capacity)
{
	const struct fts_devices *devices = &build->cycle->devices;
	const gres_node_state_t *gpu, *shared;
	uint32_t count;

	if (!devices->count)
		return;
	for (uint32_t i = 0; devices->single && i < FT_MARK_SIZE; i++)
		capacity[_mark(devices) + i] = FTS_MARK_PLENTY;
	gpu = fts_hide_state(node, devices->gpu);
	shared = fts_hide_state(node, devices->shared);
	count = gpu ? (uint32_t) MIN(gpu->gres_cnt_avail, devices->count) : 0;
	for (uint32_t d = 0; d < count; d++) {
		capacity[devices->first + d] = devices->most;
		if (shared)
			capacity[devices->first + devices->count + d] =
				_shards(shared, count, d);
	}
}

static void _hold(const struct fts_devices *devices, uint32_t device,
		  int64_t shards, int64_t *amount)
{
	amount[devices->first + device] += shards ? 1 : devices->most;
	if (!shards)
		return;
	amount[devices->first + devices->count + device] += shards;
	_wear(devices, device, amount);
}

bool fts_build_device_held(const struct fts_build *build, uint32_t plugin_id,
			   const gres_job_state_t *state, uint32_t n,
			   int64_t *amount)
{
	const struct fts_devices *devices = &build->cycle->devices;
	bool shared = plugin_id == devices->shared;
	bitstr_t *bits =
		state->gres_bit_alloc ? state->gres_bit_alloc[n] : NULL;

	if (!devices->count || (!shared && plugin_id != devices->gpu))
		return true;
	if (!bits || bit_size(bits) > devices->count ||
	    (shared && bit_set_count(bits) != 1))
		return false;
	for (int64_t d = fts_bit_next(bits, 0); d >= 0 && d < devices->count;
	     d = fts_bit_next(bits, d + 1))
		_hold(devices, (uint32_t) d,
		      shared ? (int64_t) state->gres_cnt_node_alloc[n] : 0,
		      amount);
	return true;
}

void fts_demand_devices(const struct fts_build *build,
			struct fts_demand *demand)
{
	if (!demand->device_use)
		return;
	if (demand->device_use == FTS_DEVICE_WHOLE && demand->eligible &&
	    !ft_node_set_overlap(demand->eligible, build->sharing_nodes))
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
static uint32_t _combinations(uint32_t all, uint32_t some)
{
	uint64_t count = 1;

	for (uint32_t i = 1; i <= some && count <= CHOICES_MAX; i++)
		count = count * (all - some + i) / i;
	return count <= CHOICES_MAX ? (uint32_t) count : UINT32_MAX;
}

/* Devices that each node gives; 0: that cannot be told. */
static uint32_t _wanted(const struct fts_demand *demand,
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
	wanted = _wanted(demand, request);
	if (!wanted || wanted > count)
		return 0;
	ways = _combinations(count, wanted);
	return ways <= CHOICES_MAX ? ways : count - wanted + 1;
}

/* The next larger number with as many bits. */
static uint32_t _next(uint32_t bits)
{
	uint32_t low = bits & -bits, up = bits + low;

	return up | ((bits ^ up) / low) >> 2;
}

/*
 * Choice number i as bits.  Whole GPUs begin with the last devices, shares
 * with the first, so that they keep out of each other's way.
 */
static uint32_t _choice(uint32_t count, uint32_t wanted, uint32_t i)
{
	uint32_t bits = (UINT32_C(1) << wanted) - 1;
	uint32_t ways = _combinations(count, wanted);

	if (ways > CHOICES_MAX)
		return bits << (count - wanted - i);
	for (i = ways - 1 - i; i > 0; i--)
		bits = _next(bits);
	return bits;
}

void fts_device_choose(struct fts_build *build, const struct fts_demand *demand,
		       uint32_t i, struct ft_request *request)
{
	const struct fts_devices *devices = &build->cycle->devices;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	uint32_t bits;
	int64_t *amount;

	if (!demand->device_use || demand->unknown)
		return;
	amount = fts_build_amounts(build);
	if (!amount || !request->per_node)
		return;
	memcpy(amount, request->per_node, size);
	bits = demand->device_use == FTS_DEVICE_SHARES
		       ? UINT32_C(1) << i
		       : _choice(devices->count, _wanted(demand, request), i);
	for (uint32_t d = 0; d < devices->count; d++)
		if (bits & UINT32_C(1) << d)
			_hold(devices, d,
			      demand->device_use == FTS_DEVICE_SHARES
				      ? amount[demand->device_kind]
				      : 0,
			      amount);
	if (demand->device_use == FTS_DEVICE_SHARES && devices->single)
		fts_build_add_mark(build, request, _mark(devices), i + 1);
	request->per_node = fts_build_same(build, amount, size);
}

/* Is it a device that the job may not see? */
static bool _foreign(const struct fts_devices *devices, const int64_t *amount,
		     int64_t device)
{
	return device >= 0 && device < devices->count &&
	       !amount[devices->first + device];
}

static void _hide_counts(struct fts_hidden *hidden,
			 const struct fts_devices *devices,
			 const gres_node_state_t *state, const int64_t *amount)
{
	for (uint16_t t = 0; state && t < state->topo_cnt; t++) {
		uint64_t *allocated = &state->topo_gres_cnt_alloc[t];
		uint64_t available = state->topo_gres_cnt_avail[t];

		if (_foreign(devices, amount, _device(state, t)) &&
		    *allocated < available)
			fts_hide_count(hidden, allocated,
				       available - *allocated);
	}
}

/* GPUs without type or cores have no counts of their own. */
static void _hide_bits(struct fts_hidden *hidden,
		       const struct fts_devices *devices,
		       const gres_node_state_t *state, const int64_t *amount)
{
	bitstr_t *bits = state ? state->gres_bit_alloc : NULL;

	for (int64_t d = 0; bits && d < bit_size(bits); d++)
		if (_foreign(devices, amount, d))
			fts_hide_bit(hidden, bits, d);
}

/* Has the job any device of its own, so that others are to be hidden? */
static bool _planned(const struct fts_devices *devices, const int64_t *amount)
{
	for (uint32_t d = 0; amount && d < devices->count; d++)
		if (amount[devices->first + d])
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

		if (!node || !_planned(devices, share->amount))
			continue;
		_hide_counts(hidden, devices,
			     fts_hide_state(node, devices->gpu), share->amount);
		_hide_bits(hidden, devices, fts_hide_state(node, devices->gpu),
			   share->amount);
		_hide_counts(hidden, devices,
			     fts_hide_state(node, devices->shared),
			     share->amount);
	}
	return !hidden->failed;
}
