/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_pbs.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "slurm/fairtree/usage/assoc_walk.h"
#include "slurm/fairtree/priority/job_block.h"
#include "slurm/fairtree/priority/standing_pbs.h"
#include "slurm/fairtree/usage/trim_request.h"
#include "core/ledger/pbs_standing.h"

bool fts_standing_pbs_wanted(const struct fts_priority_config *config)
{
	return config->option.model == FT_MODEL_PBS &&
	       ft_pbs_option_file(&config->option.pbs);
}

/* All entities with usage; *ret_count of them. */
static struct ft_pbs_usage *_entity_usage(const struct ft_ledger *books,
					  uint32_t *ret_count)
{
	const struct ft_name_table *names = &books->entity.names;
	struct ft_pbs_usage *usage =
		calloc((size_t) names->count + 1, sizeof(*usage));

	*ret_count = 0;
	for (uint32_t i = 0; usage && i < names->count; i++) {
		double used = ft_ledger_entity_usage(books, i);

		if (used > 0)
			usage[(*ret_count)++] =
				(struct ft_pbs_usage){names->name[i], used};
	}
	return usage;
}

static int _block(struct ft_pbs_place place, char **ret_text)
{
	*ret_text = place.eligible ? NULL : strdup(FTS_BLOCK_SHARES);
	return place.eligible || *ret_text ? 0 : -ENOMEM;
}

static void _entities_fini(struct fts_standing_entities *entity)
{
	for (uint32_t i = 0; entity->block && i < entity->count; i++)
		free(entity->block[i]);
	free(entity->block);
	free(entity->block_unknown);
	free(entity->factor);
	ft_id_map_fini(&entity->place);
}

static int _fill_entity(const struct ft_pbs_standing *tree,
			const struct ft_name_table *names,
			struct fts_standing_entities *entity)
{
	int rc = _block(tree->newcomer, &entity->block_unknown);
	bool blocked = false;

	entity->count = names->count;
	entity->unknown = tree->newcomer.factor;
	entity->factor =
		calloc((size_t) names->count + 1, sizeof(*entity->factor));
	entity->block = calloc((size_t) names->count + 1, sizeof(char *));
	if (!entity->factor || !entity->block)
		return -ENOMEM;
	for (uint32_t i = 0; !rc && i < names->count; i++) {
		struct ft_pbs_place place =
			ft_pbs_standing_find(tree, names->name[i]);

		entity->factor[i] = place.factor;
		rc = _block(place, &entity->block[i]);
		blocked |= !place.eligible;
	}
	/* No table, no look at every job for a blocked entity. */
	if (!blocked) {
		free(entity->block);
		entity->block = NULL;
	}
	return rc;
}

bool fts_standing_pbs_cycles(const struct fts_priority_config *config)
{
	return fts_standing_pbs_wanted(config) &&
	       config->option.pbs.order == FT_PBS_ORDER_CYCLE;
}

/*
 * Every entity that waits is a leaf of the tree, so that its jobs can be
 * charged; those without usage have none yet.
 */
static int _add_waiting(const struct fts_ballots *ballots,
			const struct ft_name_table *names,
			struct ft_vertex_list *list)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && i < ballots->count; i++) {
		struct ft_pbs_usage usage = {
			names->name[ballots->job[i].entity], 0};

		if (ft_vertex_find_leaf(list, usage.name) == FT_SHARE_NONE)
			rc = ft_pbs_usage_book(list, &usage);
	}
	return rc;
}

/* An entity that waits: its factor by path, and that of its first job. */
struct first {
	double path, factor;
};

static int _by_path(const void *a, const void *b)
{
	const struct first *x = a, *y = b;

	return x->path < y->path ? -1 : (x->path > y->path);
}

/* The best first job of those that do not come before path. */
static double _beside_entity(const struct first *first, uint32_t count,
			     double path)
{
	uint32_t low = 0;

	while (low < count) {
		uint32_t middle = low + (count - low) / 2;

		if (first[middle].path <= path)
			low = middle + 1;
		else
			count = middle;
	}
	return low ? first[low - 1].factor : 0;
}

/*
 * Until the next pass a job that comes now stands behind the last one of its
 * entity, or, if that has none, beside the first one that it comes before.
 */
static void _late(const struct fts_ballots *ballots, const uint32_t *order,
		  struct fts_standing_entities *entity)
{
	double *last = xcalloc((size_t) entity->count + 1, sizeof(*last));
	struct first *first =
		xcalloc((size_t) ballots->count + 1, sizeof(*first));
	uint32_t count = 0;

	for (uint32_t i = 0; i < ballots->count; i++) {
		uint32_t owner = ballots->job[order[i]].entity;
		double factor = (ballots->count - i) / (double) ballots->count;

		if (last[owner] == 0)
			first[count++] =
				(struct first){entity->factor[owner], factor};
		last[owner] = factor;
	}
	qsort(first, count, sizeof(*first), _by_path);
	for (uint32_t i = 1; i < count; i++)
		if (first[i].factor < first[i - 1].factor)
			first[i].factor = first[i - 1].factor;
	for (uint32_t i = 0; i < entity->count; i++)
		entity->factor[i] = last[i] > 0
					    ? last[i]
					    : _beside_entity(first, count,
							     entity->factor[i]);
	entity->unknown = _beside_entity(first, count, entity->unknown);
	xfree(first);
	xfree(last);
}

static int _cycle(const struct fts_ballots *ballots,
		  const struct ft_name_table *names,
		  const struct ft_fairshare_policy *policy,
		  struct ft_pbs_standing *tree,
		  struct fts_standing_entities *entity)
{
	uint32_t *order = xcalloc((size_t) ballots->count + 1, sizeof(*order));
	int rc = _add_waiting(ballots, names, &tree->list);

	if (!rc)
		rc = ft_pbs_standing_again(tree, policy);
	for (uint32_t i = 0; !rc && i < ballots->count; i++) {
		struct ft_pbs_job *job = &ballots->job[i];

		job->node = ft_share_tree_find(
			&tree->tree,
			ft_vertex_find_leaf(&tree->list,
					    names->name[job->entity]) +
				1);
	}
	if (!rc)
		rc = ft_pbs_cycle_order(&tree->tree, ballots->job,
					ballots->count, order);
	for (uint32_t i = 0; !rc && i < ballots->count; i++)
		rc = ft_id_map_put(&entity->place,
				   ballots->job[order[i]].job_id, i);
	if (!rc) {
		entity->waiting = ballots->count;
		_late(ballots, order, entity);
	}
	xfree(order);
	return rc;
}

int fts_standing_pbs(const struct fts_priority_config *config,
		     const struct ft_ledger *books,
		     const struct fts_ballots *ballots,
		     struct fts_standing *standing)
{
	struct ft_fairshare_policy policy = fts_priority_config_policy(config);
	struct fts_standing_entities entity = {0};
	struct ft_pbs_standing tree;
	uint32_t count;
	struct ft_pbs_usage *usage = _entity_usage(books, &count);
	int rc = usage ? ft_pbs_standing_make(&config->files->group, &policy,
					      usage, count, &tree)
		       : -ENOMEM;

	free(usage);
	if (rc)
		return rc;
	rc = _fill_entity(&tree, &books->entity.names, &entity);
	if (!rc && fts_standing_pbs_cycles(config) && ballots->count)
		rc = _cycle(ballots, &books->entity.names, &policy, &tree,
			    &entity);
	ft_pbs_standing_fini(&tree);
	if (rc)
		_entities_fini(&entity);
	else
		standing->entity = entity;
	return rc;
}

struct show {
	const struct ft_name_table *names;
	const struct fts_standing_entities *entity;
	enum ft_pbs_entity kind;
};

/* The entity of all of an association's jobs; NULL: they have several. */
static const char *_entity_of(const slurmdb_assoc_rec_t *assoc,
			      enum ft_pbs_entity kind)
{
	if (kind == FT_PBS_EUSER)
		return assoc->user;
	return kind == FT_PBS_ACCOUNT_NAME ? assoc->acct : NULL;
}

static void _show_entity(slurmdb_assoc_rec_t *assoc, void *arg)
{
	const struct show *show = arg;
	const char *name = _entity_of(assoc, show->kind);
	uint32_t number;

	if (!assoc->user)
		return;
	if (!name) {
		assoc->usage->fs_factor = 0;
		return;
	}
	number = ft_name_table_find(show->names, name);
	assoc->usage->fs_factor = number < show->entity->count
					  ? show->entity->factor[number]
					  : show->entity->unknown;
}

void fts_standing_pbs_show(const struct fts_priority_config *config,
			   const struct ft_ledger *books,
			   const struct fts_standing *standing)
{
	struct show show = {
		.names = &books->entity.names,
		.entity = &standing->entity,
		.kind = config->option.pbs.entity,
	};

	if (standing->entity.factor)
		fts_assoc_each(_show_entity, &show);
}

void fts_standing_pbs_trim(const struct fts_priority_config *config,
			   struct fts_meter *meter, struct ft_ledger *books)
{
	const struct ft_name_table *names = &books->entity.names;
	uint32_t *gone, count = 0;

	if (!fts_trim_request_take(config->state_dir))
		return;
	gone = xcalloc((size_t) names->count + 1, sizeof(*gone));
	for (uint32_t i = 0; i < names->count; i++) {
		if (ft_ledger_entity_usage(books, i) <= 0 ||
		    ft_pbs_standing_knows(&config->files->group,
					  names->name[i]))
			continue;
		gone[count++] = i;
		ft_ledger_entity_forget(books, i);
	}
	fts_meter_forget(meter, gone, count);
	xfree(gone);
	info("priority/fairtree: sfair tree --trim: %u entities below unknown "
	     "are dropped with their usage",
	     count);
}
