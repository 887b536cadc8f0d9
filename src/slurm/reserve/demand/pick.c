/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/queue.h: a pending job, with all of its partitions, becomes a
 * pick.
 */
#include "slurm/reserve/build/build.h"

#include <stdlib.h>

#include "core/base/index_map.h"

#include "slurm/common/change_time.h"
#include "slurm/reserve/build/feature.h"
#include "slurm/reserve/demand/het.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/demand/shape.h"
#include "slurm/reserve/nodes/topology.h"
#include "slurm/reserve/resource/burst_buffer.h"
#include "slurm/reserve/resource/pool.h"

/* Has it bounds that others of its shape have not? */
static bool _bounded(struct fts_build *build, const job_record_t *job)
{
	return FTS_QOS_LIST(job) || job->burst_buffer ||
	       job->details->begin_time > build->now ||
	       fts_switch_leaves(build, job) ||
	       fts_feature_delay(build, job) > build->now ||
	       (job->deadline && job->deadline != NO_VAL) ||
	       fts_pool_apart(build, job);
}

/* Most jobs are in one partition, and are what others are too. */
static void _share_shape(struct fts_build *build,
			 const struct fts_option *option, struct fts_pick *pick)
{
	bool limited = option->request != option->shape->request;
	const struct fts_shape *shape =
		fts_build_shape_stays(build, option->shape);
	struct fts_candidate *candidate = &pick->candidate;

	pick->request = limited ? option->request : shape->request;
	pick->request_count = candidate->request_count = shape->request_count;
	candidate->least_count = shape->least_count;
	candidate->kind = shape->key;
	candidate->partition = shape->partition;
	candidate->reservation = shape->reservation;
	candidate->manner = shape->manner;
	candidate->unknown = shape->unknown;
	candidate->partial = shape->partial;
	candidate->chooses = shape->chooses;
}

/* Room to join the requests of all options in. */
struct joined {
	struct ft_request *request;
	char **partition, **reservation;
	uint32_t *qos_id;
	struct fts_manner *manner;
	uint32_t count;
};

static bool _open_joined(struct joined *joined, uint32_t room)
{
	*joined = (struct joined){
		.request = calloc(room, sizeof(*joined->request)),
		.partition = calloc(room, sizeof(char *)),
		.reservation = calloc(room, sizeof(char *)),
		.qos_id = calloc(room, sizeof(*joined->qos_id)),
		.manner = calloc(room, sizeof(*joined->manner)),
	};
	return joined->request && joined->partition && joined->reservation &&
	       joined->qos_id && joined->manner;
}

static void _close_joined(struct joined *joined)
{
	free(joined->request);
	free(joined->partition);
	free(joined->reservation);
	free(joined->qos_id);
	free(joined->manner);
}

/* So many requests of the option, from that one on. */
static void _join_pick(struct fts_build *build, struct joined *joined,
		       job_record_t *job, const struct fts_option *option,
		       uint32_t from, uint32_t count)
{
	const struct fts_shape *shape = option->shape;

	for (uint32_t j = from; j < from + count; j++) {
		uint32_t n = joined->count++;

		memcpy(&joined->request[n], &option->request[j],
		       sizeof(*joined->request));
		fts_build_bound(build, job, &joined->request[n]);
		if (shape->manner[j].switch_wait)
			joined->request[n].not_before =
				MAX(joined->request[n].not_before,
				    fts_switch_patience(build, job));
		if (shape->manner[j].delayed)
			joined->request[n].not_before =
				MAX(joined->request[n].not_before,
				    fts_feature_delay(build, job));
		joined->partition[n] = shape->partition[j];
		joined->qos_id[n] = option->qos ? option->qos->id : 0;
		joined->reservation[n] = shape->reservation[j];
		memcpy(&joined->manner[n], &shape->manner[j],
		       sizeof(*joined->manner));
	}
}

/* Jobs that have the same partitions and bounds share what is joined, too. */
static void _share_joined(struct fts_build *build, const struct joined *joined,
			  struct fts_pick *pick)
{
	struct fts_candidate *candidate = &pick->candidate;
	uint32_t count = joined->count;

	pick->request = fts_build_same(build, joined->request,
				       count * sizeof(*joined->request));
	candidate->partition = fts_build_same(build, joined->partition,
					      count * sizeof(char *));
	if (count && joined->qos_id[0])
		candidate->qos_id = fts_build_same(
			build, joined->qos_id, count * sizeof(*joined->qos_id));
	candidate->reservation = fts_build_same(build, joined->reservation,
						count * sizeof(char *));
	candidate->manner = fts_build_same(build, joined->manner,
					   count * sizeof(*joined->manner));
	pick->request_count = candidate->request_count =
		count - candidate->least_count;
}

/* Of each option as many as there is room for, whole but for the first. */
static void _join_most(struct fts_build *build, job_record_t *job,
		       const struct fts_option *option, uint32_t count,
		       struct joined *joined, struct fts_candidate *candidate)
{
	uint32_t most = fts_build_ways_left(build, job);

	/* the best come first */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t ways = option[i].shape->request_count;
		bool all = joined->count + (uint64_t) ways <= most;

		if (!all)
			candidate->unknown =
				"more ways to run than rsv_requests";
		if (!all && i)
			break;
		_join_pick(build, joined, job, &option[i], 0, MIN(ways, most));
	}
}

static void _join_shapes(struct fts_build *build, job_record_t *job,
			 const struct fts_option *option, uint32_t count,
			 struct fts_pick *pick)
{
	struct fts_candidate *candidate = &pick->candidate;
	uint32_t room = 0, before = fts_build_content_count(build);
	struct joined joined;

	for (uint32_t i = 0; i < count; i++) {
		room += option[i].shape->request_count +
			option[i].shape->least_count;
		candidate->least_count += option[i].shape->least_count;
		candidate->kind =
			ft_index_mix(candidate->kind, option[i].shape->key);
		if (!candidate->unknown)
			candidate->unknown = option[i].shape->unknown;
		if (!candidate->partial)
			candidate->partial = option[i].shape->partial;
		candidate->chooses |= option[i].shape->chooses;
	}
	if (_open_joined(&joined, room)) {
		_join_most(build, job, option, count, &joined, candidate);
		for (uint32_t i = 0; i < count; i++)
			_join_pick(build, &joined, job, &option[i],
				   option[i].shape->request_count,
				   option[i].shape->least_count);
		_share_joined(build, &joined, pick);
		if (fts_build_content_count(build) != before)
			fts_build_note_ways(build, job, joined.count);
	} else {
		build->failed = true;
	}
	_close_joined(&joined);
}

/* May its one shape be the job's, and count as the user's if it is new? */
static bool _fits_user(struct fts_build *build, const job_record_t *job,
		       const struct fts_shape *shape)
{
	if (shape->stays)
		return true;
	if (shape->request_count > fts_build_ways_left(build, job))
		return false;
	fts_build_note_ways(build, job, shape->request_count);
	return true;
}

/* From when on it cannot meet its deadline any more: it is cancelled then. */
static void _wake_for_deadline(struct fts_build *build, const job_record_t *job)
{
	uint32_t minutes = job->time_min && job->time_min != NO_VAL
				   ? job->time_min
				   : job->time_limit;
	int64_t at;

	if (!job->deadline || job->deadline == NO_VAL || minutes == NO_VAL ||
	    minutes == INFINITE)
		return;
	at = (int64_t) job->deadline - (int64_t) minutes * 60 + 1;
	if (at > build->now && at < build->cycle->wake)
		build->cycle->wake = at;
}

void fts_build_pick(struct fts_build *build, job_record_t *job)
{
	struct fts_option option[FTS_PARTITIONS_MAX];
	bool limited = fts_held_by_limit(job);
	uint32_t reason = job->state_reason;
	struct fts_pick *pick;
	uint32_t count;

	build->cycle->pending++;
	build->asked = (struct fts_asked){0};
	_wake_for_deadline(build, job);
	if (job->het_job_id) {
		fts_het_pick(build, job);
		return;
	}
	if (!fts_build_plannable(build, job) ||
	    fts_build_buffer(build, job) == FT_NEVER)
		return;
	count = fts_build_options(build, job, option);
	if (job->state_reason != reason && (limited || fts_held_by_limit(job)))
		FTS_CHANGED_AT(last_job_update, time(NULL));
	if (!count)
		return;
	pick = fts_build_new_pick(build);
	if (!pick)
		return;
	if (count == 1 && !_bounded(build, job) &&
	    _fits_user(build, job, option[0].shape))
		_share_shape(build, &option[0], pick);
	else
		_join_shapes(build, job, option, count, pick);
	fts_build_identify(build, job, option, pick);
	if (!build->failed)
		build->pick_count++;
}
