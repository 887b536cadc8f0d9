/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_caps - CPUs that a partition's jobs may have of a node together
 * (MaxCPUsPerNode, MaxCPUsPerSocket).
 *
 * Each such partition is a resource of the snapshot, of which its nodes have
 * as many as whole cores fit under its limit, and its jobs take one with each
 * core (_allocate_sc() in cons_common.c counts the partition's cores so).
 * Refuses the rest of a limit that is no number of whole cores, which slurmctld
 * gives to a job that uses no more than that of its last core.  Refuses to know
 * on which sockets jobs are: of a limit by socket a node has as much as all its
 * sockets.  Slurm lets a job have up to that limit of a socket of which others
 * of its partition have less than the limit; that is tried.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_MAX_CPUS_H
#define FT_SLURM_RESERVE_RESOURCE_MAX_CPUS_H

#include "slurm/reserve/build/build.h"

struct fts_cap;

/* The resource of that partition, or FT_NO_INDEX. */
extern uint32_t fts_build_cap(const struct fts_build *build,
			      const part_record_t *part);

#endif
