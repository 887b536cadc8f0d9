/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maui's fairshare in PriorityParameters, alone and over a policy file.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/priority/priority_option.h"

static struct ft_site_policy policy;
static struct ft_priority_option option;
static struct ft_err err;

/* What a start does: the keys, the file, the keys again. */
static int read_all(const char *text, const char *file)
{
	struct ft_priority_site site = {.fair_tree = true,
					.scheduler = "sched/reserve"};
	char *copy = strdup(file ? file : "");
	int rc;

	err = (struct ft_err){0};
	ft_site_policy_fini(&policy);
	cr_assert_eq(ft_site_policy_init(&policy), 0);
	rc = ft_priority_option_read(text, &site, &option, &err);
	if (!rc && ft_priority_option_file(&option))
		rc = ft_site_policy_read(&policy, copy, "maui.cfg", &err);
	if (!rc)
		rc = ft_priority_option_policy(text, &site, &policy, &err);
	free(copy);
	return rc;
}

static struct ft_fs_target target(enum ft_credential_kind kind,
				  const char *name)
{
	return ft_fs_goals_get(&policy.goals, kind, name);
}

Test(fs_option, mauis_defaults)
{
	cr_assert_eq(read_all(NULL, NULL), 0);
	cr_expect_eq(policy.goals.metric, FT_FS_NONE);
	cr_expect_eq(policy.goals.span.interval, 12 * 3600);
	cr_expect_eq(policy.goals.span.depth, 8);
	cr_expect_eq(policy.goals.span.decay, 1);
	cr_expect_not(ft_priority_option_file(&option));
}

Test(fs_option, every_key)
{
	cr_assert_eq(read_all("fspolicy=dedicatedpes%,fsinterval=24:00:00,"
			      "fsdepth=7,fsdecay=0.8,"
			      "userfstarget=john:50+|paul:20|DEFAULT:5-,"
			      "groupfstarget=staff:10,accountfstarget=a:3600^,"
			      "qosfstarget=high:30%,classfstarget=batch:99.5",
			      NULL),
		     0, "%s", err.text);
	cr_expect_eq(policy.goals.metric, FT_FS_DEDICATEDPES);
	cr_expect(policy.goals.ratio);
	cr_expect_eq(policy.goals.span.interval, 86400);
	cr_expect_eq(policy.goals.span.depth, 7);
	cr_expect_eq(policy.goals.span.decay, 0.8);
	cr_expect_eq(target(FT_USER, "john").type, FT_FS_FLOOR);
	cr_expect_eq(target(FT_USER, "paul").type, FT_FS_TARGET);
	cr_expect_eq(target(FT_USER, "ringo").type, FT_FS_CEILING);
	cr_expect_eq(target(FT_GROUP, "staff").value, 10);
	cr_expect_eq(target(FT_ACCOUNT, "a").type, FT_FS_CAP_ABSOLUTE);
	cr_expect_eq(target(FT_QOS, "high").type, FT_FS_CAP_RELATIVE);
	cr_expect_eq(target(FT_CLASS, "batch").value, 99.5);
}

Test(fs_option, keys_go_before_the_file)
{
	cr_assert_eq(read_all("policy=maui.cfg,fsdepth=3,"
			      "userfstarget=john:50",
			      "FSPOLICY DEDICATEDPS\nFSDEPTH 9\nFSDECAY 0.5\n"
			      "USERCFG[john] FSTARGET=20\n"
			      "USERCFG[paul] FSTARGET=30\n"),
		     0, "%s", err.text);
	cr_expect_eq(policy.goals.metric, FT_FS_DEDICATEDPS);
	cr_expect_eq(policy.goals.span.depth, 3);
	cr_expect_eq(policy.goals.span.decay, 0.5);
	cr_expect_eq(target(FT_USER, "john").value, 50);
	cr_expect_eq(target(FT_USER, "paul").value, 30);
}

Test(fs_option, targets_without_weights_are_told)
{
	cr_assert_eq(read_all("fspolicy=true,userfstarget=john:50,"
			      "groupweight=5,fsgroupweight=5",
			      NULL),
		     0, "%s", err.text);
	cr_expect_not_null(ft_site_policy_advice(&policy));
	cr_assert_eq(read_all("fspolicy=true,userfstarget=john:50,"
			      "fsuserweight:gpu=5",
			      NULL),
		     0, "%s", err.text);
	cr_expect_null(ft_site_policy_advice(&policy));
	cr_assert_eq(read_all("fspolicy=true,userfstarget=john:50,"
			      "fsuserweight=5,fsweight=0",
			      NULL),
		     0, "%s", err.text);
	cr_expect_not_null(ft_site_policy_advice(&policy));
	cr_assert_eq(read_all("fspolicy=true,userfstarget=john:50%", NULL), 0);
	cr_expect_null(ft_site_policy_advice(&policy), "a cap needs no weight");
}

Test(fs_option, what_is_wrong_names_key_and_remedy)
{
	static const struct {
		const char *text, *wanted;
	} bad[] = {
		{"fspolicy=SOME", "fspolicy=SOME: give NONE"},
		{"fsenforcement=yes", "FSENFORCEMENT: no manual of Maui"},
		{"userfstarget=john:50", "give fspolicy=DEDICATEDPS"},
		{"fspolicy=true,userfstarget=john:0",
		 "userfstarget=john:0: 0 is no fairshare target"},
		{"fspolicy=true,userfstarget=john", "write NAME:VALUE"},
		{"fsdepth=2.5", "fsdepth=2.5: give a whole number"},
		{"fsdepth=0", "fsdepth=0: give a number from 1"},
		{"fsdecay=1.5", "fsdecay=1.5: give a number"},
		{"fsinterval:gpu=1:00:00", "fsinterval:gpu: usage is kept"},
		{"fsintervall=5", "did you mean fsinterval?"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		cr_expect_neq(read_all(bad[i].text, NULL), 0, "%s",
			      bad[i].text);
		cr_expect(strstr(err.text, bad[i].wanted), "%s: %s",
			  bad[i].text, err.text);
		cr_expect(strstr(err.text, "PriorityParameters: "), "%s",
			  err.text);
	}
}
