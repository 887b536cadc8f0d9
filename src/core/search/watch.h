/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_watch - what a plan has spent, and whether it shall end.
 *
 * No queue, however it is made up, keeps a plan busy for longer than it may be,
 * nor do one user's jobs keep those of others from being looked at.  Asked
 * inside every loop whose length a request decides.  Reads no clock: the caller
 * of the planner does (ft_halt).
 */
#ifndef FT_CORE_SEARCH_WATCH_H
#define FT_CORE_SEARCH_WATCH_H

#include "core/base/id_map.h"
#include "core/base/halt.h"
#include "core/snapshot/snapshot.h"

enum ft_spent {
	FT_SPENT_NONE,
	FT_SPENT_JOB,  /* the time of the job at hand */
	FT_SPENT_PLAN, /* that of the plan */
	FT_SPENT_HALT, /* the plan is not wanted any more */
};

struct ft_watch {
	const struct ft_halt *halt; /* NULL: no bounds on time */
	enum ft_spent spent;
	uint32_t calls;
	int64_t began_us, until_us;   /* of the plan */
	int64_t job_us, job_until_us; /* the job at hand */
	uint32_t job_owner;	      /* index of its owner */
	bool job_shares;	      /* there is one, and others wait */
	bool judging;		      /* the bound is that of ft_watch_judge */
	uint64_t steps;		      /* of parts that are left */
	uint64_t job_steps;	      /* of those, the job's */
	bool counting;		      /* steps are counted */
	bool hurried;		      /* see ft_watch_hurry */
	bool awaited;		      /* a job has come, see ft_halt.news */
	struct ft_id_map owner;	      /* from ft_job.owner to these */
	int64_t *owner_us;
	uint32_t owner_count;
};

/* 0 or -ENOMEM. */
extern int ft_watch_begin(struct ft_watch *watch,
			  const struct ft_snapshot *snapshot,
			  const struct ft_halt *halt);
extern void ft_watch_fini(struct ft_watch *watch);

/* May the job be looked at while others are waiting for that? */
extern bool ft_watch_admits(const struct ft_watch *watch,
			    const struct ft_job *job);

/* What is spent from now on is the job's; until ft_watch_leave.  alone: others
 * wait no more. */
extern void ft_watch_enter(struct ft_watch *watch, const struct ft_job *job,
			   bool alone);
extern void ft_watch_leave(struct ft_watch *watch, const struct ft_job *job);

/* Has the owner had all that it may have while others wait? */
extern bool ft_watch_had(const struct ft_watch *watch,
			 const struct ft_job *job);

/* For the second round: as much time again as one owner has in the first. */
extern void ft_watch_extend(struct ft_watch *watch);

/* After the pass: each owner has one part in so many of a share again. */
extern void ft_watch_renew(struct ft_watch *watch, uint32_t part);

/* From now on each owner has only one part in so many of a share left, at most;
 * until ft_watch_renew. */
extern void ft_watch_hurry(struct ft_watch *watch, uint32_t part);

/* Does a job wait that the plan does not know? */
extern bool ft_watch_news(const struct ft_watch *watch);

/*
 * What is spent from now on finds out which shapes could ever start, of jobs of
 * all owners; until ft_watch_judged.  It has as many steps as one job, and a
 * quarter of the time of one owner.
 */
extern void ft_watch_judge(struct ft_watch *watch);
extern void ft_watch_judged(struct ft_watch *watch);

/*
 * One more step of ft_joint_find over so many parts; false if there shall be
 * none.  What a step takes grows with the parts: those of more than four count
 * once for each four.
 */
extern bool ft_watch_step(struct ft_watch *watch, uint32_t parts);

/* Looks at the clock now and then.  What was found before stays good. */
extern bool ft_watch_look(struct ft_watch *watch);

/* Shall the search end?  watch may be NULL. */
static inline bool ft_watch_over(struct ft_watch *watch)
{
	enum { EVERY = 16 };

	if (!watch || !watch->halt)
		return false;
	if (watch->spent)
		return true;
	return !(++watch->calls % EVERY) && ft_watch_look(watch);
}

#endif
