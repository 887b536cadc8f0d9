/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What jobs were promised, as text: there and back, nothing of a text that was
 * cut or changed anywhere, and small enough for a long queue.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bounds.h"
#include "core/base/checksum.h"
#include "core/snapshot/promise_state.h"
#include "core/base/seal.h"

static char *nodes[] = {"n1", NULL, "n2", "gpu-03", "n5"};
static char *partitions[] = {"batch", "long"};
static struct ft_share shares[] = {
	{.node = 0, .tasks = 1},
	{.node = 2, .tasks = 4},
	{.node = 3, .tasks = 4},
	{.node = 4, .tasks = UINT32_MAX},
};
/* Neighbours of different parts are no range. */
static struct ft_share parts[] = {
	{.node = 3, .tasks = 1}, {.node = 0, .tasks = 1},
	{.node = 1, .tasks = 1}, {.node = 2, .tasks = 1},
	{.node = 4, .tasks = 2},
};
static uint32_t part_end[] = {1, 3, 5};
static struct ft_promise_record records[] = {
	{7, 0, 1700000000, 0, 1700000100, 60, true, 4, shares, 0, NULL},
	{UINT32_MAX, UINT32_MAX, FT_TIME_MAX, 1, FT_TIME_MAX, FT_TIME_MAX,
	 false, 1, shares, 0, NULL},
	{9, 1, 0, 1, 0, 0, false, 0, shares, 0, NULL},
	{9, 1, 0, 1, 60, 1, false, 2, shares + 1, 0, NULL},
	{8, 0, 0, 1, 60, 1, true, 5, parts, 2, part_end},
};
static struct ft_promise_late lates[] = {{5, 3}, {6, UINT32_MAX}};

static struct ft_promise_state sample(void)
{
	return (struct ft_promise_state){
		.node_count = 5,
		.node = nodes,
		.partition_count = 2,
		.partition = partitions,
		.count = 5,
		.record = records,
		.late_count = 2,
		.late = lates,
	};
}

static int read_copy(const char *text, size_t size,
		     struct ft_promise_state *state, struct ft_err *err)
{
	char *copy = calloc(1, size + 1);
	int rc;

	memcpy(copy, text, size);
	rc = ft_promise_state_read(copy, size, "here", state, err);
	free(copy);
	return rc;
}

static void same(const struct ft_promise_record *a,
		 const struct ft_promise_record *b)
{
	cr_expect(a->job_id == b->job_id &&
		  a->restart_count == b->restart_count &&
		  a->submitted == b->submitted &&
		  a->partition == b->partition && a->start == b->start &&
		  a->duration == b->duration && a->held == b->held &&
		  a->share_count == b->share_count);
	for (uint32_t s = 0; s < a->share_count; s++)
		cr_expect(a->share[s].node == b->share[s].node &&
			  a->share[s].tasks == b->share[s].tasks &&
			  !b->share[s].amount);
	cr_expect_eq(a->part_count, b->part_count);
	for (uint32_t p = 0; a->part_count && p <= a->part_count; p++)
		cr_expect_eq(a->part_end[p], b->part_end[p]);
}

Test(promise_state, they_come_back_the_same)
{
	struct ft_promise_state first = sample(), second = {0};
	struct ft_err err = {0};
	size_t size, again;
	char *text = ft_promise_state_text(&first, &size), *copy;

	cr_assert_eq(read_copy(text, size, &second, &err), 0, "%s", err.text);
	cr_assert(second.node_count == 5 && second.partition_count == 2 &&
		  second.count == 5 && second.late_count == 2);
	cr_expect_null(second.node[1]);
	cr_expect_str_eq(second.node[3], "gpu-03");
	cr_expect_str_eq(second.partition[1], "long");
	for (uint32_t i = 0; i < 5; i++)
		same(&records[i], &second.record[i]);
	cr_expect_eq(second.late[1].value, UINT32_MAX);
	copy = ft_promise_state_text(&second, &again);
	cr_expect_eq(again, size);
	cr_expect_str_eq(copy, text);
	free(text);
	free(copy);
	ft_promise_state_free(&second);
}

Test(promise_state, none_is_a_state_too)
{
	struct ft_promise_state first = {0}, second = {0};
	size_t size;
	char *text = ft_promise_state_text(&first, &size);

	cr_expect_eq(read_copy(text, size, &second, NULL), 0);
	ft_promise_state_free(&second);
	free(text);
}

static void refused(const char *text, size_t size, const char *what, size_t at)
{
	struct ft_promise_state state = {0};
	struct ft_err err = {0};

	cr_expect_eq(read_copy(text, size, &state, &err), -EINVAL, "%s at %zu",
		     what, at);
	cr_expect(!strncmp(err.text, "here: ", 6), "%s", err.text);
	cr_expect(!state.count && !state.arena);
}

Test(promise_state, every_cut_and_every_flipped_bit_is_refused)
{
	struct ft_promise_state state = sample();
	size_t size;
	char *text = ft_promise_state_text(&state, &size);

	for (size_t cut = 0; cut < size; cut++)
		refused(text, cut, "cut", cut);
	for (size_t bit = 0; bit < 8 * size; bit++) {
		text[bit / 8] ^= (char) (1 << bit % 8);
		refused(text, size, "bit", bit);
		text[bit / 8] ^= (char) (1 << bit % 8);
	}
	free(text);
}

/* Lines with a right checksum that no writer would write. */
static void sealed(const char *lines, int wanted)
{
	struct ft_promise_state state = {0};
	char text[512];

	uint32_t records = 0;

	for (const char *at = lines; at; at = strchr(at + 1, '\n'))
		records += !strncmp(at, "\nj", 2) || !strncmp(at, "\nl", 2);
	snprintf(text, sizeof(text), "%send %u %u\n", lines, records,
		 ft_checksum_crc32(lines, strlen(lines)));
	cr_expect_eq(read_copy(text, strlen(text), &state, NULL), wanted, "%s",
		     text);
	ft_promise_state_free(&state);
}

#define HEAD "sched_promises 1 2 1 1 0\nn a\nn b\np c\n"

Test(promise_state, what_no_writer_writes_is_refused)
{
	sealed(HEAD "j 1 0 0 0 9 60 1 0-1*2\n", 0);
	sealed(HEAD, -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 0-2\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 1,0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 1,1\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 1-0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 0,\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 0*\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 1/0\n", 0);
	sealed(HEAD "j 1 0 0 0 9 60 1 1/0/\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1/0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 0/1,0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 1 9 60 1 0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 0\n", 0);
	sealed(HEAD "j 1 0 0 0 9\n", -EINVAL);
	sealed(HEAD "j 4294967296 0 0 0 9 60 1 0\n", -EINVAL);
	sealed(HEAD "j -1 0 0 0 9 60 1 0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 60 1 0\nj 2 0 0 0 9 60 1 0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 1099511627776 60 1 0\n", 0);
	sealed(HEAD "j 1 0 0 0 1099511627777 60 1 0\n", -EINVAL);
	sealed(HEAD "j 1 0 0 0 9 1099511627777 1 0\n", -EINVAL);
	sealed(HEAD "j 1 0 1099511627777 0 9 60 1 0\n", -EINVAL);
	sealed("sched_promises 3 0 0 0 0\n", -EINVAL);
	sealed("sched_promises 0 0 0 0 0\n", -EINVAL);
	sealed("sched_promises 1 4000000000 0 0 0\n", -EINVAL);
	sealed("sched_promises 1 1 0 0 0\np a\n", -EINVAL);
	sealed("sched_promises 1 0 0 0 1\nl 1 2 3\n", -EINVAL);
	sealed("sched_reserve 1 5\n", -EINVAL);
}

/* A few bytes for each node, again and again: 65,537 times 65,536 shares are as
 * many as 65,536 in 32 bits. */
static int repeated(uint32_t nodes, uint32_t parts, struct ft_err *err)
{
	struct ft_promise_state state = {0};
	struct ft_text text = {0};
	int rc;

	ft_text_put(&text, "sched_promises 2 %u 1 1 0", nodes);
	for (uint32_t i = 0; i < nodes; i++)
		ft_text_add(&text, "\nn a");
	ft_text_put(&text, "\np c\nj 1 0 0 0 9 60 1 0-%u", nodes - 1);
	for (uint32_t i = 1; i < parts; i++)
		ft_text_put(&text, "/0-%u", nodes - 1);
	ft_text_add(&text, "\n");
	ft_seal_put(&text, 1);
	rc = read_copy(text.data, text.size, &state, err);
	ft_promise_state_free(&state);
	free(text.data);
	return rc;
}

Test(promise_state, few_bytes_do_not_stand_for_much_memory)
{
	struct ft_err err = {0};

	cr_expect_eq(repeated(1000, 1024, &err), 0, "%s", err.text);
	cr_expect_eq(repeated(1000, 1025, NULL), -EINVAL);
	cr_expect_eq(repeated(65537, 1024, NULL), -EINVAL);
	cr_expect_eq(repeated(65537, 65536, NULL), -EINVAL);
}

/* 100,000 jobs of 8 neighbouring nodes each. */
Test(promise_state, a_long_queue_is_small)
{
	enum { JOBS = 100000, WIDTH = 8 };
	struct ft_promise_state first = sample(), second = {0};
	struct ft_share share[WIDTH];
	char *name[WIDTH];
	size_t size;
	char *text;

	for (uint32_t i = 0; i < WIDTH; i++) {
		name[i] = nodes[0];
		share[i] = (struct ft_share){.node = i, .tasks = 1};
	}
	first.node = name;
	first.node_count = WIDTH;
	first.count = JOBS;
	first.record = calloc(JOBS, sizeof(*first.record));
	for (uint32_t i = 0; i < JOBS; i++)
		first.record[i] = (struct ft_promise_record){
			.job_id = 1000000 + i,
			.submitted = 1700000000,
			.start = 1700000000 + i,
			.duration = 3600,
			.held = true,
			.share_count = WIDTH,
			.share = share,
		};
	text = ft_promise_state_text(&first, &size);
	cr_assert_not_null(text);
	cr_expect_lt(size, 50 * JOBS);
	cr_expect_eq(read_copy(text, size, &second, NULL), 0);
	cr_expect_eq(second.count, JOBS);
	ft_promise_state_free(&second);
	free(first.record);
	free(text);
}

Test(promise_state, the_checksum_is_the_standard_one)
{
	cr_expect_eq(ft_checksum_crc32("123456789", 9), 0xcbf43926);
}
