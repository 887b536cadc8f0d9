/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tests the comparison itself: this program holds a copy of the engine with
 * deliberate errors (src/core/base/planted.h), each of which the comparison
 * must find.  Each test is a process of its own, which has one of them.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "commitment.h"
#include "compare.h"
#include "core/base/planted.h"
#include "taking.h"

struct plant {
	int error;
	enum compare needed;
};

int ft_planted_error;

ParameterizedTestParameters(plant, the_comparison_finds_the_error)
{
	static struct plant plants[] = {
		{1, COMPARE_PLAIN},    {2, COMPARE_PLAIN},
		{3, COMPARE_PLAIN},    {4, COMPARE_POLICIES},
		{5, COMPARE_POLICIES}, {6, COMPARE_POLICIES},
		{7, COMPARE_TAKES},    {8, COMPARE_TAKES},
		{9, COMPARE_TAKES},    {10, COMPARE_CHANGES},
		{11, COMPARE_TAKES},   {12, COMPARE_SEGMENTS},
		{13, COMPARE_WANTS},   {14, COMPARE_WANTS},
		{15, COMPARE_WANTS},   {30, COMPARE_TAKES},
		{66, COMPARE_PLAIN},
	};

	return cr_make_param_array(struct plant, plants,
				   sizeof(plants) / sizeof(*plants));
}

ParameterizedTest(struct plant *plant, plant, the_comparison_finds_the_error)
{
	ft_planted_error = plant->error;
	cr_assert_neq(compare_cases(1, 15000, plant->needed, false), 0,
		      "error %d was not found", plant->error);
}

ParameterizedTestParameters(plant, the_stories_find_the_error)
{
	static int errors[] = {16, 17, 18, 19};

	return cr_make_param_array(int, errors,
				   sizeof(errors) / sizeof(*errors));
}

ParameterizedTest(int *error, plant, the_stories_find_the_error)
{
	struct commitment_count count;
	char why[256];

	ft_planted_error = *error;
	cr_assert_neq(commitment_stories(1, 4000, FT_KEEP_FRESH, &count, why,
					 sizeof(why)),
		      0, "error %d was not found", *error);
}

/* Of guests: what one takes beside a run that leaves for it is not counted;
 * what it wants at its start is not held; its marks do not have it give way. */
ParameterizedTestParameters(plant, the_stories_with_guests_find_it)
{
	static int errors[] = {57, 64, 65};

	return cr_make_param_array(int, errors,
				   sizeof(errors) / sizeof(*errors));
}

ParameterizedTest(int *error, plant, the_stories_with_guests_find_it)
{
	char why[256];

	ft_planted_error = *error;
	cr_assert_neq(taking_stories(1, 16000, why, sizeof(why)), 0,
		      "error %d was not found", *error);
}
