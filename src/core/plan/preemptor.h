/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_preemptors - which of the jobs that may take runs a plan lets do so.
 *
 * Where a site preempts, nearly each waiting job may take some run, and hardly
 * any of them gains by it: the nodes that it wants are busy with jobs that
 * stay.  A start that counts on runs leaving is no promise, so a plan with many
 * such starts holds few.  So only the first of these jobs in the order, FIRST
 * of them, may take runs; the others are calm, which is to say that they are
 * planned as jobs that take none, until they are found to gain by it
 * (standing_reach.c).  Jobs with promises that lean on runs leaving
 * (leaning.h) may too, or these would move.
 *
 * Refuses to judge that: it looks at nothing but order and promises.
 */
#ifndef FT_CORE_PLAN_PREEMPTOR_H
#define FT_CORE_PLAN_PREEMPTOR_H

#include "core/snapshot/snapshot.h"

enum { FT_PREEMPTORS_FIRST = 4 };

struct ft_preemptors {
	/* The one given, but for jobs and their requests, which are ours if
	 * any is calm. */
	struct ft_snapshot snapshot;
	/* Of each job that is calm: its requests as given; NULL for others. */
	struct ft_request **given;
	struct ft_arena *arena; /* NULL: no job is calm, and given is NULL */
};

/* first: how many may.  0 or -ENOMEM. */
extern int ft_preemptors_choose(const struct ft_snapshot *snapshot,
				uint32_t first,
				struct ft_preemptors *ret_preemptors);
extern void ft_preemptors_fini(struct ft_preemptors *preemptors);

/* The job may take runs after all. */
extern void ft_preemptors_admit(struct ft_preemptors *preemptors, uint32_t job);

static inline bool ft_preemptors_calm(const struct ft_preemptors *preemptors,
				      uint32_t job)
{
	return preemptors->given && preemptors->given[job];
}

#endif
