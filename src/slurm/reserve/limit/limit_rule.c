/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit/limit_rule.h: which limits there are, and of what.
 */
#include "slurm/reserve/limit/limit_rule.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"

#include "core/base/array.h"
#include "slurm/common/used_limit.h"
#include "slurm/reserve/build/hash_key.h"

/* Limits that one QOS takes the place of another's for. */
enum place {
	GROUP,
	GROUP_MINUTES,
	GROUP_RUN,
	JOB_MINUTES,
	JOB_MOST,
	JOB_NODE,
	JOB_LEAST,
	ACCOUNT,
	USER, /* the last of FTS_PLACES */
};

/* The owner that is being looked at. */
struct look {
	struct fts_build *build;
	struct fts_limits *limits;
	const job_record_t *job;
	struct fts_owner *owner;
	bool jobs_taken, user_jobs_taken, account_jobs_taken;
};

static bool _is_limit(uint64_t limit)
{
	return limit != INFINITE64 && limit != NO_VAL64;
}

static int64_t _rule_total(uint64_t limit)
{
	const uint64_t most = UINT64_C(1) << 53;

	return (int64_t) (limit < most ? limit : most);
}

static bool _is_count(const struct fts_count *count,
		      const struct fts_subject *subject,
		      enum fts_rule_kind kind, uint32_t pos, int64_t total)
{
	return count->subject.scope == subject->scope &&
	       count->subject.id == subject->id &&
	       count->subject.part == subject->part && count->kind == kind &&
	       count->pos == pos && count->total == total;
}

/* The count of running jobs for that limit, made when first needed. */
static uint32_t _count_rule(struct look *look,
			    const struct fts_subject *subject,
			    enum fts_rule_kind kind, uint32_t pos,
			    int64_t total)
{
	struct fts_limits *limits = look->limits;
	struct ft_snapshot *snapshot = look->build->snapshot;
	uint64_t key = ft_index_mix(1, subject->id);
	struct fts_count *list;
	struct ft_limit *limit;
	size_t at = SIZE_MAX;
	uint32_t index;

	key = ft_index_mix(key, (uint64_t) subject->scope);
	key = ft_index_mix(ft_index_mix(key, subject->part), pos);
	key = ft_index_mix(ft_index_mix(key, (uint64_t) kind),
			   (uint64_t) total);
	while ((index = ft_index_map_next(&limits->counts, key, &at)) !=
	       UINT32_MAX)
		if (_is_count(&limits->count[index], subject, kind, pos, total))
			return index;
	index = snapshot->limit_count;
	limit = ft_snapshot_add_limit(snapshot);
	list = limit ? realloc(limits->count, (index + 1) * sizeof(*list))
		     : NULL;
	if (!list || ft_index_map_put(&limits->counts, key, index)) {
		look->build->failed = true;
		return FT_NO_INDEX;
	}
	limits->count = list;
	list[index] = (struct fts_count){.subject = *subject,
					 .kind = kind,
					 .pos = pos,
					 .total = total,
					 .actual = -1};
	limit->kind = kind == FTS_RULE_RUN	? FT_LIMIT_FALLS
		      : kind == FTS_RULE_BUDGET ? FT_LIMIT_SPENT
						: FT_LIMIT_HELD;
	return index;
}

static struct fts_rule *_add_total(struct look *look, enum fts_rule_kind kind,
				   uint32_t pos, int64_t total, bool asked)
{
	struct fts_owner *owner = look->owner;
	struct fts_rule *rule = FT_ARRAY_APPEND(owner->rule, owner->rule_count);

	if (!rule) {
		look->build->failed = true;
		return NULL;
	}
	*rule = (struct fts_rule){.kind = kind,
				  .pos = pos,
				  .total = total,
				  .limit = FT_NO_INDEX,
				  .asked = asked};
	return rule;
}

/* A limit that running jobs count for; actual: slurmctld's sum, or -1. */
static void _add_count(struct look *look, const struct fts_subject *subject,
		       enum fts_rule_kind kind, uint32_t pos, int64_t total,
		       int64_t actual, bool asked)
{
	struct fts_rule *rule = _add_total(look, kind, pos, total, asked);

	if (!rule)
		return;
	rule->limit = _count_rule(look, subject, kind, pos, total);
	if (rule->limit != FT_NO_INDEX)
		look->limits->count[rule->limit].actual = actual;
}

/* Is the limit this subject's to say?  From then on it is not others'. */
static bool _take_rule(struct look *look, enum place place, uint32_t pos,
		       bool qos)
{
	bool *taken =
		&look->limits->taken[(size_t) place * look->limits->tres_count +
				     pos];
	bool free = !*taken;

	*taken |= qos;
	return free;
}

/* Did an administrator say so much himself? */
static bool _by_admin(const struct look *look, uint32_t pos)
{
	const uint16_t *set = look->job->limit_set.tres;

	return set && set[pos] == ADMIN_SET_LIMIT;
}

/* Minutes that are used, and those that running jobs may still use. */
static void _add_minutes(struct look *look, const struct fts_subject *subject,
			 uint32_t pos, uint64_t limit, long double used_raw,
			 uint64_t run_secs)
{
	uint64_t used = (uint64_t) (used_raw / 60);
	uint64_t running = run_secs / 60;

	if (used >= limit) {
		_add_total(look, FTS_RULE_USED, pos, 0, true);
	} else if (look->limits->safe) {
		int64_t left = _rule_total(limit) - (int64_t) (used + running);

		_add_count(look, subject, FTS_RULE_BUDGET, pos,
			   left > 0 ? left : 0, -1, true);
	}
}

/* The limits of a group: the whole of a QOS or of an association. */
static void _look_group(struct look *look, const struct fts_subject *subject,
			const uint64_t *minutes, const uint64_t *tres,
			const uint64_t *run, double tres_factor,
			const long double *used_raw, const uint64_t *run_secs,
			const uint64_t *used_tres)
{
	bool qos = subject->scope == FTS_SCOPE_QOS;

	for (uint32_t i = 0; i < look->limits->tres_count; i++) {
		bool admin = _by_admin(look, i);

		if (_is_limit(minutes[i]) && !admin && look->owner->factor &&
		    _take_rule(look, GROUP_MINUTES, i, qos))
			_add_minutes(look, subject, i, minutes[i], used_raw[i],
				     run_secs[i]);
	}
	for (uint32_t i = 0; i < look->limits->tres_count; i++) {
		bool asked = !_by_admin(look, i);
		uint64_t limit = tres[i];

		if (!_is_limit(limit))
			continue;
		if (tres_factor > 0)
			limit = (uint64_t) ((double) limit * tres_factor);
		asked = asked && _take_rule(look, GROUP, i, qos);
		_add_count(look, subject, FTS_RULE_TRES, i, _rule_total(limit),
			   i == TRES_ARRAY_NODE ? (int64_t) used_tres[i] : -1,
			   asked);
	}
	for (uint32_t i = 0; i < look->limits->tres_count; i++)
		if (_is_limit(run[i]) && look->owner->factor)
			_add_count(look, subject, FTS_RULE_RUN, i,
				   _rule_total(run[i]), (int64_t) run_secs[i],
				   _take_rule(look, GROUP_RUN, i, qos));
}

/* A limit that only the job itself has to do with. */
static void _look_own(struct look *look, enum fts_rule_kind kind,
		      enum place place, const uint64_t *tres, double factor,
		      bool qos)
{
	for (uint32_t i = 0; i < look->limits->tres_count; i++) {
		uint64_t limit = tres[i];

		if (!_is_limit(limit) || _by_admin(look, i) ||
		    !_take_rule(look, place, i, qos))
			continue;
		if (factor > 0)
			limit = (uint64_t) ((double) limit * factor);
		_add_total(look, kind, i, _rule_total(limit), true);
	}
}

static void _look_part(struct look *look, const struct fts_subject *subject,
		       enum place place, const uint64_t *tres,
		       const slurmdb_used_limits_t *used)
{
	for (uint32_t i = 0; i < look->limits->tres_count; i++) {
		bool asked = !_by_admin(look, i);

		if (!_is_limit(tres[i]))
			continue;
		asked = asked && _take_rule(look, place, i, true);
		_add_count(look, subject, FTS_RULE_TRES, i,
			   _rule_total(tres[i]),
			   i != TRES_ARRAY_NODE ? -1
			   : used		? (int64_t) used->tres[i]
						: 0,
			   asked);
	}
}

static void _look_jobs(struct look *look, const struct fts_subject *subject,
		       uint32_t limit, bool *taken, bool qos)
{
	if (limit == INFINITE)
		return;
	_add_count(look, subject, FTS_RULE_JOBS, 0, limit, -1, !*taken);
	*taken |= qos;
}

static void _rule_of_qos(struct look *look, slurmdb_qos_rec_t *qos)
{
	const job_record_t *job = look->job;
	uint32_t uid = job->user_id;
	char *account = job->assoc_ptr->acct;
	slurmdb_qos_usage_t *usage = qos->usage;
	struct fts_subject all = {FTS_SCOPE_QOS, qos->id, 0};
	struct fts_subject user = {FTS_SCOPE_QOS_USER, qos->id, uid};
	struct fts_subject group = {FTS_SCOPE_QOS_ACCOUNT, qos->id,
				    fts_hash_text(account)};
	slurmdb_used_limits_t *by_user = NULL, *by_account = NULL;

	if (usage->user_limit_list)
		by_user = list_find_first(usage->user_limit_list,
					  fts_used_by_user, &uid);
	if (usage->acct_limit_list)
		by_account = list_find_first(usage->acct_limit_list,
					     fts_used_by_account, account);
	_look_jobs(look, &all, qos->grp_jobs, &look->jobs_taken, true);
	_look_jobs(look, &group, qos->max_jobs_pa, &look->account_jobs_taken,
		   true);
	_look_jobs(look, &user, qos->max_jobs_pu, &look->user_jobs_taken, true);
	_look_group(look, &all, qos->grp_tres_mins_ctld, qos->grp_tres_ctld,
		    qos->grp_tres_run_mins_ctld, -1, usage->usage_tres_raw,
		    usage->grp_used_tres_run_secs, usage->grp_used_tres);
	_look_own(look, FTS_RULE_MINUTES, JOB_MINUTES,
		  qos->max_tres_mins_pj_ctld, -1, true);
	_look_own(look, FTS_RULE_MOST, JOB_MOST, qos->max_tres_pj_ctld, -1,
		  true);
	_look_own(look, FTS_RULE_NODE, JOB_NODE, qos->max_tres_pn_ctld, -1,
		  true);
	_look_own(look, FTS_RULE_LEAST, JOB_LEAST, qos->min_tres_pj_ctld, -1,
		  true);
	_look_part(look, &group, ACCOUNT, qos->max_tres_pa_ctld, by_account);
	_look_part(look, &user, USER, qos->max_tres_pu_ctld, by_user);
}

static void _rule_of_assoc(struct look *look, slurmdb_assoc_rec_t *assoc,
			   double factor, bool leaf)
{
	struct fts_subject all = {FTS_SCOPE_ASSOC, assoc->id, 0};
	struct fts_subject own = {FTS_SCOPE_ASSOC_OWN, assoc->id, 0};
	bool taken = look->jobs_taken;

	_look_jobs(look, &all, assoc->grp_jobs, &taken, false);
	taken = look->user_jobs_taken || look->account_jobs_taken;
	if (leaf)
		_look_jobs(look, &own, assoc->max_jobs, &taken, false);
	_look_group(look, &all, assoc->grp_tres_mins_ctld, assoc->grp_tres_ctld,
		    assoc->grp_tres_run_mins_ctld, factor,
		    assoc->usage->usage_tres_raw,
		    assoc->usage->grp_used_tres_run_secs,
		    assoc->usage->grp_used_tres);
	if (!leaf)
		return;
	_look_own(look, FTS_RULE_MINUTES, JOB_MINUTES,
		  assoc->max_tres_mins_ctld, -1, false);
	_look_own(look, FTS_RULE_MOST, JOB_MOST, assoc->max_tres_ctld, factor,
		  false);
	_look_own(look, FTS_RULE_NODE, JOB_NODE, assoc->max_tres_pn_ctld, -1,
		  false);
}

static void _look_all(struct look *look)
{
	job_record_t *job = (job_record_t *) look->job;
	slurmdb_assoc_rec_t *assoc = job->assoc_ptr;
	slurmdb_qos_rec_t *one, *two;
	double factor;

	memset(look->limits->taken, 0,
	       (size_t) FTS_PLACES * look->limits->tres_count);
	acct_policy_set_qos_order(job, &one, &two);
	if (one)
		_rule_of_qos(look, one);
	if (two)
		_rule_of_qos(look, two);
	factor = fts_limit_factor(one, two);
	for (bool leaf = true; assoc && assoc->usage; leaf = false) {
		_rule_of_assoc(look, assoc, factor, leaf);
		assoc = assoc->usage->parent_assoc_ptr;
	}
}

static uint64_t _by_admin_hash(const struct fts_limits *limits,
			       const job_record_t *job)
{
	uint64_t hash = 0;

	for (uint32_t i = 0; job->limit_set.tres && i < limits->tres_count; i++)
		if (job->limit_set.tres[i] == ADMIN_SET_LIMIT)
			hash = ft_index_mix(hash, i + 1);
	return hash;
}

/* The owner that is asked for, without its rules. */
static struct fts_owner _wanted_rule(const struct fts_limits *limits,
				     const job_record_t *job)
{
	const slurmdb_qos_rec_t *other = job->part_ptr->qos_ptr;

	return (struct fts_owner){
		.assoc_id = job->assoc_id,
		.qos_id = job->qos_id,
		.part_qos_id = other ? other->id : 0,
		.by_admin = _by_admin_hash(limits, job),
		.factor = 1,
		.asked_factor = 1,
	};
}

static bool _is_owner(const struct fts_owner *a, const struct fts_owner *b)
{
	return a->assoc_id == b->assoc_id && a->qos_id == b->qos_id &&
	       a->part_qos_id == b->part_qos_id && a->by_admin == b->by_admin;
}

/* NULL if out of memory. */
static struct fts_owner *_add_owner(struct fts_limits *limits, uint64_t key,
				    const struct fts_owner *wanted)
{
	uint32_t index = limits->owner_count;
	struct fts_owner **list =
		realloc(limits->owner, (index + 1) * sizeof(*list));
	struct fts_owner *owner = malloc(sizeof(*owner));

	if (list)
		limits->owner = list;
	if (!list || !owner || ft_index_map_put(&limits->owners, key, index)) {
		free(owner);
		return NULL;
	}
	*owner = *wanted;
	list[limits->owner_count++] = owner;
	return owner;
}

static void _read_factor(struct fts_owner *owner, const job_record_t *job)
{
	if (!job->qos_ptr || job->qos_ptr->usage_factor < 0)
		return;
	owner->factor = job->qos_ptr->usage_factor;
	if (job->qos_ptr->flags & QOS_FLAG_USAGE_FACTOR_SAFE)
		owner->asked_factor = owner->factor;
}

const struct fts_owner *fts_limits_owner(struct fts_build *build,
					 const job_record_t *job)
{
	struct fts_limits *limits = build->limits;
	struct look look = {.build = build, .limits = limits, .job = job};
	struct fts_owner wanted;
	size_t at = SIZE_MAX;
	uint64_t key;
	uint32_t index;

	if (!job->assoc_ptr || !job->assoc_ptr->usage || !job->part_ptr)
		return NULL;
	wanted = _wanted_rule(limits, job);
	key = ft_index_mix(ft_index_mix(1, wanted.assoc_id), wanted.qos_id);
	key = ft_index_mix(key, wanted.part_qos_id ^ wanted.by_admin);
	while ((index = ft_index_map_next(&limits->owners, key, &at)) !=
	       UINT32_MAX)
		if (_is_owner(limits->owner[index], &wanted))
			return limits->owner[index];
	look.owner = _add_owner(limits, key, &wanted);
	if (!look.owner) {
		build->failed = true;
		return NULL;
	}
	_read_factor(look.owner, job);
	_look_all(&look);
	return look.owner;
}
