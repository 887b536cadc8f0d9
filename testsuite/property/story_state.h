/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A story's state, for its own files only: see story.h.
 */
#ifndef TESTSUITE_PROPERTY_STORY_STATE_H
#define TESTSUITE_PROPERTY_STORY_STATE_H

#include "core/plan/schedule.h"
#include "../random.h"
#include "sample.h"
#include "story.h"

struct story {
	uint64_t state;
	struct ft_snapshot *pool; /* where requests come from */
	struct ft_snapshot *snapshot;
	struct ft_schedule *schedule; /* the last one: promises point there */
	int64_t window;
	uint32_t next_id;
	bool reserving;	 /* every job may hold a reservation */
	bool plain;	 /* see story_plain */
	bool several;	 /* things happen at once */
	char event[128]; /* what happened last */
	/* plain: jobs are of two; some are guests; some may take runs */
	bool tiers, guests, takers;
};

/* The most nodes of the story's machine: some have sets of several words. */
static inline uint32_t story_nodes(uint64_t seed)
{
	switch (seed % 11) {
	case 5:
		return 140;
	case 7:
		return 24;
	default:
		return 6;
	}
}

static inline bool story_several(uint64_t seed)
{
	return seed % 11 == 1;
}

static inline uint64_t draw(struct story *story)
{
	return random_next(&story->state);
}

static inline uint32_t below(struct story *story, uint32_t count)
{
	return (uint32_t) (draw(story) % count);
}

#endif
