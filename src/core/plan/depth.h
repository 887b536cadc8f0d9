/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_depth - which jobs may still hold a reservation, job by job of a pass.
 *
 * Counts; refuses to place anything.  Rules, for each bucket by itself:
 * - a job that starts now does not count; one that must wait takes one of the
 *   bucket's reservations if there is one left;
 * - a job that was promised a reservation keeps its right to one (hold
 *   highest), even if others are ahead of it now and the bucket is full;
 * - once a job had to wait and no reservation is left, the bucket is spent:
 *   what comes behind is backfill.  It may start now at the most;
 * - a job whose begin time has not come, or that running jobs keep from
 *   starting by a limit alone, takes no reservation of a bucket that has a
 *   limit, and does not spend it.
 *
 * Backfill is done in turn (firstfit), or put aside until all reservations are
 * made.  A job that must not reserve (ft_job.reserve) is backfill from where a
 * job of its bucket has to wait; with firstfit it has its turn all the same, so
 * that no job behind it takes what it could start on, until the bucket is
 * spent.  Tasks of an array beyond ft_policy.array_depth reservations are no
 * backfill: they start in their turn if they can.  A start of a task on nodes
 * that are back within moments counts as one now: else a job behind the array
 * would be shown these nodes, and have them.
 */
#ifndef FT_CORE_PLAN_DEPTH_H
#define FT_CORE_PLAN_DEPTH_H

#include <stdbool.h>
#include <stdint.h>

struct ft_plan;
struct ft_snapshot;

struct ft_depth_use;

/* What a job may do in the pass. */
enum ft_depth_role {
	FT_DEPTH_RESERVE,
	FT_DEPTH_NOW,	/* start now, in its turn */
	FT_DEPTH_ASIDE, /* start now, once all reservations are made */
	FT_DEPTH_BARRED,
};

struct ft_depth {
	struct ft_depth_use *use; /* of each bucket, then of jobs of none;
				   * NULL: every job reserves, in turn */
	enum ft_depth_role *role; /* of each job */
	uint32_t aside_count;	  /* the number of these */
	bool later;		  /* jobs may start now after the pass */
	uint32_t looked;	  /* backfill jobs that were looked at */
	/* The job_id of the last job, and what neighbours of that id hold. */
	uint32_t array_id, array_held;
	int64_t soon; /* ft_depth_soon, where arrays may not hold all */
};

/*
 * When the last node is back of those that are back within moments: a job is
 * leaving them, its steps are killed or its epilog runs.  Now, if there is
 * none.
 */
extern int64_t ft_depth_soon(const struct ft_snapshot *snapshot);

/* 0 or -ENOMEM. */
extern int ft_depth_begin(struct ft_plan *plan);

/*
 * The job's turn: decides whether it may reserve (ft_plan_reserves).  False:
 * it must not be placed in this pass.
 */
extern bool ft_depth_admit(struct ft_plan *plan, uint32_t job);

/* After the job's turn, whether it was placed or refused. */
extern void ft_depth_note(struct ft_plan *plan, uint32_t job);

#endif
