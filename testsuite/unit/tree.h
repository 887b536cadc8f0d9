/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds share trees from tables, for tests.
 */
#ifndef FT_TEST_TREE_H
#define FT_TEST_TREE_H

#include <criterion/criterion.h>

#include "core/fairshare/share_tree.h"

/* One row a node; parents before children, siblings side by side.  Ids count
 * from 1, the root's; below is the parent's id. */
struct row {
	uint32_t below;
	uint32_t shares;
	bool user;
	long double usage; /* users only: accounts get the sum */
};

static inline struct ft_share_tree tree_make(const struct row *row,
					     uint32_t count, bool level)
{
	struct ft_share_tree tree;
	struct ft_share_node *node;

	ft_share_tree_init(&tree);
	cr_assert_eq(ft_share_tree_add(&tree, FT_SHARE_NONE, &node), 0);
	node->id = 1;
	node->shares_raw = 1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t up = row[i].below - 1;

		cr_assert_lt(up, tree.count);
		if (tree.node[up].shares_raw == FT_SHARES_PARENT)
			up = tree.node[up].fs_parent;
		cr_assert_eq(ft_share_tree_add(&tree, up, &node), 0,
			     "row %u tears siblings apart", i);
		node->id = i + 2;
		node->parent_id = row[i].below;
		node->shares_raw = row[i].shares;
		node->user = row[i].user;
		tree.user_count += row[i].user;
	}
	cr_assert_eq(ft_share_tree_index(&tree), 0);
	for (uint32_t i = 0; i < count; i++)
		if (row[i].user)
			ft_share_tree_charge(&tree, i + 1, row[i].usage);
	ft_share_tree_normalise(&tree, level);
	return tree;
}

/* The node with this id. */
static inline const struct ft_share_node *
tree_node(const struct ft_share_tree *tree, uint32_t id)
{
	uint32_t index = ft_share_tree_find(tree, id);

	cr_assert_neq(index, FT_SHARE_NONE);
	return &tree->node[index];
}

#endif
