/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_spare_nodes - what a cycle's plan leaves to no job.
 *
 * For a job whose time has come and that slurmctld would put elsewhere, or
 * earlier, than the plan does: where that delays none of the other jobs that
 * are planned.  Says nothing about whether the job fits there.
 */
#ifndef FT_SLURM_RESERVE_START_SPARE_NODES_H
#define FT_SLURM_RESERVE_START_SPARE_NODES_H

#include "slurm/reserve/build/cycle.h"

/*
 * The nodes, of those that the candidate may use, that no other job is planned
 * on before it would end; own: and all that it is planned on itself.  Nodes
 * that are others by now are left out.  To be freed by the caller.
 */
extern bitstr_t *fts_spare_nodes_find(const struct fts_cycle *cycle,
				      uint32_t index, bool own);

/* Is another job planned on one of the candidate's planned nodes before it
 * would end?  Also true if out of memory. */
extern bool fts_spare_nodes_wanted(const struct fts_cycle *cycle,
				   uint32_t index);

/* Has a job left these nodes since the cycle's snapshot?  Locks: job read. */
extern bool fts_spare_nodes_grew(const struct fts_cycle *cycle,
				 const bitstr_t *nodes);

#endif
