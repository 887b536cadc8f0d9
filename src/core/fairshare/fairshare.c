/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare.h.
 */
#include "core/fairshare/fairshare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

const char *const ft_model_names[] = {
	[FT_MODEL_AUTO] = "auto",
	[FT_MODEL_EFFECTIVE] = "effective",
	[FT_MODEL_FAIRTREE] = "fairtree",
	[FT_MODEL_SIMPLE] = "simple",
	[FT_MODEL_PBS] = "pbs",
	[FT_MODEL_QUOTA] = "quota",
	NULL,
};
const char *const ft_ties_names[] = {
	[FT_TIES_COMPAT] = "compat", [FT_TIES_STRICT] = "strict", NULL};
const char *const ft_pbs_order_names[] = {
	[FT_PBS_ORDER_PATH] = "path",
	[FT_PBS_ORDER_FACTOR] = "factor",
	[FT_PBS_ORDER_CYCLE] = "cycle",
	NULL,
};

/* Without shares of its own a node counts as the ancestor that has some. */
static const struct ft_share_node *_counts_as(const struct ft_share_tree *tree,
					      const struct ft_share_node *node)
{
	if (node->shares_raw == FT_SHARES_PARENT &&
	    node->fs_parent != FT_SHARE_NONE)
		return &tree->node[node->fs_parent];
	return node;
}

static void _effective(struct ft_share_tree *tree, enum ft_effective_kind kind)
{
	ft_effective_accounts(tree, kind);
	for (uint32_t i = 0; i < tree->count; i++) {
		struct ft_effective_event look = {FT_EFFECTIVE_TOUCH, i, 0};

		ft_effective_replay(tree, &look, 1, kind);
	}
}

static void _powers(struct ft_share_tree *tree, uint16_t damping)
{
	for (uint32_t i = 0; i < tree->count; i++) {
		struct ft_share_node *node = &tree->node[i];
		const struct ft_share_node *as = _counts_as(tree, node);

		node->fs_factor = ft_effective_factor(as->usage_efctv,
						      as->shares_norm, damping);
	}
}

/* Highest factor first. */
static int _by_factor(const void *a, const void *b)
{
	const struct ft_share_node *const *x = a, *const *y = b;

	if ((*x)->fs_factor != (*y)->fs_factor)
		return (*x)->fs_factor > (*y)->fs_factor ? -1 : 1;
	return (*x < *y) ? -1 : (*x > *y);
}

static int _model_rank(struct ft_share_tree *tree)
{
	struct ft_share_node **user = calloc((size_t) tree->count + 1,
					     sizeof(struct ft_share_node *));
	uint32_t count = 0;

	if (!user)
		return -ENOMEM;
	for (uint32_t i = 0; i < tree->count; i++)
		if (tree->node[i].user)
			user[count++] = &tree->node[i];
	qsort(user, count, sizeof(struct ft_share_node *), _by_factor);
	for (uint32_t i = 0; i < count; i++) {
		bool tied = i && user[i]->fs_factor == user[i - 1]->fs_factor;

		user[i]->rank = tied ? user[i - 1]->rank : i + 1;
	}
	free(user);
	return 0;
}

/* Share of the level over usage of the level, as sshare shows it. */
static long double _level_fs(const struct ft_share_tree *tree,
			     const struct ft_share_node *node)
{
	const struct ft_share_node *up = &tree->node[node->fs_parent];

	if (node->shares_raw == FT_SHARES_PARENT)
		return FT_SHARE_UNSET;
	if (!node->shares_raw)
		return 0;
	if (node->usage_raw <= 0)
		return INFINITY;
	return (long double) node->shares_raw / node->level_shares *
	       up->usage_raw / node->usage_raw;
}

static int _compute_pbs(struct ft_share_tree *tree,
			const struct ft_fairshare_policy *policy)
{
	_effective(tree, FT_EFFECTIVE_BLEND);
	if (policy->pbs_order == FT_PBS_ORDER_FACTOR)
		_powers(tree, policy->damping);
	else if (ft_pbs_rank(tree))
		return -ENOMEM;
	for (uint32_t i = 0; i < tree->count; i++)
		tree->node[i].eligible = !policy->enforce_no_shares ||
					 tree->node[i].shares_norm > 0;
	for (uint32_t i = 1; i < tree->count; i++)
		tree->node[i].level_fs = _level_fs(tree, &tree->node[i]);
	return 0;
}

static int _compute_simple(struct ft_share_tree *tree,
			   const struct ft_fairshare_policy *policy)
{
	_effective(tree, FT_EFFECTIVE_ACTUAL);
	_powers(tree, policy->damping);
	return 0;
}

static int _compute_effective(struct ft_share_tree *tree,
			      const struct ft_fairshare_policy *policy)
{
	_effective(tree, FT_EFFECTIVE_BLEND);
	_powers(tree, policy->damping);
	return 0;
}

static int _compute_fair_tree(struct ft_share_tree *tree,
			      const struct ft_fairshare_policy *policy)
{
	int rc = ft_fair_tree_compute(tree, policy->ties);

	for (uint32_t i = 0; i < tree->count; i++)
		if (!tree->node[i].user)
			tree->node[i].fs_factor = FT_FACTOR_NONE;
	return rc;
}

const struct ft_model_row ft_models[] = {
	[FT_MODEL_AUTO] = {.compute = _compute_fair_tree},
	[FT_MODEL_EFFECTIVE] = {.compute = _compute_effective,
				.associations = FT_MODEL_EFFECTIVE},
	[FT_MODEL_FAIRTREE] = {.compute = _compute_fair_tree,
			       .associations = FT_MODEL_FAIRTREE,
			       .levels = true,
			       .ranks = true},
	[FT_MODEL_SIMPLE] = {.compute = _compute_simple,
			     .associations = FT_MODEL_SIMPLE,
			     .kind = FT_EFFECTIVE_ACTUAL},
	[FT_MODEL_PBS] = {.compute = _compute_pbs,
			  .associations = FT_MODEL_PBS,
			  .ranks = true},
	/* What its tree shows is the classic factor. */
	[FT_MODEL_QUOTA] = {.compute = _compute_effective,
			    .associations = FT_MODEL_FAIRTREE,
			    .ranks = true,
			    .books = true,
			    .jobs = true},
};

bool ft_fairshare_level(enum ft_model model)
{
	return ft_models[model].levels;
}

int ft_fairshare_compute(struct ft_share_tree *tree,
			 const struct ft_fairshare_policy *policy)
{
	int rc;

	for (uint32_t i = 0; i < tree->count; i++) {
		tree->node[i].eligible = true;
		tree->node[i].rank = 0;
		tree->node[i].level_fs = FT_SHARE_UNSET;
	}
	rc = ft_models[policy->model].compute(tree, policy);
	if (tree->count)
		tree->node[0].usage_norm = ft_share_usage_norm(
			tree->node[0].usage_raw, tree->node[0].usage_raw);
	return rc ? rc : _model_rank(tree);
}
