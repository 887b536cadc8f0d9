/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * story - a small random machine and queue to which one thing after another
 * happens, each a function of the seed.
 *
 * Every step has a snapshot of its own, in memory of its own, as a
 * controller's would be.
 */
#ifndef TESTSUITE_PROPERTY_STORY_H
#define TESTSUITE_PROPERTY_STORY_H

#include "core/plan/schedule.h"

struct story;

/* Ends the test program if out of memory. */
extern struct story *story_new(uint64_t seed);
/* One of requests that a board takes. */
extern struct story *story_plain(uint64_t seed);
/* In which of these do jobs take runs?  In which are some guests anyway? */
extern bool story_takes(uint64_t seed);
extern bool story_hosts(uint64_t seed);
extern void story_free(struct story *story);

/* What the next plan is to be made of; valid until story_go_on. */
extern struct ft_snapshot *story_snapshot(struct story *story);

/*
 * The schedule (which the story frees later) is carried out, then something
 * happens, in some stories several things: returns their names, until the next
 * call.
 */
extern const char *story_go_on(struct story *story,
			       struct ft_schedule *schedule);

#endif
