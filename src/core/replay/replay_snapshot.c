/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_snapshot - a replay's moment, as the planner sees it.
 *
 * Nodes of one size or of several kinds, what runs, and what waits with its
 * promises.  Refuses to know what a job will really take: only limits.
 */
#include "core/replay/replay_state.h"

#include <string.h>

#include "core/queue/reserve_right.h"

/* A whole node is what a node of one core gives. */
static bool _whole_job(const struct ft_replay_state *state)
{
	return state->cores == 1 && !state->setup->fleet;
}

static bool _counts_memory(const struct ft_replay_state *state)
{
	return state->resources > FT_MEMORY;
}

static bool _counts_gpus(const struct ft_replay_state *state)
{
	return state->resources > FT_FIRST_GRES;
}

/* What a node of the fleet has, kind by kind. */
static void _set_kinds(const struct ft_replay_state *state,
		       struct ft_snapshot *snapshot)
{
	const struct ft_fleet *fleet = state->setup->fleet;
	int64_t *capacity = snapshot->capacity;

	for (uint32_t k = 0; k < fleet->count; k++)
		for (int64_t n = 0; n < fleet->kind[k].count; n++) {
			capacity[FT_CORES] = fleet->kind[k].processors;
			if (_counts_memory(state))
				capacity[FT_MEMORY] = fleet->kind[k].memory;
			if (_counts_gpus(state))
				capacity[FT_FIRST_GRES] = fleet->kind[k].gpus;
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
static const struct ft_node_set *_eligible(struct ft_replay_state *state,
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
	if (set && state->set_count < FT_REPLAY_SETS)
		state->set[state->set_count++] =
			(struct ft_replay_set){kinds, set};
	return set;
}

/* So many processors on each of so many nodes. */
static void _ask_nodes(const struct ft_replay_state *state,
		       const struct ft_workload_job *asked, int64_t *amount,
		       struct ft_request *request)
{
	amount[FT_CORES] = asked->ask.each;
	if (_counts_memory(state))
		amount[FT_MEMORY] = asked->memory;
	if (_counts_gpus(state))
		amount[FT_FIRST_GRES] = asked->ask.gpus;
	request->per_node = amount;
	request->min_nodes = request->max_nodes = asked->ask.nodes;
	request->exclusive = asked->ask.alone;
}

static int _add_runs(struct ft_replay_state *state,
		     struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < state->run_count; i++) {
		uint32_t index = state->run[i];
		struct ft_run *run = ft_snapshot_add_run(snapshot);

		if (!run)
			return ft_replay_no_memory(state);
		run->end = state->replay->job[index].start +
			   ft_replay_asked(state, index)->limit;
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
static struct ft_request *_job_request(struct ft_replay_state *state,
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
	} else if (_whole_job(state)) {
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

static int _add_job(struct ft_replay_state *state, struct ft_snapshot *snapshot,
		    const struct ft_node_set *all, uint32_t index)
{
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
	const struct ft_replay_track *track = &state->track[index];
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	if (!job)
		return ft_replay_no_memory(state);
	job->job_id = index + 1;
	job->reserve = state->now - state->replay->job[index].submit >=
		       state->setup->options.min_age_reserve;
	job->bucket = ft_depth_rule_bucket(&state->setup->options.depth, NULL);
	job->queued = state->replay->job[index].submit;
	job->priority = track->priority;
	job->predicted = track->predicted;
	job->request_count = 1;
	job->request = _job_request(state, snapshot, all, asked);
	if (!job->request)
		return ft_replay_no_memory(state);
	if (!ft_reserve_right(job, state->setup->options.reserve_from,
			      state->now))
		job->reserve = false;
	if (state->setup->limit) {
		job->request->claim = state->setup->limit->claim[index];
		job->request->claim_count =
			state->setup->limit->claim_count[index];
	}
	if (!track->place)
		return 0;
	job->promise = ft_placement_promise(track->place);
	job->promise_held = track->place->held;
	job->promise_rank = track->rank;
	job->promise_share = track->place->share;
	job->promise_share_count = track->place->share_count;
	return 0;
}

static int _set_limits(const struct ft_replay_state *state,
		       struct ft_snapshot *snapshot)
{
	const struct ft_replay_limit *limits = state->setup->limit;

	for (uint32_t i = 0; limits && i < limits->count; i++) {
		struct ft_limit *limit = ft_snapshot_add_limit(snapshot);

		if (!limit)
			return -ENOMEM;
		*limit = (struct ft_limit){.kind = FT_LIMIT_HELD,
					   .total = limits->total[i]};
	}
	return 0;
}

static int _set_machine(struct ft_replay_state *state,
			struct ft_snapshot *snapshot)
{
	const struct ft_schedule_options *options = &state->setup->options;
	uint32_t *depth =
		ft_snapshot_alloc(snapshot, FT_DEPTH_BUCKETS * sizeof(*depth));

	if (!depth)
		return ft_replay_no_memory(state);
	memcpy(depth, options->depth.depth, sizeof(options->depth.depth));
	if (_set_limits(state, snapshot))
		return ft_replay_no_memory(state);
	snapshot->now = state->now;
	snapshot->window_end = FT_NEVER;
	snapshot->overrule =
		ft_schedule_overrule(options, state->setup->overrule);
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
		.commit = options->commit,
		.backfill_depth = (uint32_t) options->backfill_depth,
		.bucket_count = options->depth.bucket_count,
		.depth = depth,
	};
	return 0;
}

int ft_replay_snapshot(struct ft_replay_state *state,
		       struct ft_snapshot **ret_snapshot)
{
	struct ft_snapshot *snapshot =
		ft_snapshot_new(state->setup->nodes, state->resources, 0);
	struct ft_node_set *all = snapshot ? ft_snapshot_set(snapshot) : NULL;
	int rc = all ? 0 : ft_replay_no_memory(state);

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
