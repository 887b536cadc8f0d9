/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pending jobs: which can be planned, what they ask for, in which order.
 *
 * Slurm's own tests come first, since they set reasons, begin times and, for
 * each partition, the counts that demand is read from.  The order is that of
 * Slurm's queue; a job of several partitions, or QOS, stands once, where the
 * best puts it.
 */
#include "slurm/common/lock.h"
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/reservation.h"

#include "core/base/arena.h"
#include "core/base/array.h"

#include "slurm/common/exchange.h"
#include "slurm/common/job_target.h"
#include "slurm/reserve/demand/demand.h"
#include "slurm/reserve/build/hash_key.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/pool.h"

enum { FIRST_ROOM = 1024 };

/* A former run of a requeued job has not gone yet. */
static bool _cleaning_pick(job_record_t *job)
{
	return fts_select_cleaning(job) || job->details->prolog_running ||
	       (job->step_list && list_count(job->step_list));
}

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
	    IS_JOB_REVOKED(job) || !job->details || _cleaning_pick(job))
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

	if (reason == WAIT_NO_REASON && !fts_gate_groups(build, job))
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
		fts_gate_tell(job, job->part_ptr);
		return;
	}
	if (reason == job->state_reason ||
	    (reason == WAIT_NO_REASON && !fts_held_by_partition(job)))
		return;
	job->state_reason = reason;
	xfree(job->state_desc);
	last_job_update = time(NULL);
}

static bool _grow_shapes(struct fts_build *build)
{
	uint32_t room = build->shape_room ? build->shape_room * 2 : FIRST_ROOM;
	struct fts_shape **shape = calloc(room, sizeof(*shape));

	if (!shape) {
		build->failed = true;
		return false;
	}
	for (uint32_t i = 0; i < build->shape_room; i++) {
		uint64_t at;

		if (!build->shape[i])
			continue;
		at = build->shape[i]->key & (room - 1);
		while (shape[at])
			at = (at + 1) & (room - 1);
		shape[at] = build->shape[i];
	}
	free(build->shape);
	build->shape = shape;
	build->shape_room = room;
	return true;
}

/* The slot of a key, empty if the key is new. */
static struct fts_shape **_pick_slot(struct fts_build *build, uint64_t key)
{
	uint64_t at;

	if (build->shape_count * 2 >= build->shape_room && !_grow_shapes(build))
		return NULL;
	at = key & (build->shape_room - 1);
	while (build->shape[at] && build->shape[at]->key != key)
		at = (at + 1) & (build->shape_room - 1);
	return &build->shape[at];
}

/*
 * Each way is a request in the snapshot and a search in the plan, so the jobs
 * of one user have so many in all as USER_JOBS jobs may, and few each beyond
 * that: it is their sum that takes memory and time, and not that a job of many
 * partitions, features and devices has them all.
 */
uint32_t fts_build_ways_left(const struct fts_build *build,
			     const job_record_t *job)
{
	enum { USER_JOBS = 16, FEW = 3 };
	uint32_t had = 0;

	ft_id_map_get(&build->user_ways, job->user_id, &had);
	return had < (uint64_t) build->options->requests * USER_JOBS
		       ? (uint32_t) build->options->requests
		       : MIN(FEW, (uint32_t) build->options->requests);
}

void fts_build_note_ways(struct fts_build *build, const job_record_t *job,
			 uint32_t count)
{
	uint32_t had = 0;

	ft_id_map_get(&build->user_ways, job->user_id, &had);
	if (ft_id_map_put(&build->user_ways, job->user_id, had + count))
		build->failed = true;
}

static uint64_t _shape_key(const struct fts_build *build, job_record_t *job,
			   const struct fts_range *range)
{
	struct ft_keyed_hash key = fts_hash_begin();

	ft_keyed_hash_add(&key, fts_shape_hash(job));
	ft_keyed_hash_add_text(&key, job->part_ptr->name);
	ft_keyed_hash_add(&key, range->min | (uint64_t) range->want << 32);
	ft_keyed_hash_add(&key, range->max);
	ft_keyed_hash_add(&key, fts_dimension_key(build, job));
	if (build->ways < build->options->requests)
		ft_keyed_hash_add(&key, build->ways);
	if (build->magnetic) /* access to a magnetic one goes by user */
		ft_keyed_hash_add(&key, job->user_id | (uint64_t) job->assoc_id
							       << 32);
	return ft_keyed_hash_end(&key);
}

/* All ways to place it, alternative by alternative. */
static void _fill_shape(struct fts_build *build, job_record_t *job,
			const struct fts_range *range, struct fts_shape *shape)
{
	const struct fts_eligible *eligible;
	struct fts_demand demand;
	bool exact = true;
	uint32_t count;

	eligible = fts_build_eligible(build, job, &count, &exact);
	if (!exact)
		shape->unknown = "counts or alternatives of features";
	for (uint32_t i = 0; i < count && !build->failed; i++) {
		if (eligible[i].tried)
			continue;
		fts_demand_read(build, job, range, &eligible[i], &demand);
		if (!build->failed)
			fts_demand_requests(build, job, &demand, shape);
	}
	for (uint32_t i = 0;
	     i < count && (shape->unknown || shape->partial) && !build->failed;
	     i++) {
		if (eligible[i].fixed)
			continue;
		fts_demand_read(build, job, range, &eligible[i], &demand);
		if (!build->failed)
			fts_demand_least(build, job, &demand, shape);
	}
	fts_shape_keep(build, shape);
}

const struct fts_shape *fts_build_shape(struct fts_build *build,
					job_record_t *job)
{
	struct fts_range range;
	struct fts_shape **slot, *shape;
	uint64_t key;

	if (get_node_cnts(job, fts_qos_flags(job), job->part_ptr, &range.min,
			  &range.want, &range.max))
		return NULL;
	build->ways = fts_build_ways_left(build, job);
	key = _shape_key(build, job, &range);
	slot = _pick_slot(build, key);
	if (!slot)
		return NULL;
	if (*slot)
		return *slot;
	shape = fts_build_own(build, sizeof(*shape));
	if (!shape)
		return NULL;
	shape->key = key;
	_fill_shape(build, job, &range, shape);
	if (build->draft)
		ft_arena_clear(build->draft);
	*slot = shape;
	build->shape_count++;
	return shape;
}

const struct fts_shape *fts_build_shape_stays(struct fts_build *build,
					      const struct fts_shape *shape)
{
	struct fts_shape **slot = _pick_slot(build, shape->key), *own;
	size_t count;

	if (shape->stays || !slot)
		return shape;
	own = *slot;
	count = own->request_count + own->least_count;
	own->request = fts_build_same(build, own->request,
				      count * sizeof(*own->request));
	own->partition = fts_build_same(build, own->partition,
					count * sizeof(*own->partition));
	own->reservation = fts_build_same(build, own->reservation,
					  count * sizeof(*own->reservation));
	own->manner = fts_build_same(build, own->manner,
				     count * sizeof(*own->manner));
	own->stays = true;
	return own;
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
	if (!fts_gate_open(build, job))
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
		if (fts_gate_open(build, job) && !_capped(job) &&
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

void fts_build_identify(const struct fts_build *build, job_record_t *job,
			const struct fts_option *best, struct fts_pick *pick)
{
	const struct fts_job_stand own = fts_job_stand(job);

	pick->candidate.job_id = job->job_id;
	pick->candidate.array_job_id = job->array_job_id;
	pick->candidate.array_task_id = job->array_task_id;
	pick->candidate.restart_count = job->restart_cnt;
	pick->candidate.hash = fts_schedule_hash(job);
	pick->expedited = FTS_EXPEDITED(job);
	pick->reservation = job->resv_id || job->resv_list;
	pick->tier = best->part->priority_tier;
	pick->priority = best->priority;
	pick->predicted = fts_build_predicted(build, job);
	pick->submit = job->details->submit_time;
	pick->candidate.submitted = pick->submit;
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
	fts_job_stand_set(job, &own);
}
