/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See site_policy.h.
 */
#include "core/priority/site_policy.h"

#include <errno.h>

int ft_site_policy_init(struct ft_site_policy *policy)
{
	*policy = (struct ft_site_policy){.components =
						  ft_component_policy_new()};
	if (policy->components && !ft_fs_goals_init(&policy->goals) &&
	    !ft_quota_tree_init(&policy->quota))
		return 0;
	ft_site_policy_fini(policy);
	return -ENOMEM;
}

void ft_site_policy_fini(struct ft_site_policy *policy)
{
	ft_fs_goals_fini(&policy->goals);
	ft_quota_tree_fini(&policy->quota);
	ft_component_policy_free(policy->components);
	*policy = (struct ft_site_policy){0};
}

static int _refuse_line(const struct ft_statement *statement,
			struct ft_err *err)
{
	const char *key = statement->key ? statement->key : "";

	return ft_fail(err, -EINVAL,
		       "%s%s%s%s%s%s: no such parameter: see "
		       "priority_fairtree(5) for those that are known",
		       statement->name, statement->index ? "[" : "",
		       statement->index ? statement->index : "",
		       statement->index ? "]" : "", *key ? " " : "", key);
}

static int _take_line(void *context, const struct ft_statement *statement,
		      struct ft_err *err)
{
	struct ft_site_policy *policy = context;
	bool taken = false;
	int rc;

	rc = ft_fs_goals_take(&policy->goals, statement, &taken, err);
	if (!rc && !taken)
		rc = ft_quota_tree_take(&policy->quota, statement, &taken, err);
	if (!rc && !taken)
		rc = ft_component_policy_take(policy->components, statement,
					      &taken, err);
	if (!rc && !taken)
		rc = _refuse_line(statement, err);
	return rc;
}

int ft_site_policy_read(struct ft_site_policy *policy, char *text,
			const char *file, struct ft_err *err)
{
	return ft_statement_read(text, file, _take_line, policy, err);
}

int ft_site_policy_option(void *context, const struct ft_option_entry *entry,
			  struct ft_err *err)
{
	struct ft_site_policy *policy = context;

	int rc = ft_fs_option_take(&policy->goals, entry, err);

	return rc ? rc
		  : ft_component_policy_option(policy->components, entry, err);
}

int ft_site_policy_close(struct ft_site_policy *policy, const char *scheduler,
			 struct ft_err *err)
{
	return ft_component_policy_close(policy->components, scheduler, err);
}

const char *ft_site_policy_advice(const struct ft_site_policy *policy)
{
	const struct ft_fs_goals *goals = &policy->goals;
	bool targets = false, counts = false;

	for (uint32_t i = 0; i < goals->credentials.count; i++) {
		enum ft_fs_target_type type = goals->target[i].type;
		int kind = (int) goals->credentials.entry[i].kind;

		if (type != FT_FS_TARGET && type != FT_FS_FLOOR &&
		    type != FT_FS_CEILING)
			continue;
		targets = true;
		counts |= ft_component_policy_uses(
			policy->components,
			(enum ft_subcomponent)(FT_FS_USER + kind));
	}
	return targets && !counts
		       ? "the fairshare targets have no effect, since all "
			 "weights on them are 0: give fsuserweight, "
			 "fsgroupweight and so on"
		       : NULL;
}
