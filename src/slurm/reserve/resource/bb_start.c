/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_buffer - when a job's burst buffer lets it start.
 *
 * Buffers are given out by Slurm's plugin: it begins to stage in as soon as a
 * job shows its start and there is room.  Where resource/bb_pool.c knows how
 * much room there will be, that decides.  Else a job that found none is planned
 * for the time when the first of those that have some ends, and tried again
 * whenever there may be some.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/resource/burst_buffer.h"

/* Plugins say "a year from now" for never. */
enum { NEVER_FROM = 300 * 86400 };

/* Tasks of an array get buffers once each has a record of its own. */
static bool _buffer_wants(const job_record_t *job)
{
	return job->burst_buffer && job->burst_buffer[0] &&
	       !(job->array_recs && job->array_task_id == NO_VAL);
}

void fts_build_buffer_run(struct fts_build *build, const job_record_t *job,
			  int64_t end)
{
	if (!_buffer_wants(job))
		return;
	if (!build->pool.buffer_free || end < build->pool.buffer_free)
		build->pool.buffer_free = end;
}

int64_t fts_build_buffer(const struct fts_build *build, job_record_t *job)
{
	int64_t from;

	if (!_buffer_wants(job) || bb_g_job_test_stage_in(job, true) != -1)
		return 0;
	from = bb_g_job_get_est_start(job);
	if (from > build->now + NEVER_FROM)
		return FT_NEVER;
	if (from > build->now + 1)
		return from;
	if (fts_build_pool_known(build, job))
		return 0;
	/* There was none when it was tried; now there may be. */
	if (job->state_reason != WAIT_BURST_BUFFER_RESOURCE ||
	    bb_g_job_test_stage_in(job, false) != -1)
		return 0;
	return build->pool.buffer_free;
}
