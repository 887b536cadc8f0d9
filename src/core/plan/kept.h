/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_kept - what is remembered of the last plan, to repair it: see repair.h.
 *
 * Owns all that it points to, but for shares and amounts, which live in an
 * arena of schedules that it holds.  Refuses to judge what has changed.
 */
#ifndef FT_CORE_PLAN_KEPT_H
#define FT_CORE_PLAN_KEPT_H

#include "core/plan/class_table.h"
#include "core/plan/plan.h"

/* What is known of a class of requests. */
struct ft_kept_class {
	uint32_t shape; /* in plan.table */
	/*
	 * Behind how many placed jobs it has no start up to the window's end,
	 * or now; UINT32_MAX if nothing is known.
	 */
	uint32_t dead, dead_now;
};

/* A placed job. */
struct ft_kept_job {
	uint32_t job_id;
	uint32_t rank; /* its index in the last snapshot */
	uint32_t request_count;
	const uint32_t *class;
	bool reserve;
	bool in_turn; /* it had its turn to move up when the plan was made */
	bool started; /* it runs now */
	struct ft_placement placement;
};

struct ft_kept {
	bool fit;		 /* the rest is of use */
	struct ft_plan plan;	 /* only its table, search and running jobs */
	struct ft_snapshot base; /* machine, runs and closures; no jobs */
	struct ft_class_table table;
	struct ft_kept_class *class; /* table.class_count */
	uint32_t *shape_dead;	     /* as dead, for any request of the shape */
	struct ft_kept_job *job;     /* in their order */
	uint32_t job_count;
	int64_t *end; /* when something ends, ascending */
	uint32_t end_count;
	uint32_t edits;	     /* runs added: memory that only grows */
	uint32_t table_size; /* of the last schedule made afresh */
	struct ft_arena *arena;
	struct ft_arena *shares;
};

/*
 * After ft_plan_make filled kept->plan from the snapshot: remembers what a
 * repair needs.  0 or -ENOMEM; kept->fit tells whether there is any use in it.
 */
extern int ft_kept_fill(struct ft_kept *kept,
			const struct ft_snapshot *snapshot);
extern void ft_kept_fini(struct ft_kept *kept);

/* A copy of the run joins the base's.  0 or -ENOMEM. */
extern int ft_kept_add_run(struct ft_kept *kept, const struct ft_run *run);

/* Is more than it takes held in the first second of a job of the class? */
extern bool ft_kept_holds(const struct ft_kept *kept, uint32_t class);

/* Does anything end in (after, until]? */
extern bool ft_kept_ends(const struct ft_kept *kept, int64_t after,
			 int64_t until);

#endif
