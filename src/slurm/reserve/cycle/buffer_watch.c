/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See buffer_watch.h.
 */
#include "slurm/common/compat.h"

#include "src/common/pack.h"

#include "core/base/checksum.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/buffer_watch.h"

uint64_t fts_buffer_state(void)
{
	uint64_t sum = UINT64_C(1) << 32;
	buf_t *buffer;

	if (!slurm_conf.bb_type)
		return 0;
	buffer = init_buf(BUF_SIZE);
	if (bb_g_state_pack(0, buffer, SLURM_PROTOCOL_VERSION) == SLURM_SUCCESS)
		sum |= ft_checksum_crc32(get_buf_data(buffer),
					 get_buf_offset(buffer));
	FREE_NULL_BUFFER(buffer);
	return sum;
}

/* Has it been staged in, or has that failed?  A failure holds the job. */
static bool _done(uint32_t job_id)
{
	job_record_t *job = find_job_record(job_id);

	return !job || !job->priority || bb_g_job_test_stage_in(job, true) == 1;
}

static bool _waits_for_buffer(const struct fts_refusals *refusals)
{
	const struct fts_refusal *refusal = refusals->jobs.record;

	for (uint32_t i = 0; i < refusals->jobs.count; i++)
		if (refusal[i].code == ESLURM_BURST_BUFFER_WAIT)
			return true;
	return false;
}

static bool _anyone_done(struct fts_refusals *refusals)
{
	static const slurmctld_lock_t job_write = {.job = WRITE_LOCK};
	bool found = false;

	if (!_waits_for_buffer(refusals))
		return false;
	fts_lock_take(job_write, "burst buffers");
	for (uint32_t i = refusals->jobs.count; i-- > 0;) {
		const struct fts_refusal *all = refusals->jobs.record;
		const struct fts_refusal *refusal = &all[i];

		if (refusal->code != ESLURM_BURST_BUFFER_WAIT ||
		    !_done(refusal->job_id))
			continue;
		fts_refusal_forget(refusals, refusal->job_id);
		found = true;
	}
	fts_lock_drop(job_write);
	return found;
}

bool fts_buffer_watch_look(struct fts_buffer_watch *watch,
			   struct fts_refusals *refusals)
{
	uint64_t seen = watch->seen;
	bool done;

	if (!slurm_conf.bb_type || !fts_rest_over(&watch->rest))
		return false;
	watch->seen = fts_buffer_state();
	done = _anyone_done(refusals);
	fts_rest_end(&watch->rest);
	return done || (seen && seen != watch->seen);
}

/* Slurm walks over all jobs for this. */
void fts_buffer_stage_in(struct fts_hold *hold, const struct fts_cycle *cycle)
{
	uint64_t state = fts_buffer_state();

	if (!state || state != cycle->buffers)
		return;
	fts_hold_take(hold, "burst buffers");
	bb_g_job_try_stage_in();
	fts_hold_drop(hold);
}
