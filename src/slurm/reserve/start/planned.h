/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_planned - the node state PLANNED.
 *
 * Marks idle nodes that are kept for a start within the next minutes, and no
 * others: power saving looks at it, and users take it for "not free".
 */
#ifndef FT_SLURM_RESERVE_START_PLANNED_H
#define FT_SLURM_RESERVE_START_PLANNED_H

#include "slurm/common/compat.h"

#include "slurm/reserve/build/cycle.h"

/* A node is PLANNED from so many seconds before the start on. */
enum { FTS_PLANNED_AHEAD = 300 };

/*
 * Which nodes are kept for a planned start, as a set of the snapshot's nodes;
 * NULL if out of memory.  started: of each candidate, true if it runs.
 * Takes no lock.
 */
extern struct ft_node_set *fts_schedule_planned(const struct fts_cycle *cycle,
						const bool *started);

/*
 * Sets and takes off the state PLANNED accordingly; NULL: takes all off.
 * last_node_update moves if anything changed.  Locks: those of fts_hold.
 */
extern void fts_schedule_planned_mark(const struct fts_cycle *cycle,
				      const struct ft_node_set *kept);

/* True if node i of the cycle is still that node of the controller. */
extern bool fts_cycle_same_node(const struct fts_cycle *cycle, uint32_t i);

/* The nodes of a placement, to be freed by the caller, or NULL if the node
 * table changed since. */
extern bitstr_t *fts_cycle_nodes(const struct fts_cycle *cycle,
				 const struct ft_placement *placement);

#endif
