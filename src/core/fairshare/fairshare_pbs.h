/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pbs_rank - PBS Professional's order of entities: two of them are compared
 * level by level from the root, where their paths part.
 *
 * Source: PBS Professional's fairshare (seed 003 and the administrator's
 * guide).  At each level the vertex with the smaller usage over its part of
 * the tree comes first; at equality the next level decides.  Every vertex has
 * one unit of usage from the beginning, so that of two unused ones the one
 * with more shares comes first.
 */
#ifndef FT_CORE_FAIRSHARE_FAIRSHARE_PBS_H
#define FT_CORE_FAIRSHARE_FAIRSHARE_PBS_H

#include "core/fairshare/share_tree.h"

enum ft_pbs_order {
	FT_PBS_ORDER_PATH,   /* rank by comparing paths (the default) */
	FT_PBS_ORDER_FACTOR, /* 2^-(fairshare_tree_usage / tree percentage) */
	FT_PBS_ORDER_CYCLE,  /* of jobs: pbs_cycle.h; of entities: path */
};

/*
 * Sets fs_factor of users to their rank over the number of users, the first
 * 1; equal ones alike, and 0 without shares anywhere on the path.  Accounts
 * get FT_FACTOR_NONE.  shares_norm must be the product down from the root.
 * 0 or -ENOMEM, then nothing is changed.
 */
extern int ft_pbs_rank(struct ft_share_tree *tree);

#endif
