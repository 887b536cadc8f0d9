/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is counted in all of the cluster: licences that have a name, and limits
 * on the tasks of an array.
 *
 * Burst buffers and powered nodes are for tests with a real slurmctld.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "slurm/reserve/resource/pool.h"

#include "src/slurmctld/licenses.h"

enum { TOTAL = 10, IN_USE = 7, TAKEN = 4, TASKS = 3, HEAD = 50, TASK = 53 };

static job_record_t head;

/* slurmctld's own, which is not there. */
job_record_t *find_job_record(uint32_t job_id)
{
	return job_id == HEAD ? &head : NULL;
}

struct bench {
	struct ft_schedule_options options;
	struct fts_cycle cycle;
	struct fts_build build;
	license_info_msg_t names;
	slurm_license_info_t name[2];
	licenses_t wish;
	job_record_t job;
	job_details_t details;
	job_resources_t resources;
	job_array_struct_t array;
};

static void begin(struct bench *bench)
{
	static char matlab[] = "matlab", ansys[] = "ansys";

	*bench = (struct bench){0};
	bench->name[0] = (slurm_license_info_t){.name = matlab, .total = 1};
	bench->name[1] = (slurm_license_info_t){
		.name = ansys, .total = TOTAL, .in_use = IN_USE};
	bench->names.num_lic = 2;
	bench->names.lic_array = bench->name;
	bench->wish = (licenses_t){.name = ansys, .total = TAKEN};
	bench->build = (struct fts_build){
		.options = &bench->options,
		.cycle = &bench->cycle,
		.licence.info = &bench->names,
		.pool.power = FT_NO_INDEX,
	};
	bench->build.snapshot = ft_snapshot_new(1, 2, 2);
	bench->job.job_id = TASK;
	bench->job.details = &bench->details;
	bench->job.job_resrcs = &bench->resources;
	head = (job_record_t){.array_recs = &bench->array};
}

static void end(struct bench *bench)
{
	bench->build.licence.info = NULL;
	fts_pool_free(&bench->build);
	ft_snapshot_free(bench->build.snapshot);
}

static void limit_tasks(struct bench *bench)
{
	bench->job.array_job_id = HEAD;
	bench->array.max_run_tasks = TASKS;
}

static struct ft_run *run(struct bench *bench)
{
	struct ft_run *added = ft_snapshot_add_run(bench->build.snapshot);

	fts_pool_held(&bench->build, &bench->job, added);
	return added;
}

Test(pool, a_job_that_takes_none_has_none)
{
	struct bench bench;
	struct ft_request request = {0};

	begin(&bench);
	cr_expect_not(fts_pool_apart(&bench.build, &bench.job));
	fts_pool_wanted(&bench.build, &bench.job, &request);
	cr_expect_eq(request.licence_count, 0);
	cr_expect_eq(run(&bench)->licence_count, 0);
	cr_expect_eq(bench.build.snapshot->licence_count, 2);
	end(&bench);
}

Test(pool, what_no_job_of_ours_explains_is_not_there)
{
	struct bench bench;
	const struct ft_run *running;

	begin(&bench);
	bench.job.license_list = list_create(NULL);
	list_append(bench.job.license_list, &bench.wish);
	running = run(&bench);
	cr_assert_eq(running->licence_count, 1);
	cr_expect_eq(running->licence[0].licence, 1);
	cr_expect_eq(running->licence[0].count, TAKEN);
	fts_pool_runs(&bench.build);
	cr_expect_eq(bench.build.snapshot->licence_total[0], 1);
	cr_expect_eq(bench.build.snapshot->licence_total[1],
		     TOTAL - (IN_USE - TAKEN));
	list_destroy(bench.job.license_list);
	end(&bench);
}

Test(pool, tasks_of_an_array_take_one_of_its_limit)
{
	struct bench bench;
	struct ft_request request = {0};
	const struct ft_run *running;

	begin(&bench);
	limit_tasks(&bench);
	cr_expect(fts_pool_apart(&bench.build, &bench.job));
	fts_pool_wanted(&bench.build, &bench.job, &request);
	running = run(&bench);
	cr_assert_eq(bench.build.snapshot->licence_count, 3);
	cr_expect_eq(bench.build.snapshot->licence_total[2], TASKS);
	cr_assert_eq(request.licence_count, 1);
	cr_expect_eq(request.licence[0].licence, 2);
	cr_expect_eq(request.licence[0].count, 1);
	cr_assert_eq(running->licence_count, 1);
	cr_expect_eq(running->licence[0].licence, 2);
	end(&bench);
}

Test(pool, an_array_without_a_limit_is_in_no_pool)
{
	struct bench bench;

	begin(&bench);
	limit_tasks(&bench);
	bench.array.max_run_tasks = 0;
	cr_expect_not(fts_pool_apart(&bench.build, &bench.job));
	bench.job.array_job_id = HEAD + 1;
	bench.array.max_run_tasks = TASKS;
	cr_expect_not(fts_pool_apart(&bench.build, &bench.job),
		      "its head is not known");
	end(&bench);
}

/* What a job has of each pool stands in one list. */
Test(pool, pools_add_up)
{
	struct bench bench;
	const struct ft_run *running;

	begin(&bench);
	limit_tasks(&bench);
	bench.job.license_list = list_create(NULL);
	list_append(bench.job.license_list, &bench.wish);
	running = run(&bench);
	cr_assert_eq(running->licence_count, 2);
	cr_expect_eq(running->licence[0].licence, 1);
	cr_expect_eq(running->licence[1].licence, 2);
	list_destroy(bench.job.license_list);
	end(&bench);
}
