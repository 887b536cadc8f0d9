/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See assoc_snapshot.h.
 */
#include "slurm/fairtree/usage/assoc_snapshot.h"

#include <errno.h>

#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/assoc_walk.h"
#include "core/fairshare/fairshare_effective.h"

/* Breadth first, as the tree wants it: the walk is the queue. */
struct queue {
	struct ft_share_tree *tree;
	struct fts_assoc_walk walk;
	uint32_t parent;
	int rc;
};

static void _copy_assoc(struct ft_share_node *node,
			const slurmdb_assoc_rec_t *assoc)
{
	const slurmdb_assoc_usage_t *usage = assoc->usage;

	node->id = assoc->id;
	node->parent_id = assoc->parent_id;
	node->shares_raw = assoc->shares_raw;
	node->level_shares = usage->level_shares;
	node->user = assoc->user != NULL;
	node->shares_norm = usage->shares_norm;
	node->fs_factor = usage->fs_factor;
	node->usage_raw = usage->usage_raw;
	node->usage_norm = usage->usage_norm;
	node->usage_efctv = usage->usage_efctv;
	node->level_fs = usage->level_fs;
}

/* Looks at no more than the address: the record is not in the cache yet. */
static int _enqueue(void *x, void *arg)
{
	struct queue *queue = arg;
	struct fts_assoc_walk *walk = &queue->walk;
	struct ft_share_node *node;

	queue->rc = ft_share_tree_add(queue->tree, queue->parent, &node);
	if (!queue->rc && walk->count == walk->size)
		queue->rc = -EINVAL;
	if (queue->rc)
		return -1;
	walk->assoc[walk->count++] = x;
	return 0;
}

static void _walk_assoc(struct queue *queue)
{
	struct fts_assoc_walk *walk = &queue->walk;

	queue->parent = FT_SHARE_NONE;
	(void) _enqueue(assoc_mgr_root_assoc, queue);
	for (uint32_t i = 0; !queue->rc && i < walk->count; i++) {
		fts_list_t children;

		fts_assoc_walk_ahead(walk, i);
		_copy_assoc(&queue->tree->node[i], walk->assoc[i]);
		children = walk->assoc[i]->usage->children_list;
		queue->parent = i;
		if (children)
			list_for_each(children, _enqueue, queue);
	}
}

int fts_assoc_snapshot_take(struct ft_share_tree *tree)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK};
	struct queue queue = {.tree = tree};

	ft_share_tree_clear(tree);
	fts_lock_assoc(&locks, "associations");
	if (!assoc_mgr_root_assoc || !assoc_mgr_assoc_list)
		queue.rc = -ENOENT;
	else if (!fts_assoc_walk_reserve(&queue.walk))
		queue.rc = -ENOMEM;
	else
		_walk_assoc(&queue);
	tree->user_count = g_user_assoc_count;
	fts_unlock_assoc(&locks);
	fts_assoc_walk_end(&queue.walk);
	return queue.rc ? queue.rc : ft_share_tree_index(tree);
}

struct results {
	const struct ft_share_tree *tree;
	bool fair_tree;
};

void fts_assoc_set_factor(slurmdb_assoc_rec_t *assoc)
{
	const slurmdb_assoc_usage_t *usage = assoc->usage;

	if (!FTS_FACTOR_IS_READ)
		return;
	if (assoc->shares_raw == SLURMDB_FS_USE_PARENT && usage->fs_assoc_ptr)
		usage = usage->fs_assoc_ptr->usage;
	assoc->usage->fs_factor =
		ft_effective_factor(usage->usage_efctv, usage->shares_norm,
				    slurm_conf.fs_dampening_factor);
}

static void _write_assoc(const struct results *results,
			 const struct ft_share_node *node,
			 slurmdb_assoc_rec_t *assoc)
{
	slurmdb_assoc_usage_t *usage = assoc->usage;

	if (node->fs_parent == FT_SHARE_NONE) {
		usage->usage_efctv = 1.0;
		if (results->fair_tree)
			usage->level_fs = node->level_fs;
		return;
	}
	if (results->fair_tree) {
		usage->level_fs = node->level_fs;
		if (node->user && node->fs_factor != FT_FACTOR_NONE)
			usage->fs_factor = node->fs_factor;
	}
	if (results->fair_tree || node->touched)
		usage->usage_norm = node->usage_norm;
	usage->usage_efctv = node->usage_efctv;
	if (!results->fair_tree)
		fts_assoc_set_factor(assoc);
}

/* Twins are told apart by their usage: which is which matters where it is not
 * the same. */
static uint32_t _find_assoc(const struct ft_share_tree *tree,
			    const slurmdb_assoc_rec_t *assoc)
{
	uint32_t index = ft_share_tree_find(tree, assoc->id), twin = index;

	if (index == FT_SHARE_NONE || tree->node[index].twin == FT_SHARE_NONE)
		return index;
	for (; twin != FT_SHARE_NONE; twin = tree->node[twin].twin)
		if (tree->node[twin].usage_raw == assoc->usage->usage_raw)
			return twin;
	return index;
}

static void _apply_assoc(slurmdb_assoc_rec_t *assoc, void *arg)
{
	const struct results *results = arg;
	uint32_t index = _find_assoc(results->tree, assoc);

	if (index != FT_SHARE_NONE)
		_write_assoc(results, &results->tree->node[index], assoc);
}

void fts_assoc_snapshot_apply(const struct ft_share_tree *tree, bool fair_tree)
{
	struct results results = {.tree = tree, .fair_tree = fair_tree};

	fts_assoc_each(_apply_assoc, &results);
}

static int _add_norm(void *x, void *arg)
{
	const slurmdb_assoc_rec_t *sibling = x;
	long double *sum = arg;

	if (sibling->shares_raw != SLURMDB_FS_USE_PARENT)
		*sum += sibling->usage->usage_norm;
	return 0;
}

void fts_assoc_set_usage(slurmdb_assoc_rec_t *assoc,
			 enum ft_effective_kind kind)
{
	slurmdb_assoc_usage_t *usage = assoc->usage;
	const slurmdb_assoc_rec_t *parent = usage->fs_assoc_ptr;

	if (!assoc_mgr_root_assoc || !parent)
		return;
	usage->usage_norm = ft_share_usage_norm(
		usage->usage_raw, assoc_mgr_root_assoc->usage->usage_raw);
	if (parent == assoc_mgr_root_assoc) {
		usage->usage_efctv = usage->usage_norm;
	} else if (assoc->shares_raw == SLURMDB_FS_USE_PARENT) {
		usage->usage_efctv = parent->usage->usage_efctv;
	} else if (kind == FT_EFFECTIVE_ACTUAL) {
		usage->usage_efctv = usage->usage_norm;
	} else if (kind == FT_EFFECTIVE_OBLIVIOUS) {
		struct ft_effective_ratio ratio = {
			.norm = usage->usage_norm,
			.shares = usage->shares_norm,
			.parent_effective = parent->usage->usage_efctv,
			.parent_shares = parent->usage->shares_norm,
		};

		list_for_each(parent->usage->children_list, _add_norm,
			      &ratio.siblings_norm);
		usage->usage_efctv = ft_effective_oblivious(&ratio);
	} else {
		usage->usage_efctv = ft_effective_usage(
			usage->usage_norm, parent->usage->usage_efctv,
			assoc->shares_raw, usage->level_shares);
	}
}

static int _normalise(void *x, void *arg)
{
	assoc_mgr_normalize_assoc_shares(x);
	return 0;
}

void fts_assoc_normalise(void)
{
	assoc_mgr_lock_t locks = {.assoc = WRITE_LOCK};

	fts_lock_assoc(&locks, "associations");
	if (assoc_mgr_assoc_list)
		list_for_each(assoc_mgr_assoc_list, _normalise, NULL);
	fts_unlock_assoc(&locks);
}
