/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Effective queue time: Maui's policies on paper, random stories against a
 * second-by-second count, and the file.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/priority/queue_time_state.h"

enum {
	JOBS = 8,
	LOOKS = 60,
	STORIES = 400,
};

static const struct ft_accrual_policy always = {.accrual = FT_ACCRUAL_ALWAYS};
static const struct ft_accrual_policy queue_reset = {
	.accrual = FT_ACCRUAL_QUEUE_POLICY};
static const struct ft_accrual_policy full_reset = {
	.accrual = FT_ACCRUAL_FULL_POLICY};
static const struct ft_accrual_policy full_pause = {
	.accrual = FT_ACCRUAL_FULL_POLICY, .clock = FT_ACCRUAL_PAUSE};

static int64_t look(struct ft_queue_book *book,
		    const struct ft_accrual_policy *policy, unsigned bars,
		    int64_t now)
{
	struct ft_queue_look at = {
		.job_id = 7, .submit = 1000, .bars = bars, .now = now};

	return ft_queue_book_look(book, policy, &at);
}

Test(queue_time, always_counts_from_submission)
{
	struct ft_queue_book book = {0};

	cr_expect_eq(look(&book, &always, FT_BAR_HOLD, 1600), 600);
	cr_expect_eq(look(&book, &always, FT_BAR_ACTIVE, 1700), 700);
	cr_expect_eq(look(&book, &always, 0, 900), 0);
	cr_expect_eq(book.table.count, 0);
}

/* The document's "pre submitted" job: held for long, then released. */
Test(queue_time, a_hold_counts_under_full_policy_only)
{
	struct ft_queue_book queue = {0}, full = {0};

	(void) look(&queue, &queue_reset, FT_BAR_HOLD, 1000);
	(void) look(&full, &full_reset, FT_BAR_HOLD, 1000);
	cr_expect_eq(look(&queue, &queue_reset, FT_BAR_HOLD, 90000), 89000);
	cr_expect_eq(look(&full, &full_reset, FT_BAR_HOLD, 90000), 0);
	cr_expect_eq(look(&full, &full_reset, 0, 91000), 0);
	cr_expect_eq(look(&full, &full_reset, 0, 91600), 600);
	ft_queue_book_free(&queue);
	ft_queue_book_free(&full);
}

/* The document's "queue stuffer": above a limit nothing is gathered. */
Test(queue_time, a_limit_resets_or_pauses)
{
	struct ft_queue_book reset = {0}, pause = {0};

	cr_expect_eq(look(&reset, &queue_reset, 0, 1000), 0);
	cr_expect_eq(look(&pause, &full_pause, 0, 1000), 0);
	cr_expect_eq(look(&reset, &queue_reset, FT_BAR_ACTIVE, 1500), 0);
	cr_expect_eq(look(&pause, &full_pause, FT_BAR_ACTIVE, 1500), 500);
	cr_expect_eq(look(&reset, &queue_reset, 0, 2000), 0);
	cr_expect_eq(look(&pause, &full_pause, 0, 2000), 500);
	cr_expect_eq(look(&reset, &queue_reset, 0, 2100), 100);
	cr_expect_eq(look(&pause, &full_pause, 0, 2100), 600);
	ft_queue_book_free(&reset);
	ft_queue_book_free(&pause);
}

Test(queue_time, a_job_that_waited_before_anybody_looked)
{
	struct ft_queue_book book = {0};
	struct ft_queue_look at = {
		.job_id = 7, .submit = 1000, .eligible = 1400, .now = 2000};

	cr_expect_eq(ft_queue_book_look(&book, &full_reset, &at), 600);
	at.job_id = 8;
	cr_expect_eq(ft_queue_book_look(&book, &queue_reset, &at), 1000);
	ft_queue_book_free(&book);
}

Test(queue_time, a_requeue_begins_anew)
{
	struct ft_queue_book book = {0};
	struct ft_queue_look at = {.job_id = 7, .submit = 1000, .now = 2000};

	(void) ft_queue_book_look(&book, &queue_reset, &at);
	cr_expect_eq(ft_queue_book_get(&book, 7, 1000, 1800), 800);
	at.submit = at.now = 5000;
	cr_expect_eq(ft_queue_book_look(&book, &queue_reset, &at), 0);
	cr_expect_eq(ft_queue_book_get(&book, 7, 1000, 1800), -1);
	ft_queue_book_free(&book);
}

Test(queue_time, a_task_goes_on_with_its_array)
{
	struct ft_queue_book book = {0};
	struct ft_queue_look task = {
		.job_id = 9, .array_job_id = 7, .submit = 1000, .now = 3000};

	(void) look(&book, &full_pause, FT_BAR_IDLE, 1000);
	(void) look(&book, &full_pause, 0, 2000);
	cr_expect_eq(ft_queue_book_look(&book, &full_pause, &task), 1000);
	ft_queue_book_free(&book);
}

Test(queue_time, who_is_gone_is_swept)
{
	struct ft_queue_book book = {0};
	struct ft_queue_look at = {.submit = 1000, .now = 2000};

	for (at.job_id = 1; at.job_id <= 1000; at.job_id++)
		(void) ft_queue_book_look(&book, &queue_reset, &at);
	ft_queue_book_sweep(&book);
	cr_expect_eq(book.table.count, 1000);
	for (at.job_id = 3; at.job_id <= 1000; at.job_id += 3)
		(void) ft_queue_book_look(&book, &queue_reset, &at);
	ft_queue_book_keep(&book, 4);
	ft_queue_book_sweep(&book);
	cr_expect_eq(book.table.count, 334);
	for (uint32_t id = 1; id <= 1000; id++)
		cr_expect_eq(ft_queue_book_get(&book, id, 1000, 2000),
			     id % 3 && id != 4 ? -1 : 1000);
	ft_queue_book_free(&book);
}

Test(queue_time, the_book_of_a_long_queue_gives_its_memory_back)
{
	enum { MANY = 10000, FEW = 10 };
	struct ft_queue_book book = {0};
	struct ft_queue_look at = {.submit = 1000, .now = 2000};

	for (at.job_id = 1; at.job_id <= MANY; at.job_id++)
		(void) ft_queue_book_look(&book, &queue_reset, &at);
	ft_queue_book_sweep(&book);
	for (at.job_id = 1; at.job_id <= FEW; at.job_id++)
		(void) ft_queue_book_look(&book, &queue_reset, &at);
	ft_queue_book_sweep(&book);
	cr_expect_eq(book.table.count, FEW);
	cr_expect_lt(book.table.room, MANY / 10);
	cr_expect_lt(book.table.index.size, MANY / 10);
	for (uint32_t id = 1; id <= FEW; id++)
		cr_expect_eq(ft_queue_book_get(&book, id, 1000, 2000), 1000);
	ft_queue_book_sweep(&book);
	cr_expect_eq(book.table.count, 0);
	cr_expect_null(book.table.record);
	cr_expect_null(book.table.index.slot);
	at.job_id = 3;
	(void) ft_queue_book_look(&book, &queue_reset, &at);
	cr_expect_eq(ft_queue_book_get(&book, 3, 1000, 2000), 1000);
	ft_queue_book_free(&book);
}

/* What one job's clock must show, second by second. */
struct story {
	int64_t submit, last;
	bool seen, free;
	int64_t gained;
};

static void advance(struct story *story, int64_t now)
{
	for (; story->last < now; story->last++)
		if (story->seen && story->free)
			story->gained++;
}

static void tell(struct story *story, const struct ft_accrual_policy *policy,
		 bool free, int64_t now)
{
	advance(story, now);
	if (!story->seen)
		story->gained = free ? now - story->submit : 0;
	else if (policy->clock == FT_ACCRUAL_RESET && free != story->free)
		story->gained = 0;
	story->seen = true;
	story->free = free;
}

/* Writes the book to text and reads it back, as a restart does. */
static void restart(struct ft_queue_book *book, int64_t now)
{
	struct ft_queue_book next = {0};
	struct ft_err err = {0};
	uint32_t count;
	struct ft_queue_clock *clock = ft_queue_book_copy(book, &count);
	size_t size;
	char *text = ft_queue_time_state_text(now, clock, count, &size);

	cr_assert_eq(ft_queue_time_state_read(text, size, "here", &next, &err),
		     0, "%s", err.text);
	free(text);
	free(clock);
	ft_queue_book_free(book);
	*book = next;
}

static unsigned some_bars(void)
{
	return rand() % 2 ? 0 : 1U << rand() % 8;
}

static void live(struct ft_queue_book *book, struct story *story,
		 const struct ft_accrual_policy *policy, unsigned seed)
{
	int64_t now = 1000;

	for (int i = 0; i < LOOKS; i++) {
		uint32_t job = (uint32_t) rand() % JOBS;
		unsigned bars = some_bars();
		unsigned counts = policy->accrual == FT_ACCRUAL_QUEUE_POLICY
					  ? bars & FT_BAR_QUEUE
					  : bars;
		struct ft_queue_look at = {.job_id = job + 1, .bars = bars};

		/* a restart comes after a walk over all jobs */
		if (!story[job].seen || !(rand() % 20))
			story[job] = (struct story){.submit = now, .last = now};
		now += 1 + rand() % 50;
		at.now = now;
		at.submit = story[job].submit;
		tell(&story[job], policy, !counts, now);
		cr_expect_eq(ft_queue_book_look(book, policy, &at),
			     story[job].gained, "seed %u, look %d", seed, i);
		if (!(rand() % 10))
			restart(book, now);
	}
}

Test(queue_time, it_is_the_sum_of_free_seconds)
{
	for (unsigned seed = 0; seed < STORIES; seed++) {
		struct ft_accrual_policy policy = {
			.accrual = seed % 2 ? FT_ACCRUAL_QUEUE_POLICY
					    : FT_ACCRUAL_FULL_POLICY,
			.clock = seed / 2 % 2 ? FT_ACCRUAL_RESET
					      : FT_ACCRUAL_PAUSE,
		};
		struct story story[JOBS] = {0};
		struct ft_queue_book book = {0};

		srand(seed);
		live(&book, story, &policy, seed);
		ft_queue_book_free(&book);
	}
}

/* Nothing is kept of who was free all the time, and yet it is not lost. */
Test(queue_time, who_was_free_before_a_restart_has_waited)
{
	struct ft_queue_book book = {0};

	(void) look(&book, &full_pause, 0, 1000);
	restart(&book, 2000);
	cr_expect_eq(book.table.count, 0);
	cr_expect_eq(look(&book, &full_pause, FT_BAR_HOLD, 3000), 2000);
	cr_expect_eq(look(&book, &full_pause, 0, 9000), 2000);
	ft_queue_book_free(&book);
}

static int read_copy(const char *text, size_t size, struct ft_queue_book *book)
{
	char *copy = calloc(1, size + 1);
	struct ft_err err = {0};
	int rc;

	memcpy(copy, text, size);
	rc = ft_queue_time_state_read(copy, size, "here", book, &err);
	cr_expect(!rc || !strncmp(err.text, "here: ", 6), "%s", err.text);
	free(copy);
	return rc;
}

Test(queue_time, a_text_that_was_cut_or_changed_is_refused)
{
	struct ft_queue_clock clock[] = {
		{.job_id = 1, .submit = 5, .value = 60},
		{.job_id = 4000000000, .submit = 7, .value = 9, .barred = true},
	};
	struct ft_queue_book book = {0};
	size_t size;
	char *text = ft_queue_time_state_text(99, clock, 2, &size);

	cr_expect_eq(read_copy(text, size, &book), 0);
	cr_expect_eq(book.known, 99);
	cr_expect_eq(ft_queue_book_get(&book, 1, 5, 100), 40);
	cr_expect_eq(ft_queue_book_get(&book, 4000000000, 7, 100), 9);
	ft_queue_book_free(&book);
	for (size_t cut = 0; cut < size; cut++)
		cr_expect_eq(read_copy(text, cut, &book), -EINVAL, "%zu", cut);
	for (size_t bit = 0; bit < 8 * size; bit++) {
		text[bit / 8] = (char) (text[bit / 8] ^ 1 << bit % 8);
		cr_expect_eq(read_copy(text, size, &book), -EINVAL, "%zu", bit);
		text[bit / 8] = (char) (text[bit / 8] ^ 1 << bit % 8);
	}
	cr_expect_eq(book.table.count, 0);
	free(text);
}
