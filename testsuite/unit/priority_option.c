/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PriorityParameters: defaults, refusals, agreement with PriorityFlags.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "core/priority_option.h"

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

Test(priority_option, a_model_that_does_not_run_yet_is_refused)
{
	cr_assert_eq(parse("model=pbs", false), -EINVAL);
	cr_expect_not_null(strstr(err.text, "model=pbs"), "%s", err.text);
	cr_expect_eq(parse("model=quota", false), -EINVAL);
}

Test(priority_option, what_is_unknown_is_refused)
{
	cr_expect_eq(parse("tie=strict", true), -ENOENT);
	cr_expect_not_null(strstr(err.text, "did you mean ties?"));
	cr_expect_eq(parse("ties=loose", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "compat|strict"));
}

Test(priority_option, a_weight_that_nobody_counts_for_is_refused)
{
	struct ft_priority_site site = {.fair_tree = true,
					.scheduler = "sched/backfill"};

	cr_assert_eq(parse("bypassweight=5,bypasscap=100", true), 0);
	cr_expect_eq(option.service.bypass_weight, 5);
	cr_expect_eq(option.service.bypass_cap, 100);
	cr_expect_eq(parse("bypassweight=-1", true), -ERANGE);
	cr_expect_eq(
		ft_priority_option_read("bypassweight=5", &site, &option, &err),
		-EINVAL);
	cr_expect_not_null(strstr(err.text, "bypassweight=5"), "%s", err.text);
	cr_expect_not_null(strstr(err.text, "sched/backfill"), "%s", err.text);
	site.scheduler = NULL;
	cr_expect_eq(
		ft_priority_option_read("bypassweight=5", &site, &option, &err),
		-EINVAL);
	cr_expect_eq(
		ft_priority_option_read("bypasscap=5", &site, &option, &err), 0,
		"a cap alone does nothing");
}

Test(priority_option, simple_looks_at_no_account)
{
	struct ft_priority_site site = {.depth_oblivious = true};

	cr_assert_eq(parse("model=simple", false), 0);
	cr_expect_eq(option.model, FT_MODEL_SIMPLE);
	cr_assert_eq(parse("model=simple", true), -EINVAL);
	cr_expect_not_null(strstr(err.text, "add NO_FAIR_TREE"));
	cr_assert_eq(ft_priority_option_read("model=simple", &site, &option,
					     &err),
		     -EINVAL);
	cr_expect_not_null(strstr(err.text, "DEPTH_OBLIVIOUS"));
}
