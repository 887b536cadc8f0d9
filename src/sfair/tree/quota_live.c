/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_live.h.
 */
#include "sfair/tree/quota_live.h"

#include <errno.h>

#include "sfair/base/live.h"
#include "sfair/base/policy_file.h"

void sfair_quota_live_free(struct sfair_quota_live *live)
{
	ft_ledger_image_fini(&live->image);
	ft_site_policy_fini(&live->policy);
	*live = (struct sfair_quota_live){0};
}

static int _read_quotas(const struct sfair_live *site,
			struct sfair_quota_live *live, struct ft_err *err)
{
	int rc = 0;

	if (site->option.model != FT_MODEL_QUOTA)
		return ft_fail(err, -EINVAL,
			       "%s: PriorityParameters has no model=quota: "
			       "give it, or a FILE",
			       site->path);
	if (ft_site_policy_init(&live->policy))
		return ft_no_memory(err);
	rc = sfair_policy_read(site->path, site->parameters, &site->site,
			       &site->option, &live->policy, err);
	return rc ? rc : sfair_live_ledger(site, &live->image, err);
}

int sfair_quota_live_read(const char *conf, struct sfair_quota_live *live,
			  struct ft_err *err)
{
	struct sfair_live site;
	int rc = sfair_live_read(conf, &site, err);

	*live = (struct sfair_quota_live){0};
	if (!rc)
		rc = _read_quotas(&site, live, err);
	sfair_live_fini(&site);
	return rc;
}

static int _use_account(const struct ft_ledger_periods *book, uint32_t period,
			uint32_t path, struct ft_quota_tree *tree)
{
	uint32_t at = 0;
	int rc = ft_quota_tree_account(tree, book->names.name[path], &at, NULL);

	if (rc)
		return rc == -ENOMEM ? rc : 0;
	for (int k = 0; k < FT_QUOTA_KINDS && period < book->count; k++)
		tree->quota[at].used[k] += ft_ledger_hours(
			&book->period[period], path, (enum ft_quota_kind) k);
	return 0;
}

int sfair_quota_live_period(const struct sfair_quota_live *live,
			    uint32_t period, struct ft_quota_tree *tree)
{
	const struct ft_ledger_periods *book = &live->image.ledger.period;
	int rc = ft_quota_tree_init(tree);

	for (uint32_t i = 0; i < book->names.count && !rc; i++)
		rc = _use_account(book, period, i, tree);
	if (!rc)
		rc = ft_quota_tree_limit(tree, &live->policy.quota);
	return rc;
}
