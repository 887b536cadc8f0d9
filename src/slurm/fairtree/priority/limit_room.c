/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit_room.h.
 */
#include "slurm/fairtree/priority/limit_room.h"

#include <stdlib.h>
#include <string.h>

#include "src/slurmctld/acct_policy.h"

#include "core/base/array.h"
#include "slurm/common/used_limit.h"

enum { FIRST_ROOMS = 64 };

/* Limits that one QOS takes the place of another's for. */
enum place { GROUP, ACCOUNT, USER, BUDGET, MINUTES, PLACES };

/* Per TRES: amount, minutes, and while it is worked out what is taken. */
enum { KEPT_ARRAYS = 2, ARRAYS = KEPT_ARRAYS + PLACES };

/* What jobs of one association, QOS and partition QOS can still have. */
struct fts_room {
	uint32_t assoc_id, qos_id, part_qos_id;
	bool limited; /* by anything that amount or minutes say */
	bool closed;  /* no job at all */
	bool ages;    /* one more may gather age */
	size_t at;    /* of its arrays in memory */
};

/* A room that is being worked out. */
struct survey {
	struct fts_room *room;
	uint64_t *amount;	 /* of each TRES; UINT64_MAX: no limit */
	uint64_t *minutes;	 /* of each TRES while it runs */
	uint64_t *taken[PLACES]; /* whether a QOS has a limit on it */
	bool jobs_taken, wall_taken, user_taken, account_taken;
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

static void _narrow_room(struct survey *survey, uint64_t *array, int tres,
			 uint64_t left)
{
	survey->room->limited = true;
	if (left < array[tres])
		array[tres] = left;
}

/* Is this limit to be looked at?  Once a QOS has one, no other is. */
static bool _room_counts(struct survey *survey, enum place place, int tres,
			 uint64_t limit, bool qos)
{
	if (limit == INFINITE64 || limit == NO_VAL64 ||
	    survey->taken[place][tres])
		return false;
	survey->taken[place][tres] = qos;
	return true;
}

/* GrpTRES and the like; used may be NULL. */
static void _look_amounts(struct survey *survey, enum place place,
			  const uint64_t *limit, const uint64_t *used,
			  double factor, bool qos)
{
	for (int i = 0; i < fts_tres_count(); i++) {
		uint64_t most = limit[i];

		if (!_room_counts(survey, place, i, most, qos))
			continue;
		if (factor > 0)
			most = (uint64_t) ((double) most * factor);
		_narrow_room(survey, survey->amount, i,
			     _left_room(most, used ? used[i] : 0));
	}
}

/* GrpTRESMins: what is used up, and with enforcement of safe limits what
 * running jobs may still use. */
static void _look_budget(struct survey *survey, const uint64_t *limit,
			 const long double *used_raw, const uint64_t *run_secs,
			 bool qos)
{
	for (int i = 0; i < fts_tres_count(); i++) {
		uint64_t used = (uint64_t) (used_raw[i] / 60);

		if (!_room_counts(survey, BUDGET, i, limit[i], qos) ||
		    survey->free_minutes)
			continue;
		if (used >= limit[i])
			_narrow_room(survey, survey->amount, i, 0);
		else if (fts_accounting_enforce() & ACCOUNTING_ENFORCE_SAFE)
			_narrow_room(
				survey, survey->minutes, i,
				_left_room(limit[i], used + run_secs[i] / 60));
	}
}

/* GrpTRESRunMins. */
static void _look_minutes(struct survey *survey, const uint64_t *limit,
			  const uint64_t *run_secs, bool qos)
{
	for (int i = 0; i < fts_tres_count(); i++)
		if (_room_counts(survey, MINUTES, i, limit[i], qos) &&
		    !survey->free_minutes)
			_narrow_room(survey, survey->minutes, i,
				     _left_room(limit[i], run_secs[i] / 60));
}

static void _look_count(struct survey *survey, uint32_t limit, uint32_t used,
			bool *taken, bool qos)
{
	if (limit == INFINITE || *taken)
		return;
	*taken = qos;
	if (used >= limit)
		survey->room->closed = true;
}

static void _look_age(struct survey *survey, uint32_t limit, uint32_t used)
{
	if (limit != INFINITE && used >= limit)
		survey->room->ages = false;
}

static bool _any_room(const uint64_t *limit)
{
	for (int i = 0; i < fts_tres_count(); i++)
		if (limit[i] != INFINITE64 && limit[i] != NO_VAL64)
			return true;
	return false;
}

/* What a user or account has of a QOS.  A list may hold each user of the
 * cluster, so that it is searched only if there is a limit to compare with. */
static const slurmdb_used_limits_t *_find_room(fts_list_t list, bool limited,
					       ListFindF match, void *key)
{
	static const slurmdb_used_limits_t none;
	const slurmdb_used_limits_t *used =
		list && limited ? list_find_first(list, match, key) : NULL;

	return used ? used : &none;
}

static void _look_qos(struct survey *survey, const job_record_t *job,
		      const slurmdb_qos_rec_t *qos)
{
	const slurmdb_qos_usage_t *usage = qos->usage;
	uint32_t uid = job->user_id;
	const slurmdb_used_limits_t *user =
		_find_room(usage->user_limit_list,
			   qos->max_jobs_pu != INFINITE ||
				   _any_room(qos->max_tres_pu_ctld),
			   fts_used_by_user, &uid);
	const slurmdb_used_limits_t *account =
		_find_room(usage->acct_limit_list,
			   qos->max_jobs_pa != INFINITE ||
				   _any_room(qos->max_tres_pa_ctld),
			   fts_used_by_account, job->assoc_ptr->acct);

	_look_count(survey, qos->grp_jobs, usage->grp_used_jobs,
		    &survey->jobs_taken, true);
	_look_count(survey, qos->grp_wall,
		    (uint32_t) (usage->grp_used_wall / 60), &survey->wall_taken,
		    true);
	_look_count(survey, qos->max_jobs_pa, account->jobs,
		    &survey->account_taken, true);
	_look_count(survey, qos->max_jobs_pu, user->jobs, &survey->user_taken,
		    true);
	_look_budget(survey, qos->grp_tres_mins_ctld, usage->usage_tres_raw,
		     usage->grp_used_tres_run_secs, true);
	_look_minutes(survey, qos->grp_tres_run_mins_ctld,
		      usage->grp_used_tres_run_secs, true);
	_look_amounts(survey, ACCOUNT, qos->max_tres_pa_ctld, account->tres, -1,
		      true);
	_look_amounts(survey, USER, qos->max_tres_pu_ctld, user->tres, -1,
		      true);
	_look_amounts(survey, GROUP, qos->grp_tres_ctld, usage->grp_used_tres,
		      -1, true);
}

/* Only the job's own QOS counts here; see _get_accrue_limits() in Slurm. */
static void _look_ages(struct survey *survey, const job_record_t *job)
{
	const slurmdb_assoc_rec_t *assoc = job->assoc_ptr;
	const slurmdb_qos_rec_t *qos = job->qos_ptr;
	uint32_t uid = job->user_id;

	if (qos && qos->usage) {
		_look_age(survey, qos->grp_jobs_accrue, qos->usage->accrue_cnt);
		_look_age(survey, qos->max_jobs_accrue_pa,
			  _find_room(qos->usage->acct_limit_list,
				     qos->max_jobs_accrue_pa != INFINITE,
				     fts_used_by_account, assoc->acct)
				  ->accrue_cnt);
		_look_age(survey, qos->max_jobs_accrue_pu,
			  _find_room(qos->usage->user_limit_list,
				     qos->max_jobs_accrue_pu != INFINITE,
				     fts_used_by_user, &uid)
				  ->accrue_cnt);
	}
	_look_age(survey, assoc->max_jobs_accrue, assoc->usage->accrue_cnt);
	for (; assoc && assoc->usage; assoc = assoc->usage->parent_assoc_ptr)
		_look_age(survey, assoc->grp_jobs_accrue,
			  assoc->usage->accrue_cnt);
}

static void _look_assoc(struct survey *survey, const slurmdb_assoc_rec_t *assoc,
			double factor, bool leaf)
{
	const slurmdb_assoc_usage_t *usage = assoc->usage;
	bool taken = survey->user_taken || survey->account_taken;

	_look_count(survey, assoc->grp_jobs, usage->used_jobs,
		    &survey->jobs_taken, false);
	_look_count(survey, assoc->grp_wall,
		    (uint32_t) (usage->grp_used_wall / 60), &survey->wall_taken,
		    false);
	if (leaf)
		_look_count(survey, assoc->max_jobs, usage->used_jobs, &taken,
			    false);
	_look_budget(survey, assoc->grp_tres_mins_ctld, usage->usage_tres_raw,
		     usage->grp_used_tres_run_secs, false);
	_look_minutes(survey, assoc->grp_tres_run_mins_ctld,
		      usage->grp_used_tres_run_secs, false);
	_look_amounts(survey, GROUP, assoc->grp_tres_ctld, usage->grp_used_tres,
		      factor, false);
}

static void _survey_room(struct survey *survey, const job_record_t *job)
{
	const slurmdb_assoc_rec_t *assoc = job->assoc_ptr;
	slurmdb_qos_rec_t *one, *two;
	double factor;

	acct_policy_set_qos_order((job_record_t *) job, &one, &two);
	survey->free_minutes = job->qos_ptr && job->qos_ptr->usage_factor == 0;
	if (one && one->usage)
		_look_qos(survey, job, one);
	if (two && two->usage)
		_look_qos(survey, job, two);
	factor = fts_limit_factor(one, two);
	for (bool leaf = true; assoc && assoc->usage; leaf = false) {
		_look_assoc(survey, assoc, factor, leaf);
		assoc = assoc->usage->parent_assoc_ptr;
	}
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
	memory += KEPT_ARRAYS * count;
	memset(memory, 0, PLACES * count * sizeof(*memory));
	for (int i = 0; i < PLACES; i++)
		survey->taken[i] = memory + (size_t) i * count;
}

/* NULL if out of memory. */
static const struct fts_room *_add_room(struct fts_limit_rooms *rooms,
					uint64_t key,
					const struct fts_room *wanted,
					const job_record_t *job)
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
	_survey_room(&survey, job);
	if (survey.room->limited)
		rooms->memory_used += KEPT_ARRAYS * count;
	return survey.room;
}

static const struct fts_room *_room(struct fts_limit_rooms *rooms,
				    const job_record_t *job)
{
	const slurmdb_qos_rec_t *other = job->part_ptr->qos_ptr;
	struct fts_room wanted = {
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
		const struct fts_room *room = &rooms->room[index];

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
		       const struct fts_room *room, const job_record_t *job)
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
static bool _ages(const struct fts_room *room, const job_record_t *job)
{
	return room->ages || job->details->accrue_time;
}

unsigned fts_limit_rooms_judge(struct fts_limit_rooms *rooms,
			       const job_record_t *job)
{
	const struct fts_room *room;
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
