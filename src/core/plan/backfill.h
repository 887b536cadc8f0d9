/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_backfill - which of the jobs that hold no reservation start now, once all
 * reservations are made: what Maui documents as BACKFILLPOLICY.
 *
 * BESTFIT: of those that fit, the one with the most of the metric (metric.h)
 * starts, the first in the queue on a tie; and so on while one fits.
 *
 * GREEDY: of all sets of jobs that can start together, the one with the most
 * of the metric in sum starts.  Sets are tried from BESTFIT's on, one job
 * more or another at a time, and at most FT_BACKFILL_TRIES times a place for a
 * job is looked for; then the best set so far is taken.  So it never gets
 * less than BESTFIT, and with few jobs or few that fit it gets the most.
 * "Can start together" means: placed one after the other, largest first.
 *
 * FIRSTFIT is not done here: jobs start in their turn of the pass.
 */
#ifndef FT_CORE_PLAN_BACKFILL_H
#define FT_CORE_PLAN_BACKFILL_H

#include "core/plan/plan.h"

enum { FT_BACKFILL_TRIES = 10000 }; /* Maui's bound */

/* Does nothing if no job was put aside.  0 or -ENOMEM. */
extern int ft_backfill_run(struct ft_plan *plan);

#endif
