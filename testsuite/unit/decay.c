/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decay: Slurm's figures, and what happens at the edges.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "core/fairshare/decay.h"

Test(decay, is_slurms_linearised_form)
{
	cr_expect_float_eq(ft_decay_per_second(604800), 1 - 0.693 / 604800, 0);
	cr_expect_float_eq(ft_decay_per_second(4294967236.0),
			   1 - 0.693 / 4294967236.0, 0);
}

Test(decay, halves_in_a_half_life)
{
	double week = 604800;

	cr_expect_float_eq(ft_decay_over(ft_decay_per_second(week), week), 0.5,
			   1e-4);
	cr_expect_float_eq(ft_decay_over(ft_decay_per_second(week), 2 * week),
			   0.25, 1e-4);
}

Test(decay, none_without_half_life)
{
	cr_expect_float_eq(ft_decay_per_second(0), 1, 0);
	cr_expect_float_eq(ft_decay_per_second(-5), 1, 0);
	cr_expect_float_eq(ft_decay_over(1, 1e9), 1, 0);
}

Test(decay, never_loses_whose_usage_it_was)
{
	cr_expect_float_eq(ft_decay_over(0.5, 1e9), DBL_MIN, 0);
	cr_expect_gt(ft_decay_per_second(0.5), 0);
	cr_expect_gt(ft_decay_over(ft_decay_per_second(0.5), 10), 0);
}
