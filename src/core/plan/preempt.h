/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_preempt - which running jobs must leave for a planned one.
 *
 * The rules are schedule.h's.  Refuses to look for starts: views do (view.h).
 */
#ifndef FT_CORE_PLAN_PREEMPT_H
#define FT_CORE_PLAN_PREEMPT_H

#include "core/plan/plan.h"

/* Does the slot, found in the shape's view, exist without any run leaving? */
extern bool ft_preempt_needless(struct ft_plan *plan,
				const struct ft_slot *slot);

/*
 * The place, in the order of all runs that may be taken, behind the last one
 * that has to be asked for the slot; 0: none.  0 or -ENOMEM.
 */
extern int ft_preempt_reach(struct ft_plan *plan, uint32_t job,
			    const struct ft_slot *slot, uint32_t *ret_reach);

/*
 * Fills the job's placement with nodes and victims for the slot, which needs
 * some, and has the victims leave.  0 or -ENOMEM.
 */
extern int ft_preempt_choose(struct ft_plan *plan, uint32_t job,
			     const struct ft_slot *slot);

/* The victims of the job's placement stay after all.  0 or -ENOMEM. */
extern int ft_preempt_undo(struct ft_plan *plan, uint32_t job);

/*
 * Could the job, whose promise stands, start earlier than it at the slot, and
 * only by taking runs?
 */
extern bool ft_preempt_gains(struct ft_plan *plan, uint32_t job,
			     const struct ft_slot *slot);

#endif
