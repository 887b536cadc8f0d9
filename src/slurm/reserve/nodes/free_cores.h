/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_cores - which cores of a node no running job holds.
 *
 * What select/cons_tres knows of cores is private to it, so they are read from
 * the running jobs: those of the cycle's snapshot and those that the cycle
 * started since.  Jobs that others started are not seen.  An index of
 * the jobs on each node is made once it is asked for, at a cost of all shares
 * of running jobs; a cycle that does not ask pays nothing.
 */
#ifndef FT_SLURM_RESERVE_NODES_FREE_CORES_H
#define FT_SLURM_RESERVE_NODES_FREE_CORES_H

#include "slurm/common/compat.h"

#include "slurm/reserve/build/cycle.h"

struct fts_cores_entry;

/* Begin with all zero but cycle. */
struct fts_cores {
	const struct fts_cycle *cycle;
	uint32_t started_count, started_room;
	uint32_t *started; /* ids of jobs */
	uint32_t indexed;  /* of those, how many the index knows */
	uint32_t *first;   /* of each node; NULL: no index yet */
	uint32_t entry_count, entry_room;
	struct fts_cores_entry *entry; /* number 0 is not used */
};

extern void fts_cores_fini(struct fts_cores *cores);

/* The cycle started this job. */
extern void fts_cores_started(struct fts_cores *cores, uint32_t job_id);

/*
 * A bit for each core of the node that jobs may have and none has, to be freed
 * by the caller; NULL if out of memory.  Locks: job read, node read.
 */
extern bitstr_t *fts_cores_free(struct fts_cores *cores, uint32_t node);

#endif
