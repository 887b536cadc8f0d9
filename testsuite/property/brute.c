/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine against the oracle, on random cases.
 *
 * FT_BRUTE_CASES sets how many, FT_BRUTE_SEED where they begin: a failing
 * case is named by its seed and printed as the smallest snapshot that fails.
 */
#include <criterion/criterion.h>

#include "compare.h"
#include "core/number.h"

#include <stdlib.h>

#ifdef FT_SANITIZER
enum { CASES = 8000 };
#else
enum { CASES = 100000 };
#endif

static int64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 0, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return value;
}

Test(brute, engine_agrees_with_the_oracle)
{
	uint64_t seed = (uint64_t) setting("FT_BRUTE_SEED", 1);
	int64_t cases = setting("FT_BRUTE_CASES", CASES);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_PLAIN, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_with_policies)
{
	uint64_t seed = (uint64_t) setting("FT_BRUTE_SEED", 1);
	int64_t cases = setting("FT_BRUTE_CASES", CASES / 2);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_POLICIES, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_with_preemption)
{
	uint64_t seed = (uint64_t) setting("FT_BRUTE_SEED", 1);
	int64_t cases = setting("FT_BRUTE_CASES", CASES / 2);
	uint64_t failed =
		compare_cases(seed, (uint64_t) cases, COMPARE_TAKES, true);

	cr_assert_eq(failed, 0, "case with seed %llu fails",
		     (unsigned long long) failed);
	failed = compare_cases(seed, (uint64_t) cases / 4,
			       COMPARE_TAKES | COMPARE_POLICIES, true);
	cr_assert_eq(failed, 0, "case with seed %llu and policies fails",
		     (unsigned long long) failed);
}

Test(brute, so_does_it_with_nodes_that_are_changed)
{
	uint64_t seed = (uint64_t) setting("FT_BRUTE_SEED", 1);
	int64_t cases = setting("FT_BRUTE_CASES", CASES / 4);
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
