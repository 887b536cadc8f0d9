/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_tree_page - a fairshare tree as a page: each vertex as high as its part
 * of all shares, coloured by what it used of that, and all of it as a table.
 *
 * Computes no factor.  Refuses to draw what is lower than a pixel, and says so.
 */
#ifndef FT_SFAIR_TREE_TREE_PAGE_H
#define FT_SFAIR_TREE_TREE_PAGE_H

#include "core/base/err.h"
#include "core/fairshare/share_tree.h"
#include "core/fairshare/vertex.h"

struct sfair_tree_view {
	const struct ft_vertex_list *list;
	const struct ft_share_tree *tree;   /* id of a vertex: index + 1 */
	const uint32_t *first_child, *next; /* of each vertex; 0: none */
	const char *title, *model;	    /* plain texts */
};

/* The page as a file.  0 or -errno with err. */
extern int sfair_tree_page(const char *path, const struct sfair_tree_view *view,
			   struct ft_err *err);

#endif
