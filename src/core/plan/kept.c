/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See kept.h.
 */
#include "core/plan/kept.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/order.h"
#include "core/plan/promised.h"
#include "core/snapshot/field.h"
#include "core/timeline/want.h"

/*
 * Has no job left a place that others have not seen?  Where no promise moves
 * earlier in its turn, only a job that fills a hole or may last longer could
 * use it.
 */
static bool _at_rest(const struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	bool in_turn = false;

	for (uint32_t j = 0; !in_turn && (j < snapshot->job_count); j++)
		in_turn = ft_job_in_turn(snapshot, j);
	return !plan->refilled && !plan->schedule->unseen &&
	       !(plan->shifted && (in_turn || plan->table.flexible));
}

/*
 * Is the plan at rest, and does it follow from promises and order alone?  No
 * plan is kept in which nodes are changed; jobs that come to do so later are of
 * no class that is known.  Nor is one in which a job is alone in a segment.
 */
static bool _fit(const struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	const struct ft_policy *policy = &snapshot->policy;
	bool fill = policy->compress != FT_COMPRESS_ORDER;

	if (snapshot->limit_count || (policy->hold != FT_HOLD_HIGHEST) ||
	    policy->bucket_count ||
	    (policy->backfill != FT_BACKFILL_FIRSTFIT) ||
	    policy->backfill_depth || ft_depth_array_exceeds(snapshot) ||
	    plan->views.count || plan->placed.change || plan->placed.segments ||
	    (snapshot->window_end < snapshot->now))
		return false;
	for (uint32_t j = 0; fill && (j < snapshot->job_count); j++)
		if (!snapshot->job[j].reserve)
			return false;
	return _at_rest(plan);
}

static void *_keep_bytes(struct ft_kept *kept, const void *from, size_t size)
{
	void *copy = ft_arena_alloc(kept->arena, size);

	return (copy && size) ? memcpy(copy, from, size) : copy;
}

extern int ft_kept_add_run(struct ft_kept *kept, const struct ft_run *run)
{
	struct ft_run *own = ft_snapshot_add_run(&kept->base);

	kept->edits++;
	if (!own)
		return -ENOMEM;
	*own = *run;
	return ft_fields_own(ft_run_fields, own, kept->arena,
			     kept->base.resource_count);
}

static int _keep_closures(struct ft_kept *kept,
			  const struct ft_snapshot *snapshot)
{
	size_t count = snapshot->closure_count;
	struct ft_closure *closure =
		_keep_bytes(kept, snapshot->closure, count * sizeof(*closure));
	int rc = closure ? 0 : -ENOMEM;

	kept->base.closure = closure;
	for (size_t c = 0; !rc && (c < count); c++)
		rc = ft_fields_own(ft_closure_fields, &closure[c], kept->arena,
				   kept->base.resource_count);
	return rc;
}

/* All but the jobs. */
static int _copy_base(struct ft_kept *kept, const struct ft_snapshot *snapshot)
{
	size_t nodes = snapshot->node_count;
	struct ft_snapshot *base = &kept->base;
	int rc;

	*base = *snapshot;
	base->arena = kept->arena;
	base->job = NULL;
	base->run = NULL;
	base->job_count = base->run_count = 0;
	base->node = _keep_bytes(kept, snapshot->node,
				 nodes * sizeof(*snapshot->node));
	base->capacity =
		_keep_bytes(kept, snapshot->capacity,
			    nodes * snapshot->resource_count * sizeof(int64_t));
	base->licence_total =
		_keep_bytes(kept, snapshot->licence_total,
			    snapshot->licence_count * sizeof(int64_t));
	if (!base->node || !base->capacity || !base->licence_total)
		return -ENOMEM;
	rc = _keep_closures(kept, snapshot);
	for (uint32_t i = 0; !rc && (i < snapshot->run_count); i++)
		rc = ft_kept_add_run(kept, &snapshot->run[i]);
	return rc;
}

extern bool ft_kept_holds(const struct ft_kept *kept, uint32_t class)
{
	return ft_shape_parts_hold(
		&kept->plan.table.shape[kept->class[class].shape]);
}

static int _list_ends(struct ft_kept *kept)
{
	const struct ft_snapshot *base = &kept->base;
	size_t count = (size_t) base->run_count + base->closure_count +
		       base->node_count + kept->job_count;
	int64_t *end;

	for (uint32_t i = 0; i < kept->job_count; i++)
		count += kept->job[i].placement.part_count + 1;
	end = calloc(count + 1, sizeof(*end));

	if (!end)
		return -ENOMEM;
	kept->end = end;
	count = 0;
	for (uint32_t i = 0; i < base->run_count; i++)
		end[count++] = base->run[i].end;
	for (uint32_t i = 0; i < base->closure_count; i++)
		end[count++] = base->closure[i].end;
	for (uint32_t i = 0; i < base->node_count; i++)
		if (base->node[i].available_from > base->now)
			end[count++] = base->node[i].available_from;
	for (uint32_t i = 0; i < kept->job_count; i++) {
		const struct ft_kept_job *job = &kept->job[i];
		uint32_t class = job->class[job->placement.request];
		const struct ft_request *request =
			&kept->table.class[class].request;

		end[count++] = job->placement.start + job->placement.duration;
		for (uint32_t p = 0; p < job->placement.part_count; p++)
			end[count++] = job->placement.start +
				       request->part[p].duration;
		if (ft_kept_holds(kept, class))
			end[count++] = ft_want_end(job->placement.start);
	}
	kept->end_count = (uint32_t) count;
	qsort(end, count, sizeof(*end), ft_order_i64);
	return 0;
}

extern bool ft_kept_ends(const struct ft_kept *kept, int64_t after,
			 int64_t until)
{
	uint32_t low = 0, count = kept->end_count;

	/* The first end after `after` is at low or count behind it. */
	while (count) {
		uint32_t half = count / 2;

		if (kept->end[low + half] <= after) {
			low += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return (low < kept->end_count) && (kept->end[low] <= until);
}

/* Classes come in the order of their numbers. */
static int _note_shape(struct ft_kept *kept, uint32_t class, uint32_t shape,
		       uint32_t *known)
{
	struct ft_kept_class *list;

	if (class < *known)
		return 0;
	list = ft_arena_grow(kept->arena, kept->class, *known, sizeof(*list));
	if (!list)
		return -ENOMEM;
	kept->class = list;
	list[(*known)++] = (struct ft_kept_class){
		.shape = shape,
		.dead = UINT32_MAX,
		.dead_now = UINT32_MAX,
	};
	return 0;
}

/* The shape of each class that has come with the job. */
static int _note_shapes(struct ft_kept *kept, uint32_t job,
			const struct ft_job *record, const uint32_t *class,
			uint32_t *known)
{
	const struct ft_shape_table *shapes = &kept->plan.table;
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < record->request_count); r++) {
		uint32_t index = shapes->request_shape[shapes->first[job] + r];
		const struct ft_shape *shape = &shapes->shape[index];

		for (uint32_t p = 0; !rc && (p < shape->part_count); p++)
			rc = _note_shape(
				kept, kept->table.class[class[r]].part[p],
				(uint32_t) (shape->part[p + 1] - shapes->shape),
				known);
		if (!rc)
			rc = _note_shape(kept, class[r], index, known);
	}
	return rc;
}

static void _job_least(uint32_t *value, uint32_t other)
{
	if (other < *value)
		*value = other;
}

/*
 * The job, with requests of these classes, has no start behind all that are
 * placed so far: nor has any like it behind them.
 */
static void _note_refusal(struct ft_kept *kept, const struct ft_job *record,
			  const uint32_t *list)
{
	for (uint32_t r = 0; r < record->request_count; r++) {
		const struct ft_request *request =
			&kept->table.class[list[r]].request;
		struct ft_kept_class *class = &kept->class[list[r]];

		/* Nothing was learned of times that are not in the window. */
		if (request->not_before > kept->base.window_end)
			continue;
		_job_least(record->reserve ? &class->dead : &class->dead_now,
			   kept->job_count);
		if (record->reserve && !request->not_before &&
		    (request->end_by == FT_NEVER))
			_job_least(&kept->shape_dead[class->shape],
				   kept->job_count);
	}
}

static int _note_place(struct ft_kept *kept, const struct ft_job *record,
		       uint32_t rank, const uint32_t *list)
{
	struct ft_kept_job *job = &kept->job[kept->job_count++];

	*job = (struct ft_kept_job){
		.job_id = record->job_id,
		.rank = rank,
		.request_count = record->request_count,
		.class = _keep_bytes(kept, list,
				     record->request_count * sizeof(*list)),
		.reserve = record->reserve,
		.in_turn = ft_job_in_turn(kept->plan.snapshot, rank),
		.placement = kept->plan.schedule->placement[rank],
	};
	return job->class ? 0 : -ENOMEM;
}

static int _note_jobs(struct ft_kept *kept, const struct ft_snapshot *snapshot)
{
	uint32_t known = 0;
	int rc = ft_class_table_begin(&kept->table, snapshot);

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		const struct ft_job *job = &snapshot->job[j];
		const uint32_t *list =
			ft_class_table_find(&kept->table, job, true);

		rc = list ? _note_shapes(kept, j, job, list, &known) : -ENOMEM;
		if (rc)
			break;
		if (kept->plan.schedule->placement[j].verdict == FT_PLACED)
			rc = _note_place(kept, job, j, list);
		else if (!kept->plan.barred || !kept->plan.barred[j])
			_note_refusal(kept, job, list);
	}
	return rc;
}

static int _note_all(struct ft_kept *kept, const struct ft_snapshot *snapshot)
{
	const struct ft_schedule *schedule = kept->plan.schedule;
	uint32_t shapes = kept->plan.table.shape_count, placed = 0;

	for (uint32_t j = 0; j < schedule->job_count; j++)
		placed += schedule->placement[j].verdict == FT_PLACED;
	kept->job = calloc((size_t) placed + 1, sizeof(*kept->job));
	kept->shape_dead =
		ft_arena_alloc(kept->arena, shapes * sizeof(*kept->shape_dead));
	if (!kept->job || !kept->shape_dead)
		return -ENOMEM;
	for (uint32_t i = 0; i < shapes; i++)
		kept->shape_dead[i] = UINT32_MAX;
	return _note_jobs(kept, snapshot);
}

/* What is left of the plan points into the snapshot no more. */
static void _detach(struct ft_kept *kept)
{
	struct ft_plan *plan = &kept->plan;

	for (uint32_t c = 0; c < kept->table.class_count; c++)
		plan->table.shape[kept->class[c].shape].request =
			&kept->table.class[c].request;
	/* There are no gaps to look up any more. */
	for (uint32_t i = 0; i < plan->table.shape_count; i++)
		plan->table.shape[i].indexed = false;
	plan->snapshot = &kept->base;
	plan->table.machine.snapshot = &kept->base;
	plan->running.snapshot = &kept->base;
	plan->schedule = NULL;
}

static int _fill_kept(struct ft_kept *kept, const struct ft_snapshot *snapshot)
{
	int rc;

	kept->arena = ft_arena_new();
	if (!kept->arena)
		return -ENOMEM;
	kept->shares = ft_arena_hold(kept->plan.schedule->arena);
	kept->table_size = kept->plan.schedule->table_size;
	rc = ft_class_table_init(&kept->table);
	if (!rc)
		rc = _copy_base(kept, snapshot);
	if (!rc)
		rc = _note_all(kept, snapshot);
	if (!rc)
		rc = _list_ends(kept);
	if (!rc)
		_detach(kept);
	kept->fit = !rc;
	kept->edits = 0;
	return rc;
}

extern int ft_kept_fill(struct ft_kept *kept,
			const struct ft_snapshot *snapshot)
{
	if (!_fit(&kept->plan)) {
		ft_kept_fini(kept);
		return 0;
	}
	ft_gaps_fini(&kept->plan.gaps);
	ft_promised_fini(&kept->plan);
	ft_timeline_fini(&kept->plan.placed);
	ft_parts_fini(&kept->plan.parts);
	ft_parts_init(&kept->plan.parts, &kept->plan.table.machine,
		      &kept->plan.search);
	return _fill_kept(kept, snapshot);
}

extern void ft_kept_fini(struct ft_kept *kept)
{
	ft_plan_fini(&kept->plan);
	if (kept->table.arena)
		ft_class_table_fini(&kept->table);
	free(kept->job);
	free(kept->end);
	ft_arena_free(kept->arena);
	ft_arena_free(kept->shares);
	*kept = (struct ft_kept){0};
}
