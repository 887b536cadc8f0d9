/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_plan - the state of one planning pass, see schedule.h for its laws.
 */
#ifndef FT_CORE_PLAN_PLAN_H
#define FT_CORE_PLAN_PLAN_H

#include "core/plan/depth.h"
#include "core/search/gap.h"
#include "core/search/obstacle.h"
#include "core/search/parts.h"
#include "core/plan/schedule.h"
#include "core/search/search.h"
#include "core/timeline/timeline.h"
#include "core/plan/view.h"
#include "core/search/watch.h"

struct ft_plan {
	const struct ft_snapshot *snapshot;
	struct ft_watch watch;
	struct ft_snapshot cut; /* the snapshot, if not all of its jobs are
				 * looked at */
	const struct ft_booking *beside; /* what stands beside the jobs */
	uint32_t beside_count;
	bool brief;   /* jobs only start now, see ft_halt */
	bool hurried; /* some were not looked at, and others start now */
	struct ft_schedule *schedule;
	struct ft_shape_table table;
	struct ft_search search;
	struct ft_parts parts;
	struct ft_timeline running; /* never changes */
	struct ft_timeline placed;  /* running jobs and jobs placed so far */
	struct ft_gaps gaps;	    /* of placed */
	uint32_t *due;		    /* jobs not yet entered at placed's nodes */
	uint32_t due_count;
	int failed;	 /* ft_plan_settle was */
	int64_t trimmed; /* what was before is forgotten */
	struct ft_depth depth;
	const int64_t *capacity; /* the snapshot's, kept by the schedule */
	/* Promises, see promise.h: no memory is used if there are none. */
	struct ft_timeline promised;
	bool *standing; /* of each job; NULL: there are no promises */
	uint32_t standing_count;
	bool *risen;  /* of each job: it is ahead of others since it was
		       * promised, see overtake.h */
	bool guarded; /* not all promises give way to jobs ahead */
	bool *barred; /* of each job: it has no place for promises behind it */
	/* Jobs before that one have had their turn: what they want free now is
	 * not held against those behind them.  0 outside of the pass. */
	uint32_t turn;
	uint32_t *lifted; /* working memory: job_count */
	/* See promised.h. */
	struct ft_gaps promised_gaps; /* of promised; not always set up */
	uint32_t *near_first, *near;  /* promises of node n: near[near_first[n]]
				       * up to that of n + 1 */
	bool *listed;		      /* of each job, false between calls */
	struct ft_profile *contested; /* of each node, empty between calls */
	struct ft_shape stretched;    /* see stretch.h */
	int64_t *request_time; /* working memory: most requests of a job */
	struct ft_views views; /* see view.h: none if no run may be taken */
};

/* Where a job could go. */
struct ft_slot {
	int64_t start; /* FT_NEVER: nowhere up to the limit */
	uint32_t request;
	struct ft_shape *shape; /* its duration is the job's */
};

/*
 * Plans the whole snapshot into plan->schedule, which is the caller's, NULL on
 * failure; the rest is for ft_plan_fini, whatever is returned.  As
 * ft_schedule_plan.
 */
extern int ft_plan_make(struct ft_plan *plan,
			const struct ft_snapshot *snapshot,
			const struct ft_halt *halt, struct ft_err *err);
extern void ft_plan_fini(struct ft_plan *plan);
/* What stands beside the jobs, into a timeline of runs, and its index unless
 * NULL.  0 or -ENOMEM. */
extern int ft_plan_stand_by(const struct ft_plan *plan,
			    struct ft_timeline *timeline, struct ft_gaps *gaps);

extern struct ft_shape *ft_plan_shape(const struct ft_plan *plan, uint32_t job,
				      uint32_t request);

extern const struct ft_request *ft_plan_request(const struct ft_plan *plan,
						uint32_t job, uint32_t request);

/* May the job hold a reservation, or only start now? */
extern bool ft_plan_reserves(const struct ft_plan *plan, uint32_t job);

/*
 * The latest start that the request of the job may have, -1 if none.
 */
extern int64_t ft_plan_limit(const struct ft_plan *plan, uint32_t job,
			     uint32_t request);

/*
 * What so many tasks of the shape take of the node; lives as long as the
 * schedule.  NULL if out of memory.
 */
extern const int64_t *ft_plan_amount(struct ft_plan *plan,
				     const struct ft_shape *shape,
				     uint32_t node, uint32_t tasks);

/*
 * The earliest start of the request in [not_before, limit] among what is
 * placed, by whatever way is the quickest; FT_NEVER if there is none.  If it
 * takes runs: in its view (view.h).
 */
extern int64_t ft_plan_start(struct ft_plan *plan, uint32_t job,
			     uint32_t request, int64_t limit);

/*
 * Fills the job's placement with the first count picks of plan->search.  0 or
 * -ENOMEM.
 */
extern int ft_plan_assign(struct ft_plan *plan, uint32_t job,
			  const struct ft_slot *slot, uint32_t count);

/* The first count picks as shares of the shape.  0 or -ENOMEM. */
extern int ft_plan_share(struct ft_plan *plan, const struct ft_shape *shape,
			 struct ft_share *share, uint32_t count);

/*
 * The same for a shape with parts, with nodes that plan->parts chooses in that
 * timeline: nothing may have changed there since the slot was found.
 */
extern int ft_plan_assign_parts(struct ft_plan *plan,
				struct ft_timeline *timeline, uint32_t job,
				const struct ft_slot *slot);

/*
 * The same for an indexed shape, with nodes that the index of gaps chooses:
 * nothing may have been placed since the slot was found.
 */
extern int ft_plan_assign_gaps(struct ft_plan *plan, struct ft_gaps *gaps,
			       const struct ft_timeline *timeline, uint32_t job,
			       const struct ft_slot *slot);

/*
 * Enters the job's placement among what is placed; by_gaps: it has just been
 * made by ft_plan_assign_gaps.  0 or -ENOMEM.
 */
extern int ft_plan_take(struct ft_plan *plan, uint32_t job, bool by_gaps);

/*
 * Enters at the nodes of plan->placed what was placed: to be called before
 * they are read.  Jobs that the index of gaps places need not read them, so
 * most often none does.  Failure is kept in plan->failed.
 */
extern void ft_plan_settle(struct ft_plan *plan);

/* What a job with that request, of the shape, takes where it is placed. */
extern struct ft_booking
ft_plan_booking_of(const struct ft_request *request,
		   const struct ft_shape *shape,
		   const struct ft_placement *placement);

/* What a placed job takes. */
extern struct ft_booking ft_plan_booking(const struct ft_plan *plan,
					 uint32_t job);

#endif
