/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: the row of a job in the outlook, see why.h.  Refuses to judge what
 * stands there.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

const struct ft_outlook_job *sfair_why_row(const struct sfair_why *why,
					   const job_info_t *job)
{
	uint32_t at;

	if (!ft_id_map_get(&why->row, job->job_id, &at))
		return NULL;
	return &why->outlook.job[at];
}
