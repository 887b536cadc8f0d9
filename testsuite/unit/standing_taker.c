/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs that take runs, on a board: which runs leave for them, and what those
 * that take none are shown meanwhile.  Nodes of four cores.
 */
#include <criterion/criterion.h>

#include "standing_machine.h"

/* The first two jobs the other way round, in order of priority. */
static void swap(struct ft_snapshot *snapshot)
{
	struct ft_job job = snapshot->job[0];

	snapshot->job[0] = snapshot->job[1];
	snapshot->job[1] = job;
	snapshot->job[0].priority = 10;
	snapshot->job[1].priority = 9;
}

Test(standing_taker, small_jobs_take_one_large_run_together)
{
	struct ft_snapshot *snapshot = machine(2, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;
	uint32_t victims = 0;

	add_run(snapshot, 0, 1, 4);
	add_run(snapshot, 1, 1, 4);
	planner = on_board(snapshot);
	for (int j = 0; j < 4; j++)
		add_job(snapshot, 1, 1, 2);
	schedule = plan(planner, snapshot);
	by_board(planner);
	for (uint32_t j = 0; j < 4; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		cr_expect_eq(place->verdict, FT_PLACED);
		cr_expect_eq(place->start, NOW + LEAVE);
		cr_expect_eq(place->share[0].node,
			     schedule->placement->share[0].node);
		cr_expect(!place->committed, "it counts on a run leaving");
		victims += place->victim_count;
	}
	cr_expect_eq(victims, 1, "%u runs leave for one node's worth", victims);
	finish(planner, schedule, snapshot);
}

/* Where that leaves others their places it takes the one of a higher rank no
 * more than it would without them. */
Test(standing_taker, promises_of_others_save_no_run_of_a_lower_rank)
{
	struct ft_snapshot *snapshot = machine(2, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	add_run(snapshot, 0, 1, 4)->rank = 1;
	add_run(snapshot, 1, 1, 4)->rank = 2;
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 0);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[0].share[0].node, 0);
	next = machine(2, NOW);
	add_run(next, 0, 1, 4)->rank = 1;
	add_run(next, 1, 1, 4)->rank = 2;
	add_job(next, 1, 4, 0);
	promise(next, schedule);
	add_job(next, 1, 4, 2)->request->duration = 2 * LONG;
	swap(next);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW + LEAVE);
	cr_assert_eq(after->placement[0].victim_count, 1);
	cr_expect_eq(after->placement[0].victim[0], 0);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* Nor does one of these leave in place of another, beside one that has to. */
Test(standing_taker, promises_of_others_save_no_run_beside_another)
{
	struct ft_snapshot *snapshot = machine(3, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	for (uint32_t n = 0; n < 3; n++)
		add_run(snapshot, n, 1, 4)->rank = n ? 2 : 1;
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 0);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[0].share[0].node, 0);
	next = machine(3, NOW);
	for (uint32_t n = 0; n < 3; n++)
		add_run(next, n, 1, 4)->rank = n ? 2 : 1;
	add_job(next, 1, 4, 0);
	promise(next, schedule);
	add_job(next, 2, 4, 2)->request->duration = 2 * LONG;
	swap(next);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW + LEAVE);
	cr_assert_eq(after->placement[0].victim_count, 2);
	cr_expect_eq(after->placement[0].victim[0], 0);
	cr_expect_eq(after->placement[0].victim[1], 1);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* Three nodes, or two, one of which is free. */
Test(standing_taker, of_a_range_of_nodes_the_least_takes_runs)
{
	struct ft_snapshot *snapshot = machine(3, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;
	struct ft_request *request;
	struct ft_job *job;

	add_run(snapshot, 0, 1, 4);
	add_run(snapshot, 1, 1, 4);
	planner = on_board(snapshot);
	job = add_job(snapshot, 3, 4, 2);
	request = ft_snapshot_alloc(snapshot, 2 * sizeof(*request));
	request[0] = request[1] = *job->request;
	request[1].min_nodes = request[1].max_nodes = 2;
	job->request = request;
	job->request_count = 2;
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[0].request, 1);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	finish(planner, schedule, snapshot);
}

Test(standing_taker, no_other_job_counts_on_what_a_run_leaves)
{
	struct ft_snapshot *snapshot = machine(1, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;

	add_run(snapshot, 0, 1, 4);
	planner = on_board(snapshot);
	add_job(snapshot, 1, 1, 2);
	add_job(snapshot, 1, 3, 0);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[1].start, NOW + LONG,
		     "beside the job, it starts when the run has ended");
	finish(planner, schedule, snapshot);
}

/* A promise beside the run that is taken stands: nothing more is used there. */
Test(standing_taker, a_promise_beside_the_run_stands)
{
	struct ft_snapshot *snapshot = machine(1, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	add_run(snapshot, 0, 1, 2)->class = 0;
	add_run(snapshot, 0, 1, 2);
	snapshot->run[0].end = NOW + 100;
	planner = on_board(snapshot);
	add_job(snapshot, 1, 2, 0);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[0].start, NOW + 100);
	cr_expect(schedule->placement[0].committed);
	next = machine(1, NOW);
	add_run(next, 0, 1, 2)->class = 0;
	add_run(next, 0, 1, 2);
	next->run[0].end = NOW + 100;
	add_job(next, 1, 2, 0);
	promise(next, schedule);
	add_job(next, 1, 2, 2);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW + 100);
	cr_expect_eq(after->placement[1].start, NOW + LEAVE);
	cr_expect_eq(after->placement[1].victim_count, 1);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* Once it has been told to leave, when it will have is known. */
Test(standing_taker, a_run_that_was_told_is_waited_for)
{
	struct ft_snapshot *snapshot = machine(1, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	add_run(snapshot, 0, 1, 4);
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 2);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	next = machine(1, NOW + 1);
	add_run(next, 0, 1, 4)->class = 0;
	next->run[0].end = NOW + 31;
	add_job(next, 1, 4, 0);
	promise(next, schedule);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW + 31);
	cr_expect_eq(after->placement[0].victim_count, 0);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

Test(standing_taker, parts_of_a_run_leave_together)
{
	struct ft_snapshot *snapshot = machine(3, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;

	add_run(snapshot, 0, 1, 4)->fellows = 1;
	add_run(snapshot, 1, 1, 4)->class = 0;
	add_run(snapshot, 2, 1, 4)->class = 0;
	planner = on_board(snapshot);
	add_job(snapshot, 2, 4, 2)->request->exclusive = true;
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[0].share[1].node, 1);
	finish(planner, schedule, snapshot);
}

/* Whether there is anything to take comes and goes with the runs. */
Test(standing_taker, a_start_stays_when_a_job_may_take_runs_or_no_more)
{
	struct ft_snapshot *snapshot = machine(1, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;
	const uint64_t takes[] = {2, 0, 6};

	add_run(snapshot, 0, 1, 4)->class = 0;
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 0);
	schedule = plan(planner, snapshot);
	for (size_t i = 0; i < sizeof(takes) / sizeof(*takes); i++) {
		next = machine(1, NOW + 1);
		add_run(next, 0, 1, 4)->class = 0;
		add_job(next, 1, 4, takes[i]);
		promise(next, schedule);
		after = plan(planner, next);
		by_board(planner);
		cr_expect_eq(after->placement[0].start, NOW + LONG);
		cr_expect(after->placement[0].verdict == FT_PLACED);
		ft_schedule_free(schedule);
		ft_snapshot_free(snapshot);
		schedule = after;
		snapshot = next;
	}
	finish(planner, schedule, snapshot);
}

/* Two cores of the node for each: a run that is taken, one that stays for a
 * while, and jobs. */
static struct ft_snapshot *shared_node(void)
{
	struct ft_snapshot *snapshot = machine(1, NOW);

	add_run(snapshot, 0, 1, 2);
	add_run(snapshot, 0, 1, 2)->class = 0;
	snapshot->run[1].end = NOW + 100;
	return snapshot;
}

Test(standing_taker, a_guest_that_takes_no_runs_has_all_of_its_place)
{
	struct ft_snapshot *snapshot = shared_node();
	struct ft_planner *planner = on_board(snapshot);
	struct ft_schedule *schedule;

	add_job(snapshot, 1, 2, 2);
	add_job(snapshot, 1, 2, 0)->request->contiguous = true;
	add_job(snapshot, 1, 2, 0);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	cr_expect_eq(schedule->placement[1].start, NOW + 100);
	cr_expect(schedule->placement[1].committed);
	cr_expect_eq(schedule->placement[2].start, NOW + 700);
	finish(planner, schedule, snapshot);
}

Test(standing_taker, what_a_run_leaves_is_counted_once)
{
	struct ft_snapshot *snapshot = shared_node();
	struct ft_planner *planner = on_board(snapshot);
	struct ft_schedule *schedule;

	add_job(snapshot, 1, 2, 2);
	add_job(snapshot, 1, 2, 2);
	add_job(snapshot, 1, 2, 0);
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[1].start, NOW + 100);
	cr_expect_eq(schedule->placement[1].victim_count, 0);
	cr_expect_eq(schedule->placement[2].start, NOW + LEAVE + 600,
		     "beside the second and the room of the run");
	finish(planner, schedule, snapshot);
}

Test(standing_taker, a_start_that_counts_on_runs_leaving_gives_way)
{
	struct ft_snapshot *snapshot = machine(1, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	add_run(snapshot, 0, 1, 2);
	planner = on_board(snapshot);
	add_job(snapshot, 1, 4, 2);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[0].victim_count, 1);
	next = machine(1, NOW);
	add_run(next, 0, 1, 2);
	add_job(next, 1, 4, 2);
	promise(next, schedule);
	add_job(next, 1, 2, 0);
	swap(next);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW, "beside the run, ahead");
	cr_expect_eq(after->placement[1].start, NOW + 600);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* The node is free in 100 s; the first of the jobs then starts. */
static struct ft_snapshot *two_jobs(const uint64_t *takes, int64_t overrule)
{
	struct ft_snapshot *snapshot = machine(1, NOW);

	snapshot->overrule = overrule;
	add_run(snapshot, 0, 1, 4)->class = 0;
	snapshot->run[0].end = NOW + 100;
	for (uint32_t j = 0; j < 2; j++) {
		add_job(snapshot, 1, 4, takes[j]);
		snapshot->job[j].job_id = 1 + (takes[j] != 0);
		snapshot->job[j].priority = 10 - j;
	}
	return snapshot;
}

/* However little it leads by, and though the other's start is committed. */
Test(standing_taker, one_that_may_take_runs_and_rises_is_first)
{
	const uint64_t before[] = {0, 2};
	struct ft_snapshot *snapshot = two_jobs(before, 1000), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	snapshot->job_count = 0;
	planner = on_board(snapshot);
	snapshot->job_count = 2;
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[0].start, NOW + 100);
	cr_expect_eq(schedule->placement[1].start, NOW + 700);
	next = two_jobs(before, 1000);
	promise(next, schedule);
	swap(next);
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[0].start, NOW + 100);
	cr_expect_eq(after->placement[1].start, NOW + 700);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* Jobs of the first node only. */
static void add_stuck(struct ft_snapshot *snapshot, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct ft_job *job = add_job(snapshot, 1, 4, 2);
		struct ft_node_set *first = ft_snapshot_set(snapshot);

		ft_node_set_add(first, 0);
		job->request->eligible = first;
	}
}

/* Two nodes: of the second a run may be taken. */
static struct ft_snapshot *stuck_and(uint32_t stuck, uint32_t others)
{
	struct ft_snapshot *snapshot = machine(2, NOW);

	add_run(snapshot, 0, 1, 4)->class = 0;
	add_run(snapshot, 1, 1, 4);
	add_stuck(snapshot, stuck);
	for (uint32_t i = 0; i < others; i++)
		add_job(snapshot, 1, 4, 2);
	return snapshot;
}

/* However many are ahead of it that gain nothing by taking runs. */
Test(standing_taker, one_far_behind_takes_a_run_if_it_could_start_then)
{
	enum { STUCK = 30 };
	struct ft_snapshot *snapshot = stuck_and(STUCK, 2);
	uint32_t jobs = snapshot->job_count;
	struct ft_planner *planner;
	struct ft_schedule *schedule;

	snapshot->job_count = 0;
	planner = on_board(snapshot);
	snapshot->job_count = jobs;
	schedule = plan(planner, snapshot);
	by_board(planner);
	for (uint32_t j = 0; j < STUCK; j++) {
		cr_expect_eq(schedule->placement[j].start,
			     NOW + LONG + 600 * (int64_t) j);
		cr_expect_eq(schedule->placement[j].victim_count, 0);
	}
	cr_expect_eq(schedule->placement[STUCK].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[STUCK].victim_count, 1);
	cr_expect_eq(schedule->placement[STUCK + 1].victim_count, 0,
		     "there is nothing left to take");
	finish(planner, schedule, snapshot);
}

/* Made afresh, and put on a board. */
Test(standing_taker, so_it_does_when_the_plan_is_made_afresh)
{
	struct ft_snapshot *snapshot = stuck_and(30, 1);
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *schedule;

	ft_planner_keep(planner, FT_KEEP_BOARD);
	schedule = plan(planner, snapshot);
	cr_expect_eq(schedule->placement[30].start, NOW + LEAVE);
	cr_expect_eq(schedule->placement[30].victim_count, 1);
	finish(planner, schedule, snapshot);
}

/* Once that is possible: the run that stayed may be taken from then on. */
Test(standing_taker, a_job_that_was_planned_as_one_that_takes_none_takes_a_run)
{
	struct ft_snapshot *snapshot = machine(1, NOW), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;

	add_run(snapshot, 0, 1, 4)->class = 0;
	add_stuck(snapshot, 30);
	planner = on_board(snapshot);
	schedule = plan(planner, snapshot);
	by_board(planner);
	next = machine(1, NOW + 1);
	add_run(next, 0, 1, 4);
	add_stuck(next, 30);
	for (uint32_t j = 0; j < 30; j++)
		next->job[j].request->takes = j < 20 ? 4 : 2;
	promise(next, schedule);
	after = plan(planner, next);
	by_board(planner);
	for (uint32_t j = 0; j < 30; j++)
		cr_expect_eq(after->placement[j].victim_count, j == 20, "%u",
			     j);
	cr_expect_eq(after->placement[20].start, NOW + 1 + LEAVE);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* More than one snapshot looks at: the plan says that there are more. */
Test(standing_taker, of_many_that_could_some_take_runs_at_once)
{
	enum { JOBS = 60 };
	struct ft_snapshot *snapshot = machine(JOBS, NOW);
	struct ft_planner *planner;
	struct ft_schedule *schedule;
	uint32_t taking = 0;

	for (uint32_t n = 0; n < JOBS; n++)
		add_run(snapshot, n, 1, 4);
	planner = on_board(snapshot);
	for (uint32_t j = 0; j < JOBS; j++)
		add_job(snapshot, 1, 4, 2);
	schedule = plan(planner, snapshot);
	by_board(planner);
	for (uint32_t j = 0; j < JOBS; j++)
		taking += schedule->placement[j].victim_count;
	cr_expect_gt(taking, 15);
	cr_expect_lt(taking, JOBS);
	cr_expect(schedule->unfinished);
	finish(planner, schedule, snapshot);
}

/* Behind jobs of the first node one with a start in a hundred seconds, on the
 * second; both nodes have a run that stays. */
static struct ft_snapshot *stuck_beside(uint32_t stuck)
{
	struct ft_snapshot *snapshot = machine(2, NOW);

	for (uint32_t n = 0; n < 2; n++)
		add_run(snapshot, n, 1, 4)->class = 0;
	snapshot->run[1].end = NOW + 100;
	snapshot->overrule = 1000;
	add_stuck(snapshot, stuck);
	add_job(snapshot, 1, 4, 0);
	return snapshot;
}

/* However many others may take runs, and however little it leads by: a start of
 * a job behind it gives way though it is committed. */
Test(standing_taker, one_that_could_take_runs_is_above_promises)
{
	enum { STUCK = 30 };
	struct ft_snapshot *snapshot = stuck_beside(STUCK), *next;
	struct ft_planner *planner;
	struct ft_schedule *schedule, *after;
	struct ft_job job;

	snapshot->job_count = 0;
	planner = on_board(snapshot);
	snapshot->job_count = STUCK + 1;
	schedule = plan(planner, snapshot);
	by_board(planner);
	cr_expect_eq(schedule->placement[STUCK].start, NOW + 100);
	cr_expect(schedule->placement[STUCK].committed);
	next = stuck_beside(STUCK);
	promise(next, schedule);
	job = *add_job(next, 1, 4, 2);
	next->job[STUCK + 1] = next->job[STUCK];
	next->job[STUCK] = job;
	after = plan(planner, next);
	by_board(planner);
	cr_expect_eq(after->placement[STUCK].start, NOW + 100);
	cr_expect_eq(after->placement[STUCK + 1].start, NOW + 700);
	finish(planner, schedule, snapshot);
	ft_schedule_free(after);
	ft_snapshot_free(next);
}

/* What the last of the jobs takes in a plan that no board gives. */
static void takes_without_board(struct ft_snapshot *snapshot)
{
	struct ft_planner *planner = ft_planner_new();
	uint32_t last = snapshot->job_count - 1;

	cr_assert_not_null(planner);
	ft_planner_keep(planner, FT_KEEP_BOARD);
	for (int i = 0; i < 2; i++) {
		struct ft_schedule *schedule = plan(planner, snapshot);

		cr_expect_str_not_empty(ft_planner_declined(planner));
		cr_expect_eq(schedule->placement[last].start, NOW + LEAVE);
		cr_expect_eq(schedule->placement[last].victim_count, 1);
		ft_schedule_free(schedule);
	}
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
}

Test(standing_taker, where_no_board_follows_each_job_takes_what_it_may)
{
	struct ft_snapshot *snapshot = stuck_and(30, 1);

	snapshot->policy.backfill_depth = 100;
	takes_without_board(snapshot);
	snapshot = stuck_and(30, 1);
	snapshot->run[1].keeps = true;
	takes_without_board(snapshot);
}
