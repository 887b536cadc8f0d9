/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The forms of a demand: how many nodes, and how many tasks on each.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/demand/task_layout.h"

enum {
	NODES = 100,
	GPU = FT_FIRST_GRES,
	RESOURCES,
	CORES = 16,
	MEMORY = 64000,
	GPUS = 4
};

/* A machine of equal nodes, and a job that asks for nothing yet. */
struct bench {
	struct ft_snapshot snapshot;
	struct fts_kind kind;
	struct fts_build build;
	struct fts_survey survey;
	struct fts_demand demand;
	int64_t has[RESOURCES];
	int64_t amount[4][RESOURCES];
	struct fts_forms forms;
};

static struct bench *machine(void)
{
	static struct bench bench;
	static struct ft_node_set *all;

	if (!all)
		all = ft_node_set_new(NODES);
	cr_assert(all);
	ft_node_set_fill(all);
	bench = (struct bench){
		.snapshot.resource_count = RESOURCES,
		.has = {[FT_CORES] = CORES, [FT_MEMORY] = MEMORY, [GPU] = GPUS},
		.survey = {1, 1, 1, 1, 2, 2, bench.has, bench.has},
		.demand = {.min_nodes = 1,
			   .max_nodes = 1,
			   .want_nodes = 1,
			   .tasks = 1,
			   .least_tasks = 1,
			   .most_tasks = UINT32_MAX,
			   .cpus = 1,
			   .rows = 1,
			   .row = FT_NO_INDEX,
			   .loose = FT_NO_INDEX},
	};
	bench.build.snapshot = &bench.snapshot;
	bench.build.kind = &bench.kind;
	bench.build.kind_count = 1;
	bench.demand.survey = &bench.survey;
	bench.demand.eligible = all;
	bench.demand.per_node = bench.amount[0];
	bench.demand.per_task = bench.amount[1];
	bench.demand.per_core = bench.amount[2];
	bench.demand.per_job = bench.amount[3];
	return &bench;
}

static const struct fts_form *form(struct bench *bench, uint32_t index)
{
	if (!bench->forms.count)
		fts_demand_forms(&bench->build, &bench->demand, &bench->forms);
	cr_assert_lt(index, bench->forms.count, "form %u of %u", index,
		     bench->forms.count);
	return &bench->forms.form[index];
}

Test(task_layout, one_task_is_on_one_node)
{
	struct bench *bench = machine();
	const struct fts_form *one = form(bench, 0);

	cr_expect_eq(bench->forms.count, 1);
	cr_expect(one->alone && !one->exclusive);
	cr_expect_eq(one->min_nodes, 1);
	cr_expect_eq(one->max_nodes, 1);
	cr_expect_eq(one->min_tasks, 1);
	cr_expect_eq(one->max_tasks, 1);
	cr_expect_null(bench->forms.rough);
}

Test(task_layout, tasks_per_node_say_what_each_node_has)
{
	struct bench *bench = machine();
	const struct fts_form *one;

	bench->demand.min_nodes = bench->demand.max_nodes = 3;
	bench->demand.want_nodes = 3;
	bench->demand.tasks_per_node = bench->demand.least_tasks = 4;
	bench->demand.most_tasks = 4;
	bench->demand.tasks = 12;
	one = form(bench, 0);
	cr_expect_eq(bench->forms.count, 1, "no other spread is looked at");
	cr_expect_eq(one->min_nodes, 3);
	cr_expect_eq(one->min_tasks, 4);
	cr_expect_eq(one->max_tasks, 4);
	cr_expect_not(one->alone);
}

Test(task_layout, tasks_without_nodes_go_to_one_node_or_any_number)
{
	struct bench *bench = machine();
	const struct fts_form *one, *several;

	bench->demand.tasks = bench->demand.max_nodes = 24;
	one = form(bench, 0);
	several = form(bench, 1);
	cr_expect(one->alone, "all on one node, if it carries them");
	cr_expect_eq(one->min_tasks, 24);
	cr_expect_eq(several->min_nodes, 2);
	cr_expect_eq(several->max_nodes, 24);
	cr_expect_eq(several->tasks, 24);
	cr_expect_eq(several->grain, 1);
	cr_expect(several->manner.masked, "each shows its planned cores");
}

/* Forms of more nodes than there are, whose number is a divisor of tasks. */
static uint32_t forms_beyond(const struct bench *bench)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < bench->forms.count; i++)
		found += bench->forms.form[i].min_nodes > NODES;
	return found;
}

Test(task_layout, no_more_nodes_are_tried_than_there_are)
{
	enum { FAR = 499979 }; /* a prime */
	struct bench *bench = machine();

	bench->demand.tasks = 2 * FAR;
	bench->demand.max_nodes = 500000;
	bench->demand.rows = 2; /* cores do not tell tasks */
	(void) form(bench, 0);
	cr_expect_eq(forms_beyond(bench), 0, "tasks go evenly");

	bench = machine();
	bench->demand.tasks = 2 * FAR;
	bench->demand.max_nodes = 500000;
	bench->demand.counts_per_job = true;
	bench->demand.job_kinds = 1;
	bench->demand.job_kind = GPU;
	bench->demand.job_gres = bench->amount[3][GPU] = 2 * FAR;
	bench->has[GPU] = 2 * FAR;
	(void) form(bench, 0);
	cr_expect_eq(forms_beyond(bench), 0, "tasks and GPUs go evenly");
}

Test(task_layout, tasks_of_a_thread_go_in_grains_of_a_core)
{
	struct bench *bench = machine();
	const struct fts_form *several;

	bench->survey.least_threads = bench->survey.most_threads = 2;
	bench->demand.tasks = 64;
	bench->demand.max_nodes = 4;
	several = form(bench, 1);
	cr_expect_eq(several->grain, 2, "two tasks fill a core");
	cr_expect_eq(several->tasks, 32);
}

Test(task_layout, cores_that_do_not_tell_tasks_make_even_nodes)
{
	struct bench *bench = machine();

	/* three threads of a task leave one of two cores over */
	bench->survey.least_threads = bench->survey.most_threads = 2;
	bench->demand.cpus = 3;
	bench->demand.threads = 2;
	bench->demand.unit = 1;
	bench->demand.tasks = 6;
	bench->demand.max_nodes = 6;
	for (uint32_t i = 1; form(bench, 0) && i < bench->forms.count; i++) {
		const struct fts_form *even = form(bench, i);

		if (even->exclusive)
			continue;
		cr_expect_eq(even->min_nodes, even->max_nodes);
		cr_expect_eq(even->min_nodes * even->min_tasks, 6);
		cr_expect_eq(even->manner.tasks_per_node, even->min_tasks);
	}
	cr_expect_gt(bench->forms.count, 1);
}

Test(task_layout, whole_nodes_are_as_many_as_the_gres_of_the_job_need)
{
	struct bench *bench = machine();
	const struct fts_form *whole;

	bench->demand.whole = true;
	bench->demand.counts_per_job = true;
	bench->demand.per_job[GPU] = 2 * GPUS + 1;
	bench->demand.job_gres = 2 * GPUS + 1;
	bench->demand.job_kinds = 1;
	bench->demand.job_kind = GPU;
	bench->demand.max_nodes = 1;
	whole = form(bench, 0);
	cr_expect(whole->exclusive);
	cr_expect_eq(whole->min_nodes, 3);
	cr_expect_eq(whole->max_nodes, 3);
	cr_expect_null(bench->forms.partial, "whole nodes are its own wish");
}

Test(task_layout, a_range_of_nodes_is_tried_from_the_largest)
{
	struct bench *bench = machine();
	struct ft_node_set *eligible = ft_node_set_new(10);

	ft_node_set_fill(eligible);
	bench->demand.eligible = eligible;
	bench->demand.min_nodes = 2;
	bench->demand.want_nodes = bench->demand.max_nodes = 100;
	bench->demand.tasks = 2;
	cr_expect_eq(form(bench, 0)->min_nodes, 10, "no more are there");
	for (uint32_t i = 1; i < bench->forms.count; i++)
		cr_expect_leq(form(bench, i)->min_nodes,
			      form(bench, i - 1)->min_nodes);
	cr_expect_eq(form(bench, bench->forms.count - 1)->min_nodes, 2);
	ft_node_set_free(eligible);
}

Test(task_layout, switches_are_few_first_and_any_later)
{
	struct bench *bench = machine();

	bench->demand.min_nodes = bench->demand.max_nodes = 4;
	bench->demand.want_nodes = bench->demand.tasks = 4;
	bench->demand.leaves = 1;
	cr_expect_eq(form(bench, 0)->leaves, 1);
	cr_expect_not(form(bench, 0)->manner.switch_wait);
	cr_expect_eq(form(bench, 1)->leaves, 0);
	cr_expect(form(bench, 1)->manner.switch_wait,
		  "once it has waited for them");
	cr_expect_null(bench->forms.rough);
}

Test(task_layout, more_than_fits_anywhere_is_planned_no_smaller)
{
	struct bench *bench = machine();

	bench->demand.tasks = 100000;
	bench->demand.max_nodes = 100000;
	for (uint32_t i = 0; form(bench, 0) && i < bench->forms.count; i++) {
		const struct fts_form *one = form(bench, i);
		uint64_t tasks =
			one->tasks ? (uint64_t) one->tasks * one->grain
				   : (uint64_t) one->max_nodes * one->max_tasks;

		cr_expect_geq(tasks, 100000, "form %u", i);
	}
}
