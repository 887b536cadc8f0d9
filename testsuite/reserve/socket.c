/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a job wishes of sockets (-B, --ntasks-per-socket), on nodes of two
 * sockets with eight cores each.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/demand/socket.h"

enum { SOCKETS = 2, CORES = 8 };

struct bench {
	multi_core_data_t layout;
	job_details_t details;
	job_record_t job;
	struct fts_survey survey;
	struct fts_demand demand;
};

static struct bench *asked(void)
{
	static struct bench bench;

	bench = (struct bench){
		.layout = {.sockets_per_node = NO_VAL16,
			   .cores_per_socket = NO_VAL16,
			   .threads_per_core = NO_VAL16,
			   .ntasks_per_socket = INFINITE16,
			   .ntasks_per_core = INFINITE16},
		.details = {.cpus_per_task = 1},
		.survey = {.least_threads = 1,
			   .most_threads = 1,
			   .least_unit = 1,
			   .most_unit = 1,
			   .least_sockets = SOCKETS,
			   .most_sockets = SOCKETS},
		.demand = {.cpus = 1},
	};
	bench.details.mc_ptr = &bench.layout;
	bench.job.details = &bench.details;
	bench.demand.survey = &bench.survey;
	return &bench;
}

static bitstr_t *all_cores(void)
{
	bitstr_t *cores = bit_alloc(SOCKETS * CORES);

	bit_set_all(cores);
	return cores;
}

Test(socket, no_wish_is_none)
{
	struct bench *bench = asked();

	cr_expect_not(fts_socket_wished(&bench->job));
	cr_expect_eq(fts_socket_tasks(&bench->job, &bench->demand), UINT32_MAX);
	bench->details.mc_ptr = NULL;
	cr_expect_not(fts_socket_wished(&bench->job));
	cr_expect_eq(fts_socket_tasks(&bench->job, &bench->demand), UINT32_MAX);
}

Test(socket, tasks_of_a_socket_limit_those_of_a_node)
{
	struct bench *bench = asked();

	bench->layout.ntasks_per_socket = 3;
	cr_expect(fts_socket_wished(&bench->job));
	cr_expect_eq(fts_socket_tasks(&bench->job, &bench->demand), 6);
	bench->survey.most_threads = 2;
	cr_expect_eq(fts_socket_tasks(&bench->job, &bench->demand),
		     FTS_SOCKETS_BOUND_TASKS ? 6 : 8,
		     "the second thread of a core may carry one more, where "
		     "select counts CPUs");
	bench->details.overcommit = 1;
	cr_expect_eq(fts_socket_tasks(&bench->job, &bench->demand), UINT32_MAX);
}

Test(socket, what_must_be_free_is_of_all_wished_sockets)
{
	struct bench *bench = asked();

	bench->layout.sockets_per_node = 2;
	bench->layout.cores_per_socket = 4;
	fts_socket_want(&bench->job, &bench->demand);
	cr_expect_eq(bench->demand.want_cores, 8);
	cr_expect_eq(bench->demand.want_cpus, 0);
	bench->layout.ntasks_per_socket = 5;
	bench->demand.cpus = 2;
	fts_socket_want(&bench->job, &bench->demand);
	cr_expect_eq(bench->demand.want_cpus, 10, "the tasks of one socket");
}

Test(socket, free_cores_are_trimmed_socket_by_socket)
{
	struct bench *bench = asked();
	bitstr_t *cores = all_cores();

	bench->layout.ntasks_per_socket = 3;
	cr_expect(fts_socket_trim(&bench->job, SOCKETS, CORES, 1, cores));
	cr_expect_eq(bit_set_count(cores), 6);
	cr_expect(bit_test(cores, 0) && bit_test(cores, CORES));
	bit_set_all(cores);
	bench->layout.ntasks_per_socket = INFINITE16;
	bench->layout.cores_per_socket = 4;
	bit_nclear(cores, 0, 4); /* three are left of the first socket */
	cr_expect(fts_socket_trim(&bench->job, SOCKETS, CORES, 1, cores));
	cr_expect_eq(bit_set_count(cores), CORES, "of the second one only");
	cr_expect_eq(bit_ffs(cores), CORES);
	bench->layout.sockets_per_node = 2;
	cr_expect_not(fts_socket_trim(&bench->job, SOCKETS, CORES, 1, cores));
	bit_free(cores);
}

Test(socket, a_wish_is_given_back)
{
	struct bench *bench = asked();
	struct fts_socket_wish wish = {0};

	bench->layout.sockets_per_node = 2;
	bench->layout.cores_per_socket = 4;
	bench->layout.ntasks_per_socket = 5;
	fts_socket_forget(&wish, &bench->job, 0);
	cr_expect_not(fts_socket_wished(&bench->job));
	fts_socket_recall(&wish, &bench->job);
	cr_expect_eq(bench->layout.sockets_per_node, 2);
	cr_expect_eq(bench->layout.cores_per_socket, 4);
	cr_expect_eq(bench->layout.ntasks_per_socket, 5);
}

/* Of five tasks with a thread each the last one has a core for itself. */
Test(socket, tasks_of_a_socket_stay_where_whole_sockets_are_shown)
{
	struct bench *bench = asked();
	struct fts_socket_wish wish = {0};

	bench->layout.sockets_per_node = 2;
	bench->layout.ntasks_per_socket = 5;
	fts_socket_forget(&wish, &bench->job, 2);
	cr_expect_eq(bench->layout.sockets_per_node, NO_VAL16);
	cr_expect_eq(bench->layout.ntasks_per_socket,
		     FTS_SOCKETS_BOUND_TASKS ? 6 : 5);
	fts_socket_recall(&wish, &bench->job);
	cr_expect_eq(bench->layout.sockets_per_node, 2);
	cr_expect_eq(bench->layout.ntasks_per_socket, 5);
}
