/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promised.h.
 */
#include "promised.h"

#include <stdlib.h>
#include <string.h>

static void *_new_part(struct ft_snapshot *snapshot, size_t size)
{
	void *part = ft_snapshot_alloc(snapshot, size);

	if (!part)
		abort();
	return part;
}

extern void suspend_run(struct ft_snapshot *snapshot, struct ft_run *run,
			int64_t duration)
{
	size_t size = snapshot->resource_count * sizeof(int64_t);
	struct ft_share *share =
		_new_part(snapshot, run->share_count * sizeof(*share));

	for (uint32_t i = 0; i < run->share_count; i++) {
		int64_t *amount = _new_part(snapshot, size);

		if (run->share[i].amount)
			memcpy(amount, run->share[i].amount, size);
		amount[FT_CORES] = 0;
		share[i] = run->share[i];
		share[i].amount = amount;
	}
	run->share = share;
	run->end += duration;
	run->class = 0;
}

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
		job->promise_duration = placement->duration + placement->late;
		job->promise_share = placement->share;
		job->promise_share_count = placement->share_count;
		job->promise_part_count = placement->part_count;
		job->promise_part_end = placement->part_end;
	}
}
