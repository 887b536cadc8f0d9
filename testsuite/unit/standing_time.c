/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long a board may take to follow a snapshot, by a clock of the test's.
 * Nodes of one core; a guest, and jobs that the board follows.
 */
#include <criterion/criterion.h>
#include <errno.h>

#include "../promised.h"
#include "ask_nodes.h"
#include "core/plan/planner.h"
#include "core/plan/standing_state.h"

enum {
	NOW = 1000,
	NODES = 4,
	JOBS = 6, /* each has all nodes for so long: */
	LAST = 600,
	USER_US = 100,
	PLAN_US = 1000000,
	LOOKS = 400, /* at the clock: more than a plan does */
};

/* A clock that leaps at one look, and asks to end at one. */
struct test_time {
	uint32_t looks, leap, end, asked;
};

static int64_t clock_that_leaps(const void *context)
{
	struct test_time *at = (struct test_time *) context;

	at->looks++;
	return at->looks > at->leap ? 10 * USER_US : 0;
}

static bool is_wanted(const void *context)
{
	struct test_time *at = (struct test_time *) context;

	return ++at->asked > at->end;
}

static struct ft_halt halt_of(struct test_time *at)
{
	return (struct ft_halt){
		.clock = clock_that_leaps,
		.wanted = is_wanted,
		.context = at,
		.plan_us = PLAN_US,
		.user_us = USER_US,
	};
}

/* Every second job is a guest. */
static struct ft_snapshot *queue_in_turn(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);
	int64_t *core = ft_snapshot_alloc(snapshot, 2 * sizeof(*core));

	core[FT_CORES] = 1;
	snapshot->now = NOW;
	snapshot->window_end = NOW + 100000;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[2 * n + FT_CORES] = 1;
	for (uint32_t j = 0; j < JOBS; j++) {
		struct ft_job *job =
			ask_nodes(snapshot, NODES, LAST, core, NOW);

		job->owner = 1 + j;
		job->priority = JOBS - j;
		job->request->contiguous = j % 2;
	}
	return snapshot;
}

/* Of a board that knows the first two jobs, all come; 0 or -ECANCELED. */
static int come_all(struct test_time *at, struct ft_planner_count *ret_count,
		    int64_t *ret_start)
{
	struct ft_snapshot *snapshot = queue_in_turn();
	struct ft_planner *planner = ft_planner_new();
	const struct ft_halt halt = halt_of(at);
	struct ft_schedule *first, *schedule;
	struct ft_err err;
	int rc;

	ft_planner_keep(planner, FT_KEEP_BOARD);
	snapshot->job_count = 2;
	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &first, &err), 0,
		     "%s", err.text);
	promise(snapshot, first);
	snapshot->job_count = JOBS;
	rc = ft_planner_plan(planner, snapshot, &halt, &schedule, &err);
	for (uint32_t j = 0; !rc && (j < JOBS); j++)
		ret_start[j] = schedule->placement[j].verdict == FT_PLACED
				       ? schedule->placement[j].start
				       : FT_NEVER;
	if (!rc)
		ft_schedule_free(schedule);
	*ret_count = ft_planner_counted(planner);
	ft_schedule_free(first);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
	return rc;
}

/* The time may be over at any look: the board follows, or a plan of the whole
 * queue gives each job the start that it would have had. */
Test(standing_time, a_plan_that_took_too_long_is_made_afresh)
{
	uint32_t followed = 0, afresh = 0;

	for (uint32_t leap = 1; leap < LOOKS; leap++) {
		struct test_time at = {.leap = leap, .end = UINT32_MAX};
		struct ft_planner_count count;
		int64_t start[JOBS];

		cr_assert_eq(come_all(&at, &count, start), 0);
		cr_expect_eq(count.followed + count.declined, 2);
		followed += count.followed;
		afresh += count.fresh == 2;
		for (uint32_t j = 0; j < JOBS; j++)
			cr_expect_eq(start[j], NOW + j * LAST,
				     "leap %u, job %u at %lld", leap, j,
				     (long long) start[j]);
	}
	cr_expect_gt(followed, 0);
	cr_expect_gt(afresh, 0);
}

/* One guest's plan: as one owner's jobs, and no more than is left. */
Test(standing_time, a_guest_has_no_more_than_one_owner)
{
	struct test_time at = {.leap = 1, .end = UINT32_MAX};
	struct ft_halt halt = halt_of(&at);
	struct ft_standing standing = {0};

	ft_standing_time_begin(&standing, &halt);
	at.leap = UINT32_MAX;
	cr_expect_eq(ft_standing_time_guest(&standing).plan_us, USER_US);
	halt.plan_us = USER_US / 2;
	cr_expect_eq(ft_standing_time_guest(&standing).plan_us, USER_US / 2);
	at.leap = 0;
	cr_expect_eq(ft_standing_time_guest(&standing).plan_us, 1);
	halt.user_us = 0;
	halt.plan_us = PLAN_US;
	cr_expect_eq(ft_standing_time_guest(&standing).plan_us, PLAN_US);
}

/* One that is not wanted ends, wherever it is. */
Test(standing_time, a_plan_that_is_not_wanted_ends)
{
	uint32_t ended = 0;

	for (uint32_t end = 0; end < LOOKS; end++) {
		struct test_time at = {.leap = UINT32_MAX, .end = end};
		struct ft_planner_count count;
		int64_t start[JOBS];
		int rc = come_all(&at, &count, start);

		cr_expect(!rc || (rc == -ECANCELED), "%d at %u", rc, end);
		cr_expect_eq(!rc, at.asked <= end);
		ended += rc != 0;
	}
	cr_expect_gt(ended, JOBS - 2);
}

/* When the time comes before which none of these jobs, or guests, starts the
 * plan goes on. */
Test(standing_time, that_a_begin_time_comes_is_no_change_of_a_job)
{
	enum { SOON = NOW + 100 };

	struct ft_snapshot *snapshot = queue_in_turn();
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *first, *schedule;
	struct ft_err err;

	for (uint32_t j = 0; j < JOBS; j++)
		snapshot->job[j].request->not_before = SOON;
	ft_planner_keep(planner, FT_KEEP_BOARD);
	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &first, &err), 0,
		     "%s", err.text);
	promise(snapshot, first);
	cr_expect_eq(snapshot->job[0].promise, SOON);
	/* An adapter tells of no time that has come. */
	snapshot->now = SOON;
	snapshot->window_end += SOON - NOW;
	for (uint32_t j = 0; j < JOBS; j++)
		snapshot->job[j].request->not_before = 0;
	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule, &err),
		     0, "%s", err.text);
	cr_expect_str_eq(ft_planner_declined(planner), "");
	cr_expect_eq(ft_planner_counted(planner).followed, 1);
	for (uint32_t j = 0; j < JOBS; j++)
		cr_expect_eq(schedule->placement[j].start,
			     first->placement[j].start, "job %u", j);
	ft_schedule_free(schedule);
	ft_schedule_free(first);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
}

/* That it was moved up is. */
Test(standing_time, a_begin_time_that_was_changed_is_a_change)
{
	struct ft_snapshot *snapshot = queue_in_turn();
	struct ft_planner *planner = ft_planner_new();
	struct ft_schedule *first, *schedule;
	struct ft_err err;

	snapshot->job_count = 1;
	snapshot->job->request->not_before = NOW + 100;
	ft_planner_keep(planner, FT_KEEP_BOARD);
	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &first, &err), 0,
		     "%s", err.text);
	promise(snapshot, first);
	snapshot->now += 10;
	snapshot->window_end += 10;
	snapshot->job->request->not_before = 0;
	cr_assert_eq(ft_planner_plan(planner, snapshot, NULL, &schedule, &err),
		     0, "%s", err.text);
	cr_expect_str_eq(ft_planner_declined(planner),
			 "a job with a promise changed");
	ft_schedule_free(schedule);
	ft_schedule_free(first);
	ft_planner_free(planner);
	ft_snapshot_free(snapshot);
}
