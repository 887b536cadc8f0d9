/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_assoc_walk - all associations at the pace of memory, not of its latency.
 *
 * Tens of thousands of associations lie scattered over the heap, and a walk
 * by the list waits for several cache misses at each.  Here their addresses
 * are gathered first and what is needed soon is asked for ahead of time, so
 * that a walk under a lock is a fraction as long.
 *
 * The addresses are good only under the lock under which they were taken.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_ASSOC_WALK_H
#define FT_SLURM_FAIRTREE_USAGE_ASSOC_WALK_H

#include "slurm/common/compat.h"

struct fts_assoc_walk {
	slurmdb_assoc_rec_t **assoc;
	uint32_t count, size;
};

/*
 * Gathers what is in assoc_mgr_assoc_list.  Caller holds assoc and keeps it
 * until the end.  False if there is no memory for it.
 */
extern bool fts_assoc_walk_begin(struct fts_assoc_walk *walk);
/* The same without gathering: room for all, to be filled by the caller. */
extern bool fts_assoc_walk_reserve(struct fts_assoc_walk *walk);

extern void fts_assoc_walk_end(struct fts_assoc_walk *walk);

/* Call before using entry i, in ascending order. */
extern void fts_assoc_walk_ahead(const struct fts_assoc_walk *walk, uint32_t i);

/*
 * Calls write for each association: some thousand in a hold of assoc (write),
 * others have their turn in between.  What comes or goes meanwhile may be left
 * out or met twice.  Call with no lock held.
 */
extern void fts_assoc_each(void (*write)(slurmdb_assoc_rec_t *assoc, void *arg),
			   void *arg);

#endif
