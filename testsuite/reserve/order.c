/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In which order pending jobs stand in a plan, and how many of them.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "slurm/reserve/build/build.h"
#include "slurm/reserve/demand/queue.h"

enum { NODES = 2, CORES = 4, NOW = 10000, MOST = 8, FIRST_ID = 100 };
enum { LOW = 1, HIGH = 2 }; /* QOS */

/* slurmctld's own, which is not there. */
static bool preempts;
static part_record_t part;
static job_record_t job[MOST];
static slurmdb_qos_rec_t qos[HIGH + 1] = {
	[LOW] = {.id = LOW},
	[HIGH] = {.id = HIGH},
};

void lock_slurmctld(slurmctld_lock_t levels)
{
}

void unlock_slurmctld(slurmctld_lock_t levels)
{
}

job_record_t *find_job_record(uint32_t job_id)
{
	return &job[job_id - FIRST_ID];
}

part_record_t *find_part_record(char *name)
{
	return &part;
}

bool slurm_preemption_enabled(void)
{
	return preempts;
}

bool preempt_g_job_preempt_check(job_queue_rec_t *preemptor,
				 job_queue_rec_t *preemptee)
{
	return preemptor->job_ptr->qos_id > preemptee->job_ptr->qos_id;
}

struct bench {
	struct ft_schedule_options options;
	struct fts_hold hold;
	struct fts_cycle cycle;
	struct fts_build build;
	struct fts_pick pick[MOST];
	struct ft_request request;
	struct ft_node_set *all;
};

/* So many jobs that differ in nothing but their ids. */
static void begin(struct bench *bench, uint32_t count)
{
	static char name[] = "batch", *partition[] = {name};
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);

	*bench = (struct bench){0};
	snapshot->now = NOW;
	snapshot->window_end = FT_NEVER;
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[n * 2 + FT_CORES] = CORES;
	bench->all = ft_node_set_new(NODES);
	ft_node_set_fill(bench->all);
	bench->request = (struct ft_request){
		.duration = 60,
		.end_by = FT_NEVER,
		.min_nodes = 1,
		.max_nodes = 1,
		.eligible = bench->all,
	};
	bench->hold.piece_us = INT64_MAX;
	bench->build = (struct fts_build){
		.options = &bench->options,
		.cycle = &bench->cycle,
		.hold = &bench->hold,
		.snapshot = snapshot,
		.now = NOW,
		.pick = bench->pick,
		.pick_count = count,
	};
	for (uint32_t i = 0; i < count; i++) {
		struct fts_pick *pick = &bench->pick[i];

		*pick = (struct fts_pick){
			.copies = 1,
			.order_id = FIRST_ID + i,
			.reserve = true,
			.bucket = FT_NO_INDEX,
			.partition_hash = 1,
		};
		pick->candidate.job_id = FIRST_ID + i;
		pick->candidate.partition = partition;
		job[i] = (job_record_t){.job_id = FIRST_ID + i,
					.qos_id = LOW,
					.qos_ptr = &qos[LOW]};
	}
	preempts = false;
}

static void end(struct bench *bench)
{
	cr_expect_not(bench->build.failed);
	ft_snapshot_free(bench->build.snapshot);
	ft_node_set_free(bench->all);
}

/* Which of them stands at that place, by number. */
static uint32_t at(const struct bench *bench, uint32_t place)
{
	cr_assert_lt(place, bench->build.snapshot->job_count);
	return bench->build.snapshot->job[place].job_id - FIRST_ID;
}

static bool second_is_first(struct bench *bench)
{
	bool first;

	fts_build_jobs(&bench->build);
	cr_assert_eq(bench->build.snapshot->job_count, 2);
	first = at(bench, 0) == 1;
	cr_expect_eq(bench->cycle.candidate[0].job_id, first + FIRST_ID);
	end(bench);
	return first;
}

Test(order, the_lower_id_among_equals)
{
	struct bench bench;

	begin(&bench, 2);
	cr_expect_not(second_is_first(&bench));
}

Test(order, each_key_outweighs_those_behind_it)
{
	struct bench bench;

	begin(&bench, 2);
	bench.pick[0].submit = NOW;
	bench.pick[1].submit = NOW - 1;
	cr_expect(second_is_first(&bench), "submitted earlier");
	begin(&bench, 2);
	bench.pick[0].submit = -1;
	bench.pick[1].priority = 1;
	cr_expect(second_is_first(&bench), "more priority");
	begin(&bench, 2);
	bench.pick[0].priority = 9;
	bench.pick[1].tier = 1;
	cr_expect(second_is_first(&bench), "a higher tier");
	begin(&bench, 2);
	bench.pick[0].tier = 9;
	bench.pick[1].reservation = true;
	cr_expect(second_is_first(&bench), "in a reservation");
	begin(&bench, 2);
	bench.pick[0].reservation = true;
	bench.pick[1].expedited = true;
	cr_expect(second_is_first(&bench), "an expedited requeue");
}

Test(order, by_urgency_only_where_that_is_asked_for)
{
	struct bench bench;

	for (int slowdown = 0; slowdown < 2; slowdown++) {
		begin(&bench, 2);
		bench.options.order =
			slowdown ? FT_ORDER_SLOWDOWN : FT_ORDER_PRIORITY;
		for (int i = 0; i < 2; i++) {
			bench.pick[i].request = &bench.request;
			bench.pick[i].request_count = 1;
		}
		bench.pick[0].queued = NOW;
		bench.pick[1].queued = NOW - 5000;
		cr_expect_eq(second_is_first(&bench), slowdown);
	}
}

/* bf_max_job_user and the like let the first in the order through. */
Test(order, limits_are_counted_along_it)
{
	struct bench bench;

	begin(&bench, 4);
	bench.options.max_job_user = 1;
	for (uint32_t i = 0; i < 4; i++) {
		bench.pick[i].user_id = i < 2;
		bench.pick[i].priority = i;
	}
	fts_build_jobs(&bench.build);
	cr_assert_eq(bench.build.snapshot->job_count, 2);
	cr_expect_eq(at(&bench, 0), 3);
	cr_expect_eq(at(&bench, 1), 1);
	end(&bench);
	begin(&bench, 4);
	bench.options.max_job_test = 3;
	fts_build_jobs(&bench.build);
	cr_expect_eq(bench.build.snapshot->job_count, 3);
	end(&bench);
}

Test(order, reservations_of_a_partition_are_counted_along_it)
{
	struct bench bench;
	const struct ft_job *planned;

	begin(&bench, 3);
	bench.options.job_part_count_reserve = 1;
	bench.pick[2].partition_hash = 2;
	bench.pick[0].priority = 1;
	fts_build_jobs(&bench.build);
	planned = bench.build.snapshot->job;
	cr_assert_eq(bench.build.snapshot->job_count, 3);
	cr_expect(planned[0].reserve);
	cr_expect_not(planned[1].reserve);
	cr_expect(planned[2].reserve, "it is in another partition");
	end(&bench);
}

/* As many as could start now, and as many as may reserve. */
Test(order, tasks_of_an_array)
{
	struct bench bench;

	begin(&bench, 1);
	bench.options.max_job_array_resv = 2;
	bench.request.tasks = 1;
	bench.request.per_task = (int64_t[]){[FT_CORES] = 1, [FT_MEMORY] = 0};
	bench.pick[0].request = &bench.request;
	bench.pick[0].request_count = 1;
	bench.pick[0].copies = 100;
	fts_build_jobs(&bench.build);
	cr_assert_eq(bench.build.snapshot->job_count, NODES * CORES + 2);
	for (uint32_t i = 0; i < bench.build.snapshot->job_count; i++)
		cr_expect_eq(bench.cycle.candidate[i].copy, i);
	end(&bench);
}

static void one_of_more_qos(struct bench *bench)
{
	begin(bench, 2);
	preempts = true;
	bench->pick[0].priority = 9;
	job[1].qos_id = HIGH;
	job[1].qos_ptr = &qos[HIGH];
}

Test(order, jobs_stand_before_those_that_they_may_preempt)
{
	struct bench bench;

	one_of_more_qos(&bench);
	cr_expect(second_is_first(&bench));
	one_of_more_qos(&bench);
	bench.pick[0].expedited = true;
	cr_expect_not(second_is_first(&bench), "it is expedited");
	one_of_more_qos(&bench);
	preempts = false;
	cr_expect_not(second_is_first(&bench));
}
