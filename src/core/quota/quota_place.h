/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_quota_place - the order of the votes (quota.h) as a fairshare factor.
 *
 * The first of N waiting jobs gets 1, the next one 1 - 1/N, the last one 1/N.
 * A job that came after the vote gets the place that the next vote will give
 * it (tested): on each level those of its class, and of the higher one, have
 * no vote left by the time that it gets one, so how many jobs wait in each
 * account says how many are before it.  Its factor lies between those of the
 * neighbours; which it overtakes is for the next vote to see.  Several such
 * jobs stand in the order of their accounts' priority.
 */
#ifndef FT_CORE_QUOTA_QUOTA_PLACE_H
#define FT_CORE_QUOTA_QUOTA_PLACE_H

#include "core/base/id_map.h"
#include "core/quota/quota.h"

struct ft_quota_place {
	uint32_t count;	       /* waiting jobs */
	struct ft_id_map jobs; /* the place of each, from 0 */
	uint32_t *waiting;     /* of each account: jobs of it and its members */
	uint32_t *high;	       /* of those, jobs of members in high priority */
};

/*
 * Places out of ft_quota_order()'s answer.  Everything zero is a place of
 * no job.  0 or -ENOMEM.
 */
extern int ft_quota_place_make(const struct ft_vertex_list *list,
			       const struct ft_quota *quota,
			       const struct ft_quota_job *job, uint32_t count,
			       const uint32_t *order,
			       struct ft_quota_place *ret_place);
extern void ft_quota_place_fini(struct ft_quota_place *place);

/* Of the place-th of count jobs, counted from 0. */
extern double ft_quota_place_factor(uint32_t place, uint32_t count);

/*
 * In [0, 1].  list and quota as when place was made; account is the job's, or
 * the nearest above it that was there then.
 */
extern double ft_quota_place_of(const struct ft_quota_place *place,
				const struct ft_vertex_list *list,
				const struct ft_quota *quota, uint32_t job_id,
				uint32_t account);

#endif
