/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a start that moved later is said to have moved for.
 */
#include <criterion/criterion.h>

#include "core/base/arena.h"
#include "slurm/reserve/promise/other_start.h"
#include "slurm/reserve/promise/promise.h"

enum { NOW = 1000, NEWCOMER = 7, SHOWN = 8 };

/*
 * A job that was to start then on a node that is available from another time
 * on, and is now later by an hour; ahead of it one is placed that is new.
 */
static enum fts_delay moved_on(int64_t available_from, int64_t start,
			       bool committed)
{
	struct ft_node node = {.available_from = available_from};
	struct ft_share share = {.node = 0};
	struct fts_candidate was = {.job_id = SHOWN};
	struct fts_candidate is[] = {{.job_id = NEWCOMER}, {.job_id = SHOWN}};
	struct ft_placement shown = {
		.verdict = FT_PLACED, .start = start, .committed = committed};
	struct ft_placement now[] = {
		{.verdict = FT_PLACED, .start = NOW},
		{.verdict = FT_PLACED, .start = start + 3600},
	};
	struct ft_schedule before = {.placement = &shown};
	struct ft_schedule after = {.placement = now};
	struct ft_job job[] = {{.promise = FT_NEVER},
			       {.promise = start,
				.promise_share_count = 1,
				.promise_share = &share}};
	struct ft_snapshot snapshot = {
		.now = NOW,
		.node = &node,
		.node_count = 1,
		.job = job,
		.job_count = 2,
		.policy.hold = FT_HOLD_HIGHEST,
	};
	struct fts_promise promise = {.job_id = SHOWN};
	struct fts_promise_book book = {
		.last = {.candidate = &was, .schedule = &before},
		.promise = &promise,
		.count = 1,
	};
	struct fts_cycle cycle = {
		.snapshot = &snapshot, .candidate = is, .schedule = &after};
	struct fts_other_start foreign = {0};
	int delay;

	fts_promise_judge(&book, &cycle, &foreign, false);
	cr_assert_not_null(book.delay);
	cr_assert_eq(book.delay[0], 0, "the new job had no start");
	delay = book.delay[1] - 1;
	free(book.delay);
	cr_assert(delay >= 0 && delay < FTS_DELAY_COUNT);
	cr_expect_eq(book.moved_later[delay], 1);
	return (enum fts_delay) delay;
}

static enum fts_delay moved_for(int64_t start, bool committed)
{
	return moved_on(0, start, committed);
}

Test(promise, an_expected_start_moves_for_a_job_that_is_ahead)
{
	cr_expect_eq(moved_for(NOW + 60, false), FTS_DELAY_ORDER);
	cr_expect_eq(moved_for(NOW, false), FTS_DELAY_ORDER);
}

Test(promise, a_committed_one_that_is_due_waits_for_what_has_not_ended)
{
	cr_expect_eq(moved_for(NOW, true), FTS_DELAY_OVERDUE);
	cr_expect_eq(moved_for(NOW - 60, true), FTS_DELAY_OVERDUE);
	cr_expect_eq(moved_for(NOW + 60, true), FTS_DELAY_ORDER,
		     "a higher tier, say, may still move it before");
}

Test(promise, a_node_that_a_job_is_leaving_has_not_failed)
{
	cr_expect_eq(moved_on(NOW + 1, NOW, true), FTS_DELAY_OVERDUE);
	cr_expect_eq(moved_on(NOW + 1, NOW - 5, true), FTS_DELAY_OVERDUE);
	cr_expect_eq(moved_on(NOW + 2, NOW, true), FTS_DELAY_NODE);
	cr_expect_eq(moved_on(FT_NEVER, NOW, true), FTS_DELAY_NODE);
	cr_expect_eq(moved_on(NOW + 90, NOW + 60, true), FTS_DELAY_NODE);
}

enum { JOBS = 120 };

/* A cycle whose jobs have these numbers, each third of them without a start. */
static struct fts_cycle cycle_of(const uint32_t *id)
{
	struct fts_cycle cycle = {.snapshot = ft_snapshot_new(1, 2, 0)};
	struct ft_schedule *schedule = calloc(1, sizeof(*schedule));

	cr_assert(cycle.snapshot && schedule);
	schedule->arena = ft_arena_new();
	schedule->placement = ft_arena_alloc(
		schedule->arena, JOBS * sizeof(*schedule->placement));
	schedule->job_count = JOBS;
	cycle.schedule = schedule;
	cycle.candidate = ft_snapshot_alloc(cycle.snapshot,
					    JOBS * sizeof(*cycle.candidate));
	for (uint32_t i = 0; i < JOBS; i++) {
		cr_assert(ft_snapshot_add_job(cycle.snapshot));
		cycle.candidate[i].job_id = id[i];
		schedule->placement[i].verdict = i % 3 ? FT_PLACED : FT_BEYOND;
	}
	return cycle;
}

/* The order of the last cycle, one that differs a little, and one that says
 * nothing of it. */
Test(promise, is_found_wherever_the_walk_comes_from)
{
	static const uint32_t steps[] = {1, 7, 53};
	struct fts_promise_book book = {0};
	bool started[JOBS] = {[4] = true, [50] = true};
	uint32_t id[JOBS], found = 0;
	struct fts_cycle cycle;
	struct ft_err err;

	for (uint32_t i = 0; i < JOBS; i++)
		id[i] = i * 77 % JOBS + 10;
	cycle = cycle_of(id);
	cr_assert_eq(fts_promise_keep(&book, &cycle, started, &err), 0);
	for (uint32_t s = 0; s < 3; s++) {
		uint32_t hint = 0;

		for (uint32_t i = 0; i < 2 * JOBS; i++) {
			/* twice as many numbers as there are jobs */
			uint32_t job = i * steps[s] % (2 * JOBS);
			uint32_t who = job < JOBS ? id[job] : job + 10;
			const struct fts_promise *promise =
				fts_promise_next(&book, who, 0, &hint);

			cr_expect_eq(promise, fts_promise_of(&book, who, 0));
			found += promise != NULL;
		}
	}
	cr_expect_eq(found, 3 * (JOBS / 3 * 2 - 2));
	fts_promise_free(&book);
}
