/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share: Maui's targets, and quotas, see share.h.
 *
 * Out of what the plugin last saved in StateSaveLocation: only administrators
 * may read that.
 */
#include "ft_config.h"

#include "sfair/share/share.h"

#include <errno.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/tree/fairshare_live.h"
#include "sfair/tree/quota_live.h"

enum { PATH = 256 };

static bool _wishes_credential(const struct ft_credential *own,
			       const struct sfair_share_wish *wish)
{
	if (sfair_share_lists(wish->names, own->name))
		return own->kind == FT_USER || own->kind == FT_ACCOUNT;
	return sfair_share_lists(own->kind == FT_USER	   ? wish->users
				 : own->kind == FT_ACCOUNT ? wish->accounts
							   : NULL,
				 own->name);
}

static void _put_target(const struct sfair_fs_live *live,
			const struct ft_credential *own, uint32_t credential,
			struct json_object *list)
{
	const struct ft_fs_goals *goals = &live->policy.goals;
	const struct ft_fs_history *history = &live->image.ledger.window;
	struct ft_fs_target target =
		ft_fs_goals_get(goals, own->kind, own->name);
	struct ft_fs_state state = {
		.usage = ft_fs_usage(history, &goals->span, credential),
		.total = ft_fs_total(history, &goals->span),
	};
	struct json_object *json = sfair_add_object(list);
	char text[32];

	ft_fs_target_text(target, text, sizeof(text));
	sfair_put_text(json, "kind", ft_credential_word(own->kind));
	sfair_put_text(json, "name", own->name);
	json_object_object_add(json, "percent",
			       json_object_new_double(ft_fs_percent(state)));
	sfair_put_text(json, "target",
		       target.type == FT_FS_NO_TARGET ? NULL : text);
	json_object_object_add(json, "delta",
			       json_object_new_double(ft_fs_delta(
				       target, state, goals->ratio)));
	json_object_object_add(
		json, "capped",
		json_object_new_boolean(ft_fs_capped(target, state)));
	sfair_put_whole(json, "window",
			goals->span.interval * (int64_t) goals->span.depth);
}

int sfair_share_targets(const char *path, const struct sfair_share_wish *wish,
			struct json_object *list, struct ft_err *err)
{
	struct sfair_fs_live live;
	const struct ft_credential_table *table;
	int rc = sfair_fs_live_read(path, &live, err);

	if (rc)
		return rc;
	table = &live.image.ledger.window.credentials;
	for (uint32_t i = 0; i < table->count; i++)
		if (_wishes_credential(&table->entry[i], wish))
			_put_target(&live, &table->entry[i], i, list);
	sfair_fs_live_fini(&live);
	return 0;
}

/* -- quotas --------------------------------------------------------------- */

static void _put_quota_levels(const struct ft_quota_tree *tree, uint32_t i,
			      struct json_object *list)
{
	for (; i && i != FT_SHARE_NONE; i = tree->list.vertex[i].parent) {
		const struct ft_quota *quota = &tree->quota[i];
		struct json_object *json = sfair_add_object(list);
		char path[PATH];

		ft_quota_tree_path(tree, i, path, sizeof(path));
		sfair_put_text(json, "path", path);
		json_object_object_add(json, "within",
				       json_object_new_boolean(quota->high));
		for (int k = 0; k < FT_QUOTA_KINDS; k++) {
			struct json_object *kind;

			if (quota->limit[k] < 0 && quota->used[k] <= 0)
				continue;
			kind = json_object_new_object();
			json_object_object_add(
				kind, "used",
				json_object_new_double(quota->used[k]));
			json_object_object_add(
				kind, "quota",
				quota->limit[k] < 0 ? NULL
						    : json_object_new_double(
							      quota->limit[k]));
			json_object_object_add(json, ft_quota_keys[k], kind);
		}
	}
}

static void _put_quotas(const struct ft_quota_tree *tree,
			const struct sfair_share_wish *wish,
			struct json_object *list)
{
	for (uint32_t i = 1; i < tree->list.count; i++) {
		const struct ft_vertex *own = &tree->list.vertex[i];
		struct json_object *json;

		if (!sfair_share_lists(wish->names, own->name) &&
		    !sfair_share_lists(own->leaf || wish->users
					       ? wish->users
					       : wish->accounts,
				       own->name))
			continue;
		json = sfair_add_object(list);
		sfair_put_text(json, "name", own->name);
		_put_quota_levels(tree, i, sfair_put_list(json, "levels"));
	}
}

int sfair_share_quotas(const char *path, const struct sfair_share_wish *wish,
		       struct json_object *list, struct ft_err *err)
{
	struct sfair_quota_live live;
	struct ft_quota_tree tree;
	int rc = sfair_quota_live_read(path, &live, err);

	if (!rc && sfair_quota_live_period(&live, 0, &tree))
		rc = ft_fail(err, -ENOMEM, "out of memory");
	if (!rc) {
		ft_quota_judge(&tree.list, tree.quota);
		_put_quotas(&tree, wish, list);
		ft_quota_tree_fini(&tree);
	}
	sfair_quota_live_free(&live);
	return rc;
}
