/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan that is kept and repaired is what a plan from scratch would be, given
 * the same promises: over random sequences of events, after each.
 *
 * FT_STORY_COUNT sets how many sequences, FT_STORY_SEED where they begin.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/plan/planner.h"
#include "../random.h"
#include "story.h"

enum { EVENTS = 40 };
#ifdef FT_SANITIZER
enum { STORIES = 300 };
#else
enum { STORIES = 2000 };
#endif

static uint64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 0, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return (uint64_t) value;
}

static bool same_nodes(const struct ft_placement *a,
		       const struct ft_placement *b, uint32_t resources)
{
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((a->share[i].node != b->share[i].node) ||
		    (a->share[i].tasks != b->share[i].tasks) ||
		    memcmp(a->share[i].amount, b->share[i].amount,
			   resources * sizeof(int64_t)))
			return false;
	return true;
}

/* What differs, or NULL. */
static const char *difference(const struct ft_placement *a,
			      const struct ft_placement *b, uint32_t resources)
{
	if (a->verdict != b->verdict)
		return "verdict";
	if (a->start != b->start)
		return "start";
	if (a->duration != b->duration)
		return "duration";
	if (a->request != b->request)
		return "request";
	if (a->obstacle != b->obstacle)
		return "obstacle";
	if (a->held != b->held)
		return "held";
	if (a->committed != b->committed)
		return "committed";
	if (a->share_count != b->share_count)
		return "number of nodes";
	if (a->victim_count != b->victim_count)
		return "number of victims";
	for (uint32_t i = 0; i < a->victim_count; i++)
		if (a->victim[i] != b->victim[i])
			return "victims";
	return same_nodes(a, b, resources) ? NULL : "nodes";
}

static void compare(const struct ft_snapshot *snapshot,
		    const struct ft_schedule *kept, const char *event,
		    uint64_t seed)
{
	struct ft_schedule *fresh;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &fresh, &err), 0, "%s",
		     err.text);
	cr_assert_eq(kept->job_count, fresh->job_count);
	for (uint32_t j = 0; j < fresh->job_count; j++) {
		const char *what =
			difference(&kept->placement[j], &fresh->placement[j],
				   snapshot->resource_count);

		cr_assert_null(what, "seed %" PRIu64 ", after %s: %s of job %u",
			       seed, event, what, snapshot->job[j].job_id);
	}
	ft_schedule_free(fresh);
}

/* A field of a job that no repair looks at may say that another plan is due. */
static const char *twist_job(struct ft_snapshot *snapshot, uint64_t *state)
{
	struct ft_job *job;

	if (!snapshot->job_count)
		return "nothing";
	job = &snapshot->job[random_next(state) % snapshot->job_count];
	switch (random_next(state) % 6) {
	case 0:
		job->priority = (uint32_t) (random_next(state) % 20);
		return "new priority";
	case 1:
		job->tier = !job->tier;
		return "new tier";
	case 2:
		job->tentative = !job->tentative;
		return "job that is tentative, or no more";
	case 3:
		job->queued /= 2;
		return "job that waits for longer";
	case 4:
		job->reserve = !job->reserve;
		return "job that may reserve, or no more";
	default:
		job->promise_held = !job->promise_held;
		return "promise that is held, or no more";
	}
}

static const char *twist_policy(struct ft_snapshot *snapshot, uint64_t *state)
{
	struct ft_policy *policy = &snapshot->policy;

	switch (random_next(state) % 7) {
	case 0:
		policy->commit = (int64_t) (random_next(state) % 20);
		return "new commit";
	case 1:
		policy->patience = (int64_t) (random_next(state) % 25);
		return "new patience";
	case 2:
		policy->array_depth = (uint32_t) (random_next(state) % 2);
		return "new depth of arrays";
	case 3:
		policy->hold = (enum ft_hold)(random_next(state) % 3);
		return "reservations held otherwise";
	case 4:
		policy->backfill = (enum ft_backfill)(random_next(state) % 4);
		return "another backfill";
	case 5:
		policy->backfill_depth = (uint32_t) (random_next(state) % 2);
		return "another depth of backfill";
	default:
		snapshot->overrule = (int64_t) (random_next(state) % 8);
		return "new overrule";
	}
}

static const char *twist_run(struct ft_snapshot *snapshot, uint64_t *state)
{
	struct ft_run *run;

	if (!snapshot->run_count)
		return "nothing";
	run = &snapshot->run[random_next(state) % snapshot->run_count];
	if (random_next(state) % 2) {
		run->predicted_end = run->end;
		return "run with a prediction";
	}
	run->class = run->class || run->alone ? 0 : 1;
	run->gone = snapshot->now + 100;
	return "run that may be taken, or no more";
}

/* Changes one field that no story changes, now and then. */
static const char *twist(struct ft_snapshot *snapshot, uint64_t *state,
			 const char *event)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		snapshot->run[i].predicted_end = 0;
	switch (random_next(state) % 10) {
	case 0 ... 1:
		return twist_job(snapshot, state);
	case 2:
		return twist_policy(snapshot, state);
	case 3:
		return twist_run(snapshot, state);
	default:
		return event;
	}
}

static struct ft_planner_count tell(uint64_t seed, bool twisted)
{
	uint64_t state = seed;
	struct ft_planner *planner = ft_planner_new();
	struct story *story = story_new(seed);
	struct ft_planner_count count;
	const char *event = "the beginning";

	cr_assert_not_null(planner);
	for (int e = 0; e < EVENTS; e++) {
		struct ft_schedule *schedule;
		struct ft_err err;

		cr_assert_eq(ft_planner_plan(planner, story_snapshot(story),
					     NULL, &schedule, &err),
			     0, "seed %" PRIu64 ", after %s: %s", seed, event,
			     err.text);
		compare(story_snapshot(story), schedule, event, seed);
		event = story_go_on(story, schedule);
		if (twisted)
			event = twist(story_snapshot(story), &state, event);
	}
	count = ft_planner_counted(planner);
	ft_planner_free(planner);
	story_free(story);
	return count;
}

static void tell_all(bool twisted)
{
	uint64_t first = setting("FT_STORY_SEED", 1);
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	uint64_t repaired = 0;

	for (uint64_t seed = first; seed < first + stories; seed++)
		repaired += tell(seed, twisted).repaired;
	/* Else there was nothing to compare. */
	cr_log_info("%" PRIu64 " of %" PRIu64 " plans were repaired", repaired,
		    stories * EVENTS);
	cr_assert_gt(repaired, stories * EVENTS / (twisted ? 16 : 8),
		     "only %" PRIu64 " plans were repaired", repaired);
}

Test(planner, a_repaired_plan_is_the_plan)
{
	tell_all(false);
}

Test(planner, a_repair_heeds_each_field)
{
	tell_all(true);
}

/* Counts down the jobs that are still planned. */
static bool enough(const void *context)
{
	uint32_t *left = *(uint32_t *const *) context;

	return !(*left)--;
}

Test(planner, ends_early_when_told_to)
{
	struct ft_planner *planner = ft_planner_new();
	struct story *story = story_new(1);
	uint32_t left = 1, *counter = &left;
	const struct ft_halt halt = {.wanted = enough, .context = &counter};
	struct ft_schedule *schedule = NULL;
	struct ft_err err;

	cr_assert_not_null(planner);
	cr_assert_gt(story_snapshot(story)->job_count, 1);
	cr_assert_eq(ft_planner_plan(planner, story_snapshot(story), &halt,
				     &schedule, &err),
		     -ECANCELED);
	cr_assert_null(schedule);
	cr_assert_eq(ft_planner_plan(planner, story_snapshot(story), NULL,
				     &schedule, &err),
		     0, "%s", err.text);
	compare(story_snapshot(story), schedule, "an early end", 1);
	story_go_on(story, schedule);
	ft_planner_free(planner);
	story_free(story);
}
