/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See charge.h.
 */
#include "core/fairshare/charge.h"

#include <math.h>

struct ft_charge_span ft_charge_window(const struct ft_charge_job *job,
				       int64_t charged_until, int64_t now)
{
	struct ft_charge_span span = {charged_until, now};

	if (job->start_time > span.from)
		span.from = job->start_time;
	/* A job that is to be killed runs on past its expected end. */
	if (job->final && job->end_time && job->end_time < span.to)
		span.to = job->end_time;
	return span;
}

/*
 * The start of a job booked its whole time limit in advance; here the part
 * that is no longer ahead comes back.  Past the limit nothing is left; when
 * the job stops, all that is left comes back at once.
 */
static uint64_t _run_seconds(const struct ft_charge_job *job,
			     struct ft_charge_span span, double seconds)
{
	uint64_t from = (uint64_t) span.from;
	uint64_t limit =
		(uint64_t) job->start_time + (uint64_t) job->time_limit * 60;

	if (from >= limit)
		return 0;
	if (job->stopped)
		return limit - from;
	if (span.to <= job->end_time_exp)
		return (uint64_t) seconds;
	return job->end_time_exp > span.from
		       ? (uint64_t) (job->end_time_exp - span.from)
		       : 0;
}

struct ft_charge ft_charge_compute(const struct ft_charge_job *job,
				   struct ft_charge_span span, double billable,
				   double per_second)
{
	struct ft_charge charge = {0};

	if (span.to > span.from)
		charge.seconds = (double) (span.to - span.from);
	charge.wall = charge.seconds * pow(per_second, charge.seconds);
	charge.wall_full = charge.seconds;
	charge.billing = charge.wall * billable;
	charge.billing_full = charge.wall_full * billable;
	charge.run_seconds = _run_seconds(job, span, charge.seconds);
	if (job->usage_factor >= 0) {
		charge.wall *= job->usage_factor;
		charge.wall_full *= job->usage_factor;
		charge.billing *= job->usage_factor;
		charge.billing_full *= job->usage_factor;
		charge.run_seconds = (uint64_t) ((double) charge.run_seconds *
						 job->usage_factor);
	}
	return charge;
}

bool ft_charge_is_past(const struct ft_charge_job *job, int64_t when)
{
	return when >= job->start_time + (int64_t) job->time_limit * 60;
}

uint64_t ft_charge_ahead(const struct ft_charge_job *job, int64_t charged_until,
			 uint64_t count)
{
	uint64_t limit = (uint64_t) job->time_limit * 60;
	double factor = job->usage_factor >= 0 ? job->usage_factor : 1;
	int64_t passed = charged_until - job->start_time;
	uint64_t booked, charged;

	if (ft_charge_is_past(job, charged_until))
		return 0;
	if (passed < 0)
		passed = 0;
	booked = count * (uint64_t) ((double) limit * factor);
	charged = (uint64_t) ((double) count * (factor * (double) passed));
	return booked > charged ? booked - charged : 0;
}
