/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_score.h.
 */
#include "core/ledger/fairshare_score.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 256 };

static const char *const units[] = {
	[FT_FS_NONE] = "",
	[FT_FS_DEDICATEDPS] = "processor-seconds",
	[FT_FS_DEDICATEDPES] = "processor-equivalent-seconds",
	[FT_FS_UTILIZEDPS] = "processor-seconds used",
};

/* What is summed up anew for each credential. */
struct sums {
	const struct ft_fs_goals *goals;
	const struct ft_fs_history *history;
	uint32_t depth;
	double weight[FT_FS_DEPTH_MAX];
	double total;
};

int ft_fs_score_register(const struct ft_fs_goals *goals,
			 struct ft_credential_table *table)
{
	for (uint32_t i = 0; i < goals->credentials.count; i++) {
		const struct ft_credential *own = &goals->credentials.entry[i];

		if (!strcmp(own->name, FT_CREDENTIAL_DEFAULT))
			continue;
		if (ft_credential_add(table, own->kind, own->name) ==
		    FT_CREDENTIAL_NONE)
			return -ENOMEM;
	}
	return 0;
}

static void _open_score(struct sums *sums, const struct ft_fs_goals *goals,
			const struct ft_fs_history *history)
{
	*sums = (struct sums){.goals = goals, .history = history};
	sums->depth = goals->span.depth < history->count ? goals->span.depth
							 : history->count;
	for (uint32_t i = 0; i < sums->depth; i++)
		sums->weight[i] = ft_fs_weight(&goals->span, i);
	sums->total = ft_fs_total(history, &goals->span);
}

static struct ft_fs_state _score_state(const struct sums *sums,
				       uint32_t credential)
{
	double usage = 0;

	for (uint32_t i = 0; i < sums->depth; i++)
		usage += sums->weight[i] *
			 ft_fs_window_amount(&sums->history->window[i],
					     credential);
	return (struct ft_fs_state){.usage = usage, .total = sums->total};
}

static int _tell_cap(const struct sums *sums, struct ft_fs_score *score,
		     uint32_t i, struct ft_fs_target target,
		     struct ft_fs_state state)
{
	const struct ft_credential *own = &sums->history->credentials.entry[i];
	bool relative = target.type == FT_FS_CAP_RELATIVE;
	char text[TEXT], *copy;
	size_t size;

	snprintf(text, sizeof(text),
		 FT_FS_CAP_TEXT "%s %.64s reached: %.1f%s of %.1f%s %s",
		 ft_credential_word(own->kind), own->name,
		 relative ? ft_fs_percent(state) : state.usage,
		 relative ? "%" : "", target.value, relative ? "%" : "",
		 relative ? "of what was delivered"
			  : units[sums->goals->metric]);
	size = strlen(text) + 1;
	copy = ft_arena_alloc(score->arena, size);
	if (!copy)
		return -ENOMEM;
	score->cap[i] = memcpy(copy, text, size);
	score->capped++;
	return 0;
}

static int _judge_score(const struct sums *sums, struct ft_fs_score *score,
			uint32_t i)
{
	const struct ft_credential *own = &sums->history->credentials.entry[i];
	struct ft_fs_target target =
		ft_fs_goals_get(sums->goals, own->kind, own->name);
	struct ft_fs_state state;

	if (target.type == FT_FS_NO_TARGET)
		return 0;
	state = _score_state(sums, i);
	score->delta[i] = ft_fs_delta(target, state, sums->goals->ratio);
	return ft_fs_capped(target, state)
		       ? _tell_cap(sums, score, i, target, state)
		       : 0;
}

/* A credential with a number beyond ours has used nothing yet. */
static void _judge_others(const struct sums *sums, struct ft_fs_score *score)
{
	struct ft_fs_state none = {.total = sums->total};

	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		score->otherwise[kind] = ft_fs_delta(
			ft_fs_goals_get(sums->goals,
					(enum ft_credential_kind) kind,
					FT_CREDENTIAL_DEFAULT),
			none, sums->goals->ratio);
}

int ft_fs_score_make(const struct ft_fs_goals *goals,
		     const struct ft_fs_history *history,
		     struct ft_fs_score *score)
{
	struct sums sums;
	int rc = 0;

	*score = (struct ft_fs_score){.arena = ft_arena_new()};
	if (!score->arena)
		return -ENOMEM;
	score->count = history->credentials.count;
	score->delta = ft_arena_alloc(score->arena,
				      score->count * sizeof(*score->delta));
	score->cap = ft_arena_alloc(score->arena,
				    score->count * sizeof(*score->cap));
	if (!score->delta || !score->cap)
		rc = -ENOMEM;
	_open_score(&sums, goals, history);
	for (uint32_t i = 0; !rc && i < score->count; i++)
		rc = _judge_score(&sums, score, i);
	_judge_others(&sums, score);
	if (rc)
		ft_fs_score_fini(score);
	return rc;
}

void ft_fs_score_fini(struct ft_fs_score *score)
{
	ft_arena_free(score->arena);
	*score = (struct ft_fs_score){0};
}

double ft_fs_score_delta(const struct ft_fs_score *score,
			 enum ft_credential_kind kind, uint32_t credential)
{
	if (credential == FT_CREDENTIAL_NONE)
		return 0;
	return credential < score->count ? score->delta[credential]
					 : score->otherwise[kind];
}

const char *ft_fs_score_cap(const struct ft_fs_score *score,
			    const uint32_t credential[FT_CREDENTIAL_KINDS])
{
	if (!score->capped)
		return NULL;
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		uint32_t i = credential[kind];

		if (i < score->count && score->cap[i])
			return score->cap[i];
	}
	return NULL;
}
