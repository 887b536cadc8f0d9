/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much of each TRES a job will be given, at least and at most, before its
 * nodes are known: what limits of associations and QOS are judged by.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/limit/limit_rule.h"

enum {
	NODES = 3,
	GPU = FT_FIRST_GRES, /* a resource */
	RESOURCES,
	TRES_GPU = TRES_ARRAY_TOTAL_CNT,
	TRES_LICENCE,
	TRES,
};

static struct fts_build build;
static struct fts_limits limits;
static struct fts_shape shape;
static struct ft_request request;
static struct ft_node_set *eligible;
static uint32_t resource[TRES];
static uint64_t wanted[TRES], least[TRES], most[TRES];
static int64_t per_node[RESOURCES], per_task[RESOURCES], per_core[RESOURCES];
static job_record_t job;
static job_details_t details;
static part_record_t part;

static void add_node(uint32_t node, int64_t cores, uint16_t threads,
		     int64_t memory, int64_t gpus)
{
	int64_t *capacity = build.snapshot->capacity + node * RESOURCES;

	build.snapshot->node[node].threads = threads;
	capacity[FT_CORES] = cores;
	capacity[FT_MEMORY] = memory;
	capacity[GPU] = gpus;
	ft_node_set_add(eligible, node);
}

/* Two nodes of 16 CPUs on 8 cores, one of 32 on as many. */
static void setup(void)
{
	build = (struct fts_build){.limits = &limits, .cr_type = CR_MEMORY};
	build.snapshot = ft_snapshot_new(NODES, RESOURCES, 0);
	eligible = ft_node_set_new(NODES);
	add_node(0, 8, 2, 64, 0);
	add_node(1, 8, 2, 64, 0);
	add_node(2, 32, 1, 128, 4);
	for (uint32_t i = 0; i < TRES; i++)
		resource[i] = FT_NO_INDEX;
	resource[TRES_ARRAY_MEM] = FT_MEMORY;
	resource[TRES_GPU] = GPU;
	limits = (struct fts_limits){.tres_count = TRES, .resource = resource};
	request = (struct ft_request){.eligible = eligible,
				      .min_nodes = 1,
				      .max_nodes = NODES,
				      .min_tasks_node = 1,
				      .max_tasks_node = 4,
				      .cpus_per_task = 1,
				      .per_node = per_node,
				      .per_task = per_task,
				      .per_core = per_core};
	job = (job_record_t){
		.details = &details, .part_ptr = &part, .tres_req_cnt = wanted};
}

static void teardown(void)
{
	ft_node_set_free(eligible);
	ft_snapshot_free(build.snapshot);
}

static void amounts(void)
{
	fts_limits_amounts(&build, &job, &shape, &request, false, least);
	fts_limits_amounts(&build, &job, &shape, &request, true, most);
}

static void expect(uint32_t tres, uint64_t at_least, uint64_t at_most)
{
	cr_expect_eq(least[tres], at_least, "TRES %u: %lu at least", tres,
		     (unsigned long) least[tres]);
	cr_expect_eq(most[tres], at_most, "TRES %u: %lu at most", tres,
		     (unsigned long) most[tres]);
}

TestSuite(limit_amount, .init = setup, .fini = teardown);

/* Three CPUs of two threads each leave one thread of each node at most. */
Test(limit_amount, tasks_take_whole_cores)
{
	request.tasks = 6;
	request.cpus_per_task = 3;
	amounts();
	expect(TRES_ARRAY_NODE, 2, 3);
	expect(TRES_ARRAY_CPU, 18, 24);
}

Test(limit_amount, nodes_without_tasks_are_those_asked_for)
{
	request.min_nodes = 2;
	request.cpus_per_task = 3;
	amounts();
	expect(TRES_ARRAY_NODE, 2, 2);
	expect(TRES_ARRAY_CPU, 6, 8);
}

Test(limit_amount, memory_and_gres_by_node_task_and_core)
{
	request.tasks = 8;
	per_node[FT_MEMORY] = 10;
	per_task[FT_MEMORY] = 5;
	per_core[FT_MEMORY] = 1;
	per_task[GPU] = 1;
	amounts();
	expect(TRES_ARRAY_MEM, 2 * 10 + 8 * 5 + 4, 3 * 10 + 8 * 5 + 8);
	expect(TRES_GPU, 8, 8);
}

Test(limit_amount, whole_nodes_of_whatever_size)
{
	request.min_nodes = 2;
	request.exclusive = true;
	wanted[TRES_GPU] = 1;
	amounts();
	expect(TRES_ARRAY_CPU, 32, 64);
	expect(TRES_ARRAY_MEM, 128, 256);
	expect(TRES_GPU, 1, 8);
	details.pn_min_memory = 10;
	amounts();
	expect(TRES_ARRAY_MEM, 20, 20);
	details.pn_min_memory = MEM_PER_CPU | 3;
	amounts();
	expect(TRES_ARRAY_MEM, 96, 192);
}

Test(limit_amount, memory_of_whole_nodes_where_it_is_not_counted)
{
	request.exclusive = true;
	build.cr_type = 0;
	amounts();
	expect(TRES_ARRAY_MEM, 0, 0);
}

Test(limit_amount, parts_have_nodes_of_their_own)
{
	struct ft_request more = request;

	more.min_nodes = 2;
	request.part = &more;
	request.part_count = 1;
	amounts();
	expect(TRES_ARRAY_NODE, 3, 3);
	expect(TRES_ARRAY_CPU, 3, 6);
}

/* What no node has is as the job asks for it. */
Test(limit_amount, of_what_nodes_do_not_count)
{
	request.tasks = 1;
	wanted[TRES_LICENCE] = 5;
	amounts();
	expect(TRES_LICENCE, 5, 5);
}

/* Then the least that slurmctld knows of it is all that is sure. */
Test(limit_amount, of_a_job_that_is_not_modelled)
{
	shape.unknown = "cores of a board";
	request.tasks = 6;
	wanted[TRES_ARRAY_CPU] = 2;
	amounts();
	cr_expect_eq(least[TRES_ARRAY_CPU], 2);
	cr_expect_geq(most[TRES_ARRAY_CPU], 6);
}

Test(limit_amount, billing_is_cpus_where_nothing_has_a_weight)
{
	request.tasks = 6;
	amounts();
	cr_expect_eq(least[TRES_ARRAY_BILLING], least[TRES_ARRAY_CPU]);
	cr_expect_eq(most[TRES_ARRAY_BILLING], most[TRES_ARRAY_CPU]);
}
