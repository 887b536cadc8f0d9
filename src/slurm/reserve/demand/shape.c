/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_shape - what is the same for all jobs that ask for the same in one
 * partition is read once, and found by a key; and how many ways to run the jobs
 * of each user have.
 *
 * Refuses what belongs to one job: its begin time, limits and reservation are
 * added to copies (demand/pick.c).
 */
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

#include "src/slurmctld/node_scheduler.h"

#include "core/base/arena.h"
#include "core/base/array.h"

#include "slurm/reserve/build/hash_key.h"
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/demand/eligible.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/demand/shape.h"
#include "slurm/reserve/demand/shape_list.h"
#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/resource/dimension.h"

/* The shapes that were met, by key, and how many ways each user's jobs have. */
struct fts_shapes {
	struct ft_id_map known; /* to shape */
	uint32_t count, room;
	struct fts_shape **shape;
	struct ft_id_map user_ways;
};

static struct fts_shapes *_shapes(struct fts_build *build)
{
	if (!build->shapes)
		build->shapes = calloc(1, sizeof(*build->shapes));
	build->failed |= !build->shapes;
	return build->shapes;
}

static struct fts_shape *_find_shape(const struct fts_shapes *shapes,
				     uint64_t key)
{
	uint32_t i;

	return ft_id_map_get(&shapes->known, key, &i) ? shapes->shape[i] : NULL;
}

static bool _add_shape(struct fts_shapes *shapes, struct fts_shape *shape)
{
	if (!FT_ARRAY_GROW(shapes->shape, shapes->count, shapes->room) ||
	    ft_id_map_put(&shapes->known, shape->key, shapes->count))
		return false;
	shapes->shape[shapes->count++] = shape;
	return true;
}

void fts_build_shapes_free(struct fts_build *build)
{
	struct fts_shapes *shapes = build->shapes;

	if (!shapes)
		return;
	ft_id_map_fini(&shapes->known);
	ft_id_map_fini(&shapes->user_ways);
	free(shapes->shape);
	free(shapes);
}

/*
 * Each way is a request in the snapshot and a search in the plan, so the jobs
 * of one user have so many in all as USER_JOBS jobs may, and few each beyond
 * that: it is their sum that takes memory and time, and not that a job of many
 * partitions, features and devices has them all.
 */
uint32_t fts_build_ways_left(const struct fts_build *build,
			     const job_record_t *job)
{
	enum { USER_JOBS = 16, FEW = 3 };
	uint32_t had = 0;

	if (build->shapes)
		ft_id_map_get(&build->shapes->user_ways, job->user_id, &had);
	return had < (uint64_t) build->options->requests * USER_JOBS
		       ? (uint32_t) build->options->requests
		       : MIN(FEW, (uint32_t) build->options->requests);
}

void fts_build_note_ways(struct fts_build *build, const job_record_t *job,
			 uint32_t count)
{
	struct fts_shapes *shapes = _shapes(build);
	uint32_t had = 0;

	if (!shapes)
		return;
	ft_id_map_get(&shapes->user_ways, job->user_id, &had);
	if (ft_id_map_put(&shapes->user_ways, job->user_id, had + count))
		build->failed = true;
}

static uint64_t _shape_key(struct fts_build *build, job_record_t *job,
			   const struct fts_range *range)
{
	struct ft_keyed_hash key = fts_hash_begin();

	ft_keyed_hash_add(&key, fts_build_shape_hash(build, job));
	ft_keyed_hash_add_text(&key, job->part_ptr->name);
	ft_keyed_hash_add(&key, range->min | (uint64_t) range->want << 32);
	ft_keyed_hash_add(&key, range->max);
	ft_keyed_hash_add(&key, fts_dimension_key(build, job));
	if (build->ways < build->options->requests)
		ft_keyed_hash_add(&key, build->ways);
	if (build->magnetic) /* access to a magnetic one goes by user */
		ft_keyed_hash_add(&key, job->user_id | (uint64_t) job->assoc_id
							       << 32);
	return ft_keyed_hash_end(&key);
}

/* All ways to place it that the job may have, alternative by alternative. */
static void _add_requests(struct fts_build *build, job_record_t *job,
			  const struct fts_range *range,
			  const struct fts_eligible *eligible, uint32_t count,
			  struct fts_shape *shape)
{
	struct fts_demand demand;

	for (uint32_t i = 0; i < count && !build->failed; i++) {
		if (eligible[i].tried)
			continue;
		if (!fts_demand_may_add(build, shape))
			return;
		fts_demand_read(build, job, range, &eligible[i], &demand);
		if (!build->failed)
			fts_demand_requests(build, job, &demand, shape);
	}
}

static void _add_shape_least(struct fts_build *build, job_record_t *job,
			     const struct fts_range *range,
			     const struct fts_eligible *eligible,
			     uint32_t count, struct fts_shape *shape)
{
	struct fts_demand demand;

	for (uint32_t i = 0; i < count && !build->failed; i++) {
		if (eligible[i].fixed)
			continue;
		fts_demand_read(build, job, range, &eligible[i], &demand);
		if (!build->failed)
			fts_demand_least(build, job, &demand, shape);
	}
}

/* Of a job of more ways than it may have what it takes at least is told once
 * and not for each alternative, of which it may have as many as of ways. */
static void _fill_shape(struct fts_build *build, job_record_t *job,
			const struct fts_range *range, struct fts_shape *shape)
{
	const struct fts_eligible *eligible;
	bool exact = true;
	uint32_t count;

	eligible = fts_build_eligible(build, job, &count, &exact);
	if (!exact)
		shape->unknown = "counts or alternatives of features";
	_add_requests(build, job, range, eligible, count, shape);
	if (shape->cut && eligible)
		eligible = fts_build_eligible_merged(build, eligible, &count);
	if (shape->unknown || shape->partial)
		_add_shape_least(build, job, range, eligible, count, shape);
	fts_shape_keep(build, shape);
}

const struct fts_shape *fts_build_shape(struct fts_build *build,
					job_record_t *job)
{
	struct fts_shapes *shapes = _shapes(build);
	struct fts_range range;
	struct fts_shape *shape;
	uint64_t key;

	if (get_node_cnts(job, fts_qos_flags(job), job->part_ptr, &range.min,
			  &range.want, &range.max))
		return NULL;
	build->ways = fts_build_ways_left(build, job);
	key = _shape_key(build, job, &range);
	shape = shapes ? _find_shape(shapes, key) : NULL;
	if (shape || !shapes)
		return shape;
	shape = fts_build_own(build, sizeof(*shape));
	if (!shape)
		return NULL;
	shape->key = key;
	_fill_shape(build, job, &range, shape);
	if (build->draft)
		ft_arena_clear(build->draft);
	if (!_add_shape(shapes, shape)) {
		build->failed = true;
		return NULL;
	}
	return shape;
}

const struct fts_shape *fts_build_shape_stays(struct fts_build *build,
					      const struct fts_shape *shape)
{
	struct fts_shape *own;

	if (shape->stays)
		return shape;
	own = _find_shape(build->shapes, shape->key);
	if (!own)
		return shape;
	fts_shape_stay(build, own);
	return own;
}
