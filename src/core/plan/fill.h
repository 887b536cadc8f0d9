/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fill - rsv_compress=fill: promises stay where they are, and what is free
 * now goes to jobs that can start at once.
 *
 * After the pass, jobs that have to wait are gone through in the policy's
 * order, whatever their rank in the queue.  Each that can start now, its own
 * reservation being lifted and all others left alone, does so; then the
 * same again, since what it had reserved is free, until a round starts none.
 * So no promise moves later, and no job waits that could start at once.
 *
 * Jobs that hold no reservation take part if backfill is firstfit.
 *
 * The rule is the one that the planner's reference measured as best among
 * those that break no promise: it delays compression, as Lindsay, Galloway-
 * Carson, Johnson, Bunde and Leung (2011) do.
 */
#ifndef FT_CORE_PLAN_FILL_H
#define FT_CORE_PLAN_FILL_H

#include "core/plan/plan.h"

/* Does nothing if the policy is another one.  0 or -ENOMEM. */
extern int ft_fill_run(struct ft_plan *plan);

#endif
