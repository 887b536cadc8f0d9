/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/trial.h: what a start by trial changes in the plan.  Refuses to ask
 * slurmctld, and to start anything.
 */
#include "slurm/reserve/trial/trial.h"

#include <string.h>

#include "core/base/arena.h"
#include "core/base/node_set.h"
#include "core/timeline/segment.h"

/*
 * The shares of a shown start, with their amounts, which are the former
 * schedule's and go with it; NULL: out of memory.
 */
static struct ft_share *_copy_promise(struct ft_schedule *schedule,
				      const struct ft_job *job, uint32_t count)
{
	size_t size = job->promise_share_count * sizeof(struct ft_share);
	struct ft_share *share = ft_arena_alloc(schedule->arena, size + 1);

	if (share && size)
		memcpy(share, job->promise_share, size);
	for (uint32_t s = 0; share && s < job->promise_share_count; s++) {
		const int64_t *own = share[s].amount;
		int64_t *amount;

		if (!own)
			continue;
		amount = ft_arena_alloc(schedule->arena,
					count * sizeof(*amount));
		if (!amount)
			return NULL;
		memcpy(amount, own, count * sizeof(*amount));
		share[s].amount = amount;
	}
	return share;
}

/* It starts with less than it was planned with from now on, or gives way: what
 * it was planned on is for the next in the order, or for itself. */
static void _release_left_job(struct fts_trial *trial, uint32_t index)
{
	const struct fts_cycle *cycle = trial->room.cycle;
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];

	if (!ft_placement_due(placement, cycle->snapshot->now))
		return;
	for (uint32_t s = 0; s < placement->share_count; s++)
		fts_leftover_add(&trial->leftover, placement->share[s].node);
}

/* Back to the start that it shows; with none, it is placed anew. */
static void _displace_planned_job(struct fts_trial *trial, uint32_t index)
{
	struct ft_schedule *schedule = trial->room.cycle->schedule;
	const struct ft_job *job = &trial->room.cycle->snapshot->job[index];
	struct ft_placement *placement = &schedule->placement[index];
	struct ft_share *share = NULL;

	_release_left_job(trial, index);
	if (job->promise != FT_NEVER &&
	    job->promise > trial->room.cycle->snapshot->now &&
	    !job->promise_part_count)
		share = _copy_promise(
			schedule, job,
			trial->room.cycle->snapshot->resource_count);
	if (!share) {
		fts_room_leave(&trial->room, index);
		*placement = (struct ft_placement){
			.verdict = FT_BEYOND,
			.obstacle = FT_OBSTACLE_PRIORITY,
		};
		return;
	}
	fts_room_return(&trial->room, index);
	*placement = (struct ft_placement){
		.verdict = FT_PLACED,
		.obstacle = FT_OBSTACLE_PRIORITY,
		.request = job->promise_request,
		.held = job->promise_held,
		.start = job->promise,
		.duration = ft_job_promise_duration(job),
		.share_count = job->promise_share_count,
		.share = share,
	};
}

/* What it has got stands in the plan from now on. */
static void _place_started_job(struct fts_trial *trial, uint32_t index,
			       uint32_t request, int64_t duration,
			       const struct fts_answer *answer)
{
	struct ft_schedule *schedule = trial->room.cycle->schedule;
	uint32_t count = trial->room.cycle->snapshot->resource_count;
	size_t size = (size_t) answer->count * count * sizeof(int64_t);
	int64_t *amount = ft_arena_alloc(schedule->arena, size);
	struct ft_share *share =
		ft_arena_alloc(schedule->arena, answer->count * sizeof(*share));

	fts_room_leave(&trial->room, index);
	schedule->placement[index] = (struct ft_placement){
		.verdict = FT_PLACED,
		.request = request,
		.start = trial->room.cycle->snapshot->now,
		.duration = duration,
	};
	if (!amount || !share) {
		trial->room.failed = true;
		return;
	}
	memcpy(amount, answer->amount, size);
	for (uint32_t n = 0; n < answer->count; n++)
		share[n] = (struct ft_share){
			.node = answer->node[n],
			.tasks = 1,
			.amount = amount + (size_t) n * count,
		};
	schedule->placement[index].share_count = answer->count;
	schedule->placement[index].share = share;
}

/*
 * The jobs that have to give way on these nodes before that time do; how many.
 */
static uint32_t _make_way(struct fts_trial *trial, uint32_t index,
			  const struct ft_share *share, uint32_t count,
			  int64_t end)
{
	const struct ft_schedule *schedule = trial->room.cycle->schedule;
	uint32_t displaced = 0, loser;

	for (uint32_t s = 0; s < count; s++)
		while ((loser = fts_room_loser(&trial->room, index,
					       share[s].node, end)) !=
		       FT_NO_INDEX) {
			const struct ft_placement *back =
				&schedule->placement[loser];

			_displace_planned_job(trial, loser);
			displaced++;
			if (back->verdict == FT_PLACED)
				displaced +=
					_make_way(trial, index, back->share,
						  back->share_count,
						  back->start + back->duration);
		}
	return displaced;
}

/* Adds the nodes of the placement that are in segments which it has to itself,
 * with the rest of these; false if out of memory. */
static bool _add_alone(const struct fts_trial *trial,
		       const struct ft_request *request,
		       const struct ft_placement *placement,
		       struct ft_node_set *nodes)
{
	for (uint32_t p = 0, s = 0; s < placement->share_count; s++) {
		const struct ft_request *part;

		while (p < placement->part_count && s >= placement->part_end[p])
			p++;
		part = p ? &request->part[p - 1] : request;
		if (part->alone)
			ft_node_set_add(nodes, placement->share[s].node);
	}
	return !ft_segments_widen(trial->room.cycle->snapshot, nodes);
}

/* Its other nodes as they are, and all of those whole.  False if out of memory.
 */
static bool _widen_place(struct fts_trial *trial,
			 const struct ft_request *request,
			 const struct ft_placement *placement,
			 struct ft_placement *ret_place)
{
	const struct ft_snapshot *snapshot = trial->room.cycle->snapshot;
	struct ft_node_set *nodes = ft_node_set_new(snapshot->node_count);
	struct ft_share *share = NULL;
	uint32_t count = 0;

	if (nodes && _add_alone(trial, request, placement, nodes))
		share = ft_arena_alloc(
			trial->room.cycle->schedule->arena,
			(placement->share_count + ft_node_set_count(nodes)) *
				sizeof(*share));
	for (uint32_t s = 0; share && s < placement->share_count; s++)
		if (!ft_node_set_has(nodes, placement->share[s].node))
			share[count++] = placement->share[s];
	for (uint32_t i = share ? ft_node_set_next(nodes, 0) : 0;
	     share && i < nodes->size; i = ft_node_set_next(nodes, i + 1))
		share[count++] = (struct ft_share){
			.node = i,
			.amount = snapshot->capacity +
				  (size_t) i * snapshot->resource_count,
		};
	ft_node_set_free(nodes);
	*ret_place = *placement;
	ret_place->share = share;
	ret_place->share_count = count;
	return share;
}

/* What is at these nodes is its place from now on. */
static uint32_t _take_started_job(struct fts_trial *trial, uint32_t index)
{
	struct ft_placement place =
		trial->room.cycle->schedule->placement[index];
	const struct ft_request *request =
		&trial->room.cycle->snapshot->job[index].request[place.request];
	int64_t end = place.start + place.duration;

	trial->kind_count = 0; /* others may want what it had been planned on */
	if (ft_segment_wanted(request) &&
	    !_widen_place(trial, request, &place, &place))
		trial->room.failed = true;
	for (uint32_t s = 0; s < place.share_count; s++)
		fts_room_take(&trial->room, index, place.share[s].node,
			      place.share[s].amount, end);
	return _make_way(trial, index, place.share, place.share_count, end);
}

uint32_t fts_trial_took(struct fts_trial *trial, uint32_t index,
			uint32_t request, int64_t duration,
			const struct fts_answer *answer)
{
	_release_left_job(trial, index);
	_place_started_job(trial, index, request, duration, answer);
	return _take_started_job(trial, index);
}

uint32_t fts_trial_took_together(struct fts_trial *trial, uint32_t index,
				 const struct ft_placement *placement)
{
	_release_left_job(trial, index);
	fts_room_leave(&trial->room, index);
	trial->room.cycle->schedule->placement[index] = *placement;
	return _take_started_job(trial, index);
}

void fts_trial_ran(struct fts_trial *trial, uint32_t index, job_record_t *job)
{
	if (fts_leftover_ran(&trial->leftover, index, job))
		trial->kind_count = 0;
}
