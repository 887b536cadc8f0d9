/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Targets of all credentials at once: the same as one by one, and the texts
 * of hard caps.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/ledger/fairshare_score.h"
#include "../random.h"

enum { CASES = 500, NAMES = 12, INTERVAL = 3600 };

static uint32_t below(uint64_t *seed, uint32_t bound)
{
	return (uint32_t) (random_next(seed) % bound);
}

/* Goals and usage of one case. */
struct bed {
	struct ft_fs_goals goals;
	struct ft_fs_history history;
	struct ft_fs_score score;
};

static void open_bed(struct bed *bed)
{
	memset(bed, 0, sizeof(*bed));
	cr_assert_eq(ft_fs_goals_init(&bed->goals), 0);
	cr_assert_eq(ft_fs_history_init(&bed->history), 0);
}

static void close_bed(struct bed *bed)
{
	ft_fs_score_fini(&bed->score);
	ft_fs_history_fini(&bed->history);
	ft_fs_goals_fini(&bed->goals);
}

static void set(struct bed *bed, enum ft_credential_kind kind, const char *name,
		const char *text)
{
	struct ft_fs_target target;

	cr_assert_eq(ft_fs_target_read(text, &target, NULL), 0);
	cr_assert_eq(ft_fs_goals_set(&bed->goals, kind, name, target), 0);
}

static void charge(struct bed *bed, enum ft_credential_kind kind,
		   const char *name, double amount)
{
	struct ft_fs_window *window;
	uint32_t i;

	if (!bed->history.count)
		cr_assert_eq(
			ft_fs_history_add(&bed->history, 0, INTERVAL, &window),
			0);
	i = ft_credential_add(&bed->history.credentials, kind, name);
	cr_assert_eq(ft_fs_window_charge(&bed->history.window[0], i, amount),
		     0);
}

static void make(struct bed *bed)
{
	cr_assert_eq(ft_fs_score_make(&bed->goals, &bed->history, &bed->score),
		     0);
}

static uint32_t number(const struct bed *bed, enum ft_credential_kind kind,
		       const char *name)
{
	return ft_credential_find(&bed->history.credentials, kind, name);
}

Test(fs_score, caps_are_told)
{
	struct bed bed;
	uint32_t job[FT_CREDENTIAL_KINDS];

	open_bed(&bed);
	cr_assert_eq(ft_fs_goals_policy(&bed.goals, "DEDICATEDPS", NULL), 0);
	set(&bed, FT_USER, "john", "3600^");
	set(&bed, FT_ACCOUNT, "phys", "25%");
	charge(&bed, FT_USER, "john", 5400);
	charge(&bed, FT_USER, "ann", 1800);
	charge(&bed, FT_ACCOUNT, "phys", 1799);
	bed.history.window[0].total = 7200;
	make(&bed);
	cr_expect_eq(bed.score.capped, 1);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		job[kind] = FT_CREDENTIAL_NONE;
	job[FT_USER] = number(&bed, FT_USER, "john");
	cr_expect_str_eq(ft_fs_score_cap(&bed.score, job),
			 "Fairshare cap of user john reached: 5400.0 of 3600.0 "
			 "processor-seconds");
	job[FT_USER] = number(&bed, FT_USER, "ann");
	job[FT_ACCOUNT] = number(&bed, FT_ACCOUNT, "phys");
	cr_expect_null(ft_fs_score_cap(&bed.score, job), "below 25%%");
	ft_fs_score_fini(&bed.score);
	charge(&bed, FT_ACCOUNT, "phys", 1);
	make(&bed);
	cr_expect_str_eq(ft_fs_score_cap(&bed.score, job),
			 "Fairshare cap of account phys reached: 25.0% of "
			 "25.0% of what was delivered");
	close_bed(&bed);
}

Test(fs_score, who_is_new_has_used_nothing)
{
	struct bed bed;

	open_bed(&bed);
	set(&bed, FT_USER, "john", "50");
	set(&bed, FT_USER, "DEFAULT", "10");
	charge(&bed, FT_USER, "ann", 30);
	charge(&bed, FT_USER, "joe", 70);
	bed.history.window[0].total = 100;
	cr_assert_eq(ft_fs_score_register(&bed.goals, &bed.history.credentials),
		     0);
	cr_expect_eq(number(&bed, FT_USER, "DEFAULT"), FT_CREDENTIAL_NONE);
	make(&bed);
	cr_expect_float_eq(ft_fs_score_delta(&bed.score, FT_USER,
					     number(&bed, FT_USER, "john")),
			   50, 1e-9);
	cr_expect_float_eq(ft_fs_score_delta(&bed.score, FT_USER,
					     number(&bed, FT_USER, "ann")),
			   -20, 1e-9);
	cr_expect_float_eq(
		ft_fs_score_delta(&bed.score, FT_USER, bed.score.count + 5), 10,
		1e-9, "of DEFAULT");
	cr_expect_eq(
		ft_fs_score_delta(&bed.score, FT_GROUP, bed.score.count + 5),
		0);
	cr_expect_eq(ft_fs_score_delta(&bed.score, FT_USER, FT_CREDENTIAL_NONE),
		     0);
	close_bed(&bed);
}

/* A random target of a kind: none, or one of each suffix. */
static void random_goals(struct bed *bed, uint64_t *seed)
{
	static const char *const suffix[] = {"", "+", "-", "^", "%"};
	char name[16], text[32];

	bed->goals.ratio = below(seed, 2);
	bed->goals.span.depth = 1 + below(seed, 5);
	bed->goals.span.decay = (1 + below(seed, 10)) / 10.0;
	for (uint32_t i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), i ? "n%u" : "DEFAULT", i);
		snprintf(text, sizeof(text), "%u%s", 1 + below(seed, 99),
			 suffix[below(seed, 5)]);
		if (below(seed, 2))
			set(bed, (enum ft_credential_kind) below(seed, 5), name,
			    text);
	}
}

static void random_usage(struct bed *bed, uint64_t *seed)
{
	struct ft_fs_window *window;
	char name[16];

	for (uint32_t w = below(seed, 6); w > 0; w--) {
		cr_assert_eq(ft_fs_history_add(&bed->history, w * INTERVAL,
					       INTERVAL, &window),
			     0);
		window->total = below(seed, 4) ? below(seed, 1000) : 0;
		for (uint32_t i = 0; i < NAMES; i++) {
			uint32_t at;

			snprintf(name, sizeof(name), "n%u",
				 below(seed, 2 * NAMES));
			at = ft_credential_add(
				&bed->history.credentials,
				(enum ft_credential_kind) below(seed, 5), name);
			cr_assert_eq(ft_fs_window_charge(window, at,
							 below(seed, 100)),
				     0);
		}
	}
}

static void compare(const struct bed *bed, uint32_t i)
{
	const struct ft_credential *own = &bed->history.credentials.entry[i];
	const struct ft_fs_span *span = &bed->goals.span;
	struct ft_fs_state state = {
		ft_fs_usage(&bed->history, span, i),
		ft_fs_total(&bed->history, span),
	};
	struct ft_fs_target target =
		ft_fs_goals_get(&bed->goals, own->kind, own->name);
	uint32_t job[FT_CREDENTIAL_KINDS];

	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		job[kind] = FT_CREDENTIAL_NONE;
	job[own->kind] = i;
	cr_expect_float_eq(ft_fs_score_delta(&bed->score, own->kind, i),
			   ft_fs_delta(target, state, bed->goals.ratio), 1e-9);
	cr_expect_eq(ft_fs_score_cap(&bed->score, job) != NULL,
		     ft_fs_capped(target, state));
}

Test(fs_score, same_as_one_by_one)
{
	uint64_t seed = 5;

	for (int n = 0; n < CASES; n++) {
		struct bed bed;

		open_bed(&bed);
		random_goals(&bed, &seed);
		random_usage(&bed, &seed);
		make(&bed);
		for (uint32_t i = 0; i < bed.score.count; i++)
			compare(&bed, i);
		close_bed(&bed);
	}
}
