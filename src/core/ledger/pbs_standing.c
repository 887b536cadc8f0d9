/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pbs_standing.h.
 */
#include "core/ledger/pbs_standing.h"

#include <errno.h>
#include <stddef.h>

#include "core/pbs/resource_group.h"

void ft_pbs_standing_fini(struct ft_pbs_standing *standing)
{
	ft_vertex_fini(&standing->list);
	ft_share_tree_fini(&standing->tree);
	*standing = (struct ft_pbs_standing){0};
}

static int _below_unknown(struct ft_vertex_list *list, const char *name,
			  struct ft_vertex **ret_leaf)
{
	int rc =
		ft_vertex_add(list, FT_PBS_UNKNOWN_INDEX, name, "-1", ret_leaf);

	if (rc)
		return rc;
	(*ret_leaf)->shares = 1;
	(*ret_leaf)->leaf = true;
	return 0;
}

int ft_pbs_usage_book(struct ft_vertex_list *list,
		      const struct ft_pbs_usage *usage)
{
	uint32_t index = ft_vertex_find_leaf(list, usage->name);
	struct ft_vertex *leaf;
	int rc = 0;

	if (index == FT_SHARE_NONE)
		rc = _below_unknown(list, usage->name, &leaf);
	else
		leaf = &list->vertex[index];
	if (rc)
		return rc;
	leaf->usage = usage->used;
	leaf->usage_given = true;
	return 0;
}

static struct ft_pbs_place _place_entity(const struct ft_share_node *node)
{
	return (struct ft_pbs_place){node->fs_factor, node->eligible};
}

static int _entity_rank(struct ft_pbs_standing *standing,
			const struct ft_fairshare_policy *policy)
{
	int rc = ft_vertex_tree(&standing->list,
				ft_fairshare_level(policy->model),
				&standing->tree);

	return rc ? rc : ft_fairshare_compute(&standing->tree, policy);
}

int ft_pbs_standing_again(struct ft_pbs_standing *standing,
			  const struct ft_fairshare_policy *policy)
{
	ft_share_tree_clear(&standing->tree);
	return _entity_rank(standing, policy);
}

static int _make_entity(const struct ft_vertex_list *group,
			const struct ft_fairshare_policy *policy,
			const struct ft_pbs_usage *usage, uint32_t count,
			struct ft_pbs_standing *standing)
{
	int rc = ft_vertex_copy(&standing->list, group);

	for (uint32_t i = 0; !rc && i < count; i++)
		rc = ft_pbs_usage_book(&standing->list, &usage[i]);
	return rc ? rc : _entity_rank(standing, policy);
}

/* An entity without usage comes before all others below unknown. */
static struct ft_pbs_place _best_unknown(const struct ft_share_tree *tree)
{
	uint32_t unknown = ft_share_tree_find(tree, FT_PBS_UNKNOWN_INDEX + 1);
	const struct ft_share_node *up = &tree->node[unknown];
	struct ft_pbs_place best = {.eligible = up->eligible};

	for (uint32_t i = 0; i < up->child_count; i++) {
		const struct ft_share_node *leaf =
			&tree->node[up->first_child + i];

		if (leaf->fs_factor > best.factor)
			best = _place_entity(leaf);
	}
	return best;
}

/* No entity is below unknown: where would the first one stand? */
static int _first_unknown(const struct ft_pbs_standing *standing,
			  const struct ft_fairshare_policy *policy,
			  struct ft_pbs_place *ret_place)
{
	struct ft_pbs_standing with = {0};
	struct ft_vertex *leaf;
	int rc;

	ft_share_tree_init(&with.tree);
	rc = ft_vertex_copy(&with.list, &standing->list);
	if (!rc)
		rc = _below_unknown(&with.list, "", &leaf);
	if (!rc)
		rc = _entity_rank(&with, policy);
	if (!rc)
		*ret_place = _best_unknown(&with.tree);
	ft_pbs_standing_fini(&with);
	return rc;
}

int ft_pbs_standing_make(const struct ft_vertex_list *group,
			 const struct ft_fairshare_policy *policy,
			 const struct ft_pbs_usage *usage, uint32_t count,
			 struct ft_pbs_standing *standing)
{
	int rc;

	*standing = (struct ft_pbs_standing){0};
	ft_share_tree_init(&standing->tree);
	rc = _make_entity(group, policy, usage, count, standing);
	if (!rc && standing->list.count == group->count)
		rc = _first_unknown(standing, policy, &standing->newcomer);
	else if (!rc)
		standing->newcomer = _best_unknown(&standing->tree);
	if (rc)
		ft_pbs_standing_fini(standing);
	return rc;
}

struct ft_pbs_place ft_pbs_standing_find(const struct ft_pbs_standing *standing,
					 const char *name)
{
	uint32_t index = ft_vertex_find_leaf(&standing->list, name);

	if (index == FT_SHARE_NONE)
		return standing->newcomer;
	index = ft_share_tree_find(&standing->tree, index + 1);
	return _place_entity(&standing->tree.node[index]);
}

bool ft_pbs_standing_knows(const struct ft_vertex_list *group, const char *name)
{
	uint32_t index = ft_vertex_find_leaf(group, name);

	return index != FT_SHARE_NONE &&
	       group->vertex[index].parent != FT_PBS_UNKNOWN_INDEX;
}
