/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See story.h.
 */
#include "story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../promised.h"
#include "clone.h"
#include "story_state.h"

enum { JOBS_MAX = 24 };

/* Nobody is alone in his segments, at first. */
static void let_in(struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		snapshot->run[i].alone = false;
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		for (uint32_t r = 0; r < snapshot->job[j].request_count; r++)
			snapshot->job[j].request[r].alone = false;
}

extern struct story *story_new(uint64_t seed)
{
	struct story *story = calloc(1, sizeof(*story));

	if (!story)
		abort();
	story->state = seed ^ UINT64_C(0x5851f42d4c957f2d);
	story->several = story_several(seed);
	story->pool = sample_sized(seed, story_nodes(seed));
	if (!below(story, 6))
		sample_takes(story->pool, seed);
	if (!below(story, 8))
		sample_changes(story->pool, seed);
	if (!below(story, 4)) {
		sample_segments(story->pool, seed);
		if (below(story, 2))
			let_in(story->pool);
	}
	if (seed % 4 == 1)
		sample_wants(story->pool, seed);
	/* Runs come and go one by one. */
	for (uint32_t i = 0; i < story->pool->run_count; i++)
		story->pool->run[i].fellows = 0;
	story->snapshot = clone_snapshot(story->pool);
	story->next_id = 5000;
	story->window = FT_NEVER;
	if (below(story, 4))
		story->window = below(story, 30);
	if (story->window != FT_NEVER)
		story->snapshot->window_end =
			story->snapshot->now + story->window;
	else
		story->snapshot->window_end = FT_NEVER;
	if (!below(story, 8))
		story->snapshot->overrule = 1 + below(story, 8);
	story->reserving = below(story, 2);
	for (uint32_t j = 0; j < story->snapshot->job_count; j++)
		story->snapshot->job[j].reserve |= story->reserving;
	if (below(story, 2))
		story->snapshot->policy.compress =
			(enum ft_compress) below(story, FT_COMPRESS_WFP3 + 1);
	if (below(story, 2))
		story->snapshot->policy.patience = 1 + below(story, 25);
	if (!below(story, 3))
		story->snapshot->policy.commit = 1 + below(story, 10);
	return story;
}

extern void story_free(struct story *story)
{
	ft_snapshot_free(story->snapshot);
	ft_snapshot_free(story->pool);
	ft_schedule_free(story->schedule);
	free(story);
}

extern struct ft_snapshot *story_snapshot(struct story *story)
{
	return story->snapshot;
}

static void start_part(struct story *story, const struct ft_job *job,
		       const struct ft_request *request, int64_t start,
		       int64_t duration, const struct ft_share *from,
		       uint32_t count)
{
	struct ft_share share[count + 1];
	struct ft_run run = {
		.job_id = job->job_id,
		.end = start + duration,
		.share_count = count,
		.share = share,
		.licence_count = request->licence_count,
		.licence = request->licence,
		.claim_count = request->claim_count,
		.claim = request->claim,
	};

	for (uint32_t i = 0; i < count; i++) {
		share[i] = from[i];
		share[i].tasks = 0;
		if (request->exclusive)
			share[i].amount = NULL;
	}
	if (story->takers && !job->request->takes) {
		run.class = below(story, 4);
		run.leave = below(story, 4);
		run.gone = story->snapshot->now + run.leave;
	}
	if (run.end > story->snapshot->now)
		clone_run(story->snapshot, &run);
}

/* Each part runs for itself. */
static void start(struct story *story, const struct ft_job *job,
		  const struct ft_placement *placement)
{
	const struct ft_request *request = &job->request[placement->request];
	const uint32_t *end = placement->part_end;

	start_part(story, job, request, placement->start, placement->duration,
		   placement->share, end ? end[0] : placement->share_count);
	for (uint32_t p = 0; p < placement->part_count; p++)
		start_part(story, job, &request->part[p], placement->start,
			   request->part[p].duration, placement->share + end[p],
			   end[p + 1] - end[p]);
}

static void withdraw(struct ft_job *job)
{
	job->promise = FT_NEVER;
	job->promise_request = 0;
	job->promise_duration = 0;
	job->promise_share_count = 0;
	job->promise_share = NULL;
	job->promise_part_count = 0;
	job->promise_part_end = NULL;
}

static void promise_job(struct story *story, struct ft_job *job, uint32_t rank,
			const struct ft_placement *placement)
{
	withdraw(job);
	if (placement->verdict != FT_PLACED)
		return;
	job->promise = ft_placement_promise(placement);
	job->promise_held = placement->held;
	job->promise_rank = rank;
	job->promise_request = placement->request;
	job->promise_duration = placement->duration;
	job->promise_share_count = placement->share_count;
	job->promise_share = placement->share;
	job->promise_part_count = placement->part_count;
	job->promise_part_end = placement->part_end;
	/* Seldom, by value: a planner knows them by address. */
	if (!below(story, 500))
		job->promise_share = clone_bytes(
			story->pool, placement->share,
			placement->share_count * sizeof(struct ft_share));
}

/* Runs that leave for the job have left when it starts; before, those that it
 * is time for are told to. */
static void send_victims(struct ft_snapshot *snapshot, const struct ft_job *job,
			 const struct ft_placement *placement)
{
	bool whole = job->request[placement->request].exclusive;

	for (uint32_t v = 0; v < placement->victim_count; v++) {
		struct ft_run *run = &snapshot->run[placement->victim[v]];
		int64_t left = snapshot->now + run->leave;

		if (placement->start > left ||
		    (run->suspends && placement->start > snapshot->now))
			continue;
		if (run->suspends && !whole && !run->fellows) {
			suspend_run(snapshot, run, placement->duration);
			continue;
		}
		if (placement->start <= snapshot->now)
			left = snapshot->now;
		for (uint32_t f = 0; f <= run->fellows; f++)
			if (run[f].end > left)
				run[f].end = left;
		run->class = run->fellows = 0;
	}
}

static void start_or_promise(struct story *story,
			     const struct ft_schedule *schedule)
{
	struct ft_snapshot *snapshot = story->snapshot;
	bool late = !below(story, 20);
	uint32_t kept = 0;

	for (uint32_t j = 0;
	     story->takers && !late && (j < schedule->job_count); j++)
		if (schedule->placement[j].verdict == FT_PLACED)
			send_victims(snapshot, &snapshot->job[j],
				     &schedule->placement[j]);
	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];
		struct ft_job *job = &snapshot->job[j];

		if ((placement->verdict == FT_PLACED) && !late &&
		    (placement->start <= snapshot->now)) {
			start(story, job, placement);
			continue;
		}
		promise_job(story, job, j, placement);
		snapshot->job[kept++] = *job;
	}
	snapshot->job_count = kept;
}

static void end_runs(struct ft_snapshot *snapshot)
{
	uint32_t runs = 0;

	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].end > snapshot->now)
			snapshot->run[runs++] = snapshot->run[i];
	snapshot->run_count = runs;
}

/* Time stands still, or goes on, even over starts. */
static void pass_time(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;

	if (below(story, 3))
		snapshot->now += below(story, 3);
	if (story->window != FT_NEVER)
		snapshot->window_end = snapshot->now + story->window;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		snapshot->run[i].gone = snapshot->now + snapshot->run[i].leave;
}

static struct ft_job *any_job(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;

	if (!snapshot->job_count)
		return NULL;
	return &snapshot->job[below(story, snapshot->job_count)];
}

/* One of the pool's, or one that is almost like it. */
static void ask(struct story *story, struct ft_job *job)
{
	const struct ft_job *from =
		&story->pool->job[below(story, story->pool->job_count)];

	job->request_count = from->request_count;
	job->request = from->request;
	job->reserve = story->reserving || below(story, 8);
	if (below(story, 4))
		return;
	job->request =
		clone_bytes(story->snapshot, from->request,
			    from->request_count * sizeof(*from->request));
	if (below(story, 2))
		job->request->duration = 1 + below(story, 8);
	if (story->plain && !story->guests)
		job->request->least = 0;
	if (job->request->least > job->request->duration)
		job->request->least = job->request->duration;
	if (!below(story, 3))
		job->request->not_before =
			story->snapshot->now + below(story, 12);
	if (!below(story, 4))
		job->request->end_by =
			story->snapshot->now + 1 + below(story, 40);
}

/* It is a task of the array that the job before it is one of. */
static void join_array(struct ft_job *job)
{
	job->job_id = job[-1].job_id;
	job->tier = job[-1].tier;
	job->reserve = job[-1].reserve;
	job->priority = job[-1].priority;
	job->queued = job[-1].queued;
	job->request_count = job[-1].request_count;
	job->request = job[-1].request;
}

static const char *arrive(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	uint32_t at;

	if (snapshot->job_count == JOBS_MAX)
		return "nothing";
	at = below(story, snapshot->job_count + 1);
	ft_snapshot_add_job(snapshot);
	memmove(&snapshot->job[at + 1], &snapshot->job[at],
		(snapshot->job_count - 1 - at) * sizeof(*snapshot->job));
	snapshot->job[at] = (struct ft_job){
		.job_id = story->next_id++,
		.promise = FT_NEVER,
		.bucket = FT_NO_INDEX,
		.priority = below(story, 20),
		.tier = (!story->plain || story->tiers) &&
			!below(story, story->tiers ? 4 : 16),
		.queued = snapshot->now,
	};
	if (at && snapshot->policy.array_depth && below(story, 3))
		join_array(&snapshot->job[at]);
	else
		ask(story, &snapshot->job[at]);
	return "arrival";
}

static const char *change_job(struct story *story)
{
	struct ft_job *job = any_job(story);

	if (!job)
		return "nothing";
	ask(story, job);
	/* An adapter takes the promise away; a planner must not need that. */
	if (below(story, 4) || (job->promise_request >= job->request_count))
		withdraw(job);
	return "changed job";
}

static const char *cancel(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	uint32_t at;

	if (!snapshot->job_count)
		return "nothing";
	at = below(story, snapshot->job_count);
	memmove(&snapshot->job[at], &snapshot->job[at + 1],
		(--snapshot->job_count - at) * sizeof(*snapshot->job));
	return "cancelled job";
}

static const char *move(struct story *story)
{
	struct ft_job *one = any_job(story), *two = any_job(story), job;

	if (!one)
		return "nothing";
	job = *one;
	*one = *two;
	*two = job;
	return "new order";
}

static const char *end_early(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	uint32_t i;

	if (!snapshot->run_count)
		return "nothing";
	i = below(story, snapshot->run_count);
	snapshot->run[i] = snapshot->run[--snapshot->run_count];
	return "early end";
}

static const char *change_run(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	struct ft_run *run;

	if (!snapshot->run_count)
		return "nothing";
	run = &snapshot->run[below(story, snapshot->run_count)];
	if (!story->plain && !run->class && !below(story, 4)) {
		run->alone = !run->alone;
		return "run that is alone, or no more";
	}
	run->end = snapshot->now + 1 + below(story, 20);
	return "changed run";
}

static const char *change_node(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	struct ft_node *node =
		&snapshot->node[below(story, snapshot->node_count)];

	if (node->available_from)
		node->available_from = 0;
	else
		node->available_from =
			below(story, 2) ? FT_NEVER
					: snapshot->now + below(story, 10);
	return "changed node";
}

static void change_closure(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	struct ft_closure *closure;

	if (!snapshot->closure_count)
		return;
	closure = &snapshot->closure[below(story, snapshot->closure_count)];
	closure->end = closure->start + 1 + below(story, 40);
}

/* Runs have come that a job may take, or there are none by now. */
static const char *change_takes(struct story *story)
{
	struct ft_job *job = any_job(story);

	if (!job)
		return "nothing";
	job->request->takes = job->request->takes ? 0 : 1 + below(story, 15);
	return "another right to take runs";
}

/* A job may hold a reservation from now on, or no longer. */
static const char *change_right(struct story *story)
{
	struct ft_job *job = any_job(story);

	if (story->takers && below(story, 2))
		return change_takes(story);
	if (!job || story->reserving)
		return "nothing";
	job->reserve = !job->reserve;
	return job->reserve ? "right to reserve" : "right that is lost";
}

/* Behind those that jobs may enter one comes, or goes. */
static const char *change_last_closure(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;
	struct ft_closure *closure;
	struct ft_node_set *nodes;
	int64_t *amount;

	if ((snapshot->closure_count > story->pool->closure_count) &&
	    below(story, 2)) {
		snapshot->closure_count--;
		return "reservation that goes";
	}
	closure = ft_snapshot_add_closure(snapshot);
	closure->start = snapshot->now + below(story, 12) - 2;
	closure->end = snapshot->now + 10 + below(story, 20);
	nodes = ft_snapshot_set(snapshot);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (below(story, 2))
			ft_node_set_add(nodes, n);
	closure->nodes = below(story, 4) ? nodes : NULL;
	if (closure->nodes)
		return "reservation that comes";
	amount = clone_bytes(snapshot, NULL,
			     snapshot->resource_count * sizeof(*amount));
	amount[FT_CORES] = 1;
	closure->share_count = 1;
	closure->share = clone_bytes(snapshot, NULL, sizeof(*closure->share));
	closure->share->node = below(story, snapshot->node_count);
	closure->share->amount = amount;
	return "reservation of a core";
}

static const char *change_machine(struct story *story)
{
	struct ft_snapshot *snapshot = story->snapshot;

	switch (below(story, story->plain ? 4 : 6)) {
	case 0:
		snapshot->capacity[below(story,
					 snapshot->node_count *
						 snapshot->resource_count)] =
			below(story, 6);
		break;
	case 1:
		if (snapshot->licence_count)
			snapshot->licence_total[below(
				story, snapshot->licence_count)] =
				below(story, 4);
		break;
	case 2:
		change_closure(story);
		break;
	case 3:
		if (snapshot->limit_count)
			snapshot->limit[below(story, snapshot->limit_count)]
				.total = below(story, 10);
		break;
	case 4:
		snapshot->overrule = snapshot->overrule ? 0 : 5;
		break;
	default:
		snapshot->policy.compress = snapshot->policy.compress
						    ? FT_COMPRESS_ORDER
						    : FT_COMPRESS_PRIORITY;
	}
	return "changed machine or policy";
}

static const char *happen(struct story *story)
{
	switch (below(story, 40)) {
	case 0 ... 9:
		return "time alone";
	case 10 ... 19:
		return arrive(story);
	case 20 ... 23:
		return change_job(story);
	case 24 ... 26:
		return cancel(story);
	case 27 ... 29:
		return end_early(story);
	case 30 ... 31:
		return change_run(story);
	case 32 ... 34:
		return change_node(story);
	case 35 ... 37:
		return move(story);
	case 38:
		if (story->plain)
			return below(story, 2) ? change_last_closure(story)
					       : change_right(story);
		/* fall through */
	default:
		return below(story, 4) ? "nothing" : change_machine(story);
	}
}

/* One thing, or up to three; all of their names. */
static const char *happen_all(struct story *story)
{
	size_t size = sizeof(story->event), length = 0;
	uint32_t count = story->several ? 1 + below(story, 3) : 1;

	while (count--) {
		length += (size_t) snprintf(story->event + length,
					    size - length, "%s%s",
					    length ? ", " : "", happen(story));
		if (length >= size)
			abort();
	}
	return story->event;
}

static void sort_tiers(struct ft_snapshot *snapshot)
{
	for (uint32_t j = 1; j < snapshot->job_count; j++) {
		struct ft_job job = snapshot->job[j];
		uint32_t at = j;

		while (at && (snapshot->job[at - 1].tier < job.tier)) {
			snapshot->job[at] = snapshot->job[at - 1];
			at--;
		}
		snapshot->job[at] = job;
	}
}

extern const char *story_go_on(struct story *story,
			       struct ft_schedule *schedule)
{
	struct ft_snapshot *fresh;
	const char *name;

	pass_time(story);
	start_or_promise(story, schedule);
	end_runs(story->snapshot);
	name = happen_all(story);
	if (story->tiers)
		sort_tiers(story->snapshot);
	fresh = clone_snapshot(story->snapshot);
	ft_snapshot_free(story->snapshot);
	story->snapshot = fresh;
	/* Promises point into the schedule until the next plan is made. */
	ft_schedule_free(story->schedule);
	story->schedule = schedule;
	return name;
}
