/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The grid of priority passes: what came due while one was at work, jumps of
 * the clock both ways.
 */
#include <criterion/criterion.h>

#include "core/priority/pass_grid.h"

enum { PERIOD = 60 };

Test(pass_grid, goes_on_from_due_to_due)
{
	cr_expect_eq(ft_pass_grid_next(1000, 1000, 1002, PERIOD), 1060);
	cr_expect_eq(ft_pass_grid_next(1000, 1007, 1009, PERIOD), 1060);
}

Test(pass_grid, has_what_came_due_while_a_pass_was_saved)
{
	cr_expect_eq(ft_pass_grid_next(1000, 1000, 1060, PERIOD), 1060);
	cr_expect_eq(ft_pass_grid_next(1000, 1001, 1119, PERIOD), 1060);
	cr_expect_eq(ft_pass_grid_next(1060, 1119, 1119, PERIOD), 1120);
}

Test(pass_grid, makes_up_for_many_by_one)
{
	/* Each was missed before the pass began, which counts up to then. */
	cr_expect_eq(ft_pass_grid_next(1000, 5000, 5001, PERIOD), 5020);
	cr_expect_eq(ft_pass_grid_next(1000, 1060, 1060, PERIOD), 1120);
	/* These came while it was at work: the next counts up to its begin. */
	cr_expect_eq(ft_pass_grid_next(1000, 1000, 5001, PERIOD), 1060);
	cr_expect_eq(ft_pass_grid_next(1060, 5001, 5001, PERIOD), 5020);
}

Test(pass_grid, begins_anew_when_the_clock_went_back)
{
	cr_expect_eq(ft_pass_grid_next(5000, 1000, 1001, PERIOD), 1061);
	cr_expect_eq(ft_pass_grid_next(5000, 5000, 1001, PERIOD), 1061);
}
