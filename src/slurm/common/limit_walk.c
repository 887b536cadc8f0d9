/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit_walk.h.
 */
#include "slurm/common/limit_walk.h"

#include <string.h>

/* A walk and what of it is of no TRES. */
struct stroll {
	const struct fts_limit_walk *walk;
	bool taken[FTS_LIMIT_END];
};

/* What is used of the limits of a group, or of a part of a QOS. */
struct used {
	const uint64_t *tres;
	const long double *raw;	  /* seconds that count */
	const uint64_t *run_secs; /* of what runs, for the rest of its time */
};

static int _used_by_user(void *used, void *uid)
{
	return ((slurmdb_used_limits_t *) used)->uid == *(uint32_t *) uid;
}

static int _used_by_account(void *used, void *account)
{
	return !xstrcmp(((slurmdb_used_limits_t *) used)->acct, account);
}

static const slurmdb_used_limits_t *_find_used(fts_list_t list, bool limited,
					       ListFindF match, void *key)
{
	static const slurmdb_used_limits_t none;
	const slurmdb_used_limits_t *used =
		list && limited ? list_find_first(list, match, key) : NULL;

	return used ? used : &none;
}

extern const slurmdb_used_limits_t *
fts_limit_used_by_user(const slurmdb_qos_rec_t *qos, bool limited,
		       uint32_t user_id)
{
	return _find_used(qos->usage->user_limit_list, limited, _used_by_user,
			  &user_id);
}

extern const slurmdb_used_limits_t *
fts_limit_used_by_account(const slurmdb_qos_rec_t *qos, bool limited,
			  const char *account)
{
	return _find_used(qos->usage->acct_limit_list, limited,
			  _used_by_account, (void *) account);
}

static bool _is_set_limit(uint64_t limit)
{
	return limit != INFINITE64 && limit != NO_VAL64;
}

static bool _any_limit(const struct stroll *stroll, const uint64_t *limit)
{
	for (uint32_t i = 0; i < stroll->walk->tres_count; i++)
		if (_is_set_limit(limit[i]))
			return true;
	return false;
}

/* LimitFactor of the first QOS that has one; -1: none has. */
static double _limit_factor(const struct fts_limit_walk *walk)
{
	if (walk->one && !fuzzy_equal(walk->one->limit_factor, INFINITE))
		return walk->one->limit_factor;
	if (walk->two && !fuzzy_equal(walk->two->limit_factor, INFINITE))
		return walk->two->limit_factor;
	return -1;
}

/* A limit on the number of jobs, or of minutes of wall clock. */
static void _visit_number(struct stroll *stroll, struct fts_limit limit,
			  uint32_t most, uint32_t used)
{
	if (most == INFINITE)
		return;
	limit.limit = most;
	limit.used = used;
	/* Of a user's jobs in an association either part of a QOS is one. */
	limit.asked = !stroll->taken[limit.place] &&
		      (limit.scope != FTS_SCOPE_ASSOC_OWN ||
		       !stroll->taken[FTS_LIMIT_ACCOUNT_JOBS]);
	if (limit.scope >= FTS_SCOPE_QOS)
		stroll->taken[limit.place] = true;
	stroll->walk->visit(&limit, stroll->walk->arg);
}

static void _set_used(struct fts_limit *limit, const struct used *used)
{
	if (limit->place == FTS_LIMIT_BUDGET) {
		limit->used = (uint64_t) (used->raw[limit->pos] / 60);
		limit->running = used->run_secs[limit->pos] / 60;
	} else if (limit->place == FTS_LIMIT_MINUTES) {
		limit->used = used->run_secs[limit->pos];
	} else {
		limit->used = used && used->tres ? used->tres[limit->pos] : 0;
	}
}

/* used: NULL of limits that are on one job. */
static void _visit_tres(struct stroll *stroll, struct fts_limit limit,
			enum fts_limit_place place, const uint64_t *most,
			double factor, const struct used *used)
{
	const struct fts_limit_walk *walk = stroll->walk;
	bool *taken = walk->taken + (size_t) place * walk->tres_count;

	limit.place = place;
	for (uint32_t i = 0; i < walk->tres_count; i++) {
		if (!_is_set_limit(most[i]))
			continue;
		limit.pos = i;
		limit.limit = factor > 0
				      ? (uint64_t) ((double) most[i] * factor)
				      : most[i];
		/* GrpTRESRunMins holds whatever an administrator set. */
		limit.asked = !taken[i] &&
			      (place == FTS_LIMIT_MINUTES || !walk->by_admin ||
			       walk->by_admin[i] != ADMIN_SET_LIMIT);
		if (limit.asked && limit.scope >= FTS_SCOPE_QOS)
			taken[i] = true;
		_set_used(&limit, used);
		walk->visit(&limit, walk->arg);
	}
}

static struct fts_limit _part_limit(uint32_t id, enum fts_scope scope,
				    enum fts_limit_place place)
{
	return (struct fts_limit){.id = id, .scope = scope, .place = place};
}

static void _walk_qos(struct stroll *stroll, const slurmdb_qos_rec_t *qos)
{
	const struct fts_limit_walk *walk = stroll->walk;
	const slurmdb_qos_usage_t *usage = qos->usage;
	const slurmdb_used_limits_t *by_user = fts_limit_used_by_user(
		qos,
		_any_limit(stroll, qos->max_tres_pu_ctld) ||
			qos->max_jobs_pu != INFINITE,
		walk->user_id);
	const slurmdb_used_limits_t *by_account = fts_limit_used_by_account(
		qos,
		_any_limit(stroll, qos->max_tres_pa_ctld) ||
			qos->max_jobs_pa != INFINITE,
		walk->assoc->acct);
	struct used all = {usage->grp_used_tres, usage->usage_tres_raw,
			   usage->grp_used_tres_run_secs};
	struct used user = {.tres = by_user->tres};
	struct used account = {.tres = by_account->tres};
	struct fts_limit limit =
		_part_limit(qos->id, FTS_SCOPE_QOS, FTS_LIMIT_JOBS);
	struct fts_limit of_account = _part_limit(
		qos->id, FTS_SCOPE_QOS_ACCOUNT, FTS_LIMIT_ACCOUNT_JOBS);
	struct fts_limit of_user =
		_part_limit(qos->id, FTS_SCOPE_QOS_USER, FTS_LIMIT_USER_JOBS);

	_visit_number(stroll, limit, qos->grp_jobs, usage->grp_used_jobs);
	_visit_number(stroll, of_account, qos->max_jobs_pa, by_account->jobs);
	_visit_number(stroll, of_user, qos->max_jobs_pu, by_user->jobs);
	limit.place = FTS_LIMIT_WALL;
	_visit_number(stroll, limit, qos->grp_wall,
		      (uint32_t) (usage->grp_used_wall / 60));
	_visit_tres(stroll, limit, FTS_LIMIT_BUDGET, qos->grp_tres_mins_ctld,
		    -1, &all);
	_visit_tres(stroll, limit, FTS_LIMIT_GROUP, qos->grp_tres_ctld, -1,
		    &all);
	_visit_tres(stroll, limit, FTS_LIMIT_MINUTES,
		    qos->grp_tres_run_mins_ctld, -1, &all);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_MINUTES,
		    qos->max_tres_mins_pj_ctld, -1, NULL);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_MOST, qos->max_tres_pj_ctld,
		    -1, NULL);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_NODE, qos->max_tres_pn_ctld,
		    -1, NULL);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_LEAST, qos->min_tres_pj_ctld,
		    -1, NULL);
	_visit_tres(stroll, of_account, FTS_LIMIT_ACCOUNT,
		    qos->max_tres_pa_ctld, -1, &account);
	_visit_tres(stroll, of_user, FTS_LIMIT_USER, qos->max_tres_pu_ctld, -1,
		    &user);
}

/* leaf: the job's own association. */
static void _walk_assoc(struct stroll *stroll, const slurmdb_assoc_rec_t *assoc,
			double factor, bool leaf)
{
	const slurmdb_assoc_usage_t *usage = assoc->usage;
	struct used all = {usage->grp_used_tres, usage->usage_tres_raw,
			   usage->grp_used_tres_run_secs};
	struct fts_limit limit =
		_part_limit(assoc->id, FTS_SCOPE_ASSOC, FTS_LIMIT_JOBS);

	_visit_number(stroll, limit, assoc->grp_jobs, usage->used_jobs);
	if (leaf)
		_visit_number(stroll,
			      _part_limit(assoc->id, FTS_SCOPE_ASSOC_OWN,
					  FTS_LIMIT_USER_JOBS),
			      assoc->max_jobs, usage->used_jobs);
	limit.place = FTS_LIMIT_WALL;
	_visit_number(stroll, limit, assoc->grp_wall,
		      (uint32_t) (usage->grp_used_wall / 60));
	_visit_tres(stroll, limit, FTS_LIMIT_BUDGET, assoc->grp_tres_mins_ctld,
		    -1, &all);
	_visit_tres(stroll, limit, FTS_LIMIT_GROUP, assoc->grp_tres_ctld,
		    factor, &all);
	_visit_tres(stroll, limit, FTS_LIMIT_MINUTES,
		    assoc->grp_tres_run_mins_ctld, -1, &all);
	if (!leaf)
		return;
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_MINUTES,
		    assoc->max_tres_mins_ctld, -1, NULL);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_MOST, assoc->max_tres_ctld,
		    factor, NULL);
	_visit_tres(stroll, limit, FTS_LIMIT_JOB_NODE, assoc->max_tres_pn_ctld,
		    -1, NULL);
}

extern void fts_limit_walk(const struct fts_limit_walk *walk)
{
	struct stroll stroll = {.walk = walk};
	double factor = _limit_factor(walk);
	bool leaf = true;

	memset(walk->taken, 0, (size_t) FTS_LIMIT_PLACES * walk->tres_count);
	if (walk->one && walk->one->usage)
		_walk_qos(&stroll, walk->one);
	if (walk->two && walk->two->usage)
		_walk_qos(&stroll, walk->two);
	for (const slurmdb_assoc_rec_t *assoc = walk->assoc;
	     assoc && assoc->usage; assoc = assoc->usage->parent_assoc_ptr) {
		_walk_assoc(&stroll, assoc, factor, leaf);
		leaf = false;
	}
}
