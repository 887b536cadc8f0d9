/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * random - numbers that are the same on every machine, for tests and
 * benchmarks: splitmix64 (Steele, Lea, Flood 2014).
 *
 * The state is the caller's; refuses to be seeded by a clock.
 */
#ifndef FT_TESTSUITE_RANDOM_H
#define FT_TESTSUITE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* True once in so many times. */
static inline bool random_chance(uint64_t *state, uint32_t in)
{
	return random_next(state) % in == 0;
}

#endif
