/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events on a board that random stories (testsuite/property) do not meet:
 * two nodes of four cores.
 */
#include <criterion/criterion.h>

#include "core/board/board.h"

enum {
	NOW = 1000,
	NODES = 2,
	CORES = 4,
	KINDS = 2,
	LAST = 100,
	PLENTY = 100000
};

struct bench {
	struct ft_snapshot *snapshot;
	struct ft_board *board;
	uint32_t next_id;
};

static int64_t *cores_amount(struct bench *bench, int64_t cores)
{
	int64_t *amount =
		ft_snapshot_alloc(bench->snapshot, KINDS * sizeof(*amount));

	amount[FT_CORES] = cores;
	return amount;
}

static struct bench idle_nodes(int64_t patience)
{
	struct bench bench = {.snapshot = ft_snapshot_new(NODES, KINDS, 0)};

	bench.snapshot->now = NOW;
	bench.snapshot->window_end = NOW + 1000;
	bench.snapshot->policy.patience = patience;
	for (uint32_t n = 0; n < NODES; n++)
		bench.snapshot->capacity[n * KINDS + FT_CORES] = CORES;
	return bench;
}

static void begin_board_with(struct bench *bench, int64_t wait)
{
	const struct ft_board_setup setup = {
		.window = 1000, .shift = 4, .wait = wait};
	struct ft_err err;

	cr_assert_eq(ft_board_new(bench->snapshot, &setup, &bench->board, &err),
		     0, "%s", err.text);
}

static void begin_board(struct bench *bench)
{
	begin_board_with(bench, 0);
}

static void end_bench(struct bench *bench)
{
	ft_board_free(bench->board);
	ft_snapshot_free(bench->snapshot);
}

/* Of so many of the first nodes, a task on each. */
static struct ft_request *node_request(struct bench *bench, uint32_t nodes,
				       int64_t cores, int64_t duration)
{
	struct ft_request *request =
		ft_snapshot_alloc(bench->snapshot, sizeof(*request));
	struct ft_node_set *set = ft_snapshot_set(bench->snapshot);

	for (uint32_t n = 0; n < nodes; n++)
		ft_node_set_add(set, n);
	*request = (struct ft_request){
		.duration = duration,
		.end_by = FT_NEVER,
		.min_nodes = nodes,
		.max_nodes = nodes,
		.min_tasks_node = 1,
		.max_tasks_node = 1,
		.per_node = cores_amount(bench, cores),
		.eligible = set,
	};
	return request;
}

static struct ft_board_job new_job(struct bench *bench, uint64_t key,
				   int64_t queued,
				   const struct ft_request *request)
{
	return (struct ft_board_job){.id = ++bench->next_id,
				     .request = request,
				     .key = key,
				     .over = key,
				     .queued = queued};
}

static void rest_board(struct bench *bench)
{
	int rc = 0;

	cr_assert(ft_board_work(bench->board, PLENTY, &rc));
	cr_assert_eq(rc, 0);
}

static uint32_t add_job(struct bench *bench, uint64_t key, int64_t queued,
			const struct ft_request *request)
{
	struct ft_board_job job = new_job(bench, key, queued, request);
	uint32_t number;

	cr_assert_eq(ft_board_came(bench->board, &job, &number), 0);
	rest_board(bench);
	return number;
}

static int64_t start_of(struct bench *bench, uint32_t number)
{
	return ft_board_placed(bench->board, number).start;
}

/* A run that leaves the first node for a guest, and would end later. */
static void lodge_guest(struct bench *bench, uint32_t guest, int64_t at,
			int64_t until)
{
	struct ft_share share = {.node = 0,
				 .amount = cores_amount(bench, CORES)};
	struct ft_placement placement = {.verdict = FT_PLACED,
					 .held = true,
					 .start = at,
					 .duration = 2 * LAST,
					 .share_count = 1,
					 .share = &share};
	struct ft_board_leave leave = {.node = 0,
				       .from = at,
				       .until = until,
				       .amount = cores_amount(bench, CORES)};
	struct ft_board_lodging lodging = {
		.request = node_request(bench, 1, CORES, 2 * LAST),
		.placement = &placement,
		.leave_count = 1,
		.leave = &leave,
	};

	cr_assert_eq(ft_board_lodge(bench->board, guest, &lodging), 0);
	rest_board(bench);
}

static void run_on_first(struct bench *bench, int64_t end)
{
	struct ft_run *run = ft_snapshot_add_run(bench->snapshot);

	run->job_id = ++bench->next_id;
	run->end = end;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(bench->snapshot, sizeof(*run->share));
	*run->share = (struct ft_share){.node = 0,
					.amount = cores_amount(bench, CORES)};
}

/* Its bookings are records with numbers that jobs had before, whose time to be
 * looked at may yet come. */
Test(board, a_guest_that_leans_on_runs_is_never_committed)
{
	struct bench bench = idle_nodes(LAST);
	struct ft_request *whole;
	struct ft_board_job job;
	uint32_t guest, gone[2];

	run_on_first(&bench, NOW + 3 * LAST);
	whole = node_request(&bench, 1, CORES, LAST);
	begin_board(&bench);
	for (uint32_t i = 0; i < 2; i++)
		gone[i] = add_job(&bench, 100 + i, NOW, whole);
	for (uint32_t i = 0; i < 2; i++)
		cr_assert_eq(ft_board_gone(bench.board, gone[i]), 0);
	cr_assert_eq(ft_board_time(bench.board, NOW + 20), 0);
	rest_board(&bench);
	job = new_job(&bench, 50, NOW - 5 * LAST, whole);
	cr_assert_eq(ft_board_guest(bench.board, &job, &guest), 0);
	lodge_guest(&bench, guest, NOW + 2 * LAST, NOW + 3 * LAST);
	cr_assert_eq(ft_board_time(bench.board, NOW + LAST + 1), 0);
	rest_board(&bench);
	cr_expect_eq(start_of(&bench, add_job(&bench, 10, NOW, whole)),
		     NOW + 3 * LAST);
	end_bench(&bench);
}

/* A run ends, and its node has room for two at once. */
Test(board, goes_on_where_its_steps_were_over)
{
	enum { RUN, FIRST, SECOND, THIRD };

	struct bench bench = idle_nodes(0);
	struct ft_request *half;
	uint32_t calls = 0;
	int rc = 0;

	run_on_first(&bench, NOW + 3 * LAST);
	half = node_request(&bench, 1, CORES / 2, LAST);
	begin_board(&bench);
	for (uint32_t number = FIRST; number <= THIRD; number++)
		cr_assert_eq(add_job(&bench, 100 + number, NOW, half), number);
	cr_expect_eq(start_of(&bench, FIRST), NOW + 3 * LAST);
	cr_assert_eq(ft_board_gone(bench.board, RUN), 0);
	while (!ft_board_before(bench.board, 100 + SECOND, 1, &rc) && !rc)
		calls++;
	cr_expect_eq(rc, 0);
	cr_expect_gt(calls, 0);
	cr_expect_eq(start_of(&bench, FIRST), NOW);
	cr_expect_eq(start_of(&bench, SECOND), NOW + 3 * LAST);
	for (calls = 0; !ft_board_work(bench.board, 1, &rc) && !rc; calls++)
		;
	cr_expect_eq(rc, 0);
	cr_expect_gt(calls, 0);
	cr_expect_eq(start_of(&bench, SECOND), NOW);
	cr_expect_eq(start_of(&bench, THIRD), NOW + 4 * LAST);
	end_bench(&bench);
}

/* The run in front is killed late, twice: the first job of the chain has waited
 * for longer than it lasts, and all of them keep their order. */
Test(board, short_jobs_behind_a_late_run_keep_their_order)
{
	enum { RUN, FIRST, LENGTH = 60, COUNT = 4, LONGER = FIRST + COUNT };

	struct bench bench = idle_nodes(0);
	int64_t ends = NOW + LAST;
	struct ft_request *whole, *longer;

	bench.snapshot->policy.commit = 2 * LAST;
	run_on_first(&bench, ends);
	whole = node_request(&bench, 1, CORES, LENGTH);
	longer = node_request(&bench, 1, CORES, 2 * LENGTH);
	begin_board_with(&bench, 9 * LAST);
	for (uint32_t i = 0; i < COUNT; i++)
		cr_assert_eq(add_job(&bench, 100 + i, NOW, whole), FIRST + i);
	cr_assert_eq(add_job(&bench, 200, NOW, longer), LONGER);
	for (int64_t late = 40; late <= 80; late += 40) {
		cr_assert_eq(ft_board_time(bench.board, ends), 0);
		ends = NOW + LAST + late;
		cr_assert_eq(ft_board_run_ends(bench.board, RUN, ends), 0);
		rest_board(&bench);
		cr_expect_eq(start_of(&bench, FIRST), ends);
		cr_expect_eq(start_of(&bench, LONGER),
			     NOW + LAST + COUNT * LENGTH +
				     (late > LENGTH ? late : 0));
	}
	for (uint32_t i = 0; i < COUNT; i++)
		cr_expect_eq(start_of(&bench, FIRST + i), ends + i * LENGTH);
	end_bench(&bench);
}

/* It waits for a run that lasts a moment longer, which is then killed and
 * leaves the node later still. */
Test(board, a_start_that_waits_may_wait_longer)
{
	enum { RUN, FIRST, SECOND };

	struct bench bench = idle_nodes(0);
	struct ft_request *whole;

	run_on_first(&bench, NOW + LAST);
	whole = node_request(&bench, 1, CORES, 2 * LAST);
	begin_board_with(&bench, 9 * LAST);
	for (uint32_t number = FIRST; number <= SECOND; number++)
		cr_assert_eq(add_job(&bench, 100 + number, NOW, whole), number);
	cr_assert_eq(ft_board_time(bench.board, NOW + LAST), 0);
	cr_assert_eq(ft_board_run_ends(bench.board, RUN, NOW + LAST + 30), 0);
	rest_board(&bench);
	cr_expect_eq(start_of(&bench, FIRST), NOW + LAST + 30);
	cr_assert_eq(ft_board_time(bench.board, NOW + LAST + 10), 0);
	cr_assert_eq(ft_board_gone(bench.board, RUN), 0);
	cr_assert_eq(ft_board_node(bench.board, 0, NOW + LAST + 50), 0);
	rest_board(&bench);
	cr_expect_eq(start_of(&bench, FIRST), NOW + LAST + 50);
	cr_expect_eq(start_of(&bench, SECOND), NOW + 3 * LAST);
	end_bench(&bench);
}

/* Its turn is no right to a start before that, on a node where others are to
 * start sooner. */
Test(board, one_that_pushes_on_leaves_earlier_starts_alone)
{
	enum { RUN, EARLIER, PUSHES, LENGTH = 60 };

	struct bench bench = idle_nodes(0);
	struct ft_request *either, *second;
	struct ft_node_set *other = ft_snapshot_set(bench.snapshot);

	ft_node_set_add(other, 1);
	bench.snapshot->policy.commit = 9 * LAST;
	run_on_first(&bench, NOW + LAST);
	either = node_request(&bench, 2, CORES, LENGTH);
	either->min_nodes = either->max_nodes = 1;
	second = node_request(&bench, 1, CORES, 2 * LAST);
	second->eligible = other;
	second->not_before = NOW + 10;
	begin_board_with(&bench, 9 * LAST);
	cr_assert_eq(add_job(&bench, 200, NOW, second), EARLIER);
	cr_assert_eq(add_job(&bench, 100, NOW, either), PUSHES);
	cr_assert_eq(start_of(&bench, EARLIER), NOW + 10);
	cr_assert_eq(start_of(&bench, PUSHES), NOW + LAST);
	cr_assert_eq(
		ft_board_run_ends(bench.board, RUN, NOW + LAST + 2 * LENGTH),
		0);
	rest_board(&bench);
	cr_expect_eq(start_of(&bench, EARLIER), NOW + 10);
	cr_expect_eq(start_of(&bench, PUSHES), NOW + 10 + 2 * LAST);
	end_bench(&bench);
}

/* Beside it another job began this second, and lasts longer. */
Test(board, a_start_waits_beside_a_run_that_began_now)
{
	enum { RUN, WAITS };

	struct bench bench = idle_nodes(0);
	struct ft_share half = {.node = 0, .amount = cores_amount(&bench, 2)};
	struct ft_share one = {.node = 0, .amount = cores_amount(&bench, 1)};
	struct ft_run *run = ft_snapshot_add_run(bench.snapshot);
	const struct ft_run beside = {.job_id = 1000,
				      .end = NOW + 5 * LAST,
				      .share_count = 1,
				      .share = &one};
	uint32_t number;

	*run = (struct ft_run){.job_id = ++bench.next_id,
			       .end = NOW + LAST,
			       .share_count = 1,
			       .share = &half};
	begin_board_with(&bench, 9 * LAST);
	cr_assert_eq(add_job(&bench, 100, NOW,
			     node_request(&bench, 1, CORES - 1, LAST)),
		     WAITS);
	cr_assert_eq(ft_board_time(bench.board, NOW + LAST), 0);
	cr_assert_eq(ft_board_ran(bench.board, &beside, &number), 0);
	cr_assert_eq(ft_board_run_ends(bench.board, RUN, NOW + LAST + 20), 0);
	rest_board(&bench);
	cr_expect_eq(start_of(&bench, WAITS), NOW + LAST + 20);
	cr_expect_eq(ft_board_placed(bench.board, WAITS).late, 20);
	end_bench(&bench);
}
