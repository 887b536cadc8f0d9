/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fewest - which of several ways of a job that start as early leaves most
 * runs alone: of a range of nodes the least that it asks for, since the others
 * are a wish.
 *
 * The rule is schedule.h's.  Refuses to give the job a later start for that.
 */
#ifndef FT_CORE_PLAN_FEWEST_H
#define FT_CORE_PLAN_FEWEST_H

#include "core/plan/plan.h"

/*
 * The slot, the first of the earliest, becomes that of another request of the
 * job if it needs runs to leave and the other needs none, or fewer of their
 * order.  Says whether it needs any.  0 or -ENOMEM.
 */
extern int ft_fewest_runs(struct ft_plan *plan, uint32_t job,
			  struct ft_slot *slot, bool *ret_takes);

#endif
