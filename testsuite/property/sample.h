/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sample - small random snapshots, each a function of its seed.
 *
 * All times lie near enough for the oracle.
 */
#ifndef TESTSUITE_PROPERTY_SAMPLE_H
#define TESTSUITE_PROPERTY_SAMPLE_H

#include "core/snapshot.h"

/* Ends the test program if out of memory. */
extern struct ft_snapshot *sample_new(uint64_t seed);

/*
 * The same without its hidden records: bit i is job i, then come runs, then
 * closures (which are emptied, since requests name them by number).
 */
extern struct ft_snapshot *sample_part(uint64_t seed, uint64_t hidden);

#endif
