/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/socket_gpu.h.
 */
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/resource/dimension.h"

#include "src/common/job_resources.h"

#include "core/timeline/shape.h"
#include "slurm/common/given.h"
#include "slurm/reserve/resource/exclusive.h"

enum {
	SOCKETS_MAX = 8, /* of a node; with more, jobs have whole nodes */
	CHOICES_MAX = 28,
	DEVICES_MAX = 1024,
};

/* Tags of the mark. */
enum { BOUND = 1, LOOSE };

static uint32_t _socket_column(const struct fts_bound *bound, uint32_t socket)
{
	return bound->first + socket;
}

static uint32_t _gpus_of(const struct fts_bound *bound, uint32_t socket)
{
	return bound->first + bound->count + socket;
}

static uint32_t _socket_mark(const struct fts_bound *bound)
{
	return bound->first + 2 * bound->count;
}

/* The socket that all cores near to the device are on; -1: none or several. */
static int64_t _near_socket(const node_record_t *node, bitstr_t *cores)
{
	int64_t first, last;

	if (!cores || !node->cores || bit_size(cores) != node->tot_cores)
		return -1;
	first = bit_ffs(cores);
	last = bit_fls(cores);
	if (first < 0 || node->tot_sockets < 2 ||
	    first / node->cores != last / node->cores)
		return -1;
	return first / node->cores;
}

/*
 * Devices of a node that slurmctld knew before its start and has not heard of
 * since: they are taken to be dealt out to the sockets in order, or each
 * restart would withdraw promises.  0: no such node.
 */
static uint64_t _guessed(const node_record_t *node,
			 const gres_node_state_t *state)
{
	if (state->topo_cnt || state->gres_cnt_found != NO_VAL64 ||
	    !node->last_response || bit_test(FTS_POWERED_DOWN, node->index))
		return 0;
	return MIN(state->gres_cnt_avail, DEVICES_MAX);
}

/* The socket of a device. */
static int64_t _socket(const node_record_t *node,
		       const gres_node_state_t *state, int64_t device)
{
	int64_t guessed = (int64_t) _guessed(node, state);

	if (guessed)
		return MIN(device, guessed - 1) * node->tot_sockets / guessed;
	for (uint16_t t = 0; t < state->topo_cnt; t++) {
		bitstr_t *bits = state->topo_gres_bitmap
					 ? state->topo_gres_bitmap[t]
					 : NULL;

		if (bits && device < bit_size(bits) && bit_test(bits, device))
			return state->topo_core_bitmap
				       ? _near_socket(
						 node,
						 state->topo_core_bitmap[t])
				       : -1;
	}
	return -1;
}

static int64_t _devices(const node_record_t *node,
			const gres_node_state_t *state)
{
	return state->topo_cnt ? bit_size(state->gres_bit_alloc)
			       : (int64_t) _guessed(node, state);
}

/* Has it GPUs, each of one socket? */
static bool _has_bound(const node_record_t *node,
		       const gres_node_state_t *state)
{
	if (state && _guessed(node, state))
		return node->tot_sockets > 1;
	if (!state || !state->topo_cnt || !state->topo_core_bitmap ||
	    !state->topo_gres_bitmap || !state->gres_bit_alloc)
		return false;
	for (uint16_t t = 0; t < state->topo_cnt; t++)
		if (!state->topo_gres_bitmap[t] ||
		    _near_socket(node, state->topo_core_bitmap[t]) < 0)
			return false;
	return true;
}

static uint32_t _bound_columns(struct fts_build *build, uint32_t count)
{
	struct fts_bound *bound = &build->cycle->bound;

	*bound = (struct fts_bound){.gpu = gres_build_id("gpu")};
	if (!build->marks->bound || build->linear || build->sockets ||
	    build->slices.count || build->rows.resources ||
	    build->cycle->devices.count)
		return count;
	for (int i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (node && node->tot_sockets > bound->count &&
		    node->tot_sockets <= SOCKETS_MAX &&
		    _has_bound(node, fts_hide_state(node, bound->gpu)))
			bound->count = node->tot_sockets;
	}
	if (!bound->count)
		return count;
	bound->first = count;
	return count + 2 * bound->count + FT_MARK_SIZE;
}

static void _set_gpus(const struct fts_bound *bound, const node_record_t *node,
		      const gres_node_state_t *state, int64_t *capacity)
{
	for (int64_t d = 0; d < _devices(node, state); d++) {
		int64_t socket = _socket(node, state, d);

		if (socket >= 0)
			capacity[_gpus_of(bound, (uint32_t) socket)]++;
	}
}

static void _set_cores(const struct fts_bound *bound, const node_record_t *node,
		       int64_t *capacity)
{
	for (int64_t i = 0; i < node->tot_cores; i++)
		if (!node->node_spec_bitmap ||
		    bit_test(node->node_spec_bitmap, i))
			capacity[_socket_column(
				bound, (uint32_t) (i / node->cores))]++;
}

static void _bound_capacity(struct fts_build *build, const node_record_t *node,
			    int64_t *capacity)
{
	const struct fts_bound *bound = &build->cycle->bound;
	const gres_node_state_t *state;

	for (uint32_t i = 0; bound->count && i < FT_MARK_SIZE; i++)
		capacity[_socket_mark(bound) + i] = FTS_MARK_PLENTY;
	if (!bound->count || node->tot_sockets > bound->count || !node->cores)
		return;
	state = fts_hide_state(node, bound->gpu);
	if (!_has_bound(node, state))
		return;
	_set_gpus(bound, node, state, capacity);
	_set_cores(bound, node, capacity);
	if (!build->bound_nodes)
		build->bound_nodes = ft_snapshot_set(build->snapshot);
	if (build->bound_nodes)
		ft_node_set_add(build->bound_nodes, node->index);
	else
		build->failed = true;
}

/* GPUs of the job's n-th node, by their sockets. */
static void _hold_socket_gpus(const struct fts_bound *bound,
			      const job_record_t *job, uint32_t n,
			      const node_record_t *node, int64_t *amount)
{
	const gres_node_state_t *state = fts_hide_state(node, bound->gpu);
	uint32_t id = bound->gpu;
	const gres_job_state_t *held;
	gres_state_t *gres;
	bitstr_t *bits;

	if (!state || !job->gres_list_alloc)
		return;
	gres = list_find_first(job->gres_list_alloc, gres_find_id, &id);
	held = gres ? gres->gres_data : NULL;
	bits = held && n < held->node_cnt && held->gres_bit_alloc
		       ? held->gres_bit_alloc[n]
		       : NULL;
	for (int64_t d = 0; bits && d < bit_size(bits); d++) {
		int64_t socket =
			bit_test(bits, d) ? _socket(node, state, d) : -1;

		if (socket >= 0)
			amount[_gpus_of(bound, (uint32_t) socket)]++;
	}
}

static void _bound_held(struct fts_build *build, struct fts_held *held)
{
	const struct fts_bound *bound = &build->cycle->bound;
	const node_record_t *record = node_record_table_ptr[held->node];
	bitstr_t *cores = held->job->job_resrcs->core_bitmap;
	int64_t first = held->first, *amount = held->amount;

	if (!bound->count || !build->bound_nodes || !record ||
	    !ft_node_set_has(build->bound_nodes, held->node))
		return;
	for (int64_t i = 0; i < record->tot_cores; i++)
		if (first + i < bit_size(cores) && bit_test(cores, first + i))
			amount[_socket_column(
				bound, (uint32_t) (i / record->cores))]++;
	_hold_socket_gpus(bound, held->job, held->n, record, amount);
}

/* The only GRES that it asks for; NULL: none, or several. */
static const gres_state_t *_only_gres(const job_record_t *job)
{
	if (!job->gres_list_req || list_count(job->gres_list_req) != 1)
		return NULL;
	return list_peek(job->gres_list_req);
}

bool fts_build_binds(const struct fts_build *build, const job_record_t *job)
{
	const gres_state_t *gres = _only_gres(job);
	const multi_core_data_t *layout = job->details->mc_ptr;
	const gres_job_state_t *state;
	uint32_t kind;

	if (!build->cycle->bound.count || !gres || !fts_job_binds(job) ||
	    gres->plugin_id != build->cycle->bound.gpu)
		return false;
	state = gres->gres_data;
	if (state->gres_per_socket &&
	    (state->gres_per_node || state->gres_per_task ||
	     state->gres_per_job))
		return false;
	kind = fts_build_kind(build, gres->plugin_id, 0);
	if (kind == FT_NO_INDEX || build->kind[kind - FT_FIRST_GRES].mixed ||
	    build->kind[kind - FT_FIRST_GRES].no_consume)
		return false;
	return !layout || state->gres_per_socket ||
	       !fts_given16(layout->sockets_per_node);
}

uint32_t fts_bound_most(const struct fts_demand *demand)
{
	return demand->binds ? CHOICES_MAX : 1;
}

/* What a node gives, and to how many sockets. */
struct task {
	int64_t cores, gpus; /* 0 cores: they vary, one socket only */
	int64_t each;	     /* GPUs that each socket gives; 0: any number */
	uint32_t sockets;    /* of the node */
	int64_t most_gpus, most_cores; /* of one socket */
};

/* GPUs and cores of each socket. */
struct split {
	int64_t gpus[SOCKETS_MAX], cores[SOCKETS_MAX];
};

struct splits {
	uint32_t count;
	struct split split[CHOICES_MAX];
};

/*
 * A core for each socket in use, and the others to where there are fewest for
 * the GPUs.  False if they cannot be had.
 */
static bool _deal_cores(const struct task *task, struct split *split)
{
	int64_t left = task->cores;

	for (uint32_t s = 0; s < task->sockets; s++) {
		split->cores[s] = split->gpus[s] ? 1 : 0;
		left -= split->cores[s];
	}
	for (; left > 0; left--) {
		int64_t best = -1;

		for (uint32_t s = 0; s < task->sockets; s++)
			if (split->gpus[s] &&
			    split->cores[s] < task->most_cores &&
			    (best < 0 ||
			     split->cores[s] * split->gpus[best] <
				     split->cores[best] * split->gpus[s]))
				best = s;
		if (best < 0)
			return false;
		split->cores[best]++;
	}
	return left == 0;
}

static void _add_split(const struct task *task, const int64_t *gpus,
		       struct splits *splits)
{
	struct split *split = &splits->split[splits->count];

	memcpy(split->gpus, gpus, sizeof(split->gpus));
	memset(split->cores, 0, sizeof(split->cores));
	if (!task->cores || _deal_cores(task, split))
		splits->count++;
}

/* All ways to have so many GPUs on so many sockets from that socket on. */
static void _deal_gpus(const struct task *task, uint32_t socket, uint32_t used,
		       int64_t left, int64_t *gpus, struct splits *splits)
{
	int64_t most = MIN(left - (int64_t) used + 1, task->most_gpus);

	if (splits->count == CHOICES_MAX)
		return;
	if (!used || socket == task->sockets) {
		if (!used && !left)
			_add_split(task, gpus, splits);
		return;
	}
	for (int64_t some = most; some > 0; some--) {
		if (task->each && some != task->each)
			continue;
		gpus[socket] = some;
		_deal_gpus(task, socket + 1, used - 1, left - some, gpus,
			   splits);
	}
	gpus[socket] = 0;
	_deal_gpus(task, socket + 1, used, left, gpus, splits);
}

/* Few sockets first. */
static void _list_splits(const struct task *task, struct splits *splits)
{
	uint32_t most = task->cores ? task->sockets : 1;

	for (uint32_t used = 1; used <= most; used++) {
		int64_t gpus[SOCKETS_MAX] = {0};

		if (!task->cores || task->cores >= used)
			_deal_gpus(task, 0, used, task->gpus, gpus, splits);
	}
}

static int64_t _socket_largest(const struct fts_demand *demand, uint32_t first,
			       uint32_t count)
{
	int64_t most = 0;

	for (uint32_t s = 0; s < count; s++)
		most = MAX(most, demand->survey->most[first + s]);
	return most;
}

static struct task _task(const struct fts_build *build,
			 const struct fts_demand *demand,
			 const struct ft_request *request)
{
	const struct fts_bound *bound = &build->cycle->bound;
	const struct fts_survey *survey = demand->survey;
	uint32_t count = build->snapshot->resource_count;
	int64_t amount[count];
	struct task task = {
		.sockets = bound->count,
		.each = demand->bound_each,
		.most_gpus = _socket_largest(demand, _gpus_of(bound, 0),
					     bound->count),
		.most_cores = _socket_largest(demand, _socket_column(bound, 0),
					      bound->count),
	};

	ft_shape_cost(request, count, survey->most_threads,
		      request->min_tasks_node, amount);
	task.gpus = amount[demand->bound_kind];
	if (request->min_tasks_node == request->max_tasks_node &&
	    survey->least_threads == survey->most_threads)
		task.cores = amount[FT_CORES];
	return task;
}

/* All cores and GPUs of one socket, however many they are. */
static void _take_socket(const struct fts_bound *bound, uint32_t kind,
			 uint32_t socket, const struct ft_request *request,
			 int64_t *per_node, int64_t *per_task,
			 int64_t *per_core)
{
	uint32_t gpus = _gpus_of(bound, socket);

	per_core[_socket_column(bound, socket)] = 1;
	per_node[gpus] = request->per_node ? request->per_node[kind] : 0;
	per_task[gpus] = request->per_task ? request->per_task[kind] : 0;
}

static void _take_split(const struct fts_bound *bound,
			const struct split *split, int64_t *per_node)
{
	for (uint32_t s = 0; s < bound->count; s++) {
		per_node[_socket_column(bound, s)] = split->cores[s];
		per_node[_gpus_of(bound, s)] = split->gpus[s];
	}
}

static int64_t *_copy_socket(struct fts_build *build, const int64_t *amount)
{
	int64_t *copy = fts_build_amounts(build);

	if (copy && amount)
		memcpy(copy, amount,
		       build->snapshot->resource_count * sizeof(*copy));
	return copy;
}

static uint32_t _used_socket(const struct split *split, uint32_t *ret_socket)
{
	uint32_t used = 0;

	for (uint32_t s = SOCKETS_MAX; s-- > 0;) {
		if (!split->gpus[s])
			continue;
		*ret_socket = s;
		used++;
	}
	return used;
}

/* The request on those sockets. */
static struct ft_request _choose_socket(struct fts_build *build,
					const struct fts_demand *demand,
					const struct ft_request *request,
					const struct split *split)
{
	const struct fts_bound *bound = &build->cycle->bound;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_node = _copy_socket(build, request->per_node);
	int64_t *per_task = _copy_socket(build, request->per_task);
	int64_t *per_core = _copy_socket(build, request->per_core);
	struct ft_request choice = *request;
	uint32_t socket = 0;

	if (!per_node || !per_task || !per_core)
		return choice;
	if (_used_socket(split, &socket) == 1)
		_take_socket(bound, demand->bound_kind, socket, request,
			     per_node, per_task, per_core);
	else
		_take_split(bound, split, per_node);
	fts_mark_wear(per_node, _socket_mark(bound), BOUND);
	choice.per_node = fts_build_same(build, per_node, size);
	choice.per_task = fts_build_same(build, per_task, size);
	choice.per_core = fts_build_same(build, per_core, size);
	fts_build_add_mark(build, &choice, _socket_mark(&build->cycle->bound),
			   BOUND);
	return choice;
}

uint32_t fts_bound_choices(struct fts_build *build,
			   const struct fts_demand *demand,
			   const struct ft_request *request,
			   struct ft_request *choice)
{
	struct task task = _task(build, demand, request);
	struct splits splits = {0};

	_list_splits(&task, &splits);
	for (uint32_t i = 0; i < splits.count; i++)
		choice[i] = _choose_socket(build, demand, request,
					   &splits.split[i]);
	return splits.count;
}

bool fts_bound_avoid(struct fts_build *build, struct ft_request *request)
{
	const struct fts_bound *bound = &build->cycle->bound;
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_node;

	if (!build->bound_nodes || request->exclusive ||
	    !ft_node_set_overlap(request->eligible, build->bound_nodes))
		return false;
	per_node = _copy_socket(build, request->per_node);
	if (!per_node)
		return false;
	fts_mark_wear(per_node, _socket_mark(bound), LOOSE);
	request->per_node = fts_build_same(build, per_node, size);
	fts_build_add_mark(build, request, _socket_mark(bound), LOOSE);
	return true;
}

bool fts_bound_told(const struct fts_cycle *cycle,
		    const struct ft_placement *placement)
{
	for (uint32_t s = 0; s < placement->share_count; s++) {
		const node_record_t *node =
			node_record_table_ptr[placement->share[s].node];
		const gres_node_state_t *state =
			node ? fts_hide_state(node, cycle->bound.gpu) : NULL;

		if (state && _guessed(node, state))
			return false;
	}
	return true;
}

uint32_t fts_bound_cores(const struct fts_cycle *cycle,
			 const struct ft_share *share, uint32_t socket)
{
	const struct fts_bound *bound = &cycle->bound;

	return socket < bound->count
		       ? (uint32_t) share->amount[_socket_column(bound, socket)]
		       : 0;
}

/* Hides one device that is free. */
static void _hide_socket(struct fts_hidden *hidden,
			 const gres_node_state_t *state, int64_t device)
{
	for (uint16_t t = 0; t < state->topo_cnt; t++)
		if (bit_test(state->topo_gres_bitmap[t], device))
			fts_hide_count(hidden, &state->topo_gres_cnt_alloc[t],
				       1);
	fts_hide_bit(hidden, state->gres_bit_alloc, device);
}

static bool _hide_others(struct fts_hidden *hidden,
			 const struct fts_bound *bound,
			 const node_record_t *node, const int64_t *amount)
{
	const gres_node_state_t *state = fts_hide_state(node, bound->gpu);
	int64_t left[SOCKETS_MAX], short_of = 0;

	if (!_has_bound(node, state) || !state->topo_cnt ||
	    node->tot_sockets > bound->count)
		return false;
	for (uint32_t s = 0; s < bound->count; s++)
		short_of += left[s] = amount[_gpus_of(bound, s)];
	for (int64_t d = 0; d < bit_size(state->gres_bit_alloc); d++) {
		int64_t socket = _socket(node, state, d);

		if (bit_test(state->gres_bit_alloc, d))
			continue;
		if (socket >= 0 && left[socket]) {
			left[socket]--;
			short_of--;
		} else {
			_hide_socket(hidden, state, d);
		}
	}
	return !short_of;
}

static bool _show_sockets(struct fts_hidden *hidden,
			  const struct fts_cycle *cycle,
			  const struct fts_manner *manner,
			  const struct ft_placement *placement)
{
	if (!manner->bound)
		return true;
	for (uint32_t s = 0; s < placement->share_count; s++) {
		const struct ft_share *share = &placement->share[s];
		const node_record_t *node = node_record_table_ptr[share->node];

		if (!node ||
		    !_hide_others(hidden, &cycle->bound, node, share->amount))
			return false;
	}
	return !hidden->failed;
}

const struct fts_dimension fts_socket_gpu = {
	.columns = _bound_columns,
	.capacity = _bound_capacity,
	.held = _bound_held,
	.show = _show_sockets,
	.choice = true,
};
