/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fair Tree: order, ties by both rules, shares that are none.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/fairshare/fairshare_tree.h"
#include "tree.h"

/* The rank of a user: user_count is best. */
static unsigned rank(const struct ft_share_tree *tree, uint32_t id)
{
	return (unsigned) lround(tree_node(tree, id)->fs_factor *
				 tree->user_count);
}

static struct ft_share_tree ranked(const struct row *row, uint32_t count,
				   enum ft_ties ties)
{
	struct ft_share_tree tree = tree_make(row, count, true);

	cr_assert_eq(ft_fair_tree_compute(&tree, ties), 0);
	return tree;
}

/* A(2) used less than its half, B(3) more; users 4, 5 in A, 6, 7 in B. */
static const struct row plain[] = {
	{1, 1, false, 0}, {1, 1, false, 0}, {2, 1, true, 10},
	{2, 1, true, 20}, {3, 1, true, 0},  {3, 1, true, 70},
};

Test(fair_tree, nobody_of_a_worse_account_comes_first)
{
	for (int ties = FT_TIES_COMPAT; ties <= FT_TIES_STRICT; ties++) {
		struct ft_share_tree tree = ranked(plain, 6, ties);

		cr_expect_eq(rank(&tree, 4), 4);
		cr_expect_eq(rank(&tree, 5), 3);
		cr_expect_eq(rank(&tree, 6), 2);
		cr_expect_eq(rank(&tree, 7), 1);
		cr_expect_float_eq((double) tree_node(&tree, 2)->level_fs,
				   .5 / .3, 1e-12);
		cr_expect(isinf((double) tree_node(&tree, 6)->level_fs));
		cr_expect_float_eq((double) tree_node(&tree, 7)->usage_efctv, 1,
				   1e-15);
		cr_expect_float_eq((double) tree_node(&tree, 7)->usage_norm, .7,
				   1e-15);
		ft_share_tree_fini(&tree);
	}
}

Test(fair_tree, users_that_tie_share_a_rank_and_the_next_one_is_left_out)
{
	static const struct row row[] = {
		{1, 1, true, 10},
		{1, 1, true, 10},
		{1, 1, true, 30},
	};
	struct ft_share_tree tree = ranked(row, 3, FT_TIES_COMPAT);

	cr_expect_eq(rank(&tree, 2), 3);
	cr_expect_eq(rank(&tree, 3), 3);
	cr_expect_eq(rank(&tree, 4), 1);
	ft_share_tree_fini(&tree);
}

Test(fair_tree, nothing_used_means_everybody_is_best)
{
	struct row row[6];

	for (int i = 0; i < 6; i++) {
		row[i] = plain[i];
		row[i].usage = 0;
	}
	for (int ties = FT_TIES_COMPAT; ties <= FT_TIES_STRICT; ties++) {
		struct ft_share_tree tree = ranked(row, 6, ties);

		for (uint32_t id = 4; id <= 7; id++)
			cr_expect_eq(rank(&tree, id), 4);
		ft_share_tree_fini(&tree);
	}
}

/*
 * Accounts A(2) and B(3) tie: both used half.  A: users 4 (30), 5 (20);
 * B: users 6 (10), 7 (40).  Merged they sort 6, 5, 4, 7.
 */
static const struct row tied[] = {
	{1, 1, false, 0}, {1, 1, false, 0}, {2, 1, true, 30},
	{2, 1, true, 20}, {3, 1, true, 10}, {3, 1, true, 40},
};

Test(fair_tree, strict_merges_accounts_that_tie)
{
	struct ft_share_tree tree = ranked(tied, 6, FT_TIES_STRICT);

	cr_expect_eq(rank(&tree, 6), 4);
	cr_expect_eq(rank(&tree, 5), 3);
	cr_expect_eq(rank(&tree, 4), 2);
	cr_expect_eq(rank(&tree, 7), 1);
	ft_share_tree_fini(&tree);
}

/* multifactor(22.05): B's best user takes over the rank of A's last. */
Test(fair_tree, compat_ranks_tied_accounts_one_after_the_other)
{
	struct ft_share_tree tree = ranked(tied, 6, FT_TIES_COMPAT);

	cr_expect_eq(rank(&tree, 5), 4);
	cr_expect_eq(rank(&tree, 4), 3);
	cr_expect_eq(rank(&tree, 6), 3);
	cr_expect_eq(rank(&tree, 7), 1);
	ft_share_tree_fini(&tree);
}

/* User 3 ties with account A(2); A: users 4 (10), 5 (30). */
static const struct row user_ties[] = {
	{1, 1, false, 0},
	{1, 1, true, 40},
	{2, 1, true, 10},
	{2, 1, true, 30},
};

Test(fair_tree, a_user_that_ties_with_an_account_ranks_as_its_best_user)
{
	for (int ties = FT_TIES_COMPAT; ties <= FT_TIES_STRICT; ties++) {
		struct ft_share_tree tree = ranked(user_ties, 4, ties);

		cr_expect_eq(rank(&tree, 3), 3);
		cr_expect_eq(rank(&tree, 4), 3);
		cr_expect_eq(rank(&tree, 5), 1);
		ft_share_tree_fini(&tree);
	}
}

/* As above, but the first account in A, tied with A's users, is empty. */
Test(fair_tree, strict_looks_past_an_account_without_users)
{
	static const struct row row[] = {
		{1, 1, false, 0}, {1, 1, true, 40}, {2, 1, false, 0},
		{2, 1, true, 10}, {2, 1, true, 30},
	};
	struct ft_share_tree tree = ranked(row, 5, FT_TIES_STRICT);

	cr_expect_eq(rank(&tree, 3), 3);
	cr_expect_eq(rank(&tree, 5), 3);
	cr_expect_eq(rank(&tree, 6), 1);
	ft_share_tree_fini(&tree);
}

Test(fair_tree, shares_of_nobody_and_of_the_parent)
{
	static const struct row row[] = {
		{1, 0, true, 0},
		{1, FT_SHARES_PARENT, true, 50},
		{1, 5, true, 50},
	};
	struct ft_share_tree tree = ranked(row, 3, FT_TIES_STRICT);

	cr_expect_eq(rank(&tree, 3), 3);
	cr_expect_eq(rank(&tree, 4), 2);
	cr_expect_eq(rank(&tree, 2), 1);
	cr_expect_eq(tree_node(&tree, 2)->level_fs, 0);
	cr_expect(isinf((double) tree_node(&tree, 3)->level_fs));
	ft_share_tree_fini(&tree);
}

Test(fair_tree, an_empty_tree_is_no_error)
{
	struct ft_share_tree tree;

	ft_share_tree_init(&tree);
	cr_expect_eq(ft_fair_tree_compute(&tree, FT_TIES_COMPAT), 0);
	ft_share_tree_fini(&tree);
}
