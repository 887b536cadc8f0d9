/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commitment - follows committed starts through random stories.
 *
 * The law: from one plan to the next no committed start moves later, unless
 * what happened between is one of the causes that schedule.h names, or a job
 * ahead may preempt or is of a higher tier, or a start is overdue.
 */
#ifndef TESTSUITE_PROPERTY_COMMITMENT_H
#define TESTSUITE_PROPERTY_COMMITMENT_H

#include <stddef.h>
#include <stdint.h>

#include "core/snapshot/policy.h"

/* What was seen, so that a test can tell that it was about something. */
struct commitment_count {
	uint64_t kept;	   /* committed starts that were there a plan later */
	uint64_t excused;  /* that moved later, with a cause */
	uint64_t expected; /* others that moved later without such a cause */
};

/*
 * With the planner keeping its plans so; FT_KEEP_BOARD: in plain stories.
 *
 * The seed of the first of so many stories that breaks the law, and why; 0:
 * none does.
 */
extern uint64_t commitment_stories(uint64_t seed, uint64_t stories,
				   enum ft_keep keep,
				   struct commitment_count *ret_count,
				   char *why, size_t size);

#endif
