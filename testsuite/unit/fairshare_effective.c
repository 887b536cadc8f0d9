/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The classic model against Slurm's worked example and by hand.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/fairshare/fairshare_effective.h"
#include "tree.h"

/*
 * classic_fair_share.html, Figure 3.  Ids: A 2, D 3, B 5, C 6, E 7, F 8,
 * users 1 to 5: 10 to 14.  Their parts of the usage sum to 0.70 only: the
 * rest is charged to user 9 of account 4, which has no shares.
 */
static const struct row figure[] = {
	{1, 40, false, 0},  {1, 60, false, 0},	{1, 0, false, 0},
	{2, 30, false, 0},  {2, 10, false, 0},	{3, 25, false, 0},
	{3, 35, false, 0},  {4, 1, true, .30L}, {5, 1, true, .20L},
	{6, 1, true, .25L}, {6, 1, true, 0},	{7, 1, true, .25L},
	{8, 1, true, 0},
};

static struct ft_share_tree example(void)
{
	return tree_make(figure, 13, false);
}

/* Touches every user, as jobs of all of them would. */
static void touch_all(struct ft_share_tree *tree, enum ft_effective_kind kind)
{
	for (uint32_t i = 0; i < tree->count; i++) {
		struct ft_effective_event event = {FT_EFFECTIVE_TOUCH, i, 0};

		ft_effective_replay(tree, &event, 1, kind);
	}
}

static double factor(const struct ft_share_tree *tree, uint32_t id)
{
	const struct ft_share_node *node = tree_node(tree, id);

	return ft_effective_factor(node->usage_efctv, node->shares_norm, 1);
}

Test(effective, slurms_worked_example)
{
	static const double effective[] = {.3875, .275, .15, .25, .145833};
	static const double factors[] = {.408479, .022097, .125, .5, .749154};
	struct ft_share_tree tree = example();

	ft_effective_accounts(&tree, FT_EFFECTIVE_BLEND);
	touch_all(&tree, FT_EFFECTIVE_BLEND);
	for (uint32_t i = 0; i < 5; i++) {
		cr_expect_float_eq(
			(double) tree_node(&tree, 10 + i)->usage_efctv,
			effective[i], 1e-6, "user %u", i + 1);
		cr_expect_float_eq(factor(&tree, 10 + i), factors[i], 1e-6,
				   "user %u", i + 1);
	}
	ft_share_tree_fini(&tree);
}

Test(effective, users_wait_until_somebody_looks)
{
	struct ft_share_tree tree = example();
	struct ft_effective_event event[] = {
		{FT_EFFECTIVE_TOUCH, 9, 0},
		{FT_EFFECTIVE_CHARGE, 9, 1},
		{FT_EFFECTIVE_TOUCH, 9, 0},
		{FT_EFFECTIVE_TOUCH, 10, 0},
	};

	ft_effective_accounts(&tree, FT_EFFECTIVE_BLEND);
	cr_expect_eq(tree.node[9].usage_efctv, FT_SHARE_UNSET);
	ft_effective_replay(&tree, event, 4, FT_EFFECTIVE_BLEND);
	/* The first look counts: before the charge. */
	cr_expect_float_eq((double) tree.node[9].usage_norm, .2, 1e-12);
	/* User 2 is looked at after it: .25 of 2. */
	cr_expect_float_eq((double) tree.node[10].usage_norm, .125, 1e-12);
	cr_expect_eq(tree.node[12].usage_efctv, FT_SHARE_UNSET);
	ft_share_tree_fini(&tree);
}

Test(effective, without_shares_all_inherit)
{
	cr_expect_float_eq((double) ft_effective_usage(.1L, .4L, 0, 0), .4, 0);
	cr_expect_float_eq((double) ft_effective_usage(.2L, .45L, 30, 40),
			   .3875, 1e-15);
}

Test(effective, damping_and_edges_of_the_factor)
{
	cr_expect_float_eq(ft_effective_factor(.15L, .05L, 1), .125, 1e-12);
	cr_expect_float_eq(ft_effective_factor(.15L, .05L, 3), .5, 1e-12);
	cr_expect_float_eq(ft_effective_factor(0, .05L, 1), 1, 0);
	cr_expect_float_eq(ft_effective_factor(.1L, 0, 1), 0, 0);
	cr_expect_float_eq(ft_effective_factor(FT_SHARE_UNSET, .1L, 1), 0, 0);
	cr_expect_float_eq(ft_effective_factor(-1e-18L, .1L, 1), 1, 0);
	cr_expect_float_eq(ft_effective_factor(1, 1e-30L, 1), 0, 0);
}

/* R = r_p * r_l^k worked by hand for both branches of k. */
Test(effective, depth_oblivious_by_hand)
{
	/* Parent at twice its share, child at 1.5 of its part: k is 1. */
	struct ft_effective_ratio in = {
		.norm = .3L,
		.shares = .2,
		.parent_effective = .8L,
		.parent_shares = .4,
		.siblings_norm = .4L,
	};
	long double k;

	cr_expect_float_eq((double) ft_effective_oblivious(&in), 2 * 1.5 * .2,
			   1e-12);
	/* A child far below its part, in a parent above: k shrinks. */
	in.norm = .1L;
	k = 1 / (1 + powl(5 * logl(2), 2));
	cr_expect_float_eq((double) ft_effective_oblivious(&in),
			   (double) (2 * powl(.5L, k) * .2L), 1e-12);
	in.norm = 0;
	cr_expect_float_eq((double) ft_effective_oblivious(&in), 0, 0);
	in.norm = .1L;
	in.shares = 0;
	cr_expect_float_eq((double) ft_effective_oblivious(&in), .1, 1e-15);
}

Test(effective, users_without_shares_count_as_their_account)
{
	static const struct row row[] = {
		{1, 10, false, 0},
		{1, 10, false, 0},
		{2, FT_SHARES_PARENT, true, 3},
		{3, 1, true, 1},
	};
	struct ft_share_tree tree = tree_make(row, 4, false);

	ft_effective_accounts(&tree, FT_EFFECTIVE_BLEND);
	touch_all(&tree, FT_EFFECTIVE_BLEND);
	/* Its jobs count as the account's, so nobody looks at the user. */
	cr_expect_eq(tree_node(&tree, 4)->usage_efctv, FT_SHARE_UNSET);
	cr_expect_float_eq((double) tree_node(&tree, 2)->usage_efctv, .75,
			   1e-15);
	cr_expect_float_eq(tree_node(&tree, 4)->shares_norm, .5, 1e-15);
	ft_share_tree_fini(&tree);
}
