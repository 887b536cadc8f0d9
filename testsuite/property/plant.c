/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tests the comparison itself: this program holds a copy of the engine with
 * one deliberate error (src/core/planted.h), which the comparison must find.
 */
#include <criterion/criterion.h>

#include "compare.h"

Test(plant, the_comparison_finds_the_error)
{
	cr_assert_neq(compare_cases(1, 15000, FT_PLANT_ERROR >= 4, false), 0,
		      "error %d was not found", FT_PLANT_ERROR);
}
