/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_het - heterogeneous jobs: components that start together or not at all.
 *
 * A heterogeneous job is one job of the plan, in the place of its leader, with
 * a part for each component.  As in Slurm, no two of them share a node.
 * Refuses to plan it unless each component can be.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_HET_H
#define FT_SLURM_RESERVE_DEMAND_HET_H

#include "slurm/reserve/build/build.h"

/* How many components a job may have: Slurm's own limit. */
enum { FTS_COMPONENTS_MAX = 128 };

/*
 * The leader becomes a pick with all of its components; other components are
 * left to it.  Locks: those of fts_build_pick.
 */
extern void fts_het_pick(struct fts_build *build, job_record_t *job_ptr);

/* As fts_schedule_hash, over all components of the leader's job. */
extern uint64_t fts_het_hash(job_record_t *leader);

/* The placement of part p, of one request, with no parts. */
extern struct ft_placement
fts_het_placement(const struct ft_placement *placement, uint32_t part);

/*
 * demand/het_limit.c: do limits of associations and QOS let all components
 * of the candidate run at once, as they are planned?  If not, the one that
 * they stop has the reason.  Locks: those of fts_hold.
 */
extern bool fts_het_allowed(const struct fts_cycle *cycle, uint32_t index);

/*
 * Not all of them could be started: takes back what those that were hold.
 * They are pending again, and may start once their nodes are rid of them.
 * Locks: those of fts_hold.
 */
extern void fts_het_undo(job_record_t *leader);

#endif
