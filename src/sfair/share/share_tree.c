/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share: trees of shares, see share.h.
 *
 * Usage and shares are taken as they are told; the factors are computed with
 * the models that the plugin runs.  Where slurmctld tells of the caller's own
 * associations only, nothing is computed.
 */
#include "ft_config.h"

#include "sfair/share/share.h"

#include <errno.h>
#include <math.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/list.h"
#include "core/fairshare/decay.h"
#include "sfair/base/live.h"
#include "sfair/outlook/association.h"
#include "sfair/tree/tree_live.h"

/* Associations on their way into the list: parents first. */
struct sort {
	const slurmdb_assoc_rec_t **all;
	uint32_t count, root;
	struct ft_id_map index;	  /* of all, by id */
	uint32_t *first, *next;	  /* children; UINT32_MAX: none */
	uint32_t *queue, *vertex; /* of all */
};

void sfair_share_free(struct sfair_share_tree *tree)
{
	ft_share_tree_fini(&tree->tree);
	ft_vertex_fini(&tree->list);
	free(tree->assoc);
	slurm_free_assoc_mgr_info_msg(tree->answer);
	*tree = (struct sfair_share_tree){0};
}

struct ft_share_node *sfair_share_node(struct sfair_share_tree *tree,
				       uint32_t vertex)
{
	return &tree->tree.node[ft_share_tree_find(&tree->tree, vertex + 1)];
}

bool sfair_share_lists(const char *list, const char *name)
{
	return name && *name && ft_list_has(list, name, strlen(name));
}

static bool _is_root_share(const slurmdb_assoc_rec_t *assoc)
{
	return !assoc->user && assoc->acct && !strcmp(assoc->acct, "root");
}

static void _sort_free(struct sort *sort)
{
	free(sort->all);
	free(sort->first);
	free(sort->next);
	free(sort->queue);
	free(sort->vertex);
	ft_id_map_fini(&sort->index);
}

/* All that were told, and where each is found. */
static int _sort_take(struct sort *sort, fts_list_t list)
{
	size_t room = (size_t) slurm_list_count(list) + 1;
	fts_list_iterator_t at;
	const slurmdb_assoc_rec_t *one;
	int rc = 0;

	sort->root = UINT32_MAX;
	sort->all = calloc(room, sizeof(*sort->all));
	sort->first = malloc(room * sizeof(*sort->first));
	sort->next = malloc(room * sizeof(*sort->next));
	sort->queue = calloc(room, sizeof(*sort->queue));
	sort->vertex = calloc(room, sizeof(*sort->vertex));
	if (!sort->all || !sort->first || !sort->next || !sort->queue ||
	    !sort->vertex)
		return -ENOMEM;
	memset(sort->first, 0xff, room * sizeof(*sort->first));
	memset(sort->next, 0xff, room * sizeof(*sort->next));
	at = slurm_list_iterator_create(list);
	while (!rc && (one = slurm_list_next(at))) {
		if (_is_root_share(one))
			sort->root = sort->count;
		rc = ft_id_map_put(&sort->index, one->id, sort->count);
		sort->all[sort->count++] = one;
	}
	slurm_list_iterator_destroy(at);
	return rc;
}

/* Chains children in the order in which they were told; false: some parent
 * is missing. */
static bool _sort_chain(struct sort *sort)
{
	bool whole = sort->root != UINT32_MAX;

	for (uint32_t i = sort->count; i-- > 0;) {
		uint32_t up;

		if (i == sort->root)
			continue;
		if (!ft_id_map_get(&sort->index, sort->all[i]->parent_id,
				   &up)) {
			whole = false;
			continue;
		}
		sort->next[i] = sort->first[up];
		sort->first[up] = i;
	}
	return whole;
}

static int _add_association(struct sfair_share_tree *tree, struct sort *sort,
			    uint32_t i, uint32_t parent)
{
	const slurmdb_assoc_rec_t *from = sort->all[i];
	struct ft_vertex *vertex;
	int rc = ft_vertex_add(&tree->list, parent,
			       from->user ? from->user : from->acct,
			       from->partition ? from->partition : "", &vertex);

	if (rc)
		return rc;
	vertex->shares = from->shares_raw;
	vertex->leaf = from->user != NULL;
	vertex->usage_given = true;
	vertex->usage = from->usage ? from->usage->usage_raw : 0;
	sort->vertex[i] = tree->list.count - 1;
	tree->assoc[sort->vertex[i]] = from;
	return 0;
}

/* Breadth first from the root. */
static int _add_whole_tree(struct sfair_share_tree *tree, struct sort *sort)
{
	uint32_t end = 1;
	int rc = 0;

	sort->queue[0] = sort->root;
	tree->assoc[0] = sort->all[sort->root];
	tree->list.vertex[0].usage_given = true;
	if (tree->assoc[0]->usage)
		tree->list.vertex[0].usage = tree->assoc[0]->usage->usage_raw;
	for (uint32_t at = 0; !rc && at < end; at++) {
		uint32_t up = sort->queue[at];

		for (uint32_t i = sort->first[up]; !rc && i != UINT32_MAX;
		     i = sort->next[i]) {
			rc = _add_association(tree, sort, i, sort->vertex[up]);
			if (end < sort->count)
				sort->queue[end++] = i;
		}
	}
	return rc;
}

static int _add_partial_tree(struct sfair_share_tree *tree, struct sort *sort)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && i < sort->count; i++)
		rc = i == sort->root ? 0 : _add_association(tree, sort, i, 0);
	return rc;
}

static int _build_tree(struct sfair_share_tree *tree)
{
	int rc = ft_vertex_tree(&tree->list,
				ft_fairshare_level(tree->policy.model),
				&tree->tree);

	if (!rc && !tree->partial)
		rc = ft_fairshare_compute(&tree->tree, &tree->policy);
	return rc;
}

static int _take_associations(struct sfair_share_tree *tree)
{
	struct sort sort = {0};
	int rc;

	ft_id_map_init(&sort.index);
	rc = _sort_take(&sort, tree->answer->assoc_list);
	if (!rc)
		rc = ft_vertex_init(&tree->list, "root");
	tree->assoc = calloc((size_t) sort.count + 2, sizeof(*tree->assoc));
	if (!tree->assoc)
		rc = -ENOMEM;
	if (!rc) {
		tree->partial = !_sort_chain(&sort);
		rc = tree->partial ? _add_partial_tree(tree, &sort)
				   : _add_whole_tree(tree, &sort);
	}
	_sort_free(&sort);
	return rc ? rc : _build_tree(tree);
}

int sfair_share_associations(const slurm_conf_t *conf,
			     const struct ft_priority_option *option,
			     struct sfair_share_tree *tree, struct ft_err *err)
{
	*tree = (struct sfair_share_tree){
		.policy = {.model = (enum ft_model) option->model,
			   .ties = (enum ft_ties) option->ties,
			   .damping = conf->fs_dampening_factor,
			   .pbs_order = (enum ft_pbs_order) option->pbs.order,
			   .enforce_no_shares = option->pbs.enforce_no_shares},
		.per_second = ft_decay_per_second(conf->priority_decay_hl),
		.billing = true,
	};
	ft_share_tree_init(&tree->tree);
	if (!tree->policy.damping)
		tree->policy.damping = 1;
	tree->answer =
		sfair_associations(ASSOC_MGR_INFO_FLAG_ASSOC, NULL, NULL);
	if (!tree->answer)
		return ft_fail(err, -EIO,
			       "slurmctld does not tell its associations: %s",
			       slurm_strerror(errno));
	if (!tree->answer->assoc_list ||
	    !slurm_list_count(tree->answer->assoc_list))
		return ft_fail(err, -ENOENT,
			       "slurmctld tells of no association: there are "
			       "none without slurmdbd");
	return _take_associations(tree) ? ft_fail(err, -ENOMEM, "out of memory")
					: 0;
}

static int _take_entities(const struct sfair_live *live,
			  struct sfair_share_tree *tree, struct ft_err *err)
{
	const struct ft_pbs_option *pbs = &live->option.pbs;
	int rc;

	tree->entity = pbs->entity;
	tree->billing = !strcmp(pbs->usage_res, FT_PBS_USAGE_RES);
	tree->per_second =
		pbs->decay_time > 0 && pbs->decay_factor > 0
			? pow(pbs->decay_factor, 1 / (double) pbs->decay_time)
			: 1;
	tree->policy = (struct ft_fairshare_policy){
		.model = FT_MODEL_PBS,
		.damping = 1,
		.pbs_order = (enum ft_pbs_order) pbs->order,
		.enforce_no_shares = pbs->enforce_no_shares};
	rc = sfair_tree_live(live, (uint32_t) pbs->unknown_shares, &tree->list,
			     err);
	if (!rc && _build_tree(tree))
		rc = ft_fail(err, -ENOMEM, "out of memory");
	return rc;
}

int sfair_share_entities(const char *path, struct sfair_share_tree *tree,
			 struct ft_err *err)
{
	struct sfair_live live;
	int rc = sfair_live_read(path, &live, err);

	*tree = (struct sfair_share_tree){0};
	ft_share_tree_init(&tree->tree);
	if (rc)
		return rc;
	rc = _take_entities(&live, tree, err);
	sfair_live_fini(&live);
	return rc;
}
