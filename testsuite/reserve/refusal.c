/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When a job that slurmctld refused is tried again.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/promise/refusal.h"

enum { NODES = 3, NOW = 1000, JOB = 7, OTHER = 8, CODE = 2000 };

static const struct fts_candidate job = {.job_id = JOB, .hash = 1};
static const struct fts_candidate changed = {.job_id = JOB, .hash = 2};
static const struct fts_candidate other = {.job_id = OTHER, .hash = 1};

static int64_t pause_after(struct fts_refusals *table, int64_t now)
{
	fts_refusal_note(table, &job, CODE, false, now);
	return fts_refusal_find(table, &job)->retry_at - now;
}

Test(refusal, pauses_double_up_to_a_minute)
{
	static const int64_t pauses[] = {1, 2, 4, 8, 16, 32, 60, 60};
	struct fts_refusals table = {0};

	for (size_t i = 0; i < sizeof(pauses) / sizeof(*pauses); i++)
		cr_expect_eq(pause_after(&table, NOW), pauses[i], "%zu", i);
	cr_expect_eq(fts_refusal_note(&table, &job, CODE, false, NOW), 9);
	fts_refusal_free(&table);
}

Test(refusal, a_job_that_asks_for_something_else_is_new)
{
	struct fts_refusals table = {0};

	for (int i = 0; i < 3; i++)
		fts_refusal_note(&table, &job, CODE, false, NOW);
	cr_expect_null(fts_refusal_find(&table, &changed));
	cr_expect_eq(fts_refusal_note(&table, &changed, CODE, false, NOW), 1);
	cr_expect_null(fts_refusal_find(&table, &job));
	cr_expect_eq(fts_refusal_note(&table, &changed, CODE, true, NOW), 1,
		     "a limit is another reason");
	fts_refusal_free(&table);
}

Test(refusal, the_next_try_is_the_earliest_that_is_to_come)
{
	struct fts_refusals table = {0};

	cr_expect_eq(fts_refusal_next(&table, NOW), FT_NEVER);
	fts_refusal_note(&table, &job, CODE, false, NOW);
	fts_refusal_note(&table, &other, CODE, false, NOW);
	fts_refusal_note(&table, &other, CODE, false, NOW);
	cr_expect_eq(fts_refusal_next(&table, NOW), NOW + 1);
	cr_expect_eq(fts_refusal_next(&table, NOW + 1), NOW + 2);
	fts_refusal_forget(&table, OTHER);
	cr_expect_eq(fts_refusal_next(&table, NOW + 1), FT_NEVER);
	cr_expect_null(fts_refusal_find(&table, &other));
	cr_expect_not_null(fts_refusal_find(&table, &job));
	fts_refusal_free(&table);
}

struct bench {
	struct fts_cycle last, cycle;
	struct fts_candidate candidate;
	struct fts_refusals table;
};

static struct ft_snapshot *machine(int64_t now)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);

	snapshot->now = now;
	return snapshot;
}

/* A job that may use the first two nodes, refused in the last cycle. */
static void begin(struct bench *bench, bool limit)
{
	static char *names[NODES] = {"a", "b", "c"};
	struct ft_node_set *eligible;
	struct ft_job *record;

	*bench = (struct bench){.candidate = job};
	bench->last.snapshot = machine(NOW);
	bench->cycle.snapshot = machine(NOW + 1);
	bench->last.node_name = bench->cycle.node_name = names;
	bench->cycle.candidate = &bench->candidate;
	record = ft_snapshot_add_job(bench->cycle.snapshot);
	record->job_id = JOB;
	record->request_count = 1;
	record->request = ft_snapshot_alloc(bench->cycle.snapshot,
					    sizeof(*record->request));
	eligible = ft_snapshot_set(bench->cycle.snapshot);
	ft_node_set_add(eligible, 0);
	ft_node_set_add(eligible, 1);
	record->request->eligible = eligible;
	for (int i = 0; i < 6; i++)
		fts_refusal_note(&bench->table, &job, CODE, limit, NOW);
}

static bool woken(struct bench *bench)
{
	fts_refusal_wake(&bench->table, &bench->last, &bench->cycle);
	return fts_refusal_find(&bench->table, &job)->retry_at == NOW + 1;
}

static void end(struct bench *bench)
{
	ft_snapshot_free(bench->last.snapshot);
	ft_snapshot_free(bench->cycle.snapshot);
	fts_refusal_free(&bench->table);
}

/* A job that ran on that node has ended since. */
static void ran_on(struct bench *bench, uint32_t node)
{
	struct ft_run *run = ft_snapshot_add_run(bench->last.snapshot);

	run->job_id = OTHER;
	run->share_count = 1;
	run->share =
		ft_snapshot_alloc(bench->last.snapshot, sizeof(*run->share));
	run->share->node = node;
}

Test(refusal, a_node_that_the_job_may_use_becomes_free)
{
	struct bench bench;

	begin(&bench, false);
	cr_expect_not(woken(&bench), "nothing happened");
	ran_on(&bench, 2);
	cr_expect_not(woken(&bench), "the job may not use it");
	ran_on(&bench, 1);
	ft_snapshot_add_run(bench.cycle.snapshot)->job_id = OTHER;
	cr_expect_not(woken(&bench), "it runs still");
	bench.cycle.snapshot->run_count = 0;
	cr_expect(woken(&bench));
	end(&bench);
}

Test(refusal, a_node_that_the_job_may_use_comes_back)
{
	struct bench bench;

	begin(&bench, false);
	bench.last.snapshot->node[2].available_from = FT_NEVER;
	cr_expect_not(woken(&bench));
	bench.last.snapshot->node[0].available_from = FT_NEVER;
	cr_expect(woken(&bench));
	end(&bench);
}

Test(refusal, a_limit_does_not_go_by_nodes)
{
	struct bench bench;

	begin(&bench, true);
	ran_on(&bench, 0);
	cr_expect_not(woken(&bench));
	end(&bench);
}

Test(refusal, nodes_with_other_numbers_may_all_be_free)
{
	static char *renamed[NODES] = {"a", "b", "d"};
	struct bench bench;

	begin(&bench, false);
	bench.cycle.node_name = renamed;
	cr_expect(woken(&bench));
	end(&bench);
}
