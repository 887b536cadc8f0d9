/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_vertex_list - a fairshare tree as people write it: names, parents,
 * shares, in any order that puts parents before their children.
 *
 * Vertex 0 is the root.  Computes nothing: ft_vertex_tree() makes of it the
 * arrays that the models work on.  Names may repeat (a user of several
 * accounts); a caller that forbids that asks ft_vertex_find() first.
 */
#ifndef FT_CORE_FAIRSHARE_VERTEX_H
#define FT_CORE_FAIRSHARE_VERTEX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/fairshare/share_tree.h"

struct ft_vertex {
	const char *name;
	const char *label; /* PBS's fairshare id; "" if there is none */
	uint32_t parent;   /* index; FT_SHARE_NONE for the root */
	uint32_t shares;   /* or FT_SHARES_PARENT */
	bool leaf;	   /* a user, or what else owns jobs */
	bool usage_given;  /* else it is the sum of what is below */
	long double usage; /* resource-seconds */
};

struct ft_vertex_list {
	struct ft_vertex *vertex;
	uint32_t count;
	struct ft_index_map by_name;
	struct ft_arena *arena; /* owns names and labels too */
};

/* A list with a root of this name.  0 or -ENOMEM. */
extern int ft_vertex_init(struct ft_vertex_list *list, const char *root);
extern void ft_vertex_fini(struct ft_vertex_list *list);

/*
 * Appends a vertex without shares and usage; name and label are copied.  The
 * pointer holds until the next one is added.  0 or -ENOMEM.
 */
extern int ft_vertex_add(struct ft_vertex_list *list, uint32_t parent,
			 const char *name, const char *label,
			 struct ft_vertex **ret_vertex);

/* The first vertex of that name, or FT_SHARE_NONE. */
extern uint32_t ft_vertex_find(const struct ft_vertex_list *list,
			       const char *name);

/* The same, but of leaves only. */
extern uint32_t ft_vertex_find_leaf(const struct ft_vertex_list *list,
				    const char *name);

/* Makes copy, which is not initialised, the same list.  0 or -ENOMEM. */
extern int ft_vertex_copy(struct ft_vertex_list *copy,
			  const struct ft_vertex_list *list);

/*
 * Fills an empty tree: a node's id is its vertex's index + 1; children stand
 * in the order of the list; usage_raw is as given or summed up.  level: as
 * for ft_share_tree_normalise().  0 or -ENOMEM.
 */
extern int ft_vertex_tree(const struct ft_vertex_list *list, bool level,
			  struct ft_share_tree *tree);

#endif
