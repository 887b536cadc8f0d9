/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For what promises move up in turn under rsv_compress=fill, and for what not.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/promise/compaction.h"

enum { NODES = 4, NOW = 10000, PASSED = 30, JOB = 7, OTHER = 8, LATER = 5000 };

struct bench {
	struct fts_promise_book book;
	struct ft_schedule schedule;
	struct ft_placement placement;
	struct fts_promise promise;
	struct fts_cycle cycle;
	struct fts_candidate candidate;
};

static struct ft_snapshot *machine(int64_t now)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);

	snapshot->now = now;
	snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	for (uint32_t n = 0; n < NODES; n++)
		snapshot->capacity[n * 2 + FT_CORES] = 8;
	return snapshot;
}

/* A cycle after one in which a job was promised a later start. */
static struct bench *two_cycles(void)
{
	static struct bench bench;
	struct ft_request *request;
	struct ft_job *job;

	bench = (struct bench){0};
	bench.placement = (struct ft_placement){
		.verdict = FT_PLACED, .held = true, .start = NOW + LATER};
	bench.schedule.placement = &bench.placement;
	bench.promise = (struct fts_promise){.job_id = JOB};
	bench.book = (struct fts_promise_book){
		.last = {.snapshot = machine(NOW), .schedule = &bench.schedule},
		.promise = &bench.promise,
		.count = 1,
	};
	ft_snapshot_add_job(bench.book.last.snapshot)->job_id = JOB;
	bench.cycle.snapshot = machine(NOW + PASSED);
	bench.cycle.candidate = &bench.candidate;
	bench.candidate.job_id = JOB;
	job = ft_snapshot_add_job(bench.cycle.snapshot);
	request = ft_snapshot_alloc(bench.cycle.snapshot, sizeof(*request));
	job->job_id = JOB;
	job->request = request;
	job->request_count = 1;
	job->promise = NOW + LATER;
	return &bench;
}

/* Do promises move up in turn? */
static bool moves(struct bench *bench, bool changed)
{
	bench->cycle.snapshot->policy.compress = FT_COMPRESS_PRIORITY;
	fts_compaction_take(&bench->book, &bench->cycle, changed);
	return bench->cycle.snapshot->policy.compress == FT_COMPRESS_ORDER;
}

static void end(struct bench *bench)
{
	ft_snapshot_free(bench->book.last.snapshot);
	ft_snapshot_free(bench->cycle.snapshot);
}

Test(compaction, nothing_happened)
{
	struct bench *bench = two_cycles();

	cr_expect_not(moves(bench, false));
	cr_expect(moves(bench, true), "slurm.conf or partitions changed");
	bench->book.restored = true;
	cr_expect_not(moves(bench, true), "what changed is not known");
	end(bench);
}

Test(compaction, a_run_that_ends_early_is_no_occasion)
{
	struct bench *bench = two_cycles();

	ft_snapshot_add_run(bench->book.last.snapshot)->job_id = OTHER;
	cr_expect_not(moves(bench, false));
	end(bench);
}

Test(compaction, a_node_comes_back_or_grows)
{
	struct bench *bench = two_cycles();
	struct ft_snapshot *was = bench->book.last.snapshot;
	struct ft_snapshot *is = bench->cycle.snapshot;

	was->node[1].available_from = FT_NEVER;
	cr_expect(moves(bench, false), "it was down");
	is->node[1].available_from = FT_NEVER;
	cr_expect_not(moves(bench, false), "it is down still");
	is->capacity[2 * 2 + FT_CORES] = 9;
	cr_expect(moves(bench, false));
	is->capacity[2 * 2 + FT_CORES] = 7;
	cr_expect_not(moves(bench, false), "it has less");
	end(bench);
}

Test(compaction, a_job_gives_up_its_place)
{
	struct bench *bench = two_cycles();
	struct ft_snapshot *is = bench->cycle.snapshot;

	bench->candidate.job_id = OTHER;
	cr_expect(moves(bench, false), "it is not there any more");
	ft_snapshot_add_run(is)->job_id = JOB;
	cr_expect_not(moves(bench, false), "it runs");
	end(bench);

	bench = two_cycles();
	bench->cycle.snapshot->job[0].promise = FT_NEVER;
	cr_expect(moves(bench, false), "it asks for something else");
	bench->placement.held = false;
	cr_expect_not(moves(bench, false), "it held nothing");
	end(bench);
}

Test(compaction, a_reservation_goes)
{
	struct bench *bench = two_cycles();
	struct ft_closure *was =
		ft_snapshot_add_closure(bench->book.last.snapshot);
	struct ft_closure *is;

	was->start = NOW + LATER;
	was->end = NOW + 2 * LATER;
	cr_expect(moves(bench, false));
	is = ft_snapshot_add_closure(bench->cycle.snapshot);
	is->start = was->start + PASSED; /* it floats */
	is->end = was->end;
	cr_expect_not(moves(bench, false));
	is->end -= 1;
	cr_expect(moves(bench, false), "it ends earlier");
	end(bench);
}
