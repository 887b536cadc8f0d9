/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See site_policy.h.
 */
#include "core/site_policy.h"

#include <errno.h>

int ft_site_policy_init(struct ft_site_policy *policy)
{
	int rc = ft_fs_goals_init(&policy->goals);

	if (rc)
		return rc;
	rc = ft_quota_tree_init(&policy->quota);
	if (rc)
		ft_fs_goals_fini(&policy->goals);
	return rc;
}

void ft_site_policy_fini(struct ft_site_policy *policy)
{
	ft_fs_goals_fini(&policy->goals);
	ft_quota_tree_fini(&policy->quota);
}

static int _refuse(const struct ft_statement *statement, struct ft_err *err)
{
	const char *key = statement->key ? statement->key : "";

	return ft_fail(err, -EINVAL,
		       "%s%s%s%s%s%s: no such parameter: see "
		       "priority_fairtree(5) for those that are known",
		       statement->name, statement->index ? "[" : "",
		       statement->index ? statement->index : "",
		       statement->index ? "]" : "", *key ? " " : "", key);
}

static int _take(void *context, const struct ft_statement *statement,
		 struct ft_err *err)
{
	struct ft_site_policy *policy = context;
	bool taken = false;
	int rc;

	rc = ft_fs_goals_take(&policy->goals, statement, &taken, err);
	if (!rc && !taken)
		rc = ft_quota_tree_take(&policy->quota, statement, &taken, err);
	if (!rc && !taken)
		rc = _refuse(statement, err);
	return rc;
}

int ft_site_policy_read(struct ft_site_policy *policy, char *text,
			const char *file, struct ft_err *err)
{
	return ft_statement_read(text, file, _take, policy, err);
}

int ft_site_policy_option(void *context, const struct ft_option_entry *entry,
			  struct ft_err *err)
{
	struct ft_site_policy *policy = context;

	return ft_fs_option_take(&policy->goals, entry, err);
}
