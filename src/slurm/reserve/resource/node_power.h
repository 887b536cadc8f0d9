/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_power_request - nodes that may be powered up at once.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_NODE_POWER_H
#define FT_SLURM_RESERVE_RESOURCE_NODE_POWER_H

#include "slurm/reserve/build/build.h"

/*
 * Nodes that are up at once are a licence, if the site
 * has set how many may be: adds what the request takes of it, which boots some
 * of its nodes.
 */
extern void fts_build_power_request(struct fts_build *build,
				    struct ft_request *request);
/* How many more nodes may be powered up now.  Locks: node read. */
extern int64_t fts_power_room(void);

#endif
