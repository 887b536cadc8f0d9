/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_nodes - the nodes of a snapshot, and what they have; private to
 * snapshot/.
 */
#ifndef FT_SLURM_RESERVE_SNAPSHOT_NODES_H
#define FT_SLURM_RESERVE_SNAPSHOT_NODES_H

#include "slurm/reserve/build/build.h"

/*
 * Begins the snapshot: nodes, capacities, kinds of GRES.
 * Locks: config read, node read, partition read.
 */
extern int fts_build_nodes(struct fts_build *build, struct ft_err *err);

#endif
