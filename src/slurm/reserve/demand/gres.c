/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_demand_gres - the GRES that a job asks for, and what comes with them.
 *
 * GRES are counted by node, by task, or for the whole job; a typed one counts
 * as one of its name as well.  Each may bring CPUs and memory, as the job asks
 * or as DefCpuPerGPU and DefMemPerGPU say; a node's CPUs are then the larger
 * of what its tasks and what its GRES need, and its memory is that of the GRES
 * alone; of a job that asks for memory itself it must be free, and is not given
 * out.  Refuses: GRES of a socket where it cannot be planned on sockets
 * (resource/socket_gpu.h), and any types of two GRES (resource/gres_type.h).
 */
#include "slurm/reserve/demand/demand.h"

#include "slurm/common/given.h"
#include "slurm/reserve/resource/shared_gpu.h"

/* Whatever a user may have written. */
static void _add_gres(int64_t *sum, uint64_t count, uint64_t times)
{
	*sum = ft_amount_sum(*sum, ft_amount_product(ft_amount_of(count),
						     ft_amount_of(times)));
}

/* Leaves only nodes that have at least that much. */
static void _require(const struct fts_build *build, struct ft_node_set *set,
		     uint32_t resource, int64_t amount)
{
	const struct ft_snapshot *snapshot = build->snapshot;

	for (uint32_t i = ft_node_set_next(set, 0); i < set->size;
	     i = ft_node_set_next(set, i + 1))
		if (snapshot->capacity[(size_t) i * snapshot->resource_count +
				       resource] < amount)
			ft_node_set_drop(set, i);
}

/* A default of the partition, or else of slurm.conf; 0: none. */
static uint64_t _default(fts_list_t list, uint16_t type)
{
	fts_list_iterator_t iterator;
	const job_defaults_t *found;
	uint64_t value = NO_VAL64;

	if (!list)
		return value;
	iterator = list_iterator_create(list);
	while ((found = list_next(iterator)))
		if (found->type == type)
			value = found->value;
	list_iterator_destroy(iterator);
	return value;
}

static uint64_t _default_of(const job_record_t *job, uint16_t type)
{
	uint64_t value = _default(job->part_ptr->job_defaults_list, type);

	if (value == NO_VAL64)
		value = _default(slurm_conf.job_defaults_list, type);
	return value == NO_VAL64 ? 0 : value;
}

/* One of the ways to count, of what comes with a GRES: times the GRES. */
static int64_t _gres_times(uint64_t count, uint64_t each)
{
	return count > INT32_MAX || each > INT32_MAX
		       ? INT32_MAX
		       : ft_amount_of(count * each);
}

static void _bring_cpus(const job_record_t *job, const gres_job_state_t *state,
			bool gpu, struct fts_demand *demand)
{
	uint64_t each = state->cpus_per_gres;

	if (!each && gpu && job->details->orig_cpus_per_task == NO_VAL16 &&
	    !fts_given16(state->ntasks_per_gres)) {
		each = _default_of(job, JOB_DEF_CPU_PER_GPU);
		demand->gres_sets_cpus |= each && state->gres_per_task;
	}
	demand->gres_asks_cpus |= state->cpus_per_gres != 0;
	if (state->gres_per_node)
		demand->gres_cpus_node +=
			_gres_times(state->gres_per_node, each);
	else if (state->gres_per_task)
		demand->gres_cpus_task +=
			_gres_times(state->gres_per_task, each);
	else
		demand->gres_cpus_job += _gres_times(state->gres_per_job, each);
}

/*
 * Beside memory that the job asks for itself that of its GRES is not given out,
 * but cons_tres counts no more GRES on a node than go with its free memory, for
 * each of their names and types by itself.
 */
static void _want_memory(const gres_job_state_t *state, uint64_t each,
			 struct fts_demand *demand)
{
	int64_t *want = &demand->want_memory_job;
	int64_t memory = _gres_times(state->gres_per_job, each);

	if (state->gres_per_node) {
		want = &demand->want_memory_node;
		memory = _gres_times(state->gres_per_node, each);
	} else if (state->gres_per_task) {
		want = &demand->want_memory_task;
		memory = _gres_times(state->gres_per_task, each);
	}
	*want = MAX(*want, memory);
}

static void _bring_memory(const job_record_t *job,
			  const gres_job_state_t *state, bool gpu,
			  struct fts_demand *demand)
{
	uint64_t each = state->mem_per_gres;

	if (!each && gpu)
		each = _default_of(job, JOB_DEF_MEM_PER_GPU);
	if (!each)
		return;
	if (job->bit_flags & JOB_MEM_SET) {
		_want_memory(state, each, demand);
		return;
	}
	demand->gres_memory = true;
	if (state->gres_per_node)
		_add_gres(&demand->per_node[FT_MEMORY], state->gres_per_node,
			  each);
	else if (state->gres_per_task)
		_add_gres(&demand->per_task[FT_MEMORY], state->gres_per_task,
			  each);
	else
		_add_gres(&demand->per_job[FT_MEMORY], state->gres_per_job,
			  each);
}

int64_t fts_demand_gres_cpus(const struct fts_demand *demand, uint32_t tasks,
			     bool alone)
{
	int64_t cpus = demand->gres_cpus_node;

	cpus += fts_demand_product(demand->gres_cpus_task, tasks);
	return cpus + (alone ? demand->gres_cpus_job : 0);
}

static void _spread_gres(const struct fts_build *build,
			 struct fts_demand *demand, struct ft_node_set *nodes,
			 uint32_t kind, const gres_job_state_t *state,
			 const multi_core_data_t *layout)
{
	uint32_t sockets = 1;

	if (state->gres_per_node)
		_add_gres(&demand->per_node[kind], state->gres_per_node, 1);
	else if (state->gres_per_task)
		_add_gres(&demand->per_task[kind], state->gres_per_task, 1);
	else if (state->gres_per_socket) {
		if (layout && fts_given16(layout->sockets_per_node))
			sockets = layout->sockets_per_node;
		_add_gres(&demand->per_node[kind], state->gres_per_socket,
			  sockets);
		demand->bound_each = ft_amount_of(state->gres_per_socket);
		if (!demand->binds)
			fts_demand_refuse(demand, "GRES of its sockets");
		demand->gres_sockets = sockets;
		/* slurmctld starts it where only some of them have any. */
		if (sockets > 1 && !demand->partial)
			demand->partial = "GRES of fewer of its sockets";
	} else if (state->gres_per_job) {
		_add_gres(&demand->per_job[kind], state->gres_per_job, 1);
		demand->counts_per_job = true;
		_require(build, nodes, kind, 1);
	}
}

/* GRES of which nodes need not give the same number. */
static void _note_total(uint32_t plugin_id, uint32_t kind,
			const gres_job_state_t *state,
			struct fts_demand *demand)
{
	if (state->gres_per_node)
		return;
	if (state->gres_per_task) {
		demand->task_kinds++;
		demand->task_kind = kind;
		demand->task_plugin = plugin_id;
	} else if (state->gres_per_job && !state->gres_per_socket) {
		demand->job_kinds++;
		demand->job_kind = kind;
		demand->job_plugin = plugin_id;
		demand->job_gres = ft_amount_of(state->gres_per_job);
	}
}

/* Any of several types. */
static void _note_any(uint32_t plugin_id, struct fts_demand *demand)
{
	if (demand->any_plugin)
		fts_demand_refuse(demand, "any types of two GRES");
	demand->any_plugin = plugin_id;
}

void fts_demand_gres(const struct fts_build *build, const job_record_t *job,
		     struct fts_demand *demand, struct ft_node_set *nodes)
{
	fts_list_iterator_t iterator;
	uint32_t gpu = gres_build_id("gpu");
	gres_state_t *gres;

	if (!job->gres_list_req)
		return;
	iterator = list_iterator_create(job->gres_list_req);
	while ((gres = list_next(iterator))) {
		gres_job_state_t *state = gres->gres_data;
		uint32_t any = fts_build_kind(build, gres->plugin_id, 0);
		uint32_t typed = FT_NO_INDEX;

		if (any == FT_NO_INDEX) { /* no node has it */
			ft_node_set_clear(nodes);
			continue;
		}
		if (state->type_name)
			typed = fts_build_kind(build, gres->plugin_id,
					       state->type_id);
		if (state->type_name && typed == FT_NO_INDEX)
			ft_node_set_clear(nodes);
		if (build->kind[any - FT_FIRST_GRES].no_consume ||
		    (state->flags & FTS_GRES_NO_CONSUME)) {
			_require(build, nodes,
				 typed != FT_NO_INDEX ? typed : any, 1);
			continue;
		}
		fts_demand_note_device(build, any, state, demand);
		demand->bound_kind = any;
		if (build->kind[any - FT_FIRST_GRES].mixed &&
		    !build->kind[any - FT_FIRST_GRES].shared &&
		    !state->type_name)
			_note_any(gres->plugin_id, demand);
		_note_total(gres->plugin_id, any, state, demand);
		_bring_cpus(job, state, gres->plugin_id == gpu, demand);
		_bring_memory(job, state, gres->plugin_id == gpu, demand);
		_spread_gres(build, demand, nodes, any, state,
			     job->details->mc_ptr);
		if (typed != FT_NO_INDEX)
			_spread_gres(build, demand, nodes, typed, state,
				     job->details->mc_ptr);
	}
	list_iterator_destroy(iterator);
}
