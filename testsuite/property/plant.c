/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tests the comparison itself: this program holds a copy of the engine with
 * one deliberate error (src/core/planted.h), which the comparison must find.
 */
#include <criterion/criterion.h>

#include "compare.h"

static const enum compare needed[] = {
	[4] = COMPARE_POLICIES, [5] = COMPARE_POLICIES, [6] = COMPARE_POLICIES,
	[7] = COMPARE_TAKES,	[8] = COMPARE_TAKES,	[9] = COMPARE_TAKES,
	[10] = COMPARE_CHANGES, [11] = COMPARE_TAKES,	[12] = COMPARE_SEGMENTS,
};

Test(plant, the_comparison_finds_the_error)
{
	cr_assert_neq(compare_cases(1, 15000, needed[FT_PLANT_ERROR], false), 0,
		      "error %d was not found", FT_PLANT_ERROR);
}
