/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_group - features with counts, as parts of a request; private to
 * reserve/.
 *
 * "[a*2&b*1]" wants two nodes with a and one other with b: parts that start
 * together, none on a node of another.  Nodes beyond the counts are a last
 * part.  Outside of brackets counts speak of the same nodes: "a*2&b*2" wants
 * two that have both.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_FEATURE_COUNT_H
#define FT_SLURM_RESERVE_DEMAND_FEATURE_COUNT_H

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/demand/demand.h"

/* No more counts are looked at. */
enum { FTS_GROUPS_MAX = 16 };

/*
 * The groups of an expression, shared.  nodes: all that the job could use;
 * those of the groups are left if it wants no others.  NULL sets failed.
 */
extern const struct fts_group *
fts_build_groups(struct fts_build *build, const job_record_t *job_ptr,
		 fts_list_t features, bitstr_t *nodes, uint32_t *ret_count);

/* How many nodes the job has at least, for its groups and those it names. */
extern uint32_t fts_group_nodes(const struct fts_demand *demand);

/*
 * The request, of a fixed number of nodes alike, becomes one with a part for
 * each further group and for the rest.
 */
extern void fts_group_divide(struct fts_build *build,
			     const struct fts_demand *demand,
			     struct ft_request *request);

#endif
