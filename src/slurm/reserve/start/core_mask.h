/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_core_mask - leaves one job just the cores that it was planned on.
 *
 * select/cons_tres spreads tasks over nodes by what is free at that second,
 * and takes more of one node and less of another than the plan says.  A mask
 * shows it, of each planned node, as many free cores as the plan counts and no
 * more: the others look as if they were kept for the system (the node's
 * node_spec_bitmap, which nothing but the selection of cores reads).  It
 * stands only while slurmctld's locks are held, around one select_nodes.
 *
 * Which of the free cores: one socket after the other for tasks of several
 * CPUs or if so wished, else from all sockets in turn, as cons_tres does.
 */
#ifndef FT_SLURM_RESERVE_START_CORE_MASK_H
#define FT_SLURM_RESERVE_START_CORE_MASK_H

#include "slurm/reserve/nodes/free_cores.h"

struct fts_core_mask {
	uint32_t count;
	uint32_t *node;
	bitstr_t **former; /* node_spec_bitmap of each; NULL: none */
};

/*
 * bound: the placement says how many of each socket (resource/socket_gpu.h).
 * False if the nodes have not as many free cores: then nothing is changed.
 * Locks: job read, node write, until the mask is dropped.
 */
extern bool fts_core_mask_raise(struct fts_core_mask *mask,
				struct fts_cores *cores,
				const job_record_t *job,
				const struct ft_placement *placement,
				bool bound);
extern void fts_core_mask_drop(struct fts_core_mask *mask);

#endif
