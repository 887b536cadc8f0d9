/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_priority_option - the keys of PriorityParameters.
 *
 * Refuses a model that PriorityFlags contradicts: one of the two lines is a
 * mistake, and guessing which would change every job's priority.  Refuses a
 * weight on what the scheduler in use does not count.
 */
#ifndef FT_CORE_PRIORITY_OPTION_H
#define FT_CORE_PRIORITY_OPTION_H

#include <stdbool.h>

#include "core/err.h"
#include "core/fairshare.h"
#include "core/option.h"
#include "core/pbs_option.h"
#include "core/service.h"

struct ft_priority_option {
	int model; /* enum ft_model; never FT_MODEL_AUTO after
		    * ft_priority_option_read() */
	int ties;  /* enum ft_ties */
	struct ft_service_policy service; /* Maui's SERV */
	struct ft_pbs_option pbs;
	bool ledger; /* keep usage by credential for no model */
};

/* What other lines of slurm.conf say. */
struct ft_priority_site {
	bool fair_tree;	       /* PriorityFlags ask for Fair Tree */
	bool depth_oblivious;  /* they have DEPTH_OBLIVIOUS */
	const char *scheduler; /* SchedulerType; NULL: Slurm's default */
};

/* For sfair, man page and completion. */
extern const struct ft_option ft_priority_option_table[];

/*
 * Reads text (may be NULL).  Returns 0 or what ft_option_parse() does, -EINVAL
 * for a contradiction; on error options is unchanged.
 */
extern int ft_priority_option_read(const char *text,
				   const struct ft_priority_site *site,
				   struct ft_priority_option *options,
				   struct ft_err *err);

#endif
