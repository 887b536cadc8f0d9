/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is counted on a node: columns, what the node has, what a job holds.
 *
 * CR_Socket and no reservations: what comes by way of slurmctld's own lists is
 * for tests with a real one.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/exclusive.h"

/* slurmctld's own, which is not there. */
__typeof__(part_list) part_list;

enum { CORES = 16, THREADS = 2, DISK = 500, USER = 1000, LIMIT = 9 };

struct bench {
	struct ft_schedule_options options;
	struct fts_cycle cycle;
	struct fts_marks marks;
	struct fts_build build;
	part_record_t part, other;
	node_record_t node, *table[1];
	job_record_t job;
	job_details_t details;
	job_resources_t resources;
};

static void begin(struct bench *bench)
{
	static char plain[] = "plain", limited[] = "limited";

	*bench = (struct bench){0};
	bench->build = (struct fts_build){
		.options = &bench->options,
		.cycle = &bench->cycle,
		.marks = &bench->marks,
		.sockets = true,
	};
	bench->part.name = limited;
	bench->other.name = plain;
	part_list = list_create(NULL);
	list_append(part_list, &bench->part);
	list_append(part_list, &bench->other);
	bench->node.tot_cores = bench->node.cores = CORES;
	bench->node.tot_sockets = 1;
	bench->node.tmp_disk = DISK;
	bench->details.pn_min_tmp_disk = 100;
	bench->job.details = &bench->details;
	bench->job.job_resrcs = &bench->resources;
	bench->job.part_ptr = &bench->part;
	bench->job.user_id = USER;
	bench->table[0] = &bench->node;
	node_record_table_ptr = bench->table;
	node_record_count = 1;
	fts_marks_begin(&bench->marks);
}

/* Columns behind cores and memory; then the node's capacity is known. */
static uint32_t columns(struct bench *bench)
{
	uint32_t count = fts_dimension_columns(&bench->build, FT_FIRST_GRES);
	struct ft_snapshot *snapshot = ft_snapshot_new(1, count, 0);

	bench->build.snapshot = bench->cycle.snapshot = snapshot;
	snapshot->node[0].threads = THREADS;
	snapshot->capacity[FT_CORES] = CORES;
	fts_dimension_capacity(&bench->build, &bench->node, snapshot->capacity);
	return count - FT_FIRST_GRES;
}

static int64_t capacity(const struct bench *bench, uint32_t column)
{
	return bench->cycle.snapshot->capacity[FT_FIRST_GRES + column];
}

/* What the job has of a column, with three cores. */
static int64_t held(struct bench *bench, uint32_t column)
{
	int64_t amount[64] = {[FT_CORES] = 3};
	struct fts_held what = {.job = &bench->job, .amount = amount};

	fts_dimension_held(&bench->build, &what);
	cr_expect_not(what.whole);
	return amount[FT_FIRST_GRES + column];
}

static void end(struct bench *bench)
{
	fts_dimension_free(&bench->build);
	ft_snapshot_free(bench->cycle.snapshot);
	fts_marks_free(&bench->marks);
	list_destroy(part_list);
	part_list = NULL;
	node_record_count = 0;
}

Test(dimension, without_limits_there_is_no_column)
{
	struct bench bench;

	begin(&bench);
	cr_expect_eq(columns(&bench), 0);
	cr_expect_eq(bench.cycle.choice_first, FT_FIRST_GRES);
	end(&bench);
}

Test(dimension, disk_is_used_up_with_rsv_disk)
{
	struct bench bench;

	begin(&bench);
	bench.options.disk = true;
	cr_assert_eq(columns(&bench), 1);
	cr_expect_eq(capacity(&bench, 0), DISK);
	cr_expect_eq(held(&bench, 0), 100);
	end(&bench);
}

Test(dimension, max_cpus_per_node_is_whole_cores_of_its_partition)
{
	struct bench bench;

	begin(&bench);
	bench.part.max_cpus_per_node = LIMIT;
	cr_assert_eq(columns(&bench), 1);
	cr_expect_eq(capacity(&bench, 0), LIMIT / THREADS);
	cr_expect_eq(held(&bench, 0), 3);
	bench.job.part_ptr = &bench.other;
	cr_expect_eq(held(&bench, 0), 0, "its partition has no limit");
	end(&bench);
}

Test(dimension, each_has_columns_of_its_own)
{
	struct bench bench;

	begin(&bench);
	bench.options.disk = true;
	bench.part.max_cpus_per_node = LIMIT;
	bench.other.max_cpus_per_node = 2 * LIMIT;
	cr_assert_eq(columns(&bench), 3);
	cr_expect_eq(capacity(&bench, 0), DISK);
	cr_expect_eq(capacity(&bench, 1), LIMIT / THREADS);
	cr_expect_eq(capacity(&bench, 2), LIMIT);
	cr_expect_eq(held(&bench, 1), 3);
	cr_expect_eq(held(&bench, 2), 0);
	cr_expect_eq(bench.cycle.choice_first, FT_FIRST_GRES + 3);
	end(&bench);
}

/* Users and owners: three columns each, of which a job takes 1, t, t * t. */
Test(dimension, a_user_that_keeps_nodes_is_told_from_others)
{
	struct bench bench;
	uint64_t plain;

	begin(&bench);
	cr_assert_eq(columns(&bench), 0);
	bench.details.whole_node = WHOLE_NODE_USER;
	(void) held(&bench, 0);
	cr_expect(bench.marks.grown, "the snapshot has no columns for it yet");
	ft_snapshot_free(bench.cycle.snapshot);
	cr_assert_eq(columns(&bench), 6);
	cr_expect_eq(capacity(&bench, 0), FTS_MARK_PLENTY);
	cr_expect_eq(held(&bench, 0), 1);
	cr_expect_gt(held(&bench, 1), 0);
	cr_expect_eq(held(&bench, 4), held(&bench, 1), "it owns its nodes");
	plain = fts_dimension_key(&bench.build, &bench.job);
	bench.job.user_id = USER + 1;
	bench.details.whole_node = 0;
	cr_expect_eq(held(&bench, 3), 0, "it owns none");
	cr_expect_neq(fts_dimension_key(&bench.build, &bench.job), plain);
	end(&bench);
}
