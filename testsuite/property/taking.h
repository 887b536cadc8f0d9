/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * taking - plans on a board of which some jobs are guests, in stories: is there
 * room for all that is shown, and does no run leave that need not?
 *
 * Refuses to judge when jobs start: see standing.c.
 */
#ifndef TESTSUITE_PROPERTY_TAKING_H
#define TESTSUITE_PROPERTY_TAKING_H

#include <stddef.h>
#include <stdint.h>

/* The first seed of so many stories that goes wrong, and why; 0: none does. */
extern uint64_t taking_stories(uint64_t seed, uint64_t stories, char *why,
			       size_t size);

#endif
