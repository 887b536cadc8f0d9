/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook_live.h.
 */
#include "ft_config.h"

#include "sfair/outlook/outlook_live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/list.h"
#include "sfair/outlook/node_names.h"
#include "sfair/outlook/outlook_gres.h"
#include "sfair/outlook/outlook_share.h"
#include "slurm/common/compat_client.h"

enum { KINDS_MAX = 64, YEAR = 365 * 86400 };

struct waiting {
	const job_info_t *job;
	uint16_t tier;
};

struct builder {
	struct sfair_scene *scene;
	struct ft_outlook *outlook;
	struct sfair_node_names names;
	uint32_t *listed, listed_room; /* of the job that is looked at */
	bool whole;		       /* jobs never share nodes */
	const char **kind; /* of resources, in the outlook's memory */
	struct waiting *waiting;
	uint32_t waiting_count;
};

/* Adds the kind, unless it is there.  False: out of memory. */
static bool _add_told_kind(struct builder *builder, const char *name)
{
	struct ft_outlook *outlook = builder->outlook;
	size_t size = strlen(name) + 1;
	char *copy;

	if (ft_outlook_resource(outlook, name) != FT_NO_INDEX ||
	    outlook->resource_count == KINDS_MAX)
		return true;
	copy = ft_arena_alloc(outlook->arena, size);
	if (!copy)
		return false;
	memcpy(copy, name, size);
	builder->kind[outlook->resource_count++] = copy;
	return true;
}

/* Cores, memory, and each GRES that a node has, with its types. */
static bool _add_told_kinds(struct builder *builder,
			    const node_info_msg_t *nodes)
{
	struct ft_outlook *outlook = builder->outlook;
	char name[SFAIR_GRES_NAME];

	builder->kind = ft_arena_alloc(outlook->arena,
				       KINDS_MAX * sizeof(*builder->kind));
	outlook->resource = builder->kind;
	if (!builder->kind || !_add_told_kind(builder, "cores") ||
	    !_add_told_kind(builder, "memory") ||
	    !_add_told_kind(builder, "gres/gpu"))
		return false;
	for (uint32_t i = 0; i < nodes->record_count; i++) {
		const char *text = nodes->node_array[i].gres;
		size_t at = sfair_gres_next(text, 0, name);

		for (; at; at = sfair_gres_next(text, at, name))
			if (!_add_told_kind(builder, name))
				return false;
	}
	return true;
}

/* A node on its way to sleep is woken when it is there. */
static int64_t _available_from(const struct builder *builder,
			       const node_info_t *node)
{
	const struct sfair_scene *scene = builder->scene;

	if (!sfair_node_is_up(node))
		return FT_NEVER;
	return sfair_node_powers_down(node)
		       ? scene->now + scene->conf->suspend_timeout
		       : 0;
}

static bool _add_told_nodes(struct builder *builder,
			    const node_info_msg_t *nodes)
{
	struct ft_outlook *outlook = builder->outlook;
	uint32_t count = nodes->record_count;

	outlook->node =
		ft_arena_alloc(outlook->arena, count * sizeof(*outlook->node));
	if (!outlook->node || !sfair_node_names_init(&builder->names, nodes))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const node_info_t *node = &nodes->node_array[i];
		int64_t *capacity = ft_arena_alloc(outlook->arena,
						   outlook->resource_count *
							   sizeof(*capacity));
		uint32_t threads = node->threads ? node->threads : 1;

		if (!capacity)
			return false;
		capacity[FT_CORES] = node->cpus_efctv / threads;
		capacity[FT_MEMORY] =
			(int64_t) (node->real_memory - node->mem_spec_limit);
		for (uint32_t k = FT_FIRST_GRES; k < outlook->resource_count;
		     k++)
			capacity[k] =
				sfair_gres_of_node(node, outlook->resource[k]);
		outlook->node[i] = (struct ft_outlook_node){
			.name = node->name,
			.threads = threads,
			.available_from = _available_from(builder, node),
			.capacity = capacity,
		};
	}
	outlook->node_count = count;
	return true;
}

static bool _is_whole(const struct builder *builder, const job_info_t *job)
{
	return builder->whole || job->shared == JOB_SHARED_NONE;
}

/* One of so many nodes. */
struct spot {
	uint32_t nodes, index;
};

static int64_t *_add_place(const struct builder *builder, const job_info_t *job,
			   uint32_t node, struct spot spot, bool *guessed)
{
	const struct ft_outlook *outlook = builder->outlook;
	struct sfair_outlook_place place = {job, spot.nodes, spot.index,
					    outlook->node[node].threads};

	return sfair_outlook_share(outlook, &place, guessed);
}

static struct ft_share *_new_shares(const struct builder *builder,
				    uint32_t count)
{
	return ft_arena_alloc(builder->outlook->arena,
			      count * sizeof(struct ft_share));
}

static bool _add_told_run(struct builder *builder, const job_info_t *job,
			  struct ft_outlook_run *run)
{
	const struct ft_outlook *outlook = builder->outlook;
	struct ft_share *share;
	uint32_t count = 0, at = 0;

	for (int i = 0; job->node_inx[i] >= 0; i += 2)
		count += (uint32_t) (job->node_inx[i + 1] - job->node_inx[i]) +
			 1;
	share = _new_shares(builder, count);
	if (!share)
		return false;
	run->job_id = job->job_id;
	run->end = job->end_time > outlook->made ? job->end_time
						 : outlook->made + 1;
	run->share = share;
	for (int i = 0; job->node_inx[i] >= 0; i += 2)
		for (int32_t n = job->node_inx[i]; n <= job->node_inx[i + 1];
		     n++) {
			uint32_t node = (uint32_t) n, index = at++;

			if (node >= outlook->node_count)
				continue;
			share[run->share_count].node = node;
			if (!_is_whole(builder, job))
				share[run->share_count].amount =
					_add_place(builder, job, node,
						   (struct spot){count, index},
						   &run->guessed);
			run->share_count++;
		}
	return true;
}

static bool _add_told_runs(struct builder *builder)
{
	struct ft_outlook *outlook = builder->outlook;
	const struct sfair_scene *scene = builder->scene;

	outlook->run = ft_arena_alloc(outlook->arena,
				      scene->job_count * sizeof(*outlook->run));
	if (!outlook->run)
		return false;
	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		if (!sfair_job_runs(job) || !job->node_inx)
			continue;
		if (!_add_told_run(builder, job,
				   &outlook->run[outlook->run_count]))
			return false;
		outlook->run_count++;
	}
	return true;
}

/* What it has of a node; the same of the next one if that is of the kind. */
static const int64_t *_planned_amount(struct builder *builder,
				      const job_info_t *job, uint32_t node,
				      uint32_t count,
				      struct ft_outlook_job *own)
{
	const struct ft_outlook_node *nodes = builder->outlook->node;
	const struct ft_share *last =
		own->share_count ? &own->share[own->share_count - 1] : NULL;

	if (_is_whole(builder, job))
		return nodes[node].capacity;
	if (last && nodes[last->node].threads == nodes[node].threads)
		return last->amount;
	return _add_place(builder, job, node, (struct spot){count, 0},
			  &own->guessed);
}

/* The nodes that the job is shown to get. */
static bool _add_told_shares(struct builder *builder, const job_info_t *job,
			     struct ft_outlook_job *own)
{
	int64_t count =
		sfair_node_names_list(&builder->names, job->sched_nodes,
				      &builder->listed, &builder->listed_room);
	struct ft_share *share =
		count < 0 ? NULL : _new_shares(builder, (uint32_t) count);

	own->share = share;
	for (int64_t i = 0; share && i < count; i++) {
		uint32_t node = builder->listed[i];

		share[i].node = node;
		share[i].tasks = 1;
		share[i].amount = _planned_amount(builder, job, node,
						  (uint32_t) count, own);
		own->share_count++;
	}
	return share;
}

static enum ft_obstacle _outlook_obstacle(const job_info_t *job)
{
	if (job->state_reason == WAIT_PRIORITY)
		return FT_OBSTACLE_PRIORITY;
	if (job->state_reason == WAIT_LICENSES)
		return FT_OBSTACLE_LICENCES;
	if (job->state_reason == WAIT_NODE_NOT_AVAIL ||
	    job->state_reason == WAIT_RESERVATION)
		return FT_OBSTACLE_CLOSURE;
	if (job->state_reason == WAIT_TIME)
		return FT_OBSTACLE_BEGIN;
	return FT_OBSTACLE_RESOURCES;
}

/* The highest tier of its partitions. */
static uint16_t _tier_of(const struct builder *builder, const job_info_t *job)
{
	const partition_info_msg_t *all =
		sfair_scene_partitions(builder->scene);
	uint16_t tier = 0;

	for (uint32_t i = 0; job->partition && all && i < all->record_count;
	     i++) {
		const partition_info_t *one = &all->partition_array[i];

		if (one->priority_tier > tier &&
		    ft_list_has(job->partition, one->name, strlen(one->name)))
			tier = one->priority_tier;
	}
	return tier;
}

/* Highest tier and priority first, then by number. */
static int _compare_jobs(const void *x, const void *y)
{
	const struct waiting *a = x, *b = y;

	if (a->tier != b->tier)
		return a->tier < b->tier ? 1 : -1;
	if (a->job->priority != b->job->priority)
		return a->job->priority < b->job->priority ? 1 : -1;
	return (a->job->job_id > b->job->job_id) -
	       (a->job->job_id < b->job->job_id);
}

static bool _add_told_job(struct builder *builder, const job_info_t *job)
{
	struct ft_outlook *outlook = builder->outlook;
	struct ft_outlook_job *own = &outlook->job[outlook->job_count];

	*own = (struct ft_outlook_job){
		.job_id = job->job_id,
		.array_job_id = job->array_job_id,
		.array_task_id = job->array_task_id == NO_VAL
					 ? UINT32_MAX
					 : job->array_task_id,
		.copy = UINT32_MAX,
		.request = FT_NO_INDEX,
		.verdict = FT_UNSEEN,
		.obstacle = _outlook_obstacle(job),
		.start = FT_NEVER,
	};
	if (job->start_time && job->sched_nodes) {
		own->verdict = FT_PLACED;
		own->start = job->start_time > outlook->made ? job->start_time
							     : outlook->made;
		own->duration = sfair_scene_limit(builder->scene, job);
		if (!_add_told_shares(builder, job, own))
			return false;
	} else if (job->start_time && sfair_scene_reserves(builder->scene)) {
		own->unheld = job->start_time > outlook->made ? job->start_time
							      : outlook->made;
	}
	outlook->job_count++;
	return true;
}

static bool _add_waiting(struct builder *builder)
{
	struct ft_outlook *outlook = builder->outlook;
	const struct sfair_scene *scene = builder->scene;

	builder->waiting = calloc((size_t) scene->job_count + 1,
				  sizeof(*builder->waiting));
	outlook->job = ft_arena_alloc(outlook->arena,
				      scene->job_count * sizeof(*outlook->job));
	if (!builder->waiting || !outlook->job)
		return false;
	for (uint32_t i = 0; i < scene->job_count; i++)
		if (sfair_job_waits(scene->job[i]) && scene->job[i]->priority)
			builder->waiting[builder->waiting_count++] =
				(struct waiting){
					scene->job[i],
					_tier_of(builder, scene->job[i])};
	qsort(builder->waiting, builder->waiting_count,
	      sizeof(*builder->waiting), _compare_jobs);
	for (uint32_t i = 0; i < builder->waiting_count; i++)
		if (!_add_told_job(builder, builder->waiting[i].job))
			return false;
	return true;
}

static void _put_range(struct ft_node_set *set, const int32_t *range, bool add)
{
	for (int i = 0; range && range[i] >= 0; i += 2)
		for (int32_t n = range[i]; n <= range[i + 1]; n++) {
			if ((uint32_t) n >= set->size)
				continue;
			if (add)
				ft_node_set_add(set, (uint32_t) n);
			else
				ft_node_set_drop(set, (uint32_t) n);
		}
}

static bool _add_told_closures(struct builder *builder)
{
	const reserve_info_msg_t *all =
		sfair_scene_reservations(builder->scene);
	struct ft_outlook *outlook = builder->outlook;
	struct ft_closure *closure;

	if (!all)
		return true;
	closure = ft_arena_alloc(outlook->arena,
				 all->record_count * sizeof(*closure));
	for (uint32_t i = 0; closure && i < all->record_count; i++) {
		const reserve_info_t *from = &all->reservation_array[i];
		struct ft_node_set *set = ft_outlook_set(outlook);

		if (!set)
			return false;
		_put_range(set, from->node_inx, true);
		closure[i].start = from->start_time;
		closure[i].end = from->end_time;
		closure[i].nodes = set;
	}
	outlook->closure = closure;
	outlook->closure_count = closure ? all->record_count : 0;
	return closure;
}

static bool _build_outlook(struct builder *builder,
			   const node_info_msg_t *nodes)
{
	return _add_told_kinds(builder, nodes) &&
	       _add_told_nodes(builder, nodes) && _add_told_runs(builder) &&
	       _add_waiting(builder) && _add_told_closures(builder);
}

int sfair_outlook_live(struct sfair_scene *scene, struct ft_outlook *outlook,
		       struct ft_err *err)
{
	const node_info_msg_t *nodes = sfair_scene_nodes(scene);
	struct builder builder = {
		.scene = scene,
		.outlook = outlook,
		.whole = scene->conf->select_type &&
			 !strcmp(scene->conf->select_type, "select/linear"),
	};
	bool made;

	if (!nodes)
		return ft_fail(err, -EIO, "slurmctld does not tell its nodes");
	*outlook = (struct ft_outlook){
		.made = scene->now,
		.until = scene->now + YEAR,
		.arena = ft_arena_new(),
	};
	made = outlook->arena && _build_outlook(&builder, nodes);
	sfair_node_names_free(&builder.names);
	free(builder.listed);
	free(builder.waiting);
	if (made)
		return 0;
	ft_outlook_free(outlook);
	return ft_no_memory(err);
}

/* Has the node all features of "a&b"? */
static bool _suits_outlook(const node_info_t *node, const char *features)
{
	const char *has =
		node->features_act ? node->features_act : node->features;

	while (features && *features) {
		size_t size = strcspn(features, "&,");

		if (!ft_list_has(has, features, size))
			return false;
		features += size;
		features += *features != '\0';
	}
	return true;
}

struct ft_node_set *sfair_outlook_partition(struct sfair_scene *scene,
					    const struct ft_outlook *outlook,
					    const char *name,
					    const char *features)
{
	const partition_info_t *partition = sfair_scene_partition(scene, name);
	const node_info_msg_t *nodes =
		features ? sfair_scene_nodes(scene) : NULL;
	struct ft_node_set *set = partition ? ft_outlook_set(outlook) : NULL;

	if (!set)
		return NULL;
	_put_range(set, partition->node_inx, true);
	for (uint32_t i = 0; nodes && i < nodes->record_count && i < set->size;
	     i++)
		if (!_suits_outlook(&nodes->node_array[i], features))
			ft_node_set_drop(set, i);
	return set;
}

struct ft_request *sfair_outlook_request(struct sfair_scene *scene,
					 const struct ft_outlook *outlook,
					 const job_info_t *job)
{
	struct ft_request *request =
		ft_arena_alloc(outlook->arena, sizeof(*request));
	uint32_t count = job->num_nodes ? job->num_nodes : 1;
	bool guessed = false;
	struct ft_node_set *set = sfair_outlook_partition(
		scene, outlook, job->partition, job->features);

	if (!request || !set || job->req_nodes ||
	    (job->features && strpbrk(job->features, "|[]()*!")))
		return NULL;
	_put_range(set, job->exc_node_inx, false);
	*request = (struct ft_request){
		.duration = sfair_scene_limit(scene, job),
		.end_by = FT_NEVER,
		.min_nodes = count,
		.max_nodes = count,
		.min_tasks_node = 1,
		.max_tasks_node = 1,
		.exclusive = job->shared == JOB_SHARED_NONE,
		.contiguous = job->contiguous,
		.per_node = sfair_outlook_share(
			outlook,
			&(struct sfair_outlook_place){
				.job = job,
				.nodes = count,
				.threads = outlook->node_count
						   ? outlook->node[0].threads
						   : 1},
			&guessed),
		.eligible = set,
	};
	return request;
}
