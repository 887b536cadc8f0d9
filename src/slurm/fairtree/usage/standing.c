/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing.h.
 */
#include "slurm/fairtree/usage/standing.h"

#include <stdlib.h>

struct fts_standing *fts_standing_new(int64_t until)
{
	struct fts_standing *standing = calloc(1, sizeof(*standing));

	if (!standing)
		return NULL;
	standing->references = 1;
	standing->until = until;
	return standing;
}

static void _free_texts(char **text, uint32_t count)
{
	for (uint32_t i = 0; text && i < count; i++)
		free(text[i]);
	free(text);
}

void fts_standing_free(struct fts_standing *standing)
{
	if (!standing || --standing->references > 0)
		return;
	free(standing->entity.factor);
	_free_texts(standing->entity.block, standing->entity.count);
	free(standing->entity.block_unknown);
	ft_id_map_fini(&standing->entity.place);
	ft_fs_score_fini(&standing->target);
	ft_quota_standing_free(standing->quota);
	free(standing);
}

bool fts_standing_blocks(const struct fts_standing *standing)
{
	return standing &&
	       (standing->shareless || standing->target.capped ||
		standing->entity.block || standing->entity.block_unknown);
}

static void _judge_entity(const struct fts_standing_entities *entity,
			  uint32_t number, uint32_t job_id,
			  struct fts_verdict *ret)
{
	bool known = number < entity->count;
	uint32_t place;

	if (!entity->factor)
		return;
	ret->has_factor = true;
	ret->factor = known ? entity->factor[number] : entity->unknown;
	if (entity->waiting && ft_id_map_get(&entity->place, job_id, &place))
		ret->factor =
			(entity->waiting - place) / (double) entity->waiting;
	if (!known)
		ret->block = entity->block_unknown;
	else if (entity->block)
		ret->block = entity->block[number];
}

static void _judge_targets(const struct ft_fs_score *score,
			   const struct ft_ledger_place *place,
			   struct fts_verdict *ret)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		ret->delta[kind] =
			ft_fs_score_delta(score, (enum ft_credential_kind) kind,
					  place->credential[kind]);
	if (!ret->block)
		ret->block = ft_fs_score_cap(score, place->credential);
}

void fts_standing_judge(const struct fts_standing *standing,
			const struct ft_ledger_place *place, uint32_t job_id,
			struct fts_verdict *ret)
{
	*ret = (struct fts_verdict){0};
	if (!standing || !place)
		return;
	_judge_entity(&standing->entity, place->entity, job_id, ret);
	_judge_targets(&standing->target, place, ret);
	if (!standing->quota)
		return;
	ret->has_factor = true;
	ret->factor =
		ft_quota_standing_factor(standing->quota, job_id, place->path);
}

struct fts_standing *fts_standing_get(struct fts_standing_slot *slot)
{
	struct fts_standing *standing;

	pthread_mutex_lock(&slot->lock);
	standing = slot->standing;
	if (standing)
		standing->references++;
	pthread_mutex_unlock(&slot->lock);
	return standing;
}

void fts_standing_put(struct fts_standing_slot *slot,
		      struct fts_standing *standing)
{
	pthread_mutex_lock(&slot->lock);
	fts_standing_free(standing);
	pthread_mutex_unlock(&slot->lock);
}

void fts_standing_set(struct fts_standing_slot *slot,
		      struct fts_standing *standing)
{
	struct fts_standing *former;

	pthread_mutex_lock(&slot->lock);
	former = slot->standing;
	slot->standing = standing;
	fts_standing_free(former);
	pthread_mutex_unlock(&slot->lock);
}
