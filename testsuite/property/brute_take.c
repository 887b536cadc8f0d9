/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine against the oracle, as brute.c, on random cases in which jobs take
 * the nodes of others, change nodes for good or are alone in segments; beside
 * that one, on a second processor.
 *
 * FT_BRUTE_CASES sets how many with brute.c, FT_BRUTE_SEED where they begin: a
 * failing case is named by its seed and printed as the smallest snapshot that
 * fails.
 */
#include <criterion/criterion.h>

#include "compare.h"

Test(brute_take, so_does_it_with_preemption)
{
	uint64_t failed = compare_share(14, COMPARE_TAKES);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_share(6, COMPARE_TAKES | COMPARE_POLICIES);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
	failed = compare_share(3, COMPARE_TAKES | COMPARE_WANTS);
	cr_assert_eq(failed, 0, "case with seed %llu and wants fails",
		     (unsigned long long) failed);
}

Test(brute_take, so_does_it_with_nodes_that_are_changed)
{
	uint64_t failed = compare_share(8, COMPARE_CHANGES);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_share(3, COMPARE_CHANGES | COMPARE_TAKES |
					  COMPARE_POLICIES);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}

Test(brute_take, so_does_it_with_jobs_that_are_alone_in_segments)
{
	uint64_t failed = compare_share(8, COMPARE_SEGMENTS);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_share(3, COMPARE_SEGMENTS | COMPARE_CHANGES |
					  COMPARE_TAKES | COMPARE_POLICIES |
					  COMPARE_WANTS);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}
