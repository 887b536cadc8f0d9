/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_diag.h.
 */
#include "src/common/slurm_xlator.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/schedule_diag.h"

void fts_schedule_diag(struct fts_hold *hold, const struct fts_cycle *cycle,
		       const struct fts_report *report, int64_t took_us,
		       time_t began_at)
{
	diag_stats_t *stats = &slurmctld_diag_stats;
	uint32_t took = (uint32_t) MIN(took_us, UINT32_MAX);
	uint32_t jobs = cycle->snapshot->job_count;

	fts_hold_take(hold);
	stats->bf_when_last_cycle = began_at;
	stats->bf_cycle_counter++;
	stats->bf_cycle_last = took;
	stats->bf_cycle_sum += took;
	stats->bf_cycle_max = MAX(stats->bf_cycle_max, took);
	stats->bf_queue_len = cycle->pending;
	stats->bf_queue_len_sum += cycle->pending;
	stats->bf_last_depth = jobs;
	stats->bf_depth_sum += jobs;
	stats->bf_last_depth_try = report->placed;
	stats->bf_depth_try_sum += report->placed;
	stats->bf_table_size = cycle->schedule->table_size;
	stats->bf_table_size_sum += cycle->schedule->table_size;
	stats->backfilled_jobs += report->backfilled;
	stats->last_backfilled_jobs += report->backfilled;
	fts_hold_drop(hold);
}
