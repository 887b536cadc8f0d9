/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A planner with a board, for tests.  Refuses to know the machine, and what a
 * plan of it should be.
 */
#ifndef FT_TESTSUITE_UNIT_STANDING_PLANNER_H
#define FT_TESTSUITE_UNIT_STANDING_PLANNER_H

#include <criterion/criterion.h>

#include "../promised.h"
#include "core/plan/planner.h"

static inline struct ft_schedule *plan(struct ft_planner *planner,
				       const struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule, &err),
		     0, "%s", err.text);
	return schedule;
}

/* A planner whose board has the runs and no job. */
static inline struct ft_planner *on_board(struct ft_snapshot *snapshot)
{
	struct ft_planner *planner = ft_planner_new();

	cr_assert_not_null(planner);
	ft_planner_keep(planner, FT_KEEP_BOARD);
	ft_schedule_free(plan(planner, snapshot));
	return planner;
}

static inline void finish(struct ft_planner *planner,
			  struct ft_schedule *schedule,
			  struct ft_snapshot *snapshot)
{
	ft_schedule_free(schedule);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
}

static inline void by_board(const struct ft_planner *planner)
{
	cr_expect_str_empty(ft_planner_declined(planner));
}

#endif
