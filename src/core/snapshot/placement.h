/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_placement - what a plan says of one job: when, where, with what; and why
 * not now.
 *
 * Data only, for those who read a plan; schedule.h says how one is made.
 */
#ifndef FT_CORE_SNAPSHOT_PLACEMENT_H
#define FT_CORE_SNAPSHOT_PLACEMENT_H

#include "core/snapshot/snapshot.h"

struct ft_arena;

enum ft_verdict {
	FT_PLACED,     /* start, shares and request are set */
	FT_BEYOND,     /* could start, but only after window_end or end_by */
	FT_IMPOSSIBLE, /* not even on an empty machine, as its nodes are now */
	FT_UNRESERVED, /* it cannot start now, and may hold no reservation */
	FT_UNSEEN,     /* the plan ended before it was looked at, see ft_halt */
};

/*
 * Why a job that is not impossible cannot start now: the first of these that
 * stops it, judged by running jobs only, in the order LIMIT, RESOURCES,
 * BEGIN, CLOSURE, LICENCES; PRIORITY if none does.
 */
enum ft_obstacle {
	FT_OBSTACLE_NONE,      /* it can: start == now */
	FT_OBSTACLE_RESOURCES, /* running jobs alone are in its way */
	FT_OBSTACLE_PRIORITY,  /* planned jobs ahead of it are */
	FT_OBSTACLE_CLOSURE,   /* an advance reservation is */
	FT_OBSTACLE_LICENCES,  /* in use, or set aside by a reservation */
	FT_OBSTACLE_BEGIN, /* its not_before, or its nodes' available_from */
	FT_OBSTACLE_LIMIT, /* a limit that it has a claim on */
};

/*
 * A promise waits for its own nodes for so many seconds at most; and for so
 * many before the job may start on others, which were promised to jobs behind.
 */
enum { FT_LATE_MOST = 900, FT_LATE_GRACE = 10 };

struct ft_placement {
	enum ft_verdict verdict;
	enum ft_obstacle obstacle;
	bool tired;	  /* for ft_job.tired in the next plan */
	uint32_t request; /* which of the job's requests */
	bool held; /* a reservation: for later, or its time has just come */
	bool committed; /* for later, and no job moves it: see schedule.h */
	int64_t start;
	int64_t late; /* by how much that is behind the promise that it waits
		       * for: 0 to FT_LATE_MOST; see schedule.h, Promises */
	int64_t duration; /* the request's, unless it can do with less; without
			   * what it is late by */
	uint32_t share_count;
	struct ft_share *share;	  /* by part, then by node; amount never NULL */
	uint32_t part_count;	  /* further parts of the request */
	const uint32_t *part_end; /* where in share each part ends, the request
				   * itself first; NULL if there are no more */
	uint32_t victim_count;
	const uint32_t *victim; /* indices of runs, in the order of rank */
};

/* Is it to start by then? */
static inline bool ft_placement_due(const struct ft_placement *placement,
				    int64_t time)
{
	return placement->verdict == FT_PLACED && placement->start <= time;
}

/* What the next plan is told that the job was promised. */
static inline int64_t ft_placement_promise(const struct ft_placement *placement)
{
	return placement->start - placement->late;
}

struct ft_schedule {
	uint32_t job_count;
	struct ft_placement *placement; /* one for each job of the snapshot */
	uint32_t table_size; /* breakpoints of the timeline and groups of
			      * gaps beside it, for sdiag */
	uint32_t unseen;     /* jobs that are FT_UNSEEN */
	bool unfinished;     /* more jobs may take runs than were looked at: the
			      * same snapshot would be planned further */
	struct ft_arena *arena;
	struct ft_arena *shares; /* where what is kept of an earlier schedule
				  * lives; NULL: it was made afresh */
};

#endif
