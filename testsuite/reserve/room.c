/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For what a cycle's plan leaves of nodes once jobs have started that were
 * tried.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/trial/room.h"

enum { NODES = 2, RESOURCES = 2, CORES = 16, NOW = 10000, LENGTH = 3600 };

struct bench {
	struct fts_cycle cycle;
	struct ft_schedule schedule;
	struct ft_placement placement[2];
	struct fts_candidate candidate[2];
	struct ft_share share[NODES];
	struct fts_room room;
	bool started[2];
};

static const int64_t few[RESOURCES] = {4, 0}, many[RESOURCES] = {8, 0};

static void add_job(struct ft_snapshot *snapshot, uint32_t id)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_request *request =
		ft_snapshot_alloc(snapshot, sizeof(*request));

	request->duration = LENGTH;
	job->job_id = id;
	job->request = request;
	job->request_count = 1;
	job->promise = FT_NEVER;
}

/* Two jobs: the first is due on both nodes with few cores of each, the second
 * has no place. */
static struct bench *two_jobs(void)
{
	static struct bench bench;
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, RESOURCES, 0);

	bench = (struct bench){0};
	snapshot->now = NOW;
	for (uint32_t n = 0; n < NODES; n++) {
		snapshot->capacity[n * RESOURCES + FT_CORES] = CORES;
		bench.share[n] = (struct ft_share){.node = n, .amount = few};
	}
	add_job(snapshot, 7);
	add_job(snapshot, 8);
	bench.placement[0] = (struct ft_placement){
		.verdict = FT_PLACED,
		.start = NOW,
		.duration = LENGTH,
		.share = bench.share,
		.share_count = NODES,
	};
	bench.placement[1].verdict = FT_BEYOND;
	for (uint32_t i = 0; i < 2; i++)
		bench.candidate[i].request_count = 1;
	bench.schedule.placement = bench.placement;
	bench.cycle.snapshot = snapshot;
	bench.cycle.schedule = &bench.schedule;
	bench.cycle.candidate = bench.candidate;
	bench.cycle.choice_first = RESOURCES;
	bench.room.cycle = &bench.cycle;
	bench.room.started = bench.started;
	cr_assert(fts_room_open(&bench.room));
	return &bench;
}

/* May the second job have so many cores of the node now? */
static bool second_may_have(struct bench *bench, uint32_t node, int64_t cores)
{
	const int64_t amount[RESOURCES] = {cores, 0};

	return fts_room_left(&bench->room, node, amount, false) &&
	       fts_room_holds(&bench->room, 1,
			      bench->cycle.snapshot->job[1].request, node,
			      amount, NOW + LENGTH);
}

static void end(struct bench *bench)
{
	fts_room_close(&bench->room);
	ft_snapshot_free(bench->cycle.snapshot);
}

/* As fts_trial_took() notes it: what is told of both nodes. */
static void first_is_told(struct bench *bench)
{
	fts_room_leave(&bench->room, 0);
	for (uint32_t n = 0; n < NODES; n++)
		fts_room_take(&bench->room, 0, n, few, NOW + LENGTH);
	bench->started[0] = true;
}

Test(room, a_job_has_what_it_was_given)
{
	struct bench *bench = two_jobs();

	first_is_told(bench);
	for (uint32_t n = 0; n < NODES; n++) {
		cr_expect(second_may_have(bench, n, 12));
		cr_expect_not(second_may_have(bench, n, 13));
		cr_expect_eq(bench->room.users[n], 1);
	}
	end(bench);
}

Test(room, a_job_that_has_other_than_was_told_counts_once)
{
	struct bench *bench = two_jobs();

	first_is_told(bench);
	fts_room_leave(&bench->room, 0);
	fts_room_take(&bench->room, 0, 1, many, NOW + LENGTH);
	cr_expect(second_may_have(bench, 0, CORES), "it is not there");
	cr_expect_eq(bench->room.users[0], 0);
	cr_expect(second_may_have(bench, 1, 8));
	cr_expect_not(second_may_have(bench, 1, 9));
	cr_expect_eq(bench->room.users[1], 1);
	end(bench);
}

Test(room, what_was_given_whole_is_not_given_again)
{
	struct bench *bench = two_jobs();

	fts_room_leave(&bench->room, 0);
	fts_room_take(&bench->room, 0, 0, NULL, NOW + LENGTH);
	fts_room_leave(&bench->room, 0);
	cr_expect_not(second_may_have(bench, 0, 1));
	cr_expect(second_may_have(bench, 1, CORES));
	end(bench);
}
