/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_service - Maui's SERV component: what a job has had to put up with.
 *
 * Source: Maui, job prioritization, SERVWEIGHT: the sum over its factors of
 * weight times factor, each factor cut to its cap before it is weighted.  So
 * far: BYPASS, the starts by backfill that passed the job.
 *
 * Pure.
 */
#ifndef FT_CORE_SERVICE_H
#define FT_CORE_SERVICE_H

#include <stdint.h>

struct ft_service_policy {
	int64_t bypass_weight; /* points for each bypass; 0: none */
	int64_t bypass_cap;    /* bypasses that count at most; 0: all */
};

struct ft_service_job {
	uint32_t bypass; /* times that it was passed */
};

/* Priority points, at least 0. */
extern double ft_service_points(const struct ft_service_policy *policy,
				const struct ft_service_job *job);

#endif
