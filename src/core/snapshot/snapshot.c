/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot.h.  Memory only; what a snapshot may say is checked in
 * snapshot_check.c.
 */
#include "core/snapshot/snapshot.h"

#include <stdlib.h>

#include "core/base/arena.h"

static int _fill_field(struct ft_snapshot *snapshot)
{
	size_t nodes = snapshot->node_count;
	size_t amounts = nodes * snapshot->resource_count;

	snapshot->arena = ft_arena_new();
	if (!snapshot->arena)
		return -1;
	snapshot->node =
		ft_snapshot_alloc(snapshot, nodes * sizeof(struct ft_node));
	snapshot->capacity =
		ft_snapshot_alloc(snapshot, amounts * sizeof(int64_t));
	snapshot->licence_total = ft_snapshot_alloc(
		snapshot, snapshot->licence_count * sizeof(int64_t));
	if (!snapshot->node || !snapshot->capacity || !snapshot->licence_total)
		return -1;
	for (size_t i = 0; i < nodes; i++)
		snapshot->node[i].threads = 1;
	return 0;
}

extern struct ft_snapshot *ft_snapshot_new(uint32_t node_count,
					   uint32_t resource_count,
					   uint32_t licence_count)
{
	struct ft_snapshot *snapshot = calloc(1, sizeof(*snapshot));

	if (!snapshot)
		return NULL;
	snapshot->node_count = node_count;
	snapshot->resource_count = resource_count;
	snapshot->licence_count = licence_count;
	if (_fill_field(snapshot)) {
		ft_snapshot_free(snapshot);
		return NULL;
	}
	return snapshot;
}

extern void ft_snapshot_free(struct ft_snapshot *snapshot)
{
	if (!snapshot)
		return;
	ft_arena_free(snapshot->arena);
	free(snapshot);
}

extern void *ft_snapshot_alloc(struct ft_snapshot *snapshot, size_t size)
{
	return ft_arena_alloc(snapshot->arena, size);
}

extern struct ft_node_set *ft_snapshot_set(struct ft_snapshot *snapshot)
{
	return ft_node_set_in(snapshot->arena, snapshot->node_count);
}

extern struct ft_limit *ft_snapshot_add_limit(struct ft_snapshot *snapshot)
{
	struct ft_limit *limit =
		ft_arena_grow(snapshot->arena, snapshot->limit,
			      snapshot->limit_count, sizeof(*limit));

	if (!limit)
		return NULL;
	snapshot->limit = limit;
	return &limit[snapshot->limit_count++];
}

extern struct ft_run *ft_snapshot_add_run(struct ft_snapshot *snapshot)
{
	struct ft_run *run = ft_arena_grow(snapshot->arena, snapshot->run,
					   snapshot->run_count, sizeof(*run));

	if (!run)
		return NULL;
	snapshot->run = run;
	return &run[snapshot->run_count++];
}

extern struct ft_closure *ft_snapshot_add_closure(struct ft_snapshot *snapshot)
{
	struct ft_closure *closure =
		ft_arena_grow(snapshot->arena, snapshot->closure,
			      snapshot->closure_count, sizeof(*closure));

	if (!closure)
		return NULL;
	snapshot->closure = closure;
	return &closure[snapshot->closure_count++];
}

extern struct ft_job *ft_snapshot_add_job(struct ft_snapshot *snapshot)
{
	struct ft_job *job = ft_arena_grow(snapshot->arena, snapshot->job,
					   snapshot->job_count, sizeof(*job));

	if (!job)
		return NULL;
	snapshot->job = job;
	job += snapshot->job_count++;
	job->promise = FT_NEVER;
	job->bucket = FT_NO_INDEX;
	return job;
}
