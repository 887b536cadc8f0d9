/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maui's hierarchy: each example and table of its manual (Job Prioritization,
 * seed 001), then what the manual leaves open.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/priority/component.h"
#include "core/maui/fairshare_target.h"

static const struct ft_component_weights ones = {
	.component = {1, 1, 1, 1, 1, 1}};
static struct ft_component_weights weights;
static struct ft_component_system machine;
static struct ft_component_job job;
static struct ft_component_result result;

static void setup(void)
{
	weights = ones;
	machine = (struct ft_component_system){
		.cpus = 128, .mem_mb = 65536, .disk_mb = 1000, .gpus = 8};
	job = (struct ft_component_job){
		.nodes = 2,
		.cpus = 32,
		.mem_mb = 4096,
		.disk_mb = 100,
		.gpus = 1,
		.walltime = 3600,
		.waited = 600,
		.bypass = 3,
	};
}

static double points(void)
{
	ft_component_compute(&weights, &machine, &job, &result);
	return result.points;
}

/* The priority that one subcomponent gives with weight 1. */
static double alone(enum ft_subcomponent subcomponent)
{
	weights = ones;
	weights.weight[subcomponent] = 1;
	return points();
}

TestSuite(component, .init = setup);

Test(component, nothing_counts_by_default)
{
	cr_expect_float_eq(points(), 0, 0);
}

Test(component, manual_john_paul_and_staff)
{
	weights.weight[FT_CRED_USER] = 1;
	weights.weight[FT_CRED_GROUP] = 1;
	job.priority[FT_USER] = 2000;
	job.priority[FT_GROUP] = 10000;
	cr_expect_float_eq(points(), 12000, 0, "john of staff");
	job.priority[FT_USER] = -1000;
	cr_expect_float_eq(points(), 9000, 0, "paul of staff");
	job.priority[FT_GROUP] = 0;
	cr_expect_float_eq(points(), -1000, 0, "paul of another group");
}

static double delta(const char *target, double usage)
{
	struct ft_fs_target read = {0};

	cr_assert_eq(ft_fs_target_read(target, &read, NULL), 0);
	return ft_fs_delta(read,
			   (struct ft_fs_state){.usage = usage, .total = 100},
			   false);
}

Test(component, manual_minus_25000)
{
	weights.component[FT_FS] = 100;
	weights.weight[FT_FS_USER] = 10;
	weights.weight[FT_FS_GROUP] = 20;
	weights.weight[FT_FS_ACCOUNT] = 30;
	weights.weight[FT_FS_QOS] = 40;
	job.delta[FT_USER] = delta("50.0", 45);
	job.delta[FT_ACCOUNT] = delta("25.0", 35);
	job.delta[FT_QOS] = delta("10.0+", 25);
	cr_expect_float_eq(points(), -25000, 1e-9);
	cr_expect_float_eq(result.term[FT_FS_USER].contribution, 50, 1e-9);
	cr_expect_float_eq(result.term[FT_FS_ACCOUNT].contribution, -300, 1e-9);
	cr_expect_float_eq(result.term[FT_FS_QOS].contribution, 0, 0);
}

Test(component, manual_expansion_factors)
{
	static const double hours[] = {1, 2, 4, 8, 16};
	static const double one[] = {2, 3, 5, 9, 17};
	static const double four[] = {1.25, 1.5, 2, 3, 5};

	for (int i = 0; i < 5; i++) {
		job.waited = hours[i] * 3600;
		job.walltime = 3600;
		cr_expect_float_eq(alone(FT_SERV_XFACTOR), one[i], 1e-12);
		job.walltime = 4 * 3600;
		cr_expect_float_eq(alone(FT_SERV_XFACTOR), four[i], 1e-12);
	}
}

Test(component, manual_xfminwclimit)
{
	weights.xfminwclimit = 7200;
	job.waited = 7200;
	job.walltime = 60;
	cr_expect_float_eq(ft_component_xfactor(7200, &job), 2, 0);
	job.walltime = 14400;
	cr_expect_float_eq(ft_component_xfactor(7200, &job), 1.5, 0);
	job.walltime = 0;
	cr_expect_float_eq(ft_component_xfactor(0, &job), 1, 0,
			   "no limit at all");
}

Test(component, manual_processor_equivalents)
{
	machine = (struct ft_component_system){.cpus = 128, .mem_mb = 1000};
	job.cpus = 32;
	job.mem_mb = 500;
	cr_expect_float_eq(alone(FT_RES_PE), 64, 0);
	job.cpus = 96;
	cr_expect_float_eq(alone(FT_RES_PE), 96, 0);
}

Test(component, processor_equivalents_count_all_that_there_is)
{
	job.gpus = 8;
	cr_expect_float_eq(alone(FT_RES_PE), 128, 0, "all GPUs");
	job.gpus = 0;
	job.disk_mb = 750;
	cr_expect_float_eq(alone(FT_RES_PE), 96, 0, "disk");
	machine.disk_mb = 0;
	job.mem_mb = 0;
	cr_expect_float_eq(alone(FT_RES_PE), 32, 0, "unknown disk");
	machine.cpus = 0;
	cr_expect_float_eq(alone(FT_RES_PE), 0, 0, "no processors");
}

Test(component, table_resources)
{
	cr_expect_float_eq(alone(FT_RES_NODE), 2, 0);
	cr_expect_float_eq(alone(FT_RES_PROC), 32, 0);
	cr_expect_float_eq(alone(FT_RES_MEM), 4096, 0, "MB");
	cr_expect_float_eq(alone(FT_RES_DISK), 100, 0, "MB");
	cr_expect_float_eq(alone(FT_RES_PS), 32 * 3600, 0);
	cr_expect_float_eq(alone(FT_RES_WALLTIME), 3600, 0, "seconds");
}

Test(component, table_credentials_and_fairshare)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		job.priority[kind] = 7 + kind;
		job.delta[kind] = -3 - kind;
	}
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		cr_expect_float_eq(alone(FT_CRED_USER + kind), 7 + kind, 0);
		cr_expect_float_eq(alone(FT_FS_USER + kind), -3 - kind, 0);
	}
}

Test(component, table_service_levels)
{
	cr_expect_float_eq(alone(FT_SERV_QUEUETIME), 10, 0, "minutes");
	cr_expect_float_eq(alone(FT_SERV_BYPASS), 3, 0);
}

Test(component, table_usage_of_running_jobs)
{
	job.elapsed = 900;
	cr_expect_float_eq(alone(FT_USAGE_CONSUMED), 0, 0, "not running");
	job.running = true;
	cr_expect_float_eq(alone(FT_USAGE_CONSUMED), 32 * 900, 0);
	cr_expect_float_eq(alone(FT_USAGE_REMAINING), 32 * 2700, 0);
	cr_expect_float_eq(alone(FT_USAGE_PERCENT), 25, 0);
	cr_expect_float_eq(alone(FT_USAGE_EXECUTIONTIME), 900, 0);
	job.elapsed = 4000;
	cr_expect_float_eq(alone(FT_USAGE_REMAINING), 0, 0, "over its limit");
	job.walltime = 0;
	cr_expect_float_eq(alone(FT_USAGE_PERCENT), 0, 0, "without a limit");
}

Test(component, manual_qos_adds_to_weights)
{
	weights.weight[FT_SERV_QUEUETIME] = 10;
	weights.weight[FT_SERV_XFACTOR] = 100;
	job.qos.queuetime_weight = 5000;
	job.qos.xfactor_weight = 5000;
	job.waited = 3600;
	cr_expect_float_eq(points(), 5010 * 60 + 5100 * 2, 1e-9);
}

Test(component, targets_press_harder_the_nearer_they_are)
{
	cr_expect_float_eq(ft_component_urgency(10, 9), 1, 1e-12);
	cr_expect_float_eq(ft_component_urgency(10, 9.9), 100, 1e-9);
	cr_expect_float_eq(ft_component_urgency(10, 9.99999), 1e8, 1);
	cr_expect_float_eq(ft_component_urgency(10, 10), 1e8, 0);
	cr_expect_float_eq(ft_component_urgency(10, 20), 2e8, 0,
			   "a missed target grows on, but evenly");
	cr_expect_float_eq(ft_component_urgency(0, 20), 0, 0, "no target");
}

Test(component, targets_look_at_the_effective_queue_time)
{
	job.qos.queuetime_target = 4 * 3600;
	job.waited = 230 * 60;
	cr_expect_float_eq(alone(FT_TARGET_QUEUETIME), .01, 1e-12,
			   "ten minutes before");
	job.waited = 480 * 60;
	cr_expect_float_eq(alone(FT_TARGET_QUEUETIME), 2e8, 1e-3);
	job.qos.xfactor_target = 10;
	job.walltime = 3600;
	job.waited = 8 * 3600;
	cr_expect_float_eq(alone(FT_TARGET_XFACTOR), 1, 1e-12);
}

Test(component, caps_bound_above_before_the_weight)
{
	weights.component[FT_RES] = 10;
	weights.weight[FT_RES_PROC] = 2;
	weights.weight[FT_RES_NODE] = 1;
	weights.cap[FT_RES_PROC] = 20;
	cr_expect_float_eq(points(), 10 * (2 * 20 + 2), 1e-9);
	weights.component_cap[FT_RES] = 15;
	cr_expect_float_eq(points(), 150, 1e-9);
	weights.weight[FT_RES_PROC] = -2;
	cr_expect_float_eq(points(), -380, 1e-9, "nothing bounds below");
}

Test(component, words_are_unique_within_a_component)
{
	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		for (int j = 0; j < i; j++)
			cr_expect(ft_component_of(i) != ft_component_of(j) ||
				  ft_subcomponent_word(i) !=
					  ft_subcomponent_word(j));
	cr_expect_str_eq(ft_component_word(FT_SERV), "serv");
}
