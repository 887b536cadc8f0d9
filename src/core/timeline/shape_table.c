/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_shape_table - finds the requests that are alike, see shape.h.
 *
 * Sets, accesses and shapes are each told apart by content, through one open
 * hash table apiece; a set's address is a short cut only.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/order.h"
#include "core/timeline/change.h"
#include "core/base/index_map.h"
#include "core/base/recent.h"
#include "core/snapshot/request.h"
#include "core/timeline/roster.h"
#include "core/timeline/segment.h"
#include "core/timeline/shape.h"
#include "core/timeline/timeline.h"

enum { MAP_FIRST = 128 };

struct build {
	struct ft_shape_table *table;
	const struct ft_snapshot *snapshot;
	struct ft_index_map by_address, by_set, by_shape;
	struct ft_rosters rosters;
	uint32_t set_count, address_count;
	const struct ft_node_set **set;	    /* each content once */
	const struct ft_node_set **address; /* each address once */
	uint32_t *address_set;
	struct ft_set_ids *shape_sets; /* of each shape */
	uint32_t **shape_parts;	  /* its parts' shapes; NULL if it has none */
	struct ft_recent *recent; /* shapes of requests */
	int failed;		  /* a map could not grow */
};

static uint32_t _same_set_id(struct build *build, const struct ft_node_set *set)
{
	uint64_t hash = ft_node_set_hash(set);
	size_t at = SIZE_MAX;
	uint32_t id;

	while ((id = ft_index_map_next(&build->by_set, hash, &at)) !=
	       FT_NO_INDEX)
		if (ft_node_set_equal(build->set[id], set))
			return id;
	build->failed |=
		ft_index_map_put(&build->by_set, hash, build->set_count);
	build->set[build->set_count] = set;
	return build->set_count++;
}

/*
 * Equal sets get equal numbers; NULL gets FT_NO_INDEX.  build->failed if out
 * of memory.
 */
static uint32_t _known_set_id(struct build *build,
			      const struct ft_node_set *set)
{
	uint64_t hash = ft_index_mix(1, (uint64_t) (uintptr_t) set);
	size_t at = SIZE_MAX;
	uint32_t id;

	if (!set)
		return FT_NO_INDEX;
	while ((id = ft_index_map_next(&build->by_address, hash, &at)) !=
	       FT_NO_INDEX)
		if (build->address[id] == set)
			return build->address_set[id];
	build->failed |= ft_index_map_put(&build->by_address, hash,
					  build->address_count);
	build->address[build->address_count] = set;
	build->address_set[build->address_count++] = id =
		_same_set_id(build, set);
	return id;
}

/* FT_NO_INDEX if out of memory. */
static uint32_t _access_id(struct build *build,
			   const struct ft_request *request)
{
	struct ft_shape_table *table = build->table;
	uint32_t count = 0, *list, id;
	struct ft_access *access;

	list = ft_arena_alloc(table->arena,
			      request->closure_count * sizeof(*list));
	if (!list)
		return FT_NO_INDEX;
	for (uint32_t i = 0; i < request->closure_count; i++)
		list[i] = request->closure[i];
	qsort(list, request->closure_count, sizeof(*list), ft_order_u32);
	for (uint32_t i = 0; i < request->closure_count; i++)
		if (!count || (list[i] != list[count - 1]))
			list[count++] = list[i];
	for (id = 0; id < table->access_count; id++)
		if ((table->access[id].alone == request->alone) &&
		    (table->access[id].closure_count == count) &&
		    !memcmp(table->access[id].closure, list,
			    count * sizeof(*list)))
			return id;
	access =
		ft_arena_grow(table->arena, table->access, id, sizeof(*access));
	if (!access)
		return FT_NO_INDEX;
	table->access = access;
	if (ft_access_init(&access[id], build->snapshot, list, count,
			   request->alone))
		return FT_NO_INDEX;
	return table->access_count++;
}

/* See struct ft_shape: the bounds that follow from the totals. */
static void _tighten(struct ft_shape *shape)
{
	const struct ft_request *r = shape->request;
	uint64_t low = r->min_tasks_node, high = r->max_tasks_node;
	uint64_t min = r->min_nodes, max = r->max_nodes;

	shape->possible = true;
	shape->tasks = r->tasks;
	if (!r->tasks) {
		max = min;
		high = low;
		shape->tasks = low * min;
	}
	if (shape->tasks / low < max)
		max = shape->tasks / low;
	if ((max < min) || (max * high < shape->tasks)) {
		shape->possible = false;
	} else {
		uint64_t rest = shape->tasks - (min - 1) * low;

		if (high > rest)
			high = rest;
		if (shape->tasks > (max - 1) * high + low)
			low = shape->tasks - (max - 1) * high;
		if (shape->tasks / low < max)
			max = shape->tasks / low;
	}
	shape->low = (uint32_t) low;
	shape->high = (uint32_t) high;
	shape->min_nodes = (uint32_t) min;
	shape->max_nodes = (uint32_t) max;
}

static int _add_licences(struct ft_shape_table *table, struct ft_shape *shape)
{
	const struct ft_request *request = shape->request;
	uint32_t total = table->machine.snapshot->licence_count, count = 0;
	struct ft_licence *licence;

	if (!request->licence_count)
		return 0;
	licence = ft_arena_alloc(table->arena, total * sizeof(*licence));
	if (!licence)
		return -ENOMEM;
	for (uint32_t i = 0; i < request->licence_count; i++)
		licence[request->licence[i].licence].count +=
			request->licence[i].count;
	for (uint32_t i = 0; i < total; i++)
		if (licence[i].count)
			licence[count++] =
				(struct ft_licence){i, licence[i].count};
	shape->licence = licence;
	shape->licence_count = count;
	return 0;
}

/* Of each kind of node what the request takes, or wants free, of it. */
typedef void shape_amounts(const struct ft_request *request, uint32_t resources,
			   uint32_t threads, uint64_t tasks, int64_t *ret);

/* By kind, for that many tasks; NULL: out of memory. */
static int64_t *_kind_amounts(struct ft_shape_table *table,
			      const struct ft_shape *shape, uint64_t tasks,
			      shape_amounts *amounts)
{
	const struct ft_machine *machine = &table->machine;
	uint32_t count = machine->snapshot->resource_count;
	int64_t *all =
		ft_arena_alloc(table->keep, (size_t) machine->kind_count *
						    count * sizeof(*all));

	for (uint32_t k = 0; all && k < machine->kind_count; k++)
		amounts(shape->request, count, machine->kind_threads[k], tasks,
			all + (size_t) k * count);
	return all;
}

static int _add_costs(struct ft_shape_table *table, struct ft_shape *shape)
{
	shape->low_cost =
		_kind_amounts(table, shape, shape->low, ft_shape_cost);
	shape->high_cost =
		_kind_amounts(table, shape, shape->high, ft_shape_cost);
	return shape->low_cost && shape->high_cost ? 0 : -ENOMEM;
}

/* May it want more of a node than it takes there? */
static bool _shape_wants(const struct ft_request *request, uint32_t resources)
{
	for (uint32_t r = 0; r < resources; r++) {
		int64_t node = request->per_node ? request->per_node[r] : 0;
		int64_t task = request->per_task ? request->per_task[r] : 0;

		if ((request->want_node && (request->want_node[r] > node)) ||
		    (request->want_task && (request->want_task[r] > task)))
			return true;
	}
	return false;
}

static int _add_wants(struct ft_shape_table *table, struct ft_shape *shape)
{
	const struct ft_machine *machine = &table->machine;
	uint32_t count = machine->snapshot->resource_count;
	size_t size = (size_t) machine->kind_count * count * sizeof(int64_t);

	shape->low_want = shape->low_cost;
	shape->high_want = shape->high_cost;
	shape->wants = _shape_wants(shape->request, count);
	if (!shape->wants)
		return 0;
	shape->low_want =
		_kind_amounts(table, shape, shape->low, ft_shape_want);
	shape->high_want =
		_kind_amounts(table, shape, shape->high, ft_shape_want);
	if (!shape->low_want || !shape->high_want)
		return -ENOMEM;
	/* Of one number of tasks it is known what it takes. */
	if ((shape->low == shape->high) &&
	    !memcmp(shape->low_want, shape->low_cost, size))
		shape->wants = false;
	return 0;
}

static void _check_counts(const struct build *build, struct ft_shape *shape)
{
	const struct ft_node_set *must = shape->request->required;
	const struct ft_roster *roster = shape->roster;

	if ((must && (roster->required_count < ft_node_set_count(must))) ||
	    (roster->required_count > shape->max_nodes) ||
	    (roster->count < shape->min_nodes))
		shape->possible = false;
	for (uint32_t i = 0; i < shape->licence_count; i++)
		if (shape->licence[i].count >
		    build->snapshot->licence_total[shape->licence[i].licence])
			shape->possible = false;
}

static bool _same_sets(struct ft_set_ids a, struct ft_set_ids b)
{
	return (a.eligible == b.eligible) && (a.required == b.required);
}

static int _shape_id(struct build *build, const struct ft_request *request,
		     uint32_t *ret_id);

/* The shapes of the request's parts, which have none themselves. */
static int _part_shapes(struct build *build, const struct ft_request *request,
			uint32_t **ret_parts)
{
	uint32_t count = request->part_count, *parts = NULL;
	int rc = 0;

	if (count) {
		parts = ft_arena_alloc(build->table->arena,
				       count * sizeof(*parts));
		rc = parts ? 0 : -ENOMEM;
	}
	for (uint32_t i = 0; !rc && (i < count); i++)
		rc = _shape_id(build, &request->part[i], &parts[i]);
	*ret_parts = parts;
	return rc;
}

/* Content is compared elsewhere: this is for the parts' sets of nodes. */
static bool _same_parts(const uint32_t *a, const uint32_t *b, uint32_t count)
{
	return !count || !memcmp(a, b, count * sizeof(*a));
}

static struct ft_stay _stay_shape(const struct ft_shape *shape)
{
	return (struct ft_stay){
		.duration = shape->request->duration,
		.whole = shape->request->exclusive,
		.alone = shape->request->alone,
		.change = shape->request->change,
		.want = ft_shape_holds(shape),
		.licence_count = shape->licence_count,
		.licence = shape->licence,
	};
}

/* Once the array of shapes does not move any more. */
static int _join_parts(struct build *build, uint32_t id)
{
	struct ft_shape_table *table = build->table;
	struct ft_shape *shape = &table->shape[id];
	size_t count = shape->request->part_count;

	shape->longest = shape->duration;
	shape->change = shape->request->change;
	if (!count)
		return 0;
	shape->part = ft_arena_alloc(table->arena,
				     (count + 1) * sizeof(*shape->part));
	shape->stay = ft_arena_alloc(table->arena,
				     (count + 1) * sizeof(*shape->stay));
	if (!shape->part || !shape->stay)
		return -ENOMEM;
	shape->part_count = (uint32_t) count;
	for (size_t i = 0; i <= count; i++) {
		struct ft_shape *part = shape;

		if (i)
			part = &table->shape[build->shape_parts[id][i - 1]];
		shape->part[i] = part;
		shape->stay[i] = _stay_shape(part);
		shape->possible &= part->possible;
		shape->change |= part->request->change;
		if (part->duration > shape->longest)
			shape->longest = part->duration;
	}
	return 0;
}

/* What is no longer where it was is not there any more. */
static bool _room_for_shape(struct build *build)
{
	struct ft_shape_table *table = build->table;
	uint32_t id = table->shape_count;
	struct ft_shape *shape =
		ft_arena_grow(table->arena, table->shape, id, sizeof(*shape));
	struct ft_set_ids *ids = ft_arena_grow(table->arena, build->shape_sets,
					       id, sizeof(*ids));
	uint32_t **lists = ft_arena_grow(table->arena, build->shape_parts, id,
					 sizeof(*lists));

	if (shape)
		table->shape = shape;
	if (ids)
		build->shape_sets = ids;
	if (lists)
		build->shape_parts = lists;
	return shape && ids && lists;
}

static int _add_shape(struct build *build, const struct ft_request *request,
		      struct ft_set_ids sets, uint32_t *parts)
{
	struct ft_shape_table *table = build->table;
	uint32_t id = table->shape_count;
	uint32_t access = _access_id(build, request);
	struct ft_shape *shape;

	if ((access == FT_NO_INDEX) || !_room_for_shape(build))
		return -ENOMEM;
	build->shape_sets[id] = sets;
	build->shape_parts[id] = parts;
	shape = &table->shape[table->shape_count++];
	shape->request = request;
	shape->duration = ft_request_least(request);
	shape->flexible = shape->duration < request->duration;
	/* An index for now: the array may still move. */
	shape->obstacle = (int) access;
	shape->front.hint = build->snapshot->now;
	shape->promised_hint = build->snapshot->now;
	_tighten(shape);
	if (_add_licences(table, shape) || _add_costs(table, shape) ||
	    _add_wants(table, shape))
		return -ENOMEM;
	if (ft_rosters_find(&build->rosters, sets, shape))
		return -ENOMEM;
	_check_counts(build, shape);
	return 0;
}

/* -ENOMEM, or 0 with the index of the request's shape. */
static int _shape_id(struct build *build, const struct ft_request *request,
		     uint32_t *ret_id)
{
	struct ft_shape_table *table = build->table;
	struct ft_set_ids sets = {
		.eligible = _known_set_id(build, request->eligible),
		.required = _known_set_id(build, request->required),
	};
	uint64_t hash = ft_index_mix(
		ft_request_hash(request, build->snapshot->resource_count),
		((uint64_t) sets.eligible << 32) | sets.required);
	size_t at = SIZE_MAX;
	uint32_t id, *parts;

	if (_part_shapes(build, request, &parts) || build->failed)
		return -ENOMEM;
	while ((id = ft_index_map_next(&build->by_shape, hash, &at)) !=
	       FT_NO_INDEX) {
		if (_same_sets(build->shape_sets[id], sets) &&
		    ft_request_same(table->shape[id].request, request,
				    build->snapshot->resource_count) &&
		    _same_parts(build->shape_parts[id], parts,
				request->part_count)) {
			*ret_id = id;
			return 0;
		}
	}
	*ret_id = table->shape_count;
	if (ft_index_map_put(&build->by_shape, hash, table->shape_count))
		return -ENOMEM;
	return _add_shape(build, request, sets, parts);
}

static int _machine(struct ft_machine *machine, struct ft_arena *arena,
		    const struct ft_snapshot *snapshot)
{
	uint32_t nodes = snapshot->node_count;

	machine->snapshot = snapshot;
	machine->kind = ft_arena_alloc(arena, nodes * sizeof(*machine->kind));
	if (!machine->kind)
		return -ENOMEM;
	for (uint32_t n = 0; n < nodes; n++) {
		uint32_t threads = snapshot->node[n].threads, k = 0;
		uint32_t *list;

		while ((k < machine->kind_count) &&
		       (machine->kind_threads[k] != threads))
			k++;
		machine->kind[n] = k;
		if (k < machine->kind_count)
			continue;
		list = ft_arena_grow(arena, machine->kind_threads, k,
				     sizeof(*list));
		if (!list)
			return -ENOMEM;
		machine->kind_threads = list;
		list[machine->kind_count++] = threads;
	}
	return 0;
}

/* As _shape_id(), of a job's request: many jobs share one. */
static int _recent_shape(struct build *build, const struct ft_request *request,
			 uint32_t *ret_id)
{
	if (ft_recent_get(build->recent, request, ret_id))
		return 0;
	if (_shape_id(build, request, ret_id))
		return -ENOMEM;
	ft_recent_put(build->recent, request, *ret_id);
	return 0;
}

static void _mark_shape(struct ft_shape *shape, const struct ft_node_set *nodes)
{
	bool beside = ft_node_set_overlap(shape->roster->set, nodes);

	for (uint32_t p = 1; !beside && (p <= shape->part_count); p++)
		beside =
			ft_node_set_overlap(shape->part[p]->roster->set, nodes);
	if (beside)
		shape->change |= FT_SHAPE_BESIDE;
}

static void _add_alone_nodes(const struct ft_snapshot *snapshot,
			     struct ft_node_set *nodes)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];

		for (uint32_t k = 0; run->alone && (k < run->share_count); k++)
			ft_node_set_add(nodes, run->share[k].node);
	}
}

/* Those that could meet a job that is alone in some segment. */
static int _mark_beside(struct build *build)
{
	struct ft_shape_table *table = build->table;
	struct ft_node_set *nodes =
		ft_node_set_new(build->snapshot->node_count);
	int rc = nodes ? 0 : -ENOMEM;

	for (uint32_t i = 0; !rc && (i < table->shape_count); i++)
		if (table->shape[i].request->alone)
			ft_node_set_or(nodes, table->shape[i].roster->set);
	if (!rc)
		_add_alone_nodes(build->snapshot, nodes);
	if (!rc)
		rc = ft_segments_widen(build->snapshot, nodes);
	for (uint32_t i = 0; !rc && (i < table->shape_count); i++)
		_mark_shape(&table->shape[i], nodes);
	ft_node_set_free(nodes);
	return rc;
}

static int _join_all(struct build *build)
{
	bool change = ft_change_used(build->snapshot);

	for (uint32_t i = 0; i < build->table->shape_count; i++) {
		if (_join_parts(build, i))
			return -ENOMEM;
		if (!change)
			build->table->shape[i].change = FT_CHANGE_NONE;
	}
	return ft_segment_used(build->snapshot) ? _mark_beside(build) : 0;
}

/* Has the plan taken the memory that it may have? */
static bool _is_full(const struct ft_shape_table *table)
{
	uint64_t memory = table->machine.snapshot->policy.memory;

	return ft_arena_size(table->arena) + ft_arena_size(table->keep) >
	       (memory ? memory : FT_PLAN_MEMORY);
}

static int _find_shapes(struct build *build, size_t requests)
{
	struct ft_shape_table *table = build->table;
	const struct ft_snapshot *snapshot = build->snapshot;
	uint32_t next = 0;

	build->set = calloc(2 * requests + 1, sizeof(*build->set));
	build->address = calloc(2 * requests + 1, sizeof(*build->address));
	build->address_set =
		calloc(2 * requests + 1, sizeof(*build->address_set));
	build->recent = calloc(1, sizeof(*build->recent));
	if (!build->set || !build->address || !build->address_set ||
	    !build->recent ||
	    ft_index_map_init(&build->by_address, MAP_FIRST) ||
	    ft_index_map_init(&build->by_set, MAP_FIRST) ||
	    ft_index_map_init(&build->by_shape, MAP_FIRST) ||
	    ft_rosters_init(&build->rosters, table))
		return -ENOMEM;
	table->job_limit = snapshot->job_count;
	for (uint32_t j = 0; j < table->job_limit; j++) {
		const struct ft_job *job = &snapshot->job[j];

		if (_is_full(table)) {
			table->job_limit = j;
			break;
		}
		table->first[j] = next;
		for (uint32_t r = 0; r < job->request_count; r++, next++) {
			uint32_t *id = &table->request_shape[next];

			if (_recent_shape(build, &job->request[r], id))
				return -ENOMEM;
			table->shape[*id].jobs++;
			table->shape[*id].jobs_left++;
		}
	}
	for (uint32_t i = 0; i < table->shape_count; i++) {
		struct ft_shape *shape = &table->shape[i];

		shape->access = &table->access[shape->obstacle];
		shape->obstacle = 0;
	}
	return _join_all(build);
}

/* Parts included. */
static size_t _count_requests(const struct ft_snapshot *snapshot)
{
	size_t requests = 0;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];

		requests += job->request_count;
		for (uint32_t r = 0; r < job->request_count; r++)
			requests += job->request[r].part_count;
	}
	return requests;
}

extern int ft_shape_table_init(struct ft_shape_table *table,
			       const struct ft_snapshot *snapshot,
			       struct ft_arena *keep)
{
	struct build build = {.table = table, .snapshot = snapshot};
	size_t requests = _count_requests(snapshot);
	int rc = -ENOMEM;

	*table = (struct ft_shape_table){.arena = ft_arena_new(), .keep = keep};
	if (!table->arena)
		return rc;
	table->first = ft_arena_alloc(
		table->arena, snapshot->job_count * sizeof(*table->first));
	table->request_shape = ft_arena_alloc(
		table->arena, requests * sizeof(*table->request_shape));
	if (table->first && table->request_shape &&
	    !_machine(&table->machine, table->arena, snapshot))
		rc = _find_shapes(&build, requests);
	ft_index_map_fini(&build.by_address);
	ft_index_map_fini(&build.by_set);
	ft_index_map_fini(&build.by_shape);
	ft_rosters_fini(&build.rosters);
	free(build.set);
	free(build.address);
	free(build.address_set);
	free(build.recent);
	if (rc)
		ft_shape_table_fini(table);
	return rc;
}

extern void ft_shape_table_fini(struct ft_shape_table *table)
{
	for (uint32_t i = 0; i < table->shape_count; i++)
		ft_front_fini(&table->shape[i].front);
	for (uint32_t i = 0; i < table->access_count; i++)
		ft_access_fini(&table->access[i]);
	ft_arena_free(table->arena);
	*table = (struct ft_shape_table){0};
}
