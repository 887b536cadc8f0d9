/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See service.h.
 */
#include "core/service.h"

static double _capped(double value, int64_t cap)
{
	return cap > 0 && value > (double) cap ? (double) cap : value;
}

double ft_service_points(const struct ft_service_policy *policy,
			 const struct ft_service_job *job)
{
	return (double) policy->bypass_weight *
	       _capped(job->bypass, policy->bypass_cap);
}
