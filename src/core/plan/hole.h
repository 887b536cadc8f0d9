/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_hole - starting jobs at once in what is free now, after the pass.
 *
 * Looks among all that is placed, so whatever it starts delays no job.
 * Refuses to choose which job: see fill.h and backfill.h.
 *
 * What did not fit goes on not fitting until something is given back for good:
 * a shape that was refused is refused in constant time until then.  And a node
 * on which nothing is free at this very instant is of no use to any job, since
 * no running job ends: only the others are looked at.
 */
#ifndef FT_CORE_PLAN_HOLE_H
#define FT_CORE_PLAN_HOLE_H

#include "core/queue/metric.h"
#include "core/plan/plan.h"
#include "core/timeline/roster.h"

enum { FT_HOLE_ROSTERS = 1024 };

struct ft_hole_roster;

struct ft_hole {
	struct ft_plan *plan;
	struct ft_metrics metric;
	uint32_t *open; /* nodes that have something free, ascending */
	uint32_t open_count;
	struct ft_shape **narrow; /* each shape on open nodes, once asked for */
	struct ft_hole_roster *roster[FT_HOLE_ROSTERS]; /* by their hashes */
	uint32_t *draft;      /* nodes of the list that is being made */
	bool *draft_required; /* of each of them */
	uint32_t *refused;    /* of each shape: the clock when it did not fit */
	uint32_t clock;	      /* how often something was freed, from 1 */
	struct ft_hole_job *job;
	uint32_t job_count;
};

/* A job that could start at once, in the order in which it is tried. */
struct ft_hole_job {
	double rank;
	uint32_t job;
	bool started; /* for fill.c */
	/* for backfill.c: */
	uint32_t class;
	struct ft_placement refusal; /* what it has while it does not start */
	struct ft_share *share;	     /* memory for its place */
	uint32_t room;
};

/* Once per phase: everything is entered, no job listed.  0 or -ENOMEM. */
extern int ft_hole_begin(struct ft_hole *hole, struct ft_plan *plan);

/* Lists a job; largest rank first after ft_hole_sort, else as the queue. */
extern void ft_hole_add(struct ft_hole *hole, uint32_t job, double rank);
extern void ft_hole_sort(struct ft_hole *hole);

/*
 * Could the job start now?  The slot has start FT_NEVER if not; else the
 * plan's search describes it.  lifted: something was given back that will be
 * put back, so that earlier refusals do not count.
 */
extern struct ft_slot ft_hole_find(struct ft_hole *hole, uint32_t job,
				   bool lifted);

/* Can the node carry anything of the shape at this very instant? */
extern bool ft_hole_open(const struct ft_hole *hole,
			 const struct ft_shape *shape, uint32_t node);

/* What was given back stays free: refusals do not count any more. */
extern void ft_hole_freed(struct ft_hole *hole);

/* Places the job in the slot just found.  0 or -ENOMEM. */
extern int ft_hole_take(struct ft_hole *hole, uint32_t job,
			const struct ft_slot *slot);

/* Takes the job's placement out, or puts it back.  0 or -ENOMEM. */
extern int ft_hole_give(struct ft_hole *hole, uint32_t job);
extern int ft_hole_keep(struct ft_hole *hole, uint32_t job);

#endif
