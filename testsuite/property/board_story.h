/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board_story - a small random machine to whose board one random thing after
 * another happens, with every law checked after each: a function of the seed.
 */
#ifndef TESTSUITE_PROPERTY_BOARD_STORY_H
#define TESTSUITE_PROPERTY_BOARD_STORY_H

#include "board_law.h"

/* False: a law was broken, the report says which and when. */
extern bool board_story(uint64_t seed, uint32_t events,
			struct law_report *report);

#endif
