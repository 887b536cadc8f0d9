/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who preempts whom, and priority: one order, whatever the two say.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/queue/rank_order.h"
#include "../random.h"

enum { CASES = 3000, CLASSES = 6, JOBS = 40 };

/* A preempts C; B, which neither has to do with, is between them. */
Test(rank_order, an_unrelated_job_between_two)
{
	enum { C, B, A };
	bool before[9] = {0};
	const uint32_t job_class[] = {C, B, A, C};
	const struct ft_ranks ranks = {3, before};
	uint32_t order[4];

	before[A * 3 + C] = true;
	cr_assert_eq(ft_rank_order(&ranks, job_class, 4, order), 0);
	cr_expect(order[0] == 1 && order[1] == 2 && order[2] == 0 &&
		  order[3] == 3);
}

/* No class is before itself by way of others. */
static void draw_acyclic(bool *before, uint64_t *seed)
{
	for (uint32_t a = 0; a < CLASSES; a++)
		for (uint32_t b = 0; b < CLASSES; b++)
			before[a * CLASSES + b] =
				(a ^ 3) < (b ^ 3) && random_chance(seed, 4);
}

static void check(const struct ft_ranks *ranks, const uint32_t *job_class,
		  const uint32_t *order, bool acyclic)
{
	bool seen[JOBS] = {0};

	for (uint32_t i = 0; i < JOBS; i++) {
		cr_assert(order[i] < JOBS && !seen[order[i]]);
		seen[order[i]] = true;
		for (uint32_t j = 0; j < i; j++) {
			uint32_t first = job_class[order[j]];
			uint32_t then = job_class[order[i]];

			if (acyclic)
				cr_assert_not(
					ranks->before[then * CLASSES + first]);
			if (first == then)
				cr_assert_lt(order[j], order[i]);
		}
	}
}

Test(rank_order, each_job_once_and_none_before_who_goes_before_it)
{
	for (uint64_t c = 1; c <= CASES; c++) {
		uint64_t seed = c;
		bool before[CLASSES * CLASSES];
		uint32_t job_class[JOBS], order[JOBS], again[JOBS];
		const struct ft_ranks ranks = {CLASSES, before};
		bool acyclic = c % 2;

		if (acyclic)
			draw_acyclic(before, &seed);
		else
			for (int i = 0; i < CLASSES * CLASSES; i++)
				before[i] = random_chance(&seed, 3);
		for (uint32_t i = 0; i < JOBS; i++)
			job_class[i] =
				(uint32_t) (random_next(&seed) % CLASSES);
		cr_assert_eq(ft_rank_order(&ranks, job_class, JOBS, order), 0);
		check(&ranks, job_class, order, acyclic);
		cr_assert_eq(ft_rank_order(&ranks, job_class, JOBS, again), 0);
		cr_assert_arr_eq(order, again, sizeof(order));
	}
}

Test(rank_order, without_ranks_it_is_that_of_priority)
{
	const bool before[4] = {false, true, true, false};
	const uint32_t job_class[] = {0, 1, 1, 0, 1};
	const struct ft_ranks ranks = {2, before};
	uint32_t order[5];

	cr_assert_eq(ft_rank_order(&ranks, job_class, 5, order), 0);
	for (uint32_t i = 0; i < 5; i++)
		cr_expect_eq(order[i], i);
	cr_assert_eq(ft_rank_order(&ranks, job_class, 0, order), 0);
}
