/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See commitment.h.
 */
#include "commitment.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/planner.h"
#include "story.h"

enum { EVENTS = 40, JOBS = 256 };

/* What a plan showed of a job. */
struct shown {
	uint32_t job_id;
	int64_t start;
	bool committed;
};

struct shown_list {
	struct shown job[JOBS];
	uint32_t count;
};

static void note(const struct ft_snapshot *snapshot,
		 const struct ft_schedule *schedule, struct shown_list *list)
{
	list->count = 0;
	for (uint32_t j = 0; j < snapshot->job_count && j < JOBS; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		if (place->verdict == FT_PLACED && place->start > snapshot->now)
			list->job[list->count++] = (struct shown){
				.job_id = snapshot->job[j].job_id,
				.start = place->start,
				.committed = place->committed,
			};
	}
}

static const struct shown *find(const struct shown_list *list, uint32_t job_id)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->job[i].job_id == job_id)
			return &list->job[i];
	return NULL;
}

static bool named_event(const char *event)
{
	static const char *const causes[] = {
		"changed node",
		"changed machine or policy",
		"changed run",
		"run that is alone, or no more",
		"reservation that comes",
		"reservation of a core",
		"right that is lost",
	};

	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
		if (strstr(event, causes[i]))
			return true;
	return false;
}

/* Something that did not start when it was to is in the way of others. */
static bool anyone_overdue(const struct ft_snapshot *snapshot)
{
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		if (snapshot->job[j].promise < snapshot->now)
			return true;
	return false;
}

/* Some runs may be taken, or are about to leave: nobody knows when. */
static bool anyone_preempts(const struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].class)
			return true;
	return false;
}

static bool outranked(const struct ft_snapshot *snapshot, uint32_t job)
{
	for (uint32_t j = 0; j < job; j++)
		if (snapshot->job[j].tier > snapshot->job[job].tier ||
		    ft_job_takes(&snapshot->job[j]))
			return true;
	return false;
}

/* Tasks of an array are told apart by what they were promised. */
static const struct shown *what_was(const struct ft_snapshot *snapshot,
				    const struct shown_list *before,
				    const struct ft_job *job)
{
	const struct shown *was = find(before, job->job_id);

	if (was && snapshot->policy.array_depth && job->promise != was->start)
		return NULL;
	return was;
}

/* Does the plan keep what the last one showed?  False: it breaks the law. */
static bool keeps(const struct ft_snapshot *snapshot,
		  const struct ft_schedule *schedule,
		  const struct shown_list *before, const char *event,
		  struct commitment_count *count, char *why, size_t size)
{
	bool caused = anyone_overdue(snapshot) || named_event(event) ||
		      anyone_preempts(snapshot);

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];
		const struct ft_job *job = &snapshot->job[j];
		const struct shown *was = what_was(snapshot, before, job);

		if (!was)
			continue;
		if (place->verdict == FT_PLACED &&
		    (place->start <= was->start ||
		     place->start == snapshot->now)) {
			count->kept += was->committed;
			continue;
		}
		/* What it asks for was changed. */
		if (job->promise == FT_NEVER || strstr(event, "changed job"))
			continue;
		if (caused || outranked(snapshot, j)) {
			count->excused += was->committed;
			continue;
		}
		count->expected += !was->committed;
		if (!was->committed)
			continue;
		snprintf(why, size,
			 "after %s: committed start of job %" PRIu32
			 " moves from %" PRId64 " to %" PRId64,
			 event, job->job_id, was->start,
			 place->verdict == FT_PLACED ? place->start : FT_NEVER);
		return false;
	}
	return true;
}

static bool tell(uint64_t seed, enum ft_keep keep,
		 struct commitment_count *count, char *why, size_t size)
{
	struct ft_planner *planner = ft_planner_new();
	struct story *story =
		keep == FT_KEEP_BOARD ? story_plain(seed) : story_new(seed);
	struct shown_list shown = {.count = 0};
	const char *event = "the beginning";
	bool kept = true;

	if (!planner)
		abort();
	ft_planner_keep(planner, keep);
	for (int e = 0; kept && e < EVENTS; e++) {
		struct ft_snapshot *snapshot = story_snapshot(story);
		struct ft_schedule *schedule;

		if (ft_planner_plan(planner, snapshot, NULL, &schedule, NULL))
			abort();
		kept = keeps(snapshot, schedule, &shown, event, count, why,
			     size);
		note(snapshot, schedule, &shown);
		event = story_go_on(story, schedule);
	}
	ft_planner_free(planner);
	story_free(story);
	return kept;
}

extern uint64_t commitment_stories(uint64_t seed, uint64_t stories,
				   enum ft_keep keep,
				   struct commitment_count *ret_count,
				   char *why, size_t size)
{
	*ret_count = (struct commitment_count){0};
	for (uint64_t s = seed; s < seed + stories; s++)
		if (!tell(s, keep, ret_count, why, size))
			return s;
	return 0;
}
