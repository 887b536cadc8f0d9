/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board - a plan that stands on a board (core/plan/standing.h) while a small
 * machine lives on: a story of testsuite/property, whose seed is the input.
 *
 * Law: the planner has a plan of each snapshot, or no memory; where a board
 * could not be made or told, it is planned afresh.
 */
#include "harness.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

#include "../property/story.h"
#include "core/base/index_map.h"
#include "core/plan/planner.h"

enum { SEEDS = 12, EVENTS = 5 };

void fuzz_board_seed(fuzz_take take, void *context)
{
	for (int seed = 1; seed <= SEEDS; seed++) {
		char text[16];

		snprintf(text, sizeof(text), "%d", seed);
		take(context, text, strlen(text));
	}
}

static uint64_t seed_of(const char *data, size_t size)
{
	uint64_t seed = 0;

	for (size_t i = 0; i < size; i++)
		seed = ft_index_mix(seed, (uint8_t) data[i]);
	return seed;
}

/* The story goes on with the schedule; without one, with another's. */
static void go_on(struct story *story, struct ft_schedule *schedule)
{
	struct ft_err err;

	fuzz_spare(true);
	if (!schedule) {
		int rc = ft_schedule_plan(story_snapshot(story), &schedule,
					  &err);

		FUZZ_LAW(!rc);
	}
	if (schedule)
		story_go_on(story, schedule);
	fuzz_spare(false);
}

void fuzz_live_story(struct ft_planner *planner, struct story *story,
		     int events)
{
	for (int e = 0; e < events; e++) {
		struct ft_schedule *schedule = NULL;
		struct ft_err err;

		if (FUZZ_LESS(ft_planner_plan(planner, story_snapshot(story),
					      NULL, &schedule, &err)))
			schedule = NULL;
		go_on(story, schedule);
	}
}

void fuzz_board(const char *data, size_t size)
{
	struct ft_planner *planner = FUZZ_MADE(ft_planner_new());
	struct story *story;

	if (!planner)
		return;
	fuzz_spare(true);
	story = story_plain(seed_of(data, size));
	fuzz_spare(false);
	ft_planner_keep(planner, FT_KEEP_BOARD);
	/* A story has few jobs that may take runs: all are calm at first. */
	ft_planner_preempt(planner, 0);
	fuzz_live_story(planner, story, EVENTS);
	ft_planner_free(planner);
	story_free(story);
}
