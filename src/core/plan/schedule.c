/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule.h.  The pass over the jobs, in their order.
 *
 * Since free space only shrinks during a pass, the earliest start of a shape
 * never moves back: its front's hint is the instant before which it is known
 * not to fit, and later jobs of the shape search from there.
 */
#include "core/plan/schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/bounds.h"
#include "core/plan/backfill.h"
#include "core/search/choice.h"
#include "core/plan/fewest.h"
#include "core/plan/fill.h"
#include "core/search/limit.h"
#include "core/plan/plan.h"
#include "core/plan/preempt.h"
#include "core/plan/promise.h"
#include "core/plan/promised.h"
#include "core/plan/stretch.h"
#include "core/search/watch.h"

/* The earliest start over the requests; the first of them on a tie. */
static struct ft_slot _job_slot(struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	struct ft_slot slot = {.start = FT_NEVER};

	for (uint32_t r = 0; r < record->request_count; r++) {
		int64_t limit = ft_plan_limit(plan, job, r), start;

		if (slot.start <= limit)
			limit = slot.start - 1;
		start = ft_plan_start(plan, job, r, limit);
		if (start != FT_NEVER)
			slot = (struct ft_slot){start, r,
						ft_plan_shape(plan, job, r)};
		if (plan->watch.spent)
			break;
	}
	if (slot.start != FT_NEVER)
		ft_stretch_slot(plan, &plan->placed,
				&record->request[slot.request], slot.shape,
				&slot);
	return slot;
}

/* Could the request ever start in time on an empty machine? */
static bool _request_possible(const struct ft_plan *plan, uint32_t job,
			      uint32_t request)
{
	const struct ft_request *r = &plan->snapshot->job[job].request[request];
	int64_t from = ft_later(plan->snapshot->now, r->not_before);

	return ft_plan_shape(plan, job, request)->possible &&
	       ft_limit_possible(plan->snapshot, r) &&
	       ((r->end_by == FT_NEVER) ||
		(from <= r->end_by - ft_request_least(r)));
}

static void _refuse_job(struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	struct ft_placement *placement = &plan->schedule->placement[job];

	if (plan->watch.spent || (plan->brief && record->reserve)) {
		placement->verdict = FT_UNSEEN;
		return;
	}
	placement->verdict = FT_IMPOSSIBLE;
	for (uint32_t r = record->request_count; r-- > 0;) {
		if (!_request_possible(plan, job, r))
			continue;
		placement->verdict =
			ft_plan_reserves(plan, job) ? FT_BEYOND : FT_UNRESERVED;
		placement->request = r;
	}
}

static void _find_obstacle(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_job *record = &plan->snapshot->job[job];
	struct ft_shape *shape = ft_plan_shape(plan, job, placement->request);
	int64_t now = plan->snapshot->now;
	const struct ft_request *request;

	if ((placement->verdict == FT_IMPOSSIBLE) ||
	    (placement->verdict == FT_UNSEEN) ||
	    ((placement->verdict == FT_PLACED) && (placement->start == now)))
		return;
	request = &record->request[placement->request];
	if (!ft_limit_fits(&plan->running, request, now,
			   ft_request_least(request))) {
		placement->obstacle = FT_OBSTACLE_LIMIT;
		return;
	}
	if (request->not_before > now) {
		placement->obstacle = FT_OBSTACLE_BEGIN;
		return;
	}
	if (!shape->judged) {
		shape->obstacle = (int) ft_obstacle_now(
			&plan->search, &plan->parts, &plan->gaps,
			&plan->running, shape);
		shape->judged = true;
	}
	placement->obstacle = (enum ft_obstacle) shape->obstacle;
}

/*
 * Chooses nodes at the slot, or at one as early that leaves more runs alone,
 * such as leave the promises alone if that can be, and fills the placement.
 * Says whether the index of gaps chose them.  0 or -ENOMEM.
 */
static int _choose_job(struct ft_plan *plan, uint32_t job, struct ft_slot *slot,
		       bool *ret_by_gaps)
{
	struct ft_search *search = &plan->search;
	bool takes;
	int rc = ft_fewest_runs(plan, job, slot, &takes);

	*ret_by_gaps = false;
	if (rc)
		return rc;
	if (takes)
		return ft_preempt_choose(plan, job, slot);
	if (plan->standing_count &&
	    (ft_promised_start(plan, ft_plan_request(plan, job, slot->request),
			       slot->shape, slot->start,
			       slot->start) == slot->start))
		return ft_promised_assign(plan, job, slot);
	if (slot->shape->part_count)
		return ft_plan_assign_parts(plan, &plan->placed, job, slot);
	*ret_by_gaps = slot->shape->indexed;
	if (*ret_by_gaps)
		return ft_plan_assign_gaps(plan, &plan->gaps, &plan->placed,
					   job, slot);
	ft_plan_settle(plan);
	if ((search->timeline != &plan->placed) ||
	    (search->shape != slot->shape) || (search->found != slot->start))
		ft_search_at(search, &plan->placed, slot->shape, slot->start);
	return ft_plan_assign(plan, job, slot,
			      ft_choice_make(search, slot->start));
}

/* The earliest start among all promises; the first request on a tie. */
static struct ft_slot _spared_slot(struct ft_plan *plan, uint32_t job)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	struct ft_slot slot = {.start = FT_NEVER};

	for (uint32_t r = 0; r < record->request_count; r++) {
		struct ft_shape *shape = ft_plan_shape(plan, job, r);
		int64_t limit = ft_plan_limit(plan, job, r), start;
		/* The past before the hint may be forgotten. */
		int64_t from = ft_later(record->request[r].not_before,
					shape->front.hint);

		if (slot.start <= limit)
			limit = slot.start - 1;
		if (!shape->possible || (from > limit))
			continue;
		start = ft_promised_start(plan, &record->request[r], shape,
					  from, limit);
		if (start != FT_NEVER)
			slot = (struct ft_slot){start, r, shape};
	}
	if (slot.start != FT_NEVER)
		ft_stretch_slot(plan, &plan->promised,
				&record->request[slot.request], slot.shape,
				&slot);
	return slot;
}

static int _place_job(struct ft_plan *plan, uint32_t job, struct ft_slot *slot)
{
	bool by_gaps, spares = true;
	int rc = _choose_job(plan, job, slot, &by_gaps);

	if (!rc && plan->standing_count)
		rc = ft_promise_spares(plan, job, &spares);
	if (!rc && !spares) {
		rc = ft_preempt_undo(plan, job);
		*slot = _spared_slot(plan, job);
		if (slot->start == FT_NEVER) {
			plan->barred[job] = true;
			plan->schedule->placement[job] =
				(struct ft_placement){0};
			_refuse_job(plan, job);
			return rc;
		}
		if (!rc)
			rc = _choose_job(plan, job, slot, &by_gaps);
	}
	if (!rc)
		rc = ft_plan_take(plan, job, by_gaps);
	if (!rc && plan->standing_count)
		rc = ft_promise_enter(plan, job);
	return rc;
}

/*
 * A promise stands aside if the job can start earlier by taking runs.  0 or
 * -ENOMEM.
 */
static int _weigh_promise(struct ft_plan *plan, uint32_t job)
{
	struct ft_slot slot;

	if (!plan->views.count || !ft_promise_stands(plan, job))
		return 0;
	slot = _job_slot(plan, job);
	return ft_preempt_gains(plan, job, &slot)
		       ? ft_promise_withdraw(plan, job)
		       : 0;
}

/*
 * A job that keeps its promise though it has come ahead of others starts
 * earlier if those behind it that must give way can make room; else its promise
 * stands as before.  So does one that has waited for its nodes for longer than
 * an epilog should take, if it can start now.  0 or -ENOMEM.
 */
static int _raise(struct ft_plan *plan, uint32_t job, bool *ret_placed)
{
	struct ft_placement promise = plan->schedule->placement[job];
	bool by_gaps, spares = true, waits = promise.late > FT_LATE_GRACE;
	struct ft_slot slot;
	int rc;

	*ret_placed = false;
	if (!ft_promise_stands(plan, job) || !(plan->risen[job] || waits))
		return 0;
	slot = _job_slot(plan, job);
	if (plan->watch.spent || (slot.start >= promise.start) ||
	    (!plan->risen[job] && (slot.start > plan->snapshot->now)))
		return 0;
	rc = ft_promise_withdraw(plan, job);
	if (!rc)
		rc = _choose_job(plan, job, &slot, &by_gaps);
	if (!rc)
		rc = ft_promise_spares(plan, job, &spares);
	if (!rc && !spares) {
		rc = ft_preempt_undo(plan, job);
		return rc ? rc : ft_promise_restore(plan, job, &promise);
	}
	if (!rc)
		rc = ft_plan_take(plan, job, by_gaps);
	*ret_placed = true;
	return rc ? rc : ft_promise_enter(plan, job);
}

static int _plan_job(struct ft_plan *plan, uint32_t job)
{
	struct ft_slot slot;
	bool admitted = ft_depth_admit(plan, job), placed = false;
	int rc = admitted ? _weigh_promise(plan, job) : 0;

	if (!rc && admitted)
		rc = _raise(plan, job, &placed);
	if (rc)
		return rc;
	if (!admitted) {
		_refuse_job(plan, job);
	} else if (placed) {
		/* earlier than promised */
	} else if (ft_promise_stands(plan, job)) {
		rc = ft_promise_keep(plan, job);
	} else {
		slot = _job_slot(plan, job);
		if (slot.start == FT_NEVER)
			_refuse_job(plan, job);
		else
			rc = _place_job(plan, job, &slot);
	}
	if (rc)
		return rc;
	ft_depth_note(plan, job);
	_find_obstacle(plan, job);
	return 0;
}

/*
 * Every so often, forgets the times in which no job that is still to come can
 * start: before the hints of all their shapes.  Jobs that are put aside may
 * still start at once.
 */
static void _trim_job(struct ft_plan *plan, uint32_t job)
{
	enum { EVERY = 1024 };
	int64_t time = FT_NEVER;

	for (uint32_t r = 0; r < plan->snapshot->job[job].request_count; r++)
		ft_plan_shape(plan, job, r)->jobs_left--;
	/* What a run leaves may let shapes start before their hints. */
	if (((job + 1) % EVERY) || plan->depth.later || plan->views.count ||
	    plan->schedule->unseen)
		return;
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		const struct ft_shape *shape = &plan->table.shape[i];

		if (shape->possible && shape->jobs_left &&
		    (shape->front.hint < time))
			time = shape->front.hint;
	}
	if ((time == FT_NEVER) || (time <= plan->trimmed))
		return;
	plan->trimmed = time;
	ft_gaps_trim(&plan->gaps, time);
	ft_timeline_trim(&plan->placed, time);
	if (plan->standing_count)
		ft_timeline_trim(&plan->promised, time);
}

/* Is there a shape that the index of gaps does not serve? */
static bool _searched(const struct ft_shape_table *table)
{
	for (uint32_t i = 0; i < table->shape_count; i++)
		if (table->shape[i].possible && !table->shape[i].indexed)
			return true;
	return false;
}

/* A guest gains less by one than it costs to make. */
static bool _wants_floor(const struct ft_plan *plan)
{
	return !plan->beside && _searched(&plan->table);
}

/*
 * The same of a job that is put off, in no time: whether parts could all start
 * now is not found out.
 */
static void _find_known_obstacle(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_shape *shape =
		ft_plan_shape(plan, job, placement->request);

	if (!shape->part_count || shape->judged)
		_find_obstacle(plan, job);
	else if (placement->start > plan->snapshot->now)
		placement->obstacle = FT_OBSTACLE_RESOURCES;
}

/* Its promise stands, or it is not looked at in this round. */
static int _put_off(struct ft_plan *plan, uint32_t job)
{
	int rc;

	if (!ft_promise_stands(plan, job)) {
		plan->schedule->placement[job].verdict = FT_UNSEEN;
		plan->schedule->unseen++;
		return 0;
	}
	(void) ft_depth_admit(plan, job);
	rc = ft_promise_hold(plan, job);
	if (rc)
		return rc;
	ft_depth_note(plan, job);
	_find_known_obstacle(plan, job);
	return 0;
}

static int _look_at(struct ft_plan *plan, uint32_t job, bool alone)
{
	const struct ft_job *record = &plan->snapshot->job[job];
	int rc;

	ft_watch_enter(&plan->watch, record, alone);
	plan->schedule->placement[job].verdict = FT_PLACED;
	rc = _plan_job(plan, job);
	ft_watch_leave(&plan->watch, record);
	if (plan->schedule->placement[job].verdict == FT_UNSEEN)
		plan->schedule->unseen++;
	return rc;
}

static bool _any_starts(const struct ft_plan *plan)
{
	for (uint32_t j = 0; j < plan->snapshot->job_count; j++) {
		const struct ft_placement *placement =
			&plan->schedule->placement[j];

		if ((placement->verdict == FT_PLACED) &&
		    (placement->start <= plan->snapshot->now))
			return true;
	}
	return false;
}

/* Those that were put off, once all others have been looked at. */
static int _second_round(struct ft_plan *plan)
{
	int rc = 0;

	if ((plan->schedule->unseen ==
	     plan->schedule->job_count - plan->snapshot->job_count) ||
	    plan->watch.spent || plan->hurried || ft_watch_news(&plan->watch))
		return 0;
	plan->brief = false;
	ft_watch_extend(&plan->watch);
	for (uint32_t j = 0;
	     !rc && !plan->watch.spent && (j < plan->snapshot->job_count);
	     j++) {
		if (plan->schedule->placement[j].verdict != FT_UNSEEN)
			continue;
		plan->schedule->unseen--;
		rc = _look_at(plan, j, true);
	}
	return rc;
}

/*
 * The pass is over: a job that is looked at from now on may be ahead of those
 * that start now, and leaves them what they want.  Bookings that wait to be
 * entered node by node (ft_plan.due) stay so unless a job holds: a long queue
 * of whole nodes never needs that.
 */
static int _hold_again(struct ft_plan *plan)
{
	uint32_t turn = plan->turn;
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < turn); j++) {
		const struct ft_placement *placement =
			&plan->schedule->placement[j];
		struct ft_booking booking;

		if ((placement->verdict != FT_PLACED) ||
		    (placement->start > plan->snapshot->now) ||
		    !ft_shape_parts_hold(
			    ft_plan_shape(plan, j, placement->request)))
			continue;
		plan->turn = turn;
		ft_plan_settle(plan);
		booking = ft_plan_booking(plan, j);
		rc = plan->failed;
		if (!rc)
			rc = ft_timeline_give(&plan->placed, &booking);
		plan->turn = 0;
		booking = ft_plan_booking(plan, j);
		if (!rc)
			rc = ft_timeline_take(&plan->placed, &booking);
	}
	plan->turn = 0;
	return rc;
}

static int _plan_jobs(struct ft_plan *plan)
{
	int rc = 0;

	for (uint32_t j = 0; !rc && (j < plan->snapshot->job_count); j++) {
		const struct ft_job *job = &plan->snapshot->job[j];

		if (plan->watch.halt)
			(void) ft_watch_look(&plan->watch);
		if (plan->watch.spent == FT_SPENT_HALT)
			return -ECANCELED;
		rc = ft_promise_turn(plan, j);
		if (rc)
			return rc;
		if (ft_watch_admits(&plan->watch, job))
			rc = _look_at(plan, j, false);
		else
			rc = _put_off(plan, j);
		plan->brief |=
			(plan->schedule->placement[j].verdict == FT_UNSEEN) &&
			!job->tired;
		_trim_job(plan, j);
	}
	if (!rc)
		rc = _hold_again(plan);
	plan->hurried = plan->schedule->unseen && _any_starts(plan);
	if (!rc)
		rc = _second_round(plan);
	for (uint32_t j = 0;
	     plan->schedule->unseen && (j < plan->snapshot->job_count); j++)
		plan->schedule->placement[j].tired =
			(plan->schedule->placement[j].verdict != FT_PLACED) &&
			ft_watch_had(&plan->watch, &plan->snapshot->job[j]);
	return rc;
}

/*
 * Could each shape ever start?  Of parts that takes long: those for which there
 * is no time left are looked for, as if they could.
 */
static int _judge_shapes(struct ft_plan *plan)
{
	ft_watch_judge(&plan->watch);
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		struct ft_shape *shape = &plan->table.shape[i];

		(void) ft_watch_over(&plan->watch);
		if (plan->watch.spent == FT_SPENT_HALT)
			return -ECANCELED;
		if (!plan->watch.spent || !shape->part_count)
			shape->possible = ft_obstacle_possible(
				&plan->search, &plan->parts, shape);
	}
	ft_watch_judged(&plan->watch);
	return 0;
}

extern void ft_schedule_commit(const struct ft_snapshot *snapshot, uint32_t job,
			       struct ft_placement *placement)
{
	placement->committed =
		(placement->verdict == FT_PLACED) && placement->held &&
		!placement->victim_count &&
		(placement->start > snapshot->now) &&
		ft_start_commits(snapshot, job, placement->start);
}

/*
 * What jobs behind count on that victims leave stands by itself only if it did
 * before.
 */
static void _commit_all(struct ft_plan *plan)
{
	bool taken = false;

	for (uint32_t j = 0; j < plan->snapshot->job_count; j++) {
		struct ft_placement *placement = &plan->schedule->placement[j];

		ft_schedule_commit(plan->snapshot, j, placement);
		if (taken &&
		    (plan->snapshot->job[j].promise != placement->start))
			placement->committed = false;
		taken |= placement->victim_count;
	}
}

/* Nodes that are idle now are counted there by runs: only then comes what
 * stands beside the jobs. */
static int _index_gaps(struct ft_plan *plan)
{
	int rc = ft_gaps_init(&plan->gaps, &plan->table, &plan->placed);

	return rc ? rc : ft_plan_stand_by(plan, &plan->placed, &plan->gaps);
}

static int _plan_all(struct ft_plan *plan)
{
	int rc = _judge_shapes(plan);

	if (!rc)
		rc = _index_gaps(plan);
	if (!rc && _wants_floor(plan))
		rc = ft_timeline_add_floor(&plan->placed, &plan->table);
	if (!rc)
		rc = ft_views_init(plan);
	if (!rc)
		rc = ft_depth_begin(plan);
	if (!rc)
		rc = ft_promise_begin(plan);
	if (!rc)
		rc = _plan_jobs(plan);
	if (!rc)
		rc = plan->failed;
	if (!rc)
		rc = ft_fill_run(plan);
	if (!rc)
		rc = ft_backfill_run(plan);
	if (!rc)
		rc = plan->failed ? plan->failed : plan->parts.failed;
	if (!rc && (plan->watch.spent == FT_SPENT_HALT))
		rc = -ECANCELED;
	_commit_all(plan);
	plan->schedule->table_size =
		ft_timeline_points(&plan->placed) + ft_gaps_count(&plan->gaps);
	return rc;
}

/* Jobs that there was no memory to look at are not known to the pass. */
static void _cut_jobs(struct ft_plan *plan)
{
	uint32_t limit = plan->table.job_limit;

	if (limit == plan->snapshot->job_count)
		return;
	for (uint32_t j = limit; j < plan->snapshot->job_count; j++)
		plan->schedule->placement[j].verdict = FT_UNSEEN;
	plan->schedule->unseen = plan->snapshot->job_count - limit;
	plan->cut = *plan->snapshot;
	plan->cut.job_count = limit;
	plan->snapshot = plan->table.machine.snapshot = &plan->cut;
}

static int _keep_capacity(struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	size_t size = (size_t) snapshot->node_count * snapshot->resource_count *
		      sizeof(int64_t);
	int64_t *capacity = ft_arena_alloc(plan->schedule->arena, size);

	if (!capacity)
		return -ENOMEM;
	memcpy(capacity, snapshot->capacity, size);
	plan->capacity = capacity;
	return 0;
}

static int _plan(struct ft_plan *plan)
{
	int rc = _keep_capacity(plan);

	if (!rc)
		rc = ft_shape_table_init(&plan->table, plan->snapshot,
					 plan->schedule->arena);
	if (!rc)
		_cut_jobs(plan);
	if (!rc) {
		plan->due = ft_arena_alloc(plan->table.arena,
					   plan->snapshot->job_count *
						   sizeof(*plan->due));
		rc = plan->due ? 0 : -ENOMEM;
	}
	ft_parts_init(&plan->parts, &plan->table.machine, &plan->search);
	if (!rc)
		rc = ft_search_init(&plan->search, &plan->table.machine);
	plan->search.watch = &plan->watch;
	if (!rc)
		rc = ft_timeline_init(&plan->running, plan->snapshot);
	if (!rc)
		rc = ft_timeline_copy(&plan->placed, &plan->running);
	return rc ? rc : _plan_all(plan);
}

extern void ft_plan_fini(struct ft_plan *plan)
{
	ft_views_fini(plan);
	ft_gaps_fini(&plan->gaps);
	ft_promised_fini(plan);
	ft_timeline_fini(&plan->placed);
	ft_timeline_fini(&plan->running);
	ft_parts_fini(&plan->parts);
	ft_search_fini(&plan->search);
	ft_shape_table_fini(&plan->table);
}

static struct ft_schedule *_new_schedule(const struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule = calloc(1, sizeof(*schedule));

	if (!schedule)
		return NULL;
	schedule->job_count = snapshot->job_count;
	schedule->arena = ft_arena_new();
	if (schedule->arena)
		schedule->placement = ft_arena_alloc(
			schedule->arena,
			snapshot->job_count * sizeof(*schedule->placement));
	if (schedule->placement)
		return schedule;
	ft_schedule_free(schedule);
	return NULL;
}

static int _make(struct ft_plan *plan, const struct ft_halt *halt,
		 struct ft_err *err)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	int rc = ft_snapshot_check(snapshot, err);

	if (rc)
		return rc;
	plan->schedule = _new_schedule(snapshot);
	rc = plan->schedule ? ft_watch_begin(&plan->watch, snapshot, halt)
			    : -ENOMEM;
	if (!rc)
		rc = _plan(plan);
	/* the caller's, for this time */
	ft_watch_fini(&plan->watch);
	plan->search.watch = NULL;
	if (!rc)
		return 0;
	ft_schedule_free(plan->schedule);
	plan->schedule = NULL;
	return ft_fail(err, rc, "plan: %s",
		       rc == -ECANCELED ? "ended early" : "out of memory");
}

extern int ft_plan_make(struct ft_plan *plan,
			const struct ft_snapshot *snapshot,
			const struct ft_halt *halt, struct ft_err *err)
{
	*plan = (struct ft_plan){.snapshot = snapshot};
	return _make(plan, halt, err);
}

extern int ft_schedule_beside(const struct ft_snapshot *snapshot,
			      const struct ft_booking *booking, uint32_t count,
			      const struct ft_halt *halt,
			      struct ft_schedule **ret_schedule,
			      struct ft_err *err)
{
	struct ft_plan plan = {
		.snapshot = snapshot, .beside = booking, .beside_count = count};
	int rc = _make(&plan, halt, err);

	ft_plan_fini(&plan);
	if (!rc)
		*ret_schedule = plan.schedule;
	return rc;
}

extern int ft_schedule_plan(const struct ft_snapshot *snapshot,
			    struct ft_schedule **ret_schedule,
			    struct ft_err *err)
{
	struct ft_plan plan;
	int rc = ft_plan_make(&plan, snapshot, NULL, err);

	ft_plan_fini(&plan);
	if (!rc)
		*ret_schedule = plan.schedule;
	return rc;
}

extern bool ft_schedule_takes(const struct ft_schedule *schedule)
{
	for (uint32_t j = 0; j < schedule->job_count; j++)
		if (schedule->placement[j].victim_count)
			return true;
	return false;
}

extern void ft_schedule_free(struct ft_schedule *schedule)
{
	if (!schedule)
		return;
	ft_arena_free(schedule->arena);
	ft_arena_free(schedule->shares);
	free(schedule);
}
