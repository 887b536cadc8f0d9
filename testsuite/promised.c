/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promised.h.
 */
#include "promised.h"

extern void promise(struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule)
{
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];
		struct ft_job *job = &snapshot->job[j];

		if (placement->verdict != FT_PLACED)
			continue;
		job->promise = ft_placement_promise(placement);
		job->promise_held = placement->held;
		job->promise_rank = j;
		job->promise_request = placement->request;
		job->promise_duration = placement->duration;
		job->promise_share = placement->share;
		job->promise_share_count = placement->share_count;
		job->promise_part_count = placement->part_count;
		job->promise_part_end = placement->part_end;
	}
}
