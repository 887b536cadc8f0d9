/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the record of a pending job to the requests that are planned: what
 * sbatch's options come to.
 *
 * One partition of equal nodes with CR_Core_Memory, without GRES and
 * reservations: what comes by way of slurmctld's own lists is for tests with a
 * real one.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/demand/shape_list.h"
#include "slurm/reserve/demand/eligible.h"
#include "slurm/reserve/resource/exclusive.h"
#include "slurm/reserve/resource/dimension.h"

#include "src/slurmctld/reservation.h"

/* slurmctld's own, which is not there. */
__typeof__(part_list) part_list;
__typeof__(resv_list) resv_list;

enum { NODES = 4, SOCKETS = 2, CORES = 8, THREADS = 2, MEMORY = 64000 };

struct bench {
	struct ft_schedule_options options;
	struct fts_cycle cycle;
	struct fts_marks marks;
	struct fts_build build;
	part_record_t part;
	node_record_t node[NODES], *table[NODES];
	struct ft_node_set *all;
	job_record_t job;
	job_details_t details;
	multi_core_data_t layout;
	struct fts_range range;
	struct fts_demand demand;
	struct fts_shape shape;
};

static void equip(struct bench *bench)
{
	uint32_t count = fts_dimension_columns(&bench->build, FT_FIRST_GRES);
	struct ft_snapshot *snapshot = ft_snapshot_new(NODES, count, 0);

	bench->build.snapshot = bench->cycle.snapshot = snapshot;
	for (uint32_t n = 0; n < NODES; n++) {
		int64_t *capacity = snapshot->capacity + (size_t) n * count;
		node_record_t *node = &bench->node[n];

		node->tot_sockets = SOCKETS;
		node->cores = CORES / SOCKETS;
		node->tot_cores = CORES;
		bench->table[n] = node;
		snapshot->node[n].threads = THREADS;
		capacity[FT_CORES] = CORES;
		capacity[FT_MEMORY] = MEMORY;
		fts_dimension_capacity(&bench->build, node, capacity);
	}
	node_record_table_ptr = bench->table;
	node_record_count = NODES;
	bench->all = ft_node_set_new(NODES);
	ft_node_set_fill(bench->all);
}

/* sbatch without an option: one task of one CPU. */
static void begin(struct bench *bench)
{
	static char name[] = "batch";

	*bench = (struct bench){
		.options.requests = 100,
		.part = {.name = name,
			 .max_share = 1,
			 .max_cpus_per_node = INFINITE,
			 .max_time = INFINITE,
			 .default_time = NO_VAL},
		.job = {.time_limit = 60},
		.details = {.cpus_per_task = 1,
			    .min_cpus = 1,
			    .num_tasks = 1,
			    .min_nodes = 1,
			    .pn_min_cpus = 1,
			    .core_spec = NO_VAL16,
			    .whole_node = 0},
		.layout = {.ntasks_per_core = INFINITE16,
			   .ntasks_per_socket = INFINITE16,
			   .sockets_per_node = NO_VAL16,
			   .cores_per_socket = NO_VAL16,
			   .threads_per_core = NO_VAL16},
		.range = {1, 1, 1},
	};
	bench->build = (struct fts_build){
		.options = &bench->options,
		.ways = 100,
		.cycle = &bench->cycle,
		.marks = &bench->marks,
		.cr_type = CR_CORE | CR_MEMORY,
		.pool.power = FT_NO_INDEX,
	};
	bench->job.details = &bench->details;
	bench->job.part_ptr = &bench->part;
	bench->details.mc_ptr = &bench->layout;
	bench->details.pn_min_memory = 1000;
	part_list = list_create(NULL);
	list_append(part_list, &bench->part);
	resv_list = list_create(NULL);
	fts_marks_begin(&bench->marks);
	equip(bench);
}

static void end(struct bench *bench)
{
	cr_expect_not(bench->build.failed);
	fts_dimension_free(&bench->build);
	ft_snapshot_free(bench->cycle.snapshot);
	fts_marks_free(&bench->marks);
	ft_node_set_free(bench->all);
	fts_build_content_free(&bench->build);
	ft_arena_free(bench->build.own);
	ft_arena_free(bench->build.draft);
	list_destroy(part_list);
	list_destroy(resv_list);
	part_list = resv_list = NULL;
	node_record_count = 0;
}

static void ask_nodes(struct bench *bench, uint32_t least, uint32_t most)
{
	bench->details.min_nodes = least;
	bench->details.max_nodes = most;
	bench->range = (struct fts_range){least, least, most};
}

static void ask_tasks(struct bench *bench, uint32_t tasks, uint16_t cpus)
{
	bench->details.num_tasks = tasks;
	bench->details.cpus_per_task = cpus;
	bench->details.min_cpus = tasks * cpus;
}

static uint32_t plan(struct bench *bench)
{
	const struct fts_eligible eligible = {.nodes = bench->all};

	fts_demand_read(&bench->build, &bench->job, &bench->range, &eligible,
			&bench->demand);
	fts_demand_requests(&bench->build, &bench->job, &bench->demand,
			    &bench->shape);
	fts_shape_keep(&bench->build, &bench->shape);
	return bench->shape.request_count;
}

/* The only way to place it. */
static const struct ft_request *only(struct bench *bench)
{
	cr_assert_eq(plan(bench), 1, "%u ways", bench->shape.request_count);
	cr_expect_null(bench->shape.unknown, "%s", bench->shape.unknown);
	cr_expect_null(bench->shape.partial, "%s", bench->shape.partial);
	return bench->shape.request;
}

/* What a node with so many of its tasks gives it. */
static int64_t cores(const struct ft_request *request, uint32_t tasks)
{
	int64_t count = request->per_node ? request->per_node[FT_CORES] : 0;

	if (request->per_task)
		count += tasks * request->per_task[FT_CORES];
	return count +
	       ft_divide_up((int64_t) tasks * request->cpus_per_task, THREADS);
}

static int64_t memory(const struct ft_request *request, uint32_t tasks)
{
	int64_t count = request->per_node ? request->per_node[FT_MEMORY] : 0;

	if (request->per_task)
		count += tasks * request->per_task[FT_MEMORY];
	if (request->per_core)
		count += cores(request, tasks) * request->per_core[FT_MEMORY];
	return count;
}

Test(demand, without_options_it_is_one_core)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	request = only(&bench);
	cr_expect_eq(request->duration, 3600);
	cr_expect_eq(request->least, 0);
	cr_expect_eq(request->min_nodes, 1);
	cr_expect_eq(request->max_nodes, 1);
	cr_expect_eq(request->max_tasks_node, 1);
	cr_expect_eq(cores(request, 1), 1);
	cr_expect_eq(memory(request, 1), 1000);
	cr_expect_not(request->exclusive);
	cr_expect_eq(ft_node_set_count(request->eligible), NODES);
	cr_expect_str_eq(bench.shape.partition[0], "batch");
	end(&bench);
}

Test(demand, tasks_of_each_node)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	ask_nodes(&bench, 2, 2);
	ask_tasks(&bench, 6, 3);
	bench.details.ntasks_per_node = 3;
	request = only(&bench);
	cr_expect_eq(request->min_nodes, 2);
	cr_expect_eq(request->max_nodes, 2);
	cr_expect_eq(request->min_tasks_node, 3);
	cr_expect_eq(request->max_tasks_node, 3);
	cr_expect_eq(cores(request, 3), 5, "nine CPUs");
	end(&bench);
}

/* From 26.05 on slurmctld takes some, where GRES bring the CPUs. */
Test(demand, tasks_of_more_nodes_than_it_may_have)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	ask_nodes(&bench, 1, 1);
	ask_tasks(&bench, 4, 1);
	bench.details.ntasks_per_node = 3;
	request = only(&bench);
	cr_expect_eq(request->min_nodes, 1);
	cr_expect_eq(request->max_nodes, 1);
	end(&bench);
}

Test(demand, overcommitted_tasks_of_more_nodes_than_it_may_have)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	ask_nodes(&bench, 1, 1);
	bench.details.num_tasks = 4;
	bench.details.ntasks_per_node = 3;
	bench.details.overcommit = 1;
	request = only(&bench);
	cr_expect_eq(request->min_nodes, 1);
	cr_expect_eq(request->max_nodes, 1);
	end(&bench);
}

/* All on one node, or shared out among any number of them. */
Test(demand, tasks_without_nodes)
{
	struct bench bench;
	const struct ft_request *one, *several;

	begin(&bench);
	ask_nodes(&bench, 1, NODES);
	ask_tasks(&bench, 6, THREADS);
	cr_assert_eq(plan(&bench), 2);
	one = &bench.shape.request[0];
	several = &bench.shape.request[1];
	cr_expect_eq(one->max_nodes, 1);
	cr_expect_eq(cores(one, one->min_tasks_node), 6);
	cr_expect_eq(several->min_nodes, 2);
	cr_expect_eq(several->max_nodes, NODES);
	cr_expect_eq(several->tasks, 6);
	cr_expect_eq(cores(several, 2), 2);
	end(&bench);
}

Test(demand, memory_is_the_nodes_or_the_cpus)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	ask_tasks(&bench, 1, 4);
	bench.details.pn_min_memory = 500 | MEM_PER_CPU;
	request = only(&bench);
	cr_expect_eq(memory(request, 1), 4 * 500);
	end(&bench);
	begin(&bench);
	ask_tasks(&bench, 1, 3);
	bench.details.pn_min_memory = 500 | MEM_PER_CPU;
	request = only(&bench);
	cr_expect_eq(memory(request, 1), 4 * 500, "both threads of a core");
	end(&bench);
	begin(&bench);
	bench.details.pn_min_memory = 0;
	request = only(&bench);
	cr_expect_eq(memory(request, 1), MEMORY, "--mem=0: all of it");
	end(&bench);
	begin(&bench);
	bench.build.cr_type = CR_CORE;
	request = only(&bench);
	cr_expect_eq(memory(request, 1), 0, "memory is not counted");
	end(&bench);
}

Test(demand, hints_about_threads)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	ask_nodes(&bench, 1, 1);
	ask_tasks(&bench, 4, 1);
	bench.layout.threads_per_core = 1;
	request = only(&bench);
	cr_expect_eq(cores(request, request->min_tasks_node), 4,
		     "--hint=nomultithread");
	end(&bench);
	begin(&bench);
	ask_tasks(&bench, 4, 1);
	bench.layout.ntasks_per_core = 1;
	request = only(&bench);
	cr_expect_eq(cores(request, request->min_tasks_node), 4,
		     "--ntasks-per-core=1");
	end(&bench);
}

Test(demand, whole_nodes)
{
	struct bench bench;

	begin(&bench);
	bench.details.whole_node = WHOLE_NODE_REQUIRED;
	cr_expect(only(&bench)->exclusive, "--exclusive");
	end(&bench);
	begin(&bench);
	bench.part.max_share = 0;
	cr_expect(only(&bench)->exclusive, "OverSubscribe=EXCLUSIVE");
	end(&bench);
	begin(&bench);
	bench.build.linear = true;
	cr_expect(only(&bench)->exclusive, "select/linear");
	end(&bench);
}

Test(demand, nodes_by_name)
{
	struct bench bench;
	const struct ft_request *request;
	bitstr_t *wanted = bit_alloc(NODES);

	bit_set(wanted, 1);
	bit_set(wanted, 3);
	begin(&bench);
	bench.details.req_node_bitmap = wanted;
	request = only(&bench);
	cr_expect_eq(request->min_nodes, 2, "both of them");
	cr_assert_not_null(request->required);
	cr_expect_eq(ft_node_set_count(request->required), 2);
	cr_expect(ft_node_set_has(request->required, 3));
	end(&bench);
	begin(&bench);
	bench.details.req_node_bitmap = wanted;
	ft_node_set_drop(bench.all, 3);
	(void) plan(&bench);
	cr_expect(!bench.shape.request_count ||
			  !ft_node_set_count(bench.shape.request[0].eligible),
		  "one of them is not for it: it can never run");
	end(&bench);
	FREE_NULL_BITMAP(wanted);
}

Test(demand, time_limits)
{
	struct bench bench;
	const struct ft_request *request;

	begin(&bench);
	bench.job.time_min = 10;
	request = only(&bench);
	cr_expect_eq(request->duration, 3600);
	cr_expect_eq(request->least, 600, "--time-min");
	end(&bench);
	begin(&bench);
	bench.job.time_limit = NO_VAL;
	bench.part.default_time = 5;
	cr_expect_eq(only(&bench)->duration, 300, "DefaultTime");
	end(&bench);
	begin(&bench);
	bench.job.time_limit = INFINITE;
	cr_expect_eq(only(&bench)->duration, 365 * 86400);
	end(&bench);
	begin(&bench);
	bench.job.time_min = 10;
	bench.part.max_time = 30;
	cr_expect_eq(only(&bench)->duration, 1800, "MaxTime cuts it");
	end(&bench);
}

Test(demand, what_is_not_modelled_is_said)
{
	struct bench bench;

	begin(&bench);
	bench.details.task_dist = SLURM_DIST_ARBITRARY;
	(void) plan(&bench);
	cr_expect_str_eq(bench.shape.unknown, "an arbitrary distribution");
	end(&bench);
	begin(&bench);
	bench.details.core_spec = CORE_SPEC_THREAD | 1;
	(void) plan(&bench);
	cr_expect_not_null(bench.shape.unknown);
	end(&bench);
	begin(&bench);
	bench.details.whole_node = WHOLE_NODE_USER;
	(void) plan(&bench);
	cr_expect_str_eq(bench.shape.unknown, "nodes kept to more users or "
					      "labels than are counted");
	cr_expect(bench.marks.grown, "the next snapshot counts it");
	end(&bench);
}

/* The least that is certain stands behind the ways. */
Test(demand, the_least_of_a_job_that_is_not_modelled)
{
	struct bench bench;
	const struct ft_request *least;

	begin(&bench);
	ask_tasks(&bench, 2, 4);
	fts_demand_read(&bench.build, &bench.job, &bench.range,
			&(struct fts_eligible){.nodes = bench.all},
			&bench.demand);
	fts_demand_least(&bench.build, &bench.job, &bench.demand, &bench.shape);
	cr_expect_eq(bench.shape.request_count, 0);
	cr_assert_eq(bench.shape.least_count, 1);
	least = &bench.shape.request[0];
	cr_expect_eq(cores(least, least->min_tasks_node), 4);
	cr_expect_eq(memory(least, least->min_tasks_node), 1000);
	fts_shape_keep(&bench.build, &bench.shape);
	end(&bench);
}
