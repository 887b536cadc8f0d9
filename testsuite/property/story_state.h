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
	bool reserving; /* every job may hold a reservation */
	bool plain;	/* see story_plain */
	/* plain: jobs are of two; some are guests; some may take runs */
	bool tiers, guests, takers;
};

static inline uint64_t draw(struct story *story)
{
	return random_next(&story->state);
}

static inline uint32_t below(struct story *story, uint32_t count)
{
	return (uint32_t) (draw(story) % count);
}

/* A copy that owns all that it points to. */
extern struct ft_snapshot *story_clone(const struct ft_snapshot *from);

#endif
