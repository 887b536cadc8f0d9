/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_survey - what a set of nodes offers at least and at most; private to
 * demand/.
 *
 * Refuses nodes in reserve, and those that were deleted: they say nothing of
 * the others.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_SURVEY_H
#define FT_SLURM_RESERVE_DEMAND_SURVEY_H

#include "slurm/reserve/build/demand.h"

/* Of each set once; NULL sets failed.  Locks: node read. */
extern const struct fts_survey *fts_survey_of(struct fts_build *build,
					      const struct ft_node_set *set);

/* NULL: deleted between two pieces of the queue. */
extern const node_record_t *fts_survey_node(uint32_t index);

#endif
