/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_eligible - the nodes that a job could ever run on.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_ELIGIBLE_H
#define FT_SLURM_RESERVE_DEMAND_ELIGIBLE_H

#include "slurm/reserve/build/build.h"

/* One alternative of its features. */
struct fts_eligible {
	const struct ft_node_set *nodes; /* shared */
	bool prefer;			 /* they are what --prefer wants */
	uint32_t group_count;
	const struct fts_group *group;
	uint32_t boot;	 /* seconds: some have to boot for their features */
	uint32_t change; /* enum ft_change: features that a boot changes */
	bool fixed; /* one choice of nodes, to be planned; another stands for
		     * all of them */
	bool tried; /* that one: it is not planned */
};
enum { FTS_ELIGIBLE_MAX = 64 };

/*
 * Those of its partition, outside of any question of time: one set for each
 * alternative, in the order of its wishes.  NULL sets failed.
 * Locks: as fts_build_shape.
 */
extern const struct fts_eligible *fts_build_eligible(struct fts_build *build,
						     job_record_t *job_ptr,
						     uint32_t *ret_count,
						     bool *ret_exact);

/*
 * The same list with the alternatives that differ in nothing but their nodes as
 * one, of all their nodes.  NULL sets failed.
 */
extern const struct fts_eligible *
fts_build_eligible_merged(struct fts_build *build,
			  const struct fts_eligible *eligible,
			  uint32_t *ret_count);

#endif
