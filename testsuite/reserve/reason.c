/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reason that squeue shows of a planned job that waits.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "slurm/reserve/start/estimate.h"
#include "slurm/reserve/start/reason.h"

enum { NODES = 4, NOW = 10000, WINDOW = 86400, LENGTH = 600 };

/* slurmctld's own, which is not there. */
__typeof__(avail_node_bitmap) avail_node_bitmap;
__typeof__(future_node_bitmap) future_node_bitmap;

static int reserved;	/* what job_test_resv_now() says */
static bool tasks_left; /* of an array's limit */
static int staged;	/* what its burst buffer's plugin says */

int job_test_resv_now(job_record_t *job)
{
	return reserved;
}

bool job_array_start_test(job_record_t *job)
{
	return tasks_left;
}

int bb_g_job_test_stage_in(job_record_t *job, bool test_only)
{
	return staged;
}

struct bench {
	struct fts_cycle cycle;
	struct ft_schedule schedule;
	struct ft_placement placement;
	struct ft_request request;
	part_record_t part;
	job_record_t job;
	job_details_t details;
};

static void begin(struct bench *bench)
{
	struct ft_job *record;

	*bench = (struct bench){0};
	bench->cycle.snapshot = ft_snapshot_new(NODES, 2, 0);
	bench->cycle.snapshot->now = NOW;
	bench->cycle.snapshot->window_end = NOW + WINDOW;
	bench->cycle.schedule = &bench->schedule;
	bench->schedule.placement = &bench->placement;
	bench->request.duration = LENGTH;
	record = ft_snapshot_add_job(bench->cycle.snapshot);
	record->request = &bench->request;
	record->request_count = 1;
	bench->job.details = &bench->details;
	bench->job.part_ptr = &bench->part;
	avail_node_bitmap = bit_alloc(NODES);
	future_node_bitmap = bit_alloc(NODES);
	bit_set_all(avail_node_bitmap);
	staged = 1;
	reserved = SLURM_SUCCESS;
	tasks_left = true;
}

static void end(struct bench *bench)
{
	xfree(bench->job.state_desc);
	ft_snapshot_free(bench->cycle.snapshot);
	FREE_NULL_BITMAP(avail_node_bitmap);
	FREE_NULL_BITMAP(future_node_bitmap);
}

static bool judge(struct bench *bench)
{
	return fts_schedule_reason(&bench->job, &bench->cycle, 0);
}

/* What a job without a reason gets for one that stops it. */
static uint32_t reason(struct bench *bench, enum ft_obstacle obstacle)
{
	bench->job.state_reason = WAIT_NO_REASON;
	bench->placement.obstacle = obstacle;
	(void) judge(bench);
	return bench->job.state_reason;
}

static bool says(const struct bench *bench, const char *words)
{
	return bench->job.state_desc && strstr(bench->job.state_desc, words);
}

Test(reason, follows_what_is_in_the_way)
{
	struct bench bench;

	begin(&bench);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_PRIORITY), WAIT_PRIORITY);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_LIMIT), WAIT_RESOURCES);
	cr_expect_null(bench.job.state_desc);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_CLOSURE), WAIT_NODE_NOT_AVAIL);
	cr_expect(says(&bench, "ReqNodeNotAvail, May be reserved"));
	bench.job.resv_name = xstrdup("mine");
	cr_expect_eq(reason(&bench, FT_OBSTACLE_CLOSURE), WAIT_RESERVATION);
	cr_expect_null(bench.job.state_desc, "the text was another reason's");
	xfree(bench.job.resv_name);
	end(&bench);
}

Test(reason, begin_time_is_the_jobs_or_its_nodes)
{
	struct bench bench;

	begin(&bench);
	bench.details.begin_time = time(NULL) + LENGTH;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_BEGIN), WAIT_TIME);
	cr_expect_not(judge(&bench), "its time is to come");
	bench.details.begin_time = 1;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_BEGIN), WAIT_RESOURCES);
	end(&bench);
}

/* A pool of burst buffers counts as a licence. */
Test(reason, licences_or_a_burst_buffer)
{
	static char buffer[] = "pool=fast capacity=1";
	struct bench bench;

	begin(&bench);
	bench.job.license_list = list_create(NULL);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_LICENCES), WAIT_LICENSES);
	list_destroy(bench.job.license_list);
	bench.job.license_list = NULL;
	bench.job.burst_buffer = buffer;
	staged = -1;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_LICENCES),
		     WAIT_BURST_BUFFER_RESOURCE);
	cr_expect_not(judge(&bench), "it still waits for it");
	bench.job.state_reason = WAIT_BURST_BUFFER_STAGING;
	cr_expect_not(judge(&bench), "it is being staged in");
	staged = 1;
	bench.placement.obstacle = FT_OBSTACLE_PRIORITY;
	cr_expect(judge(&bench));
	cr_expect_eq(bench.job.state_reason, WAIT_PRIORITY);
	end(&bench);
}

Test(reason, one_that_says_more_stays)
{
	static const uint32_t said[] = {
		WAIT_HELD_USER,	      WAIT_DEPENDENCY,
		WAIT_ASSOC_GRP_CPU,   WAIT_QOS_MAX_JOB_PER_USER,
		FAIL_BAD_CONSTRAINTS,
	};
	struct bench bench;

	begin(&bench);
	bench.placement.obstacle = FT_OBSTACLE_PRIORITY;
	for (size_t i = 0; i < ARRAY_SIZE(said); i++) {
		bench.job.state_reason = said[i];
		cr_expect_not(judge(&bench), "%u", said[i]);
		cr_expect_eq(bench.job.state_reason, said[i]);
	}
	end(&bench);
}

/* What an earlier test said goes once that test is passed. */
Test(reason, one_of_a_test_that_is_passed_goes)
{
	struct bench bench;

	begin(&bench);
	bench.placement.obstacle = FT_OBSTACLE_PRIORITY;
	bench.job.state_reason = WAIT_RESERVATION;
	reserved = ESLURM_RESERVATION_BUSY;
	cr_expect_not(judge(&bench));
	reserved = SLURM_SUCCESS;
	cr_expect(judge(&bench));
	cr_expect_eq(bench.job.state_reason, WAIT_PRIORITY);
	bench.job.state_reason = WAIT_ARRAY_TASK_LIMIT;
	tasks_left = false;
	cr_expect_not(judge(&bench));
	tasks_left = true;
	cr_expect(judge(&bench));
	cr_expect_not(judge(&bench), "nothing changes");
	end(&bench);
}

/* A plan that ended before the job says nothing but its place. */
Test(reason, a_job_that_the_plan_did_not_reach)
{
	struct bench bench;

	begin(&bench);
	bench.placement.verdict = FT_UNSEEN;
	bench.job.state_reason = WAIT_RESOURCES;
	cr_expect_not(judge(&bench));
	cr_expect_eq(bench.job.state_reason, WAIT_RESOURCES);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_NONE), WAIT_PRIORITY);
	end(&bench);
}

Test(reason, impossible_on_the_machine_as_it_is)
{
	struct bench bench;

	begin(&bench);
	bench.placement.verdict = FT_IMPOSSIBLE;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect(says(&bench, "not in the cluster as it is now"));
	bit_clear(avail_node_bitmap, 1);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect(says(&bench, "DOWN, DRAINED or reserved"));
	bit_set(future_node_bitmap, 1);
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect(says(&bench, "not in the cluster as it is now"),
		  "a future node is none that is down");
	end(&bench);
}

Test(reason, a_deadline_that_no_start_can_meet)
{
	struct bench bench;

	begin(&bench);
	bench.job.deadline = NOW + LENGTH - 1;
	bench.request.end_by = (int64_t) bench.job.deadline;
	bench.placement.verdict = FT_BEYOND;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect(says(&bench, "Deadline cannot be met"));
	bench.job.deadline += 10 * LENGTH;
	bench.request.end_by = (int64_t) bench.job.deadline;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect(says(&bench, "Deadline cannot be met"),
		  "all starts in time have been looked at");
	bench.job.deadline += 2 * WINDOW;
	bench.request.end_by = (int64_t) bench.job.deadline;
	cr_expect_eq(reason(&bench, FT_OBSTACLE_RESOURCES), WAIT_RESOURCES);
	cr_expect_null(bench.job.state_desc, "a later plan may find a start");
	end(&bench);
}

Test(reason, a_job_that_no_plan_can_hold)
{
	struct bench bench;

	begin(&bench);
	cr_expect(fts_schedule_reason_misfit(&bench.job, "too many nodes"));
	cr_expect(says(&bench, "Cannot be planned: too many nodes"));
	cr_expect_not(fts_schedule_reason_misfit(&bench.job, "too many nodes"));
	bench.job.state_reason = WAIT_HELD;
	cr_expect_not(fts_schedule_reason_misfit(&bench.job, "another"));
	end(&bench);
}

/* What the record shows, as the snapshot notes it. */
static void note_shown(const struct bench *bench,
		       struct fts_candidate *candidate)
{
	*candidate = (struct fts_candidate){
		.shown = {.start = bench->job.start_time,
			  .reason = bench->job.state_reason,
			  .nodes = bench->job.sched_nodes != NULL,
			  .text = bench->job.state_desc != NULL,
			  .buffer = bench->job.burst_buffer != NULL}};
}

/* Where a job is left alone because it shows all of it, nothing is written to
 * it; returns whether it is. */
static bool leaves_alone(struct bench *bench, struct fts_candidate *candidate)
{
	bool stands;

	note_shown(bench, candidate);
	bench->cycle.candidate = candidate;
	stands = fts_schedule_reason_stands(&bench->cycle, 0);
	if (judge(bench))
		cr_expect(!stands, "reason %u, obstacle %d, verdict %d",
			  candidate->shown.reason, bench->placement.obstacle,
			  bench->placement.verdict);
	return stands;
}

Test(reason, that_stands_is_not_written_again)
{
	enum { REASONS = 220 };
	struct fts_candidate candidate;
	struct bench bench;
	uint32_t left = 0, twice = 0;

	begin(&bench);
	for (uint32_t n = 0; n < REASONS * 8 * 8 * 4; n++) {
		bench.job.state_reason = n % REASONS;
		bench.placement.obstacle = (enum ft_obstacle)(n / REASONS % 8);
		bench.placement.verdict =
			(enum ft_verdict)(n / REASONS / 8 % 8);
		bench.job.deadline = n / REASONS / 64 % 2 ? NOW + 60 : 0;
		bench.request.end_by =
			bench.job.deadline ? bench.job.deadline : FT_NEVER;
		xfree(bench.job.state_desc);
		if (n / REASONS / 128)
			bench.job.state_desc = xstrdup("what was said before");
		if (bench.placement.obstacle > FT_OBSTACLE_LIMIT ||
		    bench.placement.verdict > FT_UNSEEN)
			continue;
		left += leaves_alone(&bench, &candidate);
		/* What was written just now. */
		twice += leaves_alone(&bench, &candidate);
	}
	cr_expect_gt(left, 1000);
	cr_expect_gt(twice, left, "what was written stands from then on");
	end(&bench);
}

static bool shows_alone(struct bench *bench, struct fts_candidate *candidate,
			bool same_nodes)
{
	struct fts_estimate estimate = {.same_nodes = same_nodes};
	bool stands;

	note_shown(bench, candidate);
	bench->cycle.candidate = candidate;
	stands = fts_estimate_stands(&estimate, &bench->cycle);
	if (fts_estimate_show(&bench->job, &estimate, &bench->cycle))
		cr_expect(!stands, "shown %lld, planned %lld, verdict %d",
			  (long long) candidate->shown.start,
			  (long long) bench->placement.start,
			  bench->placement.verdict);
	xfree(estimate.nodes);
	return stands;
}

Test(reason, start_that_stands_is_not_written_again)
{
	static const int64_t at[] = {0, NOW - 60, NOW, NOW + 50, NOW + 600};
	enum { TIMES = sizeof(at) / sizeof(*at), CASES = 2 * 2 * 2 * 2 };
	static char *names[] = {"n0", "n1", "n2", "n3"};
	struct ft_share share = {.node = 1};
	struct fts_candidate candidate;
	struct bench bench;
	int64_t unheld;
	uint32_t left = 0;

	begin(&bench);
	bench.cycle.node_name = names;
	bench.cycle.unheld = &unheld;
	bench.placement.share = &share;
	bench.placement.share_count = 1;
	for (uint32_t n = 0; n < TIMES * TIMES * CASES; n++) {
		uint32_t flags = n / TIMES / TIMES;

		bench.job.start_time = at[n % TIMES];
		bench.placement.start = unheld = at[n / TIMES % TIMES];
		bench.placement.verdict = flags & 1 ? FT_PLACED : FT_BEYOND;
		xfree(bench.job.sched_nodes);
		if (flags & 2)
			bench.job.sched_nodes = xstrdup("n1");
		bench.job.burst_buffer = flags & 4 ? names[0] : NULL;
		left += shows_alone(&bench, &candidate, flags & 8);
	}
	cr_expect_gt(left, 40);
	bench.job.burst_buffer = NULL;
	xfree(bench.job.sched_nodes);
	end(&bench);
}
