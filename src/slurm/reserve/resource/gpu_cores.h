/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_open - cores of nodes that are not kept for GPUs (RestrictedCoresPerGPU).
 *
 * They are a resource of the snapshot, of which a job without GPUs takes one
 * with each core, and a job with GPUs those beyond what is kept for these.
 * Refuses to know which cores are kept for which GPU: of a job with GPUs
 * slurmctld's own selection is asked besides.  There is no such resource while
 * no node keeps any, nor where sockets are given out.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_GPU_CORES_H
#define FT_SLURM_RESERVE_RESOURCE_GPU_CORES_H

#include "slurm/reserve/build/build.h"

/*
 * Makes a resource after the first count, build->open; the number of resources
 * then.  Before the snapshot is made.  Locks: node read.
 */
extern uint32_t fts_build_open(struct fts_build *build, uint32_t count);

/* Of a node of so many cores.  Locks: node read. */
extern void fts_build_open_capacity(const struct fts_build *build,
				    const node_record_t *node, int64_t cores,
				    int64_t *capacity);

/* What a running job has of them: its cores of the node are the bits from that
 * one on.  Locks: job and node read. */
extern void fts_build_open_held(const struct fts_build *build, uint32_t node,
				bitstr_t *cores, int64_t first,
				int64_t *amount);

/* Least number of cores that one of these nodes keeps for each GPU. */
extern uint32_t fts_build_kept_cores(const struct ft_node_set *nodes);

/* Leaves of a node's cores those that a job without GPUs may have. */
extern void fts_open_cores_only(uint32_t node, bitstr_t *cores);

#endif
