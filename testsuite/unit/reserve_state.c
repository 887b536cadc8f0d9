/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What sched/reserve remembers: there and back, and nothing of a text that
 * was cut or changed anywhere.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checksum.h"
#include "core/queue/reserve_state.h"

static struct ft_reserve_state sample(void)
{
	struct ft_reserve_state state = {.saved_at = 1700000000};
	struct ft_past_run run[] = {{1700, 11, 60, 600, 4},
				    {1600, 12, 0, 0, 0}};

	ft_bypass_add(&state.bypass, 5, 3);
	ft_bypass_add(&state.bypass, UINT32_MAX - 1, UINT32_MAX);
	ft_predict_learn(&state.predict, 1001, &run[0], NULL);
	ft_predict_learn(&state.predict, 1001, &run[1], NULL);
	ft_predict_learn(&state.predict, 0, &run[1], NULL);
	return state;
}

static int64_t predicted(const struct ft_reserve_state *state, uint32_t user)
{
	struct ft_predict_job job = {.user = user};

	return ft_predict_seconds(&state->predict, FT_PREDICT_LAST2, &job);
}

static int read_copy(const char *text, size_t size,
		     struct ft_reserve_state *state, struct ft_err *err)
{
	char *copy = calloc(1, size + 1);
	int rc;

	memcpy(copy, text, size);
	rc = ft_reserve_state_read(copy, size, "here", state, err);
	free(copy);
	return rc;
}

static void refused(const char *text, size_t size, const char *what, size_t at)
{
	struct ft_reserve_state state = {0};
	struct ft_err err = {0};

	cr_expect_eq(read_copy(text, size, &state, &err), -EINVAL, "%s at %zu",
		     what, at);
	cr_expect(!strncmp(err.text, "here: ", 6), "%s", err.text);
	cr_expect(!state.bypass.table.count && !state.predict.count);
	ft_reserve_state_free(&state);
}

Test(reserve_state, it_comes_back_the_same)
{
	struct ft_reserve_state first = sample(), second = {0};
	size_t size, again;
	char *text = ft_reserve_state_text(&first, &size), *copy;
	struct ft_err err = {0};

	cr_assert_eq(read_copy(text, size, &second, &err), 0, "%s", err.text);
	cr_expect_eq(second.saved_at, 1700000000);
	cr_expect_eq(ft_bypass_get(&second.bypass, 5), 3);
	cr_expect_eq(ft_bypass_get(&second.bypass, UINT32_MAX - 1), UINT32_MAX);
	cr_expect_eq(predicted(&second, 1001), 30);
	cr_expect_eq(predicted(&second, 0), 0);
	copy = ft_reserve_state_text(&second, &again);
	cr_expect_eq(again, size);
	cr_expect_str_eq(copy, text);
	free(text);
	free(copy);
	ft_reserve_state_free(&first);
	ft_reserve_state_free(&second);
}

Test(reserve_state, an_empty_one_is_one)
{
	struct ft_reserve_state first = {0}, second = {0};
	size_t size;
	char *text = ft_reserve_state_text(&first, &size);

	cr_expect_eq(read_copy(text, size, &second, NULL), 0);
	free(text);
}

Test(reserve_state, every_cut_and_every_flipped_bit_is_refused)
{
	struct ft_reserve_state state = sample();
	size_t size;
	char *text = ft_reserve_state_text(&state, &size);

	for (size_t cut = 0; cut < size; cut++)
		refused(text, cut, "cut", cut);
	for (size_t bit = 0; bit < 8 * size; bit++) {
		text[bit / 8] ^= (char) (1 << bit % 8);
		refused(text, size, "bit", bit);
		text[bit / 8] ^= (char) (1 << bit % 8);
	}
	free(text);
	ft_reserve_state_free(&state);
}

/* Lines with a right checksum that no writer would write. */
static void sealed(const char *lines, uint32_t records, int wanted)
{
	struct ft_reserve_state state = {0};
	char text[512];
	uint32_t sum = ft_checksum_crc32(lines, strlen(lines));

	snprintf(text, sizeof(text), "%send %u %u\n", lines, records, sum);
	cr_expect_eq(read_copy(text, strlen(text), &state, NULL), wanted, "%s",
		     text);
	ft_reserve_state_free(&state);
}

Test(reserve_state, what_no_writer_writes_is_refused)
{
	sealed("sched_reserve 1 5\nbypass 1 2\n", 1, 0);
	sealed("sched_reserve 3 5\n", 0, -EINVAL);
	sealed("sched_reserve 0 5\n", 0, -EINVAL);
	sealed("sched_reserve 1 5\nrun 1 9 1 1\n", 1, 0);
	sealed("sched_reserve 1 5\nrun 1 9 1 1 60 4\n", 1, -EINVAL);
	sealed("sched_reserve 2 5\nrun 1 9 1 1\n", 1, -EINVAL);
	sealed("sched_reserve 2 5\nrun 1 9 1 1 60 4\n", 1, 0);
	sealed("sched_reserve 1\n", 0, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 1 2\n", 2, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 1 2\nbypass 1 3\n", 2, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 1 0\n", 1, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 4294967296 1\n", 1, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 1 -1\n", 1, -EINVAL);
	sealed("sched_reserve 1 5\nbypass 1 1 1\n", 1, -EINVAL);
	sealed("sched_reserve 1 5\nrun 1 0 1 1\n", 1, -EINVAL);
	sealed("sched_reserve 1 5\nrun 1 9 1 1\nrun 1 9 1 1\n", 2, -EINVAL);
	sealed("sched_reserve 1 5\nwalk 1 9 1 1\n", 1, -EINVAL);
}
