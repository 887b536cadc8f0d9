/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine against the oracle, on random cases.
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

Test(brute, engine_agrees_with_the_oracle)
{
	uint64_t seed = (uint64_t) compare_setting("FT_BRUTE_SEED", 1);
	int64_t cases = compare_setting("FT_BRUTE_CASES", CASES);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_PLAIN, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_with_policies)
{
	uint64_t seed = (uint64_t) compare_setting("FT_BRUTE_SEED", 1);
	int64_t cases = compare_setting("FT_BRUTE_CASES", CASES / 2);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_POLICIES, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}
