/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_recount.h.
 */
#include "slurm/fairtree/usage/usage_recount.h"

#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/assoc_walk.h"
#include "core/fairshare/charge.h"

static void _clear(uint64_t *run_seconds)
{
	memset(run_seconds, 0,
	       (size_t) fts_tres_count() * sizeof(*run_seconds));
}

static int _clear_qos(void *x, void *arg)
{
	slurmdb_qos_rec_t *qos = x;

	(void) arg;
	_clear(qos->usage->grp_used_tres_run_secs);
	fts_qos_run_seconds_each(qos, _clear);
	return 0;
}

static int _clear_assoc(void *x, void *arg)
{
	slurmdb_assoc_rec_t *assoc = x;

	(void) arg;
	_clear(assoc->usage->grp_used_tres_run_secs);
	return 0;
}

static void _clear_assocs(void)
{
	struct fts_assoc_walk walk;

	if (!fts_assoc_walk_begin(&walk)) {
		list_for_each(assoc_mgr_assoc_list, _clear_assoc, NULL);
		return;
	}
	for (uint32_t i = 0; i < walk.count; i++) {
		fts_assoc_walk_ahead(&walk, i);
		_clear_assoc(walk.assoc[i], NULL);
	}
	fts_assoc_walk_end(&walk);
}

/* What a job has ahead, TRES seconds. */
static void _add_seconds(uint64_t *run_seconds, const uint64_t *ahead)
{
	for (int i = 0; i < fts_tres_count(); i++)
		run_seconds[i] += ahead[i];
}

static void _add_qos_seconds(slurmdb_qos_rec_t *qos, const job_record_t *job,
			     const uint64_t *ahead)
{
	uint64_t *shares[FTS_QOS_SHARES];
	uint32_t count;

	if (!qos)
		return;
	_add_seconds(qos->usage->grp_used_tres_run_secs, ahead);
	count = fts_qos_run_seconds(qos, job, shares);
	for (uint32_t i = 0; i < count; i++)
		_add_seconds(shares[i], ahead);
}

/*
 * A job whose nodes boot begins anew when they are up, and is charged from
 * then on.
 */
static void _look_ahead(struct fts_assoc_charge *charges,
			const job_record_t *job, uint64_t *ret_ahead)
{
	struct ft_charge_job copy = {
		.start_time = job->start_time,
		.time_limit = job->time_limit,
		.usage_factor = job->qos_ptr ? job->qos_ptr->usage_factor : -1,
	};
	time_t until = fts_assoc_charge_until(charges, job->job_id);

	if (IS_JOB_POWER_UP_NODE(job))
		until = 0;
	if (ft_charge_is_past(&copy, until))
		charges->past_limit = true;
	_clear(ret_ahead);
	for (int i = 0; i < fts_tres_count(); i++)
		if (i != TRES_ARRAY_ENERGY &&
		    job->tres_alloc_cnt[i] != NO_CONSUME_VAL64)
			ret_ahead[i] = ft_charge_ahead(&copy, until,
						       job->tres_alloc_cnt[i]);
}

static bool _has_booked(const job_record_t *job)
{
	return (IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) &&
	       job->end_time_exp != (time_t) NO_VAL && job->assoc_ptr &&
	       job->tres_alloc_cnt;
}

struct count {
	struct fts_assoc_charge *charges;
	uint64_t *ahead; /* of one job */
};

static int _count_job(void *x, void *arg)
{
	const job_record_t *job = x;
	const struct count *count = arg;
	slurmdb_assoc_rec_t *assoc;

	if (!_has_booked(job))
		return 0;
	_look_ahead(count->charges, job, count->ahead);
	_add_qos_seconds(job->qos_ptr, job, count->ahead);
	if (job->part_ptr && job->part_ptr->qos_ptr != job->qos_ptr)
		_add_qos_seconds(job->part_ptr->qos_ptr, job, count->ahead);
	for (assoc = job->assoc_ptr; assoc;
	     assoc = assoc->usage->parent_assoc_ptr)
		_add_seconds(assoc->usage->grp_used_tres_run_secs,
			     count->ahead);
	return 0;
}

static void _count_all(struct fts_assoc_charge *charges)
{
	struct count count = {charges, NULL};

	count.ahead = xcalloc(fts_tres_count(), sizeof(*count.ahead));
	if (assoc_mgr_assoc_list)
		_clear_assocs();
	if (assoc_mgr_qos_list)
		list_for_each(assoc_mgr_qos_list, _clear_qos, NULL);
	if (job_list)
		list_for_each(job_list, _count_job, &count);
	xfree(count.ahead);
}

void fts_usage_recount(struct fts_assoc_charge *charges)
{
	slurmctld_lock_t job_lock = {.job = READ_LOCK, .part = READ_LOCK};
	assoc_mgr_lock_t locks = {
		.assoc = WRITE_LOCK, .qos = WRITE_LOCK, .tres = READ_LOCK};
	bool explained;
	char *missing;

	if (!(fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS))
		return;
	fts_lock_await_assoc(&locks);
	fts_lock_take(job_lock, "recount");
	fts_lock_assoc(&locks, "recount");
	_count_all(charges);
	explained = charges->past_limit;
	missing = charges->missing;
	charges->past_limit = false;
	charges->missing = NULL;
	fts_unlock_assoc(&locks);
	fts_lock_drop(job_lock);
	if (missing && explained)
		debug("priority/fairtree: %s: counted anew", missing);
	else if (missing)
		error("priority/fairtree: %s: counted anew", missing);
	xfree(missing);
}

void fts_usage_recount_due(struct fts_assoc_charge *charges)
{
	slurmctld_lock_t job_lock = {.job = READ_LOCK};
	bool due;

	fts_lock_take(job_lock, "recount");
	due = charges->past_limit || charges->missing;
	fts_lock_drop(job_lock);
	if (due)
		fts_usage_recount(charges);
}
