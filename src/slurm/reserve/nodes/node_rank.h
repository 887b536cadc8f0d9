/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_node_rank - which amounts the same nodes have enough of.
 *
 * A user's jobs may each ask for another amount of memory.  What nodes suffice
 * is found out once for all amounts between two that nodes have.
 */
#ifndef FT_SLURM_RESERVE_NODES_NODE_RANK_H
#define FT_SLURM_RESERVE_NODES_NODE_RANK_H

#include "slurm/reserve/build/build.h"

/*
 * What the job wants of each node at least (CPUs, memory, disk), as
 * job_req_node_filter() compares it: jobs of the same number fit the same
 * nodes as far as these matter.  0 if out of memory, which sets failed.
 * Locks: node read.
 */
extern uint64_t fts_node_rank(struct fts_build *build,
			      const job_record_t *job_ptr);

#endif
