/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Starts of jobs that hold none: one by hand, then laws on random cases against
 * a planner that tries every second; a failure names its seed.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/expect.h"
#include "core/replay/outcome.h"
#include "oracle.h"
#include "sample.h"

enum { CASES = 4000, JOBS = 64, LOGS = 60, LOGGED = 80, NODES = 4 };

static struct ft_schedule *plan(const struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	return schedule;
}

static void expect(const struct ft_snapshot *snapshot,
		   const struct ft_schedule *schedule, int64_t *start)
{
	struct ft_err err;

	cr_assert_leq(snapshot->job_count, JOBS);
	cr_assert_eq(ft_expect_starts(snapshot, schedule, NULL, start, &err), 0,
		     "%s", err.text);
}

static void queue(struct ft_snapshot *snapshot, int64_t limit, bool reserve,
		  struct ft_node_set *nodes)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	job->job_id = snapshot->job_count;
	job->reserve = reserve;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	job->request->duration = limit;
	job->request->end_by = FT_NEVER;
	job->request->min_nodes = job->request->max_nodes = 1;
	job->request->min_tasks_node = 1;
	job->request->max_tasks_node = UINT32_MAX;
	job->request->exclusive = true;
	job->request->eligible = nodes;
}

/* One node that is in use until 1000, and four jobs for it. */
static struct ft_snapshot *one_node(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(1, 2, 0);
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_node_set *nodes = ft_snapshot_set(snapshot);

	snapshot->window_end = FT_NEVER;
	snapshot->capacity[FT_CORES] = 4;
	ft_node_set_fill(nodes);
	run->end = 1000;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	queue(snapshot, 500, false, nodes);
	queue(snapshot, 500, true, nodes);
	queue(snapshot, 300, false, nodes);
	queue(snapshot, 500, true, nodes);
	return snapshot;
}

Test(expect, what_is_held_stays_and_the_others_follow_in_order)
{
	struct ft_snapshot *snapshot = one_node();
	struct ft_schedule *schedule = plan(snapshot);
	int64_t start[JOBS];

	cr_assert(ft_expect_needed(schedule));
	cr_expect_eq(schedule->placement[1].start, 1000);
	cr_expect_eq(schedule->placement[3].start, 1500);
	expect(snapshot, schedule, start);
	cr_expect_eq(start[0], 2000, "ahead in the order, behind what is held");
	cr_expect_eq(start[1], FT_NEVER, "it holds a start");
	cr_expect_eq(start[2], 2500);
	cr_expect_eq(start[3], FT_NEVER);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(expect, starts_beyond_the_window_are_told_and_deadlines_kept)
{
	struct ft_snapshot *snapshot = one_node();
	struct ft_schedule *schedule;
	int64_t start[JOBS];

	snapshot->window_end = 1200;
	snapshot->job[2].request->end_by = 2100;
	schedule = plan(snapshot);
	cr_expect_eq(schedule->placement[3].verdict, FT_BEYOND);
	expect(snapshot, schedule, start);
	cr_expect_eq(start[0], 1500);
	cr_expect_eq(start[2], FT_NEVER, "too late for its deadline");
	cr_expect_eq(start[3], 2000, "behind the window");
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

static bool enough(const void *context)
{
	(void) context;
	return true;
}

static int64_t ticks(const void *context)
{
	(void) context;
	return 1000000;
}

Test(expect, it_ends_as_the_halt_wants)
{
	struct ft_snapshot *snapshot = one_node();
	struct ft_schedule *schedule = plan(snapshot);
	struct ft_halt halt = {.wanted = enough, .clock = ticks};
	struct ft_err err;
	int64_t start[JOBS];

	cr_expect_eq(ft_expect_starts(snapshot, schedule, &halt, start, &err),
		     -ECANCELED);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		cr_expect_eq(start[i], FT_NEVER);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Some hold no reservation, some wait for something behind the window. */
static struct ft_snapshot *random_case(uint64_t seed)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	sample_policy(snapshot, seed);
	if (seed % 5 == 1)
		sample_changes(snapshot, seed);
	if (seed % 5 == 2)
		sample_segments(snapshot, seed);
	if (seed % 5 == 3)
		sample_wants(snapshot, seed);
	if (seed % 5 == 4)
		sample_takes(snapshot, seed);
	srandom((unsigned int) seed);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		if (random() % 2)
			snapshot->job[i].reserve = false;
	if (random() % 3 == 0)
		snapshot->window_end = snapshot->now + random() % 20;
	return snapshot;
}

static bool takes_runs(const struct ft_schedule *schedule)
{
	for (uint32_t i = 0; i < schedule->job_count; i++)
		if (schedule->placement[i].victim_count)
			return true;
	return false;
}

/* How many it told a start of; *told_first: of the first in order. */
static uint32_t judge(const struct ft_snapshot *snapshot,
		      const struct ft_schedule *schedule, const int64_t *start,
		      uint64_t seed)
{
	bool first = !takes_runs(schedule);
	uint32_t told = 0;

	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		enum ft_verdict verdict = schedule->placement[i].verdict;
		int64_t earliest;

		if (verdict == FT_PLACED || verdict == FT_IMPOSSIBLE) {
			cr_assert_eq(start[i], FT_NEVER, "seed %llu job %u",
				     (unsigned long long) seed, i);
			continue;
		}
		earliest = oracle_earliest(snapshot, schedule, i);
		cr_assert(start[i] >= snapshot->now && start[i] >= earliest,
			  "seed %llu job %u: %lld, earliest %lld",
			  (unsigned long long) seed, i, (long long) start[i],
			  (long long) earliest);
		cr_assert(!first || start[i] == earliest,
			  "seed %llu job %u, the first: %lld, earliest %lld",
			  (unsigned long long) seed, i, (long long) start[i],
			  (long long) earliest);
		first = false;
		told += start[i] != FT_NEVER;
	}
	return told;
}

Test(expect, no_start_is_earlier_than_any_that_there_is_beside_what_is_held)
{
	uint32_t told = 0;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = random_case(seed);
		struct ft_schedule *schedule = plan(snapshot);
		int64_t start[JOBS];

		expect(snapshot, schedule, start);
		told += judge(snapshot, schedule, start, seed);
		ft_schedule_free(schedule);
		ft_snapshot_free(snapshot);
	}
	cr_expect_gt(told, CASES, "hardly a job was told a start: %u", told);
}

/* A log of jobs that ask for up to all nodes, and most of which end early. */
static void random_log(struct ft_workload *workload)
{
	int64_t now = 0;

	workload->processors = NODES;
	workload->count = LOGGED;
	workload->job = calloc(LOGGED, sizeof(*workload->job));
	cr_assert(workload->job);
	for (uint32_t i = 0; i < LOGGED; i++) {
		struct ft_workload_job *job = &workload->job[i];

		now += random() % 200;
		job->number = i + 1;
		job->submit = now;
		job->limit = 60 + random() % 1000;
		job->run = 1 + random() % job->limit;
		job->processors = 1 + random() % NODES;
		job->user = 1 + random() % 3;
		job->after = -1;
	}
}

/* Everything but what was shown of starts that are not held. */
static bool same_end(const struct ft_replay *a, const struct ft_replay *b)
{
	for (uint32_t i = 0; i < a->job_count; i++) {
		const struct ft_replay_job *x = &a->job[i], *y = &b->job[i];

		if (x->start != y->start || x->end != y->end ||
		    x->promise != y->promise || x->committed != y->committed ||
		    x->broken != y->broken)
			return false;
	}
	return a->plans.fresh == b->plans.fresh &&
	       a->point_count == b->point_count;
}

Test(expect, replays_end_the_same_with_it_and_without)
{
	static const char *const parameters[] = {
		"rsv_reserve_from=1", "rsv_reserve_from=4", "rsv_depth=1",
		"rsv_depth=3,rsv_policy=currenthighest", "rsv_policy=never"};
	uint32_t shown = 0;

	for (unsigned int seed = 1; seed <= LOGS; seed++) {
		struct ft_workload workload = {0};
		struct ft_replay_setup setup = {.workload = &workload,
						.nodes = NODES};
		struct ft_unheld_outcome outcome;
		struct ft_replay with, without;
		struct ft_err err;

		srandom(seed);
		random_log(&workload);
		cr_assert_eq(ft_schedule_options_read(parameters[seed % 5],
						      &setup.options, NULL,
						      NULL, &err),
			     0, "%s", err.text);
		cr_assert_eq(ft_replay_run(&setup, &without, &err), 0, "%s",
			     err.text);
		setup.unheld = true;
		cr_assert_eq(ft_replay_run(&setup, &with, &err), 0, "%s",
			     err.text);
		cr_assert(same_end(&with, &without), "seed %u", seed);
		cr_assert_eq(ft_outcome_unheld(&setup, &with, &outcome), 0);
		cr_assert_leq(outcome.late + outcome.early, outcome.jobs);
		shown += outcome.only;
		cr_assert_eq(ft_outcome_unheld(&setup, &without, &outcome), 0);
		cr_assert_eq(outcome.jobs, 0);
		ft_replay_free(&with);
		ft_replay_free(&without);
		ft_workload_free(&workload);
	}
	cr_expect_gt(shown, LOGS, "hardly a job was shown a start: %u", shown);
}
