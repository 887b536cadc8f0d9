/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shapes that may use the same nodes share one list of them, however much they
 * differ otherwise: memory of a plan is bounded by that.
 */
#include <criterion/criterion.h>

#include <sys/resource.h>

#include "core/base/arena.h"
#include "core/plan/schedule.h"
#include "core/timeline/shape.h"

enum { NODES = 100, JOBS = 1000 };

/* Half of the nodes have twice the memory; each job wants another amount, and
 * so many cores. */
static struct ft_snapshot *sample(uint32_t nodes, uint32_t cores)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(nodes, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	snapshot->now = 1000;
	snapshot->window_end = 100000;
	ft_node_set_fill(all);
	for (uint32_t n = 0; n < nodes; n++) {
		snapshot->capacity[2 * n + FT_CORES] = 8;
		snapshot->capacity[2 * n + FT_MEMORY] = n % 2 ? 2 * JOBS : JOBS;
	}
	snapshot->node[7].available_from = FT_NEVER;
	for (uint32_t i = 0; i < JOBS; i++) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);
		struct ft_request *request =
			ft_snapshot_alloc(snapshot, sizeof(*request));
		int64_t *amount =
			ft_snapshot_alloc(snapshot, 2 * sizeof(*amount));

		amount[FT_MEMORY] = 2 * i + 1;
		job->job_id = i + 1;
		job->request = request;
		job->request_count = 1;
		job->reserve = true;
		request->duration = 60 + i;
		request->end_by = FT_NEVER;
		request->min_nodes = request->max_nodes = 1;
		request->tasks = request->min_tasks_node = 1;
		request->max_tasks_node = 1;
		request->cpus_per_task = cores;
		request->per_node = amount;
		request->eligible = all;
	}
	return snapshot;
}

Test(roster, shapes_that_fit_on_the_same_nodes_share_one)
{
	struct ft_snapshot *snapshot = sample(NODES, 1);
	struct ft_arena *keep = ft_arena_new();
	struct ft_shape_table table = {0};

	cr_assert_eq(ft_snapshot_check(snapshot, NULL), 0);
	cr_assert_eq(ft_shape_table_init(&table, snapshot, keep), 0);
	cr_expect_eq(table.shape_count, JOBS);
	cr_expect_eq(table.roster_count, 2);
	cr_expect_eq(table.shape[0].roster->count, NODES - 1);
	cr_expect_eq(table.shape[JOBS - 1].roster->count, NODES / 2 - 1);
	for (uint32_t i = 0; i < JOBS; i++)
		cr_expect_eq(table.shape[i].roster,
			     table.shape[i < JOBS / 2 ? 0 : JOBS - 1].roster);
	ft_shape_table_fini(&table);
	ft_arena_free(keep);
	ft_snapshot_free(snapshot);
}

/* Each node has a core less than any job wants. */
static void occupy(struct ft_snapshot *snapshot)
{
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		struct ft_run *run = ft_snapshot_add_run(snapshot);
		int64_t *amount =
			ft_snapshot_alloc(snapshot, 2 * sizeof(*amount));

		amount[FT_CORES] = 5;
		run->job_id = 2 * JOBS + n;
		run->end = snapshot->now + 5000 + n;
		run->share_count = 1;
		run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
		run->share->node = n;
		run->share->amount = amount;
	}
}

static long most_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* Looking for holes costs no memory for each job and node. */
Test(roster, so_do_they_of_nodes_that_are_open_now)
{
	enum { MANY = 5000, MOST_KIB = 12288 };
	struct ft_snapshot *snapshot = sample(MANY, 4);
	struct ft_schedule *schedule = NULL;
	long before;

	occupy(snapshot);
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	before = most_kib();
	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, NULL), 0);
	cr_expect_gt(schedule->placement[JOBS - 1].start, snapshot->now);
	cr_expect_lt(most_kib() - before, MOST_KIB, "it took %ld KiB",
		     most_kib() - before);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}
