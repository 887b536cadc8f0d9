/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit/limit_rule.h: which limits there are, and of what.
 */
#include "slurm/reserve/limit/limit_rule.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"

#include "core/base/array.h"
#include "slurm/reserve/build/hash_key.h"

/* The owner that is being looked at. */
struct look {
	struct fts_build *build;
	struct fts_limits *limits;
	const job_record_t *job;
	struct fts_owner *owner;
	uint64_t account; /* hash of its name */
};

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
	/* What is left of minutes changes all the time. */
	limit->name = ft_index_mix(2, subject->id);
	limit->name = ft_index_mix(limit->name, (uint64_t) subject->scope);
	limit->name =
		ft_index_mix(limit->name, subject->part ^ (uint64_t) kind);
	limit->name = ft_index_mix(limit->name, pos);
	if (kind != FTS_RULE_BUDGET)
		limit->name = ft_index_mix(limit->name, (uint64_t) total);
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

/* Minutes that are used up; or that are left beside those that running jobs
 * may still use. */
static void _add_minutes(struct look *look, const struct fts_subject *subject,
			 const struct fts_limit *limit, int64_t total)
{
	int64_t left = total - (int64_t) (limit->used + limit->running);

	if (limit->used >= limit->limit)
		_add_total(look, FTS_RULE_USED, limit->pos, 0, true);
	else if (look->limits->safe)
		_add_count(look, subject, FTS_RULE_BUDGET, limit->pos,
			   left > 0 ? left : 0, -1, true);
}

static uint64_t _subject_part(const struct look *look, enum fts_scope scope)
{
	if (scope == FTS_SCOPE_QOS_USER)
		return look->job->user_id;
	return scope == FTS_SCOPE_QOS_ACCOUNT ? look->account : 0;
}

static void _add_limit(const struct fts_limit *limit, void *arg)
{
	static const enum fts_rule_kind kinds[FTS_LIMIT_END] = {
		[FTS_LIMIT_GROUP] = FTS_RULE_TRES,
		[FTS_LIMIT_BUDGET] = FTS_RULE_BUDGET,
		[FTS_LIMIT_MINUTES] = FTS_RULE_RUN,
		[FTS_LIMIT_JOB_MINUTES] = FTS_RULE_MINUTES,
		[FTS_LIMIT_JOB_MOST] = FTS_RULE_MOST,
		[FTS_LIMIT_JOB_NODE] = FTS_RULE_NODE,
		[FTS_LIMIT_JOB_LEAST] = FTS_RULE_LEAST,
		[FTS_LIMIT_ACCOUNT] = FTS_RULE_TRES,
		[FTS_LIMIT_USER] = FTS_RULE_TRES,
		[FTS_LIMIT_JOBS] = FTS_RULE_JOBS,
		[FTS_LIMIT_ACCOUNT_JOBS] = FTS_RULE_JOBS,
		[FTS_LIMIT_USER_JOBS] = FTS_RULE_JOBS,
	};
	struct look *look = arg;
	struct fts_subject subject = {limit->scope, limit->id,
				      _subject_part(look, limit->scope)};
	enum fts_rule_kind kind = kinds[limit->place];
	int64_t total = _rule_total(limit->limit), actual = -1;

	/* No end of a job changes what GrpWall says; with UsageFactor=0
	 * minutes do not count. */
	if (limit->place == FTS_LIMIT_WALL ||
	    ((kind == FTS_RULE_BUDGET || kind == FTS_RULE_RUN) &&
	     !look->owner->factor))
		return;
	if (kind == FTS_RULE_RUN ||
	    (kind == FTS_RULE_TRES && limit->pos == TRES_ARRAY_NODE))
		actual = (int64_t) limit->used;
	if (kind == FTS_RULE_JOBS || kind == FTS_RULE_TRES ||
	    kind == FTS_RULE_RUN)
		_add_count(look, &subject, kind, limit->pos, total, actual,
			   limit->asked);
	else if (limit->asked && kind == FTS_RULE_BUDGET)
		_add_minutes(look, &subject, limit, total);
	else if (limit->asked)
		_add_total(look, kind, limit->pos, total, true);
}

static void _look_all(struct look *look)
{
	job_record_t *job = (job_record_t *) look->job;
	slurmdb_qos_rec_t *one, *two;

	acct_policy_set_qos_order(job, &one, &two);
	fts_limit_walk(&(struct fts_limit_walk){
		.assoc = job->assoc_ptr,
		.user_id = job->user_id,
		.one = one,
		.two = two,
		.by_admin = job->limit_set.tres,
		.tres_count = look->limits->tres_count,
		.taken = look->limits->taken,
		.visit = _add_limit,
		.arg = look,
	});
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
	look.account = fts_hash_text(job->assoc_ptr->acct);
	_look_all(&look);
	return look.owner;
}
