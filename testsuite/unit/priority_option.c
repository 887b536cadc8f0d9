/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PriorityParameters: defaults, refusals, agreement with PriorityFlags.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/priority/priority_option.h"

static struct ft_priority_option option;
static struct ft_err err;

static int parse(const char *text, bool fair_tree)
{
	struct ft_priority_site site = {.fair_tree = fair_tree,
					.scheduler = "sched/reserve"};

	return ft_priority_option_read(text, &site, &option, &err);
}

Test(priority_option, defaults_follow_the_flags)
{
	cr_assert_eq(parse(NULL, true), 0);
	cr_expect_eq(option.model, FT_MODEL_FAIRTREE);
	cr_expect_eq(option.ties, FT_TIES_COMPAT);
	cr_assert_eq(parse("", false), 0);
	cr_expect_eq(option.model, FT_MODEL_EFFECTIVE);
}

Test(priority_option, what_agrees_is_taken)
{
	cr_assert_eq(parse("ties=strict,model=fairtree", true), 0);
	cr_expect_eq(option.ties, FT_TIES_STRICT);
	cr_assert_eq(parse("model=effective", false), 0);
	cr_assert_eq(parse("model=auto", false), 0);
	cr_expect_eq(option.model, FT_MODEL_EFFECTIVE);
}

Test(priority_option, contradictions_name_the_remedy)
{
	memset(&option, 7, sizeof(option));
	cr_assert_eq(parse("model=fairtree,ties=strict", false), -EINVAL);
	cr_expect_not_null(strstr(err.text, "NO_FAIR_TREE"));
	cr_expect_not_null(strstr(err.text, "PriorityParameters"));
	cr_expect_eq(option.ties, 0x07070707, "nothing changes on error");
	cr_assert_eq(parse("model=effective", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "add NO_FAIR_TREE"));
}

Test(priority_option, quotas_need_priorities_that_may_fall)
{
	struct ft_priority_site site = {.fair_tree = true};

	cr_assert_eq(parse("model=quota", true), 0, "%s", err.text);
	cr_expect_eq(option.model, FT_MODEL_QUOTA);
	cr_expect_eq(parse("model=quota", false), -EINVAL);
	cr_expect_not_null(strstr(err.text, "model=quota"), "%s", err.text);
	site.incr_only = true;
	cr_expect_eq(
		ft_priority_option_read("model=quota", &site, &option, &err),
		-EINVAL);
	cr_expect_not_null(strstr(err.text, "INCR_ONLY"), "%s", err.text);
	site = (struct ft_priority_site){.fair_tree = true,
					 .calculate_running = true};
	cr_expect_eq(
		ft_priority_option_read("model=quota", &site, &option, &err),
		-EINVAL);
	cr_expect_not_null(strstr(err.text, "CALCULATE_RUNNING"));
}

static int with_quotas(const char *text, const char *lines)
{
	struct ft_priority_site site = {.fair_tree = true};
	struct ft_site_policy policy;
	char copy[128];
	int rc;

	snprintf(copy, sizeof(copy), "%s", lines);
	cr_assert_eq(ft_site_policy_init(&policy), 0);
	cr_assert_eq(ft_site_policy_read(&policy, copy, "f", &err), 0);
	rc = ft_priority_option_policy(text, &site, &policy, &err);
	ft_site_policy_fini(&policy);
	return rc;
}

Test(priority_option, quotas_and_their_model_go_together)
{
	cr_expect_eq(with_quotas("model=quota,policy=f", "QUOTA[/a] CPUH=1"),
		     0);
	cr_expect_eq(with_quotas("model=quota,policy=f", "FSDEPTH 7"), -EINVAL);
	cr_expect_not_null(strstr(err.text, "nobody has a quota"), "%s",
			   err.text);
	cr_expect_eq(with_quotas("policy=f", "QUOTA[/a] CPUH=1"), -EINVAL);
	cr_expect_not_null(strstr(err.text, "no effect"), "%s", err.text);
}

Test(priority_option, pbs_keys_are_taken)
{
	cr_assert_eq(parse("model=pbs,resource_group=/etc/slurm/resource_group,"
			   "fairshare_entity=egroup:euser,unknown_shares=10,"
			   "fairshare_enforce_no_shares=FALSE,"
			   "fairshare_decay_time=12:00:00,"
			   "fairshare_decay_factor=0.7,"
			   "fairshare_usage_res=cpu|gres/gpu:20,"
			   "pbs_order=factor",
			   true),
		     0, "%s", err.text);
	cr_expect_eq(option.model, FT_MODEL_PBS);
	cr_expect(ft_pbs_option_file(&option.pbs));
	cr_expect_eq(option.pbs.entity, FT_PBS_EGROUP_EUSER);
	cr_expect_eq(option.pbs.unknown_shares, 10);
	cr_expect(!option.pbs.enforce_no_shares);
	cr_expect_eq(option.pbs.decay_time, 43200);
	cr_expect_eq(option.pbs.usage.count, 2);
	cr_assert_eq(parse("model=pbs", true), 0, "%s", err.text);
	cr_expect(!ft_pbs_option_file(&option.pbs), "associations");
	cr_expect(option.pbs.enforce_no_shares, "as seed 003 says");
}

Test(priority_option, pbs_keys_without_effect_are_refused)
{
	cr_expect_eq(parse("resource_group=/etc/rg", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "resource_group has no effect"));
	cr_expect_eq(parse("pbs_order=factor", true), -EINVAL);
	cr_expect_eq(parse("model=pbs,pbs_order=cycle", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "without resource_group"));
	cr_expect_eq(parse("model=pbs,fairshare_entity=queue", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "without resource_group"), "%s",
			   err.text);
	cr_expect_eq(parse("model=pbs", false), -EINVAL);
	cr_expect_not_null(strstr(err.text, "sshare"), "%s", err.text);
	cr_expect_eq(parse("model=pbs,resource_group=f,fairshare_entity=group",
			   true),
		     -EINVAL);
	cr_expect_not_null(strstr(err.text, "egroup:euser"), "%s", err.text);
	cr_expect_eq(parse("model=pbs,resource_group=f,"
			   "fairshare_decay_factor=1",
			   true),
		     -ERANGE);
}

Test(priority_option, what_is_unknown_is_refused)
{
	cr_expect_eq(parse("tie=strict", true), -ENOENT);
	cr_expect_not_null(strstr(err.text, "did you mean ties?"));
	cr_expect_eq(parse("ties=loose", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "compat|strict"));
}

static int policy(const char *text, const char *scheduler)
{
	struct ft_priority_site site = {.fair_tree = true,
					.scheduler = scheduler};
	struct ft_site_policy own;
	int rc;

	cr_assert_eq(ft_site_policy_init(&own), 0);
	rc = ft_priority_option_policy(text, &site, &own, &err);
	ft_site_policy_fini(&own);
	return rc;
}

Test(priority_option, a_weight_that_nobody_counts_for_is_refused)
{
	cr_assert_eq(policy("bypassweight=5,bypasscap=100", "sched/reserve"),
		     0);
	cr_expect_eq(policy("bypassweight=5", "sched/backfill"), -EINVAL);
	cr_expect_not_null(strstr(err.text, "PriorityParameters: bypassweight"),
			   "%s", err.text);
	cr_expect_not_null(strstr(err.text, "sched/backfill"), "%s", err.text);
	cr_expect_eq(policy("bypassweight=5", NULL), -EINVAL);
	cr_expect_eq(policy("bypasscap=5", NULL), 0, "a cap alone is nothing");
}

Test(priority_option, keys_of_all_tables_are_known)
{
	cr_assert_eq(parse("sum=maui,queuetimeweight:gpu=5,ties=strict", true),
		     0, "%s", err.text);
	cr_expect_eq(option.sum, FT_SUM_MAUI);
	cr_expect_eq(parse("sum=mine", true), -EINVAL);
	cr_expect_eq(parse("queuetimewieght=5", true), -ENOENT);
	cr_expect_not_null(strstr(err.text, "did you mean queuetimeweight?"),
			   "%s", err.text);
	cr_expect_eq(parse("tie=strict", true), -ENOENT);
	cr_expect_not_null(strstr(err.text, "did you mean ties?"), "%s",
			   err.text);
	cr_expect_eq(parse("sum:gpu=maui", true), -EINVAL);
}

Test(priority_option, simple_looks_at_no_account)
{
	struct ft_priority_site site = {.depth_oblivious = true};

	cr_assert_eq(parse("model=simple", false), 0);
	cr_expect_eq(option.model, FT_MODEL_SIMPLE);
	cr_assert_eq(parse("model=simple", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "add NO_FAIR_TREE"));
	cr_assert_eq(
		ft_priority_option_read("model=simple", &site, &option, &err),
		-EINVAL);
	cr_expect_not_null(strstr(err.text, "DEPTH_OBLIVIOUS"));
}
