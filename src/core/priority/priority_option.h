/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_priority_option - the keys of PriorityParameters.
 *
 * Refuses a model that PriorityFlags contradicts: one of the two lines is a
 * mistake, and guessing which would change every job's priority.  Refuses a
 * weight on what the scheduler in use does not count.
 */
#ifndef FT_CORE_PRIORITY_PRIORITY_OPTION_H
#define FT_CORE_PRIORITY_PRIORITY_OPTION_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/fairshare/fairshare.h"
#include "core/maui/fairshare_option.h"
#include "core/base/option.h"
#include "core/pbs/pbs_option.h"
#include "core/priority/queue_time.h"
#include "core/priority/site_policy.h"

enum { FT_POLICY_PATH = 1024 };

enum ft_sum {
	FT_SUM_STOCK, /* stock's weighted sum and Maui's components */
	FT_SUM_MAUI,  /* Maui's components, site factor and nice */
};

struct ft_priority_option {
	int model; /* enum ft_model; never FT_MODEL_AUTO after
		    * ft_priority_option_read() */
	int ties;  /* enum ft_ties */
	int sum;   /* enum ft_sum */
	struct ft_accrual_policy accrual; /* which queue time counts */
	struct ft_pbs_option pbs;
	bool ledger;		     /* keep usage by credential for no model */
	char policy[FT_POLICY_PATH]; /* a file in Maui's form */
	struct ft_fs_option fairshare;
};

/* What other lines of slurm.conf say. */
struct ft_priority_site {
	bool fair_tree;		/* PriorityFlags ask for Fair Tree */
	bool depth_oblivious;	/* they have DEPTH_OBLIVIOUS */
	bool incr_only;		/* INCR_ONLY */
	bool calculate_running; /* CALCULATE_RUNNING */
	const char *scheduler;	/* SchedulerType; NULL: Slurm's default */
};

/*
 * Reads text (may be NULL).  Returns 0 or what ft_option_parse() does, -EINVAL
 * for a contradiction; on error options is unchanged.
 */
extern int ft_priority_option_read(const char *text,
				   const struct ft_priority_site *site,
				   struct ft_priority_option *options,
				   struct ft_err *err);

/* Whether policy= names a file, which is read before what comes next. */
extern bool ft_priority_option_file(const struct ft_priority_option *option);

/*
 * What text (may be NULL) says beyond options, into policy, over what the
 * file has said, and it is judged whether all of it fits together.  0, or
 * what ft_option_read() returns, -EINVAL or -ENOMEM.
 */
extern int ft_priority_option_policy(const char *text,
				     const struct ft_priority_site *site,
				     struct ft_site_policy *policy,
				     struct ft_err *err);

#endif
