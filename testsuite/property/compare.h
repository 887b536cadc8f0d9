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
};

/* The number in the environment variable, or this one; exits if it is none. */
extern int64_t compare_setting(const char *name, int64_t initial);

/*
 * The seed of the first case of [seed, seed + cases) that fails, 0 if none
 * does.  With report the case is made smaller and printed to stderr.
 */
extern uint64_t compare_cases(uint64_t seed, uint64_t cases, enum compare what,
			      bool report);

#endif
