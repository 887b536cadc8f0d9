/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_jobs - picks in the order of Slurm's queue, as planned jobs.
 *
 * The order: expedited requeues, preemptors before those they may preempt, jobs
 * with a reservation, the partition's PriorityTier, with rsv_order=slowdown
 * urgency, priority, time of submission, job id, task id.  Then the
 * bf_max_job_* limits are counted along it.
 */
#include "slurm/common/lock.h"
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

#include "core/base/id_map.h"
#include "core/queue/metric.h"
#include "core/queue/rank_order.h"
#include "core/queue/reserve_right.h"
#include "core/plan/depth.h"
#include "core/plan/vacancy.h"

#include "src/slurmctld/job_scheduler.h"

#include "slurm/common/job_target.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/preempt/preempt.h"
#include "slurm/reserve/preempt/preemptee.h"

/*
 * Whether one job may preempt another depends on their partitions and QOS
 * only: of a job with several on the pair that is the best for it, as its place
 * by priority does.  Jobs that agree in both are a class; each pair of classes
 * is asked about once, by way of a job of each.
 */
struct ranks {
	uint32_t count;
	uint32_t *job_id; /* a member of each class */
	char **partition;
	uint32_t *qos_id;
	bool *before; /* count * count: row preempts column */
};

struct place {
	const struct fts_pick *pick;
	uint32_t index;
	double urgency; /* 0: the order is that of priority */
};

/* -1 if a stands first by being larger, 1 by being smaller. */
static int _larger_first(int64_t a, int64_t b)
{
	return (a < b) - (a > b);
}

/* All but preemption, which alone would be no order. */
static int _compare_pick(const void *x, const void *y)
{
	const struct place *px = x, *py = y;
	const struct fts_pick *a = px->pick, *b = py->pick;
	int order = _larger_first(a->expedited, b->expedited);

	if (!order)
		order = _larger_first(a->reservation, b->reservation);
	if (!order)
		order = _larger_first(a->tier, b->tier);
	if (!order)
		order = (px->urgency < py->urgency) -
			(px->urgency > py->urgency);
	if (!order)
		order = _larger_first(a->priority, b->priority);
	if (!order)
		order = _larger_first(b->submit, a->submit);
	if (!order)
		order = _larger_first(b->order_id, a->order_id);
	if (!order)
		order = _larger_first(b->candidate.array_task_id,
				      a->candidate.array_task_id);
	return order ? order : _larger_first(py->index, px->index);
}

static bool _room_for_class(struct ranks *ranks)
{
	size_t room = ranks->count + 1;
	uint32_t *job_id = realloc(ranks->job_id, room * sizeof(*job_id));
	char **partition;
	uint32_t *qos_id;

	if (job_id)
		ranks->job_id = job_id;
	partition = realloc(ranks->partition, room * sizeof(*partition));
	if (partition)
		ranks->partition = partition;
	qos_id = realloc(ranks->qos_id, room * sizeof(*qos_id));
	if (qos_id)
		ranks->qos_id = qos_id;
	return job_id && partition && qos_id;
}

/* Of the first of its requests: the best option comes first. */
static uint32_t _qos_of(const struct fts_pick *pick, const job_record_t *job)
{
	if (pick->candidate.qos_id && pick->candidate.qos_id[0])
		return pick->candidate.qos_id[0];
	return job ? job->qos_id : 0;
}

static void _classify_pick(struct fts_build *build, struct ranks *ranks,
			   assoc_mgr_lock_t *locks)
{
	for (uint32_t i = 0; i < build->pick_count; i++) {
		struct fts_pick *pick = &build->pick[i];
		job_record_t *job;
		char *partition = pick->candidate.partition[0];
		uint32_t qos_id;

		fts_build_pause(build, locks);
		job = find_job_record(pick->candidate.job_id);
		qos_id = _qos_of(pick, job);
		for (pick->class = 0; pick->class < ranks->count;
		     pick->class ++)
			if (ranks->qos_id[pick->class] == qos_id &&
			    !xstrcmp(ranks->partition[pick->class], partition))
				break;
		if (pick->class < ranks->count)
			continue;
		if (!_room_for_class(ranks)) {
			build->failed = true;
			return;
		}
		ranks->job_id[ranks->count] = pick->candidate.job_id;
		ranks->partition[ranks->count] = partition;
		ranks->qos_id[ranks->count++] = qos_id;
	}
}

/* Points a job of the class at its pair; the record must be put back. */
static bool _enter_pick(const struct ranks *ranks, uint32_t class,
			job_queue_rec_t *record, struct fts_job_stand *own)
{
	job_record_t *job = find_job_record(ranks->job_id[class]);

	record->job_ptr = job;
	record->part_ptr = find_part_record(ranks->partition[class]);
	if (!job || !record->part_ptr)
		return false;
	*own = fts_job_stand(job);
	if (FTS_QOS_LIST(job))
		(void) fts_job_row_enter(job, ranks->partition[class],
					 ranks->qos_id[class]);
	return true;
}

static void _leave_pick(const job_queue_rec_t *record,
			const struct fts_job_stand *own)
{
	if (FTS_QOS_LIST(record->job_ptr))
		fts_job_stand_set(record->job_ptr, own);
}

/* Then the order of priority says what there is to say. */
static bool _by_priority(const job_queue_rec_t *record)
{
	const slurmdb_qos_rec_t *qos = record->job_ptr->qos_ptr;

	if (fts_preempt_by_qos())
		return fts_preempt_by_priority(qos ? qos->preempt_mode : 0);
	return fts_preempt_by_priority(
		record->part_ptr->preempt_mode == NO_VAL16
			? 0
			: record->part_ptr->preempt_mode);
}

static bool _preempts_pick(const struct ranks *ranks, uint32_t a, uint32_t b)
{
	struct fts_job_stand first, second;
	job_queue_rec_t one = {0}, two = {0};
	bool preempts = false;

	if (!_enter_pick(ranks, a, &one, &first))
		return false;
	if (_enter_pick(ranks, b, &two, &second)) {
		preempts = !_by_priority(&one) &&
			   preempt_g_job_preempt_check(&one, &two);
		_leave_pick(&two, &second);
	}
	_leave_pick(&one, &first);
	return preempts;
}

static void _free_ranks(struct ranks *ranks)
{
	free(ranks->job_id);
	free(ranks->partition);
	free(ranks->qos_id);
	free(ranks->before);
}

/* True if preemption has a say; then ranks must be freed. */
static bool _pick_rank(struct fts_build *build, struct ranks *ranks)
{
	assoc_mgr_lock_t qos = {.qos = READ_LOCK};
	bool ranked = false;

	fts_hold_take(build->hold, "order");
	fts_lock_assoc(&qos, "order");
	if (slurm_preemption_enabled() && build->pick_count) {
		_classify_pick(build, ranks, &qos);
		ranks->before = calloc((size_t) ranks->count * ranks->count + 1,
				       sizeof(bool));
		build->failed |= !ranks->before;
		for (uint32_t a = 0; !build->failed && a < ranks->count; a++) {
			fts_build_pause(build, &qos);
			for (uint32_t b = 0; b < ranks->count; b++)
				ranks->before[a * ranks->count + b] =
					a != b && _preempts_pick(ranks, a, b);
		}
		ranked = !build->failed;
	}
	fts_unlock_assoc(&qos);
	fts_hold_drop(build->hold);
	return ranked;
}

/* Counts of one bf_max_job_* limit by key. */
struct tally {
	int64_t limit;
	struct ft_id_map count;
};

/* One more of key; false if that is beyond the limit, or out of memory. */
static bool _tally_add(struct tally *tally, uint64_t key)
{
	uint32_t count = 0;

	if (!tally->limit)
		return true;
	(void) ft_id_map_get(&tally->count, key, &count);
	return !ft_id_map_put(&tally->count, key, ++count) &&
	       count <= tally->limit;
}

struct tallies {
	struct tally all, user, part, assoc, user_part, reserve;
};

static struct tallies _tallies(const struct ft_schedule_options *options)
{
	return (struct tallies){
		.all.limit = options->max_job_test,
		.user.limit = options->max_job_user,
		.part.limit = options->max_job_part,
		.assoc.limit = options->max_job_assoc,
		.user_part.limit = options->max_job_user_part,
		.reserve.limit = options->job_part_count_reserve,
	};
}

static void _tallies_free(struct tallies *tallies)
{
	ft_id_map_fini(&tallies->all.count);
	ft_id_map_fini(&tallies->user.count);
	ft_id_map_fini(&tallies->part.count);
	ft_id_map_fini(&tallies->assoc.count);
	ft_id_map_fini(&tallies->user_part.count);
	ft_id_map_fini(&tallies->reserve.count);
}

/* May one more job like this be planned? */
static bool _count_pick(struct tallies *tallies, const struct fts_pick *pick)
{
	uint64_t user_part =
		(uint64_t) pick->user_id << 32 | pick->partition_hash;

	return _tally_add(&tallies->user, pick->user_id) &&
	       _tally_add(&tallies->part, pick->partition_hash) &&
	       _tally_add(&tallies->assoc, pick->assoc_id) &&
	       _tally_add(&tallies->user_part, user_part) &&
	       _tally_add(&tallies->all, 0);
}

/* The rank of jobs that stand ahead for more than priority: expedited ones by
 * the bit that FT_TIER_MAX leaves above PriorityTier. */
static uint32_t _tier(const struct fts_pick *pick)
{
	return pick->tier + (pick->expedited ? UINT32_C(1) << 16 : 0);
}

static void _append_pick(struct fts_build *build, struct tallies *tallies,
			 const struct fts_pick *pick)
{
	struct fts_cycle *cycle = build->cycle;

	for (uint32_t copy = 0; copy < pick->copies; copy++) {
		struct ft_job *job;

		if (!_count_pick(tallies, pick))
			return;
		job = ft_snapshot_add_job(build->snapshot);
		if (!job) {
			build->failed = true;
			return;
		}
		job->job_id = pick->candidate.job_id;
		job->priority = pick->priority;
		job->tier = _tier(pick);
		job->tentative = pick->candidate.unknown != NULL;
		job->owner = pick->user_id;
		job->predicted = pick->predicted;
		job->tried = pick->candidate.unknown ? pick->candidate.unknown
						     : pick->candidate.partial;
		job->bucket = pick->bucket;
		job->queued = pick->queued;
		job->request_count = pick->request_count;
		job->request = pick->request;
		job->reserve =
			pick->reserve &&
			ft_reserve_right(job, build->options->reserve_from,
					 build->now) &&
			_tally_add(&tallies->reserve, pick->partition_hash);
		job->promise = FT_NEVER;
		cycle->candidate[build->snapshot->job_count - 1] =
			pick->candidate;
		cycle->candidate[build->snapshot->job_count - 1].copy = copy;
		cycle->unmodelled += pick->candidate.unknown != NULL;
	}
}

/*
 * Tasks of an array that are planned: as many as may reserve, and, where more
 * could start now, or on nodes that jobs are leaving, these as well.  So a long
 * array makes a long plan only while there is room for it.
 */
static uint32_t _copies(const struct fts_build *build,
			struct ft_vacancy *vacancy, const struct fts_pick *pick)
{
	uint32_t reserve = (uint32_t) build->options->max_job_array_resv, now;

	if (pick->copies <= MAX(reserve, 1))
		return pick->copies;
	now = ft_vacancy_count(vacancy, pick->request, pick->request_count,
			       pick->copies);
	if (now < reserve)
		now = 0;
	return MAX(MIN(now + reserve, pick->copies), 1);
}

/* How many jobs that makes. */
static size_t _count_copies(struct fts_build *build)
{
	struct ft_vacancy *vacancy =
		ft_vacancy_new(build->snapshot, ft_depth_soon(build->snapshot));
	size_t jobs = 0;

	if (!vacancy) {
		build->failed = true;
		return 0;
	}
	for (uint32_t i = 0; i < build->pick_count; i++) {
		struct fts_pick *pick = &build->pick[i];

		pick->copies = _copies(build, vacancy, pick);
		jobs += pick->copies;
	}
	ft_vacancy_free(vacancy);
	return jobs;
}

static void _append_all(struct fts_build *build, const struct place *place)
{
	struct tallies tallies = _tallies(build->options);
	size_t jobs = _count_copies(build);

	build->cycle->candidate =
		fts_build_alloc(build, jobs * sizeof(struct fts_candidate));
	for (uint32_t i = 0; i < build->pick_count && !build->failed; i++)
		_append_pick(build, &tallies, place[i].pick);
	_tallies_free(&tallies);
}

static double _urgency(const struct fts_build *build,
		       const struct fts_pick *pick)
{
	const struct ft_job job = {
		.queued = pick->queued,
		.predicted = pick->predicted,
		.request_count = pick->request_count,
		.request = pick->request,
	};
	struct ft_turn turn;

	if (build->options->order == FT_ORDER_PRIORITY || !job.request_count)
		return 0;
	turn = ft_metric_turn(build->snapshot, &job);
	return ft_turn_urgency(&turn, build->now, build->options->patience);
}

/* The same order, but for those that may preempt others. */
static bool _reorder(const struct ranks *ranks, struct place *place,
		     uint32_t count)
{
	const struct ft_ranks order = {ranks->count, ranks->before};
	uint32_t *class = calloc((size_t) count + 1, sizeof(*class));
	uint32_t *from = calloc((size_t) count + 1, sizeof(*from));
	struct place *copy = calloc((size_t) count + 1, sizeof(*copy));
	bool done = class && from && copy;

	for (uint32_t i = 0; done && i < count; i++) {
		class[i] = place[i].pick->class;
		copy[i] = place[i];
	}
	done = done && !ft_rank_order(&order, class, count, from);
	for (uint32_t i = 0; done && i < count; i++)
		place[i] = copy[from[i]];
	free(class);
	free(from);
	free(copy);
	return done;
}

/* Requeues that are expedited come before all others. */
static void _put_ranked(struct fts_build *build, const struct ranks *ranks,
			struct place *place)
{
	uint32_t count = build->pick_count, first = 0;

	while (first < count && place[first].pick->expedited)
		first++;
	if (!_reorder(ranks, place, first) ||
	    !_reorder(ranks, place + first, count - first))
		build->failed = true;
}

void fts_build_jobs(struct fts_build *build)
{
	struct ranks ranks = {0};
	bool ranked;
	struct place *place =
		calloc((size_t) build->pick_count + 1, sizeof(*place));

	build->failed |= !place;
	fts_build_takes(build);
	ranked = _pick_rank(build, &ranks);
	for (uint32_t i = 0; i < build->pick_count && !build->failed; i++) {
		place[i].pick = &build->pick[i];
		place[i].index = i;
		place[i].urgency = _urgency(build, &build->pick[i]);
	}
	if (!build->failed) {
		qsort(place, build->pick_count, sizeof(*place), _compare_pick);
		if (ranked)
			_put_ranked(build, &ranks, place);
	}
	if (!build->failed) {
		_append_all(build, place);
	}
	free(place);
	_free_ranks(&ranks);
}
