/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_rank, sfair_when_before - when a job could start that is not
 * behind all others, and what would still end before a reservation.
 *
 * What they say is what the plan has room for, no promise: the jobs that the
 * new one would come ahead of are looked at as if they gave way at once.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_RANK_H
#define FT_SFAIR_ANSWER_WHEN_RANK_H

#include "core/plan/whatif.h"
#include "sfair/answer/when_request.h"
#include "sfair/outlook/scene.h"

/*
 * The priority that a new job of the caller's would have: that of a waiting one
 * of its with the account and QOS that were asked for, without what that got
 * for waiting; of the same partition if there is any.  -1: it has none that
 * waits, or slurmctld does not tell.
 */
extern int64_t sfair_when_priority(struct sfair_scene *scene,
				   const struct sfair_when_request *asked,
				   const char *partition);

/*
 * As ft_whatif_starts(), beside those only that are committed, or ahead of a
 * job of that priority in that partition.  outlook: is as it was afterwards.
 * *ret_ahead: how many waiting jobs are.
 */
extern int sfair_when_rank(struct sfair_scene *scene,
			   struct ft_outlook *outlook,
			   const partition_info_t *partition, int64_t priority,
			   struct ft_request *request, uint32_t count,
			   int64_t *ret_start, uint32_t *ret_ahead,
			   struct ft_err *err);

/* A reservation that closes nodes of a request, and what fits before it. */
struct sfair_when_gap {
	int64_t closes; /* FT_NEVER: none comes */
	int64_t limit;	/* the longest that ends before; 0: none does */
	int64_t start;	/* when that would start */
};

/* 0 or -errno with err. */
extern int sfair_when_before(const struct ft_outlook *outlook,
			     const struct ft_request *request,
			     struct sfair_when_gap *ret_gap,
			     struct ft_err *err);

#endif
