/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The share tree: its shape, shares of both kinds, sums up the tree.
 */
#include <criterion/criterion.h>
#include <errno.h>

#include "tree.h"

/* root: A(2, 40), D(3, 60); A: B(4, 30), C(5, 10); C: two users of 1 */
static const struct row shares[] = {
	{1, 40, false, 0}, {1, 60, false, 0}, {2, 30, false, 0},
	{2, 10, false, 0}, {5, 1, true, 3},   {5, 1, true, 4},
};

Test(share_tree, classic_shares_are_products)
{
	struct ft_share_tree tree = tree_make(shares, 6, false);

	cr_expect_float_eq(tree_node(&tree, 2)->shares_norm, 0.4, 1e-15);
	cr_expect_float_eq(tree_node(&tree, 4)->shares_norm, 0.3, 1e-15);
	cr_expect_float_eq(tree_node(&tree, 6)->shares_norm, 0.05, 1e-15);
	ft_share_tree_fini(&tree);
}

Test(share_tree, level_shares_are_of_siblings_only)
{
	struct ft_share_tree tree = tree_make(shares, 6, true);

	cr_expect_float_eq(tree_node(&tree, 4)->shares_norm, 0.75, 1e-15);
	cr_expect_float_eq(tree_node(&tree, 6)->shares_norm, 0.5, 1e-15);
	cr_expect_eq(tree_node(&tree, 4)->level_shares, 40);
	ft_share_tree_fini(&tree);
}

Test(share_tree, usage_is_booked_up_to_the_root)
{
	struct ft_share_tree tree = tree_make(shares, 6, false);

	cr_expect_float_eq((double) tree_node(&tree, 5)->usage_raw, 7, 0);
	cr_expect_float_eq((double) tree_node(&tree, 1)->usage_raw, 7, 0);
	cr_expect_float_eq((double) tree_node(&tree, 3)->usage_raw, 0, 0);
	ft_share_tree_decay(&tree, 0.5L);
	cr_expect_float_eq((double) tree_node(&tree, 1)->usage_raw, 3.5, 0);
	ft_share_tree_fini(&tree);
}

/* A(2, 10), B(3, parent), then B's user(4, 5), which hangs from the root. */
static const struct row borrowed[] = {
	{1, 10, false, 0},
	{1, FT_SHARES_PARENT, false, 0},
	{3, 5, true, 6},
};

Test(share_tree, a_parent_account_lends_its_place)
{
	struct ft_share_tree tree = tree_make(borrowed, 3, false);

	cr_expect_eq(tree_node(&tree, 4)->fs_parent, 0);
	cr_expect_eq(tree_node(&tree, 4)->parent, 2);
	cr_expect_eq(tree_node(&tree, 4)->level_shares, 15);
	cr_expect_float_eq(tree_node(&tree, 4)->shares_norm, 1. / 3, 1e-15);
	cr_expect_float_eq((double) tree_node(&tree, 3)->usage_raw, 6, 0);
	ft_share_tree_fini(&tree);
}

Test(share_tree, torn_siblings_are_refused)
{
	struct ft_share_tree tree = tree_make(shares, 6, false);
	struct ft_share_node *node;

	cr_expect_eq(ft_share_tree_add(&tree, 1, &node), -EINVAL);
	cr_expect_eq(ft_share_tree_add(&tree, FT_SHARE_NONE, &node), -EINVAL);
	cr_expect_eq(ft_share_tree_find(&tree, 99), FT_SHARE_NONE);
	ft_share_tree_fini(&tree);
}

Test(share_tree, of_several_with_an_id_the_first_is_found)
{
	struct ft_share_tree tree = tree_make(shares, 6, false);
	uint32_t id = tree.node[2].id;

	tree.node[4].id = tree.node[6].id = id;
	cr_assert_eq(ft_share_tree_index(&tree), 0);
	cr_expect_eq(ft_share_tree_find(&tree, id), 2);
	cr_expect_eq(tree.node[2].twin + tree.node[tree.node[2].twin].twin,
		     4 + 6);
	cr_expect_eq(tree.node[1].twin, FT_SHARE_NONE);
	ft_share_tree_fini(&tree);
}

Test(share_tree, a_part_is_at_most_the_whole)
{
	cr_expect_float_eq((double) ft_share_usage_norm(3, 0), 0, 0);
	cr_expect_float_eq((double) ft_share_usage_norm(3, 2), 1, 0);
	cr_expect_float_eq((double) ft_share_usage_norm(1, 4), 0.25, 0);
}

Test(id_map, finds_every_id_and_no_other)
{
	struct ft_id_map map;
	uint32_t value;

	ft_id_map_init(&map);
	cr_expect_not(ft_id_map_get(&map, 0, NULL));
	for (uint32_t i = 0; i < 10000; i++)
		cr_assert_eq(ft_id_map_put(&map, i * 7919u, i), 0);
	cr_assert_eq(ft_id_map_put(&map, UINT32_MAX, 1), 0);
	cr_assert_eq(ft_id_map_put(&map, 0, 5), 0);
	cr_expect_eq(map.count, 10001);
	for (uint32_t i = 1; i < 10000; i++) {
		cr_assert(ft_id_map_get(&map, i * 7919u, &value));
		cr_assert_eq(value, i);
	}
	cr_expect(ft_id_map_get(&map, 0, &value) && value == 5);
	cr_expect_not(ft_id_map_get(&map, 3, NULL));
	ft_id_map_clear(&map);
	cr_expect_not(ft_id_map_get(&map, 7919, NULL));
	ft_id_map_trim(&map, 5000);
	cr_expect_geq(map.size, 10000);
	ft_id_map_trim(&map, 10);
	cr_expect_lt(map.size, 1000);
	cr_expect_geq(map.size, 20);
	cr_assert_eq(ft_id_map_put(&map, 7919, 1), 0);
	ft_id_map_trim(&map, 0);
	cr_expect_not(ft_id_map_get(&map, 7919, NULL));
	cr_expect_null(map.slot);
	ft_id_map_fini(&map);
}
