/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clone - copies of snapshots that own all that they point to, for stories and
 * for machines of more nodes.
 *
 * Promises of jobs are not copied: they still point to where they pointed.
 */
#ifndef TESTSUITE_PROPERTY_CLONE_H
#define TESTSUITE_PROPERTY_CLONE_H

#include "core/snapshot/snapshot.h"

/* All of these end the test program if out of memory. */
extern struct ft_snapshot *clone_snapshot(const struct ft_snapshot *from);

/*
 * Its node n is node place[n] of width; the others are down, have nothing, and
 * no request may use them.  place ascends.  No job of it has a promise.
 */
extern struct ft_snapshot *clone_wide(const struct ft_snapshot *from,
				      const uint32_t *place, uint32_t width);

/* Of the snapshot's memory; from NULL: zeros. */
extern void *clone_bytes(struct ft_snapshot *snapshot, const void *from,
			 size_t size);
extern void clone_run(struct ft_snapshot *to, const struct ft_run *run);

#endif
