/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/duties.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/common/assoc_mgr.h"
#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/fed_mgr.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/reservation.h"
#include "src/slurmctld/slurmctld.h"

#include "core/base/array.h"
#include "core/base/number.h"
#include "slurm/common/job_cleaning.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/build/job_ahead.h"
#include "slurm/reserve/cycle/duties.h"
#include "slurm/reserve/start/estimate.h"

/* Tasks of one array that have their own record while they wait. */
enum { SPLIT_TASKS = 10 };

struct id_list {
	uint32_t *id;
	uint32_t count, room;
	bool failed;
};

struct duty {
	time_t now;
	const struct fts_promise_book *known; /* forget all others */
	uint32_t stage_tasks;		      /* bb_array_stage_cnt */
	uint32_t follow_tasks;		      /* correspond_after_task_cnt */
};

static void _collect_job(const job_record_t *job, void *arg)
{
	struct id_list *list = arg;

	if (!IS_JOB_PENDING(job) || list->failed)
		return;
	if (FT_ARRAY_GROW(list->id, list->count, list->room))
		list->id[list->count++] = job->job_id;
	else
		list->failed = true;
}

/* A key of SchedulerParameters that only the stopped main loop reads. */
static uint32_t _split_option(const char *key)
{
	char *at = xstrcasestr(slurm_conf.sched_params, key);
	char digits[12];
	int64_t value;
	size_t len;

	if (!at)
		return SPLIT_TASKS;
	at += strlen(key);
	len = strcspn(at, ",");
	if (len >= sizeof(digits))
		return SPLIT_TASKS;
	memcpy(digits, at, len);
	digits[len] = '\0';
	if (ft_number_int(digits, 1, INT32_MAX, &value))
		return SPLIT_TASKS;
	return (uint32_t) value;
}

static int _is_correspond(void *x, void *key)
{
	depend_spec_t *depend = x;

	(void) key;
	return depend->depend_type == SLURM_DEPEND_AFTER_CORRESPOND;
}

/* How many tasks of this array head shall have their own record; 0: none. */
static uint32_t _tasks_to_split(job_record_t *job, const struct duty *duty)
{
	if (!job->array_recs || !job->array_recs->task_id_bitmap ||
	    job->array_task_id != NO_VAL || job->array_recs->task_cnt < 1)
		return 0;
	if (job->burst_buffer)
		return duty->stage_tasks;
	if (job->details && job->details->depend_list &&
	    list_find_first(job->details->depend_list, _is_correspond, NULL))
		return duty->follow_tasks;
	return 0;
}

/*
 * Splits one task off an array head, if it wants one.  The record at hand
 * becomes the task; a new one, with the array's id, keeps the others.
 */
static void _split_job(job_record_t *job, const struct duty *duty)
{
	uint32_t wanted = _tasks_to_split(job, duty);
	job_record_t *rest;
	int task;

	if (!wanted || num_pending_job_array_tasks(job->array_job_id) >=
			       (int) MIN(wanted, INT32_MAX))
		return;
	task = bit_ffs(job->array_recs->task_id_bitmap);
	if (task < 0)
		return;
	if (job->array_recs->task_cnt == 1) {
		job->array_task_id = (uint32_t) task;
		(void) fts_array_finish(job);
		if (job->details && job->details->dependency &&
		    job->details->depend_list)
			fed_mgr_submit_remote_dependencies(job, false, false);
		return;
	}
	job->array_task_id = (uint32_t) task;
	rest = fts_array_split(job);
	if (!rest) {
		error("sched/reserve: %pJ could not be split off its array",
		      job);
		return;
	}
	debug("sched/reserve: %pJ has a record of its own now", job);
	fts_job_state_set(rest, JOB_PENDING);
	rest->start_time = 0;
	if (job->burst_buffer)
		bb_g_job_validate2(job, NULL);
}

static void _set_reason(job_record_t *job, uint32_t reason, time_t now)
{
	if (job->state_reason == reason)
		return;
	job->state_reason = reason;
	xfree(job->state_desc);
	FTS_CHANGED_AT(last_job_update, now);
}

/* The accounting database hears of reasons that say more than "later". */
static void _note_reason(job_record_t *job, time_t now)
{
	if (job->state_reason == WAIT_NO_REASON ||
	    job->state_reason == WAIT_PRIORITY ||
	    job->state_reason == WAIT_RESOURCES ||
	    job->state_reason == job->state_reason_prev_db)
		return;
	job->state_reason_prev_db = job->state_reason;
	FTS_CHANGED_AT(last_job_update, now);
}

static bool _says_why_held(const job_record_t *job)
{
	switch (job->state_reason) {
	case FAIL_BAD_CONSTRAINTS:
	case FAIL_BURST_BUFFER_OP:
	case WAIT_RESV_DELETED:
	case WAIT_HELD:
	case WAIT_HELD_USER:
	case WAIT_MAX_REQUEUE:
		return true;
	default:
		return false;
	}
}

static bool _qos_usable(const job_record_t *job)
{
	const slurmdb_assoc_rec_t *assoc = job->assoc_ptr;

	if (!assoc || !(accounting_enforce & ACCOUNTING_ENFORCE_QOS) ||
	    job->limit_set.qos)
		return true;
	return job->qos_id < (uint32_t) g_qos_count && assoc->usage &&
	       assoc->usage->valid_qos &&
	       bit_test(assoc->usage->valid_qos, job->qos_id);
}

static void _check_qos(job_record_t *job, time_t now)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK, .qos = READ_LOCK};
	bool usable;

	if (!job->qos_id)
		return;
	fts_lock_assoc(&locks, "duties");
	usable = _qos_usable(job);
	fts_unlock_assoc(&locks);
	if (!usable) {
		if (job->state_reason == FAIL_QOS)
			return;
		fts_fail_qos(job);
		FTS_CHANGED_AT(last_job_update, now);
	} else if (job->state_reason == FAIL_QOS && job->qos_ptr) {
		_set_reason(job, WAIT_NO_REASON, now);
	}
}

/* Marks that hold for one scheduling pass only. */
static void _take_marks_off(job_record_t *job)
{
	job->bit_flags &= ~BACKFILL_SCHED;
	job->preempt_in_progress = false;
	if (job->array_recs)
		job->array_recs->pend_run_tasks = 0;
	if (job->resv_list)
		job->resv_ptr = NULL;
	job_resv_clear_magnetic_flag(job);
}

static void _assign_partition(job_record_t *job)
{
	if (job->part_ptr || job->part_ptr_list)
		return;
	job->part_ptr = find_part_record(job->partition);
	if (!job->part_ptr) {
		error("sched/reserve: %pJ: partition %s does not exist", job,
		      job->partition);
		return;
	}
	job->bit_flags |= JOB_PART_ASSIGNED;
}

static void _do_duties(job_record_t *job, const struct duty *duty)
{
	time_t now = duty->now;

	_split_job(job, duty);
	set_job_failed_assoc_qos_ptr(job);
	acct_policy_handle_accrue_time(job, false);
	_note_reason(job, now);
	_take_marks_off(job);
	if (duty->known &&
	    fts_promise_find(duty->known, job->job_id, 0) == UINT32_MAX &&
	    fts_estimate_clear(job))
		FTS_CHANGED_AT(last_job_update, now);
	if (IS_JOB_COMPLETING(job) || IS_JOB_REVOKED(job))
		return;
	if (fts_job_cleaning(job)) {
		_set_reason(job, WAIT_CLEANING, now);
		return;
	}
	if (job->state_reason == WAIT_CLEANING)
		_set_reason(job, WAIT_NO_REASON, now);
	if (!job->priority) {
		if (!_says_why_held(job))
			_set_reason(job, WAIT_HELD, now);
		return;
	}
	if (job->deadline && job->deadline != NO_VAL &&
	    !deadline_ok(job, "sched/reserve"))
		return;
	_assign_partition(job);
	_check_qos(job, now);
}

int fts_schedule_duties(struct fts_hold *hold,
			const struct fts_promise_book *known,
			struct ft_err *err)
{
	struct id_list list = {0};
	struct duty duty = {.known = known};

	fts_hold_take(hold, "duties");
	if (!fts_job_each(_collect_job, &list))
		list.failed = true;
	duty.stage_tasks = _split_option("bb_array_stage_cnt=");
	duty.follow_tasks = _split_option("correspond_after_task_cnt=");
	for (size_t i = 0; i < list.count && !list.failed; i++) {
		job_record_t *job;

		if (fts_hold_stopped(hold))
			break;
		fts_hold_pause(hold);
		fts_job_ahead(list.id, list.count, (uint32_t) i);
		job = find_job_record(list.id[i]);
		if (!job || !IS_JOB_PENDING(job))
			continue;
		duty.now = time(NULL);
		_do_duties(job, &duty);
	}
	fts_hold_drop(hold);
	free(list.id);
	if (list.failed)
		return ft_fail(err, -ENOMEM,
			       "out of memory for the list of pending jobs");
	return 0;
}
