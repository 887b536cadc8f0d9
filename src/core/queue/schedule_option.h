/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_schedule_options - what SchedulerParameters says to sched/reserve.
 *
 * Two families of keys.  bf_* (and max_rpc_cnt, assoc_limit_stop) are Slurm's:
 * each keeps the meaning and the range that sched/backfill gives it, and a
 * wrong value costs a warning, never the start.  rsv_* are ours: a wrong one
 * is refused.  All other keys are not ours and are not looked at.
 */
#ifndef FT_CORE_QUEUE_SCHEDULE_OPTION_H
#define FT_CORE_QUEUE_SCHEDULE_OPTION_H

#include "core/queue/depth_rule.h"
#include "core/base/option.h"
#include "core/queue/overrule.h"
#include "core/snapshot/policy.h"
#include "core/queue/predict.h"

enum { FT_PUBLISH_TEXT = 1024 };

/* Counts: 0 is "no limit" where not said otherwise. */
struct ft_schedule_options {
	/* sched/backfill's keys that carry over */
	int64_t interval;	/* bf_interval: least pause; -1: never plan */
	int64_t window_minutes; /* bf_window: later starts are not planned;
				 * 0: see ft_schedule_window */
	int64_t max_job_start;	/* bf_max_job_start: starts in a cycle */
	int64_t max_job_test;	/* bf_max_job_test: jobs planned in a cycle */
	int64_t max_job_user;	/* bf_max_job_user: of one user */
	int64_t max_job_part;	/* bf_max_job_part: in one partition */
	int64_t max_job_assoc;	/* bf_max_job_assoc: of one association */
	int64_t max_job_user_part;	/* bf_max_job_user_part */
	int64_t max_job_array_resv;	/* reservations of one array; 0: none */
	int64_t max_time;		/* bf_max_time: seconds of a plan */
	int64_t job_part_count_reserve; /* reservations in one partition */
	int64_t min_age_reserve;	/* younger jobs reserve nothing */
	int64_t min_prio_reserve;	/* jobs of less priority neither */
	int64_t yield_interval_us;	/* bf_yield_interval: longest hold */
	int64_t yield_sleep_us;		/* bf_yield_sleep: pause between */
	int64_t max_rpc_cnt;		/* threads above which we wait */
	bool one_resv_per_job; /* a job of several partitions reserves once */
	bool soft_limit;       /* time_min_as_soft_limit */
	bool busy_nodes;
	bool few_switches;     /* bf_topopt_enable */
	bool completing_frag;  /* reduce_completing_frag */
	bool assoc_limit_stop; /* plan jobs that a limit of theirs blocks */
	/* ours */
	char overrule_text[FT_OVERRULE_TEXT];
	int64_t overrule; /* rsv_overrule (see ft_schedule_overrule): a promise
			   * gives way to a job that is ahead by more than this
			   * much priority; FT_OVERRULE_AUTO */
	struct ft_depth_rule depth; /* rsv_depth */
	int hold;		    /* rsv_policy: enum ft_hold */
	int compress;		    /* rsv_compress: enum ft_compress */
	int backfill;		    /* rsv_backfill: enum ft_backfill */
	int order;		    /* rsv_order: enum ft_order */
	int keep;		    /* rsv_plan: enum ft_keep */
	int64_t patience;	    /* rsv_patience: seconds */
	int64_t commit;		    /* rsv_commit: seconds */
	double reserve_from;	    /* rsv_reserve_from: see reserve_right.h */
	int metric;		    /* rsv_metric: enum ft_metric */
	int64_t backfill_depth;	    /* rsv_backfill_depth: 0: all */
	int predict;		    /* rsv_predict: enum ft_predict_rule */
	bool disk;		    /* rsv_disk: --tmp is used up */
	int show;		    /* rsv_show: enum ft_show */
	int64_t user_time; /* rsv_user_time: milliseconds of a plan for the jobs
			    * of one user, while others wait */
	int64_t steps;	   /* rsv_steps: of spreading parts, in a plan */
	int64_t requests;  /* rsv_requests: ways to run one job */
	int64_t memory;	   /* rsv_memory: MiB of a plan */
	char publish[FT_PUBLISH_TEXT]; /* rsv_publish: "no", a name in
					* StateSaveLocation, or a path */
	int64_t publish_period;	       /* rsv_publish_period: seconds */
	int64_t boot; /* rsv_boot: seconds that a boot may last, as far as plans
		       * go */
};

/* The keys of both families, for help, the man page and tests. */
extern const struct ft_option ft_schedule_backfill_table[];
extern const struct ft_option ft_schedule_reserve_table[];
/* Names alone: what else Slurm knows, without a meaning for a plan. */
extern const struct ft_option ft_schedule_slurm_table[];

typedef void (*ft_schedule_warn)(void *context, const char *text);

/*
 * Reads the whole of SchedulerParameters (may be NULL).  warn is called once
 * for each bf_* key that is unknown or has a wrong value; that key then
 * has its default.  0, or -errno and err for a wrong rsv_* key; then options
 * are unchanged.
 */
extern int ft_schedule_options_read(const char *parameters,
				    struct ft_schedule_options *options,
				    ft_schedule_warn warn, void *context,
				    struct ft_err *err);

/* The same; where: what messages begin with in place of slurm.conf. */
extern int ft_schedule_options_given(const char *where, const char *parameters,
				     struct ft_schedule_options *options,
				     ft_schedule_warn warn, void *context,
				     struct ft_err *err);

/*
 * How many minutes ahead are planned: those of bf_window, or twice the longest
 * limit of a partition (INT64_MAX: one has none), since what waits for such a
 * job starts later than its limit; then from a day to 43200, as Slurm allows.
 */
extern int64_t ft_schedule_window(const struct ft_schedule_options *options,
				  int64_t longest_minutes);

/*
 * What rsv_overrule comes to, in priority points: where the order is not that
 * of priority, no promise gives way to a job that has come ahead.  fairshare:
 * what auto stands for, see ft_overrule_auto; where jobs wait for the right to
 * reserve, auto is as large as can be, or those that have it would lose what
 * they have waited for to jobs that gain it later.
 */
extern uint32_t ft_schedule_overrule(const struct ft_schedule_options *options,
				     uint32_t fairshare);

#endif
