/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit/limit_claim.h: what jobs take of limits, and whether they may
 * start.
 *
 * Jobs of one owner and one shape have one ration: it is worked out once for
 * each snapshot.  Whether a limit keeps them from starting now is seen here by
 * what running jobs have; slurmctld is asked only to say so in its own words.
 */
#include "slurm/common/lock.h"
#include "slurm/reserve/limit/limit_claim.h"
#include "slurm/reserve/limit/limit_rule.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"

/* Sums of the planner stay inside 64 bits with claims up to this. */
#define CLAIM_MOST (INT64_C(1) << 53)
#define SECONDS_MOST (INT64_C(1) << 31)

static uint32_t _ration_resource(const struct fts_build *build,
				 const slurmdb_tres_rec_t *tres, uint32_t pos)
{
	uint32_t type_id = 0, kind;
	char *name, *type;

	if (pos == TRES_ARRAY_MEM)
		return FT_MEMORY;
	if (xstrcmp(tres->type, "gres") || !tres->name)
		return FT_NO_INDEX;
	name = xstrdup(tres->name);
	type = xstrchr(name, ':');
	if (type) {
		*type++ = '\0';
		type_id = gres_build_id(type);
	}
	kind = fts_build_kind(build, gres_build_id(name), type_id);
	xfree(name);
	return kind;
}

void fts_build_limits(struct fts_build *build)
{
	assoc_mgr_lock_t locks = {.tres = READ_LOCK};
	struct fts_limits *limits;
	size_t count = (size_t) slurmctld_tres_cnt;

	if (!(accounting_enforce & ACCOUNTING_ENFORCE_LIMITS))
		return;
	limits = build->limits = calloc(1, sizeof(*limits));
	if (!limits) {
		build->failed = true;
		return;
	}
	limits->safe = accounting_enforce & ACCOUNTING_ENFORCE_SAFE;
	limits->tres_count = (uint32_t) count;
	limits->resource = calloc(count + 1, sizeof(*limits->resource));
	limits->taken = calloc(count + 1, FTS_LIMIT_PLACES);
	if (!limits->resource || !limits->taken ||
	    ft_index_map_init(&limits->counts, 256) ||
	    ft_index_map_init(&limits->owners, 256) ||
	    ft_index_map_init(&limits->rations, 256)) {
		build->failed = true;
		return;
	}
	fts_lock_assoc(&locks, "limits");
	for (uint32_t i = 0; i < limits->tres_count; i++)
		limits->resource[i] =
			_ration_resource(build, assoc_mgr_tres_array[i], i);
	fts_unlock_assoc(&locks);
}

void fts_build_limits_free(struct fts_build *build)
{
	struct fts_limits *limits = build->limits;

	if (!limits)
		return;
	for (uint32_t i = 0; i < limits->owner_count; i++) {
		free(limits->owner[i]->rule);
		free(limits->owner[i]);
	}
	for (uint32_t i = 0; i < limits->ration_count; i++)
		free(limits->ration[i]);
	ft_index_map_fini(&limits->counts);
	ft_index_map_fini(&limits->owners);
	ft_index_map_fini(&limits->rations);
	free(limits->resource);
	free(limits->taken);
	free(limits->count);
	free(limits->owner);
	free(limits->ration);
	free(limits);
	build->limits = NULL;
}

/* What a job holds of a limit: of run-minutes, for each second. */
static int64_t _held(const struct fts_owner *owner, const struct fts_rule *rule,
		     int64_t amount)
{
	switch (rule->kind) {
	case FTS_RULE_JOBS:
		return 1;
	case FTS_RULE_RUN:
		return (int64_t) ((double) amount * owner->factor + 0.999);
	default:
		return amount;
	}
}

void fts_build_hold_limits(struct fts_build *build, const job_record_t *job,
			   struct ft_run *run)
{
	const struct fts_owner *owner;
	int64_t left = MIN(run->end - build->now, SECONDS_MOST);
	struct ft_claim *claim;

	if (!build->limits || !job->tres_alloc_cnt)
		return;
	owner = fts_limits_owner(build, job);
	if (!owner || !owner->rule_count)
		return;
	claim = fts_build_alloc(build, owner->rule_count * sizeof(*claim));
	for (uint32_t i = 0; claim && i < owner->rule_count; i++) {
		const struct fts_rule *rule = &owner->rule[i];
		uint64_t amount = job->tres_alloc_cnt[rule->pos];
		struct fts_count *count;
		int64_t held;

		if (rule->limit == FT_NO_INDEX || rule->kind == FTS_RULE_BUDGET)
			continue;
		if (amount == NO_CONSUME_VAL64 || amount == NO_VAL64)
			amount = 0;
		held = _held(owner, rule, (int64_t) amount);
		if (rule->kind == FTS_RULE_RUN)
			held = MIN(held, CLAIM_MOST / left);
		if (!held)
			continue;
		claim[run->claim_count++] =
			(struct ft_claim){rule->limit, held};
		count = &build->limits->count[rule->limit];
		count->used += rule->kind == FTS_RULE_RUN ? held * left : held;
	}
	run->claim = claim;
	if (claim)
		qsort(claim, run->claim_count, sizeof(*claim), ft_claim_order);
}

/* What jobs of a ration would get, and how it compares with limits. */
struct judge {
	struct fts_build *build;
	const struct fts_owner *owner;
	uint64_t *least, *most;
	int64_t minutes; /* of the time limit */
	enum fts_ration_state state;
	bool closed; /* not even one job is allowed */
};

static void _worse(struct judge *judge, enum fts_ration_state state)
{
	if (state > judge->state)
		judge->state = state;
}

static int64_t _ration_times(int64_t amount, int64_t minutes)
{
	int64_t product;

	return __builtin_mul_overflow(amount, minutes, &product) ||
			       product > CLAIM_MOST
		       ? CLAIM_MOST
		       : product;
}

/* What acct_policy compares with the limit; 0: it does not look. */
static int64_t _wanted_ration(const struct judge *judge,
			      const struct fts_rule *rule,
			      const uint64_t *amount)
{
	int64_t one =
		rule->kind == FTS_RULE_JOBS ? 1 : (int64_t) amount[rule->pos];
	double factor = judge->owner->asked_factor;

	switch (rule->kind) {
	case FTS_RULE_RUN:
	case FTS_RULE_BUDGET:
	case FTS_RULE_USED:
	case FTS_RULE_MINUTES:
		return _ration_times(
			one, (int64_t) ((double) judge->minutes * factor));
	case FTS_RULE_NODE:
		return one / (int64_t) MAX(amount[TRES_ARRAY_NODE], 1);
	default:
		return one;
	}
}

/* What running jobs leave of it now. */
static int64_t _left_ration(const struct judge *judge,
			    const struct fts_rule *rule)
{
	const struct fts_count *count;
	int64_t used;

	if (rule->limit == FT_NO_INDEX)
		return rule->total;
	count = &judge->build->limits->count[rule->limit];
	used = count->actual < 0 ? count->used : count->actual;
	if (rule->kind == FTS_RULE_RUN)
		used /= 60;
	return rule->total - used;
}

static void _judge_ration(struct judge *judge, const struct fts_rule *rule)
{
	int64_t least = _wanted_ration(judge, rule, judge->least);
	int64_t most = _wanted_ration(judge, rule, judge->most);

	if (!rule->asked)
		return;
	if (rule->kind == FTS_RULE_LEAST) {
		if (most < rule->total)
			_worse(judge, FTS_RATION_NEVER);
		return;
	}
	if (!most)
		return;
	/* pre_select says so, and post_select would not. */
	if (rule->kind == FTS_RULE_JOBS && rule->total < least)
		judge->closed = true;
	if (least > rule->total || (rule->kind == FTS_RULE_USED && least))
		_worse(judge, FTS_RATION_NEVER);
	else if (rule->limit != FT_NO_INDEX &&
		 MIN(most, rule->total) > _left_ration(judge, rule))
		_worse(judge, FTS_RATION_WAITS);
}

/*
 * What is claimed: the most that it may be, but no more than there is.  A job
 * that is exempt from the limit counts for it, too, but may exceed it: it
 * claims no more than is left now, so that running jobs never keep it.
 */
static int64_t _claimed_ration(const struct judge *judge,
			       const struct fts_rule *rule, int64_t duration)
{
	int64_t most = rule->kind == FTS_RULE_JOBS
			       ? 1
			       : (int64_t) judge->most[rule->pos];
	int64_t seconds = MIN(duration, SECONDS_MOST);
	int64_t total = rule->asked ? rule->total : _left_ration(judge, rule);

	if (total <= 0)
		return 0;
	switch (rule->kind) {
	case FTS_RULE_RUN:
		most = (int64_t) ((double) most *
					  MAX(judge->owner->factor,
					      judge->owner->asked_factor) +
				  0.999);
		return MIN(most, _ration_times(total, 60) / seconds);
	case FTS_RULE_BUDGET:
		return MIN(_wanted_ration(judge, rule, judge->most), total);
	default:
		return MIN(most, total);
	}
}

static void _ration_claim(const struct judge *judge, struct ft_request *request)
{
	const struct fts_owner *owner = judge->owner;
	struct ft_claim claim[owner->rule_count + 1];
	uint32_t count = 0;

	memset(claim, 0, sizeof(claim));
	for (uint32_t i = 0; i < owner->rule_count; i++) {
		const struct fts_rule *rule = &owner->rule[i];
		int64_t claimed;

		if (rule->limit == FT_NO_INDEX)
			continue;
		claimed = _claimed_ration(judge, rule, request->duration);
		if (claimed <= 0)
			continue;
		claim[count].limit = rule->limit;
		claim[count++].count = claimed;
	}
	qsort(claim, count, sizeof(*claim), ft_claim_order);
	request->claim_count = count;
	request->claim =
		fts_build_same(judge->build, claim, count * sizeof(*claim));
}

/* slurmctld's own word on it, as the job's reason. */
static bool _refused(job_record_t *job, uint64_t *amount)
{
	return !acct_policy_job_runnable_post_select(job, amount, true);
}

/*
 * The requests of a shape are ways to place one job: the limits judge the one
 * that takes least.
 */
static void _ration(struct fts_build *build, job_record_t *job,
		    struct fts_ration *ration)
{
	const struct fts_shape *shape = ration->shape;
	uint32_t tres = build->limits->tres_count;
	enum fts_ration_state best = FTS_RATION_NEVER;
	uint64_t least[tres], most[tres];
	uint32_t count = shape->request_count + shape->least_count, kept = 0;

	ration->request =
		fts_build_alloc(build, count * sizeof(*ration->request));
	for (uint32_t r = 0; ration->request && r < count; r++) {
		struct ft_request *request = &ration->request[r];
		struct judge judge = {.build = build,
				      .owner = ration->owner,
				      .least = least,
				      .most = most};

		memcpy(request, &shape->request[r], sizeof(*request));
		judge.minutes = (request->duration + 59) / 60;
		fts_limits_amounts(build, job, shape, request, false, least);
		fts_limits_amounts(build, job, shape, request, true, most);
		for (uint32_t i = 0; i < ration->owner->rule_count; i++)
			_judge_ration(&judge, &ration->owner->rule[i]);
		_ration_claim(&judge, request);
		if (judge.state < best || !kept++) {
			best = judge.state;
			ration->state = best;
			if (best != FTS_RATION_FREE && _refused(job, most))
				ration->reason = job->state_reason;
			else if (best == FTS_RATION_NEVER && !judge.closed)
				ration->state = FTS_RATION_FREE;
		}
	}
	if (ration->state == FTS_RATION_FREE)
		ration->reason = 0;
}

static struct fts_ration *_find_ration(struct fts_build *build,
				       job_record_t *job,
				       const struct fts_owner *owner,
				       const struct fts_shape *shape)
{
	struct fts_limits *limits = build->limits;
	uint64_t key = ft_index_mix((uint64_t) (uintptr_t) owner,
				    (uint64_t) (uintptr_t) shape);
	struct fts_ration **list, *ration;
	size_t at = SIZE_MAX;
	uint32_t index;

	while ((index = ft_index_map_next(&limits->rations, key, &at)) !=
	       UINT32_MAX)
		if (limits->ration[index]->owner == owner &&
		    limits->ration[index]->shape == shape)
			return limits->ration[index];
	index = limits->ration_count;
	list = realloc(limits->ration, (index + 1) * sizeof(*list));
	if (list)
		limits->ration = list;
	ration = calloc(1, sizeof(*ration));
	if (!list || !ration ||
	    ft_index_map_put(&limits->rations, key, index)) {
		free(ration);
		build->failed = true;
		return NULL;
	}
	limits->ration[limits->ration_count++] = ration;
	ration->owner = owner;
	ration->shape = shape;
	_ration(build, job, ration);
	return ration;
}

/* No running job's end will change what pre_select does not like. */
static bool _waits_for_jobs(const job_record_t *job)
{
	switch (job->state_reason) {
	case WAIT_QOS_GRP_JOB:
	case WAIT_QOS_MAX_JOB_PER_ACCT:
	case WAIT_QOS_MAX_JOB_PER_USER:
	case WAIT_ASSOC_GRP_JOB:
	case WAIT_ASSOC_MAX_JOBS:
		return true;
	default:
		return false;
	}
}

static struct ft_request *_claim_limits(struct fts_build *build,
					job_record_t *job,
					const struct fts_shape *shape,
					bool runnable)
{
	const struct fts_owner *owner = fts_limits_owner(build, job);
	struct fts_ration *ration;
	uint32_t reason = job->state_reason;

	if (!owner || !job->tres_req_cnt)
		return runnable ? shape->request : NULL;
	if (!owner->rule_count)
		return runnable ? shape->request : NULL;
	ration = _find_ration(build, job, owner, shape);
	job->state_reason = reason; /* it may just have been worked out */
	if (!ration || !ration->request)
		return NULL;
	if (!runnable)
		return _waits_for_jobs(job) && ration->state != FTS_RATION_NEVER
			       ? ration->request
			       : NULL;
	if (ration->reason && job->state_reason != ration->reason) {
		job->state_reason = ration->reason;
		xfree(job->state_desc);
	}
	return ration->state == FTS_RATION_NEVER ? NULL : ration->request;
}

struct ft_request *fts_build_claim_limits(struct fts_build *build,
					  job_record_t *job,
					  const struct fts_shape *shape)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};
	bool runnable = acct_policy_job_runnable_pre_select(job, false);
	struct ft_request *request = NULL;

	if (!build->limits)
		return runnable ? shape->request : NULL;
	fts_lock_assoc(&locks, "limits");
	request = _claim_limits(build, job, shape, runnable);
	fts_unlock_assoc(&locks);
	return request;
}

int64_t fts_build_limit_most(const struct fts_build *build, uint32_t limit,
			     int64_t count, int64_t duration)
{
	const struct fts_count *of = &build->limits->count[limit];
	int64_t total = of->total;

	if (of->kind == FTS_RULE_RUN)
		total = _ration_times(total, 60) / MIN(duration, SECONDS_MOST);
	return MAX(1, MIN(count, total));
}

void fts_build_limit_totals(struct fts_build *build)
{
	struct ft_snapshot *snapshot = build->snapshot;

	if (!build->limits || build->failed)
		return;
	for (uint32_t i = 0; i < snapshot->limit_count; i++) {
		const struct fts_count *count = &build->limits->count[i];
		int64_t total = count->total;

		/* whole minutes are compared: 59 seconds are none */
		if (count->kind == FTS_RULE_RUN)
			total = _ration_times(total, 60) + 59;
		if (count->actual >= 0)
			total += count->used - count->actual;
		snapshot->limit[i].total = MAX(0, MIN(total, CLAIM_MOST));
	}
}
