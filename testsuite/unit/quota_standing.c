/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The document's example out of a ledger: who is within quota in the newest
 * period, and which place each job has.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "core/ledger/quota_standing.h"

enum { HOUR = 3600 };

static struct ft_ledger ledger;
static struct ft_ledger_policy keep;
static struct ft_quota_tree policy;

static uint32_t path(const char *name)
{
	struct ft_ledger_names names = {.path = name};
	struct ft_ledger_place place;

	cr_assert_eq(ft_ledger_place(&ledger, &names, &place), 0);
	return place.path;
}

static void use(const char *name, double cpus, int64_t begin, int64_t end)
{
	struct ft_ledger_names names = {.path = name};
	struct ft_ledger_rate rate = {.period[FT_QUOTA_CPU] = cpus};
	struct ft_ledger_place place;

	cr_assert_eq(ft_ledger_place(&ledger, &names, &place), 0);
	cr_assert_eq(
		ft_ledger_charge(&ledger, &keep, &place, &rate, begin, end), 0);
}

static void limit(const char *name, double hours)
{
	struct ft_err err;
	uint32_t at;

	cr_assert_eq(ft_quota_tree_account(&policy, name, &at, &err), 0);
	policy.quota[at].limit[FT_QUOTA_CPU] = hours;
}

/* The second period begins at 100 hours; tfy uses up its quota in it. */
static void set_up(void)
{
	keep = ft_ledger_defaults();
	cr_assert_eq(ft_ledger_init(&ledger), 0);
	cr_assert_eq(ft_quota_tree_init(&policy), 0);
	limit("/fy", 1000);
	limit("/fy/tfy", 100);
	limit("/fy/tfy/tfylb", 60);
	cr_assert_eq(ft_ledger_period_open(&ledger, &keep, 0), 0);
	cr_assert_eq(ft_ledger_period_open(&ledger, &keep, 100 * HOUR), 0);
	use("/fy/tfy/tfylb", 1, 50 * HOUR, 140 * HOUR);
	use("/fy/tfy/gone", 6, 100 * HOUR, 110 * HOUR);
	use("/fy/ekf/anna", 1, 100 * HOUR, 101 * HOUR);
}

static void tear_down(void)
{
	ft_ledger_fini(&ledger);
	ft_quota_tree_fini(&policy);
}

Test(quota_standing, the_newest_period_counts, .init = set_up,
     .fini = tear_down)
{
	struct ft_quota_ballot ballot[] = {
		{1, path("/fy/tfy/tfylb"), 10},
		{2, path("/fy/ekf/anna"), 20},
		{3, path("/ma/lars"), 15},
	};
	struct ft_quota_standing *standing;
	uint32_t late;

	standing = ft_quota_standing_new(&policy, &ledger.period, ballot, 3);
	cr_assert_not_null(standing);
	cr_expect_eq(ft_quota_standing_class(standing, "/fy/tfy/tfylb"), .75,
		     "HLH: tfy has used 40 and 60 of 100");
	cr_expect_eq(ft_quota_standing_class(standing, "/fy/ekf/anna"), 1);
	cr_expect_eq(ft_quota_standing_class(standing, "/fy/tfy/new"), .75,
		     "its account decides");
	cr_expect_eq(ft_quota_standing_factor(standing, 3, ballot[2].path), 1,
		     "fy votes for anna, who came after lars");
	cr_expect_eq(ft_quota_standing_factor(standing, 2, ballot[1].path),
		     2. / 3);
	cr_expect_eq(ft_quota_standing_factor(standing, 1, ballot[0].path),
		     1. / 3);
	late = path("/fy/new/user");
	cr_expect_lt(ft_quota_standing_factor(standing, 5, late), 1. / 3,
		     "nobody knows that path yet");
	cr_expect_gt(ft_quota_standing_factor(standing, 5, late), 0);
	ft_quota_standing_free(standing);
}

Test(quota_standing, a_new_period_begins_with_nothing, .init = set_up,
     .fini = tear_down)
{
	struct ft_quota_standing *standing;

	cr_assert_eq(ft_ledger_period_open(&ledger, &keep, 140 * HOUR), 0);
	standing = ft_quota_standing_new(&policy, &ledger.period, NULL, 0);
	cr_assert_not_null(standing);
	cr_expect_eq(ft_quota_standing_class(standing, "/fy/tfy/tfylb"), 1);
	ft_quota_standing_free(standing);
}
