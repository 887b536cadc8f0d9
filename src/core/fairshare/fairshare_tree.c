/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_tree.h.
 */
#include "core/fairshare/fairshare_tree.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* What sorting needs of a node, side by side. */
struct entry {
	long double level_fs;
	uint32_t node;
	bool user;
};

/* Where the walk stands. */
struct walk {
	struct ft_share_tree *tree;
	enum ft_ties ties;
	struct entry *entry; /* one stack frame of entries a level */
	struct entry *merge; /* room for merging */
	uint32_t rank;	     /* of the last user that was not tied */
	uint32_t next;	     /* rank of the next user that is not */
	bool tie_pending;    /* strict: the next user keeps rank */
};

/* Highest level_fs first; at equality users before accounts. */
static bool _before_entry(const struct entry *a, const struct entry *b)
{
	if (a->level_fs != b->level_fs)
		return a->level_fs > b->level_fs;
	return a->user && !b->user;
}

/* Merge sort: stable, so that equals keep the order of the list. */
static void _sort_entry(struct entry *entry, uint32_t count, struct entry *room)
{
	uint32_t half = count / 2, left = 0, right = half, out = 0;

	if (count < 2)
		return;
	_sort_entry(entry, half, room);
	_sort_entry(entry + half, count - half, room);
	if (!_before_entry(&entry[half], &entry[half - 1]))
		return;
	for (uint32_t i = 0; i < half; i++)
		room[i] = entry[i];
	while (left < half && right < count)
		entry[out++] = _before_entry(&entry[right], &room[left])
				       ? entry[right++]
				       : room[left++];
	while (left < half)
		entry[out++] = room[left++];
}

static void _measure_entry(struct ft_share_tree *tree,
			   struct ft_share_node *node)
{
	const struct ft_share_node *up = &tree->node[node->fs_parent];

	node->usage_efctv =
		up->usage_raw != 0 ? node->usage_raw / up->usage_raw : 0;
	node->usage_norm =
		ft_share_usage_norm(node->usage_raw, tree->node[0].usage_raw);
	if (node->shares_raw == FT_SHARES_PARENT)
		node->level_fs =
			node->user ? (long double) INFINITY : FT_SHARE_UNSET;
	else if (node->shares_norm == 0)
		node->level_fs = 0;
	else if (node->usage_efctv == 0)
		node->level_fs = INFINITY;
	else
		node->level_fs = node->shares_norm / node->usage_efctv;
}

/* Copies the children of node to the stack at top; returns the new top. */
static uint32_t _push_entry(struct walk *walk, uint32_t node, uint32_t top)
{
	const struct ft_share_node *up = &walk->tree->node[node];

	for (uint32_t i = 0; i < up->child_count; i++) {
		uint32_t at = up->first_child + i;
		const struct ft_share_node *child = &walk->tree->node[at];

		walk->entry[top++] =
			(struct entry){child->level_fs, at, child->user};
	}
	return top;
}

static void _rank_user(struct walk *walk, uint32_t node, bool tied)
{
	if (!tied && !walk->tie_pending)
		walk->rank = walk->next;
	walk->tie_pending = false;
	walk->tree->node[node].fs_factor =
		walk->rank / (double) walk->tree->user_count;
	walk->next--;
}

/* How many of the entries that follow at are accounts tied with it. */
static uint32_t _tied_accounts(const struct walk *walk, uint32_t at,
			       uint32_t end)
{
	uint32_t count = 0;

	if (walk->ties == FT_TIES_COMPAT)
		return 0;
	while (at + count + 1 < end && !walk->entry[at + count + 1].user &&
	       walk->entry[at + count + 1].level_fs == walk->entry[at].level_fs)
		count++;
	return count;
}

/*
 * Ranks the siblings that stand on the stack in [begin, end).  tied: compat
 * only, the first of them keeps the rank given last.
 */
static void _rank_level(struct walk *walk, uint32_t begin, uint32_t end,
			bool tied)
{
	long double previous = FT_SHARE_UNSET;

	_sort_entry(walk->entry + begin, end - begin, walk->merge);
	for (uint32_t i = begin; i < end; i++) {
		uint32_t more = 0, top = end;

		if (i != begin || !tied)
			tied = previous == walk->entry[i].level_fs;
		previous = walk->entry[i].level_fs;
		if (walk->entry[i].user) {
			_rank_user(walk, walk->entry[i].node, tied);
			tied = false;
			continue;
		}
		more = _tied_accounts(walk, i, end);
		for (uint32_t j = i; j <= i + more; j++)
			top = _push_entry(walk, walk->entry[j].node, top);
		if (walk->ties == FT_TIES_STRICT) {
			bool outer = walk->tie_pending;

			walk->tie_pending = outer || tied;
			tied = false;
			_rank_level(walk, end, top, false);
			/* Only an account without users passes it on. */
			walk->tie_pending = walk->tie_pending && outer;
		} else {
			_rank_level(walk, end, top, tied);
			tied = false;
		}
		i += more;
	}
}

int ft_fair_tree_compute(struct ft_share_tree *tree, enum ft_ties ties)
{
	struct walk walk = {
		.tree = tree,
		.ties = ties,
		.rank = tree->user_count,
		.next = tree->user_count,
	};

	if (!tree->count)
		return 0;
	walk.entry = calloc(2 * (size_t) tree->count, sizeof(*walk.entry));
	if (!walk.entry)
		return -ENOMEM;
	walk.merge = walk.entry + tree->count;
	tree->node[0].level_fs = FT_SHARE_UNSET;
	for (uint32_t i = 1; i < tree->count; i++)
		_measure_entry(tree, &tree->node[i]);
	_rank_level(&walk, 0, _push_entry(&walk, 0, 0), false);
	free(walk.entry);
	return 0;
}
