/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare - plans random cases and asks the oracle about each.
 */
#ifndef TESTSUITE_PROPERTY_COMPARE_H
#define TESTSUITE_PROPERTY_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

/* What is random, besides machine and jobs. */
enum compare {
	COMPARE_PLAIN,
	COMPARE_POLICIES = 1,
	COMPARE_TAKES = 2,
	COMPARE_CHANGES = 4,
	COMPARE_SEGMENTS = 8,
	COMPARE_WANTS = 16,
};

/*
 * The seed of the first case of [seed, seed + cases) that fails, 0 if none
 * does.  With report the case is made smaller and printed to stderr.
 */
extern uint64_t compare_cases(uint64_t seed, uint64_t cases, enum compare what,
			      bool report);

/*
 * The same with report from seed FT_BRUTE_SEED (1) on, for so many in a hundred
 * of FT_BRUTE_CASES; exits if one of them is no number.
 */
extern uint64_t compare_share(unsigned int percent, enum compare what);

#endif
