/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reserve - what sched/reserve and priority/fairtree remember of jobs: counts
 * of passes and past runs (first byte 'r'), and queue times ('q').
 *
 * Law: what was read, written and read again is the same text.
 */
#include "harness.h"
#include "run.h"

#include <string.h>

#include "core/priority/queue_time_state.h"
#include "core/queue/reserve_state.h"

static const char *const sound[] = {
	"rsched_reserve 2 1767225600\nbypass 7 3\nbypass 12 20\n"
	"run 1001 1767220000 5 60 3600 8\nrun 1001 1767220001 6 61 3600 8\n",
	"rsched_reserve 1 1767225600\nrun 1001 1767220000 5 60\n",
	"qqueue_time 1 1767225600\nfree 7 1767220000 1767221000\n"
	"barred 9 1767220000 250\nfree 8 0 5\n",
};

void fuzz_reserve_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

/* Asks and tells what a cycle would. */
static void use_state(struct ft_reserve_state *state)
{
	struct ft_past_run run = {state->saved_at, 5, 60, 3600, 8};
	struct ft_predict_job job = {1001, 3600, 8};
	bool news;

	FUZZ_CODE(ft_bypass_add(&state->bypass, 12, UINT32_MAX));
	ft_bypass_drop(&state->bypass, 7);
	FUZZ_CODE(ft_predict_learn(&state->predict, 1001, &run, &news));
	for (int rule = FT_PREDICT_LIMIT; rule <= FT_PREDICT_SIMILAR; rule++)
		ft_predict_end(ft_predict_seconds(&state->predict,
						  (enum ft_predict_rule) rule,
						  &job),
			       job.limit, state->saved_at, state->saved_at);
}

static char *written_state(char *text, size_t size, size_t *ret_size)
{
	struct ft_reserve_state state = {0};
	struct ft_err err;
	char *again = NULL;

	if (!FUZZ_CODE(
		    ft_reserve_state_read(text, size, "file", &state, &err))) {
		again = FUZZ_MADE(ft_reserve_state_text(&state, ret_size));
		use_state(&state);
	}
	ft_reserve_state_free(&state);
	return again;
}

static void use_book(struct ft_queue_book *book)
{
	struct ft_accrual_policy policy = {FT_ACCRUAL_FULL_POLICY,
					   FT_ACCRUAL_PAUSE};
	struct ft_queue_look look = {
		.job_id = 7,
		.submit = 1767220000,
		.eligible = 1767220000,
		.now = 1767225700,
	};

	for (look.bars = 0; look.bars <= FT_BAR_FAIRSHARE; look.bars++) {
		look.job_id = 7 + look.bars % 3;
		look.array_job_id = look.bars % 2 ? 7 : 0;
		policy.clock =
			look.bars % 2 ? FT_ACCRUAL_RESET : FT_ACCRUAL_PAUSE;
		ft_queue_book_look(book, &policy, &look);
		ft_queue_book_get(book, look.job_id, look.submit, look.now++);
	}
	ft_queue_book_keep(book, 8);
	ft_queue_book_sweep(book);
	ft_queue_book_sweep(book);
}

static char *written_book(char *text, size_t size, size_t *ret_size)
{
	struct ft_queue_book book = {0};
	struct ft_queue_clock *clock = NULL;
	uint32_t count;
	struct ft_err err;
	char *again = NULL;

	if (!FUZZ_CODE(
		    ft_queue_time_state_read(text, size, "file", &book, &err)))
		clock = FUZZ_MADE(ft_queue_book_copy(&book, &count));
	if (clock) {
		again = FUZZ_MADE(ft_queue_time_state_text(book.known, clock,
							   count, ret_size));
		use_book(&book);
	}
	fuzz_free(clock);
	ft_queue_book_free(&book);
	return again;
}

void fuzz_reserve(const char *data, size_t size)
{
	bool queue = size && *data == 'q';
	size_t length, again;
	char *text, *first, *copy, *second;

	if (!size)
		return;
	text = fuzz_sealed(data + 1, size - 1, NULL, &length);
	first = (queue ? written_book : written_state)(text, length, &length);
	fuzz_free(text);
	if (!first)
		return;
	copy = fuzz_copy(first, length);
	second = (queue ? written_book : written_state)(copy, length, &again);
	if (second)
		FUZZ_LAW(length == again && !memcmp(first, second, length));
	fuzz_free(copy);
	fuzz_free(first);
	fuzz_free(second);
}
