/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine against the oracle, on random cases.
 *
 * FT_BRUTE_CASES sets how many with brute_take.c, FT_BRUTE_SEED where they
 * begin: a failing case is named by its seed and printed as the smallest
 * snapshot that fails.
 */
#include <criterion/criterion.h>

#include "compare.h"

Test(brute, engine_agrees_with_the_oracle)
{
	uint64_t failed = compare_share(30, COMPARE_PLAIN);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_where_more_must_be_free_than_is_taken)
{
	uint64_t failed = compare_share(7, COMPARE_WANTS);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_share(3, COMPARE_WANTS | COMPARE_POLICIES);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_with_policies)
{
	uint64_t failed = compare_share(15, COMPARE_POLICIES);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}
