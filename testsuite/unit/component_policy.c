/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Weights, caps and what credentials are given: out of PriorityParameters and
 * out of a policy file, for all partitions and for one.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/priority/component_policy.h"

static struct ft_component_policy *policy;
static struct ft_err err;

static void setup(void)
{
	policy = ft_component_policy_new();
	cr_assert_not_null(policy);
	err = (struct ft_err){0};
}

static void teardown(void)
{
	ft_component_policy_free(policy);
}

static int parameters(const char *text)
{
	const struct ft_option_group groups[] = {{ft_component_option_table, 0},
						 {NULL, 0}};
	const struct ft_option_reader reader = {
		.groups = groups,
		.where = "PriorityParameters",
		.take = ft_component_policy_option,
		.context = policy,
	};
	char nothing;

	return ft_option_read(&reader, text, &nothing, sizeof(nothing), &err);
}

static int take(void *context, const struct ft_statement *statement,
		struct ft_err *why)
{
	bool taken = false;
	int rc = ft_component_policy_take(context, statement, &taken, why);

	return rc || taken ? rc : -ENOENT;
}

static int file(const char *text)
{
	char copy[1024];

	snprintf(copy, sizeof(copy), "%s", text);
	return ft_statement_read(copy, "policy", take, policy, &err);
}

static int done(void)
{
	return ft_component_policy_close(policy, "sched/reserve", &err);
}

static double priority(enum ft_credential_kind kind, const char *name)
{
	return ft_component_policy_priority(policy, kind, name, 0);
}

TestSuite(component_policy, .init = setup, .fini = teardown);

Test(component_policy, by_default_components_count_and_nothing_in_them)
{
	const struct ft_component_weights *all;

	cr_assert_eq(done(), 0);
	all = ft_component_policy_weights(policy, "gpu");
	for (int i = 0; i < FT_COMPONENTS; i++)
		cr_expect_float_eq(all->component[i], 1, 0);
	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		cr_expect_float_eq(all->weight[i], 0, 0);
	cr_expect(!ft_component_policy_active(policy));
}

Test(component_policy, one_partition_can_have_its_own)
{
	cr_assert_eq(parameters("queuetimeweight=3,QueueTimeWeight:gpu=5,"
				"rescap:gpu=7,fsweight=.5"),
		     0, "%s", err.text);
	cr_assert_eq(done(), 0);
	cr_expect_float_eq(ft_component_policy_weights(policy, NULL)
				   ->weight[FT_SERV_QUEUETIME],
			   3, 0);
	cr_expect_float_eq(ft_component_policy_weights(policy, "gpu")
				   ->weight[FT_SERV_QUEUETIME],
			   5, 0);
	cr_expect_float_eq(ft_component_policy_weights(policy, "gpu")
				   ->component_cap[FT_RES],
			   7, 0);
	cr_expect_float_eq(
		ft_component_policy_weights(policy, "gpu")->component[FT_FS],
		.5, 0, "the rest is that of all");
	cr_expect_float_eq(ft_component_policy_weights(policy, "cpu")
				   ->component_cap[FT_RES],
			   0, 0);
	cr_expect(ft_component_policy_uses(policy, FT_SERV_QUEUETIME));
	cr_expect(!ft_component_policy_uses(policy, FT_RES_NODE));
}

Test(component_policy, manual_john_paul_and_staff)
{
	cr_assert_eq(file("CREDWEIGHT 1\nUSERWEIGHT 1\nGROUPWEIGHT 1\n"
			  "USERCFG[john] PRIORITY=2000\n"
			  "USERCFG[paul] PRIORITY=-1000\n"
			  "GROUPCFG[staff] PRIORITY=10000\n"),
		     0, "%s", err.text);
	cr_assert_eq(done(), 0);
	cr_expect_float_eq(priority(FT_USER, "john"), 2000, 0);
	cr_expect_float_eq(priority(FT_USER, "paul"), -1000, 0);
	cr_expect_float_eq(priority(FT_USER, "mary"), 0, 0);
	cr_expect_float_eq(priority(FT_GROUP, "staff"), 10000, 0);
	cr_expect_float_eq(priority(FT_GROUP, "john"), 0, 0);
	cr_expect_float_eq(priority(FT_GROUP, NULL), 0, 0);
	cr_expect_float_eq(
		ft_component_policy_weights(policy, "x")->weight[FT_CRED_USER],
		1, 0);
}

Test(component_policy, lists_in_slurm_conf_say_the_same)
{
	cr_assert_eq(parameters("userpriority=john:2000|paul:-1000|DEFAULT:5,"
				"classpriority=gpu:7,qosqtweight=special:5000,"
				"qosxfweight=special:4000,"
				"qosqttarget=special:4:00:00|DEFAULT:60,"
				"qosxftarget=DEFAULT:10"),
		     0, "%s", err.text);
	cr_assert_eq(done(), 0);
	cr_expect_float_eq(priority(FT_USER, "paul"), -1000, 0);
	cr_expect_float_eq(priority(FT_USER, "mary"), 5, 0);
	cr_expect_float_eq(
		ft_component_policy_priority(policy, FT_CLASS, "gpu", 3), 7, 0);
	cr_expect_float_eq(
		ft_component_policy_priority(policy, FT_CLASS, "cpu", 3), 3, 0,
		"PriorityJobFactor");
	struct ft_component_qos qos =
		ft_component_policy_qos(policy, "special");
	cr_expect_float_eq(qos.queuetime_weight, 5000, 0);
	cr_expect_float_eq(qos.xfactor_weight, 4000, 0);
	cr_expect_float_eq(qos.queuetime_target, 4 * 3600, 0);
	cr_expect_float_eq(qos.xfactor_target, 10, 0, "DEFAULT's");
	qos = ft_component_policy_qos(policy, NULL);
	cr_expect_float_eq(qos.queuetime_weight, 0, 0);
	cr_expect_float_eq(qos.queuetime_target, 60, 0);
	cr_expect(ft_component_policy_uses(policy, FT_SERV_QUEUETIME));
	cr_expect(ft_component_policy_uses(policy, FT_SERV_XFACTOR));
}

Test(component_policy, a_file_speaks_maui)
{
	cr_assert_eq(file("QUEUETIMEWEIGHT[gpu] 5 # one partition\n"
			  "XFMINWCLIMIT 2:00:00\nTARGWEIGHT 100\n"
			  "QOSXFTARGET[special] 5\nQOSQTTARGET[special] 1:00\n"
			  "QOSCFG[special] QTWEIGHT=5000 XFWEIGHT=1 "
			  "PRIORITY=3\n"),
		     0, "%s", err.text);
	cr_assert_eq(done(), 0);
	cr_expect_float_eq(ft_component_policy_weights(policy, "gpu")
				   ->weight[FT_SERV_QUEUETIME],
			   5, 0);
	cr_expect_float_eq(
		ft_component_policy_weights(policy, "gpu")->xfminwclimit, 7200,
		0);
	cr_expect_float_eq(
		ft_component_policy_weights(policy, NULL)->component[FT_TARGET],
		100, 0);
	struct ft_component_qos qos =
		ft_component_policy_qos(policy, "special");
	cr_expect_float_eq(qos.xfactor_target, 5, 0);
	cr_expect_float_eq(qos.queuetime_target, 60, 0);
	cr_expect_float_eq(qos.queuetime_weight, 5000, 0);
	cr_expect_float_eq(priority(FT_QOS, "special"), 3, 0);
}

Test(component_policy, slurm_conf_goes_before_the_file_in_either_order)
{
	for (int first = 0; first < 2; first++) {
		if (first)
			cr_assert_eq(parameters("nodeweight=2,memweight:gpu=9,"
						"userpriority=john:1"),
				     0);
		cr_assert_eq(file("NODEWEIGHT 4\nMEMWEIGHT 6\nNODEWEIGHT[gpu] "
				  "8\nUSERCFG[john] PRIORITY=7\n"),
			     0, "%s", err.text);
		if (!first)
			cr_assert_eq(parameters("nodeweight=2,memweight:gpu=9,"
						"userpriority=john:1"),
				     0);
		cr_assert_eq(done(), 0);
		const struct ft_component_weights *all =
			ft_component_policy_weights(policy, NULL);
		const struct ft_component_weights *gpu =
			ft_component_policy_weights(policy, "gpu");
		cr_expect_float_eq(all->weight[FT_RES_NODE], 2, 0);
		cr_expect_float_eq(all->weight[FT_RES_MEM], 6, 0);
		cr_expect_float_eq(gpu->weight[FT_RES_NODE], 8, 0,
				   "one partition before all");
		cr_expect_float_eq(gpu->weight[FT_RES_MEM], 9, 0);
		cr_expect_float_eq(priority(FT_USER, "john"), 1, 0);
		teardown();
		setup();
	}
}

static void refused(int rc, int wanted, const char *word)
{
	cr_expect_eq(rc, wanted, "%s: %d %s", word, rc, err.text);
	cr_expect_not_null(strstr(err.text, word), "%s lacks %s", err.text,
			   word);
	teardown();
	setup();
}

Test(component_policy, names_of_a_kind_are_told_without_default)
{
	uint32_t at = 0;

	cr_assert_eq(file("USERCFG[ann] PRIORITY=5\n"
			  "USERCFG[DEFAULT] PRIORITY=3\n"
			  "GROUPCFG[staff] PRIORITY=7\n"
			  "USERCFG[bob] PRIORITY=2\n"),
		     0, "%s", err.text);
	cr_assert_eq(done(), 0);
	cr_expect_str_eq(ft_component_policy_next(policy, FT_USER, &at), "ann");
	cr_expect_str_eq(ft_component_policy_next(policy, FT_USER, &at), "bob");
	cr_expect_null(ft_component_policy_next(policy, FT_USER, &at));
	at = 0;
	cr_expect_null(ft_component_policy_next(policy, FT_ACCOUNT, &at));
	cr_expect_float_eq(priority(FT_USER, "cid"), 3, 0);
	cr_expect_float_eq(priority(FT_ACCOUNT, "staff"), 0, 0);
}

Test(component_policy, wrong_lines_say_what_to_write)
{
	refused(parameters("queuetimewieght=3"), -ENOENT,
		"did you mean queuetimeweight?");
	refused(parameters("nodeweight=many"), -EINVAL, "nodeweight=many");
	refused(parameters("nodecap=-1"), -ERANGE, "from 0 to");
	refused(parameters("nodeweight=1,nodeweight=2"), -EINVAL, "twice");
	refused(parameters("nodeweight:a=1,nodeweight:b=1,nodeweight:a=2"),
		-EINVAL, "nodeweight for partition a is given twice");
	refused(parameters("nodeweight:=1"), -EINVAL, "name a partition");
	refused(parameters("userpriority:gpu=a:1"), -EINVAL,
		"for all partitions");
	refused(parameters("userpriority=john"), -EINVAL, "NAME:VALUE");
	refused(parameters("userpriority=john:1|:2"), -EINVAL, "NAME:VALUE");
	refused(parameters("userpriority=john:x"), -EINVAL,
		"USERCFG[john] PRIORITY=x: give a number");
	refused(parameters("userpriority=john:1|john:2"), -EINVAL, "twice");
	refused(parameters("qosqttarget=a:soon"), -EINVAL, "as 4:00:00");
	refused(parameters("nodeweight"), -EINVAL, "needs a value");
	refused(parameters("nodeweight=inf"), -ERANGE, "nodeweight=inf");
	refused(file("\nUSERCFG PRIORITY=1\n"), -EINVAL,
		"policy:2: write USER");
	refused(file("USERCFG[a] QTWEIGHT=1\n"), -EINVAL, "only QOSCFG");
	refused(file("NODEWEIGHT x\n"), -EINVAL, "nodeweight=x: give a number");
	refused(file("NODEWEIGHT 1\nNODEWEIGHT 2\n"), -EINVAL, "policy:2: ");
	refused(file("QOSXFTARGET 5\n"), -EINVAL, "QOSXFTARGET[qos]");
	cr_expect_eq(file("USERCFG[a] FSTARGET=5\n"), -ENOENT,
		     "left to others");
}

Test(component_policy, what_nobody_counts_is_refused)
{
	cr_assert_eq(parameters("swapweight=0,swapcap=0"), 0);
	cr_expect_eq(done(), 0);
	teardown();
	setup();
	cr_assert_eq(file("SWAPWEIGHT 3\n"), 0);
	refused(done(), -EINVAL, "asks for swap");
	cr_assert_eq(parameters("bypassweight:gpu=5"), 0);
	refused(ft_component_policy_close(policy, "sched/backfill", &err),
		-EINVAL, "bypassweight=5: SchedulerType=sched/backfill");
	cr_assert_eq(parameters("bypassweight=5"), 0);
	refused(ft_component_policy_close(policy, NULL, &err), -EINVAL,
		"sched/backfill");
	cr_assert_eq(parameters("bypassweight=5,servweight=0"), 0);
	cr_expect_eq(ft_component_policy_close(policy, NULL, &err), 0,
		     "it counts nothing");
}
