/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_effective.h.
 */
#include "core/fairshare/fairshare_effective.h"

#include <math.h>

/* How hard DEPTH_OBLIVIOUS holds a parent's deviation against its children. */
#define PARENT_WEIGHT 5.0L

long double ft_effective_usage(long double norm, long double parent,
			       uint32_t shares_raw, uint32_t level_shares)
{
	if (!level_shares)
		return parent;
	return norm +
	       (parent - norm) * (shares_raw / (long double) level_shares);
}

static long double _exponent(long double parent_ratio, long double local_ratio)
{
	if (parent_ratio == 0 || local_ratio == 0 ||
	    logl(parent_ratio) * logl(local_ratio) >= 0)
		return 1;
	return 1 / (1 + powl(PARENT_WEIGHT * logl(parent_ratio), 2));
}

long double ft_effective_oblivious(const struct ft_effective_ratio *in)
{
	long double parent_ratio, local_ratio, level_ratio, power;

	if (in->shares == 0 || in->parent_shares == 0 ||
	    in->parent_effective == 0 || in->norm == 0)
		return in->norm;
	parent_ratio = in->parent_effective / in->parent_shares;
	level_ratio = in->siblings_norm / in->parent_shares;
	local_ratio = in->norm / in->shares / level_ratio;
	/* A reset of single users can leave tiny negative sums behind. */
	if (!(parent_ratio > 0) || !(local_ratio > 0))
		return in->norm;
	/* The power is taken in double, as multifactor does. */
	power = pow((double) local_ratio,
		    (double) _exponent(parent_ratio, local_ratio));
	return parent_ratio * power * in->shares;
}

double ft_effective_factor(long double effective, long double shares,
			   uint16_t damping)
{
	double factor;

	if (fabsl(effective - FT_SHARE_UNSET) < 0.000001L || !(shares > 0))
		return 0;
	factor = pow(2.0,
		     (double) -(effective / shares / (damping ? damping : 1)));
	/* Negative leftovers of a usage reset must not exceed "no usage". */
	return factor > 1 ? 1 : factor;
}

static long double _siblings_norm(const struct ft_share_tree *tree,
				  const struct ft_share_node *up)
{
	const struct ft_share_node *child = &tree->node[up->first_child];
	long double sum = 0;

	for (uint32_t i = 0; i < up->child_count; i++)
		if (child[i].shares_raw != FT_SHARES_PARENT)
			sum += child[i].usage_norm;
	return sum;
}

static void _set_usage(struct ft_share_tree *tree, struct ft_share_node *node,
		       enum ft_effective_kind kind)
{
	const struct ft_share_node *root = &tree->node[0];
	const struct ft_share_node *up = &tree->node[node->fs_parent];

	node->usage_norm =
		ft_share_usage_norm(node->usage_raw, root->usage_raw);
	node->touched = true;
	if (up == root) {
		node->usage_efctv = node->usage_norm;
	} else if (node->shares_raw == FT_SHARES_PARENT) {
		node->usage_efctv = up->usage_efctv;
	} else if (kind == FT_EFFECTIVE_ACTUAL) {
		node->usage_efctv = node->usage_norm;
	} else if (kind == FT_EFFECTIVE_OBLIVIOUS) {
		struct ft_effective_ratio ratio = {
			.norm = node->usage_norm,
			.shares = node->shares_norm,
			.parent_effective = up->usage_efctv,
			.parent_shares = up->shares_norm,
			.siblings_norm = _siblings_norm(tree, up),
		};

		node->usage_efctv = ft_effective_oblivious(&ratio);
	} else {
		node->usage_efctv = ft_effective_usage(
			node->usage_norm, up->usage_efctv, node->shares_raw,
			node->level_shares);
	}
}

void ft_effective_accounts(struct ft_share_tree *tree,
			   enum ft_effective_kind kind)
{
	if (tree->count)
		tree->node[0].usage_efctv = 1;
	for (uint32_t i = 1; i < tree->count; i++) {
		struct ft_share_node *node = &tree->node[i];

		node->touched = false;
		if (node->user)
			node->usage_efctv = FT_SHARE_UNSET;
		else
			_set_usage(tree, node, kind);
	}
}

/* Whose usage counts: without shares of its own, the ancestor's that has. */
static void _touch_usage(struct ft_share_tree *tree, struct ft_share_node *node,
			 enum ft_effective_kind kind)
{
	if (node->fs_parent != FT_SHARE_NONE && !node->touched &&
	    node->shares_raw != FT_SHARES_PARENT)
		_set_usage(tree, node, kind);
}

void ft_effective_replay(struct ft_share_tree *tree,
			 const struct ft_effective_event *event, size_t count,
			 enum ft_effective_kind kind)
{
	for (size_t i = 0; i < count; i++) {
		if (event[i].type == FT_EFFECTIVE_CHARGE)
			ft_share_tree_charge(tree, event[i].node,
					     event[i].amount);
		else
			_touch_usage(tree, &tree->node[event[i].node], kind);
	}
}
