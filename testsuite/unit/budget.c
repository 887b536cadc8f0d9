/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a plan may spend: one user's jobs never keep those of others from being
 * looked at, what is promised stays, and no bound is passed.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "../promised.h"
#include "core/plan/schedule.h"
#include "core/plan/planner.h"
#include "core/search/watch.h"

enum { NODES = 20, CORES = 4, HOG = 1, OTHER = 2 };

/* Each look at the clock takes this long. */
static int64_t now_us, tick_us;
static bool unwanted, another_waits;

static int64_t tick(const void *context)
{
	(void) context;
	return now_us += tick_us;
}

static bool halted(const void *context)
{
	(void) context;
	return unwanted;
}

static bool has_news(const void *context)
{
	(void) context;
	return another_waits;
}

static struct ft_halt bounds(int64_t plan_us, int64_t user_us)
{
	now_us = 0;
	tick_us = 1000;
	unwanted = another_waits = false;
	return (struct ft_halt){.wanted = halted,
				.news = has_news,
				.clock = tick,
				.plan_us = plan_us,
				.user_us = user_us};
}

static struct ft_schedule *plan(const struct ft_snapshot *snapshot,
				const struct ft_halt *halt)
{
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *schedule = NULL;
	struct ft_err err = {0};

	cr_assert_eq(ft_planner_plan(planner, snapshot, halt, &schedule, &err),
		     0, "%s", err.text);
	ft_planner_free(planner);
	return schedule;
}

static struct ft_job *add(struct ft_snapshot *snapshot,
			  const struct ft_node_set *all, uint32_t owner,
			  uint32_t nodes)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_request *request =
		ft_snapshot_alloc(snapshot, sizeof(*request));

	job->job_id = snapshot->job_count;
	job->owner = owner;
	job->reserve = true;
	job->request = request;
	job->request_count = 1;
	request->duration = 1000 + snapshot->job_count;
	request->end_by = FT_NEVER;
	request->min_nodes = request->max_nodes = nodes;
	request->min_tasks_node = request->max_tasks_node = 1;
	request->tasks = nodes;
	request->cpus_per_task = CORES;
	request->eligible = all;
	return job;
}

/* Many jobs of one user, and then one of another. */
static struct ft_snapshot *queue(uint32_t jobs)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	snapshot->now = 1000;
	snapshot->window_end = 1000000;
	ft_node_set_fill(all);
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[2 * n + FT_CORES] = CORES;
	for (uint32_t i = 0; i < jobs; i++)
		add(snapshot, all, HOG, NODES - 1);
	add(snapshot, all, OTHER, 1);
	return snapshot;
}

static uint32_t count(const struct ft_schedule *schedule,
		      enum ft_verdict verdict)
{
	uint32_t found = 0;

	for (uint32_t j = 0; j < schedule->job_count; j++)
		found += schedule->placement[j].verdict == verdict;
	return found;
}

Test(budget, without_bounds_all_are_looked_at)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(0, 0);
	struct ft_schedule *schedule = plan(snapshot, &halt);

	cr_expect_eq(schedule->unseen, 0);
	cr_expect_eq(count(schedule, FT_PLACED), 51);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, one_user_does_not_keep_another_from_starting)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_schedule *schedule = plan(snapshot, &halt);
	const struct ft_placement *other = &schedule->placement[50];

	cr_expect_gt(schedule->unseen, 20);
	cr_expect_eq(count(schedule, FT_UNSEEN), schedule->unseen);
	cr_expect_eq(schedule->placement[0].verdict, FT_PLACED);
	cr_expect_eq(schedule->placement[0].start, 1000);
	cr_expect_eq(other->verdict, FT_PLACED);
	cr_expect_eq(other->start, 1000);
	/* In the next plan the others come first. */
	cr_expect(!other->tired && schedule->placement[49].tired);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, who_is_alone_has_all_the_time)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_schedule *schedule;

	snapshot->job[50].owner = HOG;
	schedule = plan(snapshot, &halt);
	cr_expect_eq(schedule->unseen, 0);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, who_is_alone_has_it_no_more_once_another_job_comes)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_schedule *schedule;

	snapshot->job[50].owner = HOG;
	another_waits = true;
	schedule = plan(snapshot, &halt);
	cr_expect_gt(schedule->unseen, 20);
	cr_expect_eq(schedule->placement[0].verdict, FT_PLACED);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Is the time of the job at hand over, after so many looks at the clock? */
static bool over(struct ft_watch *watch, uint32_t looks)
{
	while (looks-- && !ft_watch_look(watch))
		;
	return watch->spent == FT_SPENT_JOB;
}

Test(budget, nor_has_the_job_that_is_looked_at_as_it_comes)
{
	struct ft_snapshot *snapshot = queue(0);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_watch watch;

	cr_assert_eq(ft_watch_begin(&watch, snapshot, &halt), 0);
	ft_watch_enter(&watch, &snapshot->job[0], false);
	cr_expect_not(over(&watch, 30));
	another_waits = true;
	cr_expect(over(&watch, 1), "it has had more than its owner may");
	ft_watch_leave(&watch, &snapshot->job[0]);
	cr_expect_not(ft_watch_admits(&watch, &snapshot->job[0]));
	/* Between two jobs there is none to end. */
	another_waits = watch.awaited = false;
	cr_expect_not(over(&watch, 1));
	another_waits = true;
	cr_expect_not(over(&watch, 1));
	ft_watch_fini(&watch);
	ft_snapshot_free(snapshot);
}

Test(budget, those_who_were_put_off_follow_if_nobody_starts)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_schedule *schedule;
	uint32_t hogs = 0;

	for (uint32_t j = 0; j < 51; j++)
		snapshot->job[j].request->not_before = 2000;
	for (uint32_t j = 0; j < 50; j++)
		snapshot->job[j].tired = true;
	schedule = plan(snapshot, &halt);
	cr_expect_eq(schedule->placement[50].verdict, FT_PLACED);
	for (uint32_t j = 0; j < 50; j++)
		hogs += schedule->placement[j].verdict == FT_PLACED;
	cr_expect(hogs > 0 && hogs < 50, "%u", hogs);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, they_wait_while_another_does)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(1000000, 20000);
	struct ft_schedule *schedule;

	for (uint32_t j = 0; j < 51; j++)
		snapshot->job[j].request->not_before = 2000;
	for (uint32_t j = 0; j < 50; j++)
		snapshot->job[j].tired = true;
	another_waits = true;
	schedule = plan(snapshot, &halt);
	cr_expect_eq(schedule->placement[50].verdict, FT_PLACED);
	cr_expect_eq(count(schedule, FT_UNSEEN), 50);
	/* They come first in the next one. */
	cr_expect_not(schedule->placement[0].tired);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, what_was_promised_stays)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt free = bounds(0, 0);
	struct ft_schedule *first = plan(snapshot, &free), *second;
	struct ft_halt halt;

	promise(snapshot, first);
	snapshot->job[50].promise = FT_NEVER;
	snapshot->job[50].promise_share_count = 0;
	halt = bounds(1, 1);
	second = plan(snapshot, &halt);
	for (uint32_t j = 0; j < 50; j++) {
		cr_expect_eq(second->placement[j].verdict, FT_PLACED);
		cr_expect_eq(second->placement[j].start,
			     first->placement[j].start);
	}
	cr_expect_eq(second->placement[50].verdict, FT_UNSEEN);
	ft_schedule_free(first);
	ft_schedule_free(second);
	ft_snapshot_free(snapshot);
}

/* What a plan takes that keeps the promises of such a queue; news: while
 * another job waits for the next one. */
static int64_t spent(struct ft_snapshot *snapshot, enum ft_compress compress,
		     bool news)
{
	const struct ft_halt halt = bounds(100000000, 20000);
	struct ft_schedule *schedule;

	another_waits = news;
	snapshot->policy.compress = compress;
	schedule = plan(snapshot, &halt);
	cr_expect_eq(schedule->placement[snapshot->job_count - 1].start,
		     snapshot->now);
	ft_schedule_free(schedule);
	return now_us;
}

Test(budget, one_user_does_not_keep_another_waiting_for_holes)
{
	struct ft_snapshot *snapshot = queue(5000);
	const struct ft_halt free = bounds(0, 0);
	struct ft_schedule *schedule;
	int64_t without, with, hurried;

	snapshot->window_end = INT32_MAX;
	schedule = plan(snapshot, &free);
	promise(snapshot, schedule);
	without = spent(snapshot, FT_COMPRESS_ORDER, false);
	with = spent(snapshot, FT_COMPRESS_PRIORITY, false);
	hurried = spent(snapshot, FT_COMPRESS_PRIORITY, true);
	/* A user's time once more and a quarter of it, with as many looks
	 * at the clock between two jobs. */
	cr_expect_gt(with, without);
	cr_expect_lt(with - without, 60000, "it took %d us",
		     (int) (with - without));
	/* A quarter of both. */
	cr_expect_gt(hurried, without);
	cr_expect_lt(hurried - without, (with - without) / 2, "%d of %d us",
		     (int) (hurried - without), (int) (with - without));
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, memory_has_an_end)
{
	struct ft_snapshot *snapshot = queue(20000);
	const struct ft_halt halt = bounds(0, 0);
	struct ft_schedule *schedule;

	snapshot->policy.memory = 8 << 20;
	schedule = plan(snapshot, &halt);
	cr_expect(schedule->unseen > 1000 && schedule->unseen < 20000, "%u",
		  schedule->unseen);
	cr_expect_eq(schedule->placement[0].verdict, FT_PLACED);
	cr_expect_eq(schedule->placement[20000].verdict, FT_UNSEEN);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(budget, a_plan_that_is_not_wanted_ends)
{
	struct ft_snapshot *snapshot = queue(50);
	const struct ft_halt halt = bounds(0, 0);
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *schedule;

	unwanted = true;
	cr_expect_eq(ft_planner_plan(planner, snapshot, &halt, &schedule, NULL),
		     -ECANCELED);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
}

/*
 * Part 0 can be on both nodes, part 1 on the second only: node by node that
 * has to be found out.  With more than 5 tasks it never can.
 */
static struct ft_snapshot *contended(uint32_t tasks)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(4, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	struct ft_request *request, *part;
	struct ft_job *job;

	snapshot->now = 1000;
	snapshot->window_end = 100000;
	ft_node_set_fill(all);
	for (uint32_t n = 0; n < 4; n++) {
		snapshot->capacity[2 * n + FT_CORES] = n + 1;
		/* or the first part would leave the other what it needs */
		snapshot->node[n].weight = n;
	}
	job = add(snapshot, all, HOG, 1);
	request = job->request;
	part = ft_snapshot_alloc(snapshot, sizeof(*part));
	*part = *request;
	part->apart = true;
	/* 3 tasks on two nodes, and 7 on the other two: 1 and 2, 3 and 4. */
	request->min_nodes = request->max_nodes = 2;
	request->cpus_per_task = part->cpus_per_task = 1;
	request->max_tasks_node = part->max_tasks_node = UINT32_MAX;
	request->tasks = 5;
	part->min_nodes = part->max_nodes = 2;
	part->tasks = tasks;
	request->part = part;
	request->part_count = 1;
	return snapshot;
}

Test(budget, ways_to_spread_parts_are_counted)
{
	const struct ft_halt halt = bounds(0, 0);

	for (uint32_t steps = 0; steps < 2; steps++) {
		struct ft_snapshot *snapshot = contended(5);
		struct ft_schedule *schedule;

		snapshot->policy.steps = steps;
		schedule = plan(snapshot, &halt);
		cr_expect_eq(schedule->placement[0].verdict,
			     steps ? FT_BEYOND : FT_PLACED, "%u", steps);
		ft_schedule_free(schedule);
		ft_snapshot_free(snapshot);
	}
}

/* Whether its parts could all start now takes a search. */
Test(budget,
     of_those_that_are_put_off_it_is_not_found_out_what_stops_their_parts)
{
	const struct ft_halt free = bounds(0, 0);
	struct ft_snapshot *snapshot = contended(5);
	struct ft_job *behind = ft_snapshot_add_job(snapshot);
	struct ft_schedule *first, *second;
	struct ft_halt halt;

	*behind = snapshot->job[0];
	behind->job_id++;
	first = plan(snapshot, &free);
	cr_assert_eq(count(first, FT_PLACED), 2);
	cr_expect_eq(first->placement[1].obstacle, FT_OBSTACLE_PRIORITY);
	promise(snapshot, first);
	snapshot->job[0].tired = snapshot->job[1].tired = true;
	halt = bounds(1000000, 20000);
	another_waits = true;
	second = plan(snapshot, &halt);
	cr_expect_eq(second->placement[1].verdict, FT_PLACED);
	cr_expect_eq(second->placement[1].start, first->placement[1].start);
	cr_expect_eq(second->placement[1].obstacle, FT_OBSTACLE_RESOURCES);
	ft_schedule_free(first);
	ft_schedule_free(second);
	ft_snapshot_free(snapshot);
}

Test(budget, those_that_are_put_off_keep_their_promises_without_a_search)
{
	const struct ft_halt free = bounds(0, 0);
	struct ft_snapshot *snapshot = contended(5);
	struct ft_schedule *first = plan(snapshot, &free), *second;

	cr_assert_eq(first->placement[0].start, 1000);
	promise(snapshot, first);
	snapshot->policy.compress = FT_COMPRESS_ORDER;
	snapshot->job[0].promise = 5000;
	snapshot->job[0].request->not_before = 2000;
	for (int tired = 0; tired < 2; tired++) {
		const struct ft_halt halt = bounds(1000000, 500000);

		another_waits = true;
		snapshot->job[0].tired = tired;
		second = plan(snapshot, &halt);
		cr_expect_eq(second->placement[0].start, tired ? 5000 : 2000);
		ft_schedule_free(second);
	}
	ft_schedule_free(first);
	ft_snapshot_free(snapshot);
}

/* That parts could never start takes steps, too, to find out. */
Test(budget, what_could_never_start_is_looked_for_only_so_long)
{
	const struct ft_halt halt = bounds(0, 0);

	for (uint32_t steps = 0; steps < 2; steps++) {
		struct ft_snapshot *snapshot = contended(6);
		struct ft_schedule *schedule;

		snapshot->policy.steps = steps;
		schedule = plan(snapshot, &halt);
		cr_expect_eq(schedule->placement[0].verdict,
			     steps ? FT_BEYOND : FT_IMPOSSIBLE, "%u", steps);
		ft_schedule_free(schedule);
		ft_snapshot_free(snapshot);
	}
}

Test(budget, many_parts_take_more_steps_than_few)
{
	struct ft_snapshot *snapshot = queue(1);
	struct ft_watch watch;

	snapshot->policy.steps = 64; /* of which a job has an eighth */
	cr_assert_eq(ft_watch_begin(&watch, snapshot, NULL), 0);
	ft_watch_enter(&watch, &snapshot->job[0], false);
	watch.counting = true;
	cr_expect(ft_watch_step(&watch, 2));
	cr_expect(ft_watch_step(&watch, 4));
	cr_expect(ft_watch_step(&watch, 5));
	cr_expect(ft_watch_step(&watch, 16));
	cr_expect_eq(watch.steps, 56);
	cr_expect_not(ft_watch_step(&watch, 1));
	ft_watch_fini(&watch);
	ft_snapshot_free(snapshot);
}
