/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_views - what is free for jobs that may take runs (preemption).
 *
 * A view is a timeline of what is placed in which every run that its shapes
 * may take, and that no job has taken, has left as soon as it can.  There is
 * one for each set of classes that some shape takes, and for each way in which
 * runs of the set leave for some of these (those that take whole nodes, those
 * that take licences back); none, and no cost, if no job may take anything.
 * Refuses to choose which leave: see preempt.h.
 */
#ifndef FT_CORE_PLAN_VIEW_H
#define FT_CORE_PLAN_VIEW_H

#include "core/base/arena.h"
#include "core/search/gap.h"
#include "core/timeline/timeline.h"

struct ft_placement;
struct ft_plan;

enum ft_leave_kind {
	FT_LEAVE_WHOLE = 1,    /* one that is suspended leaves whole nodes */
	FT_LEAVE_LICENCES = 2, /* one that is not leaves its licences too */
};

struct ft_view {
	uint64_t takes;
	uint32_t way; /* enum ft_leave_kind, together: how runs leave for its
			 shapes */
	struct ft_timeline timeline;
	struct ft_gaps gaps;
};

/* A run that some shape may take. */
struct ft_leaver {
	const struct ft_run *run; /* and its fellows behind it */
	int64_t end;		  /* of the last of them */
	bool taken;
	uint32_t way;		 /* of the view by which it was taken */
	struct ft_left *left[2]; /* of each of them; [1]: FT_LEAVE_WHOLE */
};

struct ft_left;

struct ft_views {
	uint32_t count, leaver_count;
	struct ft_view *view;
	struct ft_leaver *leaver; /* by rank, then by index */
};

typedef int ft_booking_fn(struct ft_plan *plan, struct ft_timeline *timeline,
			  const struct ft_booking *booking);

/*
 * Gives each shape its view, and makes the views; plan->placed must hold the
 * running jobs and nothing else.  0 or -ENOMEM.
 */
extern int ft_views_init(struct ft_plan *plan);
extern void ft_views_fini(struct ft_plan *plan);

/* The view of the shape; NULL: what is placed, it takes no runs. */
extern struct ft_view *ft_views_of(const struct ft_plan *plan,
				   const struct ft_shape *shape);

/* May runs of that class be taken by those of the view? */
extern bool ft_view_takes(const struct ft_view *view,
			  const struct ft_leaver *leaver);

/* Does the run, when it leaves in that way, leave its licences?  Does it leave
 * nothing by it that it does not leave by the other? */
extern bool ft_leaver_frees(const struct ft_leaver *leaver, uint32_t way);
extern bool ft_leaver_within(const struct ft_leaver *leaver, uint32_t way,
			     uint32_t other);

/* Enters the booking in each view.  0 or -ENOMEM. */
extern int ft_views_take(struct ft_plan *plan,
			 const struct ft_booking *booking);

/* Does what is suspended leave whole nodes to the request, and not just cores?
 */
extern bool ft_view_whole(const struct ft_request *request);
/* The cores of these amounts and nothing else; NULL if out of memory. */
extern const int64_t *ft_view_cores(struct ft_arena *arena, uint32_t kinds,
				    const int64_t *amount);

/*
 * What the run holds from `from` on, and leaves in that way: change is done
 * with it to the timeline, which has no index of gaps.  0 or -ENOMEM.
 */
extern int ft_leaver_change(const struct ft_leaver *leaver, uint32_t way,
			    int64_t from, ft_booking_fn *change,
			    struct ft_plan *plan, struct ft_timeline *timeline);

/*
 * The run leaves at `until` in that way, in all that the plan has; or it does
 * not after all.  0 or -ENOMEM.
 */
extern int ft_views_leave(struct ft_plan *plan, struct ft_leaver *leaver,
			  uint32_t way, int64_t until);
extern int ft_views_return(struct ft_plan *plan, struct ft_leaver *leaver,
			   int64_t until);

/*
 * The run, which leaves at `until`, stays on those of its nodes that the
 * placement does not use; or it does not after all.  0 or -ENOMEM.
 */
extern int ft_views_stay(struct ft_plan *plan, const struct ft_leaver *leaver,
			 int64_t until, const struct ft_placement *placement,
			 bool stays);

#endif
