/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_schedule - the plan of a whole queue: a function of a snapshot.
 *
 * Laws (tested): at no instant more of any node or licence is used than there
 * is; a job placed later never changes the start of one placed before it;
 * each job that reserves is placed at the earliest feasible instant.
 * Pure: no clock, lock, log or mutable global; same snapshot, same schedule.
 */
#ifndef FT_CORE_SCHEDULE_H
#define FT_CORE_SCHEDULE_H

#include "core/snapshot.h"

enum ft_verdict {
	FT_PLACED,     /* start, shares and request are set */
	FT_BEYOND,     /* could start, but only after window_end */
	FT_IMPOSSIBLE, /* not even on an empty machine, as its nodes are now */
	FT_UNRESERVED, /* reserve is false and it cannot start now */
};

/* Why a job that is placed cannot start now. */
enum ft_obstacle {
	FT_OBSTACLE_NONE,      /* it can: start == now */
	FT_OBSTACLE_RESOURCES, /* running jobs alone are in its way */
	FT_OBSTACLE_PRIORITY,  /* planned jobs ahead of it are */
	FT_OBSTACLE_CLOSURE,   /* an advance reservation is */
	FT_OBSTACLE_LICENCES,
	FT_OBSTACLE_BEGIN,     /* its not_before, or its nodes' available_from */
};

struct ft_placement {
	enum ft_verdict verdict;
	enum ft_obstacle obstacle;
	uint32_t request; /* which of the job's requests */
	int64_t start;
	uint32_t share_count;
	struct ft_share *share; /* sorted by node; amount never NULL */
};

struct ft_schedule {
	uint32_t job_count;
	struct ft_placement *placement; /* one for each job of the snapshot */
	uint32_t table_size; /* breakpoints of the timeline, for sdiag */
	struct ft_arena *arena;
};

/* 0, -EINVAL (snapshot refused, see err) or -ENOMEM. */
extern int ft_schedule_plan(const struct ft_snapshot *snapshot,
			    struct ft_schedule **ret_schedule,
			    struct ft_err *err);
extern void ft_schedule_free(struct ft_schedule *schedule);

#endif
