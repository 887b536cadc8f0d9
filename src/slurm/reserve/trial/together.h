/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_together - all components of a heterogeneous job by trial, or none.
 *
 * slurmctld's own selection is asked about each component in turn, on nodes
 * that those before it did not get.  Only if each can start without delaying a
 * job that is protected from it they are started, which they are not where the
 * limits of associations and QOS stop one of them.  Refuses to know why the job
 * is tried.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_TOGETHER_H
#define FT_SLURM_RESERVE_TRIAL_TOGETHER_H

#include "slurm/reserve/trial/attempt.h"

/*
 * By the request attempt->placement->request, which the planner does not know.
 * Returns 0, and the plan has the job where it runs; or slurmctld's error code.
 * Locks: those of fts_hold.
 */
extern int fts_attempt_together(struct fts_attempts *attempts,
				const struct fts_attempt *attempt);

#endif
