/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reserve_right.h.
 */
#include "core/queue/reserve_right.h"

extern bool ft_reserve_right(const struct ft_job *job, double limits,
			     int64_t now)
{
	double waited = now > job->queued ? (double) (now - job->queued) : 0;

	for (uint32_t r = 0; r < job->request_count; r++)
		if (job->request[r].takes)
			return true;
	return !job->request_count ||
	       (waited >= limits * (double) job->request->duration);
}
