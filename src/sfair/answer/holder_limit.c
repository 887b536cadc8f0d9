/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which runs and jobs keep a job waiting by what they have of a
 * limit, or of a licence, wherever they run; see holder.h.
 *
 * Blames none for what is used up for good (GrpTRESMins), nor for a limit of
 * each job.
 */
#include "ft_config.h"

#include "sfair/answer/holder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "sfair/base/envelope.h"
#include "sfair/base/tres_text.h"
#include "sfair/limits/limits.h"

enum { DEPTH_MAX = 64, MINUTE = 60 };

/* One amount that jobs have together. */
struct pool {
	int64_t all, used, asked;
	const char *what; /* "CPUs of QOS small" */
};

/* A limit that has an amount, and for which jobs it counts. */
struct pool_limit {
	const struct sfair_reason *reason;
	const struct sfair_limit_owner *owner;
	const char *tres; /* "": jobs are counted */
};

/* Its own copy, which goes with the holders; NULL if out of memory. */
static const char *_keep_text(struct sfair_holders *holders, const char *text)
{
	char **kept = ft_array_append((void **) &holders->text,
				      &holders->text_count, sizeof(*kept));

	return kept ? *kept = strdup(text) : NULL;
}

static void _name_amount(struct sfair_holder *holder, const struct pool *pool,
			 int64_t amount)
{
	holder->blamed = true;
	holder->has = amount;
	holder->all = pool->all;
	holder->what = pool->what;
}

/* Blames whose amounts, of each holder, leave less than is asked for: all of
 * them, if what is told does not say which. */
static void _blame_amounts(const struct sfair_why *why,
			   struct sfair_holders *holders,
			   const struct pool *pool, const int64_t *amount)
{
	struct sfair_stake *stake = calloc(holders->count + 1, sizeof(*stake));
	uint32_t *index = calloc(holders->count + 1, sizeof(*index));
	int64_t seen = 0, capacity;
	uint32_t count = 0;
	bool any = false;

	for (uint32_t i = 0; stake && index && i < holders->count; i++) {
		const struct sfair_holder *holder = &holders->holder[i];

		if (!amount[i] || holder->kind == SFAIR_HOLDER_BEHIND)
			continue;
		seen += holder->kind == SFAIR_HOLDER_RUN ? amount[i] : 0;
		index[count] = i;
		stake[count++] = (struct sfair_stake){.start = holder->start,
						      .end = holder->end,
						      .amount = &amount[i]};
	}
	/* what others use that are not told of */
	capacity = pool->all - (pool->used > seen ? pool->used - seen : 0);
	if (count)
		sfair_stake_blame(
			&(struct sfair_stake_place){.kinds = 1,
						    .capacity = &capacity,
						    .need = &pool->asked,
						    .now = why->scene.now,
						    .start = holders->start},
			stake, count);
	for (uint32_t i = 0; i < count; i++)
		any = any || stake[i].blamed;
	for (uint32_t i = 0; i < count; i++) {
		struct sfair_holder *holder = &holders->holder[index[i]];

		if (any ? stake[i].blamed
			: holder->kind == SFAIR_HOLDER_RUN &&
				    holder->end <= holders->start)
			_name_amount(holder, pool, amount[index[i]]);
	}
	free(index);
	free(stake);
}

/* -- limits ---------------------------------------------------------------- */

static const char *_tres_word(const char *tres)
{
	if (!strcmp(tres, "cpu"))
		return "CPUs";
	if (!strcmp(tres, "gres/gpu"))
		return "GPUs";
	if (!strcmp(tres, "mem"))
		return "MB";
	return strcmp(tres, "node") ? tres : "nodes";
}

/* "QOS small, each user" is whose a limit is. */
static const char *_what_of_limit(struct sfair_holders *holders,
				  const struct pool_limit *limit,
				  const char *whose)
{
	bool minutes = limit->reason->scope == SFAIR_LIMIT_GRP_RUN_MINS;
	size_t size = strcspn(whose, ",");
	char text[2 * SFAIR_SHOWN];

	snprintf(text, sizeof(text), "%s%s of %.*s%s%s",
		 *limit->tres ? _tres_word(limit->tres) : "running jobs",
		 minutes ? " minutes" : "", (int) size, whose,
		 whose[size] ? " for" : "", whose + size + (whose[size] != 0));
	return _keep_text(holders, text);
}

/* What a run or planned job has of the limit. */
static int64_t _share_of_pool(struct sfair_why *why,
			      const struct pool_limit *limit,
			      const struct sfair_holder *holder)
{
	const job_info_t *job = sfair_scene_job(&why->scene, holder->job_id);
	int64_t left = holder->end - why->scene.now;
	double amount;

	if (!job || !sfair_limits_counts(why->limits, limit->owner, job))
		return 0;
	if (!*limit->tres)
		return 1;
	amount = sfair_tres_amount(holder->kind == SFAIR_HOLDER_RUN
					   ? job->tres_alloc_str
					   : job->tres_req_str,
				   limit->tres);
	if (limit->reason->scope == SFAIR_LIMIT_GRP_RUN_MINS)
		amount *= (double) (left > 0 ? left : 0) / MINUTE;
	return (int64_t) amount;
}

static void _blame_for_limit(struct sfair_why *why,
			     struct sfair_holders *holders,
			     const struct pool_limit *limit,
			     const struct pool *pool)
{
	int64_t *amount = calloc(holders->count + 1, sizeof(*amount));

	for (uint32_t i = 0; amount && i < holders->count; i++)
		if (holders->holder[i].kind != SFAIR_HOLDER_BEHIND)
			amount[i] =
				_share_of_pool(why, limit, &holders->holder[i]);
	if (amount)
		_blame_amounts(why, holders, pool, amount);
	free(amount);
}

/* The owner's limits that the reason may mean, and that have no room. */
static void _blame_for_owner(struct sfair_why *why, const job_info_t *job,
			     const struct sfair_reason *reason,
			     const struct sfair_limit_owner *owner,
			     struct sfair_holders *holders)
{
	struct json_object *list = json_object_new_array();

	sfair_limits_rows(why->limits, owner, job, list);
	for (size_t i = 0; i < sfair_list_length(list); i++) {
		struct json_object *row = json_object_array_get_idx(list, i);
		const struct pool_limit limit = {reason, owner,
						 sfair_get_text(row, "tres")};
		struct pool pool = {
			.all = sfair_get_whole(row, "max"),
			.used = sfair_get_whole(row, "used"),
			.asked = (int64_t) sfair_get_real(row, "asked")};

		if (!sfair_get(row, "used") || pool.asked > pool.all ||
		    pool.used + pool.asked <= pool.all ||
		    !sfair_limits_mean(reason, row))
			continue;
		pool.what = _what_of_limit(holders, &limit,
					   sfair_get_text(row, "whose"));
		if (pool.what)
			_blame_for_limit(why, holders, &limit, &pool);
	}
	json_object_put(list);
}

static bool _is_shared_limit(enum sfair_limit_scope scope)
{
	switch (scope) {
	case SFAIR_LIMIT_GRP:
	case SFAIR_LIMIT_GRP_RUN_MINS:
	case SFAIR_LIMIT_GRP_JOBS:
	case SFAIR_LIMIT_USER:
	case SFAIR_LIMIT_USER_JOBS:
	case SFAIR_LIMIT_ACCOUNT:
	case SFAIR_LIMIT_ACCOUNT_JOBS:
		return true;
	default:
		return false;
	}
}

static void _blame_for_qos(struct sfair_why *why, const job_info_t *job,
			   const struct sfair_reason *reason, const char *name,
			   struct sfair_holders *holders)
{
	struct sfair_limit_owner owner = {
		.qos = name && *name ? sfair_limits_qos(why->limits, name, 0)
				     : NULL,
		.user = job->user_id,
		.account = job->account};

	if (reason->scope == SFAIR_LIMIT_USER ||
	    reason->scope == SFAIR_LIMIT_USER_JOBS)
		owner.of = SFAIR_QOS_USER;
	else if (reason->scope == SFAIR_LIMIT_ACCOUNT ||
		 reason->scope == SFAIR_LIMIT_ACCOUNT_JOBS)
		owner.of = SFAIR_QOS_ACCOUNT;
	if (owner.qos)
		_blame_for_owner(why, job, reason, &owner, holders);
}

static void _blame_for_accounts(struct sfair_why *why, const job_info_t *job,
				const struct sfair_reason *reason,
				struct sfair_holders *holders)
{
	uint32_t id = job->assoc_id;

	for (int depth = 0; id && depth < DEPTH_MAX; depth++) {
		struct sfair_limit_owner owner = {
			.assoc = sfair_limits_assoc(why->limits, id)};

		if (!owner.assoc)
			return;
		_blame_for_owner(why, job, reason, &owner, holders);
		id = owner.assoc->parent_id;
	}
}

/* All jobs, and all limits. */
static bool _load_limits(struct sfair_why *why)
{
	struct ft_err err;

	if (sfair_scene_load_jobs(&why->scene, &err) ||
	    !sfair_scene_partitions(&why->scene))
		return false;
	if (!why->limits)
		why->limits = sfair_limits_lend(&why->scene);
	return why->limits;
}

void sfair_holders_limit(struct sfair_why *why, const job_info_t *job,
			 const struct sfair_reason *reason,
			 struct sfair_holders *holders)
{
	const partition_info_t *partition;

	if (!_is_shared_limit(reason->scope) || !_load_limits(why))
		return;
	if (!reason->qos) {
		_blame_for_accounts(why, job, reason, holders);
		return;
	}
	_blame_for_qos(why, job, reason, job->qos, holders);
	partition = sfair_scene_partition(&why->scene, job->partition);
	if (partition && partition->qos_char &&
	    (!job->qos || strcmp(job->qos, partition->qos_char) != 0))
		_blame_for_qos(why, job, reason, partition->qos_char, holders);
}

/* -- licences -------------------------------------------------------------- */

uint32_t sfair_licences_asked(const char *list, const char *name)
{
	size_t size = strlen(name);

	while (list && *list) {
		size_t length = strcspn(list, ",;|");

		if (length >= size && !strncmp(list, name, size) &&
		    (length == size || list[size] == ':' || list[size] == '='))
			return length == size
				       ? 1
				       : (uint32_t) strtoul(list + size + 1,
							    NULL, 10);
		list += length;
		list += *list != '\0';
	}
	return 0;
}

static void _blame_for_licence(struct sfair_why *why,
			       const slurm_license_info_t *licence,
			       struct pool *pool, struct sfair_holders *holders)
{
	int64_t *amount = calloc(holders->count + 1, sizeof(*amount));
	char what[2 * SFAIR_SHOWN], name[SFAIR_SHOWN];

	snprintf(what, sizeof(what), "licences %s",
		 sfair_shown(name, licence->name));
	pool->what = _keep_text(holders, what);
	for (uint32_t i = 0; amount && i < holders->count; i++) {
		const job_info_t *one =
			sfair_scene_job(&why->scene, holders->holder[i].job_id);

		amount[i] =
			one ? sfair_licences_asked(one->licenses, licence->name)
			    : 0;
	}
	if (amount && pool->what)
		_blame_amounts(why, holders, pool, amount);
	free(amount);
}

void sfair_holders_licences(struct sfair_why *why, const job_info_t *job,
			    struct sfair_holders *holders)
{
	const license_info_msg_t *all =
		job->licenses && *job->licenses
			? sfair_scene_licences(&why->scene)
			: NULL;
	struct ft_err err;

	for (uint32_t i = 0; all && i < all->num_lic; i++) {
		const slurm_license_info_t *licence = &all->lic_array[i];
		struct pool pool = {.all = licence->total,
				    .used = licence->in_use};

		pool.asked = sfair_licences_asked(job->licenses, licence->name);
		if (pool.asked && pool.used + pool.asked > pool.all &&
		    !sfair_scene_load_jobs(&why->scene, &err))
			_blame_for_licence(why, licence, &pool, holders);
	}
}
