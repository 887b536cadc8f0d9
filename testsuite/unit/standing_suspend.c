/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs that take runs, on a board, where these are suspended: cores are left,
 * memory is not.  Nodes of four cores.
 */
#include <criterion/criterion.h>

#include "standing_machine.h"

static int64_t *sized(struct ft_snapshot *snapshot, int64_t amount,
		      int64_t memory)
{
	int64_t *both = ft_snapshot_alloc(snapshot, 2 * sizeof(*both));

	both[FT_CORES] = amount;
	both[FT_MEMORY] = memory;
	return both;
}

/* Nodes of ten of memory with a run each that has all cores and so much memory,
 * and is suspended if it is taken. */
static struct ft_snapshot *suspending(uint32_t nodes, int64_t memory,
				      int64_t now)
{
	struct ft_snapshot *snapshot = machine(nodes, now);

	for (uint32_t n = 0; n < nodes; n++) {
		struct ft_run *run = add_run(snapshot, n, 1, 4);

		run->share->amount = sized(snapshot, 4, memory);
		run->leave = 0;
		run->gone = now;
		run->suspends = true;
		snapshot->capacity[2 * n + FT_MEMORY] = 10;
	}
	return snapshot;
}

/* It wants so many cores and so much memory. */
static struct ft_request *add_sized(struct ft_snapshot *snapshot,
				    int64_t amount, int64_t memory,
				    uint64_t takes)
{
	struct ft_request *request =
		add_job(snapshot, 1, amount, takes)->request;

	request->per_node = sized(snapshot, amount, memory);
	return request;
}

/* What it keeps is counted until its own end, for all. */
Test(standing_suspend, a_run_that_is_suspended_leaves_its_cores_only)
{
	struct ft_snapshot *snapshot = suspending(1, 4, NOW);
	struct ft_planner *planner = on_board(snapshot);
	const int64_t start[] = {NOW, NOW + LONG, NOW + 600, NOW + LONG};
	struct ft_schedule *schedule;

	add_sized(snapshot, 2, 3, 2);
	add_sized(snapshot, 2, 7, 2);
	add_sized(snapshot, 4, 6, 2);
	add_sized(snapshot, 1, 1, 0);
	schedule = plan(planner, snapshot);
	by_board(planner);
	for (uint32_t j = 0; j < 4; j++)
		cr_expect_eq(schedule->placement[j].start, start[j], "%u: %lld",
			     j, (long long) schedule->placement[j].start);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[2].victim_count, 0);
	finish(planner, schedule, snapshot);
}

/* A job on whole nodes has all of it. */
Test(standing_suspend, a_run_that_is_suspended_leaves_whole_nodes)
{
	struct ft_snapshot *snapshot = suspending(2, 4, NOW);
	struct ft_planner *planner = on_board(snapshot);
	struct ft_schedule *schedule;

	add_sized(snapshot, 4, 7, 2)->exclusive = true;
	add_sized(snapshot, 4, 7, 2);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[1].start, NOW + 600);
	cr_expect_eq(schedule->placement[1].victim_count, 0);
	finish(planner, schedule, snapshot);
}

/* Of many that may each looks at what suspended runs leave: the cores, or all
 * to one on whole nodes. */
static void expect_far_behind(int64_t memory, bool whole, bool takes)
{
	enum { STUCK = 30 };
	struct ft_snapshot *snapshot = suspending(1, 4, NOW);
	struct ft_planner *planner = on_board(snapshot);
	struct ft_schedule *schedule;

	for (uint32_t j = 0; j < STUCK; j++)
		add_sized(snapshot, 4, 10, 4);
	add_sized(snapshot, 4, memory, 2)->exclusive = whole;
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[STUCK].victim_count, takes,
		     "memory %lld", (long long) memory);
	cr_expect_eq(schedule->placement[STUCK].start == NOW, takes);
	finish(planner, schedule, snapshot);
}

Test(standing_suspend, one_far_behind_has_a_run_suspended_if_it_has_the_memory)
{
	expect_far_behind(6, false, true);
	expect_far_behind(7, false, false);
	expect_far_behind(7, true, true);
}

/* They are not planned in vain, one snapshot after the other. */
Test(standing_suspend, those_without_the_memory_are_not_asked)
{
	struct ft_snapshot *snapshot = suspending(1, 4, NOW);
	struct ft_planner *planner = on_board(snapshot);
	struct ft_schedule *schedule;

	for (uint32_t j = 0; j < 60; j++)
		add_sized(snapshot, 4, 7, j < 30 ? 4 : 2);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect(!schedule->unfinished);
	finish(planner, schedule, snapshot);
}

/* Until the first has its memory the run is there, for one behind it too. */
Test(standing_suspend, a_run_is_there_until_it_is_suspended)
{
	enum { LATER = 100 };
	struct ft_snapshot *snapshot = suspending(1, 4, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;
	struct ft_run *other = add_run(snapshot, 0, 1, 0);

	other->share->amount = sized(snapshot, 0, 3);
	other->class = 0;
	other->end = NOW + LATER;
	planner = on_board(snapshot);
	add_sized(snapshot, 2, 6, 2);
	add_sized(snapshot, 2, 0, 2);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + LATER);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[1].start, NOW + LATER);
	finish(planner, schedule, snapshot);
}
