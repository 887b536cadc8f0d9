/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_boot - requests that may take nodes which boot first.
 */
#ifndef FT_SLURM_RESERVE_NODES_NODE_BOOT_H
#define FT_SLURM_RESERVE_NODES_NODE_BOOT_H

#include "slurm/reserve/build/build.h"

/*
 * must: seconds that whatever nodes it gets boot first, or 0.  Request n of the
 * shape, its last, may take nodes that are powered down: then it becomes one
 * for nodes that are up, which wins a tie, and one for any that lasts longer by
 * their boot; or the latter alone, if the former is none.  Returns how many;
 * there must be room for two.  Locks: node read.
 */
extern uint32_t fts_build_boot(struct fts_build *build, uint32_t must,
			       struct fts_shape *shape, uint32_t n);

#endif
