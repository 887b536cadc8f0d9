/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The number that a pending job is known by again: it changes with what
 * planning reads of the job, and with nothing else.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/demand/hash.h"

struct bench {
	job_record_t job;
	job_details_t details;
	multi_core_data_t layout;
};

static char partition[] = "batch", nodes[] = "n[1-4]", text[] = "x";

static struct bench bench;

static void make(void)
{
	bench = (struct bench){0};
	bench.job.details = &bench.details;
	bench.job.job_id = 7;
	bench.job.priority = 100;
	bench.job.partition = partition;
	bench.job.time_limit = 60;
	bench.job.user_id = 1000;
	bench.details.mc_ptr = &bench.layout;
	bench.details.min_nodes = 2;
	bench.details.max_nodes = 4;
	bench.details.num_tasks = 8;
}

/* The hash of the job after the change, if it is another than before. */
#define CHANGES(field, value)                                                  \
	do {                                                                   \
		uint64_t before;                                               \
		make();                                                        \
		before = fts_schedule_hash(&bench.job);                        \
		bench.field = (value);                                         \
		cr_expect_neq(fts_schedule_hash(&bench.job), before, #field);  \
	} while (0)

#define STAYS(field, value)                                                    \
	do {                                                                   \
		uint64_t before;                                               \
		make();                                                        \
		before = fts_schedule_hash(&bench.job);                        \
		bench.field = (value);                                         \
		cr_expect_eq(fts_schedule_hash(&bench.job), before, #field);   \
	} while (0)

Test(job_hash, two_equal_jobs)
{
	static char same[] = "batch";
	uint64_t hash;

	make();
	hash = fts_schedule_hash(&bench.job);
	make();
	bench.job.partition = same;
	cr_expect_eq(fts_schedule_hash(&bench.job), hash);
}

Test(job_hash, of_the_record)
{
	CHANGES(job.job_id, 8);
	CHANGES(job.array_job_id, 8);
	CHANGES(job.restart_cnt, 1);
	CHANGES(job.qos_id, 2);
	CHANGES(job.assoc_id, 2);
	CHANGES(job.user_id, 1001);
	CHANGES(job.priority, 0);
	CHANGES(job.deadline, 5000);
	CHANGES(job.partition, text);
	CHANGES(job.time_limit, 61);
	CHANGES(job.time_min, 61);
	CHANGES(job.bit_flags, SPREAD_JOB);
	CHANGES(job.req_switch, 1);
	CHANGES(job.wait4switch, 1);
	CHANGES(job.reboot, 1);
	CHANGES(job.warn_time, 1);
	CHANGES(job.job_state, JOB_PENDING | JOB_REQUEUE);
}

Test(job_hash, of_text)
{
	CHANGES(job.tres_per_job, text);
	CHANGES(job.tres_per_node, text);
	CHANGES(job.tres_per_socket, text);
	CHANGES(job.tres_per_task, text);
	CHANGES(job.licenses, text);
	CHANGES(job.burst_buffer, text);
	CHANGES(job.resv_name, text);
	CHANGES(job.mcs_label, text);
	CHANGES(details.features, text);
	CHANGES(details.prefer, text);
	CHANGES(details.req_nodes, nodes);
	CHANGES(details.exc_nodes, nodes);
	CHANGES(details.dependency, text);
}

Test(job_hash, of_details)
{
	CHANGES(details.min_nodes, 3);
	CHANGES(details.max_nodes, 3);
	CHANGES(details.num_tasks, 9);
	CHANGES(details.ntasks_per_node, 2);
	CHANGES(details.orig_min_cpus, 2);
	CHANGES(details.orig_max_cpus, 2);
	CHANGES(details.orig_cpus_per_task, 2);
	CHANGES(details.orig_pn_min_cpus, 2);
	CHANGES(details.orig_pn_min_memory, 2);
	CHANGES(details.pn_min_tmp_disk, 2);
	CHANGES(details.core_spec, 2);
	CHANGES(details.contiguous, 1);
	CHANGES(details.overcommit, 1);
	CHANGES(details.share_res, 1);
	CHANGES(details.whole_node, 1);
	CHANGES(details.task_dist, SLURM_DIST_CYCLIC);
	CHANGES(details.mc_ptr, NULL);
	CHANGES(layout.sockets_per_node, 2);
	CHANGES(layout.cores_per_socket, 2);
	CHANGES(layout.threads_per_core, 2);
	CHANGES(layout.ntasks_per_socket, 2);
	CHANGES(layout.ntasks_per_core, 2);
	CHANGES(layout.plane_size, 2);
}

/* Amounts in the place of each other are another job. */
Test(job_hash, fields_are_told_apart)
{
	uint64_t one;

	make();
	bench.details.min_nodes = 3;
	bench.details.max_nodes = 5;
	one = fts_schedule_hash(&bench.job);
	bench.details.min_nodes = 5;
	bench.details.max_nodes = 3;
	cr_expect_neq(fts_schedule_hash(&bench.job), one);
	make();
	bench.job.tres_per_job = text;
	one = fts_schedule_hash(&bench.job);
	make();
	bench.job.tres_per_node = text;
	cr_expect_neq(fts_schedule_hash(&bench.job), one);
}

/* CPUs and memory of each GPU, as the job itself asks for them. */
Test(job_hash, of_gres)
{
	gres_job_state_t gpu = {0};
	gres_state_t gres = {.plugin_id = 1, .gres_data = &gpu};
	uint64_t hash[3];

	make();
	bench.job.gres_list_req = list_create(NULL);
	list_append(bench.job.gres_list_req, &gres);
	hash[0] = fts_schedule_hash(&bench.job);
	gpu.cpus_per_gres = 4;
	hash[1] = fts_schedule_hash(&bench.job);
	gpu.cpus_per_gres = 0;
	gpu.mem_per_gres = 4;
	hash[2] = fts_schedule_hash(&bench.job);
	cr_expect_neq(hash[0], hash[1]);
	cr_expect_neq(hash[0], hash[2]);
	cr_expect_neq(hash[1], hash[2]);
	list_destroy(bench.job.gres_list_req);
}

/*
 * What slurmctld writes by itself, as select does a partition's defaults of
 * CPUs and memory for each GPU, and what does not say where it may run.
 */
Test(job_hash, of_nothing_else)
{
	STAYS(job.priority, 200);
	STAYS(job.array_task_id, 9);
	STAYS(job.comment, text);
	STAYS(job.cpus_per_tres, text);
	STAYS(job.mem_per_tres, text);
	STAYS(job.state_reason, WAIT_RESOURCES);
	STAYS(job.start_time, 5000);
	STAYS(job.job_state, JOB_PENDING | FTS_JOB_UPDATE_DB);
	STAYS(details.begin_time, 5000);
	STAYS(details.min_cpus, 9);
	STAYS(details.max_cpus, 9);
	STAYS(details.cpus_per_task, 9);
	STAYS(details.pn_min_cpus, 9);
	STAYS(details.pn_min_memory, 9);
}
