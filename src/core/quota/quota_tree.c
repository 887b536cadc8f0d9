/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_tree.h.
 */
#include "core/quota/quota_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"

/* Trees are walked level by level, each of which takes some of the stack. */
enum { MEMBERS = 1024, DEPTH_MAX = 64 };

const char *const ft_quota_keys[FT_QUOTA_KINDS] = {"CPUH", "MEMMBH", "DISKMBH"};

/* Room for the quota of every account that there is. */
static int _grow_account(struct ft_quota_tree *tree)
{
	uint32_t room = 2 * tree->list.count;
	struct ft_quota *array;

	if (tree->list.count <= tree->room)
		return 0;
	array = realloc(tree->quota, room * sizeof(*array));
	if (!array)
		return -ENOMEM;
	tree->quota = array;
	ft_quota_clear(array + tree->room, room - tree->room);
	tree->room = room;
	return 0;
}

int ft_quota_tree_init(struct ft_quota_tree *tree)
{
	*tree = (struct ft_quota_tree){0};
	if (!ft_vertex_init(&tree->list, "") &&
	    !ft_index_map_init(&tree->member, MEMBERS) && !_grow_account(tree))
		return 0;
	ft_quota_tree_fini(tree);
	return -ENOMEM;
}

void ft_quota_tree_fini(struct ft_quota_tree *tree)
{
	ft_vertex_fini(&tree->list);
	ft_index_map_fini(&tree->member);
	free(tree->quota);
	*tree = (struct ft_quota_tree){0};
}

static uint64_t _account_hash(uint32_t parent, const char *name, size_t size)
{
	uint64_t hash = ft_index_mix(0, parent);

	for (size_t i = 0; i < size; i++)
		hash = ft_index_mix(hash, (unsigned char) name[i]);
	return hash;
}

/* The member whose name is the size characters at name. */
static uint32_t _find_account(const struct ft_quota_tree *tree, uint32_t parent,
			      const char *name, size_t size, uint64_t hash)
{
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&tree->member, hash, &at)) !=
	       UINT32_MAX) {
		const struct ft_vertex *vertex = &tree->list.vertex[i];

		if (vertex->parent == parent &&
		    !strncmp(vertex->name, name, size) && !vertex->name[size])
			return i;
	}
	return FT_SHARE_NONE;
}

int ft_quota_tree_member(struct ft_quota_tree *tree, uint32_t parent,
			 const char *name, uint32_t *ret_index)
{
	size_t size = strlen(name);
	uint64_t hash = _account_hash(parent, name, size);
	uint32_t index = _find_account(tree, parent, name, size, hash);
	struct ft_vertex *vertex;

	if (index == FT_SHARE_NONE) {
		if (ft_vertex_add(&tree->list, parent, name, "", &vertex) ||
		    _grow_account(tree))
			return -ENOMEM;
		vertex->leaf = true;
		tree->list.vertex[parent].leaf = false;
		index = tree->list.count - 1;
		if (ft_index_map_put(&tree->member, hash, index))
			return -ENOMEM;
	}
	*ret_index = index;
	return 0;
}

static int _account_depth(const char *path)
{
	int depth = 0;

	while (*(path += strspn(path, "/")) && (depth <= DEPTH_MAX)) {
		path += strcspn(path, "/");
		depth++;
	}
	return depth;
}

int ft_quota_tree_account(struct ft_quota_tree *tree, const char *path,
			  uint32_t *ret_index, struct ft_err *err)
{
	char *copy, *rest = NULL, *name;
	uint32_t at = 0;
	int rc = 0;

	if (path[0] != '/' || !path[strspn(path, "/")])
		return ft_fail(err, -EINVAL,
			       "%.200s is no account: write /dept/group/user",
			       path);
	if (_account_depth(path) > DEPTH_MAX)
		return ft_fail(err, -EINVAL,
			       "%.200s: an account has up to %d levels", path,
			       DEPTH_MAX);
	copy = strdup(path);
	if (!copy)
		return ft_no_memory(err);
	for (name = strtok_r(copy, "/", &rest); name && !rc;
	     name = strtok_r(NULL, "/", &rest))
		rc = ft_quota_tree_member(tree, at, name, &at);
	free(copy);
	if (rc)
		return ft_fail(err, rc, "out of memory");
	*ret_index = at;
	return 0;
}

uint32_t ft_quota_tree_near(const struct ft_quota_tree *tree, const char *path)
{
	uint32_t at = 0;

	while (*(path += strspn(path, "/"))) {
		size_t size = strcspn(path, "/");
		uint32_t next = _find_account(tree, at, path, size,
					      _account_hash(at, path, size));

		if (next == FT_SHARE_NONE)
			break;
		at = next;
		path += size;
	}
	return at;
}

static void _account_path(const struct ft_vertex_list *list, uint32_t index,
			  char *path, size_t room)
{
	size_t at, size;

	if (!index)
		return;
	_account_path(list, list->vertex[index].parent, path, room);
	at = strlen(path);
	if (at + 1 < room)
		path[at++] = '/';
	size = strnlen(list->vertex[index].name, room - at - 1);
	memcpy(path + at, list->vertex[index].name, size);
	path[at + size] = '\0';
}

void ft_quota_tree_path(const struct ft_quota_tree *tree, uint32_t index,
			char *ret_path, size_t room)
{
	ret_path[0] = '\0';
	_account_path(&tree->list, index, ret_path, room);
}

int ft_quota_tree_take(struct ft_quota_tree *tree,
		       const struct ft_statement *statement, bool *ret_taken,
		       struct ft_err *err)
{
	uint32_t index = 0;
	double hours;
	int kind = 0;
	int rc;

	*ret_taken = !strcasecmp(statement->name, "QUOTA");
	if (!*ret_taken)
		return 0;
	if (!statement->index || !statement->key)
		return ft_fail(err, -EINVAL,
			       "write QUOTA[/dept/group] CPUH=.. MEMMBH=.. "
			       "DISKMBH=..");
	while (kind < FT_QUOTA_KINDS &&
	       strcasecmp(statement->key, ft_quota_keys[kind]))
		kind++;
	if (kind == FT_QUOTA_KINDS)
		return ft_fail(err, -EINVAL,
			       "QUOTA[%s]: %s is no key: CPUH, MEMMBH and "
			       "DISKMBH are",
			       statement->index, statement->key);
	if (ft_number_real(statement->value, 0, FT_QUOTA_HOURS_MAX, &hours))
		return ft_fail(err, -EINVAL,
			       "QUOTA[%s] %s=%s: give hours of 0 or more",
			       statement->index, statement->key,
			       statement->value);
	rc = ft_quota_tree_account(tree, statement->index, &index, err);
	if (!rc)
		tree->quota[index].limit[kind] = hours;
	return rc;
}

int ft_quota_tree_limit(struct ft_quota_tree *tree,
			const struct ft_quota_tree *policy)
{
	uint32_t *to = calloc(policy->list.count, sizeof(*to));
	int rc = to ? 0 : -ENOMEM;

	/* Parents stand before their members; the root is 0 in both. */
	for (uint32_t i = 1; i < policy->list.count && !rc; i++) {
		const struct ft_vertex *vertex = &policy->list.vertex[i];

		rc = ft_quota_tree_member(tree, to[vertex->parent],
					  vertex->name, &to[i]);
		if (!rc)
			memcpy(tree->quota[to[i]].limit, policy->quota[i].limit,
			       sizeof(tree->quota[to[i]].limit));
	}
	free(to);
	return rc;
}
