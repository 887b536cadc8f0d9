/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ledger's books on paper: where boundaries cut a charge, what adds up.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "core/ledger/ledger.h"
#include "core/ledger/ledger_run.h"

enum { HOUR = 3600 };

static struct ft_ledger_policy policy(void)
{
	struct ft_ledger_policy made = ft_ledger_defaults();

	made.span =
		(struct ft_fs_span){.interval = HOUR, .depth = 3, .decay = .5};
	made.decay_time = HOUR;
	made.decay_factor = .5;
	made.periods = 2;
	return made;
}

static const struct ft_ledger_rate RATE = {
	.entity = 1, .window = 4, .period = {4, 1000, 10}};

static struct ft_ledger_place place(struct ft_ledger *ledger, const char *user,
				    const char *group)
{
	struct ft_ledger_names names = {
		.entity = user,
		.path = "/fy/tfy/tfylb",
		.credential[FT_USER] = user,
		.credential[FT_GROUP] = group,
	};
	struct ft_ledger_place made;

	cr_assert_eq(ft_ledger_place(ledger, &names, &made), 0);
	return made;
}

static struct ft_ledger ledger_at(const struct ft_ledger_policy *how,
				  int64_t now)
{
	struct ft_ledger ledger;

	cr_assert_eq(ft_ledger_init(&ledger), 0);
	cr_assert_eq(ft_ledger_roll(&ledger, how, now), 0);
	cr_assert_eq(ft_ledger_period_open(&ledger, how, 0), 0);
	return ledger;
}

/* A job of four processors from half past nine to half past ten. */
Test(ledger, charge_over_a_boundary)
{
	struct ft_ledger_policy how = policy();
	struct ft_ledger ledger = ledger_at(&how, 9 * HOUR);
	struct ft_ledger_place at = place(&ledger, "john", "staff");

	cr_assert_eq(ft_ledger_roll(&ledger, &how, 11 * HOUR - 1), 0);
	cr_assert_eq(ft_ledger_charge(&ledger, &how, &at, &RATE,
				      9 * HOUR + 1800, 10 * HOUR + 1800),
		     0);
	/* Half of it is one decay old. */
	cr_expect_float_eq(ft_ledger_entity_usage(&ledger, at.entity),
			   1800 + 900, 1e-9);
	cr_expect_float_eq(
		ft_fs_window_amount(&ledger.window.window[0], at.credential[0]),
		4 * 1800, 1e-9);
	cr_expect_float_eq(
		ft_fs_window_amount(&ledger.window.window[1], at.credential[1]),
		4 * 1800, 1e-9);
	cr_expect_float_eq(ledger.window.window[1].total, 4 * 1800, 1e-9);
	cr_expect_float_eq(ft_ledger_hours(&ledger.period.period[0], at.path,
					   FT_QUOTA_MEM),
			   1000, 1e-9);
	ft_ledger_fini(&ledger);
}

Test(ledger, closed_periods_stay_and_take_late_charges)
{
	struct ft_ledger_policy how = policy();
	struct ft_ledger ledger = ledger_at(&how, 0);
	struct ft_ledger_place at = place(&ledger, "john", "staff");

	for (int i = 1; i <= 4; i++)
		cr_assert_eq(ft_ledger_period_open(&ledger, &how, i * HOUR), 0);
	cr_assert_eq(ft_ledger_period_open(&ledger, &how, HOUR), 0);
	cr_assert_eq(ledger.period.count, 3);
	cr_assert_eq(ft_ledger_charge(&ledger, &how, &at, &RATE, 0, 5 * HOUR),
		     0);
	for (uint32_t i = 0; i < 3; i++)
		cr_expect_float_eq(ft_ledger_hours(&ledger.period.period[i],
						   at.path, FT_QUOTA_CPU),
				   4, 1e-9);
	ft_ledger_fini(&ledger);
}

Test(ledger, clock_that_goes_back_decays_nothing_twice_over)
{
	struct ft_ledger_policy how = policy();
	struct ft_ledger ledger = ledger_at(&how, 10 * HOUR);
	struct ft_ledger_place at = place(&ledger, "john", NULL);

	cr_assert_eq(ft_ledger_roll(&ledger, &how, 7 * HOUR + 10), 0);
	cr_expect_eq(ledger.entity.decayed, 7 * HOUR);
	cr_assert_eq(ft_ledger_charge(&ledger, &how, &at, &RATE, 7 * HOUR,
				      7 * HOUR + 10),
		     0);
	cr_expect_float_eq(ft_ledger_entity_usage(&ledger, at.entity), 10,
			   1e-9);
	ft_ledger_fini(&ledger);
}

Test(ledger, copy_knows_the_names_of_then)
{
	struct ft_ledger_policy how = policy();
	struct ft_ledger ledger = ledger_at(&how, 0), copy = {0};
	struct ft_ledger_place at;

	cr_assert_eq(ft_ledger_copy(&copy, &ledger), 0);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "john"),
		     FT_NAME_NONE);
	at = place(&ledger, "john", "staff");
	cr_assert_eq(ft_ledger_charge(&ledger, &how, &at, &RATE, 0, 60), 0);
	cr_assert_eq(ft_ledger_copy(&copy, &ledger), 0);
	(void) place(&ledger, "paul", "staff");
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "john"), at.entity);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "paul"),
		     FT_NAME_NONE);
	cr_expect_eq(
		ft_credential_find(&copy.window.credentials, FT_GROUP, "staff"),
		at.credential[FT_GROUP]);
	cr_expect_float_eq(ft_ledger_entity_usage(&copy, at.entity), 60, 1e-9);
	cr_expect_float_eq(copy.window.window[0].total, 240, 1e-9);
	ft_ledger_fini(&copy);
	cr_expect_float_eq(ft_ledger_entity_usage(&ledger, at.entity), 60,
			   1e-9);
	ft_ledger_fini(&ledger);
}

struct desk {
	struct ft_ledger_policy how;
	struct ft_ledger ledger;
	struct ft_ledger_runs runs;
};

static struct desk desk(void)
{
	struct desk made = {.how = policy()};

	made.how.decay_time = 0;
	made.ledger = ledger_at(&made.how, 0);
	return made;
}

/* Job 1 of john, with so many processors. */
static void look(struct desk *desk, struct ft_ledger_look at, double cpus)
{
	at.job_id = 1;
	at.place = place(&desk->ledger, "john", "staff");
	at.rate = (struct ft_ledger_rate){.entity = cpus};
	cr_assert_eq(ft_ledger_roll(&desk->ledger, &desk->how, at.stop), 0);
	cr_assert_eq(ft_ledger_look(&desk->runs, &desk->ledger, &desk->how, &at,
				    NULL),
		     0);
}

static double used(struct desk *desk)
{
	double usage = ft_ledger_entity_usage(&desk->ledger, 0);

	ft_ledger_runs_fini(&desk->runs);
	ft_ledger_fini(&desk->ledger);
	return usage;
}

Test(ledger_run, resized_between_two_looks)
{
	struct desk at = desk();

	look(&at,
	     (struct ft_ledger_look){.start = 100, .stop = 200, .running = 1},
	     4);
	look(&at,
	     (struct ft_ledger_look){
		     .start = 100, .stop = 300, .resized = 230, .running = 1},
	     2);
	look(&at,
	     (struct ft_ledger_look){
		     .start = 100, .stop = 310, .resized = 230, .over = 1},
	     2);
	cr_expect_float_eq(used(&at), 4 * 130 + 2 * 80, 1e-9);
}

Test(ledger_run, suspended_and_requeued_before_anybody_looked_again)
{
	struct desk at = desk();

	look(&at,
	     (struct ft_ledger_look){.start = 100,
				     .stop = 200,
				     .suspended = 30,
				     .changed = 170},
	     1);
	look(&at, (struct ft_ledger_look){.stop = 300, .requeued = 260}, 1);
	look(&at, (struct ft_ledger_look){.stop = 400, .requeued = 260}, 1);
	look(&at,
	     (struct ft_ledger_look){
		     .start = 410, .stop = 420, .requeued = 260, .running = 1},
	     1);
	cr_expect_float_eq(used(&at), 70 + 10, 1e-9);
}

Test(ledger_run, clock_that_goes_back_is_settled_at_the_end)
{
	struct desk at = desk();

	look(&at,
	     (struct ft_ledger_look){.start = 100, .stop = 900, .running = 1},
	     1);
	look(&at,
	     (struct ft_ledger_look){.start = 100, .stop = 300, .running = 1},
	     1);
	cr_expect_float_eq(ft_ledger_entity_usage(&at.ledger, 0), 800, 1e-9);
	look(&at, (struct ft_ledger_look){.start = 100, .stop = 350, .over = 1},
	     1);
	look(&at, (struct ft_ledger_look){.start = 100, .stop = 350, .over = 1},
	     1);
	cr_expect_float_eq(used(&at), 250, 1e-9);
}
