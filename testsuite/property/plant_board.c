/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tests the laws themselves: this program holds a copy of the board with
 * deliberate errors (src/core/base/planted.h), each of which the stories must
 * find.  Each test is a process of its own, which has one of them.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "board_story.h"
#include "core/base/planted.h"

enum { EVENTS = 50, STORIES = 4000 };

int ft_planted_error;

ParameterizedTestParameters(plant_board, the_laws_find_the_error)
{
	/* A job that could start on its own nodes is not asked; what was freed
	 * is not counted; committed starts give way; all give way; only one
	 * slot is searched; licences are not waited for; swaps are not taken
	 * back; jobs are looked at once only; those in the way stay.
	 * Of limits: what is freed wakes no job; those in the way stay; a
	 * higher total wakes no job; a lower one is not heeded; they are not
	 * waited for; jobs are not asked again as claims fall.
	 * Of closures: one that came moves no job; one that went wakes none;
	 * what it closed is not counted as freed.  Jobs that may hold no
	 * reservation get one.
	 * Of tasks that may be spread: what was freed counts as one task; more
	 * nodes than may be; as many tasks at all starts of a span; a job that
	 * is late keeps nodes without room for all of its tasks.
	 * Of several requests: the first that has a start wins; only by the
	 * first can a job start at once.
	 * Tiers count for nothing; nodes are no matter of names.
	 * A start that waits for its nodes heeds no deadline and no closure;
	 * it ends later.
	 * A job that found too few nodes is not tried again until one more was
	 * freed than it lacked.
	 * What a job wants at its start beyond what it takes is not looked for;
	 * is not held; is not looked for where it waits for its nodes; wakes no
	 * job once it runs.
	 * Marks keep no job away; a newcomer's move none.
	 * A leaf switch gives a bundle with a node less; few leaf switches may
	 * be any; one node more is lacking than is.
	 * No job keeps its turn before a run that lasts a moment longer. */
	static int errors[] = {20, 21, 22, 23, 24, 25, 26, 27, 29, 32,
			       33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
			       43, 44, 45, 46, 47, 48, 49, 50, 55, 56,
			       58, 59, 60, 61, 62, 63, 67, 68, 69, 70};

	return cr_make_param_array(int, errors,
				   sizeof(errors) / sizeof(*errors));
}

ParameterizedTest(int *error, plant_board, the_laws_find_the_error)
{
	struct law_report report = {0};
	bool fine = true;

	ft_planted_error = *error;
	for (uint64_t seed = 1; fine && (seed <= STORIES); seed++)
		fine = board_story(seed, EVENTS, &report);
	cr_assert(!fine, "error %d was not found", *error);
}
