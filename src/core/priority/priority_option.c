/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_option.h.
 */
#include "core/priority/priority_option.h"

#include <errno.h>
#include <string.h>

#define WHERE "slurm.conf: PriorityParameters"
#define FIELD(name) offsetof(struct ft_priority_option, name)
#define NO_FILE "none"

static const char *const sums[] = {"stock", "maui", NULL};
static const char *const accruals[] = {"always", "queuepolicy", "fullpolicy",
				       NULL};
static const char *const clocks[] = {"reset", "pause", NULL};

static const struct ft_option priority_table[] = {
	{"model", FT_OPTION_CHOICE, FIELD(model), 0, 0, ft_model_names, "auto",
	 "", NULL,
	 "The fairshare model; auto follows PriorityFlags, any other value "
	 "must agree with them; simple counts own usage alone."},
	{"ties", FT_OPTION_CHOICE, FIELD(ties), 0, 0, ft_ties_names, "compat",
	 "", NULL,
	 "How Fair Tree ranks accounts of equal level_fs: compat as "
	 "priority/multifactor does, strict as Slurm documents it."},
	{"sum", FT_OPTION_CHOICE, FIELD(sum), 0, 0, sums, "stock", "", NULL,
	 "What Maui's components are added to: stock's weighted sum, or with "
	 "maui only the site factor and nice."},
	{"jobprioaccrualpolicy", FT_OPTION_CHOICE, FIELD(accrual.accrual), 0, 0,
	 accruals, "queuepolicy", "", NULL,
	 "Which time in the queue counts: always all of it, queuepolicy only "
	 "that in which no limit kept the job from running, fullpolicy nor a "
	 "hold, a dependency and the like."},
	{"jobprioaccrualclock", FT_OPTION_CHOICE, FIELD(accrual.clock), 0, 0,
	 clocks, "reset", "", NULL,
	 "What jobprioaccrualpolicy does while time does not count: reset "
	 "begins anew afterwards, pause goes on from where it stood."},
	{"resource_group", FT_OPTION_TEXT, FIELD(pbs.resource_group), 0,
	 FT_PBS_PATH, NULL, "none", "", NULL,
	 "File with the fairshare tree of model=pbs, in PBS's form; none: the "
	 "tree is Slurm's associations."},
	{"fairshare_entity", FT_OPTION_CHOICE, FIELD(pbs.entity), 0, 0,
	 ft_pbs_entity_names, "euser", "", NULL,
	 "Who owns a job in the tree of resource_group: its user, its Unix "
	 "group, both, its account or its partition."},
	{"unknown_shares", FT_OPTION_INT, FIELD(pbs.unknown_shares), 0,
	 FT_SHARES_PARENT - 1, NULL, "0", "shares", NULL,
	 "Shares of the group unknown, below which whoever resource_group does "
	 "not name has one share each."},
	{"fairshare_enforce_no_shares", FT_OPTION_FLAG,
	 FIELD(pbs.enforce_no_shares), 0, 0, NULL, "yes", "", NULL,
	 "Whether jobs of entities without shares wait for ever; no: they "
	 "come last."},
	{"fairshare_decay_time", FT_OPTION_SPAN, FIELD(pbs.decay_time), 0,
	 INT32_MAX, NULL, "24:00:00", "seconds", NULL,
	 "How often usage below resource_group decays; 0: never."},
	{"fairshare_decay_factor", FT_OPTION_REAL, FIELD(pbs.decay_factor),
	 1e-6, 1 - 1e-6, NULL, "0.5", "", NULL,
	 "What a decay leaves of usage."},
	{"fairshare_usage_res", FT_OPTION_TEXT, FIELD(pbs.usage_res), 0,
	 FT_PBS_FORMULA, NULL, FT_PBS_USAGE_RES, "", NULL,
	 "What a second of a job adds to its entity's usage: TRES with "
	 "weights, "
	 "as in cpu:1|gres/gpu:20."},
	{"pbs_order", FT_OPTION_CHOICE, FIELD(pbs.order), 0, 0,
	 ft_pbs_order_names, "path", "", NULL,
	 "How model=pbs orders: path by comparing entities level by level "
	 "from the root, factor by 2^-(usage over share), cycle job by job as "
	 "if each were charged at once."},
	{"ledger", FT_OPTION_FLAG, FIELD(ledger), 0, 0, NULL, "no", "", NULL,
	 "Keep usage by user, group, account, QOS, partition and account path "
	 "even if no model in use needs it."},
	{"policy", FT_OPTION_TEXT, FIELD(policy), 0, FT_POLICY_PATH, NULL,
	 NO_FILE, "", NULL,
	 "File with more of the same in Maui's form, such as USERCFG[john] "
	 "FSTARGET=50; what stands in PriorityParameters goes before it."},
	{.name = NULL},
};

/* Those of other tables, too: all that may stand in the text. */
static const struct ft_option_group priority_groups[] = {
	{priority_table, 0},
	{ft_fs_option_table, FIELD(fairshare)},
	{ft_component_option_table, 0},
	{NULL, 0},
};

/* Models whose factors are ranks, which Slurm knows nothing of. */
static int _agree_rank(const struct ft_priority_option *options,
		       const struct ft_priority_site *site, struct ft_err *err)
{
	const char *model = ft_model_names[options->model];

	/* sshare computes by itself where the flags have no Fair Tree. */
	if (!site->fair_tree)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=%s: with NO_FAIR_TREE or "
				     "DEPTH_OBLIVIOUS in PriorityFlags sshare "
				     "shows another factor: remove that flag",
			       model);
	if (options->model != FT_MODEL_QUOTA)
		return 0;
	if (site->incr_only)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=quota: with INCR_ONLY in "
				     "PriorityFlags no job could fall behind "
				     "another: remove that flag");
	if (site->calculate_running)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=quota: CALCULATE_RUNNING in "
				     "PriorityFlags asks for the place of "
				     "running jobs, which have none in a "
				     "queue: remove that flag");
	return 0;
}

/* Which line says otherwise, for the message. */
static int _agree_option(struct ft_priority_option *options,
			 const struct ft_priority_site *site,
			 struct ft_err *err)
{
	const char *model = ft_model_names[options->model];

	if (options->model == FT_MODEL_AUTO) {
		options->model = site->fair_tree ? FT_MODEL_FAIRTREE
						 : FT_MODEL_EFFECTIVE;
		return 0;
	}
	if (options->model == FT_MODEL_PBS || options->model == FT_MODEL_QUOTA)
		return _agree_rank(options, site, err);
	if (site->fair_tree && options->model != FT_MODEL_FAIRTREE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=%s contradicts PriorityFlags, "
				     "which select Fair Tree: add "
				     "NO_FAIR_TREE to PriorityFlags or give "
				     "model=fairtree",
			       model);
	if (!site->fair_tree && options->model == FT_MODEL_FAIRTREE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=fairtree contradicts "
				     "PriorityFlags, which have NO_FAIR_TREE "
				     "or DEPTH_OBLIVIOUS: remove that flag or "
				     "give model=effective");
	if (site->depth_oblivious && options->model == FT_MODEL_SIMPLE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=simple looks at no account, so "
				     "DEPTH_OBLIVIOUS in PriorityFlags has no "
				     "meaning: give NO_FAIR_TREE instead");
	return 0;
}

static int _option_defaults(struct ft_priority_option *option,
			    struct ft_err *err)
{
	const struct ft_option_group *group = priority_groups;
	int rc = 0;

	for (; !rc && group->table; group++)
		rc = ft_option_defaults(group->table,
					(char *) option + group->offset, err);
	return rc;
}

int ft_priority_option_read(const char *text,
			    const struct ft_priority_site *site,
			    struct ft_priority_option *options,
			    struct ft_err *err)
{
	const struct ft_option_reader reader = {.groups = priority_groups,
						.where = WHERE};
	struct ft_priority_option next = {0};
	int rc;

	rc = _option_defaults(&next, err);
	if (!rc)
		rc = ft_option_read(&reader, text, &next, sizeof(next), err);
	if (!rc)
		rc = _agree_option(&next, site, err);
	if (!rc)
		rc = ft_pbs_option_check(&next.pbs, next.model == FT_MODEL_PBS,
					 WHERE, err);
	if (!rc)
		*options = next;
	return rc;
}

bool ft_priority_option_file(const struct ft_priority_option *option)
{
	return strcmp(option->policy, NO_FILE) != 0;
}

static int _quotas(const struct ft_priority_option *option,
		   const struct ft_site_policy *policy, struct ft_err *err)
{
	bool wanted = option->model == FT_MODEL_QUOTA;
	bool given = policy->quota.list.count > 1;

	if (wanted && !given)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=quota: nobody has a quota: give "
				     "policy=FILE with lines "
				     "QUOTA[/dept/group] CPUH=..");
	if (given && !wanted)
		return ft_fail(err, -EINVAL,
			       WHERE ": policy=%.200s: its QUOTA lines have no "
				     "effect without model=quota: give that "
				     "or remove them",
			       option->policy);
	return 0;
}

int ft_priority_option_policy(const char *text,
			      const struct ft_priority_site *site,
			      struct ft_site_policy *policy, struct ft_err *err)
{
	const struct ft_option_reader reader = {
		.groups = priority_groups,
		.where = WHERE,
		.take = ft_site_policy_option,
		.context = policy,
	};
	struct ft_priority_option option = {0};
	struct ft_err why = {0};
	int rc;

	rc = _option_defaults(&option, err);
	if (!rc)
		rc = ft_option_read(&reader, text, &option, sizeof(option),
				    err);
	if (!rc)
		rc = ft_fs_option_close(&option.fairshare, WHERE,
					&policy->goals, err);
	if (rc)
		return rc;
	rc = ft_site_policy_close(policy, site->scheduler, &why);
	return rc ? ft_fail(err, rc, WHERE ": %.400s", why.text)
		  : _quotas(&option, policy, err);
}
