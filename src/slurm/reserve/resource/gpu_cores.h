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

/* Leaves of a node's cores those that a job without GPUs may have. */
extern void fts_open_cores_only(uint32_t node, bitstr_t *cores);

#endif
