/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_place - the placement that a promise of an earlier plan gives its job, and
 * whether there is room for it.  Takes nothing for good: see promise.h.
 */
#ifndef FT_CORE_PLAN_PROMISE_PLACE_H
#define FT_CORE_PLAN_PROMISE_PLACE_H

#include "core/plan/plan.h"

/* The node's position in the shape's roster, or FT_NO_INDEX. */
extern uint32_t ft_place_position(const struct ft_roster *roster,
				  uint32_t node);

/* Could the placed job run there, as far as promises and placed jobs go? */
extern bool ft_place_fits(struct ft_plan *plan, uint32_t job);

/* Is the same true of the limits that it has claims on? */
extern bool ft_place_limits_fit(const struct ft_plan *plan, uint32_t job);

/* The shares as the schedule's own, with amounts as they are today.  0 or
 * -ENOMEM. */
extern int ft_place_own(struct ft_plan *plan, uint32_t job);

/* The job's promise as a placement; false if it can be none. */
extern bool ft_place_promise(struct ft_plan *plan, uint32_t job);

#endif
