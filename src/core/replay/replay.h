/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay - a workload run again under another configuration, in simulated
 * time.
 *
 * The engine and the factors are those that slurmctld runs.  A plan is made at
 * each submission, end and planned start, as sched/reserve does; what a cycle
 * and a launch take of real time is not simulated.  The machine has nodes of
 * equal size, or kinds of them (fleet.h); with one node processors are counted,
 * not named.  Pure: the same
 * workload and setup give the same starts.
 *
 * A node has processors and, where that is asked for, memory, of which a job
 * takes what it asked for in the log.  Refuses to model licences and
 * reservations of a site; its accounts are those of a population
 * (population.h).
 */
#ifndef FT_CORE_REPLAY_REPLAY_H
#define FT_CORE_REPLAY_REPLAY_H

#include "core/replay/delivery.h"
#include "core/priority/factor.h"
#include "core/plan/planner.h"
#include "core/replay/replay_limit.h"
#include "core/replay/replay_share.h"
#include "core/queue/schedule_option.h"
#include "core/replay/workload.h"

struct ft_replay_setup {
	const struct ft_workload *workload;
	struct ft_schedule_options options;
	uint32_t overrule;		/* what rsv_overrule=auto stands for */
	struct ft_factor_policy factor; /* all weights 0: as submitted */
	uint32_t nodes;			/* 1 counts processors; else divides
					 * the workload's processors */
	int64_t memory;			/* MB of each node; 0: not counted */
	/* NULL: equal nodes; else nodes is the sum of its kinds'. */
	const struct ft_fleet *fleet;
	uint32_t jobs; /* only the first so many; 0: all */
	/* Accounts and users; NULL: what they get is not counted. */
	const struct ft_population *population;
	int64_t window; /* in which what they get is compared; 0: a week */
	const struct ft_replay_limit *limit; /* NULL: none */
	/* NULL: no job has a fairshare factor. */
	const struct ft_replay_share_setup *share;
	int64_t grace; /* seconds after its promise in which a start keeps it */
	bool unheld;   /* note what jobs that hold no start are shown; nothing
			* goes by it */
	bool chain;    /* a job that followed another waits for its end, and
			* then for its user's think time */
};

struct ft_replay_job {
	int64_t submit; /* the workload's, unless it followed another */
	int64_t start;
	int64_t promise;   /* the first start that it was promised; FT_NEVER:
			    * none before it started */
	int64_t unheld;	   /* the first start that it was shown while it held
			    * none (plan/expect.h); FT_NEVER: none */
	int64_t committed; /* the first of its starts that was committed */
	bool broken;	   /* a committed start was moved later */
	uint32_t priority; /* that it started with; 0: it has none */
	int64_t end;	   /* start + run */
};

/* From this time to that of the next one. */
struct ft_replay_point {
	int64_t time;
	int64_t used;	 /* processors */
	uint32_t queued; /* jobs */
	bool lost;	 /* a queued job asks for no more than what is free */
	/* Processors that are free, but for no queued job: all ask for more
	 * than is free, or for more of what their node has (memory, a kind). */
	int64_t stranded;
	int64_t stranded_gpus; /* the same, of queued jobs that ask for some */
};

struct ft_replay {
	struct ft_replay_job *job; /* one for each of the workload's */
	uint32_t job_count;
	int64_t processors;
	int64_t gpus; /* of a fleet, all */
	struct ft_replay_point *point;
	uint32_t point_count, point_size;
	struct ft_planner_count plans;
	struct ft_delivery delivery; /* empty without a population */
};

/* 0, -EINVAL (setup or a plan is refused) or -ENOMEM. */
extern int ft_replay_run(const struct ft_replay_setup *setup,
			 struct ft_replay *ret_replay, struct ft_err *err);
extern void ft_replay_free(struct ft_replay *replay);

#endif
