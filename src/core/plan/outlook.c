/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook.h.
 */
#include "core/plan/outlook.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"

const char *const ft_outlook_verdicts[] = {
	[FT_PLACED] = "placed",		[FT_BEYOND] = "beyond",
	[FT_IMPOSSIBLE] = "impossible", [FT_UNRESERVED] = "unreserved",
	[FT_UNSEEN] = "unseen",		NULL,
};

const char *const ft_outlook_obstacles[] = {
	[FT_OBSTACLE_NONE] = "none",
	[FT_OBSTACLE_RESOURCES] = "resources",
	[FT_OBSTACLE_PRIORITY] = "priority",
	[FT_OBSTACLE_CLOSURE] = "reservation",
	[FT_OBSTACLE_LICENCES] = "licences",
	[FT_OBSTACLE_BEGIN] = "begin",
	[FT_OBSTACLE_LIMIT] = "limit",
	NULL,
};

uint32_t ft_outlook_resource(const struct ft_outlook *outlook, const char *name)
{
	for (uint32_t r = 0; r < outlook->resource_count; r++)
		if (!strcmp(outlook->resource[r], name))
			return r;
	return FT_NO_INDEX;
}

struct ft_node_set *ft_outlook_set(const struct ft_outlook *outlook)
{
	return ft_node_set_in(outlook->arena, outlook->node_count);
}

int64_t ft_outlook_moment(const struct ft_outlook *outlook, uint32_t job_id,
			  uint32_t array, bool begins)
{
	int64_t last = 0;

	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *row = &outlook->job[i];
		int64_t at = row->start + (begins ? 0 : row->duration);

		if ((row->job_id != job_id) &&
		    (!array || (row->array_job_id != array)))
			continue;
		if (row->verdict != FT_PLACED)
			return FT_NEVER;
		if (at > last)
			last = at;
	}
	return last ? last : FT_NEVER;
}

void ft_outlook_free(struct ft_outlook *outlook)
{
	ft_arena_free(outlook->arena);
	*outlook = (struct ft_outlook){0};
}

static int _fill_nodes(struct ft_outlook *outlook,
		       const struct ft_snapshot *snapshot)
{
	uint32_t count = snapshot->node_count;

	outlook->node =
		ft_arena_alloc(outlook->arena, count * sizeof(*outlook->node));
	if (!outlook->node)
		return -ENOMEM;
	outlook->node_count = count;
	for (uint32_t i = 0; i < count; i++)
		outlook->node[i] = (struct ft_outlook_node){
			.threads = snapshot->node[i].threads,
			.available_from = snapshot->node[i].available_from,
			.leaf = snapshot->node[i].leaf,
			.capacity =
				&snapshot->capacity[(size_t) i *
						    snapshot->resource_count],
		};
	return 0;
}

static int _fill_runs(struct ft_outlook *outlook,
		      const struct ft_snapshot *snapshot)
{
	uint32_t count = snapshot->run_count;

	outlook->run =
		ft_arena_alloc(outlook->arena, count * sizeof(*outlook->run));
	if (!outlook->run)
		return -ENOMEM;
	outlook->run_count = count;
	for (uint32_t i = 0; i < count; i++)
		outlook->run[i] = (struct ft_outlook_run){
			.job_id = snapshot->run[i].job_id,
			.end = snapshot->run[i].end,
			.share_count = snapshot->run[i].share_count,
			.share = snapshot->run[i].share,
		};
	return 0;
}

/* The index of a request, which many jobs share; by its address. */
static int _add_request(struct ft_outlook *outlook, struct ft_index_map *map,
			const struct ft_request *request, uint32_t *ret_index)
{
	uint64_t hash = ft_index_mix(0, (uint64_t) (uintptr_t) request);
	size_t at = SIZE_MAX;
	uint32_t known;

	while ((known = ft_index_map_next(map, hash, &at)) != UINT32_MAX)
		if (outlook->request[known] == request)
			break;
	*ret_index = known;
	if (known != UINT32_MAX)
		return 0;
	*ret_index = outlook->request_count;
	outlook->request[outlook->request_count++] = request;
	return ft_index_map_put(map, hash, *ret_index);
}

static int _fill_job(struct ft_outlook *outlook, struct ft_index_map *map,
		     const struct ft_job *job,
		     const struct ft_placement *placement,
		     struct ft_outlook_job *own)
{
	bool placed = placement->verdict == FT_PLACED;

	*own = (struct ft_outlook_job){
		.job_id = job->job_id,
		.array_task_id = UINT32_MAX,
		.request = FT_NO_INDEX,
		.verdict = placement->verdict,
		.obstacle = placement->obstacle,
		.committed = placed && placement->committed,
		.start = placed ? placement->start : FT_NEVER,
		.duration = placed ? placement->duration : 0,
		.share_count = placed ? placement->share_count : 0,
		.share = placement->share,
	};
	if (!job->request_count)
		return 0;
	return _add_request(outlook, map,
			    &job->request[placed ? placement->request : 0],
			    &own->request);
}

static int _fill_jobs(struct ft_outlook *outlook,
		      const struct ft_snapshot *snapshot,
		      const struct ft_schedule *schedule)
{
	uint32_t count = snapshot->job_count;
	struct ft_index_map map;
	int rc = 0;

	outlook->job =
		ft_arena_alloc(outlook->arena, count * sizeof(*outlook->job));
	outlook->request = ft_arena_alloc(outlook->arena,
					  count * sizeof(*outlook->request));
	if (!outlook->job || !outlook->request ||
	    ft_index_map_init(&map, count))
		return -ENOMEM;
	for (uint32_t i = 0; i < count && !rc; i++)
		rc = _fill_job(outlook, &map, &snapshot->job[i],
			       &schedule->placement[i], &outlook->job[i]);
	outlook->job_count = count;
	ft_index_map_fini(&map);
	return rc;
}

int ft_outlook_fill(struct ft_outlook *outlook,
		    const struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule, uint32_t resource_count)
{
	int rc;

	*outlook = (struct ft_outlook){
		.made = snapshot->now,
		.until = snapshot->window_end,
		.resource_count = resource_count,
		.closure_count = snapshot->closure_count,
		.closure = snapshot->closure,
		.arena = ft_arena_new(),
	};
	if (!outlook->arena)
		return -ENOMEM;
	rc = _fill_nodes(outlook, snapshot);
	if (!rc)
		rc = _fill_runs(outlook, snapshot);
	if (!rc)
		rc = _fill_jobs(outlook, snapshot, schedule);
	if (rc)
		ft_outlook_free(outlook);
	return rc;
}
