/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_returns - from when on a node can be used.
 */
#ifndef FT_SLURM_RESERVE_NODES_NODE_RETURN_H
#define FT_SLURM_RESERVE_NODES_NODE_RETURN_H

#include "slurm/reserve/build/build.h"

/*
 * Seconds of the epoch from which on a node can be used;
 * 0: now, FT_NEVER: not before it is mended.  Locks: as fts_build_nodes.
 */
extern int64_t fts_build_returns(struct fts_build *build,
				 const node_record_t *node);
/* Seconds that a boot told by slurmctld takes, as far as plans go. */
extern uint32_t fts_reboot_time(const struct ft_schedule_options *options);
/* A node that is to boot when its jobs have ended has this one. */
extern void fts_build_reboot(struct fts_build *build, const struct ft_run *run);

#endif
