/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See repair.h.
 */
#include "core/plan/repair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/bounds.h"
#include "core/snapshot/field.h"
#include "core/timeline/want.h"

/* Then it is time to make a plan afresh, which gives memory back. */
enum { EDITS_MAX = 10000 };

struct repair {
	struct ft_kept *kept;
	const struct ft_snapshot *snapshot;
	struct ft_schedule *schedule;
	bool *seen;	    /* of each run of kept->base */
	bool running_moved; /* what runs now is not what ran then */
	uint32_t started;   /* jobs of kept that run now */
};

static bool _same_job(const void *a, const void *b, size_t size)
{
	return !size || !memcmp(a, b, size);
}

static bool _same_nodes(const struct ft_snapshot *a,
			const struct ft_snapshot *b)
{
	for (uint32_t n = 0; n < a->node_count; n++)
		if (!ft_fields_same(ft_node_fields, &a->node[n], &b->node[n],
				    a->resource_count))
			return false;
	return _same_job(a->capacity, b->capacity,
			 (size_t) a->node_count * a->resource_count *
				 sizeof(int64_t));
}

/*
 * A plan in which all have had their turn is at rest for any rule; and none is
 * kept for which steps or memory did not last.
 */
static bool _same_policy(const struct ft_policy *base,
			 const struct ft_policy *policy)
{
	struct ft_policy as_good = *base;

	as_good.steps = policy->steps;
	as_good.memory = policy->memory;
	if (base->compress == FT_COMPRESS_ORDER) {
		as_good.compress = policy->compress;
		as_good.patience = policy->patience;
	}
	return ft_fields_same(ft_policy_fields, &as_good, policy, 0);
}

static bool _same_machine(const struct ft_snapshot *a,
			  const struct ft_snapshot *b)
{
	if ((a->node_count != b->node_count) ||
	    (a->resource_count != b->resource_count) ||
	    (a->licence_count != b->licence_count) ||
	    (a->closure_count != b->closure_count) ||
	    (a->overrule != b->overrule) ||
	    !_same_policy(&a->policy, &b->policy) || !_same_nodes(a, b) ||
	    !_same_job(a->licence_total, b->licence_total,
		       a->licence_count * sizeof(int64_t)))
		return false;
	for (uint32_t c = 0; c < a->closure_count; c++)
		if (!ft_fields_same(ft_closure_fields, &a->closure[c],
				    &b->closure[c], a->resource_count))
			return false;
	return true;
}

/* Is (after, until] a time in which no closed time ends? */
static bool _no_opening(const struct ft_snapshot *base, int64_t after,
			int64_t until)
{
	for (uint32_t c = 0; c < base->closure_count; c++)
		if ((base->closure[c].end > after) &&
		    (base->closure[c].end <= until))
			return false;
	for (uint32_t n = 0; n < base->node_count; n++)
		if ((base->node[n].available_from > after) &&
		    (base->node[n].available_from <= until))
			return false;
	return true;
}

/* Time goes on and the window moves along, over nothing that ends. */
static bool _time_passes(const struct repair *repair)
{
	const struct ft_snapshot *base = &repair->kept->base;
	const struct ft_snapshot *snapshot = repair->snapshot;

	if (!ft_time_ok(snapshot->now) || !ft_time_ok(snapshot->window_end) ||
	    (snapshot->now == FT_NEVER))
		return false;
	/* What ends now may be a hole to fill. */
	if ((snapshot->policy.compress != FT_COMPRESS_ORDER) &&
	    ft_kept_ends(repair->kept, base->now, snapshot->now))
		return false;
	return (snapshot->now >= base->now) &&
	       (snapshot->window_end >= base->window_end) &&
	       _no_opening(base, base->now, snapshot->now) &&
	       !ft_kept_ends(repair->kept, base->window_end,
			     snapshot->window_end);
}

/* Plans do not go by when a run is likely to end. */
static bool _same_run(const struct ft_snapshot *snapshot,
		      const struct ft_run *a, const struct ft_run *b)
{
	struct ft_run as_good = *a;

	as_good.predicted_end = b->predicted_end;
	return ft_fields_same(ft_run_fields, &as_good, b,
			      snapshot->resource_count);
}

/* Is the run the placed job, started when and where it was to start? */
static bool _is_started(const struct repair *repair, const struct ft_run *run,
			const struct ft_kept_job *job)
{
	const struct ft_placement *placement = &job->placement;
	const struct ft_request *request =
		&repair->kept->table.class[job->class[placement->request]]
			 .request;
	size_t size = repair->snapshot->resource_count * sizeof(int64_t);

	/* Parts may run as jobs of their own. */
	if ((job->job_id != run->job_id) || job->started ||
	    placement->part_count ||
	    (placement->start > repair->snapshot->now) ||
	    (run->end != placement->start + placement->duration) ||
	    (run->alone != request->alone) ||
	    (run->share_count != placement->share_count) ||
	    !ft_licences_same(run->licence, run->licence_count,
			      request->licence, request->licence_count))
		return false;
	for (uint32_t i = 0; i < run->share_count; i++) {
		const int64_t *amount = run->share[i].amount;

		if ((run->share[i].node != placement->share[i].node) ||
		    (request->exclusive != !amount) ||
		    (amount &&
		     memcmp(amount, placement->share[i].amount, size)))
			return false;
	}
	return true;
}

static int _take_started(struct repair *repair, const struct ft_run *run)
{
	struct ft_kept *kept = repair->kept;
	uint32_t i = 0;
	struct ft_booking booking;

	while ((i < kept->job_count) &&
	       !_is_started(repair, run, &kept->job[i]))
		i++;
	if (i == kept->job_count)
		return -EAGAIN;
	/* What was held for its start is free again, before that second ends.
	 */
	if (ft_kept_holds(kept,
			  kept->job[i].class[kept->job[i].placement.request]) &&
	    (repair->snapshot->now < ft_want_end(kept->job[i].placement.start)))
		return -EAGAIN;
	kept->job[i].started = true;
	repair->started++;
	repair->running_moved = true;
	booking = (struct ft_booking){
		.start = repair->snapshot->now,
		.end = run->end,
		.whole = !run->share_count || !run->share[0].amount,
		.share_count = run->share_count,
		.share = kept->job[i].placement.share,
		.licence_count = run->licence_count,
		.licence = run->licence,
	};
	if (ft_timeline_take(&kept->plan.running, &booking))
		return -ENOMEM;
	return ft_kept_add_run(kept, run);
}

static bool _run_ok(const struct ft_run *run, int64_t now)
{
	return (run->end > now) &&
	       (!run->predicted_end || ((run->predicted_end > now) &&
					(run->predicted_end <= run->end)));
}

static uint64_t _hash_id(uint32_t id)
{
	return ft_index_mix(id, 1);
}

/* Each run is one of the last plan's, or a job that it placed. */
static int _match_runs(struct repair *repair, const struct ft_index_map *by_id)
{
	const struct ft_snapshot *snapshot = repair->snapshot;
	const struct ft_snapshot *base = &repair->kept->base;
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < snapshot->run_count); i++) {
		const struct ft_run *run = &snapshot->run[i];
		size_t at = SIZE_MAX;
		uint32_t k;

		while ((k = ft_index_map_next(by_id, _hash_id(run->job_id),
					      &at)) != UINT32_MAX)
			if (!repair->seen[k] &&
			    _same_run(snapshot, &base->run[k], run))
				break;
		if (!_run_ok(run, snapshot->now))
			rc = -EAGAIN;
		else if (k != UINT32_MAX)
			repair->seen[k] = true;
		else
			rc = _take_started(repair, run);
	}
	return rc;
}

/* All that are gone had to end by now; they are forgotten. */
static int _drop_runs(struct repair *repair, uint32_t known)
{
	struct ft_snapshot *base = &repair->kept->base;
	uint32_t left = 0;

	for (uint32_t k = 0; k < base->run_count; k++) {
		if ((k >= known) || repair->seen[k]) {
			base->run[left++] = base->run[k];
			continue;
		}
		if (base->run[k].end > repair->snapshot->now)
			return -EAGAIN;
		repair->running_moved = true;
	}
	base->run_count = left;
	return 0;
}

/*
 * Is a job due that holds more than it takes, and does not run yet?  A plan
 * that is made now holds that against fewer jobs (ft_plan.turn).
 */
static bool _holds_now(const struct repair *repair)
{
	const struct ft_kept *kept = repair->kept;

	for (uint32_t i = 0; i < kept->job_count; i++) {
		const struct ft_kept_job *job = &kept->job[i];

		if (!job->started &&
		    (job->placement.start <= repair->snapshot->now) &&
		    ft_kept_holds(kept, job->class[job->placement.request]))
			return true;
	}
	return false;
}

static int _repair_runs(struct repair *repair)
{
	const struct ft_snapshot *base = &repair->kept->base;
	uint32_t known = base->run_count;
	struct ft_index_map by_id;
	int rc = ft_index_map_init(&by_id, known);

	repair->seen = calloc((size_t) known + 1, sizeof(*repair->seen));
	if (!repair->seen)
		rc = -ENOMEM;
	for (uint32_t k = 0; !rc && (k < known); k++)
		rc = ft_index_map_put(&by_id, _hash_id(base->run[k].job_id), k);
	if (!rc)
		rc = _match_runs(repair, &by_id);
	if (!rc)
		rc = _drop_runs(repair, known);
	if (!rc && _holds_now(repair))
		rc = -EAGAIN;
	ft_index_map_fini(&by_id);
	free(repair->seen);
	return rc;
}

/* Is the job's promise what the last plan gave it? */
static bool _keeps_promise(const struct repair *repair,
			   const struct ft_kept_job *kept, uint32_t rank,
			   const uint32_t *class)
{
	const struct ft_job *job = &repair->snapshot->job[rank];
	const struct ft_placement *placement = &kept->placement;

	return (job->job_id == kept->job_id) &&
	       (kept->in_turn || !ft_job_in_turn(repair->snapshot, rank)) &&
	       (job->promise == placement->start) &&
	       (job->promise >= repair->snapshot->now) &&
	       (job->promise_rank == kept->rank) &&
	       (job->promise_request == placement->request) &&
	       (job->promise_duration == placement->duration) &&
	       (job->promise_share == placement->share) &&
	       (job->promise_share_count == placement->share_count) &&
	       (job->promise_part_end == placement->part_end) &&
	       (job->reserve == kept->reserve) &&
	       (job->request_count == kept->request_count) &&
	       _same_job(class, kept->class,
			 kept->request_count * sizeof(*class));
}

/* Is the request known to have no start, behind so many placed jobs? */
static bool _is_dead(const struct repair *repair, uint32_t class, bool reserve,
		     uint32_t placed)
{
	const struct ft_kept *kept = repair->kept;
	const struct ft_kept_class *known = &kept->class[class];
	const struct ft_request *request = &kept->table.class[class].request;
	int64_t now = repair->snapshot->now;

	return (placed >= kept->shape_dead[known->shape]) ||
	       (placed >= known->dead) ||
	       (!reserve && (placed >= known->dead_now)) ||
	       (!reserve && (request->not_before > now)) ||
	       !kept->plan.table.shape[known->shape].possible ||
	       (ft_later(now, request->not_before) >
		repair->snapshot->window_end);
}

static bool _all_dead(const struct repair *repair, const struct ft_job *job,
		      const uint32_t *class, uint32_t placed)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		if (!_is_dead(repair, class[r], job -> reserve, placed))
			return false;
	return true;
}

static enum ft_obstacle _job_obstacle(struct repair *repair, uint32_t class)
{
	struct ft_kept *kept = repair->kept;
	struct ft_shape *shape =
		&kept->plan.table.shape[kept->class[class].shape];

	if (kept->table.class[class].request.not_before > repair->snapshot->now)
		return FT_OBSTACLE_BEGIN;
	if (!shape->judged) {
		shape->obstacle = (int) ft_obstacle_now(
			&kept->plan.search, &kept->plan.parts, &kept->plan.gaps,
			&kept->plan.running, shape);
		shape->judged = true;
	}
	return (enum ft_obstacle) shape->obstacle;
}

static void _refuse_placement(struct repair *repair, const struct ft_job *job,
			      const uint32_t *class,
			      struct ft_placement *placement)
{
	const struct ft_kept *kept = repair->kept;

	placement->verdict = FT_IMPOSSIBLE;
	for (uint32_t r = job->request_count; r-- > 0;) {
		const struct ft_request *request =
			&kept->table.class[class[r]].request;
		int64_t from =
			ft_later(repair->snapshot->now, request->not_before);

		if (!kept->plan.table.shape[kept->class[class[r]].shape]
			     .possible ||
		    ((request->end_by != FT_NEVER) &&
		     (from > request->end_by - ft_request_least(request))))
			continue;
		placement->verdict = job->reserve ? FT_BEYOND : FT_UNRESERVED;
		placement->request = r;
	}
	if (placement->verdict != FT_IMPOSSIBLE)
		placement->obstacle =
			_job_obstacle(repair, class[placement->request]);
}

static void _keep_placement(struct repair *repair, uint32_t rank,
			    struct ft_kept_job *kept)
{
	struct ft_placement *placement = &repair->schedule->placement[rank];
	bool later = kept->placement.start > repair->snapshot->now;

	kept->rank = rank;
	*placement = kept->placement;
	placement->obstacle = FT_OBSTACLE_NONE;
	placement->held = later || repair->snapshot->job[rank].promise_held;
	if (later)
		placement->obstacle =
			_job_obstacle(repair, kept->class[placement->request]);
	ft_schedule_commit(repair->snapshot, rank, placement);
}

static bool _job_ok(const struct ft_snapshot *snapshot,
		    const struct ft_job *job)
{
	return (job->reserve ||
		(snapshot->policy.compress == FT_COMPRESS_ORDER)) &&
	       (job->bucket == FT_NO_INDEX) && ft_time_ok(job->queued) &&
	       (job->predicted >= 0) && (job->predicted <= FT_TIME_MAX) &&
	       job->request_count && job->request;
}

/*
 * The jobs in their order: those with promises must be all that were placed,
 * but for those that started.
 */
static int _repair_jobs(struct repair *repair)
{
	const struct ft_snapshot *snapshot = repair->snapshot;
	struct ft_kept *kept = repair->kept;
	uint32_t placed = 0;

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_job *job = &snapshot->job[j];
		const uint32_t *class =
			_job_ok(snapshot, job)
				? ft_class_table_find(&kept->table, job, false)
				: NULL;

		if (!class)
			return -EAGAIN;
		while ((placed < kept->job_count) && kept->job[placed].started)
			placed++;
		if (job->promise == FT_NEVER) {
			if (!_all_dead(repair, job, class, placed))
				return -EAGAIN;
			_refuse_placement(repair, job, class,
					  &repair->schedule->placement[j]);
			continue;
		}
		if ((placed == kept->job_count) ||
		    !_keeps_promise(repair, &kept->job[placed], j, class))
			return -EAGAIN;
		_keep_placement(repair, j, &kept->job[placed++]);
	}
	while ((placed < kept->job_count) && kept->job[placed].started)
		placed++;
	return placed == kept->job_count ? 0 : -EAGAIN;
}

/* Behind how many jobs that is, once those that started are not counted. */
static uint32_t _without_started(const uint32_t *started, uint32_t count,
				 uint32_t placed)
{
	uint32_t before = 0;

	if (placed == UINT32_MAX)
		return placed;
	while ((before < count) && (started[before] < placed))
		before++;
	return placed - before;
}

/* Jobs that started leave the list. */
static int _forget_runs(struct repair *repair)
{
	struct ft_kept *kept = repair->kept;
	uint32_t *started, count = 0, left = 0;

	if (!repair->started)
		return 0;
	started = calloc(repair->started, sizeof(*started));
	if (!started)
		return -ENOMEM;
	for (uint32_t i = 0; i < kept->job_count; i++) {
		if (kept->job[i].started)
			started[count++] = i;
		else
			kept->job[left++] = kept->job[i];
	}
	kept->job_count = left;
	for (uint32_t c = 0; c < kept->table.class_count; c++) {
		struct ft_kept_class *class = &kept->class[c];

		class->dead = _without_started(started, count, class->dead);
		class->dead_now =
			_without_started(started, count, class->dead_now);
	}
	for (uint32_t s = 0; s < kept->plan.table.shape_count; s++)
		kept->shape_dead[s] =
			_without_started(started, count, kept->shape_dead[s]);
	free(started);
	return 0;
}

/* Does one begin by now that takes amounts, as if a job had started? */
static bool _closure_began(const struct repair *repair)
{
	const struct ft_snapshot *base = &repair->kept->base;

	for (uint32_t c = 0; c < base->closure_count; c++)
		if (base->closure[c].share_count &&
		    (base->closure[c].start > base->now) &&
		    (base->closure[c].start <= repair->snapshot->now))
			return true;
	return false;
}

/* Obstacles hold as long as neither what runs nor what closes soon changes. */
static void _judge_again(struct repair *repair)
{
	struct ft_kept *kept = repair->kept;
	const struct ft_snapshot *base = &kept->base;
	int64_t now = repair->snapshot->now;

	for (uint32_t s = 0; s < kept->plan.table.shape_count; s++) {
		struct ft_shape *shape = &kept->plan.table.shape[s];
		int64_t duration = shape->duration;

		if (repair->running_moved || shape->part_count)
			shape->judged = false;
		for (uint32_t c = 0; c < base->closure_count; c++)
			if ((base->closure[c].start >= base->now + duration) &&
			    (base->closure[c].start < now + duration))
				shape->judged = false;
	}
}

/*
 * The first step of each node and licence becomes that of now.  (Not
 * ft_timeline_trim, which leaves nodes alone that have not changed.)
 */
static void _trim_running(struct ft_kept *kept, int64_t now)
{
	const struct ft_snapshot *base = &kept->base;
	struct ft_timeline *running = &kept->plan.running;

	for (uint32_t n = 0; n < base->node_count; n++)
		ft_profile_trim(&running->node[n], base->resource_count, now);
	for (uint32_t i = 0; i < base->licence_count; i++)
		ft_profile_trim(&running->licence[i], 1, now);
}

/* Now, and what holds from now on. */
static void _move_now(struct repair *repair)
{
	struct ft_kept *kept = repair->kept;
	int64_t now = repair->snapshot->now;

	repair->running_moved |= _closure_began(repair);
	_judge_again(repair);
	if (ft_kept_ends(kept, kept->base.now, now))
		for (uint32_t c = 0; c < kept->table.class_count; c++)
			kept->class[c].dead_now = UINT32_MAX;
	kept->base.now = now;
	kept->base.policy.compress = repair->snapshot->policy.compress;
	kept->base.policy.patience = repair->snapshot->policy.patience;
	kept->base.window_end = repair->snapshot->window_end;
	if (repair->running_moved)
		_trim_running(kept, now);
}

static int _schedule_job(struct repair *repair)
{
	struct ft_schedule *schedule = calloc(1, sizeof(*schedule));
	uint32_t jobs = repair->snapshot->job_count;

	if (!schedule)
		return -ENOMEM;
	repair->schedule = schedule;
	schedule->job_count = jobs;
	schedule->shares = ft_arena_hold(repair->kept->shares);
	schedule->table_size = repair->kept->table_size;
	schedule->arena = ft_arena_new();
	if (schedule->arena)
		schedule->placement = ft_arena_alloc(
			schedule->arena, jobs * sizeof(*schedule->placement));
	return schedule->placement ? 0 : -ENOMEM;
}

extern int ft_repair(struct ft_kept *kept, const struct ft_snapshot *snapshot,
		     struct ft_schedule **ret_schedule)
{
	struct repair repair = {.kept = kept, .snapshot = snapshot};
	int rc = -EAGAIN;

	if ((kept->edits > EDITS_MAX) || ft_depth_array_exceeds(snapshot) ||
	    !_same_machine(&kept->base, snapshot) || !_time_passes(&repair))
		return rc;
	rc = _repair_runs(&repair);
	if (!rc)
		rc = ft_class_table_begin(&kept->table, snapshot);
	if (!rc)
		rc = _schedule_job(&repair);
	if (!rc) {
		_move_now(&repair);
		rc = _repair_jobs(&repair);
	}
	if (!rc)
		rc = _forget_runs(&repair);
	if (rc)
		ft_schedule_free(repair.schedule);
	else
		*ret_schedule = repair.schedule;
	return rc;
}
