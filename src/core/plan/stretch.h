/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_stretch - how long a job lasts that can do with less than its limit.
 *
 * The start comes first, by the least duration; here it gets the longest that
 * fits there.  Refuses to move a start.
 *
 * What fits for some duration fits for any shorter one, so the longest is
 * found by halving.  Requests that need their whole duration cost nothing.
 */
#ifndef FT_CORE_PLAN_STRETCH_H
#define FT_CORE_PLAN_STRETCH_H

#include "core/plan/plan.h"

/*
 * The longest duration that the request allows for a start then; less than
 * its least if it would not end by end_by.
 */
extern int64_t ft_stretch_most(const struct ft_request *request, int64_t start);

/* As it is for that duration; room is filled and returned if it differs. */
extern const struct ft_shape *ft_stretch_shape(const struct ft_shape *shape,
					       int64_t duration,
					       struct ft_shape *room);

/*
 * The slot was found on the timeline for the shape, which is that of the
 * request or one with fewer nodes: gives it the shape for the longest
 * duration, and leaves plan->search at it.  Valid until the next call.
 */
extern void ft_stretch_slot(struct ft_plan *plan,
			    const struct ft_timeline *timeline,
			    const struct ft_request *request,
			    const struct ft_shape *shape, struct ft_slot *slot);

/* Does the job's placement fit on the timeline, if it lasts that long? */
extern bool ft_stretch_fits(const struct ft_plan *plan,
			    const struct ft_timeline *timeline, uint32_t job,
			    int64_t duration);

/*
 * The longest duration up to most (one that the request allows) for which it
 * fits there; 0 if there is none.
 */
extern int64_t ft_stretch_placed(const struct ft_plan *plan,
				 const struct ft_timeline *timeline,
				 uint32_t job, int64_t most);

#endif
