/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A planner that ended early gives the next plan as if it had not begun.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "core/plan/planner.h"
#include "story.h"

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
		    const struct ft_schedule *planned)
{
	struct ft_schedule *fresh;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &fresh, &err), 0, "%s",
		     err.text);
	cr_assert_eq(planned->job_count, fresh->job_count);
	for (uint32_t j = 0; j < fresh->job_count; j++) {
		const char *what =
			difference(&planned->placement[j], &fresh->placement[j],
				   snapshot->resource_count);

		cr_assert_null(what, "%s of job %u", what,
			       snapshot->job[j].job_id);
	}
	ft_schedule_free(fresh);
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
	compare(story_snapshot(story), schedule);
	story_go_on(story, schedule);
	ft_planner_free(planner);
	story_free(story);
}
