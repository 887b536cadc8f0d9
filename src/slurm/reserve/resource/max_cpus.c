/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/max_cpus.h.
 */
#include "slurm/reserve/resource/max_cpus.h"
#include "core/base/array.h"
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>
#include <string.h>

struct fts_cap {
	char *partition; /* name */
	uint32_t cpus, socket_cpus;
	uint32_t resource;
};

static bool _is_set(uint32_t limit)
{
	return limit && limit != NO_VAL && limit != INFINITE;
}

static bool _limited(const part_record_t *part)
{
	return _is_set(part->max_cpus_per_node) ||
	       _is_set(FTS_MAX_CPUS_PER_SOCKET(part));
}

static void _add_cap(struct fts_build *build, const part_record_t *part,
		     uint32_t resource)
{
	struct fts_cap *cap =
		FT_ARRAY_APPEND(build->caps.cap, build->caps.count);

	if (!cap) {
		build->failed = true;
		return;
	}
	*cap = (struct fts_cap){
		.partition = strdup(part->name),
		.cpus = part->max_cpus_per_node,
		.socket_cpus = FTS_MAX_CPUS_PER_SOCKET(part),
		.resource = resource,
	};
	if (!cap->partition) {
		build->failed = true;
		build->caps.count--;
	}
}

static uint32_t _cap_columns(struct fts_build *build, uint32_t count)
{
	fts_list_iterator_t iterator;
	const part_record_t *part;

	if (build->linear)
		return count;
	iterator = list_iterator_create(part_list);
	while ((part = list_next(iterator)))
		if (_limited(part))
			_add_cap(build, part, count + build->caps.count);
	list_iterator_destroy(iterator);
	return count + build->caps.count;
}

static void _free_caps(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->caps.count; i++)
		free(build->caps.cap[i].partition);
	free(build->caps.cap);
}

/* Cores of the node under both limits. */
static int64_t _cap_cores(const struct fts_cap *cap, const node_record_t *node,
			  uint32_t threads)
{
	int64_t cores = node->tot_cores;

	if (_is_set(cap->cpus))
		cores = MAX(cap->cpus / threads, 1);
	if (_is_set(cap->socket_cpus))
		cores = MIN(cores, (int64_t) node->tot_sockets *
					   MIN(cap->socket_cpus / threads,
					       node->cores));
	return cores;
}

static void _cap_capacity(struct fts_build *build, const node_record_t *node,
			  int64_t *capacity)
{
	uint32_t threads = build->snapshot->node[node->index].threads;

	for (uint32_t i = 0; i < build->caps.count; i++)
		capacity[build->caps.cap[i].resource] =
			_cap_cores(&build->caps.cap[i], node, threads);
}

uint32_t fts_build_cap(const struct fts_build *build, const part_record_t *part)
{
	for (uint32_t i = 0; part && i < build->caps.count; i++)
		if (!strcmp(build->caps.cap[i].partition, part->name))
			return build->caps.cap[i].resource;
	return FT_NO_INDEX;
}

static void _cap_held(struct fts_build *build, struct fts_held *held)
{
	uint32_t cap = fts_build_cap(build, held->job->part_ptr);

	if (cap != FT_NO_INDEX)
		held->amount[cap] = held->amount[FT_CORES];
}

const struct fts_dimension fts_max_cpus = {
	.columns = _cap_columns,
	.capacity = _cap_capacity,
	.held = _cap_held,
	.free = _free_caps,
};
