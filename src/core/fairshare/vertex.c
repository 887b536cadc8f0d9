/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See vertex.h.
 */
#include "core/fairshare/vertex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 1024 };

static uint64_t _vertex_hash(const char *name)
{
	uint64_t hash = 0;

	for (; *name; name++)
		hash = ft_index_mix(hash, (unsigned char) *name);
	return hash;
}

static char *_copy_vertex(struct ft_arena *arena, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = ft_arena_alloc(arena, size);

	return copy ? memcpy(copy, text, size) : NULL;
}

int ft_vertex_init(struct ft_vertex_list *list, const char *root)
{
	struct ft_vertex *vertex;

	*list = (struct ft_vertex_list){.arena = ft_arena_new()};
	if (list->arena && !ft_index_map_init(&list->by_name, ENTRIES) &&
	    !ft_vertex_add(list, FT_SHARE_NONE, root, "", &vertex)) {
		vertex->shares = 1;
		return 0;
	}
	ft_vertex_fini(list);
	return -ENOMEM;
}

void ft_vertex_fini(struct ft_vertex_list *list)
{
	ft_index_map_fini(&list->by_name);
	ft_arena_free(list->arena);
	*list = (struct ft_vertex_list){0};
}

int ft_vertex_add(struct ft_vertex_list *list, uint32_t parent,
		  const char *name, const char *label,
		  struct ft_vertex **ret_vertex)
{
	struct ft_vertex *array = ft_arena_grow(list->arena, list->vertex,
						list->count, sizeof(*array));
	struct ft_vertex *vertex;

	if (!array)
		return -ENOMEM;
	list->vertex = array;
	vertex = &array[list->count];
	*vertex = (struct ft_vertex){
		.name = _copy_vertex(list->arena, name),
		.label = _copy_vertex(list->arena, label),
		.parent = parent,
	};
	if (!vertex->name || !vertex->label ||
	    ft_index_map_put(&list->by_name, _vertex_hash(name), list->count))
		return -ENOMEM;
	list->count++;
	*ret_vertex = vertex;
	return 0;
}

static uint32_t _find_vertex(const struct ft_vertex_list *list,
			     const char *name, bool leaves)
{
	uint64_t hash = _vertex_hash(name);
	uint32_t first = FT_SHARE_NONE, i;
	size_t at = SIZE_MAX;

	while ((i = ft_index_map_next(&list->by_name, hash, &at)) != UINT32_MAX)
		if (i < first && (!leaves || list->vertex[i].leaf) &&
		    !strcmp(list->vertex[i].name, name))
			first = i;
	return first;
}

uint32_t ft_vertex_find(const struct ft_vertex_list *list, const char *name)
{
	return _find_vertex(list, name, false);
}

uint32_t ft_vertex_find_leaf(const struct ft_vertex_list *list,
			     const char *name)
{
	return _find_vertex(list, name, true);
}

/* All but name, parent and label. */
static void _take_vertex(struct ft_vertex *to, const struct ft_vertex *from)
{
	to->shares = from->shares;
	to->leaf = from->leaf;
	to->usage_given = from->usage_given;
	to->usage = from->usage;
}

int ft_vertex_copy(struct ft_vertex_list *copy,
		   const struct ft_vertex_list *list)
{
	int rc = ft_vertex_init(copy, list->vertex[0].name);

	if (rc)
		return rc;
	_take_vertex(&copy->vertex[0], &list->vertex[0]);
	copy->vertex[0].label =
		_copy_vertex(copy->arena, list->vertex[0].label);
	if (!copy->vertex[0].label)
		rc = -ENOMEM;
	for (uint32_t i = 1; !rc && i < list->count; i++) {
		const struct ft_vertex *from = &list->vertex[i];
		struct ft_vertex *to;

		rc = ft_vertex_add(copy, from->parent, from->name, from->label,
				   &to);
		if (!rc)
			_take_vertex(to, from);
	}
	if (rc)
		ft_vertex_fini(copy);
	return rc;
}

/* Where each vertex hangs in the tree, and what hangs from it. */
struct hang {
	uint32_t *from;	 /* nearest ancestor with shares of its own */
	uint32_t *begin; /* count + 1: of each vertex's part of child[] */
	uint32_t *child;
	uint32_t *node; /* its index in the tree */
};

static void _hang_free(struct hang *hang)
{
	free(hang->from);
	free(hang->begin);
	free(hang->child);
	free(hang->node);
}

static int _hang(const struct ft_vertex_list *list, struct hang *hang)
{
	uint32_t count = list->count;

	hang->from = calloc(count, sizeof(*hang->from));
	hang->begin = calloc((size_t) count + 2, sizeof(*hang->begin));
	hang->child = calloc(count, sizeof(*hang->child));
	hang->node = calloc(count, sizeof(*hang->node));
	if (!hang->from || !hang->begin || !hang->child || !hang->node)
		return -ENOMEM;
	for (uint32_t i = 1; i < count; i++) {
		uint32_t up = list->vertex[i].parent;

		/* "parent" of "parent" hangs where its parent does. */
		if (list->vertex[up].shares == FT_SHARES_PARENT)
			up = hang->from[up];
		hang->from[i] = up;
		hang->begin[up + 2]++;
	}
	for (uint32_t i = 2; i < count + 2; i++)
		hang->begin[i] += hang->begin[i - 1];
	for (uint32_t i = 1; i < count; i++)
		hang->child[hang->begin[hang->from[i] + 1]++] = i;
	return 0;
}

static int _append_vertex(const struct ft_vertex_list *list, uint32_t i,
			  uint32_t fs_parent, struct hang *hang,
			  struct ft_share_tree *tree)
{
	const struct ft_vertex *vertex = &list->vertex[i];
	struct ft_share_node *node;
	int rc = ft_share_tree_add(tree, fs_parent, &node);

	if (rc)
		return rc;
	hang->node[i] = tree->count - 1;
	node->id = i + 1;
	node->parent_id = i ? vertex->parent + 1 : 0;
	node->shares_raw = vertex->shares;
	node->user = vertex->leaf;
	node->usage_raw = vertex->usage_given ? vertex->usage : 0;
	tree->user_count += vertex->leaf;
	return 0;
}

/* A parent stands before its children in the tree as well. */
static void _sum_up(const struct ft_vertex_list *list,
		    struct ft_share_tree *tree)
{
	for (uint32_t n = tree->count; n-- > 1;) {
		struct ft_share_node *node = &tree->node[n];
		struct ft_share_node *up = &tree->node[node->parent];

		if (!list->vertex[up->id - 1].usage_given)
			up->usage_raw += node->usage_raw;
	}
}

int ft_vertex_tree(const struct ft_vertex_list *list, bool level,
		   struct ft_share_tree *tree)
{
	struct hang hang = {0};
	int rc = _hang(list, &hang);

	if (!rc)
		rc = _append_vertex(list, 0, FT_SHARE_NONE, &hang, tree);
	for (uint32_t n = 0; !rc && n < tree->count; n++) {
		uint32_t up = tree->node[n].id - 1;

		for (uint32_t c = hang.begin[up]; !rc && c < hang.begin[up + 1];
		     c++)
			rc = _append_vertex(list, hang.child[c], n, &hang,
					    tree);
	}
	_hang_free(&hang);
	if (!rc)
		rc = ft_share_tree_index(tree);
	if (rc)
		return rc;
	_sum_up(list, tree);
	ft_share_tree_normalise(tree, level);
	return 0;
}
