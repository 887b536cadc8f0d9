/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_want - what a request must find free of a node beyond what it takes.
 *
 * No other job has it in the first second of the job, so that a job which is
 * placed later and runs on through that start leaves room for it.  Jobs that
 * start at the instant of the plan do so in their order: what one of them wants
 * is held against those ahead of it alone (ft_plan.turn).  Refuses to know of
 * jobs that take whole nodes: there is nothing more to hold there.
 */
#ifndef FT_CORE_TIMELINE_WANT_H
#define FT_CORE_TIMELINE_WANT_H

#include "core/timeline/profile.h"
#include "core/snapshot/snapshot.h"

/* What so many tasks want beyond what they take, of a node whose cores count
 * for so many CPUs; false: nothing. */
extern bool ft_want_more(const struct ft_request *request,
			 uint32_t resource_count, uint32_t threads,
			 uint32_t tasks, int64_t *ret_amount);

/*
 * Takes or gives, for the tasks of the share and in the second from the start
 * on, what the request wants beyond what it takes.  0 or -ENOMEM.
 */
extern int ft_want_hold(struct ft_profile *profile,
			const struct ft_snapshot *snapshot,
			const struct ft_request *request,
			const struct ft_share *share, int64_t start,
			ft_profile_change_fn *change);

#endif
