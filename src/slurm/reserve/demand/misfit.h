/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_misfits - pending jobs that no planner could use, left out of the plan.
 *
 * Whatever a user asks for, the others are planned: a job whose request the
 * planner would refuse is taken out before it sees it.  Its user reads why
 * (start/show.c), and the log has one line of it.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_MISFIT_H
#define FT_SLURM_RESERVE_DEMAND_MISFIT_H

#include "slurm/reserve/build/cycle.h"

/*
 * Brings what nodes, runs and closures say within the planner's bounds, and
 * takes out the jobs that cannot be planned.  No locks are needed.  0, or
 * -ENOMEM.
 */
extern int fts_misfits_sift(struct fts_cycle *cycle);

/* A line for each that was none in the last cycle, or was changed since. */
extern void fts_misfits_log(const struct fts_cycle *cycle,
			    const struct fts_cycle *last);

#endif
