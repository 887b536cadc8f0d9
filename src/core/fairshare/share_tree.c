/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See share_tree.h.
 */
#include "core/fairshare/share_tree.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

void ft_share_tree_init(struct ft_share_tree *tree)
{
	*tree = (struct ft_share_tree){0};
}

void ft_share_tree_fini(struct ft_share_tree *tree)
{
	free(tree->node);
	ft_id_map_fini(&tree->index);
	ft_share_tree_init(tree);
}

void ft_share_tree_clear(struct ft_share_tree *tree)
{
	tree->count = 0;
	tree->user_count = 0;
	ft_id_map_clear(&tree->index);
}

static int _adopt_node(struct ft_share_tree *tree, uint32_t fs_parent)
{
	struct ft_share_node *parent;

	if (fs_parent == FT_SHARE_NONE)
		return tree->count ? -EINVAL : 0;
	if (fs_parent >= tree->count)
		return -EINVAL;
	parent = &tree->node[fs_parent];
	if (!parent->child_count)
		parent->first_child = tree->count;
	else if (parent->first_child + parent->child_count != tree->count)
		return -EINVAL;
	parent->child_count++;
	return 0;
}

int ft_share_tree_add(struct ft_share_tree *tree, uint32_t fs_parent,
		      struct ft_share_node **ret_node)
{
	int rc;

	if (!FT_ARRAY_GROW(tree->node, tree->count, tree->size))
		return -ENOMEM;
	rc = _adopt_node(tree, fs_parent);
	if (rc)
		return rc;
	*ret_node = &tree->node[tree->count++];
	**ret_node = (struct ft_share_node){.parent = fs_parent,
					    .fs_parent = fs_parent};
	return 0;
}

int ft_share_tree_index(struct ft_share_tree *tree)
{
	ft_id_map_clear(&tree->index);
	for (uint32_t i = 0; i < tree->count; i++) {
		struct ft_share_node *node = &tree->node[i];
		uint32_t first;

		node->twin = FT_SHARE_NONE;
		if (ft_id_map_get(&tree->index, node->id, &first)) {
			node->twin = tree->node[first].twin;
			tree->node[first].twin = i;
		} else if (ft_id_map_put(&tree->index, node->id, i)) {
			return -ENOMEM;
		}
	}
	for (uint32_t i = 1; i < tree->count; i++) {
		struct ft_share_node *node = &tree->node[i];

		if (!ft_id_map_get(&tree->index, node->parent_id,
				   &node->parent))
			node->parent = node->fs_parent;
	}
	return 0;
}

uint32_t ft_share_tree_find(const struct ft_share_tree *tree, uint32_t id)
{
	uint32_t index;

	return ft_id_map_get(&tree->index, id, &index) ? index : FT_SHARE_NONE;
}

/*
 * One sum a sibling group.  "parent" nodes have none of their own and their
 * children are in the group already.
 */
static void _level_shares(struct ft_share_tree *tree,
			  const struct ft_share_node *up)
{
	struct ft_share_node *child = &tree->node[up->first_child];
	uint32_t sum = 0;

	for (uint32_t i = 0; i < up->child_count; i++)
		if (child[i].shares_raw != FT_SHARES_PARENT)
			sum += child[i].shares_raw;
	for (uint32_t i = 0; i < up->child_count; i++)
		child[i].level_shares = sum;
}

static double _own_share(const struct ft_share_node *node)
{
	return node->level_shares
		       ? (double) node->shares_raw / (double) node->level_shares
		       : 0;
}

static double _level_norm(const struct ft_share_tree *tree,
			  const struct ft_share_node *node)
{
	if (node->shares_raw == FT_SHARES_PARENT &&
	    node->fs_parent != FT_SHARE_NONE)
		node = &tree->node[node->fs_parent];
	return _own_share(node);
}

static double _product_norm(const struct ft_share_tree *tree,
			    const struct ft_share_node *node)
{
	double norm = 1;

	if (node->shares_raw == FT_SHARES_PARENT &&
	    node->fs_parent != FT_SHARE_NONE)
		return tree->node[node->fs_parent].shares_norm;
	for (; node->fs_parent != FT_SHARE_NONE;
	     node = &tree->node[node->fs_parent])
		norm *= _own_share(node);
	return norm;
}

void ft_share_tree_normalise(struct ft_share_tree *tree, bool level)
{
	for (uint32_t i = 0; i < tree->count; i++)
		_level_shares(tree, &tree->node[i]);
	for (uint32_t i = 0; i < tree->count; i++)
		tree->node[i].shares_norm =
			level ? _level_norm(tree, &tree->node[i])
			      : _product_norm(tree, &tree->node[i]);
}

void ft_share_tree_charge(struct ft_share_tree *tree, uint32_t node,
			  long double amount)
{
	for (; node != FT_SHARE_NONE; node = tree->node[node].parent)
		tree->node[node].usage_raw += amount;
}

void ft_share_tree_decay(struct ft_share_tree *tree, long double factor)
{
	for (uint32_t i = 0; i < tree->count; i++)
		tree->node[i].usage_raw *= factor;
}

long double ft_share_usage_norm(long double raw, long double root_raw)
{
	long double norm;

	if (root_raw == 0)
		return 0;
	norm = raw / root_raw;
	return norm > 1 ? 1 : norm;
}
