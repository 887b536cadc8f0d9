/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which promises lean on runs leaving: nodes of 8 cores, each with a run until
 * UNTIL, and jobs that are promised some of one node.
 */
#include <criterion/criterion.h>

#include "core/plan/leaning.h"

enum { NODES = 80, CORES = 8, NOW = 1000, UNTIL = 5000, START = 3000 };
enum { LAST = 500, KIND = 2 };

static int64_t *cores(struct ft_snapshot *snapshot, int64_t count)
{
	int64_t *amount = ft_snapshot_alloc(snapshot, snapshot->resource_count *
							      sizeof(*amount));

	amount[FT_CORES] = count;
	return amount;
}

static struct ft_share *on(struct ft_snapshot *snapshot, uint32_t node,
			   int64_t count)
{
	struct ft_share *share = ft_snapshot_alloc(snapshot, sizeof(*share));

	share->node = node;
	share->amount = cores(snapshot, count);
	return share;
}

/* Its run on each node has so many cores, and is of that class. */
static struct ft_snapshot *machine(int64_t count, uint32_t class)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, 2, 0);

	snapshot->now = NOW;
	for (uint32_t n = 0; n < NODES; n++) {
		struct ft_run *run = ft_snapshot_add_run(snapshot);

		snapshot->capacity[n * 2 + FT_CORES] = CORES;
		snapshot->capacity[n * 2 + FT_MEMORY] = 100;
		run->end = UNTIL;
		run->class = class;
		run->share_count = 1;
		run->share = on(snapshot, n, count);
	}
	return snapshot;
}

static struct ft_job *promise(struct ft_snapshot *snapshot, uint32_t node,
			      int64_t count, int64_t start)
{
	struct ft_job *job = ft_snapshot_add_job(snapshot);

	job->request_count = 1;
	job->request = ft_snapshot_alloc(snapshot, sizeof(*job->request));
	job->request->duration = LAST;
	job->request->takes = UINT64_C(1) << KIND;
	job->promise = start;
	job->promise_share_count = 1;
	job->promise_share = on(snapshot, node, count);
	return job;
}

/* Does the last job lean, and no other?  Frees the snapshot. */
static void expect(struct ft_snapshot *snapshot, bool wanted, const char *text)
{
	bool leans[NODES] = {false};
	uint32_t last = snapshot->job_count - 1;

	cr_assert_eq(ft_leaning_find(snapshot, leans), 0);
	for (uint32_t j = 0; j < last; j++)
		cr_expect(!leans[j], "%s: job %u", text, j);
	cr_expect_eq(leans[last], wanted, "%s", text);
	ft_snapshot_free(snapshot);
}

Test(leaning, a_promise_leans_on_a_run_that_it_has_no_room_beside)
{
	struct ft_snapshot *snapshot = machine(5, KIND);

	promise(snapshot, 3, 4, START);
	expect(snapshot, true, "five cores and four");
	snapshot = machine(5, KIND);
	promise(snapshot, 3, 4, NOW - 1);
	expect(snapshot, true, "a start whose second has passed");
	snapshot = machine(4, KIND);
	promise(snapshot, 3, 4, START);
	expect(snapshot, false, "four cores and four");
	snapshot = machine(5, KIND);
	promise(snapshot, 3, 4, UNTIL);
	expect(snapshot, false, "it has ended");
	snapshot = machine(5, KIND + 1);
	promise(snapshot, 3, 4, START);
	expect(snapshot, false, "it may not be taken");
	snapshot = machine(5, 0);
	promise(snapshot, 3, 4, START);
	expect(snapshot, false, "no job may take it");
	snapshot = machine(5, KIND);
	promise(snapshot, 3, 4, FT_NEVER);
	expect(snapshot, false, "no promise");
}

Test(leaning, a_promise_of_a_whole_node_leans_on_any_run)
{
	struct ft_snapshot *snapshot = machine(1, KIND);

	promise(snapshot, 3, 1, START)->request->exclusive = true;
	expect(snapshot, true, "exclusive");
	snapshot = machine(1, KIND);
	promise(snapshot, 3, 1, START)->promise_share->amount = NULL;
	expect(snapshot, true, "without an amount");
}

Test(leaning, promises_of_jobs_ahead_have_their_place_first)
{
	struct ft_snapshot *snapshot = machine(3, KIND);

	promise(snapshot, 3, 3, START);
	promise(snapshot, 3, 3, START + LAST - 1);
	expect(snapshot, true, "three times three cores");
	snapshot = machine(3, KIND);
	promise(snapshot, 3, 3, START);
	promise(snapshot, 3, 3, START + LAST);
	expect(snapshot, false, "one after the other");
	snapshot = machine(3, KIND);
	promise(snapshot, 3, 3, START)->promise_duration = 2 * LAST;
	promise(snapshot, 3, 3, START + LAST);
	expect(snapshot, true, "the first lasts longer than its request");
}

Test(leaning, only_the_first_are_named)
{
	struct ft_snapshot *snapshot = machine(5, KIND);
	bool leans[NODES] = {false};

	for (uint32_t n = 0; n < NODES; n++)
		promise(snapshot, n, 4, START);
	cr_assert_eq(ft_leaning_find(snapshot, leans), 0);
	for (uint32_t j = 0; j < NODES; j++)
		cr_expect_eq(leans[j], j < FT_LEANING_MAX, "job %u", j);
	ft_snapshot_free(snapshot);
}
