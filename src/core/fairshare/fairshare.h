/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fairshare - one question to every model of a share tree: what factor has
 * each of its users?
 *
 * A tree with shares and usage goes in; each node comes out with the terms
 * that led to its factor (shares_norm, usage_norm, usage_efctv, level_fs).
 * The arithmetic is that of fairshare_effective, fairshare_tree and
 * fairshare_pbs.  Law (tested): more usage never raises a factor.
 */
#ifndef FT_CORE_FAIRSHARE_FAIRSHARE_H
#define FT_CORE_FAIRSHARE_FAIRSHARE_H

#include "core/fairshare/fairshare_effective.h"
#include "core/fairshare/fairshare_pbs.h"
#include "core/fairshare/fairshare_tree.h"
#include "core/fairshare/share_tree.h"

enum ft_model {
	FT_MODEL_AUTO,	    /* as PriorityFlags say */
	FT_MODEL_EFFECTIVE, /* 2^(-U_E/S/d), effective usage (Flux wiki) */
	FT_MODEL_FAIRTREE,  /* rank in Slurm's Fair Tree */
	FT_MODEL_SIMPLE,    /* 2^(-U/S/d), actual usage (Flux wiki) */
	FT_MODEL_PBS,	    /* PBS Professional's tree */
	FT_MODEL_QUOTA,	    /* votes of 'fair que' (quota.h): it ranks jobs */
};

/* Words for the values of these enums, each list ended by NULL. */
extern const char *const ft_model_names[];
extern const char *const ft_ties_names[];
extern const char *const ft_pbs_order_names[];

struct ft_fairshare_policy {
	enum ft_model model; /* not FT_MODEL_AUTO */
	enum ft_ties ties;
	uint16_t damping; /* d; 1 or more */
	enum ft_pbs_order pbs_order;
	bool enforce_no_shares; /* no shares: may not run (PBS) */
};

/* What tells the models apart: one row each. */
struct ft_model_row {
	int (*compute)(struct ft_share_tree *tree,
		       const struct ft_fairshare_policy *policy);
	/* How a tree of Slurm's associations is computed under it. */
	enum ft_model associations;
	enum ft_effective_kind kind; /* of usage; DEPTH_OBLIVIOUS aside */
	bool levels; /* shares are normalised within their level */
	bool ranks;  /* factors are computed once all usage is charged */
	bool books;  /* its usage is of the plugin's own ledger */
	bool jobs;   /* it ranks jobs: no user has a factor */
};
extern const struct ft_model_row ft_models[];

/* Whether shares are normalised within their level for this model. */
extern bool ft_fairshare_level(enum ft_model model);

/*
 * Fills usage_norm, usage_efctv, level_fs, fs_factor, rank and eligible of
 * all nodes; shares_norm must be as ft_fairshare_level() says.  Users are
 * ranked from 1 (the first to run), equal ones alike; accounts have rank 0,
 * and a factor where the model defines one, else FT_FACTOR_NONE.  0 or
 * -ENOMEM.
 */
extern int ft_fairshare_compute(struct ft_share_tree *tree,
				const struct ft_fairshare_policy *policy);

#endif
