/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Factors: each term by hand, the sum, and its cut.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/priority/factor.h"

#define ZERO ((uint32_t) FT_FACTOR_ZERO)

static struct ft_factor_policy policy(void)
{
	return (struct ft_factor_policy){
		.age = 1000,
		.assoc = 10,
		.fairshare = 10000,
		.job_size = 100,
		.partition = 50,
		.qos = 70,
		.max_age = 1000,
		.cluster_cpus = 64,
		.node_count = 16,
	};
}

static struct ft_factor_job job(void)
{
	return (struct ft_factor_job){
		.accrue_time = 5000,
		.cpus = 16,
		.min_nodes = 4,
		.time_limit = 2,
		.partition_time = 60,
		.fairshare = .25,
		.assoc = {3, .5},
		.partition = {20, .4},
		.qos = {7, .1},
		.site = ZERO,
		.nice = ZERO,
	};
}

static double size(const struct ft_factor_policy *policy,
		   const struct ft_factor_job *job)
{
	return ft_factor_compute(policy, job, 0).job_size;
}

Test(factor, every_term_times_its_weight)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();
	struct ft_factor got = ft_factor_compute(&all, &one, 5250);

	cr_expect_float_eq(got.age, 250, 1e-12);
	cr_expect_float_eq(got.assoc, 5, 1e-12);
	cr_expect_float_eq(got.fairshare, 2500, 1e-12);
	cr_expect_float_eq(got.job_size, 25, 1e-12);
	cr_expect_float_eq(got.partition, 20, 1e-12);
	cr_expect_float_eq(got.qos, 7, 1e-12);
	cr_expect_eq(ft_factor_sum(&got, NULL), 2807);
}

Test(factor, age_stops_at_max_age_and_starts_with_accrual)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();

	cr_expect_float_eq(ft_factor_compute(&all, &one, 4000).age, 0, 0);
	cr_expect_float_eq(ft_factor_compute(&all, &one, 99999).age, 1000, 0);
	one.accrue_time = 0;
	cr_expect_float_eq(ft_factor_compute(&all, &one, 99999).age, 0, 0);
}

Test(factor, no_normal_flags_take_numbers_as_they_are)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();
	struct ft_factor got;

	all.raw_assoc = all.raw_partition = all.raw_qos = true;
	got = ft_factor_compute(&all, &one, 0);
	cr_expect_float_eq(got.assoc, 30, 0);
	cr_expect_float_eq(got.partition, 1000, 0);
	cr_expect_float_eq(got.qos, 490, 0);
}

Test(factor, job_size_favours_large_or_small)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();

	cr_expect_float_eq(size(&all, &one), 25, 1e-12);
	one.cpus = 0;
	one.min_nodes = 8;
	cr_expect_float_eq(size(&all, &one), 50, 1e-12);
	all.favor_small = true;
	cr_expect_float_eq(size(&all, &one), 50, 1e-12);
	one.cpus = 16;
	/* (8/16 + 48/64) / 2 */
	cr_expect_float_eq(size(&all, &one), 62.5, 1e-12);
}

Test(factor, job_size_relative_to_time)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();

	all.small_relative = true;
	/* 4 nodes of 4 CPUs over 2 minutes over 64 CPUs */
	cr_expect_float_eq(size(&all, &one), 12.5, 1e-12);
	one.cpus = 32;
	cr_expect_float_eq(size(&all, &one), 25, 1e-12);
	all.favor_small = true;
	cr_expect_float_eq(size(&all, &one), 75, 1e-12);
	all.favor_small = false;
	one.time_limit = FT_FACTOR_NO_LIMIT;
	one.partition_time = 4;
	cr_expect_float_eq(size(&all, &one), 12.5, 1e-12);
	one.partition_time = FT_FACTOR_NO_LIMIT;
	cr_expect_float_eq(size(&all, &one), 50, 1e-12);
}

Test(factor, job_size_stays_a_number)
{
	struct ft_factor_policy all = policy();
	struct ft_factor_job one = job();

	one.min_nodes = 1000;
	cr_expect_float_eq(size(&all, &one), 100, 0);
	all.favor_small = true;
	cr_expect_float_eq(size(&all, &one), 100, 0);
	all.small_relative = true;
	one.time_limit = 0;
	cr_expect_float_eq(size(&all, &one), 0, 0);
	all.node_count = 0;
	cr_expect_float_eq(size(&all, &one), 0, 0);
}

Test(factor, tres_against_the_partition)
{
	static const double weight[] = {100, -10, 5};
	static const uint64_t value[] = {8, 50, 3};
	static const uint64_t total[] = {64, 100, 0};
	struct ft_factor_policy all = policy();
	double term[3];

	cr_expect_float_eq(ft_factor_tres(&all, value, total, term), 0, 0);
	all.tres = weight;
	all.tres_count = 3;
	cr_expect_float_eq(ft_factor_tres(&all, value, total, term), 7.5,
			   1e-12);
	cr_expect_float_eq(term[1], -5, 1e-12);
	cr_expect_float_eq(term[2], 0, 0);
	cr_expect_float_eq(ft_factor_tres(&all, value, NULL, term), 0, 0);
	all.raw_tres = true;
	cr_expect_float_eq(ft_factor_tres(&all, value, total, term), 315,
			   1e-12);
}

Test(factor, sum_is_never_held_and_never_wraps)
{
	struct ft_factor factor = {.age = 10, .site = ZERO, .nice = ZERO};
	bool cut;

	factor.nice = ZERO + 100;
	cr_expect_eq(ft_factor_sum(&factor, &cut), 1);
	cr_expect_not(cut);
	factor.nice = ZERO - 100;
	factor.site = ZERO + 5;
	cr_expect_eq(ft_factor_sum(&factor, &cut), 115);
	factor.age = 4294967295.0;
	cr_expect_eq(ft_factor_sum(&factor, &cut), UINT32_MAX);
	cr_expect(cut);
	factor.age = INFINITY;
	cr_expect_eq(ft_factor_sum(&factor, &cut), UINT32_MAX);
	factor.age = NAN;
	cr_expect_eq(ft_factor_sum(&factor, &cut), 1);
	factor.age = -INFINITY;
	cr_expect_eq(ft_factor_sum(&factor, &cut), 1);
}

Test(factor, each_partition_has_its_own_sum)
{
	struct ft_factor factor = {.age = 10,
				   .partition = 20,
				   .tres = 30,
				   .site = ZERO,
				   .nice = ZERO};

	cr_expect_eq(ft_factor_sum(&factor, NULL), 60);
	cr_expect_eq(ft_factor_sum_partition(&factor, 5, 1, NULL), 16);
}
