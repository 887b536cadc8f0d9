/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See taking.h.
 */
#include "taking.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/plan/planner.h"
#include "room.h"
#include "story.h"

enum { EVENTS = 40 };

static bool tell(uint64_t seed, char *why, size_t size)
{
	struct ft_planner *planner = ft_planner_new();
	struct story *story = story_plain(seed);
	bool fine = true;

	if (!planner)
		abort();
	ft_planner_keep(planner, FT_KEEP_BOARD);
	if (seed % 2)
		ft_planner_preempt(planner, 1);
	for (int e = 0; fine && e < EVENTS; e++) {
		struct ft_snapshot *snapshot = story_snapshot(story);
		struct ft_schedule *schedule;

		if (ft_planner_plan(planner, snapshot, NULL, &schedule, NULL))
			abort();
		if (!*ft_planner_declined(planner))
			fine = room_for(snapshot, schedule, why, size);
		story_go_on(story, schedule);
	}
	ft_planner_free(planner);
	story_free(story);
	return fine;
}

extern uint64_t taking_stories(uint64_t seed, uint64_t stories, char *why,
			       size_t size)
{
	for (uint64_t s = seed; s < seed + stories; s++)
		if ((story_takes(s) || story_hosts(s)) && !tell(s, why, size))
			return s;
	return 0;
}
