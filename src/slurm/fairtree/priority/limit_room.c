/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit_room.h.
 */
#include "slurm/fairtree/priority/limit_room.h"

#include <stdlib.h>
#include <string.h>

#include "src/slurmctld/acct_policy.h"

#include "core/base/array.h"
#include "slurm/common/limit_walk.h"

enum { FIRST_ROOMS = 64 };

/* Of each TRES: amount and minutes; while they are worked out, words that
 * fts_limit_walk() works with besides. */
enum { KEPT_ARRAYS = 2, ARRAYS = KEPT_ARRAYS + 2 };
_Static_assert(FTS_LIMIT_PLACES <= 2 * sizeof(uint64_t), "room for taken");

/* What jobs of one association, QOS and partition QOS can still have. */
struct fts_limit_room {
	uint32_t assoc_id, qos_id, part_qos_id;
	bool limited; /* by anything that amount or minutes say */
	bool closed;  /* no job at all */
	bool ages;    /* one more may gather age */
	size_t at;    /* of its arrays in memory */
};

/* A room that is being worked out. */
struct survey {
	struct fts_limit_room *room;
	uint64_t *amount;  /* of each TRES; UINT64_MAX: no limit */
	uint64_t *minutes; /* of each TRES while it runs */
	bool free_minutes; /* UsageFactor=0: minutes do not count */
};

void fts_limit_rooms_fini(struct fts_limit_rooms *rooms)
{
	free(rooms->room);
	free(rooms->memory);
	ft_index_map_fini(&rooms->index);
	*rooms = (struct fts_limit_rooms){0};
}

void fts_limit_rooms_clear(struct fts_limit_rooms *rooms)
{
	rooms->count = 0;
	rooms->memory_used = 0;
	if (rooms->index.slot)
		ft_index_map_clear(&rooms->index);
}

static uint64_t _left_room(uint64_t limit, uint64_t used)
{
	return limit > used ? limit - used : 0;
}

static void _narrow_room(struct survey *survey, uint64_t *array, uint32_t tres,
			 uint64_t left)
{
	survey->room->limited = true;
	if (left < array[tres])
		array[tres] = left;
}

/* GrpTRESMins: what is used up, and with enforcement of safe limits what
 * running jobs may still use. */
static void _look_budget(struct survey *survey, const struct fts_limit *limit)
{
	if (limit->used >= limit->limit)
		_narrow_room(survey, survey->amount, limit->pos, 0);
	else if (fts_accounting_enforce() & ACCOUNTING_ENFORCE_SAFE)
		_narrow_room(
			survey, survey->minutes, limit->pos,
			_left_room(limit->limit, limit->used + limit->running));
}

static void _look_limit(const struct fts_limit *limit, void *arg)
{
	struct survey *survey = arg;

	if (!limit->asked)
		return;
	switch (limit->place) {
	case FTS_LIMIT_GROUP:
	case FTS_LIMIT_ACCOUNT:
	case FTS_LIMIT_USER:
		_narrow_room(survey, survey->amount, limit->pos,
			     _left_room(limit->limit, limit->used));
		break;
	case FTS_LIMIT_BUDGET:
		if (!survey->free_minutes)
			_look_budget(survey, limit);
		break;
	case FTS_LIMIT_MINUTES:
		if (!survey->free_minutes)
			_narrow_room(
				survey, survey->minutes, limit->pos,
				_left_room(limit->limit, limit->used / 60));
		break;
	case FTS_LIMIT_JOBS:
	case FTS_LIMIT_WALL:
	case FTS_LIMIT_ACCOUNT_JOBS:
	case FTS_LIMIT_USER_JOBS:
		survey->room->closed |= limit->used >= limit->limit;
		break;
	default: /* on one job */
		break;
	}
}

static void _look_age(struct survey *survey, uint32_t limit, uint32_t used)
{
	if (limit != INFINITE && used >= limit)
		survey->room->ages = false;
}

/* Only the job's own QOS counts here; see _get_accrue_limits() in Slurm. */
static void _look_ages(struct survey *survey, const job_record_t *job)
{
	const slurmdb_assoc_rec_t *assoc = job->assoc_ptr;
	const slurmdb_qos_rec_t *qos = job->qos_ptr;

	if (qos && qos->usage) {
		_look_age(survey, qos->grp_jobs_accrue, qos->usage->accrue_cnt);
		_look_age(survey, qos->max_jobs_accrue_pa,
			  fts_limit_used_by_account(
				  qos, qos->max_jobs_accrue_pa != INFINITE,
				  assoc->acct)
				  ->accrue_cnt);
		_look_age(survey, qos->max_jobs_accrue_pu,
			  fts_limit_used_by_user(
				  qos, qos->max_jobs_accrue_pu != INFINITE,
				  job->user_id)
				  ->accrue_cnt);
	}
	_look_age(survey, assoc->max_jobs_accrue, assoc->usage->accrue_cnt);
	for (; assoc && assoc->usage; assoc = assoc->usage->parent_assoc_ptr)
		_look_age(survey, assoc->grp_jobs_accrue,
			  assoc->usage->accrue_cnt);
}

static void _survey_room(struct survey *survey, const job_record_t *job,
			 bool *taken)
{
	slurmdb_qos_rec_t *one, *two;

	acct_policy_set_qos_order((job_record_t *) job, &one, &two);
	survey->free_minutes = job->qos_ptr && job->qos_ptr->usage_factor == 0;
	fts_limit_walk(&(struct fts_limit_walk){
		.assoc = job->assoc_ptr,
		.user_id = job->user_id,
		.one = one,
		.two = two,
		.tres_count = (uint32_t) fts_tres_count(),
		.taken = taken,
		.visit = _look_limit,
		.arg = survey,
	});
	_look_ages(survey, job);
}

static bool _reserve_room(struct fts_limit_rooms *rooms, size_t need)
{
	size_t words = 2 * rooms->memory_size + FIRST_ROOMS * need;
	uint64_t *memory;

	if (!FT_ARRAY_GROW(rooms->room, rooms->count, rooms->size))
		return false;
	if (rooms->memory_used + need <= rooms->memory_size)
		return true;
	memory = realloc(rooms->memory, words * sizeof(*memory));
	if (!memory)
		return false;
	rooms->memory = memory;
	rooms->memory_size = words;
	return true;
}

static void _lay_out(struct survey *survey, uint64_t *memory, size_t count)
{
	survey->amount = memory;
	survey->minutes = memory + count;
	memset(memory, 0xff, KEPT_ARRAYS * count * sizeof(*memory));
}

/* NULL if out of memory. */
static const struct fts_limit_room *
_add_room(struct fts_limit_rooms *rooms, uint64_t key,
	  const struct fts_limit_room *wanted, const job_record_t *job)
{
	size_t count = (size_t) fts_tres_count();
	struct survey survey = {0};

	if (!_reserve_room(rooms, ARRAYS * count) ||
	    ft_index_map_put(&rooms->index, key, rooms->count))
		return NULL;
	survey.room = &rooms->room[rooms->count++];
	*survey.room = *wanted;
	survey.room->ages = true;
	survey.room->at = rooms->memory_used;
	_lay_out(&survey, rooms->memory + rooms->memory_used, count);
	_survey_room(&survey, job, (bool *) (survey.minutes + count));
	if (survey.room->limited)
		rooms->memory_used += KEPT_ARRAYS * count;
	return survey.room;
}

static const struct fts_limit_room *_room(struct fts_limit_rooms *rooms,
					  const job_record_t *job)
{
	const slurmdb_qos_rec_t *other = job->part_ptr->qos_ptr;
	struct fts_limit_room wanted = {
		.assoc_id = job->assoc_id,
		.qos_id = job->qos_id,
		.part_qos_id = other ? other->id : 0,
	};
	uint64_t key = ft_index_mix(ft_index_mix(1, wanted.assoc_id),
				    ((uint64_t) wanted.qos_id << 32) |
					    wanted.part_qos_id);
	size_t at = SIZE_MAX;
	uint32_t index;

	if (!rooms->index.slot && ft_index_map_init(&rooms->index, FIRST_ROOMS))
		return NULL;
	while ((index = ft_index_map_next(&rooms->index, key, &at)) !=
	       UINT32_MAX) {
		const struct fts_limit_room *room = &rooms->room[index];

		if (room->assoc_id == wanted.assoc_id &&
		    room->qos_id == wanted.qos_id &&
		    room->part_qos_id == wanted.part_qos_id)
			return room;
	}
	return _add_room(rooms, key, &wanted, job);
}

static uint64_t _time_limit(const job_record_t *job)
{
	if (job->time_limit != NO_VAL)
		return job->time_limit;
	return job->part_ptr->max_time;
}

/* Does the least that the job wants fit? */
static bool _fits_room(const struct fts_limit_rooms *rooms,
		       const struct fts_limit_room *room,
		       const job_record_t *job)
{
	const uint64_t *amount = rooms->memory + room->at;
	const uint64_t *minutes = amount + fts_tres_count();
	const uint16_t *set = job->limit_set.tres;
	uint64_t limit = _time_limit(job);

	if (!room->limited || !job->tres_req_cnt)
		return true;
	for (int i = 0; i < fts_tres_count(); i++) {
		uint64_t wanted = job->tres_req_cnt[i];

		if (!wanted || wanted == NO_CONSUME_VAL64 ||
		    (set && set[i] == ADMIN_SET_LIMIT))
			continue;
		if (wanted > amount[i] ||
		    (minutes[i] != UINT64_MAX && wanted * limit > minutes[i]))
			return false;
	}
	return true;
}

/* Slurm gives a job an accrue_time as soon as it may gather age. */
static bool _ages(const struct fts_limit_room *room, const job_record_t *job)
{
	return room->ages || job->details->accrue_time;
}

unsigned fts_limit_rooms_judge(struct fts_limit_rooms *rooms,
			       const job_record_t *job)
{
	const struct fts_limit_room *room;
	unsigned verdict = FTS_LIMIT_FREE;

	if (!(fts_accounting_enforce() & ACCOUNTING_ENFORCE_LIMITS) ||
	    !job->assoc_ptr || !job->assoc_ptr->usage || !job->part_ptr)
		return FTS_LIMIT_FREE;
	room = _room(rooms, job);
	if (!room)
		return FTS_LIMIT_FREE;
	if (room->closed || !_fits_room(rooms, room, job))
		verdict |= FTS_LIMIT_ACTIVE;
	if (!_ages(room, job))
		verdict |= FTS_LIMIT_IDLE;
	return verdict;
}
