/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reserve_right.h.
 */
#include "core/queue/reserve_right.h"

extern bool ft_reserve_right(const struct ft_job *job, double limits,
			     int64_t now)
{
	double waited = now > job->queued ? (double) (now - job->queued) : 0;

	return ft_job_takes(job) || !job->request_count ||
	       (waited >= limits * (double) job->request->duration);
}
