/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs that can do with less than their limit: where they start and how long
 * they last.  Two nodes, whole.
 */
#include <criterion/criterion.h>

#include "core/plan/schedule.h"
#include "core/plan/stretch.h"

enum { NOW = 1000 };

static struct ft_snapshot *machine(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(2, 2, 0);

	snapshot->now = NOW;
	snapshot->window_end = FT_NEVER;
	for (uint32_t i = 0; i < 4; i++)
		snapshot->capacity[i] = 4;
	return snapshot;
}

/* It can do with least seconds, in steps of 10; 0: it cannot. */
static struct ft_job *add(struct ft_snapshot *snapshot, uint32_t nodes,
			  int64_t least, int64_t duration)
{
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	ft_node_set_fill(all);
	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	*job->request = (struct ft_request){
		.duration = duration,
		.least = least,
		.step = least ? 10 : 0,
		.end_by = FT_NEVER,
		.min_nodes = nodes,
		.max_nodes = nodes,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.exclusive = true,
		.eligible = all,
	};
	return job;
}

static void run(struct ft_snapshot *snapshot, uint32_t node, int64_t end)
{
	struct ft_run *record = ft_snapshot_add_run(snapshot);

	record->job_id = 100 + node;
	record->end = end;
	record->share_count = 1;
	record->share = ft_snapshot_alloc(snapshot, sizeof(*record->share));
	record->share->node = node;
}

static void planned(struct ft_schedule *schedule, uint32_t job, int64_t start,
		    int64_t duration)
{
	const struct ft_placement *place = &schedule->placement[job];

	cr_expect_eq(place->verdict, FT_PLACED);
	cr_expect_eq(place->start, start, "job %u starts at %lld", job,
		     (long long) place->start);
	cr_expect_eq(place->duration, duration, "job %u lasts %lld", job,
		     (long long) place->duration);
}

static struct ft_schedule *plan(struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, NULL), 0);
	return schedule;
}

static void promise(struct ft_job *job, int64_t start, uint32_t node,
		    int64_t duration)
{
	static struct ft_share share[2] = {{.node = 0, .tasks = 1},
					   {.node = 1, .tasks = 1}};

	job->promise = start;
	job->promise_duration = duration;
	job->promise_held = true;
	job->promise_share = &share[node];
	job->promise_share_count = 1;
}

Test(stretch, a_gap_is_filled_up_to_the_limit)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 0, NOW + 45);
	add(snapshot, 2, 0, 100);
	add(snapshot, 1, 20, 90); /* 45 s are free on node 1 */
	add(snapshot, 1, 20, 30);
	add(snapshot, 1, 50, 90); /* the gap is too short */
	schedule = plan(snapshot);
	planned(schedule, 0, NOW + 45, 100);
	planned(schedule, 1, NOW, 40);
	planned(schedule, 2, NOW + 145, 30);
	planned(schedule, 3, NOW + 145, 90);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(stretch, a_deadline_shortens)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 0, NOW + 50);
	run(snapshot, 1, NOW + 50);
	add(snapshot, 1, 20, 90)->request->end_by = NOW + 85;
	add(snapshot, 1, 40, 90)->request->end_by = NOW + 85;
	schedule = plan(snapshot);
	planned(schedule, 0, NOW + 50, 30);
	cr_expect_eq(schedule->placement[1].verdict, FT_BEYOND);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(stretch, a_promise_grows_into_what_becomes_free)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_schedule *schedule;

	run(snapshot, 0, NOW + 50);
	run(snapshot, 1, NOW + 50);
	promise(add(snapshot, 1, 20, 90), NOW + 50, 0, 30);
	schedule = plan(snapshot);
	planned(schedule, 0, NOW + 50, 90);
	cr_expect_eq(schedule->placement[0].share->node, 0);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(stretch, a_promise_moves_to_nodes_where_it_may_last_longer)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
	struct ft_node_set *first = ft_snapshot_set(snapshot);
	struct ft_schedule *schedule;

	ft_node_set_add(first, 0);
	closure->start = NOW + 80;
	closure->end = FT_NEVER;
	closure->nodes = first;
	run(snapshot, 0, NOW + 50);
	run(snapshot, 1, NOW + 50);
	promise(add(snapshot, 1, 20, 90), NOW + 50, 0, 30);
	schedule = plan(snapshot);
	planned(schedule, 0, NOW + 50, 90);
	cr_expect_eq(schedule->placement[0].share->node, 1);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(stretch, a_promise_is_cut_before_it_is_given_up)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
	struct ft_node_set *both = ft_snapshot_set(snapshot);
	struct ft_schedule *schedule;

	ft_node_set_fill(both);
	closure->start = NOW + 95;
	closure->end = NOW + 1000;
	closure->nodes = both;
	run(snapshot, 0, NOW + 50);
	run(snapshot, 1, NOW + 50);
	promise(add(snapshot, 1, 20, 90), NOW + 50, 0, 90);
	schedule = plan(snapshot);
	planned(schedule, 0, NOW + 50, 40);
	ft_schedule_free(schedule);
	ft_snapshot_free(snapshot);
}

Test(stretch, the_longest_of_a_start_is_a_number_of_steps)
{
	struct ft_request request = {
		.duration = 95, .least = 20, .step = 10, .end_by = FT_NEVER};

	cr_expect_eq(ft_stretch_most(&request, NOW), 90);
	request.end_by = NOW + 55;
	cr_expect_eq(ft_stretch_most(&request, NOW), 50);
	cr_expect_lt(ft_stretch_most(&request, NOW + 40), 20);
}
