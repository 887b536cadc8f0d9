/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fair_tree - Fair Tree: users ranked by a walk of the sorted tree.
 *
 * Source: Slurm's fair_tree.html.  Each level is sorted by level_fs, shares
 * over usage among siblings; the user met first ranks highest, so no user of
 * an account that used too much comes before a user of one that did not.
 */
#ifndef FT_CORE_FAIRSHARE_FAIRSHARE_TREE_H
#define FT_CORE_FAIRSHARE_FAIRSHARE_TREE_H

#include "core/fairshare/share_tree.h"

enum ft_ties {
	/*
	 * As priority/multifactor ranks: accounts of equal level_fs are not
	 * merged; the first child of the later one takes over the last rank
	 * given before it.
	 */
	FT_TIES_COMPAT,
	/*
	 * As fair_tree.html has it: accounts of equal level_fs are merged
	 * before their children are sorted; a user of the same level_fs as a
	 * sibling account gets the rank of that account's best user.
	 */
	FT_TIES_STRICT,
};

/*
 * Sets usage_norm, usage_efctv (usage within the parent) and level_fs of all
 * nodes, and fs_factor = rank / user_count of users.  Reads shares_norm as
 * normalised within the level.  Order of equal siblings: as they stand.
 * Returns 0 or -ENOMEM, then nothing is changed.
 */
extern int ft_fair_tree_compute(struct ft_share_tree *tree, enum ft_ties ties);

#endif
