/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_way.h.
 */
#include "ft_config.h"

#include "sfair/answer/when_way.h"

#include <string.h>

#include "core/base/arena.h"
#include "slurm/common/compat_client.h"

/* What one node takes of a GRES, if the job has so many nodes. */
struct each {
	int64_t node, task;
};

struct builder {
	const struct sfair_when_case *one;
	struct ft_request *request;
	int64_t *node, *core, *task, *want; /* amounts of the request */
	int64_t nodes;			    /* of the way; 0: as asked for */
	int64_t cpus_per_task;
	uint32_t threads; /* of a core */
	struct each gpus;
};

static int64_t _parts_of(int64_t amount, int64_t parts)
{
	return (amount + parts - 1) / parts;
}

static int64_t _greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* -- defaults of the configuration */

/* DefCpuPerGPU or DefMemPerGPU; 0: there is none. */
static int64_t _gpu_default(const struct builder *builder, uint16_t type)
{
	const fts_list_t lists[] = {
		builder->one->partition->job_defaults_list,
		builder->one->scene->conf->job_defaults_list,
	};
	int64_t found = 0;

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists) && !found; i++) {
		fts_list_iterator_t at =
			lists[i] ? slurm_list_iterator_create(lists[i]) : NULL;
		const job_defaults_t *value;

		while (at && (value = slurm_list_next(at)))
			if (value->type == type)
				found = (int64_t) value->value;
		if (at)
			slurm_list_iterator_destroy(at);
	}
	return found;
}

/* MB of a node or of a CPU that a job has without a word. */
static void _default_memory(const struct builder *builder, int64_t *node,
			    int64_t *cpu)
{
	uint64_t memory = builder->one->partition->def_mem_per_cpu;

	if (!memory || memory == NO_VAL64 || memory == INFINITE64)
		memory = builder->one->scene->conf->def_mem_per_cpu;
	if (memory == NO_VAL64 || memory == INFINITE64)
		memory = 0;
	if (memory & MEM_PER_CPU)
		*cpu = (int64_t) (memory & ~MEM_PER_CPU);
	else
		*node = (int64_t) memory;
}

/* MaxMemPerCPU; 0: there is none. */
static int64_t _most_memory(const struct builder *builder)
{
	uint64_t most = builder->one->partition->max_mem_per_cpu;

	if (!most)
		most = builder->one->scene->conf->max_mem_per_cpu;
	return most & MEM_PER_CPU ? (int64_t) (most & ~MEM_PER_CPU) : 0;
}

/* -- amounts ----------------------------------------------------------------
 */

/* The resources that a GRES is counted as.  0 or -1 with err. */
static int _gres_resources(const struct builder *builder,
			   const struct sfair_when_gres *gres,
			   uint32_t resource[2], struct ft_err *err)
{
	const struct ft_outlook *outlook = builder->one->outlook;
	const char *const names[] = {gres->kind, gres->typed};

	for (int i = 0; i < 2; i++) {
		resource[i] = FT_NO_INDEX;
		if (!*names[i])
			continue;
		resource[i] = ft_outlook_resource(outlook, names[i]);
		if (resource[i] == FT_NO_INDEX)
			return ft_fail(err, -1,
				       "no node has %s: sinfo -o \"%%N %%G\" "
				       "shows what they have",
				       names[i] + strlen("gres/"));
	}
	return 0;
}

static void _add_amount(struct builder *builder,
			const struct sfair_when_gres *gres, uint32_t resource)
{
	const struct sfair_when_request *asked = builder->one->asked;
	int64_t sockets = asked->sockets ? asked->sockets : 1;

	switch (gres->per) {
	case SFAIR_PER_NODE:
		builder->node[resource] += gres->count;
		break;
	case SFAIR_PER_SOCKET:
		builder->node[resource] += gres->count * sockets;
		break;
	case SFAIR_PER_TASK:
		builder->task[resource] += gres->count;
		break;
	case SFAIR_PER_JOB:
		builder->node[resource] +=
			_parts_of(gres->count, builder->nodes);
		break;
	}
}

static int _ask_gres(struct builder *builder, struct ft_err *err)
{
	const struct sfair_when_request *asked = builder->one->asked;
	uint32_t gpu = ft_outlook_resource(builder->one->outlook, "gres/gpu");

	for (uint32_t i = 0; i < asked->gres_count; i++) {
		uint32_t resource[2];

		if (_gres_resources(builder, &asked->gres[i], resource, err))
			return -1;
		for (int r = 0; r < 2; r++)
			if (resource[r] != FT_NO_INDEX)
				_add_amount(builder, &asked->gres[i],
					    resource[r]);
	}
	if (gpu != FT_NO_INDEX)
		builder->gpus =
			(struct each){builder->node[gpu], builder->task[gpu]};
	return 0;
}

/*
 * CPUs of a task: as many as it asks for, more if it may use some threads of
 * its cores only, or if its memory is more than its CPUs may have.
 */
static void _ask_cpus(struct builder *builder)
{
	const struct sfair_when_request *asked = builder->one->asked;
	uint16_t select = builder->one->scene->conf->select_type_param;
	int64_t threads = builder->threads, most = _most_memory(builder);
	int64_t cpus = asked->cpus_per_task ? asked->cpus_per_task : 1;
	int64_t each = asked->cpus_per_gpu;

	if (!each && !asked->cpus_per_task)
		each = _gpu_default(builder, JOB_DEF_CPU_PER_GPU);
	cpus = _greater(cpus, each * builder->gpus.task);
	if (most && asked->memory_cpu > most)
		cpus *= _parts_of(asked->memory_cpu, most);
	if (asked->threads_used && asked->threads_used < threads)
		cpus = _parts_of(cpus, asked->threads_used) * threads;
	if (asked->tasks_per_core)
		cpus = _greater(cpus,
				_parts_of(threads, asked->tasks_per_core));
	else if (select & CR_ONE_TASK_PER_CORE)
		cpus = _greater(cpus, threads);
	builder->cpus_per_task = asked->overcommit ? 0 : cpus;
	if (asked->overcommit)
		builder->node[FT_CORES] = 1;
	/* beside what the least number of tasks has */
	builder->want[FT_CORES] = _parts_of(asked->least_cpus, threads);
	if (each && builder->gpus.node)
		builder->node[FT_CORES] = _greater(
			builder->node[FT_CORES],
			_parts_of(each * builder->gpus.node - cpus, threads));
}

static void _ask_memory(struct builder *builder)
{
	const struct sfair_when_request *asked = builder->one->asked;
	int64_t node = asked->memory_node, cpu = asked->memory_cpu;
	int64_t gpu = asked->memory_gpu, most = _most_memory(builder);

	if (!(builder->one->scene->conf->select_type_param & CR_MEMORY))
		return;
	if (gpu < 0 && node < 0 && cpu < 0 &&
	    (builder->gpus.node || builder->gpus.task))
		gpu = _gpu_default(builder, JOB_DEF_MEM_PER_GPU);
	if (gpu > 0) {
		builder->node[FT_MEMORY] = gpu * builder->gpus.node;
		builder->task[FT_MEMORY] = gpu * builder->gpus.task;
		return;
	}
	if (node < 0 && cpu < 0)
		_default_memory(builder, &node, &cpu);
	if (most && cpu > most)
		cpu = most;
	if (cpu >= 0)
		builder->core[FT_MEMORY] = cpu * builder->threads;
	else if (node > 0)
		builder->node[FT_MEMORY] = node;
	else
		builder->request->exclusive = true; /* all memory there is */
}

/* -- tasks and nodes ---------------------------------------------------------
 */

/* Sockets of the node of the set that has the fewest. */
static int64_t _least_sockets(const struct builder *builder)
{
	const node_info_msg_t *all = sfair_scene_nodes(builder->one->scene);
	const struct ft_node_set *set = builder->request->eligible;
	int64_t least = 0;

	for (uint32_t i = ft_node_set_next(set, 0);
	     all && i < set->size && i < all->record_count;
	     i = ft_node_set_next(set, i + 1))
		if (!least || all->node_array[i].sockets < least)
			least = all->node_array[i].sockets;
	return least ? least : 1;
}

static int64_t _tasks_per_node(const struct builder *builder)
{
	const struct sfair_when_request *asked = builder->one->asked;

	if (asked->tasks_per_node)
		return asked->tasks_per_node;
	if (asked->tasks_per_gpu && builder->gpus.node)
		return asked->tasks_per_gpu * builder->gpus.node;
	if (asked->tasks_per_socket && asked->tasks)
		return asked->tasks_per_socket * _least_sockets(builder);
	return 0;
}

/* How many nodes: of the way, as asked for, or as many as are named. */
static void _ask_nodes(const struct builder *builder, int64_t *nodes,
		       int64_t *most)
{
	const struct sfair_when_request *asked = builder->one->asked;
	const struct ft_node_set *required = builder->request->required;
	int64_t named = required ? ft_node_set_count(required) : 0;

	*nodes = builder->nodes ? builder->nodes : asked->min_nodes;
	*most = builder->nodes ? builder->nodes : asked->max_nodes;
	*nodes = _greater(*nodes, named);
	if (*most)
		*most = _greater(*most, *nodes);
}

static void _ask_total(struct builder *builder, int64_t nodes, int64_t most,
		       int64_t each)
{
	const struct sfair_when_request *asked = builder->one->asked;
	struct ft_request *request = builder->request;

	if (!nodes && each && !asked->tasks_per_socket)
		nodes = most = _parts_of(asked->tasks, each);
	request->tasks = (uint32_t) asked->tasks;
	request->min_tasks_node = 1;
	request->max_tasks_node = each ? (uint32_t) each : UINT32_MAX;
	request->min_nodes = (uint32_t) (nodes ? nodes : 1);
	request->max_nodes = (uint32_t) (most ? most : asked->tasks);
	if (request->max_nodes > request->tasks)
		request->max_nodes = request->tasks;
	if (request->min_nodes > request->max_nodes)
		request->min_nodes = request->max_nodes;
}

static void _ask_tasks(struct builder *builder)
{
	const struct sfair_when_request *asked = builder->one->asked;
	struct ft_request *request = builder->request;
	int64_t each = _tasks_per_node(builder), nodes, most;

	_ask_nodes(builder, &nodes, &most);
	request->cpus_per_task = (uint32_t) builder->cpus_per_task;
	if (asked->tasks &&
	    !(each && nodes && nodes == most && !asked->tasks_per_socket)) {
		_ask_total(builder, nodes, most, each);
		return;
	}
	request->min_tasks_node = (uint32_t) (each ? each : 1);
	request->max_tasks_node = request->min_tasks_node;
	request->min_nodes = (uint32_t) (nodes ? nodes : 1);
	request->max_nodes = request->min_nodes;
}

/* Of all threads the most that a node of the set has in a core. */
static uint32_t _most_threads(const struct sfair_when_case *one,
			      const struct ft_node_set *set)
{
	uint32_t most = 1;

	for (uint32_t i = ft_node_set_next(set, 0); i < set->size;
	     i = ft_node_set_next(set, i + 1))
		if (one->outlook->node[i].threads > most)
			most = one->outlook->node[i].threads;
	return most;
}

static bool _takes_whole(const struct sfair_when_case *one)
{
	const char *select = one->scene->conf->select_type;

	return one->asked->exclusive || !one->partition->max_share ||
	       one->partition->flags & PART_FLAG_EXCLUSIVE_USER ||
	       (select && !strcmp(select, "select/linear"));
}

static int64_t *_new_amounts(const struct ft_outlook *outlook)
{
	return ft_arena_alloc(outlook->arena,
			      outlook->resource_count * sizeof(int64_t));
}

/* Fills the request of a way that has so many nodes (0: as asked for). */
static int _build_way(const struct sfair_when_case *one,
		      struct ft_request *request, int64_t nodes,
		      struct ft_err *err)
{
	struct builder builder = {
		.one = one,
		.request = request,
		.node = _new_amounts(one->outlook),
		.core = _new_amounts(one->outlook),
		.task = _new_amounts(one->outlook),
		.want = _new_amounts(one->outlook),
		.nodes = nodes,
		.threads = _most_threads(one, request->eligible),
	};

	if (!builder.node || !builder.core || !builder.task || !builder.want)
		return ft_no_memory(err);
	request->exclusive = _takes_whole(one);
	request->contiguous = one->asked->contiguous;
	request->end_by = FT_NEVER; /* the caller looks at the end */
	request->not_before = one->frame.not_before;
	request->closure = one->frame.closure;
	request->closure_count = one->frame.closure_count;
	request->per_node = builder.node;
	request->per_core = builder.core;
	request->per_task = builder.task;
	request->want_node = builder.want;
	if (_ask_gres(&builder, err))
		return -1;
	_ask_cpus(&builder);
	_ask_memory(&builder);
	_ask_tasks(&builder);
	if (!sfair_when_bind(one, request))
		sfair_when_unseen(one->asked, "--segment");
	return 0;
}

/* -- ways --------------------------------------------------------------------
 */

/* The most that is asked for of any GRES for the whole job; 0: nothing. */
static int64_t _job_gres(const struct sfair_when_request *asked)
{
	int64_t most = 0;

	for (uint32_t i = 0; i < asked->gres_count; i++)
		if (asked->gres[i].per == SFAIR_PER_JOB)
			most = _greater(most, asked->gres[i].count);
	return most;
}

static int _add_request(const struct sfair_when_case *one,
			struct sfair_when_ways *ways, struct ft_node_set *set,
			const struct ft_node_set *required, int64_t limit,
			int64_t nodes, struct ft_err *err)
{
	struct ft_request *request = &ways->request[ways->count];

	if (ways->count == SFAIR_WHEN_WAYS)
		return 0;
	*request = (struct ft_request){
		.duration = limit, .eligible = set, .required = required};
	ways->count++;
	if (_build_way(one, request, nodes, err))
		return -1;
	if (ways->count < SFAIR_WHEN_WAYS &&
	    sfair_when_late(one, request, &ways->request[ways->count]))
		ways->count++;
	return 0;
}

/* One for each number of nodes over which GRES of the job can be spread. */
static int _spread_ways(const struct sfair_when_case *one,
			struct sfair_when_ways *ways, struct ft_node_set *set,
			const struct ft_node_set *required, int64_t limit,
			struct ft_err *err)
{
	const struct sfair_when_request *asked = one->asked;
	int64_t total = _job_gres(asked);
	int64_t least = asked->min_nodes ? asked->min_nodes : 1;
	int64_t most = asked->max_nodes ? asked->max_nodes : total;
	int rc = 0;

	if (!total)
		return _add_request(one, ways, set, required, limit, 0, err);
	if (!asked->max_nodes && asked->tasks && most > asked->tasks)
		most = asked->tasks;
	if (most < least)
		most = least;
	for (int64_t nodes = least; nodes <= most && !rc; nodes++)
		/* not where fewer nodes with as much each would do */
		if (nodes == least ||
		    _parts_of(total, nodes) < _parts_of(total, nodes - 1))
			rc = _add_request(one, ways, set, required, limit,
					  nodes, err);
	return rc;
}

static int _judge_partition(const struct sfair_when_case *one, int64_t limit,
			    struct ft_err *err)
{
	const partition_info_t *partition = one->partition;
	int64_t nodes = one->asked->min_nodes;

	if (partition->max_time != INFINITE &&
	    limit > 60 * (int64_t) partition->max_time)
		return ft_fail(err, -1,
			       "partition %s takes no limit that is longer "
			       "than %u minutes: give --time, or another "
			       "partition",
			       partition->name,
			       (unsigned int) partition->max_time);
	if (nodes > partition->max_nodes)
		return ft_fail(err, -1,
			       "partition %s takes no job of more than %u "
			       "nodes: give fewer, or another partition",
			       partition->name,
			       (unsigned int) partition->max_nodes);
	return 0;
}

int sfair_when_ways(const struct sfair_when_case *one, int64_t limit,
		    struct sfair_when_ways *ways, struct ft_err *err)
{
	struct ft_node_set *set[SFAIR_WHEN_SETS];
	int count;

	ways->count = 0;
	if (_judge_partition(one, limit, err))
		return -1;
	count = sfair_when_sets(one, set, err);
	for (int i = 0; i < count; i++) {
		const struct ft_node_set *required;

		if (one->frame.nodes)
			ft_node_set_and(set[i], one->frame.nodes);
		if (sfair_when_nodes(one, set[i], &required, err))
			return -1;
		if (ft_node_set_count(set[i]) &&
		    _spread_ways(one, ways, set[i], required, limit, err))
			return -1;
	}
	if (count < 0)
		return -1;
	if (!ways->count && sfair_when_apart(one, err))
		return -1;
	if (!ways->count)
		return ft_fail(err, -1,
			       "no node of partition %s suits: sinfo -N -p %s "
			       "-o \"%%N %%f %%z %%d\" shows features, sockets "
			       "and disk of each",
			       one->partition->name, one->partition->name);
	return 0;
}
