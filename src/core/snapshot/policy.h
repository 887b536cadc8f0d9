/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_policy - which jobs hold reservations, how long, and how what is free now
 * is filled: choices of a site, as data.
 *
 * Names are Maui's (RESERVATIONPOLICY, RESERVATIONDEPTH, BACKFILLPOLICY,
 * BACKFILLMETRIC, BACKFILLDEPTH).  Refuses to plan.  All zero is the default:
 * every job holds a reservation and keeps it.
 */
#ifndef FT_CORE_SNAPSHOT_POLICY_H
#define FT_CORE_SNAPSHOT_POLICY_H

#include <stdint.h>

/* How long a reservation lasts. */
enum ft_hold {
	FT_HOLD_HIGHEST, /* until the job starts; see schedule.h, promises */
	FT_HOLD_CURRENTHIGHEST, /* for one plan: each plan makes them anew */
	FT_HOLD_NEVER,		/* no job has one */
};

/*
 * What happens to promises when something becomes free early.  ORDER: each in
 * turn, in the order of the queue, moves as early as it can.  All others:
 * promises stay but for those of jobs that have waited for long (patience),
 * and holes are filled by jobs that can start at once, in that order (see
 * fill.h).
 */
enum ft_compress {
	FT_COMPRESS_ORDER,
	FT_COMPRESS_PRIORITY, /* the order of the queue */
	FT_COMPRESS_SHORTEST, /* by predicted time, or else the limit */
	FT_COMPRESS_XFACTOR,  /* largest expansion factor first */
	FT_COMPRESS_WFP3,     /* (waited / limit)^3 * processors */
};

/* In which order jobs are planned. */
enum ft_order {
	FT_ORDER_PRIORITY,
	FT_ORDER_SLOWDOWN, /* see turn.h */
};

/* How jobs that hold no reservation fill what is free now (see backfill.h). */
enum ft_backfill {
	FT_BACKFILL_FIRSTFIT,
	FT_BACKFILL_BESTFIT,
	FT_BACKFILL_GREEDY,
	FT_BACKFILL_NONE,
};

/* What bestfit and greedy want as much of as they can get (see metric.h). */
enum ft_metric {
	FT_METRIC_PROCS,
	FT_METRIC_PROCSECONDS,
	FT_METRIC_SECONDS,
	FT_METRIC_PE,
	FT_METRIC_PESECONDS,
};

/* How a plan is kept from one snapshot to the next: see plan/planner.h. */
enum ft_keep {
	FT_KEEP_FRESH,
	FT_KEEP_BOARD,
};

/* Which starts jobs are shown (rsv_show); no plan goes by it. */
enum ft_show {
	FT_SHOW_ALL,  /* also those of jobs that hold none: see plan/expect.h */
	FT_SHOW_HELD, /* those that are kept */
};

enum { FT_PLAN_STEPS = 1000000 };
#define FT_PLAN_MEMORY (UINT64_C(1) << 30)

#define FT_DEPTH_ALL UINT32_MAX /* no limit */

struct ft_policy {
	enum ft_hold hold;
	enum ft_compress compress;
	enum ft_backfill backfill;
	enum ft_metric metric;
	uint32_t backfill_depth; /* jobs that backfill looks at; 0: all */
	/* So many reservations at most of jobs that follow each other with one
	 * job_id, which are the tasks of an array; 0: any number.  The others
	 * start now or not at all, in their turn. */
	uint32_t array_depth;
	/* A job that has waited for more seconds than this moves up in its
	 * turn, whatever compress says, and its start is committed; 0: none. */
	int64_t patience;
	/* Starts in so many seconds or less are committed, see
	 * ft_start_commits; 0: none for being near. */
	int64_t commit;
	/* Reservations that the jobs of each bucket may hold together.  A job
	 * of no bucket may always hold one. */
	uint32_t bucket_count;
	uint32_t *depth;
	/* Steps of all searches for a way to spread parts (see joint.h) in one
	 * plan, and bytes that its tables may take, beyond which jobs are
	 * FT_UNSEEN; 0: as by default. */
	uint32_t steps;
	uint64_t memory;
};

/* The names of the above in their order, each list ended by NULL. */
extern const char *const ft_hold_names[];
extern const char *const ft_order_names[];
extern const char *const ft_keep_names[];
extern const char *const ft_show_names[];
extern const char *const ft_compress_names[];
extern const char *const ft_backfill_names[];
extern const char *const ft_metric_names[];

#endif
