/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A policy file: what is known is taken, anything else refused by its line.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/priority/site_policy.h"

static int read_text(struct ft_site_policy *policy, const char *text,
		     struct ft_err *err)
{
	char *copy = strdup(text);
	int rc;

	cr_assert_eq(ft_site_policy_init(policy), 0);
	rc = ft_site_policy_read(policy, copy, "maui.cfg", err);
	free(copy);
	return rc;
}

Test(site_policy, lines_are_taken)
{
	struct ft_site_policy policy;
	struct ft_err err = {0};
	uint32_t tfy;

	cr_assert_eq(read_text(&policy,
			       "# ours\n"
			       "FSPOLICY DEDICATEDPS%\n"
			       "FSINTERVAL 24:00:00\n"
			       "FSDEPTH 7\n"
			       "FSDECAY 0.8\n"
			       "USERCFG[john] FSTARGET=50.0+\n"
			       "QUOTA[/fy/tfy] CPUH=100 MEMMBH=5000\n",
			       &err),
		     0, "%s", err.text);
	cr_expect_eq(policy.goals.metric, FT_FS_DEDICATEDPS);
	cr_expect(policy.goals.ratio);
	cr_expect_eq(policy.goals.span.interval, 86400);
	cr_expect_eq(policy.goals.span.depth, 7);
	cr_expect_eq(ft_fs_goals_get(&policy.goals, FT_USER, "john").type,
		     FT_FS_FLOOR);
	tfy = ft_quota_tree_near(&policy.quota, "/fy/tfy");
	cr_assert_neq(tfy, ft_quota_tree_near(&policy.quota, "/fy"));
	cr_expect_eq(policy.quota.quota[tfy].limit[FT_QUOTA_MEM], 5000);
	ft_site_policy_fini(&policy);
}

Test(site_policy, what_nobody_takes_is_refused)
{
	static const struct {
		const char *text, *wanted;
	} bad[] = {
		{"FSDEPHT 7\n", "maui.cfg:1: FSDEPHT: no such parameter"},
		{"\nUSERCFG[john] FSTRAGET=5\n",
		 "maui.cfg:2: USERCFG[john] FSTRAGET: no such parameter"},
		{"QUOTA[/fy] CPU=7\n", "maui.cfg:1: QUOTA[/fy]: CPU is no key"},
		{"FSDEPTH[x] 7\n", "maui.cfg:1: FSDEPTH[x]: no such"},
		{"FSENFORCEMENT yes\n", "maui.cfg:1: FSENFORCEMENT: no manual"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct ft_site_policy policy;
		struct ft_err err = {0};

		cr_expect_eq(read_text(&policy, bad[i].text, &err), -EINVAL);
		cr_expect(strstr(err.text, bad[i].wanted), "%s", err.text);
		ft_site_policy_fini(&policy);
	}
}
