/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * law - what the tests of the planner's laws do with each of their cases.
 */
#ifndef TESTSUITE_PROPERTY_LAW_H
#define TESTSUITE_PROPERTY_LAW_H

#include <criterion/criterion.h>

#include "core/plan/schedule.h"
#include "oracle.h"

static inline struct ft_schedule *plan(const struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	return schedule;
}

static inline void tolerated(const struct ft_snapshot *snapshot,
			     const struct ft_schedule *schedule, uint64_t seed)
{
	char why[256] = "";

	cr_assert(oracle_tolerates(snapshot, schedule, why, sizeof(why)),
		  "seed %llu: %s", (unsigned long long) seed, why);
}

#endif
