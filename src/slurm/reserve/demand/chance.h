/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_chance - could one way to run a job be taken now, or at all?
 *
 * By what running jobs leave of nodes, and by advance reservations (see
 * core/plan/vacancy.h); licences, limits and other jobs are not looked at.  So
 * what is said to have no chance has none, as nodes are now; what is said to
 * have one may have none.  For putting ways in order where not all of them can
 * be planned.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_CHANCE_H
#define FT_SLURM_RESERVE_DEMAND_CHANCE_H

#include "slurm/reserve/build/build.h"

enum fts_chance {
	FTS_CHANCE_NOW,	  /* it may start at once */
	FTS_CHANCE_EMPTY, /* on an empty machine */
	FTS_CHANCE_NONE,  /* nodes that boot or are down are not counted */
	FTS_CHANCE_COUNT
};

/*
 * Once nodes, runs and closures are in the snapshot.  FTS_CHANCE_NOW for want
 * of memory, too.  Costs nodes * resources, the first time in a build more.
 */
extern enum fts_chance fts_build_chance(struct fts_build *build,
					const struct ft_request *request);

extern void fts_build_chance_free(struct fts_build *build);

#endif
