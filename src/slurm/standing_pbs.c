/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_pbs.h.
 */
#include "slurm/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "slurm/job_block.h"
#include "slurm/standing_pbs.h"
#include "slurm/trim_request.h"
#include "core/pbs_standing.h"

bool fts_standing_pbs_wanted(const struct fts_priority_config *config)
{
	return config->option.model == FT_MODEL_PBS &&
	       ft_pbs_option_file(&config->option.pbs);
}

/* Everybody who has used something; *ret_count of them. */
static struct ft_pbs_usage *_usage(const struct ft_ledger *books,
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
}

static int _fill(const struct ft_pbs_standing *tree,
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
	/* No table, no look at every job for somebody who is blocked. */
	if (!blocked) {
		free(entity->block);
		entity->block = NULL;
	}
	return rc;
}

int fts_standing_pbs(const struct fts_priority_config *config,
		     const struct ft_ledger *books,
		     struct fts_standing *standing)
{
	struct ft_fairshare_policy policy = fts_priority_config_policy(config);
	struct fts_standing_entities entity = {0};
	struct ft_pbs_standing tree;
	uint32_t count;
	struct ft_pbs_usage *usage = _usage(books, &count);
	int rc = usage ? ft_pbs_standing_make(&config->files->group, &policy,
					      usage, count, &tree)
		       : -ENOMEM;

	free(usage);
	if (rc)
		return rc;
	rc = _fill(&tree, &books->entity.names, &entity);
	ft_pbs_standing_fini(&tree);
	if (rc)
		_entities_fini(&entity);
	else
		standing->entity = entity;
	return rc;
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
