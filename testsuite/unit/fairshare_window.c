/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Windows of usage, targets and goals: Maui's numbers, and laws.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/maui/fairshare_file.h"
#include "core/maui/fairshare_goal.h"
#include "../random.h"

enum { CASES = 2000 };

static uint32_t below(uint64_t *seed, uint32_t bound)
{
	return (uint32_t) (random_next(seed) % bound);
}

static struct ft_fs_history made(void)
{
	struct ft_fs_history history;

	cr_assert_eq(ft_fs_history_init(&history), 0);
	return history;
}

/* Maui's table of decay factors; its 0.75 row cuts some digits, and has 12
 * where 13.35 stands. */
Test(fs_window, weights_of_the_table)
{
	static const struct {
		double decay;
		double percent[8];
	} rows[] = {
		{1, {100, 100, 100, 100, 100, 100, 100, 100}},
		{.8, {100, 80, 64, 51.2, 40.96, 32.77, 26.21, 20.97}},
		{.75, {100, 75, 56.25, 42.19, 31.64, 23.73, 17.80, 13.35}},
		{.5, {100, 50, 25, 12.5, 6.25, 3.125, 1.5625, .78125}},
	};

	for (size_t r = 0; r < 4; r++) {
		struct ft_fs_span span = {1, 8, rows[r].decay};

		for (uint32_t i = 0; i < 8; i++)
			cr_expect_float_eq(100 * ft_fs_weight(&span, i),
					   rows[r].percent[i], .006);
	}
}

/* "The current fairshare usage for user John". */
Test(fs_window, john_of_the_manual)
{
	static const double john[] = {60, 0, 10, 50};
	static const double total[] = {110, 125, 100, 150};
	struct ft_fs_history history = made();
	struct ft_fs_span span = {43200, 4, .5};
	struct ft_fs_state state;
	uint32_t user =
		ft_credential_add(&history.credentials, FT_USER, "John");

	for (int i = 0; i < 4; i++) {
		struct ft_fs_window *window;

		cr_assert_eq(ft_fs_history_add(&history, (4 - i) * 43200LL,
					       43200, &window),
			     0);
		cr_assert_eq(ft_fs_window_charge(window, user, john[i]), 0);
		window->total = total[i];
	}
	state = (struct ft_fs_state){ft_fs_usage(&history, &span, user),
				     ft_fs_total(&history, &span)};
	cr_expect_float_eq(state.usage, 68.75, 1e-9);
	cr_expect_float_eq(state.total, 216.25, 1e-9);
	cr_expect_float_eq(ft_fs_percent(state), 31.7919, 5e-5);
	/* Depth and decay act at once. */
	span.depth = 1;
	cr_expect_float_eq(ft_fs_usage(&history, &span, user), 60, 1e-9);
	span = (struct ft_fs_span){43200, 4, 1};
	cr_expect_float_eq(ft_fs_usage(&history, &span, user), 120, 1e-9);
	ft_fs_history_fini(&history);
}

Test(fs_window, windows_do_not_overlap)
{
	struct ft_fs_history history = made();
	struct ft_fs_window *window;

	cr_expect_eq(ft_fs_history_add(&history, 100, 50, &window), 0);
	cr_expect_eq(ft_fs_history_add(&history, 149, 50, &window), -EINVAL);
	cr_expect_eq(ft_fs_history_add(&history, 60, 41, &window), -EINVAL);
	cr_expect_eq(ft_fs_history_add(&history, 60, 0, &window), -EINVAL);
	cr_expect_eq(ft_fs_history_add(&history, 150, 50, &window), 0);
	cr_expect_eq(ft_fs_history_add(&history, 50, 50, &window), 0);
	cr_expect(history.window[0].start == 150 &&
			  history.window[2].start == 50,
		  "the newest first");
	ft_fs_history_fini(&history);
}

/*
 * Whenever it is rolled, and however the interval changes: the newest window
 * holds now, windows join without a gap or overlap, there are no more than
 * depth, and what was charged in those that stay stays.
 */
Test(fs_window, rolling_keeps_time_whole)
{
	for (uint64_t seed = 0; seed < CASES; seed++) {
		struct ft_fs_history history = made();
		uint64_t draw = seed;
		struct ft_fs_span span = {.decay = 1};
		int64_t now = 1000000 + below(&draw, 1000);
		uint32_t user =
			ft_credential_add(&history.credentials, FT_USER, "u");

		span.interval = 1 + below(&draw, 500);
		span.depth = 1 + below(&draw, 6);
		for (int step = 0; step < 30; step++) {
			double sum = 0;

			now += below(&draw, 8) ? below(&draw, 300)
					       : below(&draw, 5000);
			if (!below(&draw, 6))
				span.interval = 1 + below(&draw, 500);
			cr_assert_eq(ft_fs_history_roll(&history, &span, now),
				     0);
			cr_assert_leq(history.count, span.depth);
			cr_assert(history.window[0].start <= now &&
				  now < history.window[0].start +
						  history.window[0].length);
			for (uint32_t i = 1; i < history.count; i++)
				cr_assert_eq(history.window[i].start +
						     history.window[i].length,
					     history.window[i - 1].start,
					     "seed %d", (int) seed);
			ft_fs_window_charge(&history.window[0], user, 1);
			history.window[0].total += 1;
			for (uint32_t i = 0; i < history.count; i++)
				sum += history.window[i].total;
			cr_assert_float_eq(ft_fs_usage(&history, &span, user),
					   sum, 1e-9);
		}
		ft_fs_history_fini(&history);
	}
}

static struct ft_fs_target target(const char *text)
{
	struct ft_fs_target read;
	struct ft_err err = {0};

	cr_assert_eq(ft_fs_target_read(text, &read, &err), 0, "%s", err.text);
	return read;
}

/* The example of the priority manual: 5 below, none, 10 above, a floor that
 * is passed, none; weights 10, 20, 30, 40, 0 and 100. */
Test(fs_target, the_example_of_the_manual)
{
	const double delta[] = {
		ft_fs_delta(target("50.0"), (struct ft_fs_state){45, 100},
			    false),
		ft_fs_delta((struct ft_fs_target){0},
			    (struct ft_fs_state){65, 100}, false),
		ft_fs_delta(target("25.0"), (struct ft_fs_state){35, 100},
			    false),
		ft_fs_delta(target("10.0+"), (struct ft_fs_state){25, 100},
			    false),
		ft_fs_delta((struct ft_fs_target){0},
			    (struct ft_fs_state){20, 100}, false),
	};
	static const double weight[] = {10, 20, 30, 40, 0};
	double sum = 0;

	for (int i = 0; i < 5; i++)
		sum += weight[i] * delta[i];
	cr_expect_float_eq(100 * sum, -25000, 1e-6);
	cr_expect_float_eq(
		10 * ft_fs_delta(target("50"), (struct ft_fs_state){45, 100},
				 true) +
			30 * ft_fs_delta(target("25"),
					 (struct ft_fs_state){35, 100}, true),
		-11, 1e-9, "as ratios: 1 - usage/target");
}

Test(fs_target, what_the_suffix_means)
{
	const struct ft_fs_state low = {10, 100}, high = {30, 100};

	cr_expect_eq(ft_fs_delta(target("20+"), low, false), 10);
	cr_expect_eq(ft_fs_delta(target("20+"), high, false), 0);
	cr_expect_eq(ft_fs_delta(target("20-"), low, false), 0);
	cr_expect_eq(ft_fs_delta(target("20-"), high, false), -10);
	cr_expect_eq(ft_fs_delta(target("20%"), high, false), 0);
	cr_expect_eq(ft_fs_delta(target("20^"), high, false), 0);
	cr_expect(ft_fs_capped(target("30%"), high), "reached is capped");
	cr_expect_not(ft_fs_capped(target("30.001%"), high));
	cr_expect(ft_fs_capped(target("30^"), high));
	cr_expect_not(ft_fs_capped(target("31^"), high));
	cr_expect_not(ft_fs_capped(target("30^"), (struct ft_fs_state){30, 0}));
	cr_expect_not(ft_fs_capped(target("20-"), high), "no hard cap");
}

Test(fs_target, what_is_no_target)
{
	static const char *const bad[] = {"",	  "0",	 "x",	 "-5",	"101",
					  "50++", "5 0", "101%", "nan", "inf"};
	struct ft_fs_target read;
	struct ft_err err;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		cr_expect_eq(ft_fs_target_read(bad[i], &read, &err), -EINVAL,
			     "%s", bad[i]);
	cr_expect_eq(target("360000^").value, 360000);
}

static int take(void *context, const struct ft_statement *statement,
		struct ft_err *err)
{
	bool taken;

	return ft_fs_goals_take(context, statement, &taken, err);
}

Test(fs_goal, mauis_lines)
{
	char text[] = "FSPOLICY dedicatedps%  # ratio\n"
		      "FSINTERVAL 24:00:00\nFSDEPTH 7\nFSDECAY 0.80\n"
		      "USERCFG[DEFAULT] FSTARGET=10.0 PRIORITY=5\n"
		      "usercfg[john]  PRIORITY=1000 fstarget=50.0+\n"
		      "QOSWEIGHT 7\n";
	struct ft_fs_goals goals;
	struct ft_err err = {0};

	cr_assert_eq(ft_fs_goals_init(&goals), 0);
	cr_assert_eq(ft_statement_read(text, "f", take, &goals, &err), 0, "%s",
		     err.text);
	cr_expect(goals.metric == FT_FS_DEDICATEDPS && goals.ratio);
	cr_expect_eq(goals.span.interval, 86400);
	cr_expect_eq(goals.span.depth, 7);
	cr_expect_float_eq(goals.span.decay, .8, 1e-12);
	cr_expect_eq(ft_fs_goals_get(&goals, FT_USER, "john").type,
		     FT_FS_FLOOR);
	cr_expect_eq(ft_fs_goals_get(&goals, FT_USER, "paul").value, 10,
		     "DEFAULT counts where nothing is said");
	cr_expect_eq(ft_fs_goals_get(&goals, FT_GROUP, "john").type,
		     FT_FS_NO_TARGET);
	ft_fs_goals_fini(&goals);
}

Test(fs_goal, bad_lines_are_named)
{
	static const struct {
		const char *text, *wanted;
	} bad[] = {
		{"\nFSDEPTH 0\n", "f:2: FSDEPTH 0: give a number"},
		{"FSDECAY 1.5\n", "f:1: FSDECAY 1.5"},
		{"FSINTERVAL x\n", "f:1: FSINTERVAL x: give a time"},
		{"FSPOLICY SOME\n", "f:1: fspolicy=SOME: give NONE"},
		{"USERCFG FSTARGET=5\n", "f:1: write USERCFG[name]"},
		{"USERCFG[a FSTARGET=5\n", "f:1: USERCFG[a: write the name"},
		{"USERCFG[a] FSTARGET\n", "f:1: USERCFG"},
		{"FSDEPTH\n", "f:1: FSDEPTH: there is no value"},
		{"USERCFG[a] FSTARGET=5 x\n", "f:1: USERCFG: x has no '='"},
		{"FSENFORCEMENT yes\n", "f:1: FSENFORCEMENT: no manual"},
		{"USERCFG[a] FSTARGET=5\nGROUPCFG[a] FSTARGET=5\n"
		 "USERCFG[a] FSTARGET=6\n",
		 "f:3: USERCFG[a] FSTARGET=6: it has a target already"},
		{"USERCFG[a] FSTARGET=5 FSTARGET=5\n",
		 "f:1: USERCFG[a] FSTARGET=5: it has a target already"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char *text = strdup(bad[i].text);
		struct ft_fs_goals goals;
		struct ft_err err = {0};
		int rc;

		cr_assert_eq(ft_fs_goals_init(&goals), 0);
		rc = ft_statement_read(text, "f", take, &goals, &err);
		if (i == 6)
			cr_expect_eq(rc, 0,
				     "a value without a key is not ours");
		else
			cr_expect(rc == -EINVAL &&
					  strstr(err.text, bad[i].wanted),
				  "%s: %s", bad[i].text, err.text);
		ft_fs_goals_fini(&goals);
		free(text);
	}
}

/* What is written in either spelling is read back the same. */
Test(fs_file, both_spellings_go_round)
{
	for (int spelling = 0; spelling < 2; spelling++) {
		struct ft_fs_history one = made(), two = made();
		struct ft_fs_window *window;
		struct ft_err err = {0};
		uint32_t john =
			ft_credential_add(&one.credentials, FT_USER, "john");
		uint32_t acct =
			ft_credential_add(&one.credentials, FT_ACCOUNT, "phys");
		char *text;

		cr_assert_eq(ft_fs_history_add(&one, 86400, 3600, &window), 0);
		ft_fs_window_charge(window, john, 12.5);
		ft_fs_window_charge(window, acct, 7);
		window->total = 20;
		text = ft_fs_file_text(&one, 0, (enum ft_fs_spelling) spelling,
				       "some day");
		cr_assert_eq(ft_fs_file_read(text, "FS.86400", 86400, 10, &two,
					     &err),
			     0, "%s", err.text);
		cr_expect_eq(two.window[0].length, 3600, "the header's");
		cr_expect_eq(two.window[0].total, 20);
		cr_expect_eq(ft_fs_window_amount(
				     &two.window[0],
				     ft_credential_find(&two.credentials,
							FT_ACCOUNT, "phys")),
			     7);
		free(text);
		ft_fs_history_fini(&one);
		ft_fs_history_fini(&two);
	}
}

Test(fs_file, names_of_files)
{
	cr_expect_eq(ft_fs_file_start("FS.966636000"), 966636000);
	cr_expect_eq(ft_fs_file_start("FS.x"), -1);
	cr_expect_eq(ft_fs_file_start("FS.1.bak"), -1);
	cr_expect_eq(ft_fs_file_start("other"), -1);
}
