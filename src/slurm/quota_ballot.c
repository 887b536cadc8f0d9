/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_ballot.h.
 */
#include "slurm/quota_ballot.h"

#include "slurm/job_cursor.h"
#include "slurm/job_priority.h"

static const slurmctld_lock_t job_read = {
	.job = READ_LOCK, .node = READ_LOCK, .part = READ_LOCK};
static const assoc_mgr_lock_t assoc_read = {.assoc = READ_LOCK,
					    .qos = READ_LOCK};

void fts_ballots_fini(struct fts_ballots *ballots)
{
	xfree(ballots->ballot);
	*ballots = (struct fts_ballots){0};
}

static void _add(struct fts_ballots *ballots, struct fts_meter *meter,
		 const struct fts_priority_config *config,
		 const job_record_t *job)
{
	struct ft_ledger_place place;

	if (!IS_JOB_PENDING(job) || !fts_job_priority_wanted(config, job) ||
	    job->direct_set_prio ||
	    !fts_meter_place(meter, config, job, &place))
		return;
	if (ballots->count == ballots->size) {
		ballots->size = ballots->size ? 2 * ballots->size : 1024;
		xrecalloc(ballots->ballot, ballots->size,
			  sizeof(*ballots->ballot));
	}
	ballots->ballot[ballots->count++] = (struct ft_quota_ballot){
		.job_id = job->job_id,
		.path = place.path,
		.submit = job->details->submit_time,
	};
}

/* Nobody waits for the associations with the job lock in hand. */
static void _lock(void)
{
	assoc_mgr_lock_t gate = assoc_read;

	assoc_mgr_lock(&gate);
	assoc_mgr_unlock(&gate);
	lock_slurmctld(job_read);
}

static bool _slice(struct fts_ballots *ballots, struct fts_meter *meter,
		   const struct fts_priority_config *config,
		   struct fts_job_cursor *cursor)
{
	assoc_mgr_lock_t locks = assoc_read;
	job_record_t *job;

	assoc_mgr_lock(&locks);
	fts_job_cursor_begin(cursor);
	while ((job = fts_job_cursor_next(cursor))) {
		_add(ballots, meter, config, job);
		if (fts_job_cursor_full(cursor))
			break;
	}
	assoc_mgr_unlock(&locks);
	return job != NULL;
}

void fts_ballots_collect(struct fts_ballots *ballots, struct fts_meter *meter,
			 const struct fts_priority_config *config)
{
	struct fts_job_cursor cursor;

	ballots->count = 0;
	_lock();
	fts_job_cursor_open(&cursor);
	while (_slice(ballots, meter, config, &cursor)) {
		unlock_slurmctld(job_read);
		fts_job_cursor_pause();
		_lock();
	}
	fts_job_cursor_close(&cursor);
	unlock_slurmctld(job_read);
}
