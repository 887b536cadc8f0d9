/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which jobs have waited long enough to hold a reservation, by
 * rsv_reserve_from.
 */
#include <criterion/criterion.h>

#include "core/queue/reserve_right.h"

enum { NOW = 1000000, LIMIT = 600 };

static bool right_of(int64_t waited, double limits, uint64_t takes)
{
	struct ft_request request[] = {
		{.duration = LIMIT},
		{.duration = 1, .takes = takes},
	};
	const struct ft_job job = {
		.queued = NOW - waited,
		.request_count = 2,
		.request = request,
	};

	return ft_reserve_right(&job, limits, NOW);
}

Test(reserve_right, a_job_has_it_once_it_has_waited_its_part_of_its_limit)
{
	cr_expect_not(right_of(4 * LIMIT - 1, 4, 0));
	cr_expect(right_of(4 * LIMIT, 4, 0));
	cr_expect_not(right_of(LIMIT / 2 - 1, .5, 0));
	cr_expect(right_of(LIMIT / 2, .5, 0));
}

Test(reserve_right, without_a_part_all_have_it)
{
	cr_expect(right_of(0, 0, 0));
	cr_expect(right_of(-50, 0, 0), "its time is still to come");
	cr_expect_not(right_of(-50, 1, 0));
}

Test(reserve_right, whatever_may_take_runs_has_it_at_once)
{
	cr_expect(right_of(0, 1000, 2));
}

Test(reserve_right, so_has_a_job_that_asks_for_nothing)
{
	const struct ft_job job = {.queued = NOW};

	cr_expect(ft_reserve_right(&job, 1000, NOW));
}
