/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_completing - which waiting jobs a completing job keeps from starting
 * (CompleteWait).
 *
 * All, or, with reduce_completing_frag, those of partitions that have nodes in
 * common with the partition of a job that completes.  Refuses to say which
 * nodes are still in use: a plan knows that.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_COMPLETING_H
#define FT_SLURM_RESERVE_CYCLE_COMPLETING_H

#include "slurm/reserve/build/cycle.h"

/* Shall no cycle begin?  by_partition: reduce_completing_frag is given.
 * Takes slurmctld's lock of jobs. */
extern bool fts_completing_stops(bool by_partition);

/* Nodes of the partitions of jobs that complete; NULL: there are none.  To be
 * freed by the caller.  Locks: those of fts_hold. */
extern bitstr_t *fts_completing_nodes(bool by_partition);

/* Must the candidate, or a part of it, wait by that request, given these
 * nodes or NULL?  Locks: those of fts_hold. */
extern bool fts_completing_delays(const bitstr_t *nodes,
				  const struct fts_candidate *candidate,
				  uint32_t request);

#endif
