/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which of nodes of equal weight a board gives a job that comes: those that a
 * fresh plan would.  Four nodes of four cores, on three of them runs.
 */
#include <criterion/criterion.h>

#include "ask_nodes.h"
#include "core/plan/planner.h"

enum {
	NOW = 1000,
	NODES = 4,
	CORES = 4,
	KINDS = 2,
	LAST = 600,   /* that the job lasts */
	LATER = 2000, /* when all runs have ended */
};

/* What is on the nodes: cores, and until when.  The last one is idle. */
static const struct test_run {
	int64_t cores, end;
} on_node[NODES] = {{2, NOW + 100}, {1, NOW + 300}, {3, NOW + 200}, {0, 0}};

static int64_t *cores_amount(struct ft_snapshot *snapshot, int64_t cores)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, KINDS * sizeof(*amount));

	amount[FT_CORES] = cores;
	return amount;
}

/* Idle ones ahead of these. */
static struct ft_snapshot *loaded_nodes(uint32_t idle)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(idle + NODES, KINDS, 0);

	snapshot->now = NOW;
	snapshot->window_end = NOW + 100000;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	for (uint32_t n = 0; n < idle + NODES; n++)
		snapshot->capacity[n * KINDS + FT_CORES] = CORES;
	for (uint32_t n = 0; n < NODES; n++) {
		struct ft_run *run;

		if (!on_node[n].cores)
			continue;
		run = ft_snapshot_add_run(snapshot);
		run->job_id = 100 + n;
		run->end = on_node[n].end;
		run->share_count = 1;
		run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
		*run->share = (struct ft_share){
			.node = idle + n,
			.amount = cores_amount(snapshot, on_node[n].cores)};
	}
	return snapshot;
}

/* One node from that time on: a core of it, or all. */
static void add_newcomer(struct ft_snapshot *snapshot, uint32_t place,
			 bool exclusive, int64_t begin)
{
	struct ft_request *request =
		ask_nodes(snapshot, 1, LAST, cores_amount(snapshot, 1), NOW)
			->request;

	request->not_before = begin;
	request->exclusive = exclusive;
	request->place = place;
}

/* Of the last job. */
static uint32_t node_of(struct ft_planner *planner,
			const struct ft_snapshot *snapshot)
{
	const struct ft_placement *placement;
	struct ft_schedule *schedule;
	struct ft_err err;
	uint32_t node;

	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule, &err),
		     0, "%s", err.text);
	placement = schedule->placement + snapshot->job_count - 1;
	cr_assert_eq(placement->verdict, FT_PLACED);
	cr_assert_eq(placement->share_count, 1);
	node = placement->share->node;
	ft_schedule_free(schedule);
	return node;
}

/* Of the last job, when it comes to a board that has the others: that of a
 * fresh plan.  The snapshot is freed. */
static uint32_t node_on_board(struct ft_snapshot *snapshot)
{
	struct ft_planner *board = ft_planner_new();
	struct ft_planner *fresh = ft_planner_new();
	struct ft_schedule *before;
	struct ft_err err;
	uint32_t node;

	snapshot->job_count--;
	ft_planner_keep(board, FT_KEEP_BOARD);
	cr_assert_eq(ft_planner_plan(board, snapshot, NULL, &before, &err), 0,
		     "%s", err.text);
	ft_schedule_free(before);
	snapshot->job_count++;
	node = node_of(board, snapshot);
	cr_expect_eq(ft_planner_counted(board).followed, 1, "%s",
		     ft_planner_declined(board));
	cr_expect_eq(ft_planner_counted(board).guests, 0);
	cr_expect_eq(node, node_of(fresh, snapshot), "node %u", node);
	ft_planner_free(board);
	ft_planner_free(fresh);
	ft_snapshot_free(snapshot);
	return node;
}

static uint32_t newcomer_node(uint32_t place, bool exclusive, int64_t begin)
{
	struct ft_snapshot *snapshot = loaded_nodes(0);

	add_newcomer(snapshot, place, exclusive, begin);
	return node_on_board(snapshot);
}

Test(preference, a_job_that_starts_has_the_node_of_its_place)
{
	cr_expect_eq(newcomer_node(FT_PLACE_FIT, false, 0), 2);
	cr_expect_eq(newcomer_node(FT_PLACE_LOAD, false, 0), 3);
	cr_expect_eq(newcomer_node(FT_PLACE_LAST, false, 0), 3);
	cr_expect_eq(newcomer_node(FT_PLACE_BUSY, false, 0), 2);
}

Test(preference, so_has_one_that_is_planned_for_later)
{
	cr_expect_eq(newcomer_node(FT_PLACE_FIT, false, LATER), 0);
	cr_expect_eq(newcomer_node(FT_PLACE_LOAD, false, NOW + 150), 0);
	cr_expect_eq(newcomer_node(FT_PLACE_LAST, false, LATER), 3);
	cr_expect_eq(newcomer_node(FT_PLACE_BUSY, false, LATER), 1);
}

/* Which node is in use until it starts is a matter of a whole one, too. */
Test(preference, of_whole_nodes_the_one_in_use_until_last)
{
	cr_expect_eq(newcomer_node(FT_PLACE_FIT, true, LATER), 0);
	cr_expect_eq(newcomer_node(FT_PLACE_LAST, true, LATER), 0);
	cr_expect_eq(newcomer_node(FT_PLACE_BUSY, true, LATER), 1);
}

/* What was asked of nodes for others, here why one waits, does not count. */
Test(preference, beside_a_job_that_waits)
{
	struct ft_snapshot *snapshot = loaded_nodes(0);

	add_newcomer(snapshot, FT_PLACE_FIT, true, 2 * LATER);
	add_newcomer(snapshot, FT_PLACE_BUSY, true, LATER);
	cr_expect_eq(node_on_board(snapshot), 1);
}

/* However many idle ones there are for a large job to come. */
Test(preference, among_hundreds_the_one_that_is_left_the_fullest)
{
	for (uint32_t idle = 20; idle <= 500; idle += 160) {
		struct ft_snapshot *snapshot = loaded_nodes(idle);

		add_newcomer(snapshot, FT_PLACE_FIT, false, 0);
		cr_expect_eq(node_on_board(snapshot), idle + 2);
		snapshot = loaded_nodes(idle);
		add_newcomer(snapshot, FT_PLACE_FIT, false, NOW + 50);
		cr_expect_eq(node_on_board(snapshot), idle + 2);
	}
}
