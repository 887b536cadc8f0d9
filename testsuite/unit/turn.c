/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose turn it is by rsv_order=slowdown.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/queue/turn.h"

enum { NOW = 1000000, PATIENCE = 1000 };

static double urgency(struct ft_turn turn)
{
	return ft_turn_urgency(&turn, NOW, PATIENCE);
}

Test(turn, the_formula)
{
	cr_expect_float_eq(urgency((struct ft_turn){NOW - 400, 100, 0, 4}),
			   4000.0 / (100 * 2), 1e-9);
	cr_expect_float_eq(urgency((struct ft_turn){NOW, 1000, 10, 1}),
			   3600 / (pow(10, 0.8) * pow(1000, 0.2)), 1e-9);
	cr_expect_float_eq(urgency((struct ft_turn){NOW, 100, 200, 1}), 36,
			   1e-9, "no prediction is above the limit");
	cr_expect_float_eq(urgency((struct ft_turn){NOW + 9, 0, 0, 0}), 3600,
			   1e-9, "nothing is less than one");
}

Test(turn, shorter_smaller_and_older_ones_come_first)
{
	const struct ft_turn turn = {NOW - 100, 600, 60, 8};
	struct ft_turn other = turn;

	other.predicted = 61;
	cr_expect_gt(urgency(turn), urgency(other));
	other = turn;
	other.processors = 9;
	cr_expect_gt(urgency(turn), urgency(other));
	other = turn;
	other.queued++;
	cr_expect_gt(urgency(turn), urgency(other));
}

Test(turn, who_has_lost_patience_comes_before_all_others_by_age)
{
	const struct ft_turn tiny = {NOW - PATIENCE, 1, 0, 1};
	const struct ft_turn huge = {NOW - PATIENCE - 1, 1e6, 0, 1e6};
	const struct ft_turn older = {NOW - PATIENCE - 2, 1e9, 0, 1e9};

	cr_expect_gt(urgency(huge), urgency(tiny));
	cr_expect_gt(urgency(older), urgency(huge));
}
