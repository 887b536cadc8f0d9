/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which nodes a job may have: of what amounts the same nodes have enough, how a
 * bitmap becomes a set, and several alternatives one.
 *
 * Features are for tests with a real slurmctld.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/base/arena.h"

#include "slurm/reserve/demand/eligible.h"
#include "slurm/reserve/nodes/node_rank.h"

enum { NODES = 5 };

struct bench {
	node_record_t node[NODES];
	node_record_t *table[NODES];
	struct fts_build build;
	job_record_t job;
	job_details_t details;
};

static void begin(struct bench *bench)
{
	static const uint64_t memory[NODES] = {1000, 4000, 1000, 0, 4000};
	static const uint16_t cpus[NODES] = {8, 8, 16, 1, 16};

	*bench = (struct bench){.job.details = &bench->details};
	for (int i = 0; i < NODES; i++) {
		bench->node[i].real_memory = memory[i];
		bench->node[i].cpus = cpus[i];
		bench->node[i].tmp_disk = i % 2 ? 100 : 0;
		bench->table[i] = &bench->node[i];
	}
	bench->table[3] = NULL; /* it was deleted */
	node_record_table_ptr = bench->table;
	node_record_count = NODES;
	bench->build.snapshot = ft_snapshot_new(NODES, 2, 0);
}

static void end(struct bench *bench)
{
	node_record_table_ptr = NULL;
	node_record_count = 0;
	cr_expect(!bench->build.failed);
	fts_build_content_free(&bench->build);
	ft_snapshot_free(bench->build.snapshot);
	ft_arena_free(bench->build.own);
}

/* As job_req_node_filter() compares: a bit for each node. */
static unsigned int fits(const struct bench *bench)
{
	const job_details_t *wish = &bench->details;
	uint64_t memory = wish->pn_min_memory & ~MEM_PER_CPU;
	uint64_t product = memory * wish->pn_min_cpus;
	unsigned int nodes = 0;

	for (int i = 0; i < NODES; i++) {
		const node_record_t *node = bench->table[i];

		if (node && wish->pn_min_cpus <= node->cpus &&
		    memory <= node->real_memory &&
		    (!(wish->pn_min_memory & MEM_PER_CPU) ||
		     product <= node->real_memory) &&
		    wish->pn_min_tmp_disk <= node->tmp_disk)
			nodes |= 1U << i;
	}
	return nodes;
}

static const uint64_t memories[] = {
	0,
	1,
	999,
	1000,
	1001,
	4000,
	4001,
	UINT64_C(1) << 62,
	MEM_PER_CPU | 1,
	MEM_PER_CPU | 125,
	MEM_PER_CPU | 126,
	MEM_PER_CPU | 500,
	MEM_PER_CPU | 1000,
	MEM_PER_CPU | UINT64_C(1) << 61,
};

enum {
	MEMORIES = sizeof(memories) / sizeof(memories[0]),
	CASES = MEMORIES * 6
};

static void ask(struct bench *bench, int which)
{
	static const uint32_t cpus[] = {1, 8, 17};

	bench->details.pn_min_memory = memories[which / 6];
	bench->details.pn_min_cpus = cpus[which % 3];
	bench->details.pn_min_tmp_disk = which / 3 % 2 ? 50 : 0;
}

Test(eligible, jobs_of_one_rank_fit_the_same_nodes)
{
	unsigned int nodes[CASES], same = 0;
	uint64_t rank[CASES];
	struct bench bench;

	begin(&bench);
	for (int i = 0; i < CASES; i++) {
		ask(&bench, i);
		nodes[i] = fits(&bench);
		rank[i] = fts_node_rank(&bench.build, &bench.job);
		for (int k = 0; k < i; k++) {
			same += rank[k] == rank[i];
			if (rank[k] == rank[i])
				cr_expect_eq(nodes[k], nodes[i], "%d, %d", k,
					     i);
		}
	}
	cr_expect_gt(same, CASES, "few wishes are alike");
	end(&bench);
}

Test(eligible, amounts_between_those_of_nodes_are_of_one_rank)
{
	struct bench bench;
	uint64_t rank;

	begin(&bench);
	bench.details.pn_min_cpus = 1;
	bench.details.pn_min_memory = 1001;
	rank = fts_node_rank(&bench.build, &bench.job);
	for (uint64_t memory = 1002; memory <= 4000; memory++) {
		bench.details.pn_min_memory = memory;
		cr_assert_eq(fts_node_rank(&bench.build, &bench.job), rank);
	}
	bench.details.pn_min_memory = 4001;
	cr_expect_neq(fts_node_rank(&bench.build, &bench.job), rank);
	end(&bench);
}

/* Words that are full, empty and neither, and a last one that is cut. */
Test(eligible, a_bitmap_becomes_the_same_set)
{
	enum { BITS = 64 * 4 + 7 };
	struct ft_node_set *set = ft_node_set_new(BITS);
	bitstr_t *bitmap = bit_alloc(BITS);

	bit_nset(bitmap, 0, 63);
	bit_set(bitmap, 64);
	bit_nset(bitmap, 126, 127);
	bit_nset(bitmap, 192, BITS - 1);
	fts_set_add(set, bitmap);
	for (uint32_t i = 0; i < BITS; i++)
		cr_expect_eq(ft_node_set_has(set, i), bit_test(bitmap, i) != 0,
			     "%u", i);
	cr_expect_eq(ft_node_set_count(set), bit_set_count(bitmap));
	bit_free(bitmap);
	ft_node_set_free(set);
}

static const struct ft_node_set *one_node(struct bench *bench, uint32_t node)
{
	struct ft_node_set *set = ft_snapshot_set(bench->build.snapshot);

	ft_node_set_add(set, node);
	return set;
}

Test(eligible, alternatives_that_differ_by_nodes_become_one)
{
	struct bench bench;
	struct fts_eligible list[5];
	const struct fts_eligible *merged, *again;
	uint32_t count = 5;

	begin(&bench);
	for (uint32_t i = 0; i < count; i++)
		list[i] = (struct fts_eligible){.nodes = one_node(&bench, i)};
	list[0].prefer = true;
	list[3].boot = 60;
	merged = fts_build_eligible_merged(&bench.build, list, &count);
	cr_assert_eq(count, 3);
	cr_expect(merged[0].prefer);
	cr_expect(ft_node_set_equal(merged[0].nodes, list[0].nodes));
	cr_expect_eq(ft_node_set_count(merged[1].nodes), 3);
	cr_expect(ft_node_set_has(merged[1].nodes, 1));
	cr_expect(ft_node_set_has(merged[1].nodes, 2));
	cr_expect(ft_node_set_has(merged[1].nodes, 4));
	cr_expect_eq(merged[2].boot, 60);
	count = 5;
	again = fts_build_eligible_merged(&bench.build, list, &count);
	cr_expect_eq(again, merged, "it is done once");
	cr_expect_eq(count, 3);
	end(&bench);
}
