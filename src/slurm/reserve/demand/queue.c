/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pending jobs can be planned, in which of their partitions and QOS, and
 * from when on.  order.c sorts them.
 *
 * Slurm's own tests come first, since they set reasons, begin times and, for
 * each partition, the counts that demand is read from.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/reservation.h"

#include "core/base/array.h"

#include "slurm/common/exchange.h"
#include "slurm/common/job_cleaning.h"
#include "slurm/common/job_target.h"
#include "slurm/reserve/build/hash_key.h"
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/demand/part_access.h"
#include "slurm/reserve/demand/predict.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/demand/shape.h"
#include "slurm/reserve/limit/limit_claim.h"
#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/preempt/standby.h"
#include "slurm/reserve/resource/burst_buffer.h"
#include "slurm/reserve/resource/pool.h"

/* Could it use its reservation, once that begins? */
static bool _reservation_usable(job_record_t *job)
{
	int code = job_test_resv_now(job);

	return code == SLURM_SUCCESS || code == ESLURM_INVALID_TIME_VALUE;
}

/* Nothing but a time that will come keeps it: a begin time, a reservation. */
static bool _waits_for_time(job_record_t *job)
{
	if (job->state_reason != WAIT_TIME &&
	    job->state_reason != WAIT_RESERVATION)
		return false;
	return _reservation_usable(job);
}

/* Nothing but the tasks of its array that run. */
static bool _waits_for_tasks(job_record_t *job)
{
	return job->state_reason == WAIT_ARRAY_TASK_LIMIT &&
	       _reservation_usable(job);
}

bool fts_build_plannable(const struct fts_build *build, job_record_t *job)
{
	if (!IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job) ||
	    IS_JOB_REVOKED(job) || !job->details || fts_job_cleaning(job))
		return false;
	if (!job_independent(job) && !_waits_for_time(job) &&
	    !_waits_for_tasks(job))
		return false;
	if (!job->priority || !IS_JOB_PENDING(job))
		return false;
	return true;
}

/* What slurmctld's tests of a job in its partitions have said so far. */
struct trial {
	bool admitted;	  /* by the lists of some partition */
	bool passed;	  /* in some partition */
	uint32_t refusal; /* the first one's, or WAIT_NO_REASON */
};

/* May it run in job->part_ptr? */
static bool _allowed_pick(struct fts_build *build, job_record_t *job,
			  struct trial *trial)
{
	uint32_t reason = (uint32_t) job_limits_check(&job, true);

	if (reason == WAIT_NO_REASON && !fts_part_access_groups(build, job))
		reason = WAIT_PART_CONFIG;
	if (reason == WAIT_NO_REASON)
		trial->passed = true;
	else if (trial->refusal == WAIT_NO_REASON)
		trial->refusal = reason;
	return reason == WAIT_NO_REASON;
}

/*
 * One reason for all partitions together: if each wrote its own, every cycle
 * would find something to write, and wake the next.
 */
static void _tell_pick(job_record_t *job, const struct trial *trial)
{
	uint32_t reason = trial->passed ? WAIT_NO_REASON : trial->refusal;

	if (!trial->admitted) {
		fts_part_access_tell(job, job->part_ptr);
		return;
	}
	if (reason == job->state_reason ||
	    (reason == WAIT_NO_REASON && !fts_held_by_partition(job)))
		return;
	job->state_reason = reason;
	xfree(job->state_desc);
	FTS_CHANGED_AT(last_job_update, time(NULL));
}

static int _better_first(const void *x, const void *y)
{
	const struct fts_option *a = x, *b = y;

	if (a->part->priority_tier != b->part->priority_tier)
		return a->part->priority_tier > b->part->priority_tier ? -1 : 1;
	if (a->priority != b->priority)
		return a->priority > b->priority ? -1 : 1;
	return 0;
}

/* Of a job of one partition and QOS the priority plugin has seen to that. */
static bool _capped(const job_record_t *job)
{
	if (job->direct_set_prio)
		return false;
	return (job->part_ptr_list &&
		fts_exchange_capped(FTS_CAPPED_PARTITION,
				    job->part_ptr->name)) ||
	       (FTS_QOS_LIST(job) && job->qos_ptr &&
		fts_exchange_capped(FTS_CAPPED_QOS, job->qos_ptr->name));
}

/* Where the job stands now. */
static void _try_row(struct fts_build *build, job_record_t *job,
		     uint32_t priority, struct trial *trial,
		     struct fts_option *option, uint32_t *count)
{
	if (!fts_part_access_open(build, job))
		return;
	trial->admitted = true;
	if (*count >= FTS_PARTITIONS_MAX || _capped(job) ||
	    !_allowed_pick(build, job, trial))
		return;
	option[*count].part = job->part_ptr;
	option[*count].qos = FTS_QOS_LIST(job) ? job->qos_ptr : NULL;
	option[*count].priority = priority;
	option[*count].shape = fts_build_shape(build, job);
	if (!option[*count].shape || !option[*count].shape->request_count)
		return;
	option[*count].request =
		fts_build_claim_limits(build, job, option[*count].shape);
	if (!option[*count].request && build->options->assoc_limit_stop)
		option[*count].request = option[*count].shape->request;
	if (option[*count].request)
		(*count)++;
}

/* Each of its partitions, under each of its QOS. */
static void _try_rows(struct fts_build *build, job_record_t *job,
		      struct trial *trial, struct fts_option *option,
		      uint32_t *count)
{
	const uint32_t *priority = FTS_PARTITION_PRIORITY(job);
	const struct fts_job_stand own = fts_job_stand(job);
	struct fts_job_rows rows;
	struct fts_job_row row;

	fts_job_rows_begin(&rows, job);
	for (uint32_t n = 0; fts_job_rows_next(&rows, &row); n++) {
		job->part_ptr = row.part;
		job->qos_ptr = row.qos;
		job->qos_id = row.qos ? row.qos->id : own.qos_id;
		_try_row(build, job, priority ? priority[n] : own.priority,
			 trial, option, count);
	}
	fts_job_rows_end(&rows);
	fts_job_stand_set(job, &own);
	if (*count > 1)
		qsort(option, *count, sizeof(*option), _better_first);
}

bool fts_build_prepare(struct fts_build *build, job_record_t *job, uint32_t row)
{
	struct trial trial = {.refusal = WAIT_NO_REASON};
	struct fts_job_stand own;
	struct fts_job_rows rows;
	struct fts_job_row at;
	bool there = true;

	build->asked = (struct fts_asked){0};
	if (fts_job_row_count(job) < 2 || !fts_build_plannable(build, job))
		return false;
	own = fts_job_stand(job);
	fts_job_rows_begin(&rows, job);
	for (uint32_t i = 0; there && i <= row; i++)
		there = fts_job_rows_next(&rows, &at);
	if (there) {
		job->part_ptr = at.part;
		job->qos_ptr = at.qos;
		job->qos_id = at.qos ? at.qos->id : own.qos_id;
		if (fts_part_access_open(build, job) && !_capped(job) &&
		    _allowed_pick(build, job, &trial))
			(void) fts_build_shape(build, job);
	}
	fts_job_rows_end(&rows);
	fts_job_stand_set(job, &own);
	return there;
}

uint32_t fts_build_options(struct fts_build *build, job_record_t *job,
			   struct fts_option *option)
{
	struct trial trial = {.refusal = WAIT_NO_REASON};
	uint32_t count = 0;

	if (!job->part_ptr && !job->part_ptr_list)
		return 0;
	if (fts_job_row_count(job))
		_try_rows(build, job, &trial, option, &count);
	else
		_try_row(build, job, job->priority, &trial, option, &count);
	if (job->part_ptr)
		_tell_pick(job, &trial);
	return count;
}

void fts_build_bound(struct fts_build *build, job_record_t *job,
		     struct ft_request *request)
{
	int64_t begin = ft_time_bound(job->details->begin_time);
	int64_t from = MAX(begin, build->now);
	int64_t buffer = fts_build_buffer(build, job);

	if (begin > request->not_before && begin > build->now)
		request->not_before = begin;
	if (buffer > build->now)
		request->not_before = MAX(request->not_before, buffer);
	fts_pool_wanted(build, job, request);
	request->licence = fts_build_same(build, request->licence,
					  request->licence_count *
						  sizeof(*request->licence));
	if (!job->deadline || job->deadline == NO_VAL)
		return;
	if ((int64_t) job->deadline < request->end_by)
		request->end_by = ft_time_bound(job->deadline);
	/* Without a limit of its own it gets what time is left. */
	if ((job->time_limit == NO_VAL || job->time_limit == INFINITE) &&
	    from + request->duration > request->end_by && !request->least)
		request->least = MIN(60, request->duration);
}

/* Tasks of an unsplit array head: each can have a place of its own. */
static uint32_t _pick_tasks(const job_record_t *job)
{
	const job_array_struct_t *array = job->array_recs;

	if (!array || job->array_task_id != NO_VAL || !array->task_cnt)
		return 1;
	return array->task_cnt;
}

static bool _reserves(const struct fts_build *build, const job_record_t *job)
{
	const struct ft_schedule_options *options = build->options;
	int64_t since = job->details->begin_time;
	int64_t threshold =
		acct_policy_get_prio_thresh((job_record_t *) job, false);

	if (fts_qos_flags(job) & QOS_FLAG_NO_RESERVE)
		return false;
	if (options->min_age_reserve &&
	    since + options->min_age_reserve > build->now)
		return false;
	if (job->array_recs && job->array_task_id == NO_VAL &&
	    !options->max_job_array_resv)
		return false;
	if (!threshold)
		threshold = options->min_prio_reserve;
	return (int64_t) job->priority >= threshold;
}

static uint32_t _bucket(const struct fts_build *build, const job_record_t *job)
{
	const struct ft_depth_rule *rule = &build->options->depth;
	assoc_mgr_lock_t locks = {.qos = READ_LOCK};
	uint32_t bucket;

	if (!rule->bucket_count)
		return FT_NO_INDEX;
	fts_lock_assoc(&locks, "limits");
	bucket = ft_depth_rule_bucket(rule,
				      job->qos_ptr ? job->qos_ptr->name : NULL);
	fts_unlock_assoc(&locks);
	return bucket;
}

struct fts_pick *fts_build_new_pick(struct fts_build *build)
{
	struct fts_pick *pick;

	if (!FT_ARRAY_GROW(build->pick, build->pick_count, build->pick_room)) {
		build->failed = true;
		return NULL;
	}
	pick = &build->pick[build->pick_count];
	memset(pick, 0, sizeof(*pick));
	return pick;
}

/* Seen by the cycle, and what it shows before. */
static void _mark_pick(const struct fts_build *build, job_record_t *job,
		       struct fts_shown *shown)
{
	job->bit_flags |= BACKFILL_SCHED;
	job->last_sched_eval = build->now;
	shown->start = job->start_time;
	shown->reason = job->state_reason;
	shown->nodes = job->sched_nodes != NULL;
	shown->text = job->state_desc != NULL;
	shown->buffer = job->burst_buffer != NULL;
}

void fts_build_identify(struct fts_build *build, job_record_t *job,
			const struct fts_option *best, struct fts_pick *pick)
{
	const struct fts_job_stand own = fts_job_stand(job);

	pick->candidate.job_id = job->job_id;
	pick->candidate.array_job_id = job->array_job_id;
	pick->candidate.array_task_id = job->array_task_id;
	pick->candidate.restart_count = job->restart_cnt;
	pick->candidate.hash = fts_build_schedule_hash(build, job);
	_mark_pick(build, job, &pick->candidate.shown);
	pick->expedited = FTS_EXPEDITED(job);
	pick->reservation = job->resv_id || job->resv_list;
	pick->tier = best->part->priority_tier;
	pick->priority = best->priority;
	pick->predicted = fts_build_predicted(build, job);
	pick->submit = job->details->submit_time;
	pick->candidate.submitted = pick->submit;
	pick->candidate.begin = ft_time_bound(job->details->begin_time);
	pick->queued = ft_time_bound(job->details->begin_time
					     ? job->details->begin_time
					     : pick->submit);
	pick->order_id =
		job->array_task_id == NO_VAL ? job->job_id : job->array_job_id;
	pick->user_id = job->user_id;
	pick->assoc_id = job->assoc_id;
	pick->partition_hash = (uint32_t) fts_hash_text(best->part->name);
	pick->copies = _pick_tasks(job);
	if (best->qos)
		job->qos_ptr = best->qos;
	pick->bucket = _bucket(build, job);
	pick->reserve = _reserves(build, job);
	pick->candidate.standby = !pick->reserve && fts_standby(build, job);
	fts_job_stand_set(job, &own);
}
