/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names that nothing refers to any more leave the ledger; all others, and what
 * is booked on them, stay what they are.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ledger/ledger_sweep.h"

enum { HOUR = 3600, DAY = 86400, EACH = 3, ROUNDS = 100, JOBS = 1000 };
enum { BEGIN = 1000 * HOUR, JUMPED = BEGIN + 10 * DAY };

static const struct ft_ledger_rate RATE = {
	.entity = 1, .window = 4, .period = {4, 1000, 10}};

struct books {
	struct ft_ledger_policy policy;
	struct ft_ledger_image image;
	struct ft_ledger_clock clock;
	struct ft_ledger_sweep sweep;
};

static struct books books(void)
{
	struct books made = {.policy = ft_ledger_defaults()};

	made.policy.span = (struct ft_fs_span){HOUR, 3, .5};
	made.policy.decay_time = HOUR;
	made.policy.decay_factor = .25;
	made.policy.periods = 2;
	cr_assert_eq(ft_ledger_image_init(&made.image), 0);
	cr_assert_eq(ft_ledger_roll(&made.image.ledger, &made.policy, BEGIN),
		     0);
	cr_assert_eq(ft_ledger_period_open(&made.image.ledger, &made.policy, 0),
		     0);
	return made;
}

static void fini(struct books *b)
{
	ft_ledger_clock_fini(&b->clock);
	ft_ledger_image_fini(&b->image);
}

static struct ft_ledger_place place(struct books *b, const char *account)
{
	char path[64];
	struct ft_ledger_names names = {
		.entity = account,
		.path = path,
		.credential[FT_ACCOUNT] = account,
	};
	struct ft_ledger_place made;

	snprintf(path, sizeof(path), "/%s/ada", account);
	cr_assert_eq(ft_ledger_place(&b->image.ledger, &names, &made), 0);
	return made;
}

static void use(struct books *b, const struct ft_ledger_place *at,
		int64_t begin, int64_t end)
{
	cr_assert_eq(ft_ledger_charge(&b->image.ledger, &b->policy, at, &RATE,
				      begin, end),
		     0);
}

static void sweep(struct books *b, const struct ft_ledger_place *met,
		  int64_t now)
{
	struct ft_ledger_marks marks;

	ft_ledger_forget_little(&b->image.ledger);
	cr_assert_eq(ft_ledger_marks_make(&marks, &b->image, &b->clock), 0);
	if (met)
		ft_ledger_marks_place(&marks, met);
	cr_assert_eq(
		ft_ledger_sweep(&b->sweep, &b->image, &b->clock, &marks, now),
		0);
	ft_ledger_marks_fini(&marks);
}

static char *text_of(const struct books *b)
{
	size_t size;
	char *text = ft_ledger_clock_text(&b->image, &b->clock, &size);

	cr_assert_not_null(text);
	return text;
}

static void sweep_changes_no_text(struct books *b, int64_t now)
{
	char *before, *after;

	ft_ledger_forget_little(&b->image.ledger);
	before = text_of(b);
	sweep(b, NULL, now);
	after = text_of(b);
	cr_expect_str_eq(after, before);
	free(before);
	free(after);
}

/* As a user may who brings another account with each job. */
Test(ledger_sweep, accounts_that_used_nothing_take_no_memory)
{
	struct books b = books();
	struct ft_ledger *ledger = &b.image.ledger;
	struct ft_ledger_place john = place(&b, "john"), again;
	uint32_t most = 0, swept = 0;
	char name[32];

	use(&b, &john, BEGIN, BEGIN + 60);
	for (int i = 0; i < ROUNDS * JOBS; i++) {
		snprintf(name, sizeof(name), "account%d", i);
		(void) place(&b, name);
		if (ft_ledger_names_held(ledger) > most)
			most = ft_ledger_names_held(ledger);
		if (!ft_ledger_sweep_due(&b.sweep, ledger, 0))
			continue;
		sweep_changes_no_text(&b, 0);
		cr_expect_eq(b.sweep.left, EACH);
		swept++;
	}
	cr_expect_leq(most, 2 * EACH + FT_SWEEP_GROWTH + EACH);
	cr_expect_leq(ledger->entity.names.count, FT_SWEEP_GROWTH);
	cr_expect_leq(ledger->window.credentials.count, FT_SWEEP_GROWTH);
	cr_expect_leq(ledger->period.names.count, FT_SWEEP_GROWTH);
	cr_expect_geq(swept,
		      ROUNDS * JOBS * EACH / (FT_SWEEP_GROWTH + 3 * EACH) - 1);
	again = place(&b, "john");
	cr_expect_eq(memcmp(&again, &john, sizeof(john)), 0);
	cr_expect_float_eq(ft_ledger_entity_usage(ledger, john.entity), 60,
			   1e-9);
	fini(&b);
}

/* Whatever was made of the names before goes by their numbers for a while. */
Test(ledger_sweep, a_number_is_not_given_again_before_the_next_sweep)
{
	struct books b = books();
	struct ft_ledger copy = {0};
	struct ft_ledger_place gone = place(&b, "gone"), met = place(&b, "met");
	struct ft_ledger_place next;

	cr_assert_eq(ft_ledger_copy(&copy, &b.image.ledger), 0);
	sweep(&b, &met, 0);
	next = place(&b, "next");
	cr_expect_neq(next.entity, gone.entity);
	cr_expect_neq(next.path, gone.path);
	cr_expect_neq(next.credential[FT_ACCOUNT], gone.credential[FT_ACCOUNT]);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "gone"),
		     gone.entity);
	cr_expect_str_eq(copy.entity.names.name[gone.entity], "gone");
	cr_assert_eq(ft_ledger_copy(&copy, &b.image.ledger), 0);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "gone"),
		     FT_NAME_NONE);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "met"), met.entity);
	cr_expect_eq(ft_name_table_find(&copy.entity.names, "next"),
		     next.entity);
	sweep(&b, &met, 1);
	next = place(&b, "after");
	cr_expect_eq(next.entity, gone.entity);
	cr_expect_eq(next.path, gone.path);
	cr_expect_eq(next.credential[FT_ACCOUNT], gone.credential[FT_ACCOUNT]);
	cr_expect_eq(ft_ledger_entity_usage(&b.image.ledger, next.entity), 0);
	ft_ledger_fini(&copy);
	fini(&b);
}

Test(ledger_sweep, what_was_used_goes_with_its_books)
{
	struct books b = books();
	struct ft_ledger *ledger = &b.image.ledger;
	struct ft_ledger_place at = place(&b, "john");

	use(&b, &at, BEGIN, BEGIN + 60);
	sweep_changes_no_text(&b, 0);
	cr_expect_eq(ft_ledger_names_held(ledger), EACH);
	/* Windows are gone, usage has decayed to less than any counts. */
	cr_assert_eq(ft_ledger_roll(ledger, &b.policy, BEGIN + 30 * HOUR), 0);
	sweep(&b, NULL, BEGIN + DAY);
	cr_expect_eq(ft_ledger_names_held(ledger), 1);
	cr_expect_float_eq(ft_ledger_hours(&ledger->period.period[0], at.path,
					   FT_QUOTA_CPU),
			   4 * 60 / 3600., 1e-12);
	for (int month = 1; month <= 3; month++)
		cr_assert_eq(ft_ledger_period_open(ledger, &b.policy,
						   BEGIN + month * 30 * DAY),
			     0);
	sweep(&b, NULL, BEGIN + 90 * DAY);
	cr_expect_eq(ft_ledger_names_held(ledger), 0);
	fini(&b);
}

Test(ledger_sweep, what_runs_stays_and_what_was_kept_of_before_a_jump)
{
	struct books b = books();
	struct ft_ledger *ledger = &b.image.ledger;
	struct ft_ledger_place was = place(&b, "was"), runs = place(&b, "runs");
	struct ft_ledger_look look = {.job_id = 1,
				      .start = JUMPED,
				      .stop = JUMPED,
				      .running = true,
				      .now = JUMPED,
				      .place = runs,
				      .rate = RATE};
	enum ft_ledger_turn turn;

	b.clock.rolled = b.image.until = BEGIN + HOUR;
	use(&b, &was, BEGIN, BEGIN + HOUR);
	cr_assert_eq(ft_ledger_clock_see(&b.clock, &b.image, &b.policy, 600,
					 JUMPED, &turn),
		     0);
	cr_assert_eq(turn, FT_LEDGER_JUMP);
	cr_assert_eq(ft_ledger_roll(ledger, &b.policy, JUMPED), 0);
	cr_assert_eq(
		ft_ledger_look(&b.image.runs, ledger, &b.policy, &look, NULL),
		0);
	(void) place(&b, "neither");
	sweep_changes_no_text(&b, JUMPED);
	cr_expect_eq(ft_ledger_names_held(ledger), 2 * EACH);
	cr_assert_eq(ft_ledger_clock_see(&b.clock, &b.image, &b.policy, 600,
					 BEGIN + HOUR + 60, &turn),
		     0);
	cr_assert_eq(turn, FT_LEDGER_BACK);
	cr_expect_float_eq(ft_ledger_entity_usage(ledger, was.entity),
			   HOUR * .25, 1);
	fini(&b);
}
