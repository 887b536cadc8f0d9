/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charges: which seconds, how much, and what comes back of the time limit.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "core/fairshare/charge.h"

/* Started at 1000 with a limit of 10 minutes. */
static struct ft_charge_job running(void)
{
	return (struct ft_charge_job){.start_time = 1000,
				      .end_time = 1600,
				      .end_time_exp = 1600,
				      .time_limit = 10,
				      .usage_factor = -1};
}

static struct ft_charge charge(const struct ft_charge_job *job, int64_t until,
			       int64_t now)
{
	return ft_charge_compute(job, ft_charge_window(job, until, now), 4, 1);
}

Test(charge, from_the_last_charge_or_the_start)
{
	struct ft_charge_job job = running();
	struct ft_charge_span span = ft_charge_window(&job, 900, 1200);

	cr_expect_eq(span.from, 1000);
	cr_expect_eq(span.to, 1200);
	span = ft_charge_window(&job, 1100, 1200);
	cr_expect_eq(span.from, 1100);
}

Test(charge, ends_with_the_job)
{
	struct ft_charge_job job = running();

	job.final = job.stopped = true;
	job.end_time = 1150;
	cr_expect_float_eq(charge(&job, 1100, 1200).seconds, 50, 0);
	/* Not known to have ended: up to now, even past the expected end. */
	job.final = job.stopped = false;
	cr_expect_float_eq(charge(&job, 1100, 1700).seconds, 600, 0);
}

Test(charge, a_clock_that_went_back_charges_nothing)
{
	struct ft_charge_job job = running();
	struct ft_charge got = charge(&job, 1300, 1200);

	cr_expect_float_eq(got.seconds, 0, 0);
	cr_expect_float_eq(got.billing, 0, 0);
	cr_expect_eq(got.run_seconds, 0);
}

Test(charge, bills_tres_times_decayed_seconds)
{
	struct ft_charge_job job = running();
	struct ft_charge got = ft_charge_compute(
		&job, (struct ft_charge_span){1000, 1100}, 4, 0.999);

	cr_expect_float_eq(got.wall, 100 * pow(0.999, 100), 1e-12);
	cr_expect_float_eq(got.billing, 400 * pow(0.999, 100), 1e-12);
	cr_expect_float_eq(got.wall_full, 100, 0);
	cr_expect_float_eq(got.billing_full, 400, 0);
	cr_expect_eq(got.run_seconds, 100);
}

Test(charge, usage_factor_scales_all)
{
	struct ft_charge_job job = running();
	struct ft_charge got;

	job.usage_factor = 2.5;
	got = charge(&job, 1000, 1101);
	cr_expect_float_eq(got.wall_full, 252.5, 1e-12);
	cr_expect_float_eq(got.billing, 1010, 1e-12);
	cr_expect_eq(got.run_seconds, 252);
	job.usage_factor = 0;
	got = charge(&job, 1000, 1101);
	cr_expect_float_eq(got.billing, 0, 0);
	cr_expect_eq(got.run_seconds, 0);
	cr_expect_float_eq(got.seconds, 101, 0);
}

Test(charge, time_limit_comes_back_once)
{
	struct ft_charge_job job = running();
	uint64_t sum = charge(&job, 900, 1250).run_seconds;

	sum += charge(&job, 1250, 1500).run_seconds;
	job.final = job.stopped = true;
	job.end_time = 1550;
	sum += charge(&job, 1500, 1800).run_seconds;
	cr_expect_eq(sum, 600);
}

Test(charge, overrun_takes_back_no_more_than_the_limit)
{
	struct ft_charge_job job = running();
	uint64_t sum = charge(&job, 900, 1500).run_seconds;

	sum += charge(&job, 1500, 1700).run_seconds;
	sum += charge(&job, 1700, 1900).run_seconds;
	cr_expect_eq(sum, 600);
	job.final = job.stopped = true;
	job.end_time = 2000;
	cr_expect_eq(charge(&job, 1900, 2100).run_seconds, 0);
}

Test(charge, what_is_ahead_is_what_comes_back)
{
	struct ft_charge_job job = running();
	uint64_t sum;

	cr_expect_eq(ft_charge_ahead(&job, 0, 1), 600, "not charged yet");
	cr_expect_eq(ft_charge_ahead(&job, 1700, 3), 0, "past its limit");
	cr_expect(ft_charge_is_past(&job, 1600));
	cr_expect_not(ft_charge_is_past(&job, 1599));
	for (int64_t until = 900; until <= 1600; until += 50) {
		struct ft_charge_job end = running();

		sum = charge(&job, until, 1620).run_seconds;
		end.final = end.stopped = true;
		end.end_time = 1630;
		sum += charge(&end, 1620, 1700).run_seconds;
		cr_expect_eq(ft_charge_ahead(&job, until, 1), sum);
		cr_expect_eq(ft_charge_ahead(&job, until, 7), 7 * sum);
	}
	job.usage_factor = 0.5;
	cr_expect_eq(ft_charge_ahead(&job, 1200, 1), 200);
	job.usage_factor = 0;
	cr_expect_eq(ft_charge_ahead(&job, 1200, 1), 0);
}

/* 300 seconds are booked; of 33.5 seconds for each of 3 units 100 are gone. */
Test(charge, what_is_ahead_is_cut_as_slurm_cuts_it)
{
	struct ft_charge_job job = running();

	job.usage_factor = 0.5;
	cr_expect_eq(ft_charge_ahead(&job, 1067, 3), 3 * 300 - 100);
	cr_expect_eq(ft_charge_ahead(&job, 1067, 2), 2 * 300 - 67);
	job.usage_factor = 0.0333;
	cr_expect_eq(ft_charge_ahead(&job, 1599, 9), 0, "179 of 9 * 19");
}
