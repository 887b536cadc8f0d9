/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan does not depend on the unit of time: if all times lie so many times
 * as far from now, all starts do, and nodes and tasks are the same.  The
 * oracle sees single seconds only; through this what it says holds for hours
 * and days, where the engine uses its tables of spans of time.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../promised.h"
#include "law.h"
#include "sample.h"

enum { CASES = 6000 };

/* The spans of the tables, parts of them, and what fits into none. */
static const int64_t scales[] = {90,   300,  600,   900,   1000,
				 1800, 7200, 28800, 100000};

/* Some running jobs end a unit of time from now, whatever was planned. */
static void end_runs(struct ft_snapshot *snapshot, uint64_t seed, int64_t unit)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if ((seed >> (i % 16)) & 1)
			snapshot->run[i].end = snapshot->now + unit;
}

static bool same_shares(const struct ft_placement *a,
			const struct ft_placement *b)
{
	if (a->share_count != b->share_count)
		return false;
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((a->share[i].node != b->share[i].node) ||
		    (a->share[i].tasks != b->share[i].tasks))
			return false;
	return true;
}

static void compare(const struct ft_schedule *one,
		    const struct ft_schedule *two, int64_t now, int64_t scale,
		    uint64_t seed)
{
	for (uint32_t j = 0; j < one->job_count; j++) {
		const struct ft_placement *a = &one->placement[j];
		const struct ft_placement *b = &two->placement[j];

		cr_assert(
			(a->verdict == b->verdict) &&
				(a->obstacle == b->obstacle) &&
				(a->request == b->request) &&
				same_shares(a, b) &&
				((a->verdict != FT_PLACED) ||
				 ((a->start - now) * scale == b->start - now)),
			"seed %llu, scale %lld: job %u differs",
			(unsigned long long) seed, (long long) scale, j);
	}
}

/* A plan from nothing, and one after some jobs have ended, with promises. */
static void check_case(uint64_t seed, int64_t scale)
{
	struct ft_snapshot *one = sample_new(seed), *two = sample_new(seed);
	struct ft_schedule *first, *second, *later, *latest;

	sample_steady(one);
	sample_steady(two);
	sample_scale(two, scale);
	first = plan(one);
	second = plan(two);
	compare(first, second, one->now, scale, seed);
	promise(one, first);
	promise(two, second);
	end_runs(one, seed, 1);
	end_runs(two, seed, scale);
	later = plan(one);
	latest = plan(two);
	compare(later, latest, one->now, scale, seed);
	ft_schedule_free(latest);
	ft_schedule_free(later);
	ft_schedule_free(second);
	ft_schedule_free(first);
	ft_snapshot_free(two);
	ft_snapshot_free(one);
}

Test(scale, plans_do_not_depend_on_the_unit_of_time)
{
	size_t count = sizeof(scales) / sizeof(*scales);

	for (uint64_t seed = 1; seed <= CASES; seed++)
		check_case(seed, scales[seed % count]);
}
