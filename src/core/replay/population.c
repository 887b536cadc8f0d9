/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See population.h.
 */
#include "core/replay/population.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FAN = 4, GROUPS = FAN * FAN, FIRST_GROUP = 1 + FAN, NAME = 32 };

struct maker {
	const struct ft_workload *workload;
	struct ft_population population;
	struct ft_index_map seen; /* leaves, by parent and user */
};

static int _add_member(struct ft_vertex_list *list, uint32_t parent,
		       const char *name, uint32_t shares, bool user)
{
	struct ft_vertex *vertex;
	int rc = ft_vertex_add(list, parent, name, "", &vertex);

	if (rc)
		return rc;
	vertex->shares = shares;
	vertex->leaf = user;
	return 0;
}

static void _member_name(int64_t number, char name[NAME])
{
	snprintf(name, NAME, "%" PRId64, number);
}

/* The user's leaf below that account, which is made if there is none. */
static int _member_user(struct maker *maker, uint32_t account, int64_t user,
			uint32_t *ret_leaf)
{
	struct ft_vertex_list *list = &maker->population.list;
	uint64_t hash = ft_index_mix(ft_index_mix(0, account), (uint64_t) user);
	size_t at = SIZE_MAX;
	char name[NAME];
	uint32_t leaf;

	_member_name(user, name);
	while ((leaf = ft_index_map_next(&maker->seen, hash, &at)) !=
	       UINT32_MAX)
		if (list->vertex[leaf].parent == account &&
		    strtoll(list->vertex[leaf].name, NULL, 10) == user) {
			*ret_leaf = leaf;
			return 0;
		}
	*ret_leaf = list->count;
	if (_add_member(list, account, name, 1, true))
		return -ENOMEM;
	return ft_index_map_put(&maker->seen, hash, *ret_leaf);
}

static void _close_member(struct maker *maker, int rc,
			  struct ft_population *ret_population)
{
	ft_index_map_fini(&maker->seen);
	if (rc)
		ft_population_free(&maker->population);
	else
		*ret_population = maker->population;
}

/* A list with a root of one share, and room for the leaves of jobs. */
static int _open_member(struct maker *maker)
{
	int rc = ft_vertex_init(&maker->population.list, "root");

	if (rc)
		return rc;
	maker->population.list.vertex[0].shares = 1;
	maker->population.leaf = calloc((size_t) maker->workload->count + 1,
					sizeof(*maker->population.leaf));
	if (!maker->population.leaf)
		return -ENOMEM;
	return ft_index_map_init(&maker->seen, 1024);
}

/* Neighbouring numbers go to different groups. */
static uint32_t _group_of(int64_t user)
{
	return (uint32_t) (((uint64_t) user * UINT64_C(0x9e3779b97f4a7c15)) >>
			   32) %
	       GROUPS;
}

static int _made_up_accounts(struct ft_vertex_list *list)
{
	char name[NAME];
	int rc = 0;

	for (uint32_t i = 0; !rc && i < FAN; i++) {
		snprintf(name, NAME, "d%" PRIu32, i + 1);
		rc = _add_member(list, 0, name, 1 + i, false);
	}
	for (uint32_t i = 0; !rc && i < GROUPS; i++) {
		snprintf(name, NAME, "d%" PRIu32 "g%" PRIu32, 1 + i / FAN,
			 1 + i % FAN);
		rc = _add_member(list, 1 + i / FAN, name, 1 + i % FAN, false);
	}
	return rc;
}

extern int ft_population_make_up(const struct ft_workload *workload,
				 struct ft_population *ret_population)
{
	struct maker maker = {.workload = workload};
	int rc = _open_member(&maker);

	if (!rc)
		rc = _made_up_accounts(&maker.population.list);
	for (uint32_t i = 0; !rc && i < workload->count; i++) {
		int64_t user = workload->job[i].user;

		rc = _member_user(&maker, FIRST_GROUP + _group_of(user), user,
				  &maker.population.leaf[i]);
	}
	_close_member(&maker, rc, ret_population);
	return rc;
}

/* The account of a group of the log, which is made if there is none. */
static int _member_group(struct maker *maker, int64_t group,
			 uint32_t *ret_account)
{
	struct ft_vertex_list *list = &maker->population.list;
	uint64_t hash = ft_index_mix(1, (uint64_t) group);
	size_t at = SIZE_MAX;
	char name[NAME];
	uint32_t i;

	snprintf(name, NAME, "g%" PRId64, group);
	while ((i = ft_index_map_next(&maker->seen, hash, &at)) != UINT32_MAX)
		if (!list->vertex[i].leaf &&
		    strtoll(list->vertex[i].name + 1, NULL, 10) == group) {
			*ret_account = i;
			return 0;
		}
	*ret_account = list->count;
	if (_add_member(list, 0, name, 1, false))
		return -ENOMEM;
	return ft_index_map_put(&maker->seen, hash, *ret_account);
}

extern int ft_population_groups(const struct ft_workload *workload,
				struct ft_population *ret_population)
{
	struct maker maker = {.workload = workload};
	int rc = _open_member(&maker);

	for (uint32_t i = 0; !rc && i < workload->count; i++) {
		const struct ft_workload_job *job = &workload->job[i];
		uint32_t account = 0;

		rc = _member_group(&maker, job->group, &account);
		if (!rc)
			rc = _member_user(&maker, account, job->user,
					  &maker.population.leaf[i]);
	}
	_close_member(&maker, rc, ret_population);
	return rc;
}

static uint32_t _account_leaf(const struct ft_vertex_list *list,
			      const char *name)
{
	uint32_t index = ft_vertex_find(list, name);

	return index != FT_SHARE_NONE && list->vertex[index].leaf
		       ? FT_SHARE_NONE
		       : index;
}

static int _user_leaf(struct ft_vertex_list *list, int64_t user,
		      uint32_t *ret_leaf, struct ft_err *err)
{
	uint32_t unknown = _account_leaf(list, FT_POPULATION_UNKNOWN);
	char name[NAME];

	_member_name(user, name);
	*ret_leaf = ft_vertex_find_leaf(list, name);
	if (*ret_leaf != FT_SHARE_NONE)
		return 0;
	if (unknown == FT_SHARE_NONE)
		return ft_fail(err, -EINVAL,
			       "user %s of the log is no leaf of the tree: add "
			       "it, or an account named " FT_POPULATION_UNKNOWN
			       " for all who are not named",
			       name);
	*ret_leaf = list->count;
	if (_add_member(list, unknown, name, 1, true))
		return ft_no_memory(err);
	return 0;
}

extern int ft_population_given(const struct ft_workload *workload,
			       struct ft_vertex_list *list,
			       struct ft_population *ret_population,
			       struct ft_err *err)
{
	uint32_t *leaf = calloc((size_t) workload->count + 1, sizeof(*leaf));
	int rc = leaf ? 0 : ft_no_memory(err);

	for (uint32_t i = 0; !rc && i < workload->count; i++)
		rc = _user_leaf(list, workload->job[i].user, &leaf[i], err);
	if (rc) {
		free(leaf);
		return rc;
	}
	*ret_population = (struct ft_population){.list = *list, .leaf = leaf};
	*list = (struct ft_vertex_list){0};
	return 0;
}

extern int ft_population_promise(const struct ft_population *population,
				 double *promised)
{
	struct ft_share_tree tree;
	int rc;

	ft_share_tree_init(&tree);
	rc = ft_vertex_tree(&population->list, false, &tree);
	for (uint32_t i = 0; !rc && i < tree.count; i++)
		promised[tree.node[i].id - 1] = tree.node[i].shares_norm;
	ft_share_tree_fini(&tree);
	return rc;
}

extern void ft_population_free(struct ft_population *population)
{
	if (population->list.vertex)
		ft_vertex_fini(&population->list);
	free(population->leaf);
	*population = (struct ft_population){0};
}
