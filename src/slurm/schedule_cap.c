/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_cap.h.
 */
#include "slurm/schedule_cap.h"

#include <stdlib.h>
#include <string.h>

static bool _limited(const part_record_t *part)
{
	uint32_t limit = part->max_cpus_per_node;

	return limit && limit != NO_VAL && limit != INFINITE;
}

/* Is the limit a number of whole cores (or sockets) on each of its nodes? */
static bool _even(const struct fts_build *build, const part_record_t *part)
{
	if (!part->node_bitmap)
		return false;
	for (int64_t i = fts_bit_next(part->node_bitmap, 0);
	     i >= 0 && i < node_record_count;
	     i = fts_bit_next(part->node_bitmap, i + 1)) {
		const node_record_t *node = node_record_table_ptr[i];
		uint32_t threads = node && node->tpc ? node->tpc : 1;

		if (node && build->sockets)
			threads *= node->cores;
		if (!threads || part->max_cpus_per_node % threads)
			return false;
	}
	return true;
}

static void _add(struct fts_build *build, const part_record_t *part,
		 uint32_t resource)
{
	struct fts_cap *cap =
		realloc(build->cap, (build->cap_count + 1) * sizeof(*cap));

	if (!cap) {
		build->failed = true;
		return;
	}
	build->cap = cap;
	cap += build->cap_count;
	*cap = (struct fts_cap){
		.partition = strdup(part->name),
		.cpus = part->max_cpus_per_node,
		.resource = resource,
	};
	if (!cap->partition)
		build->failed = true;
	else
		build->cap_count++;
}

uint32_t fts_build_caps(struct fts_build *build, uint32_t count)
{
	fts_list_iterator_t iterator;
	const part_record_t *part;

	if (build->linear)
		return count;
	iterator = list_iterator_create(part_list);
	while ((part = list_next(iterator)))
		if (_limited(part) && _even(build, part))
			_add(build, part, count + build->cap_count);
	list_iterator_destroy(iterator);
	return count + build->cap_count;
}

void fts_build_caps_free(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->cap_count; i++)
		free(build->cap[i].partition);
	free(build->cap);
}

void fts_build_cap_capacity(const struct fts_build *build, uint32_t threads,
			    int64_t *capacity)
{
	for (uint32_t i = 0; i < build->cap_count; i++)
		capacity[build->cap[i].resource] = build->cap[i].cpus / threads;
}

uint32_t fts_build_cap(const struct fts_build *build, const part_record_t *part)
{
	for (uint32_t i = 0; part && i < build->cap_count; i++)
		if (!strcmp(build->cap[i].partition, part->name))
			return build->cap[i].resource;
	return FT_NO_INDEX;
}
