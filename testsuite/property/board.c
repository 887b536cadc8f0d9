/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The laws of a board, after each of many random events on small random
 * machines.
 *
 * FT_STORY_COUNT sets how many stories, FT_STORY_SEED where they begin.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "board_story.h"
#include "core/base/number.h"
#include "core/board/board.h"

enum { EVENTS = 50 };
#ifdef FT_SANITIZER
enum { STORIES = 200 };
#else
enum { STORIES = 2000 };
#endif

static uint64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text)
		cr_assert_eq(ft_number_int(text, 0, INT64_MAX, &value), 0,
			     "%s=%s is no number", name, text);
	return (uint64_t) value;
}

Test(board, keeps_its_laws)
{
	uint64_t first = setting("FT_STORY_SEED", 1);
	uint64_t stories = setting("FT_STORY_COUNT", STORIES);
	struct law_report report = {0};

	for (uint64_t seed = first; seed < first + stories; seed++)
		cr_assert(board_story(seed, EVENTS, &report),
			  "seed %" PRIu64 ": %s", seed, report.why);
	cr_log_info("%" PRIu64 " checks, %" PRIu64 " newcomers, %" PRIu64
		    " moves, %" PRIu64 " to now, %" PRIu64 " mended, %" PRIu64
		    " swaps, %" PRIu64 " spread unevenly, %" PRIu64
		    " by another request, %" PRIu64 " waits for nodes, %" PRIu64
		    " turns kept",
		    report.checks, report.expectations, report.moves,
		    report.started, report.mended, report.swaps, report.spread,
		    report.ways, report.waits, report.turns);
	/* Else there was nothing to judge. */
	cr_assert_gt(report.expectations, stories);
	cr_assert_gt(report.moves, stories);
	cr_assert_gt(report.spread, stories);
	cr_assert_gt(report.leaves, stories);
	cr_assert_gt(report.ways, stories);
	cr_assert_gt(report.waits, stories / 4);
	cr_assert_gt(report.turns, stories / 100);
}

enum { NODES = 20, CORES = 64, RUN_END = 2000, JOBS = 30 };

/* A run of one core of the nodes from first on, all cores of them if whole. */
static void add_run(struct ft_snapshot *snapshot, uint32_t first,
		    uint32_t count, int64_t end, bool whole)
{
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	int64_t *amount = ft_snapshot_alloc(snapshot, sizeof(*amount));

	cr_assert(run && amount);
	*amount = whole ? CORES : 1;
	run->job_id = snapshot->run_count;
	run->end = end;
	run->share_count = count;
	run->share = ft_snapshot_alloc(snapshot, count * sizeof(*run->share));
	for (uint32_t i = 0; i < count; i++) {
		run->share[i].node = first + i;
		run->share[i].amount = amount;
	}
}

/* All jobs want one core of each node, half of the nodes are busy. */
static struct ft_snapshot *half_busy(struct ft_request *request)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 1, 0);
	int64_t *core = ft_snapshot_alloc(snapshot, sizeof(*core));
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	cr_assert(snapshot && core && all);
	ft_node_set_fill(all);
	*core = 1;
	*request = (struct ft_request){
		.duration = 50,
		.min_nodes = NODES,
		.max_nodes = NODES,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.end_by = FT_NEVER,
		.per_node = core,
		.eligible = all,
	};
	snapshot->now = 1000;
	for (uint32_t n = 0; n < NODES; n++) {
		snapshot->node[n].threads = 1;
		snapshot->capacity[n] = CORES;
	}
	add_run(snapshot, NODES / 2, NODES / 2, RUN_END, true);
	add_run(snapshot, 0, 1, RUN_END, false);
	for (uint32_t j = 0; j < JOBS; j++) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);

		cr_assert(job);
		job->job_id = 100 + j;
		job->reserve = true;
		job->request_count = 1;
		job->request = request;
		job->promise = FT_NEVER;
	}
	return snapshot;
}

/*
 * A run ends on a node that all of them could have now, which is less than they
 * want.  Each may be tried, but none of them for each of the others.
 */
Test(board, tries_each_job_once_when_something_is_freed)
{
	const struct ft_board_setup setup = {.window = 4000};
	struct ft_request request;
	struct ft_snapshot *snapshot = half_busy(&request);
	struct ft_board *board;
	struct ft_err err;
	uint64_t before;
	int rc;

	cr_assert_eq(ft_board_new(snapshot, &setup, &board, &err), 0);
	cr_assert(ft_board_work(board, UINT64_MAX / 4, &rc));
	for (uint32_t j = 0; j < JOBS; j++)
		cr_assert_eq(ft_board_placed(board, j).start, RUN_END);
	before = ft_board_counted(board).tries;
	cr_assert_eq(ft_board_gone(board, JOBS + 1), 0);
	cr_assert(ft_board_work(board, UINT64_MAX / 4, &rc));
	cr_assert_gt(ft_board_counted(board).tries, before);
	cr_assert_leq(ft_board_counted(board).tries - before, JOBS);
	ft_board_free(board);
	ft_snapshot_free(snapshot);
}

/* It is at rest too when as many bookings stand as may. */
Test(board, rests_when_it_is_full)
{
	const struct ft_board_setup setup = {.window = 4000,
					     .slip_max = 5 * NODES};
	struct ft_request request;
	struct ft_snapshot *snapshot = half_busy(&request);
	struct ft_board *board;
	struct ft_err err;
	int rc;

	cr_assert_eq(ft_board_new(snapshot, &setup, &board, &err), 0);
	cr_assert(ft_board_work(board, UINT64_MAX / 4, &rc));
	cr_assert_eq(rc, 0);
	cr_assert_geq(ft_board_size(board), 5 * NODES);
	cr_assert_eq(ft_board_placed(board, JOBS - 1).start, FT_NEVER);
	ft_board_free(board);
	ft_snapshot_free(snapshot);
}
