/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay.h.
 */
#include "core/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/agenda.h"
#include "core/turn.h"

enum { NONE = UINT32_MAX, SETS = 64 };

/* The nodes of some kinds of a fleet. */
struct eligible {
	uint32_t kinds;
	struct ft_node_set *nodes;
};

/* What a job has beyond its result. */
struct track {
	const struct ft_placement *place; /* of the last plan; NULL: none */
	uint32_t rank;			  /* its place in that plan */
	uint32_t priority;
	double turn;	   /* larger comes first */
	int64_t predicted; /* seconds; 0: nobody knows */
	uint32_t follower; /* the first job that waits for its end */
	uint32_t sibling;  /* the next that waits for the same end */
	struct ft_share *share;
	uint32_t share_count;
};

struct state {
	const struct ft_replay_setup *setup;
	struct ft_replay *replay;
	struct ft_planner *planner;
	struct ft_schedule *schedule; /* the last: promises point into it */
	struct ft_predict predict;
	struct ft_replay_share share;
	struct track *track;
	struct ft_agenda arrivals, ends;
	uint32_t *queue, queue_count; /* waiting, in the order of priority */
	uint32_t *run, run_count;
	int64_t now, used;
	int64_t cores;		   /* of a node, the most */
	struct eligible set[SETS]; /* of the snapshot that is being made */
	uint32_t set_count;
	uint32_t resources; /* that are counted: cores, and memory perhaps */
	struct ft_err *err;
};

static const struct ft_workload_job *_asked(const struct state *state,
					    uint32_t index)
{
	return &state->setup->workload->job[index];
}

static int _no_memory(struct state *state)
{
	return ft_fail(state->err, -ENOMEM, "out of memory");
}

/* A whole node is what a node of one core gives. */
static bool _whole(const struct state *state)
{
	return state->cores == 1 && !state->setup->fleet;
}

static bool _counts_memory(const struct state *state)
{
	return state->resources > FT_MEMORY;
}

/* What a node of the fleet has, kind by kind. */
static void _set_kinds(const struct state *state, struct ft_snapshot *snapshot)
{
	const struct ft_fleet *fleet = state->setup->fleet;
	int64_t *capacity = snapshot->capacity;

	for (uint32_t k = 0; k < fleet->count; k++)
		for (int64_t n = 0; n < fleet->kind[k].count; n++) {
			capacity[FT_CORES] = fleet->kind[k].processors;
			if (_counts_memory(state))
				capacity[FT_MEMORY] = fleet->kind[k].memory;
			capacity += state->resources;
		}
}

static struct ft_node_set *_make_set(const struct ft_fleet *fleet,
				     struct ft_snapshot *snapshot,
				     uint32_t kinds)
{
	struct ft_node_set *set = ft_snapshot_set(snapshot);
	uint32_t node = 0;

	for (uint32_t k = 0; set && k < fleet->count; k++)
		for (int64_t n = 0; n < fleet->kind[k].count; n++, node++)
			if (kinds & UINT32_C(1) << k)
				ft_node_set_add(set, node);
	return set;
}

/* The nodes that a job may have, out of all; NULL: out of memory. */
static const struct ft_node_set *_eligible(struct state *state,
					   struct ft_snapshot *snapshot,
					   const struct ft_node_set *all,
					   uint32_t kinds)
{
	struct ft_node_set *set;

	if (!state->setup->fleet)
		return all;
	for (uint32_t i = 0; i < state->set_count; i++)
		if (state->set[i].kinds == kinds)
			return state->set[i].nodes;
	set = _make_set(state->setup->fleet, snapshot, kinds);
	if (set && state->set_count < SETS)
		state->set[state->set_count++] = (struct eligible){kinds, set};
	return set;
}

/* So many processors on each of so many nodes. */
static void _ask_nodes(const struct state *state,
		       const struct ft_workload_job *asked, int64_t *amount,
		       struct ft_request *request)
{
	amount[FT_CORES] = asked->ask.each;
	if (_counts_memory(state))
		amount[FT_MEMORY] = asked->memory;
	request->per_node = amount;
	request->min_nodes = request->max_nodes = asked->ask.nodes;
	request->exclusive = asked->ask.alone;
}

static int _add_runs(struct state *state, struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < state->run_count; i++) {
		uint32_t index = state->run[i];
		struct ft_run *run = ft_snapshot_add_run(snapshot);

		if (!run)
			return _no_memory(state);
		run->end = state->replay->job[index].start +
			   _asked(state, index)->limit;
		if (run->end <= state->now)
			run->end = state->now + 1;
		run->share = state->track[index].share;
		run->share_count = state->track[index].share_count;
		if (state->setup->limit) {
			run->claim = state->setup->limit->claim[index];
			run->claim_count =
				state->setup->limit->claim_count[index];
		}
	}
	return 0;
}

/* Processors of one node are taken as such, of several as tasks. */
static struct ft_request *_request(struct state *state,
				   struct ft_snapshot *snapshot,
				   const struct ft_node_set *all,
				   const struct ft_workload_job *asked)
{
	struct ft_request *request =
		ft_snapshot_alloc(snapshot, sizeof(*request));
	int64_t *amount =
		ft_snapshot_alloc(snapshot, state->resources * sizeof(*amount));
	uint32_t processors = (uint32_t) asked->processors;
	const struct ft_node_set *eligible =
		_eligible(state, snapshot, all, asked->ask.kinds);
	bool counted = state->setup->nodes == 1;

	if (!request || !amount || !eligible)
		return NULL;
	amount[FT_CORES] = counted ? asked->processors : 1;
	if (_counts_memory(state))
		amount[FT_MEMORY] = asked->memory * amount[FT_CORES];
	*request = (struct ft_request){
		.duration = asked->limit,
		.end_by = FT_NEVER,
		.min_nodes = 1,
		.max_nodes = state->setup->nodes,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.eligible = eligible,
	};
	if (asked->ask.nodes) {
		_ask_nodes(state, asked, amount, request);
	} else if (_whole(state)) {
		request->exclusive = true;
		request->min_nodes = request->max_nodes = processors;
	} else if (counted) {
		request->per_node = amount;
	} else {
		request->tasks = processors;
		request->per_task = amount;
		request->min_nodes =
			(uint32_t) ((processors + state->cores - 1) /
				    state->cores);
	}
	return request;
}

static int _add_job(struct state *state, struct ft_snapshot *snapshot,
		    const struct ft_node_set *all, uint32_t index)
{
	const struct ft_workload_job *asked = _asked(state, index);
	const struct track *track = &state->track[index];
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	if (!job)
		return _no_memory(state);
	job->job_id = index + 1;
	job->reserve = state->now - state->replay->job[index].submit >=
		       state->setup->options.min_age_reserve;
	job->bucket = ft_depth_rule_bucket(&state->setup->options.depth, NULL);
	job->queued = state->replay->job[index].submit;
	job->priority = track->priority;
	job->predicted = track->predicted;
	job->request_count = 1;
	job->request = _request(state, snapshot, all, asked);
	if (!job->request)
		return _no_memory(state);
	if (state->setup->limit) {
		job->request->claim = state->setup->limit->claim[index];
		job->request->claim_count =
			state->setup->limit->claim_count[index];
	}
	if (!track->place)
		return 0;
	job->promise = track->place->start;
	job->promise_held = track->place->held;
	job->promise_rank = track->rank;
	job->promise_share = track->place->share;
	job->promise_share_count = track->place->share_count;
	return 0;
}

static int _set_limits(const struct state *state, struct ft_snapshot *snapshot)
{
	const struct ft_replay_limit *limits = state->setup->limit;

	for (uint32_t i = 0; limits && i < limits->count; i++) {
		struct ft_limit *limit = ft_snapshot_add_limit(snapshot);

		if (!limit)
			return -ENOMEM;
		*limit = (struct ft_limit){FT_LIMIT_HELD, limits->total[i]};
	}
	return 0;
}

static int _set_machine(struct state *state, struct ft_snapshot *snapshot)
{
	const struct ft_schedule_options *options = &state->setup->options;
	uint32_t *depth =
		ft_snapshot_alloc(snapshot, FT_DEPTH_BUCKETS * sizeof(*depth));

	if (!depth)
		return _no_memory(state);
	memcpy(depth, options->depth.depth, sizeof(options->depth.depth));
	if (_set_limits(state, snapshot))
		return _no_memory(state);
	snapshot->now = state->now;
	snapshot->window_end = FT_NEVER;
	snapshot->overrule = ft_schedule_overrule(options);
	for (uint32_t n = 0; n < state->setup->nodes; n++) {
		int64_t *capacity = &snapshot->capacity[n * state->resources];

		capacity[FT_CORES] = state->cores;
		if (_counts_memory(state))
			capacity[FT_MEMORY] = state->setup->memory;
	}
	if (state->setup->fleet)
		_set_kinds(state, snapshot);
	snapshot->policy = (struct ft_policy){
		.hold = (enum ft_hold) options->hold,
		.compress = (enum ft_compress) options->compress,
		.backfill = (enum ft_backfill) options->backfill,
		.metric = (enum ft_metric) options->metric,
		.patience = options->patience,
		.backfill_depth = (uint32_t) options->backfill_depth,
		.bucket_count = options->depth.bucket_count,
		.depth = depth,
	};
	return 0;
}

static int _look(struct state *state, struct ft_snapshot **ret_snapshot)
{
	struct ft_snapshot *snapshot =
		ft_snapshot_new(state->setup->nodes, state->resources, 0);
	struct ft_node_set *all = snapshot ? ft_snapshot_set(snapshot) : NULL;
	int rc = all ? 0 : _no_memory(state);

	if (!rc) {
		ft_node_set_fill(all);
		state->set_count = 0;
		rc = _set_machine(state, snapshot);
	}
	if (!rc)
		rc = _add_runs(state, snapshot);
	for (uint32_t i = 0; !rc && i < state->queue_count; i++)
		rc = _add_job(state, snapshot, all, state->queue[i]);
	if (rc)
		ft_snapshot_free(snapshot);
	else
		*ret_snapshot = snapshot;
	return rc;
}

/* Copies what the job got: the schedule goes before the job ends. */
static int _take_nodes(struct state *state, uint32_t index,
		       const struct ft_placement *place)
{
	struct track *track = &state->track[index];
	uint32_t count = place->share_count;
	size_t each = state->resources * sizeof(int64_t);
	struct ft_share *share = malloc(count * (sizeof(*share) + each));
	int64_t *amount = (int64_t *) (share + count);

	if (!share)
		return _no_memory(state);
	for (uint32_t i = 0; i < count; i++) {
		memcpy(amount, place->share[i].amount, each);
		share[i] = (struct ft_share){.node = place->share[i].node,
					     .amount = amount};
		amount += state->resources;
	}
	track->share = share;
	track->share_count = count;
	return 0;
}

static int _start(struct state *state, uint32_t index,
		  const struct ft_placement *place)
{
	struct ft_replay_job *job = &state->replay->job[index];
	const struct ft_workload_job *asked = _asked(state, index);
	int rc = _take_nodes(state, index, place);

	if (rc)
		return rc;
	job->start = state->now;
	job->end = state->now + asked->run;
	state->run[state->run_count++] = index;
	state->used += asked->processors;
	if (ft_agenda_put(&state->ends, job->end, index))
		return _no_memory(state);
	return 0;
}

/* Jobs that are due start; the others keep what they are promised. */
static int _apply(struct state *state, const struct ft_schedule *schedule)
{
	uint32_t kept = 0;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < schedule->job_count; i++) {
		const struct ft_placement *place = &schedule->placement[i];
		uint32_t index = state->queue[i];
		struct ft_replay_job *job = &state->replay->job[index];
		struct track *track = &state->track[index];
		bool placed = place->verdict == FT_PLACED;

		if (placed && place->start <= state->now) {
			rc = _start(state, index, place);
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

static int _plan(struct state *state)
{
	struct ft_schedule *schedule;
	struct ft_snapshot *snapshot;
	int rc;

	if (!state->queue_count)
		return 0;
	rc = _look(state, &snapshot);
	if (rc)
		return rc;
	rc = ft_planner_plan(state->planner, snapshot, NULL, &schedule,
			     state->err);
	ft_snapshot_free(snapshot);
	if (rc)
		return rc;
	rc = _apply(state, schedule);
	ft_schedule_free(state->schedule);
	state->schedule = schedule;
	return rc;
}

static void _forget_run(struct state *state, uint32_t index)
{
	for (uint32_t i = 0; i < state->run_count; i++)
		if (state->run[i] == index) {
			memmove(&state->run[i], &state->run[i + 1],
				(--state->run_count - i) * sizeof(*state->run));
			break;
		}
	free(state->track[index].share);
	state->track[index].share = NULL;
}

static int _end(struct state *state, uint32_t index)
{
	const struct ft_workload_job *asked = _asked(state, index);
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
		return _no_memory(state);
	for (uint32_t i = state->track[index].follower; !rc && i != NONE;
	     i = state->track[i].sibling)
		rc = ft_agenda_put(&state->arrivals,
				   state->now + _asked(state, i)->think, i);
	return rc ? _no_memory(state) : 0;
}

static int _events(struct state *state)
{
	uint32_t index;

	while (ft_agenda_take(&state->ends, state->now, &index))
		if (_end(state, index))
			return -ENOMEM;
	while (ft_agenda_take(&state->arrivals, state->now, &index)) {
		state->replay->job[index].submit = state->now;
		state->queue[state->queue_count++] = index;
	}
	return 0;
}

static bool _weighted(const struct ft_factor_policy *policy)
{
	return policy->age || policy->assoc || policy->fairshare ||
	       policy->job_size || policy->partition || policy->qos;
}

static uint32_t _priority(const struct state *state, uint32_t index)
{
	const struct ft_workload_job *asked = _asked(state, index);
	struct ft_factor_job job = {
		.accrue_time = state->replay->job[index].submit + 1,
		.cpus = (uint32_t) asked->processors,
		.min_nodes =
			(uint32_t) ((asked->processors + state->cores - 1) /
				    state->cores),
		.time_limit = (uint32_t) ((asked->limit + 59) / 60),
		.partition_time = FT_FACTOR_NO_LIMIT,
		.fairshare = state->setup->share ? ft_replay_share_factor(
							   &state->share, index)
						 : 0,
		.site = (uint32_t) FT_FACTOR_ZERO,
		.nice = (uint32_t) FT_FACTOR_ZERO,
	};
	struct ft_factor factor =
		ft_factor_compute(&state->setup->factor, &job, state->now + 1);

	return ft_factor_sum(&factor, NULL);
}

/* What was predicted once stays, whatever others of the user do meanwhile. */
static void _predict(struct state *state, uint32_t index)
{
	const struct ft_workload_job *asked = _asked(state, index);
	const struct ft_predict_job job = {
		.user = (uint32_t) asked->user,
		.limit = asked->limit,
		.processors = asked->processors,
	};

	if (asked->user && !state->track[index].predicted)
		state->track[index].predicted = ft_predict_seconds(
			&state->predict,
			(enum ft_predict_rule) state->setup->options.predict,
			&job);
}

static double _turn(struct state *state, uint32_t index)
{
	const struct ft_schedule_options *options = &state->setup->options;
	const struct ft_workload_job *asked = _asked(state, index);
	const struct ft_turn turn = {
		.queued = state->replay->job[index].submit,
		.limit = (double) asked->limit,
		.predicted = (double) state->track[index].predicted,
		.processors = (double) asked->processors,
	};

	if (_weighted(&state->setup->factor))
		state->track[index].priority = _priority(state, index);
	if (options->order == FT_ORDER_SLOWDOWN)
		return ft_turn_urgency(&turn, state->now, options->patience);
	return state->track[index].priority;
}

/* The highest first, then as they came: the queue is nearly in order. */
static int _order(struct state *state)
{
	uint32_t *queue = state->queue;
	struct track *track = state->track;

	for (uint32_t i = 0; i < state->queue_count; i++)
		_predict(state, queue[i]);
	if (!_weighted(&state->setup->factor) &&
	    state->setup->options.order == FT_ORDER_PRIORITY)
		return 0;
	if (state->setup->share &&
	    ft_replay_share_queue(&state->share, queue, state->queue_count))
		return -ENOMEM;
	for (uint32_t i = 0; i < state->queue_count; i++)
		track[queue[i]].turn = _turn(state, queue[i]);
	for (uint32_t i = 1; i < state->queue_count; i++) {
		uint32_t index = queue[i], at = i;
		double turn = track[index].turn;

		for (; at && (track[queue[at - 1]].turn < turn ||
			      (track[queue[at - 1]].turn <= turn &&
			       queue[at - 1] > index));
		     at--)
			queue[at] = queue[at - 1];
		queue[at] = index;
	}
	return 0;
}

static int _count_share(struct state *state, int64_t seconds)
{
	int rc = 0;

	if (!state->setup->share)
		return 0;
	for (uint32_t i = 0; !rc && i < state->run_count; i++)
		rc = ft_replay_share_use(
			&state->share, state->run[i],
			_asked(state, state->run[i])->processors, seconds);
	return rc ? rc : ft_replay_share_step(&state->share, state->now);
}

static void _ask(struct state *state, uint32_t index, bool had)
{
	ft_delivery_ask(&state->replay->delivery,
			state->setup->population->leaf[index],
			_asked(state, index)->processors, had);
}

/* Who runs has used its processors since the last event; who waits is there. */
static int _count_usage(struct state *state, int64_t before)
{
	int64_t seconds = state->now - before;

	if (_count_share(state, seconds))
		return _no_memory(state);
	if (!state->setup->population)
		return 0;
	for (uint32_t i = 0; i < state->run_count; i++)
		_ask(state, state->run[i], true);
	for (uint32_t i = 0; i < state->queue_count; i++)
		_ask(state, state->queue[i], false);
	if (ft_delivery_step(&state->replay->delivery, seconds, state->now))
		return _no_memory(state);
	return 0;
}

static int64_t _next(const struct state *state)
{
	int64_t next = ft_agenda_time(&state->arrivals);
	int64_t end = ft_agenda_time(&state->ends);

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

static int _note(struct state *state)
{
	struct ft_replay *replay = state->replay;
	int64_t idle = replay->processors - state->used;
	struct ft_replay_point *point;

	if (replay->point_count == replay->point_size) {
		uint32_t size =
			replay->point_size ? 2 * replay->point_size : 1024;
		void *more = realloc(replay->point, size * sizeof(*point));

		if (!more)
			return _no_memory(state);
		replay->point = more;
		replay->point_size = size;
	}
	point = &replay->point[replay->point_count++];
	*point = (struct ft_replay_point){.time = state->now,
					  .used = state->used,
					  .queued = state->queue_count};
	for (uint32_t i = 0; !point->lost && i < state->queue_count; i++)
		point->lost =
			_asked(state, state->queue[i])->processors <= idle;
	return 0;
}

static int _run_all(struct state *state)
{
	int64_t before;
	int rc = 0;

	state->now = _next(state);
	for (before = state->now; !rc && state->now != FT_NEVER;
	     state->now = _next(state)) {
		rc = _count_usage(state, before);
		before = state->now;
		if (!rc)
			rc = _events(state);
		if (rc)
			break;
		if (_order(state))
			return _no_memory(state);
		rc = _plan(state);
		if (!rc)
			rc = _note(state);
	}
	if (!rc && state->queue_count)
		rc = ft_fail(state->err, -EINVAL,
			     "%" PRIu32 " jobs never start: the first is job "
			     "%" PRId64 " of the log",
			     state->queue_count,
			     _asked(state, state->queue[0])->number);
	return rc;
}

/* Jobs that come by themselves; the others hang on those they follow. */
static int _arrive(struct state *state)
{
	struct ft_replay *replay = state->replay;

	for (uint32_t i = 0; i < replay->job_count; i++) {
		const struct ft_workload_job *asked = _asked(state, i);
		struct track *track = &state->track[i];

		replay->job[i].promise = FT_NEVER;
		track->follower = track->sibling = NONE;
		if (state->setup->chain && asked->after >= 0) {
			struct track *first = &state->track[asked->after];

			track->sibling = first->follower;
			first->follower = i;
		} else if (ft_agenda_put(&state->arrivals, asked->submit, i)) {
			return _no_memory(state);
		}
	}
	return 0;
}

/* What a node has, and what of it is counted. */
static int _size(struct state *state)
{
	const struct ft_replay_setup *setup = state->setup;
	const struct ft_fleet *fleet = setup->fleet;
	bool memory = fleet ? fleet->kind[0].memory : setup->memory;

	state->resources = memory ? FT_MEMORY + 1 : FT_CORES + 1;
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

static int _open(struct state *state)
{
	const struct ft_replay_setup *setup = state->setup;
	struct ft_replay *replay = state->replay;
	uint32_t count = setup->workload->count;

	if (setup->jobs && setup->jobs < count)
		count = setup->jobs;
	if (_size(state))
		return -EINVAL;
	replay->processors = setup->workload->processors;
	replay->job_count = count;
	replay->job = calloc(count, sizeof(*replay->job));
	state->track = calloc(count, sizeof(*state->track));
	state->queue = calloc(count, sizeof(*state->queue));
	state->run = calloc(count, sizeof(*state->run));
	state->planner = ft_planner_new();
	if (!replay->job || !state->track || !state->queue || !state->run ||
	    !state->planner)
		return _no_memory(state);
	if (setup->share && ft_replay_share_init(&state->share, setup->share,
						 replay->processors))
		return _no_memory(state);
	if (setup->population &&
	    ft_delivery_init(&replay->delivery, setup->population,
			     replay->processors, setup->window))
		return _no_memory(state);
	return _arrive(state);
}

static void _close(struct state *state)
{
	if (state->planner)
		state->replay->plans = ft_planner_counted(state->planner);
	ft_replay_share_free(&state->share);
	for (uint32_t i = 0; i < state->run_count; i++)
		free(state->track[state->run[i]].share);
	ft_schedule_free(state->schedule);
	ft_planner_free(state->planner);
	ft_predict_free(&state->predict);
	ft_agenda_free(&state->arrivals);
	ft_agenda_free(&state->ends);
	free(state->track);
	free(state->queue);
	free(state->run);
}

extern int ft_replay_run(const struct ft_replay_setup *setup,
			 struct ft_replay *ret_replay, struct ft_err *err)
{
	struct state state = {.setup = setup, .replay = ret_replay, .err = err};
	int rc;

	*ret_replay = (struct ft_replay){0};
	rc = _open(&state);
	if (!rc)
		rc = _run_all(&state);
	_close(&state);
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
