/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_share.h.
 */
#include "core/replay/replay_share.h"

#include <errno.h>
#include <stdlib.h>

#include "core/fairshare/decay.h"

static bool _votes(const struct ft_replay_share *share)
{
	return !share->setup.targets &&
	       share->setup.policy.model == FT_MODEL_QUOTA;
}

static bool _ranks(const struct ft_replay_share *share)
{
	return !share->setup.targets && !_votes(share);
}

static int _init_tree(struct ft_replay_share *share)
{
	const struct ft_vertex_list *list = &share->setup.population->list;
	const struct ft_fairshare_policy *policy = &share->setup.policy;
	int rc;

	share->node = calloc(list->count, sizeof(*share->node));
	if (!share->node)
		return -ENOMEM;
	rc = ft_vertex_tree(list, ft_fairshare_level(policy->model),
			    &share->tree);
	if (rc)
		return rc;
	for (uint32_t i = 0; i < share->tree.count; i++)
		share->node[share->tree.node[i].id - 1] = i;
	/* What a tree says of usage was before the log. */
	for (uint32_t i = 0; i < share->tree.count; i++)
		share->tree.node[i].usage_raw = 0;
	return ft_fairshare_compute(&share->tree, policy);
}

extern int ft_replay_share_init(struct ft_replay_share *share,
				const struct ft_replay_share_setup *setup,
				int64_t processors)
{
	*share = (struct ft_replay_share){.setup = *setup, .looked = INT64_MIN};
	share->per_second = ft_decay_per_second((double) setup->half_life);
	ft_share_tree_init(&share->tree);
	if (setup->targets)
		return ft_replay_target_init(&share->target, setup->population,
					     setup->half_life);
	if (_votes(share))
		return ft_replay_quota_init(&share->quota, setup->population,
					    processors);
	return _init_tree(share);
}

extern void ft_replay_share_free(struct ft_replay_share *share)
{
	ft_share_tree_fini(&share->tree);
	ft_replay_target_free(&share->target);
	ft_replay_quota_free(&share->quota);
	free(share->node);
	*share = (struct ft_replay_share){0};
}

extern int ft_replay_share_use(struct ft_replay_share *share, uint32_t job,
			       int64_t processors, int64_t seconds)
{
	double amount = (double) processors * (double) seconds;
	uint32_t leaf = share->setup.population->leaf[job];

	if (share->setup.targets)
		return ft_replay_target_charge(&share->target, leaf, amount);
	if (_votes(share))
		ft_replay_quota_charge(&share->quota, leaf, amount);
	else
		ft_share_tree_charge(&share->tree, share->node[leaf], amount);
	return 0;
}

extern int ft_replay_share_step(struct ft_replay_share *share, int64_t now)
{
	bool first = share->looked == INT64_MIN;
	int64_t since = first ? 0 : now - share->looked;

	if (share->setup.targets && ft_replay_target_roll(&share->target, now))
		return -ENOMEM;
	if (!first && since < share->setup.period)
		return 0;
	share->looked = now;
	if (share->setup.targets)
		ft_replay_target_look(&share->target);
	if (_votes(share))
		ft_replay_quota_look(&share->quota, now);
	if (first || !_ranks(share))
		return 0;
	ft_share_tree_decay(&share->tree,
			    ft_decay_over(share->per_second, (double) since));
	return ft_fairshare_compute(&share->tree, &share->setup.policy);
}

extern int ft_replay_share_queue(struct ft_replay_share *share,
				 const uint32_t *job, uint32_t count)
{
	return _votes(share) ? ft_replay_quota_vote(&share->quota, job, count)
			     : 0;
}

extern double ft_replay_share_factor(const struct ft_replay_share *share,
				     uint32_t job)
{
	uint32_t leaf = share->setup.population->leaf[job];
	double factor;

	if (share->setup.targets)
		factor = ft_replay_target_factor(&share->target, leaf);
	else if (_votes(share))
		factor = ft_replay_quota_factor(&share->quota, job);
	else
		factor = share->tree.node[share->node[leaf]].fs_factor;
	return factor > 0 ? factor : 0;
}
