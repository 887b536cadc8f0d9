/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pbs_option - what PriorityParameters say of PBS Professional's fairshare.
 *
 * Source: Altair, "Fairshare management for PBS Professional", seed 003; the
 * keys are sched_config's.  Refuses keys that would have no effect: all of
 * them without model=pbs, and those of the tree where the tree is Slurm's
 * associations, whose usage and decay are Slurm's.
 */
#ifndef FT_CORE_PBS_PBS_OPTION_H
#define FT_CORE_PBS_PBS_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/pbs/tres_formula.h"

/* What owns a job, and the word for it in fairshare_entity. */
enum ft_pbs_entity {
	FT_PBS_EUSER,	     /* its user */
	FT_PBS_EGROUP,	     /* the Unix group that it runs as */
	FT_PBS_EGROUP_EUSER, /* "group:user" */
	FT_PBS_ACCOUNT_NAME, /* its account */
	FT_PBS_QUEUE,	     /* the partition that it is planned in */
};

extern const char *const ft_pbs_entity_names[];

/* File in StateSaveLocation: what is below unknown is to be dropped. */
#define FT_PBS_TRIM "fairtree_trim"

/* What fairshare_usage_res is if it is not given. */
#define FT_PBS_USAGE_RES "billing"

enum { FT_PBS_PATH = 256, FT_PBS_FORMULA = 256 };

struct ft_pbs_option {
	char resource_group[FT_PBS_PATH]; /* file; "none": associations */
	int entity;			  /* enum ft_pbs_entity */
	int64_t unknown_shares;
	bool enforce_no_shares;
	int64_t decay_time;  /* seconds; 0: never */
	double decay_factor; /* what a decay leaves */
	char usage_res[FT_PBS_FORMULA];
	int order;		      /* enum ft_pbs_order */
	struct ft_tres_formula usage; /* of usage_res */
};

/* Whether the tree is that of a file. */
extern bool ft_pbs_option_file(const struct ft_pbs_option *option);

/*
 * Completes option, read by the table of priority_option.c.  pbs: whether the
 * model is PBS's; where: for messages.  0 or -EINVAL.
 */
extern int ft_pbs_option_check(struct ft_pbs_option *option, bool pbs,
			       const char *where, struct ft_err *err);

#endif
