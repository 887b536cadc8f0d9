/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_limit - when a request may start as far as limits go.
 *
 * Limits are no part of a shape: jobs of many owners have one shape, and what
 * is known about a shape's nodes holds for all of them.  Costs nothing for
 * requests without claims.
 */
#ifndef FT_CORE_SEARCH_LIMIT_H
#define FT_CORE_SEARCH_LIMIT_H

#include "core/timeline/timeline.h"

/*
 * The earliest start, `from` or later, at which every claim of the request is
 * within its limit for as long as it counts, for a job that lasts that long;
 * FT_NEVER if there is none.
 */
extern int64_t ft_limit_start(const struct ft_timeline *timeline,
			      const struct ft_request *request,
			      int64_t duration, int64_t from);

/* Is a start then within limits? */
extern bool ft_limit_fits(const struct ft_timeline *timeline,
			  const struct ft_request *request, int64_t start,
			  int64_t duration);

/* Could the request ever start, if no other job used its limits? */
extern bool ft_limit_possible(const struct ft_snapshot *snapshot,
			      const struct ft_request *request);

/*
 * Do two bookings count against one limit at the same time?
 */
extern bool ft_limit_shared(const struct ft_snapshot *snapshot,
			    const struct ft_booking *a,
			    const struct ft_booking *b);

#endif
