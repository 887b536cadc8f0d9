/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay.h.
 */
#include "core/replay/replay_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/plan/expect.h"

enum { NONE = UINT32_MAX };

/* Copies what the job got: the schedule goes before the job ends. */
static int _take_nodes(struct ft_replay_state *state, uint32_t index,
		       const struct ft_placement *place)
{
	struct ft_replay_track *track = &state->track[index];
	uint32_t count = place->share_count;
	size_t each = state->resources * sizeof(int64_t);
	struct ft_share *share = malloc(count * (sizeof(*share) + each));
	int64_t *amount;

	if (!share)
		return ft_replay_no_memory(state);
	amount = (int64_t *) (share + count);
	for (uint32_t i = 0; i < count; i++) {
		memcpy(amount, place->share[i].amount, each);
		share[i] = (struct ft_share){.node = place->share[i].node,
					     .amount = amount};
		amount += state->resources;
	}
	track->share = share;
	track->share_count = count;
	ft_replay_idle_take(state, track);
	return 0;
}

/* In the order of times, which may be before 0. */
static uint64_t _event_key(int64_t time)
{
	return (uint64_t) time ^ UINT64_C(1) << 63;
}

/* INT64_MAX: there is none. */
static int64_t _next_event(const struct ft_heap *events)
{
	return events->count ? (int64_t) _event_key((int64_t) events->item->key)
			     : INT64_MAX;
}

/* Takes the earliest out if it is due at now; false: nothing is. */
static bool _take_event(struct ft_heap *events, int64_t now, uint32_t *ret_job)
{
	if (!events->count || events->item->key > _event_key(now))
		return false;
	*ret_job = ft_heap_pop(events).value;
	return true;
}

static int _start_placed(struct ft_replay_state *state, uint32_t index,
			 const struct ft_placement *place)
{
	struct ft_replay_job *job = &state->replay->job[index];
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
	int rc = _take_nodes(state, index, place);

	if (rc)
		return rc;
	job->start = state->now;
	job->end = state->now + asked->run;
	job->priority = state->track[index].priority;
	state->run[state->run_count++] = index;
	state->used += asked->processors;
	if (ft_heap_push(&state->ends, _event_key(job->end), index))
		return ft_replay_no_memory(state);
	return 0;
}

/* What became of a start that was committed; is there one now? */
static void _note_moves(struct ft_replay_job *job,
			const struct ft_replay_track *track,
			const struct ft_placement *place)
{
	bool placed = place->verdict == FT_PLACED;

	if (track->place && track->place->committed &&
	    (!placed || place->start > track->place->start))
		job->broken = true;
	if (place->committed && job->committed == FT_NEVER)
		job->committed = place->start;
}

/* Jobs that are due start; the others keep what they are promised. */
static int _apply_job(struct ft_replay_state *state,
		      const struct ft_schedule *schedule)
{
	uint32_t kept = 0;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		uint32_t index = state->queue[i];
		struct ft_replay_job *job = &state->replay->job[index];
		struct ft_replay_track *track = &state->track[index];
		bool placed = place->verdict == FT_PLACED;

		_note_moves(job, track, place);
		if (placed && place->start <= state->now) {
			rc = _start_placed(state, index, place);
			continue;
		}
		if (placed && place->held && job->promise == FT_NEVER)
			job->promise = place->start;
		track->place = placed ? place : NULL;
		track->rank = i;
		state->queue[kept++] = index;
	}
	state->queue_count = kept;
	return rc;
}

/* Does a job wait that was shown no start of any kind yet? */
static bool _any_unshown(const struct ft_replay_state *state,
			 const struct ft_schedule *schedule)
{
	for (uint32_t i = 0; i < schedule->job_count; i++)
		if (schedule->placement[i].verdict != FT_PLACED &&
		    state->replay->job[state->queue[i]].unheld == FT_NEVER)
			return true;
	return false;
}

/* What jobs that hold no start would be shown, as they first are. */
static int _note_unheld(struct ft_replay_state *state,
			const struct ft_snapshot *snapshot,
			const struct ft_schedule *schedule)
{
	int64_t *start;
	int rc;

	if (!state->setup->unheld || !_any_unshown(state, schedule))
		return 0;
	start = calloc((size_t) schedule->job_count + 1, sizeof(*start));
	if (!start)
		return ft_replay_no_memory(state);
	rc = ft_expect_starts(snapshot, schedule, NULL, start, state->err);
	for (uint32_t i = 0; !rc && i < schedule->job_count; i++) {
		struct ft_replay_job *job =
			&state->replay->job[state->queue[i]];

		if (job->unheld == FT_NEVER)
			job->unheld = start[i];
	}
	free(start);
	return rc;
}

static int _plan_queue(struct ft_replay_state *state)
{
	struct ft_schedule *schedule;
	struct ft_snapshot *snapshot;
	int rc;

	if (!state->queue_count)
		return 0;
	rc = ft_replay_snapshot(state, &snapshot);
	if (rc)
		return rc;
	rc = ft_planner_plan(state->planner, snapshot, NULL, &schedule,
			     state->err);
	if (rc) {
		ft_snapshot_free(snapshot);
		return rc;
	}
	rc = _note_unheld(state, snapshot, schedule);
	ft_snapshot_free(snapshot);
	if (!rc)
		rc = _apply_job(state, schedule);
	ft_schedule_free(state->schedule);
	state->schedule = schedule;
	return rc;
}

static void _forget_run(struct ft_replay_state *state, uint32_t index)
{
	for (uint32_t i = 0; i < state->run_count; i++)
		if (state->run[i] == index) {
			memmove(&state->run[i], &state->run[i + 1],
				(--state->run_count - i) * sizeof(*state->run));
			break;
		}
	ft_replay_idle_give(state, &state->track[index]);
	free(state->track[index].share);
	state->track[index].share = NULL;
}

static int _end_job(struct ft_replay_state *state, uint32_t index)
{
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
	struct ft_past_run run = {
		.end = state->now,
		.job_id = index + 1,
		.seconds = asked->run,
		.limit = asked->limit,
		.processors = asked->processors,
	};
	int rc = 0;

	_forget_run(state, index);
	state->used -= asked->processors;
	if (asked->user && state->now > 0 &&
	    ft_predict_learn(&state->predict, (uint32_t) asked->user, &run,
			     NULL))
		return ft_replay_no_memory(state);
	for (uint32_t i = state->track[index].follower; !rc && i != NONE;
	     i = state->track[i].sibling)
		rc = ft_heap_push(&state->arrivals,
				  _event_key(state->now +
					     ft_replay_asked(state, i)->think),
				  i);
	return rc ? ft_replay_no_memory(state) : 0;
}

static int _events(struct ft_replay_state *state)
{
	uint32_t index;

	while (_take_event(&state->ends, state->now, &index))
		if (_end_job(state, index))
			return -ENOMEM;
	while (_take_event(&state->arrivals, state->now, &index)) {
		state->replay->job[index].submit = state->now;
		state->queue[state->queue_count++] = index;
	}
	return 0;
}

static int _count_share(struct ft_replay_state *state, int64_t seconds)
{
	int rc = 0;

	if (!state->setup->share)
		return 0;
	for (uint32_t i = 0; !rc && i < state->run_count; i++)
		rc = ft_replay_share_use(
			&state->share, state->run[i],
			ft_replay_asked(state, state->run[i])->processors,
			seconds);
	return rc ? rc : ft_replay_share_step(&state->share, state->now);
}

static void _ask_delivery(struct ft_replay_state *state, uint32_t index,
			  bool had)
{
	ft_delivery_ask(&state->replay->delivery,
			state->setup->population->leaf[index],
			ft_replay_asked(state, index)->processors, had);
}

/*
 * Running jobs have used their processors since the last event; waiting jobs
 * are present.
 */
static int _count_present(struct ft_replay_state *state, int64_t before)
{
	int64_t seconds = state->now - before;

	if (_count_share(state, seconds))
		return ft_replay_no_memory(state);
	if (!state->setup->population)
		return 0;
	for (uint32_t i = 0; i < state->run_count; i++)
		_ask_delivery(state, state->run[i], true);
	for (uint32_t i = 0; i < state->queue_count; i++)
		_ask_delivery(state, state->queue[i], false);
	if (ft_delivery_step(&state->replay->delivery, seconds, state->now))
		return ft_replay_no_memory(state);
	return 0;
}

static int64_t _next_job(const struct ft_replay_state *state)
{
	int64_t next = _next_event(&state->arrivals);
	int64_t end = _next_event(&state->ends);

	if (end < next)
		next = end;
	for (uint32_t i = 0; i < state->queue_count; i++) {
		const struct ft_placement *place =
			state->track[state->queue[i]].place;

		if (place && place->start < next)
			next = place->start;
	}
	return next;
}

static int _add_point(struct ft_replay_state *state)
{
	struct ft_replay *replay = state->replay;
	int64_t idle = replay->processors - state->used;
	struct ft_replay_point *point;

	if (!FT_ARRAY_GROW(replay->point, replay->point_count,
			   replay->point_size))
		return ft_replay_no_memory(state);
	point = &replay->point[replay->point_count++];
	*point = (struct ft_replay_point){.time = state->now,
					  .used = state->used,
					  .queued = state->queue_count};
	for (uint32_t i = 0; !point->lost && i < state->queue_count; i++)
		point->lost =
			ft_replay_asked(state, state->queue[i])->processors <=
			idle;
	point->stranded = ft_replay_idle_stranded(state);
	if (state->resources > FT_FIRST_GRES)
		point->stranded_gpus = ft_replay_idle_stranded_gpus(state);
	return 0;
}

static int _run_replay(struct ft_replay_state *state)
{
	int64_t before;
	int rc = 0;

	state->now = _next_job(state);
	for (before = state->now; !rc && state->now != FT_NEVER;
	     state->now = _next_job(state)) {
		rc = _count_present(state, before);
		before = state->now;
		if (!rc)
			rc = _events(state);
		if (rc)
			break;
		if (ft_replay_order(state))
			return ft_replay_no_memory(state);
		rc = _plan_queue(state);
		if (!rc)
			rc = _add_point(state);
	}
	if (!rc && state->queue_count)
		rc = ft_fail(state->err, -EINVAL,
			     "%" PRIu32 " jobs never start: the first is job "
			     "%" PRId64 " of the log",
			     state->queue_count,
			     ft_replay_asked(state, state->queue[0])->number);
	return rc;
}

/* Jobs that come by themselves; the others hang on those they follow. */
static int _arrive(struct ft_replay_state *state)
{
	struct ft_replay *replay = state->replay;

	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_workload_job *asked = ft_replay_asked(state, i);
		struct ft_replay_track *track = &state->track[i];

		replay->job[i].promise = FT_NEVER;
		replay->job[i].unheld = FT_NEVER;
		replay->job[i].committed = FT_NEVER;
		track->follower = track->sibling = NONE;
		if (state->setup->chain && asked->after >= 0) {
			struct ft_replay_track *first =
				&state->track[asked->after];

			track->sibling = first->follower;
			first->follower = i;
		} else if (ft_heap_push(&state->arrivals,
					_event_key(asked->submit), i)) {
			return ft_replay_no_memory(state);
		}
	}
	return 0;
}

/* What a node has, and what of it is counted. */
static int _size(struct ft_replay_state *state)
{
	const struct ft_replay_setup *setup = state->setup;
	const struct ft_fleet *fleet = setup->fleet;
	bool memory = fleet ? fleet->kind[0].memory : setup->memory;

	state->resources = memory ? FT_MEMORY + 1 : FT_CORES + 1;
	if (fleet && ft_fleet_gpus(fleet))
		state->resources = FT_FIRST_GRES + 1;
	if (fleet) {
		state->cores = ft_fleet_widest(fleet);
		return 0;
	}
	if (!setup->nodes || setup->workload->processors % setup->nodes)
		return ft_fail(state->err, -EINVAL,
			       "%" PRId64 " processors cannot be spread evenly "
			       "over %" PRIu32 " nodes",
			       setup->workload->processors, setup->nodes);
	state->cores = setup->workload->processors / setup->nodes;
	return 0;
}

static int _open_replay(struct ft_replay_state *state)
{
	const struct ft_replay_setup *setup = state->setup;
	struct ft_replay *replay = state->replay;
	uint32_t count = setup->workload->count;

	if (setup->jobs && setup->jobs < count)
		count = setup->jobs;
	if (_size(state))
		return -EINVAL;
	replay->processors = setup->workload->processors;
	replay->gpus = setup->fleet ? ft_fleet_gpus(setup->fleet) : 0;
	replay->job_count = count;
	replay->job = calloc(count, sizeof(*replay->job));
	state->track = calloc(count, sizeof(*state->track));
	state->queue = calloc(count, sizeof(*state->queue));
	state->run = calloc(count, sizeof(*state->run));
	state->planner = ft_planner_new();
	if (!replay->job || !state->track || !state->queue || !state->run ||
	    !state->planner)
		return ft_replay_no_memory(state);
	ft_planner_keep(state->planner, (enum ft_keep) setup->options.keep);
	if (setup->share && ft_replay_share_init(&state->share, setup->share,
						 replay->processors))
		return ft_replay_no_memory(state);
	if (setup->population &&
	    ft_delivery_init(&replay->delivery, setup->population,
			     replay->processors, setup->window))
		return ft_replay_no_memory(state);
	if (ft_replay_idle_open(state))
		return ft_replay_no_memory(state);
	return _arrive(state);
}

static void _close_replay(struct ft_replay_state *state)
{
	if (state->planner)
		state->replay->plans = ft_planner_counted(state->planner);
	ft_replay_share_free(&state->share);
	for (uint32_t i = 0; i < state->run_count; i++)
		free(state->track[state->run[i]].share);
	ft_schedule_free(state->schedule);
	ft_planner_free(state->planner);
	ft_predict_free(&state->predict);
	ft_heap_fini(&state->arrivals);
	ft_heap_fini(&state->ends);
	free(state->idle);
	free(state->track);
	free(state->queue);
	free(state->run);
}

extern int ft_replay_run(const struct ft_replay_setup *setup,
			 struct ft_replay *ret_replay, struct ft_err *err)
{
	struct ft_replay_state state = {
		.setup = setup, .replay = ret_replay, .err = err};
	int rc;

	*ret_replay = (struct ft_replay){0};
	rc = _open_replay(&state);
	if (!rc)
		rc = _run_replay(&state);
	_close_replay(&state);
	if (rc)
		ft_replay_free(ret_replay);
	return rc;
}

extern void ft_replay_free(struct ft_replay *replay)
{
	free(replay->job);
	free(replay->point);
	ft_delivery_free(&replay->delivery);
	*replay = (struct ft_replay){0};
}
