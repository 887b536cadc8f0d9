/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bypass counts: who is passed by a start, and the book that keeps the sums.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/queue/bypass.h"
#include "core/queue/bypass_count.h"

enum { NODES = 8, NOW = 1000, JOBS_MAX = 64 };

/* A queue with a schedule that a test writes by hand. */
struct bed {
	struct ft_snapshot *snapshot;
	struct ft_placement placement[JOBS_MAX];
	struct ft_schedule schedule;
	bool started[JOBS_MAX];
	uint32_t passed[JOBS_MAX];
};

static void begin(struct bed *bed)
{
	memset(bed, 0, sizeof(*bed));
	bed->snapshot = ft_snapshot_new(NODES, 2, 0);
	bed->snapshot->now = NOW;
	bed->schedule.placement = bed->placement;
}

static struct ft_node_set *some_nodes(struct bed *bed, unsigned int mask)
{
	struct ft_node_set *set = ft_snapshot_set(bed->snapshot);

	for (uint32_t i = 0; i < NODES; i++)
		if (mask & 1u << i)
			ft_node_set_add(set, i);
	return set;
}

/* A job that may use the nodes of each set; it waits until told otherwise. */
static uint32_t queue(struct bed *bed, struct ft_node_set **set, uint32_t sets)
{
	struct ft_job *job = ft_snapshot_add_job(bed->snapshot);
	uint32_t i = bed->schedule.job_count++;

	job->job_id = i + 1;
	job->request_count = sets;
	job->request =
		ft_snapshot_alloc(bed->snapshot, sets * sizeof(*job->request));
	for (uint32_t r = 0; r < sets; r++)
		job->request[r].eligible = set[r];
	bed->placement[i].verdict = FT_PLACED;
	bed->placement[i].obstacle = FT_OBSTACLE_RESOURCES;
	bed->placement[i].start = NOW + 100;
	return i;
}

static void start(struct bed *bed, uint32_t job, uint32_t node)
{
	struct ft_placement *placement = &bed->placement[job];

	placement->start = NOW;
	placement->obstacle = FT_OBSTACLE_NONE;
	placement->share_count = 1;
	placement->share =
		ft_snapshot_alloc(bed->snapshot, sizeof(*placement->share));
	placement->share->node = node;
	bed->started[job] = true;
}

static void count(struct bed *bed)
{
	cr_assert_eq(ft_bypass_count(bed->snapshot, &bed->schedule,
				     bed->started, NULL, 0, bed->passed),
		     0);
}

Test(bypass, a_start_that_was_not_planned_counts_for_those_ahead_of_it)
{
	const struct ft_share share = {.node = 2};
	const struct ft_bypass_start others[] = {{1, 1, &share},
						 {2, 1, &share}};
	struct bed bed;
	struct ft_node_set *all, *some;

	begin(&bed);
	all = some_nodes(&bed, 0xff);
	some = some_nodes(&bed, 0x03);
	queue(&bed, &all, 1);
	queue(&bed, &all, 1);
	queue(&bed, &all, 1);
	queue(&bed, &some, 1);
	cr_assert_eq(ft_bypass_count(bed.snapshot, &bed.schedule, bed.started,
				     others, 2, bed.passed),
		     0);
	cr_expect_eq(bed.passed[0], 2);
	cr_expect_eq(bed.passed[1], 1);
	cr_expect_eq(bed.passed[2], 0);
	cr_expect_eq(bed.passed[3], 0);
	ft_snapshot_free(bed.snapshot);
}

Test(bypass, each_start_behind_counts_once)
{
	struct bed bed;
	struct ft_node_set *all;

	begin(&bed);
	all = some_nodes(&bed, 0xff);
	for (int i = 0; i < 5; i++)
		queue(&bed, &all, 1);
	start(&bed, 0, 0);
	start(&bed, 2, 1);
	start(&bed, 4, 2);
	count(&bed);
	cr_expect_eq(bed.passed[0], 0, "it runs");
	cr_expect_eq(bed.passed[1], 2);
	cr_expect_eq(bed.passed[2], 0);
	cr_expect_eq(bed.passed[3], 1);
	cr_expect_eq(bed.passed[4], 0);
	ft_snapshot_free(bed.snapshot);
}

Test(bypass, a_start_on_nodes_it_could_not_use_passes_nobody)
{
	struct bed bed;
	struct ft_node_set *set[2];

	begin(&bed);
	set[0] = some_nodes(&bed, 0x0f);
	set[1] = some_nodes(&bed, 0xf0);
	queue(&bed, &set[0], 1);
	queue(&bed, &set[1], 1);
	queue(&bed, set, 2);
	start(&bed, queue(&bed, &set[0], 1), 1);
	start(&bed, queue(&bed, &set[0], 1), 2);
	start(&bed, queue(&bed, &set[1], 1), 5);
	count(&bed);
	cr_expect_eq(bed.passed[0], 2);
	cr_expect_eq(bed.passed[1], 1);
	cr_expect_eq(bed.passed[2], 2, "the most of its requests");
	ft_snapshot_free(bed.snapshot);
}

Test(bypass, who_could_not_run_is_not_passed)
{
	struct bed bed;
	struct ft_node_set *all;

	begin(&bed);
	all = some_nodes(&bed, 0xff);
	for (int i = 0; i < 6; i++)
		queue(&bed, &all, 1);
	bed.placement[0].verdict = FT_IMPOSSIBLE;
	bed.placement[1].obstacle = FT_OBSTACLE_BEGIN;
	bed.placement[2].start = NOW; /* due, yet not started */
	bed.placement[3].verdict = FT_BEYOND;
	bed.placement[4].verdict = FT_UNRESERVED;
	start(&bed, 5, 0);
	count(&bed);
	for (uint32_t i = 0; i < 3; i++)
		cr_expect_eq(bed.passed[i], 0, "job %u", i);
	cr_expect_eq(bed.passed[3], 1);
	cr_expect_eq(bed.passed[4], 1);
	ft_snapshot_free(bed.snapshot);
}

/* The same by counting each pair. */
static uint32_t by_pairs(const struct bed *bed, uint32_t i)
{
	const struct ft_job *job = &bed->snapshot->job[i];
	uint32_t most = 0;

	if (bed->started[i])
		return 0;
	for (uint32_t r = 0; r < job->request_count; r++) {
		uint32_t n = 0;

		for (uint32_t j = i + 1; j < bed->schedule.job_count; j++)
			n += bed->started[j] &&
			     ft_node_set_has(job->request[r].eligible,
					     bed->placement[j].share->node);
		most = n > most ? n : most;
	}
	return most;
}

Test(bypass, random_queues_agree_with_counting_pairs)
{
	for (unsigned int seed = 0; seed < 300; seed++) {
		struct ft_node_set *set[4], *mine[2];
		struct bed bed;

		srandom(seed);
		begin(&bed);
		for (int i = 0; i < 4; i++)
			set[i] = some_nodes(&bed, (unsigned int) random());
		for (int i = 0; i < JOBS_MAX; i++) {
			uint32_t job;

			mine[0] = set[random() % 4];
			mine[1] = set[random() % 4];
			job = queue(&bed, mine, 1 + random() % 2);
			if (random() % 3 == 0)
				start(&bed, job, (uint32_t) random() % NODES);
		}
		count(&bed);
		for (uint32_t i = 0; i < JOBS_MAX; i++)
			cr_expect_eq(bed.passed[i], by_pairs(&bed, i),
				     "seed %u job %u", seed, i);
		ft_snapshot_free(bed.snapshot);
	}
}

Test(bypass, the_book_sums_and_stops_at_its_greatest)
{
	struct ft_bypass_book book = {0};

	cr_expect_eq(ft_bypass_get(&book, 7), 0);
	cr_expect_eq(ft_bypass_add(&book, 7, 0), 0);
	cr_expect_eq(book.table.count, 0, "nothing is no entry");
	ft_bypass_add(&book, 7, 3);
	ft_bypass_add(&book, 7, 4);
	cr_expect_eq(ft_bypass_get(&book, 7), 7);
	ft_bypass_add(&book, 7, UINT32_MAX - 1);
	cr_expect_eq(ft_bypass_get(&book, 7), UINT32_MAX);
	ft_bypass_free(&book);
}

Test(bypass, the_book_of_a_long_queue_gives_its_memory_back)
{
	enum { MANY = 10000, FEW = 10 };
	struct ft_bypass_book book = {0};

	for (uint32_t id = 1; id <= MANY; id++)
		ft_bypass_add(&book, id, id);
	for (uint32_t id = FEW + 1; id <= MANY; id++)
		ft_bypass_drop(&book, id);
	cr_expect_lt(book.table.room, MANY / 10);
	cr_expect_lt(book.table.index.size, MANY / 10);
	for (uint32_t id = 1; id <= FEW; id++)
		cr_expect_eq(ft_bypass_get(&book, id), id);
	for (uint32_t id = 1; id <= FEW; id++)
		ft_bypass_drop(&book, id);
	cr_expect_null(book.table.record);
	cr_expect_null(book.table.index.slot);
	ft_bypass_add(&book, 3, 2);
	cr_expect_eq(ft_bypass_get(&book, 3), 2);
	ft_bypass_free(&book);
}

Test(bypass, the_book_forgets_without_mixing_jobs_up)
{
	struct ft_bypass_book book = {0};
	uint32_t wanted[200] = {0};

	srandom(5);
	for (int step = 0; step < 20000; step++) {
		uint32_t id = (uint32_t) random() % 200;

		if (random() % 3 || !book.table.count) {
			ft_bypass_add(&book, id, 1);
			wanted[id]++;
		} else {
			wanted[id] = 0;
			ft_bypass_drop(&book, id);
		}
	}
	for (uint32_t id = 0; id < 200; id++)
		cr_expect_eq(ft_bypass_get(&book, id), wanted[id], "%u", id);
	while (book.table.count)
		ft_bypass_drop(
			&book,
			((struct ft_bypass *) book.table.record)->job_id);
	for (uint32_t id = 0; id < 200; id++)
		cr_expect_eq(ft_bypass_get(&book, id), 0);
	ft_bypass_free(&book);
}
