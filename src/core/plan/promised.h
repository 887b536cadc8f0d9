/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_promised - looks up and edits plan->promised, the timeline of all that is
 * placed or promised.
 *
 * Keeps an index of gaps beside it for the shapes that one suits, from when
 * such a shape is first searched, and which job is promised which node.
 * Refuses to decide which gives way: see promise.c.
 */
#ifndef FT_CORE_PLAN_PROMISED_H
#define FT_CORE_PLAN_PROMISED_H

#include "core/plan/plan.h"

/* Both 0 or -ENOMEM. */
extern int ft_promised_take(struct ft_plan *plan,
			    const struct ft_booking *booking);
extern int ft_promised_give(struct ft_plan *plan,
			    const struct ft_booking *booking);

/*
 * The earliest start in [from, limit] for the shape, by its duration, and the
 * request's limits; FT_NEVER if there is none.
 */
extern int64_t ft_promised_start(struct ft_plan *plan,
				 const struct ft_request *request,
				 struct ft_shape *shape, int64_t from,
				 int64_t limit);

/*
 * Fills the job's placement with nodes for the slot, which ft_promised_start
 * has just found.  0 or -ENOMEM.
 */
extern int ft_promised_assign(struct ft_plan *plan, uint32_t job,
			      const struct ft_slot *slot);

/*
 * Lists into plan->lifted, ascending, the standing promises behind the job
 * that meet the booking: that share time with it, and a node, a licence or a
 * limit; or a node that the one changes and the other relies on afterwards.
 * 0 or -ENOMEM.
 */
extern int ft_promised_meet(struct ft_plan *plan, uint32_t job,
			    const struct ft_booking *booking,
			    uint32_t *ret_count);

extern void ft_promised_fini(struct ft_plan *plan);

#endif
