/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_rule.h.
 */
#include "core/priority/priority_rule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/fairshare/fairshare.h"
#include "core/pbs/resource_group.h"

#define WHERE "slurm.conf: PriorityParameters: "

static int _check_weights(const struct ft_priority_case *site,
			  struct ft_err *err)
{
	const char *text = site->tres_weights;

	if (!text || !*text || !site->counts)
		return 0;
	return ft_tres_weight_check(text, "slurm.conf: PriorityWeightTRES",
				    site->counts, site->context, err);
}

static int _check_tree(const struct ft_priority_case *site,
		       const struct ft_priority_option *option,
		       struct ft_err *err)
{
	if (site->slurmdbd || option->model != FT_MODEL_PBS ||
	    ft_pbs_option_file(&option->pbs))
		return 0;
	return ft_fail(err, -EINVAL,
		       WHERE "model=pbs: without slurmdbd there are no "
			     "associations to make a tree of: give "
			     "resource_group=FILE");
}

/* A policy= file is read first, what PriorityParameters says goes over it. */
static int _read_policy(const struct ft_priority_case *site,
			const struct ft_priority_option *option,
			struct ft_site_policy *policy, struct ft_err *err)
{
	struct ft_rule_file file = {0};
	int rc = 0;

	if (ft_site_policy_init(policy))
		return ft_no_memory(err);
	if (ft_priority_option_file(option)) {
		rc = site->read(site->context, WHERE "policy", option->policy,
				&file, err);
		if (!rc)
			rc = ft_site_policy_read(policy, file.text, file.path,
						 err);
		free(file.text);
		free(file.path);
	}
	return rc ? rc
		  : ft_priority_option_policy(site->parameters, &site->site,
					      policy, err);
}

static int _read_group(const struct ft_priority_case *site,
		       const struct ft_pbs_option *option,
		       struct ft_vertex_list *group, struct ft_err *err)
{
	struct ft_rule_file file = {0};
	int rc;

	if (!ft_pbs_option_file(option))
		return 0;
	rc = site->read(site->context, WHERE "resource_group",
			option->resource_group, &file, err);
	if (!rc)
		rc = ft_resource_group_read(
			file.text, file.path, (uint32_t) option->unknown_shares,
			site->bad_line, site->context, group, err);
	free(file.text);
	free(file.path);
	return rc;
}

/* Programs that load the plugin alone may have no billing: that was not asked
 * for, so it is no mistake. */
static int _check_formula(const struct ft_priority_case *site,
			  const struct ft_pbs_option *option,
			  struct ft_err *err)
{
	const struct ft_tres_formula *formula = &option->usage;

	if (!strcmp(option->usage_res, FT_PBS_USAGE_RES))
		return 0;
	for (uint32_t i = 0; site->counts && i < formula->count; i++)
		if (!site->counts(site->context, formula->term[i].name))
			return ft_fail(err, -EINVAL,
				       WHERE "fairshare_usage_res: "
					     "%s " FT_TRES_UNKNOWN,
				       formula->term[i].name);
	return 0;
}

/* slurmctld forgets what a job step has used as soon as the step ends. */
static int _check_metric(const struct ft_fs_goals *goals, struct ft_err *err)
{
	if (goals->metric != FT_FS_UTILIZEDPS)
		return 0;
	return ft_fail(err, -EINVAL,
		       WHERE "fspolicy=UTILIZEDPS: slurmctld forgets what a "
			     "job has used as soon as its steps end: give "
			     "fspolicy=DEDICATEDPS");
}

int ft_priority_rules_read(const struct ft_priority_case *site,
			   struct ft_priority_rules *rules, struct ft_err *err)
{
	struct ft_priority_option *option = &rules->option;
	int rc;

	*rules = (struct ft_priority_rules){0};
	rc = ft_priority_option_read(site->parameters, &site->site, option,
				     err);
	if (!rc)
		rc = _check_weights(site, err);
	if (!rc)
		rc = _check_tree(site, option, err);
	if (!rc)
		rc = _read_policy(site, option, &rules->policy, err);
	if (!rc)
		rc = _read_group(site, &option->pbs, &rules->group, err);
	if (!rc)
		rc = _check_formula(site, &option->pbs, err);
	if (!rc)
		rc = _check_metric(&rules->policy.goals, err);
	if (rc)
		ft_priority_rules_fini(rules);
	return rc;
}

void ft_priority_rules_fini(struct ft_priority_rules *rules)
{
	ft_vertex_fini(&rules->group);
	ft_site_policy_fini(&rules->policy);
	*rules = (struct ft_priority_rules){0};
}

bool ft_priority_books(const struct ft_priority_option *option)
{
	return ft_pbs_option_file(&option->pbs) ||
	       ft_models[option->model].books;
}

#define NEEDS                                                                  \
	"only with AccountingStorageType=accounting_storage/slurmdbd or "      \
	"model=pbs|quota"

const char ft_priority_idle_age[] =
	"PriorityWeightAge is ignored: ages count " NEEDS;
const char ft_priority_idle_fairshare[] =
	"PriorityWeightFairshare is ignored: usage counts " NEEDS;
