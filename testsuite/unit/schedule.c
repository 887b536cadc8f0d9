/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Schedules that can be worked out on paper: 4 nodes of 8 cores and 16 MB,
 * one GPU each on the last two, one licence of which there are 2; now is 0.
 */
#include <criterion/criterion.h>

#include "core/plan/schedule.h"

enum { NODES = 4, KINDS = 3 };

static struct ft_snapshot *machine(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, KINDS, 1);

	snapshot->window_end = FT_NEVER;
	snapshot->licence_total[0] = 2;
	for (uint32_t n = 0; n < NODES; n++) {
		int64_t *capacity = snapshot->capacity + n * KINDS;

		capacity[FT_CORES] = 8;
		capacity[FT_MEMORY] = 16;
		capacity[FT_FIRST_GRES] = n >= 2;
	}
	return snapshot;
}

static int64_t *amounts(struct ft_snapshot *snapshot, int64_t cores,
			int64_t memory, int64_t gres)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, KINDS * sizeof(*amount));

	amount[FT_CORES] = cores;
	amount[FT_MEMORY] = memory;
	amount[FT_FIRST_GRES] = gres;
	return amount;
}

static struct ft_licence *licences(struct ft_snapshot *snapshot, int64_t count)
{
	struct ft_licence *licence =
		ft_snapshot_alloc(snapshot, sizeof(*licence));

	licence->count = count;
	return licence;
}

static struct ft_node_set *nodes(struct ft_snapshot *snapshot, uint32_t first,
				 uint32_t end)
{
	struct ft_node_set *set = ft_snapshot_set(snapshot);

	for (; first < end; first++)
		ft_node_set_add(set, first);
	return set;
}

static void fill_request(struct ft_snapshot *snapshot,
			 struct ft_request *request, uint32_t count,
			 int64_t duration)
{
	request->duration = duration;
	request->end_by = FT_NEVER;
	request->min_nodes = request->max_nodes = count;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	request->eligible = nodes(snapshot, 0, NODES);
}

/* A job of one request for whole nodes. */
static struct ft_request *add(struct ft_snapshot *snapshot, uint32_t count,
			      int64_t duration)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	fill_request(snapshot, job->request, count, duration);
	job->request->exclusive = true;
	return job->request;
}

/* A job of one request that shares nodes. */
static struct ft_request *add_shared(struct ft_snapshot *snapshot,
				     uint32_t count, int64_t duration,
				     int64_t cores, int64_t memory)
{
	struct ft_request *request = add(snapshot, count, duration);

	request->exclusive = false;
	request->per_node = amounts(snapshot, cores, memory, 0);
	return request;
}

/* A running job on whole nodes. */
static void run(struct ft_snapshot *snapshot, uint32_t first, uint32_t end,
		int64_t until)
{
	struct ft_run *record = ft_snapshot_add_run(snapshot);

	record->job_id = 100 + snapshot->run_count;
	record->end = until;
	record->share = ft_snapshot_alloc(
		snapshot, (end - first) * sizeof(*record->share));
	for (; first < end; first++)
		record->share[record->share_count++].node = first;
}

static struct ft_closure *closed(struct ft_snapshot *snapshot, uint32_t first,
				 uint32_t end, int64_t from, int64_t until)
{
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);

	closure->start = from;
	closure->end = until;
	closure->nodes = nodes(snapshot, first, end);
	return closure;
}

/* Takes the snapshot over. */
static struct ft_schedule *plan(struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	ft_snapshot_free(snapshot);
	return schedule;
}

static void placed(const struct ft_schedule *schedule, uint32_t job,
		   int64_t start, uint32_t first_node)
{
	const struct ft_placement *placement = &schedule->placement[job];

	cr_assert_eq(placement->verdict, FT_PLACED, "job %u: verdict %d", job,
		     (int) placement->verdict);
	cr_expect_eq(placement->start, start, "job %u: start %ld", job,
		     (long) placement->start);
	cr_expect_eq(placement->share[0].node, first_node, "job %u: node %u",
		     job, placement->share[0].node);
}

static void not_placed(const struct ft_schedule *schedule, uint32_t job,
		       enum ft_verdict verdict)
{
	cr_expect_eq(schedule->placement[job].verdict, verdict,
		     "job %u: verdict %d", job,
		     (int) schedule->placement[job].verdict);
}

static void obstacle(const struct ft_schedule *schedule, uint32_t job,
		     enum ft_obstacle expected)
{
	cr_expect_eq(schedule->placement[job].obstacle, expected,
		     "job %u: obstacle %d", job,
		     (int) schedule->placement[job].obstacle);
}

/* Gaps tell where the next one fits: nothing is entered node by node. */
Test(schedule, a_queue_of_whole_nodes_is_not_booked_on_each_node)
{
	enum { COUNT = 64 };
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	for (uint32_t j = 0; j < COUNT; j++)
		add(snapshot, NODES, 10)->not_before = 20 * j;
	schedule = plan(snapshot);
	placed(schedule, COUNT - 1, 20 * (COUNT - 1), 0);
	cr_expect_lt(schedule->table_size, COUNT * NODES, "it has %u points",
		     schedule->table_size);
	ft_schedule_free(schedule);
}

Test(schedule, small_jobs_fill_the_hole_before_a_large_one)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 0, 2, 100);
	add(snapshot, 4, 50);  /* waits for all four */
	add(snapshot, 2, 100); /* fills the hole exactly */
	add(snapshot, 1, 101); /* would delay the large one */
	add(snapshot, 1, 10);
	schedule = plan(snapshot);
	placed(schedule, 0, 100, 0);
	obstacle(schedule, 0, FT_OBSTACLE_RESOURCES);
	placed(schedule, 1, 0, 2);
	obstacle(schedule, 1, FT_OBSTACLE_NONE);
	placed(schedule, 2, 150, 0);
	obstacle(schedule, 2, FT_OBSTACLE_PRIORITY);
	placed(schedule, 3, 150, 1);
	ft_schedule_free(schedule);
}

Test(schedule, nodes_are_shared_by_cores_memory_and_gres)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	add_shared(snapshot, 1, 100, 4, 12)->eligible = nodes(snapshot, 0, 1);
	add_shared(snapshot, 1, 100, 4, 4)->eligible = nodes(snapshot, 0, 1);
	add_shared(snapshot, 1, 100, 1, 0)->eligible = nodes(snapshot, 0, 1);
	for (int i = 0; i < 3; i++)
		add_shared(snapshot, 1, 10, 1, 1)->per_task =
			amounts(snapshot, 0, 0, 1);
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 0, 0);
	placed(schedule, 2, 100, 0);
	placed(schedule, 3, 0, 2);
	placed(schedule, 4, 0, 3);
	placed(schedule, 5, 10, 2);
	cr_expect_eq(schedule->placement[0].share[0].amount[FT_MEMORY], 12);
	ft_schedule_free(schedule);
}

Test(schedule, an_exclusive_job_and_any_other_exclude_each_other)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	/* Takes nothing at all, and yet it is there. */
	add_shared(snapshot, 4, 10, 0, 0);
	add(snapshot, 1, 10);
	add_shared(snapshot, 4, 5, 0, 0);
	add_shared(snapshot, 4, 10, 0, 0);
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 10, 0);
	placed(schedule, 2, 0, 0);
	placed(schedule, 3, 0, 0);
	cr_expect_eq(schedule->placement[1].share[0].amount[FT_CORES], 8);
	ft_schedule_free(schedule);
}

Test(schedule, licences_are_counted_over_the_whole_duration)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_closure *closure = closed(snapshot, 0, 0, 15, 20);
	struct ft_schedule *schedule;

	closure->licence = licences(snapshot, 1);
	closure->licence_count = 1;
	for (int i = 0; i < 4; i++) {
		struct ft_request *request = add(snapshot, 1, i ? 10 : 5);

		request->licence_count = 1;
		request->licence = licences(snapshot, i == 3 ? 3 : 1);
	}
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 0, 1);
	/* Free from 5, but set aside from 15 on and one more until 10. */
	placed(schedule, 2, 5, 0);
	not_placed(schedule, 3, FT_IMPOSSIBLE);
	obstacle(schedule, 2, FT_OBSTACLE_PRIORITY);
	ft_schedule_free(schedule);
}

Test(schedule, closures_let_only_their_own_jobs_in)
{
	static const uint32_t mine = 0;
	struct ft_snapshot *snapshot = machine();
	struct ft_request *member;
	struct ft_schedule *schedule;

	closed(snapshot, 0, 4, 0, 100);
	closed(snapshot, 0, 1, 100, 200);
	member = add(snapshot, 4, 10);
	member->closure = &mine;
	member->closure_count = 1;
	add(snapshot, 4, 10);
	add(snapshot, 1, 10);
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 200, 0);
	obstacle(schedule, 1, FT_OBSTACLE_CLOSURE);
	placed(schedule, 2, 100, 1);
	ft_schedule_free(schedule);
}

/* Half of node 0. */
Test(schedule, what_a_closure_takes_of_a_node_is_gone_for_its_time)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
	struct ft_schedule *schedule;

	closure->start = 10;
	closure->end = 50;
	closure->share_count = 1;
	closure->share = ft_snapshot_alloc(snapshot, sizeof(*closure->share));
	closure->share->amount = amounts(snapshot, 4, 0, 0);
	add_shared(snapshot, 1, 20, 5, 0)->eligible = nodes(snapshot, 0, 1);
	add_shared(snapshot, 1, 20, 4, 0)->eligible = nodes(snapshot, 0, 1);
	add(snapshot, 1, 20)->eligible = nodes(snapshot, 0, 1);
	schedule = plan(snapshot);
	placed(schedule, 0, 50, 0);
	obstacle(schedule, 0, FT_OBSTACLE_CLOSURE);
	placed(schedule, 1, 0, 0);
	placed(schedule, 2, 70, 0);
	ft_schedule_free(schedule);
}

Test(schedule, contiguous_nodes_are_neighbours)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 1, 2, 10);
	add(snapshot, 2, 5)->contiguous = true;
	add(snapshot, 2, 5)->contiguous = true;
	add(snapshot, 3, 5)->contiguous = true;
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 2);
	placed(schedule, 1, 5, 2);
	placed(schedule, 2, 10, 0);
	ft_schedule_free(schedule);
}

/* Two neighbours are on a leaf, the first node on that of this number. */
static struct ft_snapshot *leaves_of_two(uint32_t number, bool alone)
{
	struct ft_snapshot *snapshot = machine();

	for (uint32_t n = 0; n < NODES; n++)
		snapshot->node[n].leaf = number + (n + alone) / 2;
	return snapshot;
}

/* Leaves: node 0; nodes 1 and 2; node 3. */
static struct ft_snapshot *three_leaves(void)
{
	return leaves_of_two(0, true);
}

Test(schedule, who_wants_one_leaf_takes_the_smallest_that_suffices)
{
	struct ft_snapshot *snapshot = three_leaves();
	struct ft_schedule *schedule;

	add(snapshot, 2, 5)->leaves = 1;
	add(snapshot, 2, 5)->leaves = 1;
	add(snapshot, 3, 5)->leaves = 1;
	add(snapshot, 1, 5)->leaves = 1;
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 1);
	placed(schedule, 1, 5, 1);
	cr_expect_neq(schedule->placement[2].verdict, FT_PLACED);
	placed(schedule, 3, 0, 0);
	ft_schedule_free(schedule);
}

Test(schedule, who_wants_few_leaves_takes_the_largest)
{
	struct ft_snapshot *snapshot = three_leaves();
	struct ft_schedule *schedule;
	struct ft_request *last;

	run(snapshot, 1, 2, 10);
	add(snapshot, 3, 5)->leaves = 2;
	last = add(snapshot, 3, 5);
	last->leaves = 2;
	last->required = nodes(snapshot, 3, 4);
	schedule = plan(snapshot);
	placed(schedule, 0, 10, 0);
	placed(schedule, 1, 15, 1);
	ft_schedule_free(schedule);
}

/* Leaves: nodes 0 and 1; 2 and 3; all on level 1. */
static struct ft_snapshot *two_leaves(void)
{
	return leaves_of_two(1, false);
}

static struct ft_request *add_bundles(struct ft_snapshot *snapshot,
				      uint32_t nodes, uint32_t bundle)
{
	struct ft_request *request = add(snapshot, nodes, 5);

	request->bundle = bundle;
	return request;
}

Test(schedule, bundles_are_on_a_leaf_each_as_soon_as_there_are_enough)
{
	struct ft_snapshot *snapshot = two_leaves();
	struct ft_schedule *schedule;

	run(snapshot, 1, 2, 10);
	run(snapshot, 2, 3, 20);
	add_bundles(snapshot, 2, 2);
	add_bundles(snapshot, 2, 1);
	add_bundles(snapshot, 2, 1)->bundle_apart = true;
	add_bundles(snapshot, 4, 2);
	schedule = plan(snapshot);
	placed(schedule, 0, 10, 0); /* not on nodes 0 and 3 */
	placed(schedule, 1, 0, 0);
	placed(schedule, 2, 5, 0);
	placed(schedule, 3, 20, 0);
	ft_schedule_free(schedule);
}

Test(schedule, bundles_come_from_the_leaf_with_the_fewest_nodes)
{
	struct ft_snapshot *snapshot = two_leaves();
	struct ft_schedule *schedule;

	run(snapshot, 1, 2, 10);
	add_bundles(snapshot, 1, 1);
	add_bundles(snapshot, 2, 2);
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 0, 2);
	ft_schedule_free(schedule);
}

Test(schedule, all_bundles_are_on_one_leaf_of_a_higher_level)
{
	struct ft_snapshot *snapshot = two_leaves();
	struct ft_schedule *schedule;
	struct ft_request *request = add_bundles(snapshot, 4, 2);

	request->leaves = 1;
	request->leaf_level = 1;
	request = add_bundles(snapshot, 4, 2);
	request->leaves = 1;
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	cr_expect_neq(schedule->placement[1].verdict, FT_PLACED);
	ft_schedule_free(schedule);
}

Test(schedule, the_earliest_request_wins_and_the_first_on_a_tie)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 0, 2, 50);
	for (int i = 0; i < 2; i++) {
		struct ft_job *job;

		add(snapshot, 2, 10);
		job = &snapshot->job[i];
		job->request_count = 2;
		job->request =
			ft_snapshot_alloc(snapshot, 2 * sizeof(*job->request));
		fill_request(snapshot, &job->request[0], 2, 10);
		fill_request(snapshot, &job->request[1], 2, 20);
		job->request[0].exclusive = job->request[1].exclusive = true;
		if (!i)
			job->request[0].eligible = nodes(snapshot, 0, 2);
	}
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 2);
	cr_expect_eq(schedule->placement[0].request, 1);
	placed(schedule, 1, 20, 2);
	cr_expect_eq(schedule->placement[1].request, 0);
	ft_schedule_free(schedule);
}

Test(schedule, what_is_not_reserved_is_said)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	snapshot->window_end = 99;
	run(snapshot, 0, 4, 100);
	add(snapshot, 1, 10);
	add(snapshot, 5, 10);
	add(snapshot, 1, 10);
	snapshot->job[2].reserve = false;
	add(snapshot, 1, 10)->end_by = 5;
	schedule = plan(snapshot);
	not_placed(schedule, 0, FT_BEYOND);
	obstacle(schedule, 0, FT_OBSTACLE_RESOURCES);
	not_placed(schedule, 1, FT_IMPOSSIBLE);
	not_placed(schedule, 2, FT_UNRESERVED);
	not_placed(schedule, 3, FT_IMPOSSIBLE);
	ft_schedule_free(schedule);
}

Test(schedule, times_of_jobs_and_nodes_are_kept)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	snapshot->node[0].available_from = 30;
	snapshot->node[3].available_from = FT_NEVER;
	add(snapshot, 1, 10)->not_before = 7;
	add(snapshot, 3, 10);
	add(snapshot, 4, 10);
	schedule = plan(snapshot);
	placed(schedule, 0, 7, 1);
	obstacle(schedule, 0, FT_OBSTACLE_BEGIN);
	placed(schedule, 1, 30, 0);
	obstacle(schedule, 1, FT_OBSTACLE_BEGIN);
	not_placed(schedule, 2, FT_IMPOSSIBLE);
	ft_schedule_free(schedule);
}

Test(schedule, tasks_are_spread_exactly)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_request *request = add(snapshot, 1, 10);
	const struct ft_placement *placement;
	struct ft_schedule *schedule;

	/* 2 CPUs of 2 threads a task: 8 tasks on each node, 20 are wanted. */
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->node[n].threads = 2;
	request->exclusive = false;
	request->max_nodes = 4;
	request->tasks = 20;
	request->cpus_per_task = 2;
	request->per_core = amounts(snapshot, 0, 1, 0);
	schedule = plan(snapshot);
	placement = &schedule->placement[0];
	placed(schedule, 0, 0, 0);
	cr_assert_eq(placement->share_count, 3);
	cr_expect_eq(placement->share[0].tasks, 8);
	cr_expect_eq(placement->share[2].tasks, 4);
	cr_expect_eq(placement->share[2].amount[FT_CORES], 4);
	cr_expect_eq(placement->share[2].amount[FT_MEMORY], 4);
	ft_schedule_free(schedule);
}

/* One node of 8 cores and 16 of memory. */
static struct ft_request *add_wanting(struct ft_snapshot *snapshot,
				      int64_t duration, int64_t memory,
				      int64_t wanted)
{
	struct ft_request *request =
		add_shared(snapshot, 1, duration, 1, memory);

	request->eligible = nodes(snapshot, 0, 1);
	request->want_node = amounts(snapshot, 0, wanted, 0);
	return request;
}

Test(schedule, what_is_wanted_free_at_the_start_is_not_taken)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	add_wanting(snapshot, 50, 2, 8);
	add_wanting(snapshot, 50, 2, 14); /* are left by the one before */
	add_wanting(snapshot, 50, 2, 13); /* 12 are left by those two */
	add_wanting(snapshot, 50, 10, 3); /* wants no more than it takes */
	add_wanting(snapshot, 50, 1, 17); /* more than there is */
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 0, 0);
	placed(schedule, 2, 50, 0);
	placed(schedule, 3, 0, 0);
	not_placed(schedule, 4, FT_IMPOSSIBLE);
	cr_expect_eq(schedule->placement[0].share[0].amount[FT_MEMORY], 2);
	ft_schedule_free(schedule);
}

Test(schedule, nobody_runs_through_a_start_that_wants_more)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	add_wanting(snapshot, 20, 10, 0);
	add_wanting(snapshot, 20, 2, 14);
	add_wanting(snapshot, 30, 4, 0); /* it would leave 12 at second 20 */
	add_wanting(snapshot, 20, 4, 0); /* it has ended by then */
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 0);
	placed(schedule, 1, 20, 0);
	placed(schedule, 2, 21, 0);
	placed(schedule, 3, 0, 0);
	obstacle(schedule, 1, FT_OBSTACLE_PRIORITY);
	ft_schedule_free(schedule);
}

Test(schedule, nodes_are_chosen_by_weight_then_by_fit)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	snapshot->node[0].weight = 5;
	closed(snapshot, 2, 3, 20, 30);
	add(snapshot, 1, 10);		   /* node 2: its gap ends soonest */
	add_shared(snapshot, 1, 90, 2, 0); /* nodes 1 and 3 are alike */
	add_shared(snapshot, 1, 90, 2, 0); /* node 1: least free cores */
	add(snapshot, 2, 100);		   /* the heavy one is needed too */
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 2);
	placed(schedule, 1, 0, 1);
	placed(schedule, 2, 0, 1);
	placed(schedule, 3, 0, 0);
	cr_expect_eq(schedule->placement[3].share[1].node, 3);
	ft_schedule_free(schedule);
}

/* Two nodes of eight tasks each, for four: what one has left is used up. */
Test(schedule, a_number_of_shared_nodes_is_filled_before_others)
{
	enum { JOBS = 8 };
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[n * KINDS + FT_CORES] = 16;
	for (uint32_t j = 0; j < JOBS; j++) {
		struct ft_request *request = add(snapshot, 2, 10);

		request->exclusive = false;
		request->tasks = 4;
		request->cpus_per_task = 2;
	}
	schedule = plan(snapshot);
	for (uint32_t j = 0; j < JOBS; j++) {
		placed(schedule, j, 0, j / 4 * 2);
		cr_expect_eq(schedule->placement[j].share[1].node,
			     j / 4 * 2 + 1, "job %u", j);
	}
	ft_schedule_free(schedule);
}

/* Nodes 1 and 3 have two and four cores in use, node 0 is heavy. */
Test(schedule, a_site_may_want_the_least_used_or_the_last_node)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	snapshot->node[0].weight = 5;
	add_shared(snapshot, 1, 90, 2, 0);
	snapshot->job[0].request->place = FT_PLACE_LOAD;
	for (uint32_t j = 1; j < 4; j++) {
		add_shared(snapshot, 1, 90, 2, 0);
		snapshot->job[j].request->place = FT_PLACE_LOAD;
	}
	add_shared(snapshot, 1, 90, 2, 0);
	snapshot->job[4].request->place = FT_PLACE_LAST;
	schedule = plan(snapshot);
	placed(schedule, 0, 0, 1);
	placed(schedule, 1, 0, 2);
	placed(schedule, 2, 0, 3);
	placed(schedule, 3, 0, 1); /* all alike once more */
	placed(schedule, 4, 0, 3);
	ft_schedule_free(schedule);
}

/*
 * Nodes 2 and 3 are in use until 40, node 1 from 20 to 30: a job that has to
 * wait leaves node 0, empty for the longest, to one that outlasts it.
 */
static void leaves_the_idle_node(bool exclusive)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 2, 4, 40);
	closed(snapshot, 1, 2, 20, 30);
	for (uint32_t j = 0; j < 3; j++) {
		struct ft_request *request =
			exclusive ? add(snapshot, j ? 1 : 3, 50)
				  : add_shared(snapshot, j ? 1 : 3, 50, 3, 0);

		request->place = FT_PLACE_BUSY;
	}
	schedule = plan(snapshot);
	placed(schedule, 0, 40, 1);
	cr_expect_eq(schedule->placement[0].share[1].node, 2);
	cr_expect_eq(schedule->placement[0].share[2].node, 3);
	placed(schedule, 1, 0, 0);
	ft_schedule_free(schedule);
}

Test(schedule, a_site_may_want_nodes_in_use_rather_than_idle_ones)
{
	leaves_the_idle_node(true);
	leaves_the_idle_node(false);
}

Test(schedule, required_nodes_are_waited_for)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 2, 3, 40);
	add(snapshot, 2, 10)->required = nodes(snapshot, 2, 3);
	schedule = plan(snapshot);
	placed(schedule, 0, 40, 0);
	cr_expect_eq(schedule->placement[0].share[1].node, 2);
	ft_schedule_free(schedule);
}

/* The job was promised that node. */
static void promise_node(struct ft_snapshot *snapshot, uint32_t j,
			 uint32_t node, int64_t start)
{
	struct ft_job *job = &snapshot->job[j];
	struct ft_share *share = ft_snapshot_alloc(snapshot, sizeof(*share));

	share->node = node;
	share->tasks = 1;
	job->promise = start;
	job->promise_rank = j;
	job->promise_held = true;
	job->promise_duration = job->request[0].duration;
	job->promise_share_count = 1;
	job->promise_share = share;
}

/*
 * Node 0 is being left, the first job was promised it so many seconds ago; node
 * 1 is idle, and promised to the second one for later.
 */
static struct ft_schedule *plan_late(int64_t late)
{
	struct ft_snapshot *snapshot = machine();

	snapshot->now = 1000;
	snapshot->node[0].available_from = 1001;
	run(snapshot, 2, NODES, 6000);
	add(snapshot, 1, 500)->eligible = nodes(snapshot, 0, 2);
	add(snapshot, 1, 500)->eligible = nodes(snapshot, 1, 2);
	snapshot->job[1].request[0].not_before = 1100;
	promise_node(snapshot, 0, 0, 1000 - late);
	promise_node(snapshot, 1, 1, 1100);
	return plan(snapshot);
}

Test(schedule, a_short_wait_for_a_node_moves_no_promise)
{
	struct ft_schedule *schedule = plan_late(FT_LATE_GRACE - 1);

	placed(schedule, 0, 1001, 0);
	cr_assert_eq(schedule->placement[0].late, FT_LATE_GRACE);
	placed(schedule, 1, 1100, 1);
	ft_schedule_free(schedule);
}

/* The first job is due on node 0, which is back so many seconds later, and the
 * second one is promised it right behind: does the first one wait? */
static bool waits_for(int64_t seconds)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;
	bool waits;

	snapshot->now = 1000;
	snapshot->node[0].available_from = 1000 + seconds;
	for (uint32_t j = 0; j < 2; j++)
		add(snapshot, 1, 2000)->eligible = nodes(snapshot, 0, 1);
	promise_node(snapshot, 0, 0, 1000);
	promise_node(snapshot, 1, 0, 3000);
	schedule = plan(snapshot);
	waits = schedule->placement[0].late == seconds;
	cr_expect(!waits || schedule->placement[1].start == 3000);
	ft_schedule_free(schedule);
	return waits;
}

Test(schedule, a_start_waits_as_long_as_several_runs_may_be_late)
{
	cr_expect(waits_for(FT_LATE_MOST));
	cr_expect(!waits_for(FT_LATE_MOST + 1));
}

Test(schedule, a_long_wait_for_a_node_ends_on_an_idle_one)
{
	struct ft_schedule *schedule = plan_late(FT_LATE_GRACE);

	placed(schedule, 0, 1000, 1);
	cr_assert_eq(schedule->placement[0].late, 0);
	placed(schedule, 1, 1500, 1);
	ft_schedule_free(schedule);
}
