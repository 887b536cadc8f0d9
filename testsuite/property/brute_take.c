/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine against the oracle, as brute.c, on random cases in which jobs take
 * the nodes of others or change nodes for good; beside that one, on a second
 * processor.
 *
 * FT_BRUTE_CASES sets how many, FT_BRUTE_SEED where they begin: a failing
 * case is named by its seed and printed as the smallest snapshot that fails.
 */
#include <criterion/criterion.h>

#include "compare.h"

#ifdef FT_SANITIZER
enum { CASES = 8000 };
#else
enum { CASES = 100000 };
#endif

Test(brute_take, so_does_it_with_preemption)
{
	uint64_t seed = (uint64_t) compare_setting("FT_BRUTE_SEED", 1);
	int64_t cases = compare_setting("FT_BRUTE_CASES", CASES / 2);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_TAKES, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_cases(seed, (uint64_t) cases / 4,
			       COMPARE_TAKES | COMPARE_POLICIES, true);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}

Test(brute_take, so_does_it_with_nodes_that_are_changed)
{
	uint64_t seed = (uint64_t) compare_setting("FT_BRUTE_SEED", 1);
	int64_t cases = compare_setting("FT_BRUTE_CASES", CASES / 4);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_CHANGES, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_cases(
		seed, (uint64_t) cases / 4,
		COMPARE_CHANGES | COMPARE_TAKES | COMPARE_POLICIES, true);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}
