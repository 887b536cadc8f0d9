/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: the row of a job in the outlook, see why.h.  Refuses to judge what
 * stands there.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

static const struct ft_outlook_job *_row_by_id(const struct sfair_why *why,
					       uint32_t job_id)
{
	uint32_t at;

	if (!ft_id_map_get(&why->row, job_id, &at))
		return NULL;
	return &why->outlook.job[at];
}

/* A heterogeneous job is planned whole, as its leader. */
const struct ft_outlook_job *sfair_why_row(const struct sfair_why *why,
					   const job_info_t *job)
{
	const struct ft_outlook_job *row = _row_by_id(why, job->job_id);
	bool led = job->het_job_id && job->het_job_id != job->job_id;

	if (led && (!row || row->verdict != FT_PLACED))
		return _row_by_id(why, job->het_job_id);
	return row;
}
