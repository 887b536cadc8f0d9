/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Policies on a queue that can be worked out on paper.  Two nodes of 10 cores
 * and 100 MB, one GPU on the second; the first is taken until 100.  Job 0
 * wants both nodes; all others fit the second for the time until then, as far
 * as there are cores.
 */
#include <criterion/criterion.h>

#include "core/queue/metric.h"
#include "core/plan/schedule.h"

enum { KINDS = 3, NOW = 1000, END = NOW + 100 };

static struct ft_request *add(struct ft_snapshot *snapshot, int64_t cores,
			      int64_t memory, int64_t gpus, int64_t duration)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	int64_t *amount = ft_snapshot_alloc(snapshot, KINDS * sizeof(*amount));

	ft_node_set_fill(all);
	amount[FT_CORES] = cores;
	amount[FT_MEMORY] = memory;
	amount[FT_FIRST_GRES] = gpus;
	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->bucket = 0;
	job->queued = NOW - 50;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	*job->request = (struct ft_request){
		.duration = duration,
		.end_by = FT_NEVER,
		.min_nodes = 1,
		.max_nodes = 1,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.per_node = amount,
		.eligible = all,
	};
	return job->request;
}

static struct ft_snapshot *machine(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(2, KINDS, 0);
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_request *top;

	snapshot->now = NOW;
	snapshot->window_end = FT_NEVER;
	for (uint32_t n = 0; n < 2; n++) {
		snapshot->capacity[n * KINDS + FT_CORES] = 10;
		snapshot->capacity[n * KINDS + FT_MEMORY] = 100;
		snapshot->capacity[n * KINDS + FT_FIRST_GRES] = n;
	}
	run->end = END;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	snapshot->policy.bucket_count = 1;
	snapshot->policy.depth = ft_snapshot_alloc(snapshot, sizeof(uint32_t));
	snapshot->policy.depth[0] = 1;
	top = add(snapshot, 1, 0, 0, 500);
	top->min_nodes = top->max_nodes = 2;
	top->exclusive = true;
	return snapshot;
}

/* Job 0 is promised END; bit i of starts says whether job i starts now. */
static void starts(const struct ft_snapshot *snapshot, uint32_t wanted)
{
	struct ft_schedule *schedule;
	uint32_t got = 0;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		if (place->verdict != FT_PLACED)
			cr_expect_eq(place->verdict, FT_UNRESERVED, "job %u",
				     j);
		else if (place->start == NOW)
			got |= UINT32_C(1) << j;
	}
	cr_expect_eq(got, wanted, "backfill %d, metric %d: set %x, not %x",
		     (int) snapshot->policy.backfill,
		     (int) snapshot->policy.metric, got, wanted);
	cr_expect_eq(schedule->placement[0].start, END);
	ft_schedule_free(schedule);
}

/* Three policies, three sets: 3 + 4, 8, and 4 + 6 of 10 cores. */
Test(backfill, three_policies_start_three_sets)
{
	struct ft_snapshot *snapshot = machine();

	add(snapshot, 3, 0, 0, 50);
	add(snapshot, 8, 0, 0, 50);
	add(snapshot, 4, 0, 0, 50);
	add(snapshot, 6, 0, 0, 50);
	add(snapshot, 5, 0, 0, 101); /* would delay job 0 */
	starts(snapshot, 1 << 1 | 1 << 3);
	snapshot->policy.backfill = FT_BACKFILL_BESTFIT;
	starts(snapshot, 1 << 2);
	snapshot->policy.backfill = FT_BACKFILL_GREEDY;
	starts(snapshot, 1 << 3 | 1 << 4);
	snapshot->policy.backfill = FT_BACKFILL_NONE;
	starts(snapshot, 0);
	ft_snapshot_free(snapshot);
}

Test(backfill, depth_limits_who_is_looked_at)
{
	struct ft_snapshot *snapshot = machine();

	add(snapshot, 1, 0, 0, 200);
	add(snapshot, 2, 0, 0, 50);
	add(snapshot, 3, 0, 0, 50);
	snapshot->policy.backfill_depth = 2;
	starts(snapshot, 1 << 2);
	snapshot->policy.backfill = FT_BACKFILL_BESTFIT;
	starts(snapshot, 1 << 2);
	snapshot->policy.backfill_depth = 3;
	starts(snapshot, 1 << 2 | 1 << 3);
	ft_snapshot_free(snapshot);
}

/* Each metric likes another of four jobs best, of which one fits. */
Test(backfill, each_metric_has_its_favourite)
{
	static const struct {
		enum ft_metric metric;
		uint32_t wanted;
	} cases[] = {
		{FT_METRIC_PROCS, 1 << 1},     {FT_METRIC_PROCSECONDS, 1 << 2},
		{FT_METRIC_SECONDS, 1 << 3},   {FT_METRIC_PE, 1 << 4},
		{FT_METRIC_PESECONDS, 1 << 5},
	};
	struct ft_snapshot *snapshot = machine();

	/* 60 MB each: no two of them fit.  All memory is 200, cores 20. */
	add(snapshot, 9, 60, 0, 10); /* PE 9 */
	add(snapshot, 8, 60, 0, 90); /* PE 8, 720 processor-seconds */
	add(snapshot, 1, 60, 0, 99); /* PE 6 */
	add(snapshot, 1, 60, 1, 30); /* the only GPU: PE 20 */
	add(snapshot, 7, 95, 0, 98); /* PE 9.5, times 98 */
	snapshot->policy.backfill = FT_BACKFILL_BESTFIT;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		snapshot->policy.metric = cases[i].metric;
		starts(snapshot, cases[i].wanted);
	}
	ft_snapshot_free(snapshot);
}

/* Maui's example: a quarter of the processors, half of the memory. */
Test(backfill, processor_equivalent)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(128, 2, 0);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	static const int64_t per_node[] = {1, 200};
	struct ft_metrics metrics;
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	ft_node_set_fill(all);
	for (uint32_t n = 0; n < 128; n++) {
		snapshot->capacity[2 * n] = 1;
		snapshot->capacity[2 * n + 1] = 100;
	}
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	*job->request = (struct ft_request){
		.duration = 10,
		.min_nodes = 32,
		.per_node = per_node,
		.eligible = all,
	};
	snapshot->policy.metric = FT_METRIC_PE;
	cr_assert_eq(ft_metric_init(&metrics, snapshot, snapshot->arena), 0);
	cr_expect_float_eq(ft_metric_worth(&metrics, 0), 64, 1e-9);
	ft_snapshot_free(snapshot);
}

/* Each of them fits, no two do: who goes first? */
static void fills(enum ft_compress compress, uint32_t wanted)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;
	uint32_t got = 0;
	struct ft_err err;

	snapshot->policy.compress = compress;
	add(snapshot, 6, 60, 0, 80);
	add(snapshot, 6, 60, 0, 60);
	add(snapshot, 6, 60, 0, 90);
	add(snapshot, 10, 60, 0, 95);
	snapshot->job[2].predicted = 59;
	snapshot->job[3].predicted = 20;
	/* expansion factor; WFP3 */
	snapshot->job[1].queued = NOW - 70; /* 1.88; 4.0 */
	snapshot->job[2].queued = NOW - 65; /* 2.08; 7.6 */
	snapshot->job[3].queued = NOW - 60; /* 1.67; 1.8 */
	snapshot->job[4].queued = NOW - 90; /* 1.95; 8.5 */
	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0);
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		if ((schedule->placement[j].verdict == FT_PLACED) &&
		    (schedule->placement[j].start == NOW))
			got |= UINT32_C(1) << j;
	cr_expect_eq(got, wanted, "compress %d: set %x, not %x", (int) compress,
		     got, wanted);
	cr_expect_eq(schedule->placement[0].start, END);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(backfill, holes_are_filled_in_the_order_of_the_policy)
{
	fills(FT_COMPRESS_PRIORITY, 1 << 1);
	fills(FT_COMPRESS_SHORTEST, 1 << 3);
	fills(FT_COMPRESS_XFACTOR, 1 << 2);
	fills(FT_COMPRESS_WFP3, 1 << 4);
}

/* The job was shown that start on the second node. */
static void show(struct ft_snapshot *snapshot, uint32_t job, int64_t start)
{
	struct ft_job *record = &snapshot->job[job];
	struct ft_share *share = ft_snapshot_alloc(snapshot, sizeof(*share));

	*share = (struct ft_share){.node = 1, .tasks = 1};
	record->promise = start;
	record->promise_rank = job;
	record->promise_share = share;
	record->promise_share_count = 1;
}

Test(backfill, a_waiting_job_comes_before_a_new_one_behind_it)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;
	struct ft_err err;

	snapshot->policy.bucket_count = 0;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	for (int i = 0; i < 2; i++)
		add(snapshot, 6, 60, 0, 80);
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		snapshot->job[j].bucket = FT_NO_INDEX;
	show(snapshot, 1, END + 500);
	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	cr_expect_eq(schedule->placement[0].start, END);
	cr_expect_eq(schedule->placement[1].start, NOW);
	cr_expect_eq(schedule->placement[2].start, END + 500);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Four tasks of one array behind job 0, of which one may hold a reservation. */
static void add_array(struct ft_snapshot *snapshot, int64_t cores)
{
	for (int i = 0; i < 4; i++) {
		add(snapshot, cores, 0, 0, 50);
		snapshot->job[snapshot->job_count - 1].job_id = 7;
	}
	snapshot->policy.bucket_count = 0;
	snapshot->policy.array_depth = 1;
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		snapshot->job[j].bucket = FT_NO_INDEX;
}

Test(backfill, tasks_start_beyond_what_their_array_may_reserve)
{
	struct ft_snapshot *snapshot = machine();

	add_array(snapshot, 2);
	add(snapshot, 4, 0, 0, 50); /* behind them, and as short */
	snapshot->job[5].bucket = FT_NO_INDEX;
	starts(snapshot, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	starts(snapshot, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
	ft_snapshot_free(snapshot);
}

Test(backfill, an_array_holds_so_many_reservations)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;
	struct ft_err err;

	add_array(snapshot, 4);
	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0);
	for (uint32_t j = 1; j < 5; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		cr_expect_eq(place->verdict, j < 4 ? FT_PLACED : FT_UNRESERVED,
			     "task %u", j);
		if (j < 4)
			cr_expect_eq(place->start > NOW, j == 3, "task %u", j);
	}
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Its nodes are back in a moment: what may not reserve is there before others.
 */
Test(backfill, tasks_have_the_nodes_that_are_back_in_a_moment)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;
	struct ft_err err;

	add_array(snapshot, 2);
	add(snapshot, 4, 0, 0, 50); /* behind them, and as short */
	snapshot->job[5].bucket = FT_NO_INDEX;
	snapshot->node[1].available_from = NOW + 35;
	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0);
	for (uint32_t j = 1; j < 5; j++)
		cr_expect_eq(schedule->placement[j].start, NOW + 35, "task %u",
			     j);
	cr_expect(schedule->placement[5].start > NOW + 35, "the one behind");
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Who must not reserve has its turn before those behind it. */
Test(backfill, without_a_reservation_a_job_has_its_turn)
{
	struct ft_snapshot *snapshot = machine();

	add(snapshot, 8, 0, 0, 50);
	snapshot->job[1].reserve = false;
	add(snapshot, 4, 0, 0, 50);
	snapshot->policy.depth[0] = FT_DEPTH_ALL;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	starts(snapshot, 1 << 1);
	ft_snapshot_free(snapshot);
}
