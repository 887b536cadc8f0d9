/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_pbs.h.  A walk: the children of all branches that are equal so
 * far are sorted together, and each run of equals goes down together.
 */
#include "core/fairshare/fairshare_pbs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct entry {
	long double ratio; /* usage over part of the tree */
	uint32_t node;
	bool user;
};

struct walk {
	struct ft_share_tree *tree;
	struct entry *entry; /* a stack: one frame for each level */
	uint32_t next;	     /* users that come behind, from here on */
};

/* At equality users first, then as they stand in the tree. */
static int _compare_entity(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->ratio != y->ratio)
		return x->ratio < y->ratio ? -1 : 1;
	if (x->user != y->user)
		return x->user ? -1 : 1;
	return x->node < y->node ? -1 : (x->node > y->node);
}

/* The children of node on top of the stack; returns the new top. */
static uint32_t _push_entity(struct walk *walk, uint32_t node, uint32_t top)
{
	const struct ft_share_node *up = &walk->tree->node[node];

	for (uint32_t i = 0; i < up->child_count; i++) {
		uint32_t at = up->first_child + i;
		const struct ft_share_node *child = &walk->tree->node[at];

		if (child->shares_norm > 0)
			walk->entry[top++] = (struct entry){
				.ratio = (child->usage_raw + 1) /
					 child->shares_norm,
				.node = at,
				.user = child->user,
			};
	}
	return top;
}

static void _rank_users(struct walk *walk, uint32_t begin, uint32_t end)
{
	double factor = walk->next / (double) walk->tree->user_count;

	for (uint32_t i = begin; i < end; i++)
		walk->tree->node[walk->entry[i].node].fs_factor = factor;
	walk->next -= end - begin;
}

/* Ranks all below the entries in [begin, end). */
static void _rank_entities(struct walk *walk, uint32_t begin, uint32_t end)
{
	uint32_t first, i;

	qsort(walk->entry + begin, end - begin, sizeof(*walk->entry),
	      _compare_entity);
	for (first = begin; first < end; first = i) {
		uint32_t users = first, top = end;

		for (i = first; i < end && walk->entry[i].ratio ==
						   walk->entry[first].ratio;
		     i++)
			users += walk->entry[i].user;
		_rank_users(walk, first, users);
		for (uint32_t b = users; b < i; b++)
			top = _push_entity(walk, walk->entry[b].node, top);
		if (top > end)
			_rank_entities(walk, end, top);
	}
}

int ft_pbs_rank(struct ft_share_tree *tree)
{
	struct walk walk = {.tree = tree, .next = tree->user_count};
	uint32_t top;

	if (!tree->count)
		return 0;
	walk.entry = calloc(tree->count, sizeof(*walk.entry));
	if (!walk.entry)
		return -ENOMEM;
	for (uint32_t i = 0; i < tree->count; i++)
		tree->node[i].fs_factor =
			tree->node[i].user ? 0 : FT_FACTOR_NONE;
	top = _push_entity(&walk, 0, 0);
	_rank_entities(&walk, 0, top);
	free(walk.entry);
	return 0;
}
