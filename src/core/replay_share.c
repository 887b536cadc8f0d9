/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_share.h.
 */
#include "core/replay_share.h"

#include <errno.h>
#include <stdlib.h>

#include "core/decay.h"

enum { FAN = 4, GROUPS = FAN * FAN, FIRST_GROUP = 1 + FAN };
/* Ids: the root, divisions, groups, and users behind them. */
enum { ROOT_ID = 1, USER_ID = 1 + ROOT_ID + FT_REPLAY_ACCOUNTS };

/* Neighbouring numbers go to different groups. */
static uint32_t _group_of(int64_t user)
{
	return (uint32_t) (((uint64_t) user * UINT64_C(0x9e3779b97f4a7c15)) >>
			   32) %
	       GROUPS;
}

static int _add(struct ft_share_tree *tree, uint32_t parent, uint32_t id,
		uint32_t shares, bool user)
{
	struct ft_share_node *node;
	int rc = ft_share_tree_add(tree, parent, &node);

	if (rc)
		return rc;
	node->id = id;
	node->parent_id = parent == FT_SHARE_NONE ? 0 : tree->node[parent].id;
	node->shares_raw = shares;
	node->user = user;
	node->eligible = true;
	return 0;
}

static int _add_accounts(struct ft_share_tree *tree)
{
	int rc = _add(tree, FT_SHARE_NONE, ROOT_ID, 1, false);

	for (uint32_t i = 0; !rc && i < FAN; i++)
		rc = _add(tree, 0, ROOT_ID + 1 + i, 1 + i, false);
	for (uint32_t i = 0; !rc && i < GROUPS; i++)
		rc = _add(tree, 1 + i / FAN, ROOT_ID + 1 + FAN + i, 1 + i % FAN,
			  false);
	return rc;
}

/* Every user once, group by group, since siblings stand side by side. */
static int _add_users(struct ft_share_tree *tree,
		      const struct ft_workload *workload,
		      struct ft_id_map *users)
{
	int rc = 0;

	for (uint32_t group = 0; group < GROUPS; group++)
		for (uint32_t i = 0; !rc && i < workload->count; i++) {
			uint32_t user = (uint32_t) workload->job[i].user;

			if (_group_of(user) != group ||
			    ft_id_map_get(users, user, NULL))
				continue;
			rc = ft_id_map_put(users, user, tree->count);
			if (!rc)
				rc = _add(tree, FIRST_GROUP + group,
					  USER_ID + tree->count, 1, true);
			tree->user_count++;
		}
	return rc;
}

static int _find_leaves(struct ft_replay_share *share,
			const struct ft_workload *workload,
			const struct ft_id_map *users)
{
	share->leaf = calloc(workload->count, sizeof(*share->leaf));
	share->used = calloc(share->tree.count, sizeof(*share->used));
	share->present = calloc(share->tree.count, sizeof(*share->present));
	if (!share->leaf || !share->used || !share->present)
		return -ENOMEM;
	for (uint32_t i = 0; i < workload->count; i++)
		ft_id_map_get(users, (uint32_t) workload->job[i].user,
			      &share->leaf[i]);
	return 0;
}

extern int ft_replay_share_init(struct ft_replay_share *share,
				const struct ft_replay_share_setup *setup,
				const struct ft_workload *workload)
{
	struct ft_id_map users = {0};
	int rc;

	*share = (struct ft_replay_share){.setup = *setup};
	share->per_second = ft_decay_per_second((double) setup->half_life);
	ft_share_tree_init(&share->tree);
	rc = _add_accounts(&share->tree);
	if (!rc)
		rc = _add_users(&share->tree, workload, &users);
	if (!rc)
		rc = ft_share_tree_index(&share->tree);
	if (!rc)
		rc = _find_leaves(share, workload, &users);
	ft_id_map_fini(&users);
	if (rc)
		return rc;
	ft_share_tree_normalise(&share->tree,
				ft_fairshare_level(setup->policy.model));
	share->looked = share->window_end = INT64_MIN;
	return ft_fairshare_compute(&share->tree, &setup->policy);
}

extern void ft_replay_share_free(struct ft_replay_share *share)
{
	ft_share_tree_fini(&share->tree);
	free(share->leaf);
	free(share->used);
	free(share->present);
	free(share->window);
	*share = (struct ft_replay_share){0};
}

extern void ft_replay_share_use(struct ft_replay_share *share, uint32_t job,
				int64_t processors, int64_t seconds)
{
	double amount = (double) processors * (double) seconds;
	uint32_t node = share->leaf[job];

	if (amount > 0)
		ft_share_tree_charge(&share->tree, node, amount);
	for (uint32_t i = node; i != FT_SHARE_NONE;
	     i = share->tree.node[i].parent) {
		share->used[i] += amount;
		share->present[i] = true;
	}
}

/* The product of shares down from the root, whatever the model wants. */
static double _promised(const struct ft_share_tree *tree, uint32_t node)
{
	double part = 1;

	for (; tree->node[node].parent != FT_SHARE_NONE;
	     node = tree->node[node].parent)
		part *= (double) tree->node[node].shares_raw /
			tree->node[node].level_shares;
	return part;
}

/* Over the nodes [from, to) that ran or waited in this window. */
static double _error(const struct ft_replay_share *share, uint32_t from,
		     uint32_t to)
{
	double promised = 0, sum = 0;

	for (uint32_t i = from; i < to; i++)
		if (share->present[i])
			promised += _promised(&share->tree, i);
	for (uint32_t i = from; i < to; i++) {
		double off;

		if (!share->present[i])
			continue;
		off = share->used[i] / share->used[0] -
		      _promised(&share->tree, i) / promised;
		sum += off * off;
	}
	return sum;
}

static int _end_window(struct ft_replay_share *share)
{
	uint32_t nodes = share->tree.count;

	if (share->window_count == share->window_size) {
		uint32_t size =
			share->window_size ? 2 * share->window_size : 64;
		void *more =
			realloc(share->window, size * sizeof(*share->window));

		if (!more)
			return -ENOMEM;
		share->window = more;
		share->window_size = size;
	}
	if (share->used[0] > 0)
		share->window[share->window_count++] =
			(struct ft_replay_window){
				.end = share->window_end,
				.group_error = _error(share, FIRST_GROUP,
						      FIRST_GROUP + GROUPS),
				.user_error = _error(
					share, FIRST_GROUP + GROUPS, nodes),
			};
	for (uint32_t i = 0; i < nodes; i++) {
		share->used[i] = 0;
		share->present[i] = false;
	}
	return 0;
}

extern int ft_replay_share_step(struct ft_replay_share *share, int64_t now)
{
	if (share->looked == INT64_MIN) {
		share->looked = now;
		share->window_end = now + FT_REPLAY_WINDOW;
	}
	while (now >= share->window_end) {
		if (_end_window(share))
			return -ENOMEM;
		share->window_end += FT_REPLAY_WINDOW;
	}
	if (now - share->looked < share->setup.period)
		return 0;
	ft_share_tree_decay(&share->tree,
			    ft_decay_over(share->per_second,
					  (double) (now - share->looked)));
	share->looked = now;
	return ft_fairshare_compute(&share->tree, &share->setup.policy);
}

extern double ft_replay_share_factor(const struct ft_replay_share *share,
				     uint32_t job)
{
	double factor = share->tree.node[share->leaf[job]].fs_factor;

	return factor > 0 ? factor : 0;
}
