/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_closures - advance reservations as windows of the snapshot.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_RESV_H
#define FT_SLURM_RESERVE_RESOURCE_RESV_H

#include "slurm/reserve/build/build.h"

/* One window of an advance reservation, as closure i of the snapshot. */
struct fts_window {
	uint32_t resv_id;
	uint64_t flags;
	int64_t start, end;
	bool whole_nodes; /* closes its nodes in Slurm's eyes too */
	bool any_nodes;	  /* it has no nodes of its own */
	uint32_t max_start_delay;
	struct ft_node_set *nodes; /* NULL: none */
};

/*
 * Locks: config read, node write (recurring reservations advance), partition
 * read.
 */
extern void fts_build_closures(struct fts_build *build);
/* The windows that a job of this reservation (or none, 0) may enter. */
extern uint32_t *fts_build_entries(struct fts_build *build,
				   const job_record_t *job_ptr,
				   uint32_t resv_id, uint32_t *ret_count);

#endif
