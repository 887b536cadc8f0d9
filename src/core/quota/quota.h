/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_quota - what departments, groups and users may use in an accounting
 * period, and the order of the queue that follows from which still may.
 *
 * Source: 'fair que', 1997 (seed 004).  An account is a path, /dept[/group]/
 * user; its usage counts for every account above it.  It has high priority
 * while each quota that it has is not used up, and low priority otherwise;
 * without a quota always high.  Nothing is carried over: what period it is,
 * is the caller's business.
 *
 * The order.  Each user votes for its first submitted job.  Each account
 * above takes the earliest among the votes of members in high priority, or
 * if there is none of the others; and so up to the root.  The job that the
 * root takes comes next, and so on until none is left.  Nothing is charged
 * in between.  Equal submit times: the lower job id.
 */
#ifndef FT_CORE_QUOTA_QUOTA_H
#define FT_CORE_QUOTA_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fairshare/vertex.h"

enum ft_quota_kind {
	FT_QUOTA_CPU,  /* processor-hours */
	FT_QUOTA_MEM,  /* memory, MB-hours */
	FT_QUOTA_DISK, /* local disk, MB-hours */
	FT_QUOTA_KINDS
};

#define FT_QUOTA_NONE (-1.0) /* no quota of this kind */

/* One for each vertex of a list, beside it. */
struct ft_quota {
	double limit[FT_QUOTA_KINDS]; /* hours, or FT_QUOTA_NONE */
	double used[FT_QUOTA_KINDS];  /* hours in the period */
	bool high;
};

struct ft_quota_job {
	uint32_t job_id;
	uint32_t account; /* index of a leaf of the list */
	int64_t submit;	  /* seconds since the epoch */
};

/* No quota anywhere, nothing used. */
extern void ft_quota_clear(struct ft_quota *quota, uint32_t count);

/*
 * Adds what each account has used to all above it, once, and sets high of
 * every account.  Before, used is what each has used by itself.
 */
extern void ft_quota_judge(const struct ft_vertex_list *list,
			   struct ft_quota *quota);

/*
 * Writes the indices of all jobs in voting order.  Costs count * depth *
 * log(members).  0 or -ENOMEM.
 */
extern int ft_quota_order(const struct ft_vertex_list *list,
			  const struct ft_quota *quota,
			  const struct ft_quota_job *job, uint32_t count,
			  uint32_t *ret_order);

/*
 * In [0, 1): 0 where all accounts on the way to the root have high priority;
 * one in low priority adds 1/2 at the first level, 1/4 at the second, and so
 * on.
 */
extern double ft_quota_class(const struct ft_vertex_list *list,
			     const struct ft_quota *quota, uint32_t index);

/*
 * "/FY/tfy/TFYLB": names of high priority in upper case, others in lower
 * case; and beside it "HLH", which also tells names apart that have no case.
 * Both cut to their room.
 */
extern void ft_quota_label(const struct ft_vertex_list *list,
			   const struct ft_quota *quota, uint32_t index,
			   char *ret_label, size_t label_room, char *ret_flags,
			   size_t flags_room);

#endif
