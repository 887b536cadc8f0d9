/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Limits that can be worked out on paper: 8 nodes of one core, now is 0.
 */
#include <criterion/criterion.h>

#include "core/timeline/gauge.h"
#include "core/plan/schedule.h"

enum { NODES = 8 };

static struct ft_snapshot *machine(enum ft_limit_kind kind, int64_t total)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 1, 0);
	struct ft_limit *limit = ft_snapshot_add_limit(snapshot);

	snapshot->window_end = FT_NEVER;
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[n] = 1;
	limit->kind = kind;
	limit->total = total;
	return snapshot;
}

static struct ft_claim *claim(struct ft_snapshot *snapshot, int64_t count)
{
	struct ft_claim *record = ft_snapshot_alloc(snapshot, sizeof(*record));

	record->count = count;
	return record;
}

/* A job on one node; count 0: the limit is none of its business. */
static struct ft_request *add(struct ft_snapshot *snapshot, int64_t duration,
			      int64_t count)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	ft_node_set_fill(all);
	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	*job->request = (struct ft_request){
		.duration = duration,
		.end_by = FT_NEVER,
		.min_nodes = 1,
		.max_nodes = 1,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.exclusive = true,
		.eligible = all,
		.claim_count = count > 0,
		.claim = claim(snapshot, count),
	};
	return job->request;
}

static void run(struct ft_snapshot *snapshot, int64_t until, int64_t count)
{
	struct ft_run *record = ft_snapshot_add_run(snapshot);

	record->job_id = 100;
	record->end = until;
	record->claim_count = 1;
	record->claim = claim(snapshot, count);
}

static struct ft_schedule *planned(struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	return schedule;
}

static void starts(struct ft_snapshot *snapshot, const int64_t *start)
{
	struct ft_schedule *schedule = planned(snapshot);

	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		if (start[j] == FT_NEVER)
			cr_expect_neq(place->verdict, FT_PLACED, "job %u", j);
		else
			cr_expect_eq(place->start, start[j], "job %u: %lld", j,
				     (long long) place->start);
	}
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* Who is over the limit waits; the nodes go to others meanwhile. */
Test(limit, what_is_held_comes_back_at_the_end)
{
	struct ft_snapshot *snapshot = machine(FT_LIMIT_HELD, 3);

	run(snapshot, 50, 2);
	add(snapshot, 10, 1);  /* one is left */
	add(snapshot, 10, 2);  /* not before the running job ends */
	add(snapshot, 100, 0); /* of somebody else */
	add(snapshot, 60, 1);  /* between the first and the second */
	add(snapshot, 10, 4);  /* never */
	starts(snapshot, (int64_t[]){0, 50, 0, 10, FT_NEVER});
}

/* 100 seconds of a running job are left, and fall to 60 in 40 seconds. */
Test(limit, run_seconds_fall_as_jobs_age)
{
	struct ft_snapshot *snapshot = machine(FT_LIMIT_FALLS, 120);

	run(snapshot, 100, 1);
	add(snapshot, 60, 1); /* 60 and 60 at 40 */
	add(snapshot, 20, 1);
	/* It counts 70: from 40 on two fall, to 50 at 75. */
	add(snapshot, 10, 7);
	/*
	 * At 15 it would have 5 too many left when the first starts, at 55 it
	 * would have 10 too many when the third starts; at 79 84 are used.
	 */
	add(snapshot, 30, 1);
	starts(snapshot, (int64_t[]){40, 0, 75, 79});
}

Test(limit, a_budget_does_not_come_back)
{
	struct ft_snapshot *snapshot = machine(FT_LIMIT_SPENT, 5);

	add(snapshot, 10, 3);
	add(snapshot, 10, 3);
	add(snapshot, 10, 2);
	add(snapshot, 10, 6);
	starts(snapshot, (int64_t[]){0, FT_NEVER, 0, FT_NEVER});
}

Test(limit, it_is_named_if_running_jobs_alone_use_it_up)
{
	struct ft_snapshot *snapshot = machine(FT_LIMIT_HELD, 1);
	struct ft_schedule *schedule;

	run(snapshot, 50, 1);
	add(snapshot, 10, 1);
	add(snapshot, 10, 2);
	add(snapshot, 10, 0);
	schedule = planned(snapshot);
	cr_expect_eq(schedule->placement[0].obstacle, FT_OBSTACLE_LIMIT);
	cr_expect_eq(schedule->placement[1].verdict, FT_IMPOSSIBLE);
	cr_expect_eq(schedule->placement[2].obstacle, FT_OBSTACLE_NONE);
	ft_schedule_free(schedule);
	snapshot->run_count = 0;
	schedule = planned(snapshot);
	cr_expect_eq(schedule->placement[0].start, 0);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

/* A new job in front takes the limit, and who held it moves. */
Test(limit, who_comes_in_front_displaces_promises)
{
	struct ft_snapshot *snapshot = machine(FT_LIMIT_HELD, 1);
	struct ft_share share = {.node = 3, .tasks = 1};

	add(snapshot, 10, 1);
	add(snapshot, 10, 1);
	snapshot->job[1].promise = 0;
	snapshot->job[1].promise_share = &share;
	snapshot->job[1].promise_share_count = 1;
	starts(snapshot, (int64_t[]){0, 10});
}

/* Giving back what was taken leaves nothing behind. */
Test(limit, a_gauge_forgets_what_is_given_back)
{
	enum { USES = 40 };
	struct ft_gauge gauge = {0};
	struct ft_gauge_use use[USES];

	for (uint32_t i = 0; i < USES; i++) {
		use[i] = (struct ft_gauge_use){
			.kind = i % 3 ? FT_LIMIT_FALLS : FT_LIMIT_HELD,
			.start = i * 7 % 30,
			.end = i * 7 % 30 + 1 + i * 11 % 40,
			.count = 1 + i % 5,
		};
		cr_assert_eq(ft_gauge_take(&gauge, &use[i]), 0);
	}
	for (uint32_t i = USES; i-- > 0;)
		cr_assert_eq(ft_gauge_give(&gauge, &use[i * 3 % USES]), 0);
	cr_expect_eq(gauge.count, 1);
	cr_expect_eq(gauge.step[0].level, 0);
	ft_gauge_fini(&gauge);
}
