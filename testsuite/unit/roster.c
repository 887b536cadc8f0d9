/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shapes that may use the same nodes share one list of them, however much they
 * differ otherwise: memory of a plan is bounded by that.
 */
#include <criterion/criterion.h>

#include "core/base/arena.h"
#include "core/timeline/shape.h"

enum { NODES = 100, JOBS = 1000 };

/* Half of the nodes have twice the memory; each job wants another amount. */
static struct ft_snapshot *sample(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	snapshot->now = 1000;
	snapshot->window_end = 100000;
	ft_node_set_fill(all);
	for (uint32_t n = 0; n < NODES; n++) {
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
		request->duration = 60 + i;
		request->end_by = FT_NEVER;
		request->min_nodes = request->max_nodes = 1;
		request->tasks = request->min_tasks_node = 1;
		request->max_tasks_node = 1;
		request->cpus_per_task = 1;
		request->per_node = amount;
		request->eligible = all;
	}
	return snapshot;
}

Test(roster, shapes_that_fit_on_the_same_nodes_share_one)
{
	struct ft_snapshot *snapshot = sample();
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
