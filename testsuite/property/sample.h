/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sample - small random snapshots, each a function of its seed.
 *
 * All times lie near enough for the oracle.
 */
#ifndef TESTSUITE_PROPERTY_SAMPLE_H
#define TESTSUITE_PROPERTY_SAMPLE_H

#include "core/snapshot/snapshot.h"

/* Of one to so many nodes.  Ends the test program if out of memory.  All
 * policies have defaults. */
extern struct ft_snapshot *sample_sized(uint64_t seed, uint32_t most_nodes);

/* Small enough for the oracle. */
static inline struct ft_snapshot *sample_new(uint64_t seed)
{
	return sample_sized(seed, 6);
}

/* Other policies, and what of its jobs they look at. */
extern void sample_policy(struct ft_snapshot *snapshot, uint64_t seed);

/* No limit falls by the second, so that nothing depends on the second. */
extern void sample_steady(struct ft_snapshot *snapshot);

/* Some runs may be taken by some requests: preemption. */
extern void sample_takes(struct ft_snapshot *snapshot, uint64_t seed);

/* Some requests rely on nodes as they are, some change them. */
extern void sample_changes(struct ft_snapshot *snapshot, uint64_t seed);

/* Nodes lie in segments, and some runs and requests are alone in theirs. */
extern void sample_segments(struct ft_snapshot *snapshot, uint64_t seed);

/* Some requests want more free at their start than they take. */
extern void sample_wants(struct ft_snapshot *snapshot, uint64_t seed);

/* All times lie so many times as far from now: starts are scaled likewise. */
extern void sample_scale(struct ft_snapshot *snapshot, int64_t scale);

/*
 * Leaves out its hidden records: bit i is job i, then come runs, then closures
 * (which are emptied, since requests name them by number).
 */
extern void sample_hide(struct ft_snapshot *snapshot, uint64_t hidden);

#endif
