/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_ballot.h.
 */
#include "slurm/fairtree/priority/quota_ballot.h"

#include "slurm/common/job_cursor.h"
#include "slurm/common/lock.h"
#include "slurm/fairtree/priority/job_priority.h"

/* Minutes: a year stands for no limit. */
enum { LONG_LIMIT = 365 * 24 * 60 };

static const slurmctld_lock_t job_read = {
	.job = READ_LOCK, .node = READ_LOCK, .part = READ_LOCK};
static const assoc_mgr_lock_t assoc_read = {.assoc = READ_LOCK,
					    .qos = READ_LOCK};

void fts_ballots_fini(struct fts_ballots *ballots)
{
	xfree(ballots->ballot);
	xfree(ballots->job);
	*ballots = (struct fts_ballots){0};
}

/* All that it asks for, until its time limit. */
static double _cost(const struct fts_priority_config *config,
		    const job_record_t *job)
{
	uint32_t minutes = job->time_limit;

	if (minutes == NO_VAL && job->part_ptr)
		minutes = job->part_ptr->max_time;
	if (minutes == NO_VAL || minutes == INFINITE)
		minutes = LONG_LIMIT;
	return fts_usage_formula_wanted(&config->usage_formula, job) * minutes *
	       60;
}

static void _add_ballot(struct fts_ballots *ballots, struct fts_meter *meter,
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
		xrecalloc(ballots->job, ballots->size, sizeof(*ballots->job));
	}
	ballots->job[ballots->count] = (struct ft_pbs_job){
		.job_id = job->job_id,
		.entity = place.entity,
		.submit = job->details->submit_time,
		.cost = _cost(config, job),
	};
	ballots->ballot[ballots->count++] = (struct ft_quota_ballot){
		.job_id = job->job_id,
		.path = place.path,
		.submit = job->details->submit_time,
	};
}

/* Never wait for the associations with the job lock in hand. */
static void _lock(void)
{
	assoc_mgr_lock_t gate = assoc_read;

	fts_lock_await_assoc(&gate);
	fts_lock_take(job_read, "ballots");
}

static bool _slice_ballot(struct fts_ballots *ballots, struct fts_meter *meter,
			  const struct fts_priority_config *config,
			  struct fts_job_cursor *cursor)
{
	assoc_mgr_lock_t locks = assoc_read;
	job_record_t *job;

	fts_lock_assoc(&locks, "ballots");
	fts_job_cursor_begin(cursor);
	while ((job = fts_job_cursor_next(cursor))) {
		_add_ballot(ballots, meter, config, job);
		if (fts_job_cursor_full(cursor))
			break;
	}
	fts_unlock_assoc(&locks);
	return job != NULL;
}

void fts_ballots_collect(struct fts_ballots *ballots, struct fts_meter *meter,
			 const struct fts_priority_config *config)
{
	struct fts_job_cursor cursor;

	ballots->count = 0;
	_lock();
	fts_job_cursor_open(&cursor);
	while (_slice_ballot(ballots, meter, config, &cursor)) {
		fts_lock_drop(job_read);
		fts_job_cursor_pause();
		_lock();
	}
	fts_job_cursor_close(&cursor);
	fts_lock_drop(job_read);
}
