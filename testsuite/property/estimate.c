/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Estimates: one by hand, then laws on random cases; a failure names its seed.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/estimate.h"
#include "sample.h"

enum { CASES = 3000 };

static struct ft_schedule *plan(const struct ft_snapshot *snapshot)
{
	struct ft_schedule *schedule;
	struct ft_err err;

	cr_assert_eq(ft_schedule_plan(snapshot, &schedule, &err), 0, "%s",
		     err.text);
	return schedule;
}

/* The estimates and the plan's starts; FT_NEVER where there is none. */
static void estimate(const struct ft_snapshot *snapshot, int64_t *estimate,
		     int64_t *planned)
{
	struct ft_schedule *schedule = plan(snapshot);
	struct ft_err err;

	cr_assert_eq(
		ft_estimate_starts(snapshot, schedule, NULL, estimate, &err), 0,
		"%s", err.text);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		planned[i] = schedule->placement[i].verdict == FT_PLACED
				     ? schedule->placement[i].start
				     : FT_NEVER;
	ft_schedule_free(schedule);
}

/* One node for the whole of it, not before anything. */
static void queue(struct ft_snapshot *snapshot, int64_t limit,
		  int64_t predicted, struct ft_node_set *nodes)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	job->job_id = snapshot->job_count;
	job->reserve = true;
	job->predicted = predicted;
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

/* One node: who runs until 1000 will be gone at 100. */
static struct ft_snapshot *one_node(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(1, 2, 0);
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_node_set *nodes = ft_snapshot_set(snapshot);

	snapshot->window_end = FT_NEVER;
	snapshot->capacity[FT_CORES] = 4;
	ft_node_set_fill(nodes);
	run->end = 1000;
	run->predicted_end = 100;
	run->share_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	queue(snapshot, 500, 50, nodes);
	queue(snapshot, 500, 9999, nodes);
	queue(snapshot, 500, 0, nodes);
	queue(snapshot, 500, 0, nodes);
	return snapshot;
}

Test(estimate, promises_count_with_limits_and_estimates_with_predictions)
{
	struct ft_snapshot *snapshot = one_node();
	int64_t likely[4], planned[4];

	estimate(snapshot, likely, planned);
	cr_expect_eq(planned[0], 1000);
	cr_expect_eq(planned[1], 1500);
	cr_expect_eq(planned[2], 2000);
	cr_expect_eq(planned[3], 2500);
	cr_expect_eq(likely[0], 100, "who runs is gone then");
	cr_expect_eq(likely[1], 150, "the first runs for 50 s");
	cr_expect_eq(likely[2], 650, "never above the limit");
	cr_expect_eq(likely[3], 1150, "the limit, where nobody knows");
	ft_snapshot_free(snapshot);
}

Test(estimate, who_has_no_promise_has_an_estimate)
{
	struct ft_snapshot *snapshot = one_node();
	int64_t likely[4], planned[4];

	snapshot->job[3].reserve = false;
	snapshot->job[2].request->end_by = 2200;
	snapshot->window_end = 1200;
	estimate(snapshot, likely, planned);
	cr_expect_eq(planned[1], FT_NEVER, "beyond the window");
	cr_expect_eq(likely[1], 150);
	cr_expect_eq(planned[3], FT_NEVER, "not reserved");
	cr_expect_eq(likely[3], 1150);
	snapshot->job[2].request->end_by = 1100;
	estimate(snapshot, likely, planned);
	cr_expect_eq(likely[2], FT_NEVER, "a deadline stands for the limit");
	ft_snapshot_free(snapshot);
}

static void forget(struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		snapshot->job[i].predicted = 0;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		snapshot->run[i].predicted_end = 0;
}

static void predict(struct ft_snapshot *snapshot)
{
	forget(snapshot);
	for (uint32_t i = 0; i < snapshot->job_count; i++)
		if (!i || random() % 3)
			snapshot->job[i].predicted = 1 + random() % 12;
	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		struct ft_run *run = &snapshot->run[i];

		if (random() % 3 && run->end != FT_NEVER)
			run->predicted_end =
				snapshot->now + 1 +
				random() % (run->end - snapshot->now);
	}
}

/* Makes limits of the predictions. */
static void believe(struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		struct ft_job *job = &snapshot->job[i];
		const struct ft_request *shared = job->request;

		/* some jobs share their requests */
		job->request = ft_snapshot_alloc(
			snapshot, job->request_count * sizeof(*job->request));
		memcpy(job->request, shared,
		       job->request_count * sizeof(*job->request));
		job->reserve = true;
		for (uint32_t r = 0; r < job->request_count; r++) {
			struct ft_request *request = &job->request[r];
			int64_t least = request->least ? request->least
						       : request->duration;
			int64_t saved = least - job->predicted;

			if (!job->predicted ||
			    job->predicted >= request->duration)
				continue;
			request->duration = job->predicted;
			if (saved <= 0)
				continue;
			request->least = 0;
			if (request->end_by != FT_NEVER)
				request->end_by =
					request->end_by > saved
						? request->end_by - saved
						: 1;
		}
	}
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].predicted_end)
			snapshot->run[i].end = snapshot->run[i].predicted_end;
}

Test(estimate, it_is_the_earlier_of_two_plans)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_new(seed);
		struct ft_snapshot *other = sample_new(seed);
		int64_t likely[64], planned[64];
		struct ft_schedule *believed;

		srandom((unsigned int) seed);
		predict(snapshot);
		srandom((unsigned int) seed);
		predict(other);
		believe(other);
		cr_assert_leq(snapshot->job_count, 64);
		estimate(snapshot, likely, planned);
		believed = plan(other);
		for (uint32_t i = 0; i < snapshot->job_count; i++) {
			int64_t wanted = planned[i];

			if (believed->placement[i].verdict == FT_PLACED &&
			    believed->placement[i].start < wanted)
				wanted = believed->placement[i].start;
			cr_assert_eq(likely[i], wanted,
				     "seed %llu job %u: %lld, wanted %lld",
				     (unsigned long long) seed, i,
				     (long long) likely[i], (long long) wanted);
			cr_assert_geq(likely[i], snapshot->now);
		}
		ft_schedule_free(believed);
		ft_snapshot_free(snapshot);
		ft_snapshot_free(other);
	}
}

Test(estimate, without_predictions_it_is_the_plan)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct ft_snapshot *snapshot = sample_new(seed);
		int64_t likely[64], planned[64];

		sample_policy(snapshot, seed);
		forget(snapshot);
		cr_assert_leq(snapshot->job_count, 64);
		estimate(snapshot, likely, planned);
		for (uint32_t i = 0; i < snapshot->job_count; i++)
			cr_assert_eq(likely[i], planned[i], "seed %llu job %u",
				     (unsigned long long) seed, i);
		ft_snapshot_free(snapshot);
	}
}
