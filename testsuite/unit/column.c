/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Columns of sprio: each component in its place, and a sum that is the
 * priority, also where 32 bits or binary fractions are in the way.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "core/priority/column.h"

enum { CASES = 200000, TRES = 4 };

#define ZERO ((uint32_t) FT_FACTOR_ZERO)

static struct ft_factor stock;
static struct ft_component_weights weights;
static struct ft_component_system machine;
static struct ft_component_job job;
static struct ft_component_result result;
static struct ft_columns columns;
static double term[TRES];
static struct ft_column_tres_terms tres;

static void setup(void)
{
	memset(&job, 0, sizeof(job));
	memset(term, 0, sizeof(term));
	stock = (struct ft_factor){.site = ZERO, .nice = ZERO};
	tres = (struct ft_column_tres_terms){0};
	weights =
		(struct ft_component_weights){.component = {1, 1, 1, 1, 1, 1}};
	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		weights.weight[i] = i != FT_SERV_XFACTOR;
}

static uint32_t spread(double partition)
{
	ft_component_compute(&weights, &machine, &job, &result);
	ft_columns_spread(&stock, partition, &tres, &result, &columns);
	return columns.priority;
}

/* What a reader of sprio's manual would do with the columns. */
static long long printed(void)
{
	double sum = columns.age + columns.assoc + columns.fairshare +
		     columns.job_size + columns.partition + columns.qos +
		     ((double) columns.site - 2147483648.0) -
		     ((double) columns.nice - 2147483648.0);

	for (uint32_t i = 0; i < tres.count; i++) {
		double one = term[i];

		for (int j = 0; j < FT_COLUMN_TRES; j++)
			if (tres.at[j] == i)
				one += columns.tres[j];
		sum += one * 1000000 / 1000000;
	}
	return sum < 1 ? 1 : (long long) fmin(sum, 1e18);
}

TestSuite(column, .init = setup);

Test(column, each_component_has_its_place)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		job.priority[kind] = 10 + kind;
		job.delta[kind] = 1;
	}
	job.waited = 60;
	job.nodes = 2;
	job.cpus = 4;
	job.mem_mb = 1000;
	job.disk_mb = 7;
	cr_assert_eq(spread(100), 10 + 11 + 12 + 13 + 14 + 5 + 1 + 1013 + 100);
	cr_expect_float_eq(columns.assoc, 33, 0);
	cr_expect_float_eq(columns.qos, 13, 0);
	cr_expect_float_eq(columns.partition, 114, 0);
	cr_expect_float_eq(columns.fairshare, 5, 0);
	cr_expect_float_eq(columns.age, 1, 0);
	cr_expect_float_eq(columns.job_size, 1013, 0);
	tres = (struct ft_column_tres_terms){term, TRES, {0, 1, 3}};
	cr_assert_eq(spread(100), 10 + 11 + 12 + 13 + 14 + 5 + 1 + 1013 + 100);
	cr_expect_float_eq(columns.tres[FT_COLUMN_CPU], 4, 0);
	cr_expect_float_eq(columns.tres[FT_COLUMN_MEM], 1000, 0);
	cr_expect_float_eq(columns.tres[FT_COLUMN_NODE], 2, 0);
	cr_expect_float_eq(columns.job_size, 7, 0);
}

Test(column, site_takes_targets_and_job_size_what_site_cannot_hold)
{
	weights.weight[FT_SERV_QUEUETIME] = 0;
	weights.component[FT_TARGET] = 10;
	job.qos.queuetime_target = 60;
	job.waited = 120;
	cr_expect_eq(spread(0), 2000000000);
	cr_expect_eq(columns.site, ZERO + 2000000000u);
	cr_expect_float_eq(columns.job_size, 0, 0);
	stock.site = ZERO + 500000000;
	cr_expect_eq(spread(0), 2500000000);
	cr_expect_eq(columns.site, UINT32_MAX);
	cr_expect_float_eq(columns.job_size, 2500000000.0 - 2147483647.0, 0);
	weights.component[FT_TARGET] = 30;
	cr_expect_eq(spread(0), UINT32_MAX);
	cr_expect(columns.cut);
	cr_expect_eq(printed(), 6500000000);
}

Test(column, a_negative_sum_is_1)
{
	job.priority[FT_USER] = -5000;
	stock.age = 100;
	cr_expect_eq(spread(0), 1);
	cr_expect_eq(printed(), 1);
	stock.nice = ZERO - 4902;
	cr_expect_eq(spread(0), 2, "nice counts before the cut");
	cr_expect_eq(printed(), 2);
}

Test(column, a_cap_on_a_component_is_shown_where_it_stands)
{
	weights.component[FT_CRED] = 2;
	weights.component_cap[FT_CRED] = 50;
	job.priority[FT_QOS] = 40;
	job.priority[FT_USER] = 30;
	cr_expect_eq(spread(0), 100);
	cr_expect_float_eq(columns.qos, 80, 0);
	cr_expect_float_eq(columns.assoc, 20, 0);
}

Test(column, what_binary_fractions_lose_is_taken_up)
{
	weights.weight[FT_CRED_USER] = .29;
	job.priority[FT_USER] = 100;
	cr_expect_eq(spread(0), 29);
	cr_expect_eq(printed(), 29);
}

static uint64_t state;

static double chance(void)
{
	state = state * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (double) (state >> 11) / 9007199254740992.0;
}

/* Now and then nothing, whole, of every size and either sign. */
static double number(double size)
{
	double value = size * pow(10, -8 * chance());

	if (chance() < .2)
		return 0;
	if (chance() < .5)
		value = floor(value);
	return chance() < .3 ? -value : value;
}

static void sample(void)
{
	double size = pow(10, 12 * chance());

	setup();
	tres = (struct ft_column_tres_terms){
		term, TRES * (chance() < .5), {0, 1, 3}};
	stock.age = fabs(number(1e6));
	stock.assoc = fabs(number(1e6));
	stock.fairshare = fabs(number(1e9));
	stock.job_size = fabs(number(1e6));
	stock.qos = fabs(number(1e6));
	stock.site = (uint32_t) (4294967295.0 * chance());
	stock.nice = chance() < .5 ? ZERO : (uint32_t) (4e9 * chance());
	for (int i = 0; i < TRES; i++)
		term[i] = number(1e6);
	for (int i = 0; i < FT_COMPONENTS; i++) {
		weights.component[i] = number(10);
		weights.component_cap[i] = fabs(number(1e5));
	}
	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		weights.weight[i] = number(size);
		weights.cap[i] = fabs(number(1e3));
	}
	for (int i = 0; i < FT_CREDENTIAL_KINDS; i++) {
		job.priority[i] = number(1e4);
		job.delta[i] = 100 * chance() - 50;
	}
	job.waited = floor(1e6 * chance());
	job.walltime = floor(1e5 * chance());
	job.nodes = floor(100 * chance());
	job.cpus = floor(1e4 * chance());
	job.mem_mb = floor(1e6 * chance());
	job.qos.queuetime_target = floor(1e6 * chance());
	job.running = chance() < .3;
	job.elapsed = floor(1e5 * chance());
}

/* How large the terms are, whatever their signs. */
static double magnitude(void)
{
	double sum = 0;

	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		sum += fabs(weights.component[ft_component_of(i)] *
			    result.term[i].contribution);
	return sum;
}

/* The law: squeue's priority is sprio's sum, to the unit. */
Test(column, sprio_adds_up_to_the_priority)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		double partition, exact;

		state = seed;
		sample();
		partition = fabs(number(1e6));
		spread(partition);
		exact = stock.age + stock.assoc + stock.fairshare +
			stock.job_size + stock.qos + partition +
			((double) stock.site - (double) stock.nice) +
			result.points;
		for (uint32_t i = 0; i < tres.count; i++)
			exact += term[i];
		cr_assert(columns.priority >= 1);
		cr_assert(columns.cut ? columns.priority == UINT32_MAX &&
						printed() >= UINT32_MAX
				      : printed() == columns.priority,
			  "seed %lu: sprio prints %lld, the priority is %u",
			  seed, printed(), columns.priority);
		if (magnitude() < 1e12)
			cr_assert(columns.cut || fabs(fmax(1, exact) -
						      columns.priority) < 2,
				  "seed %lu: the sum is %.3f, the priority %u",
				  seed, exact, columns.priority);
	}
}
