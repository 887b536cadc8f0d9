/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_order - a replay's queue, by the factors that slurmctld has.
 *
 * Refuses to sort where nothing could have changed: jobs come in the order of
 * their submission.
 */
#include "core/replay/replay_state.h"

#include "core/queue/turn.h"

static bool _weighted(const struct ft_factor_policy *policy)
{
	return policy->age || policy->assoc || policy->fairshare ||
	       policy->job_size || policy->partition || policy->qos;
}

static uint32_t _job_priority(const struct ft_replay_state *state,
			      uint32_t index)
{
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
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
static void _predict(struct ft_replay_state *state, uint32_t index)
{
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
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

static double _turn_job(struct ft_replay_state *state, uint32_t index)
{
	const struct ft_schedule_options *options = &state->setup->options;
	const struct ft_workload_job *asked = ft_replay_asked(state, index);
	const struct ft_turn turn = {
		.queued = state->replay->job[index].submit,
		.limit = (double) asked->limit,
		.predicted = (double) state->track[index].predicted,
		.processors = (double) asked->processors,
	};

	if (_weighted(&state->setup->factor))
		state->track[index].priority = _job_priority(state, index);
	if (options->order == FT_ORDER_SLOWDOWN)
		return ft_turn_urgency(&turn, state->now, options->patience);
	return state->track[index].priority;
}

/* The highest first, then as they came: the queue is nearly in order. */
int ft_replay_order(struct ft_replay_state *state)
{
	uint32_t *queue = state->queue;
	struct ft_replay_track *track = state->track;

	for (uint32_t i = 0; i < state->queue_count; i++)
		_predict(state, queue[i]);
	if (!_weighted(&state->setup->factor) &&
	    state->setup->options.order == FT_ORDER_PRIORITY)
		return 0;
	if (state->setup->share &&
	    ft_replay_share_queue(&state->share, queue, state->queue_count))
		return -ENOMEM;
	for (uint32_t i = 0; i < state->queue_count; i++)
		track[queue[i]].turn = _turn_job(state, queue[i]);
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
