/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which limit keeps a job, what the limit is of, and how much is
 * used.
 *
 * slurmctld is asked for the job's account and those above it one by one, or
 * for its QOS, never for all.  Says nothing where it does not tell.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/moment_text.h"
#include "sfair/base/tres_text.h"
#include "sfair/outlook/association.h"
#include "slurm/common/compat_client.h"

#define NONE UINT64_MAX

enum { DEPTH_MAX = 32, MINUTE = 60 };

/* A limit and what is used of it; most NONE: there is no such limit. */
struct use {
	uint64_t most, used;
};

struct look {
	struct sfair_why *why;
	const job_info_t *job;
	const struct sfair_reason *reason;
	struct json_object *details;
	const assoc_mgr_info_msg_t *answer;
};

static uint64_t _count_limit(uint32_t most)
{
	return most == INFINITE || most == NO_VAL ? NONE : most;
}

/* Is TRES number i one of those that the reason is about? */
static bool _concerns(const struct look *look, uint32_t i)
{
	const char *name = look->answer->tres_names[i];
	const char *word = look->reason->tres;
	size_t size = word ? strlen(word) : 0;

	if (!size)
		return true; /* of any kind */
	return !strncmp(name, word, size) &&
	       (name[size] == '\0' || name[size] == '/');
}

static void _tell_limit(const struct look *look, const char *whose,
			const char *tres, const struct use *use)
{
	const char *limit = sfair_limit_name(look->reason->scope);
	bool never = look->reason->scope == SFAIR_LIMIT_GRP ||
		     look->reason->scope == SFAIR_LIMIT_USER ||
		     look->reason->scope == SFAIR_LIMIT_ACCOUNT;
	char name[SFAIR_SHOWN];
	double asked;

	if (use->most == NONE)
		return;
	if (!tres) {
		sfair_why_detail(look->details, "limit",
				 "%s: %s is %" PRIu64 ", %" PRIu64 " run",
				 whose, limit, use->most, use->used);
		return;
	}
	asked = sfair_tres_amount(look->job->tres_req_str, tres);
	if (look->reason->scope == SFAIR_LIMIT_JOB ||
	    look->reason->scope == SFAIR_LIMIT_NODE) {
		sfair_why_detail(
			look->details, "limit",
			"%s: %s (%s) is %" PRIu64 ", it asks for %.0f%s", whose,
			limit, sfair_shown(name, tres), use->most, asked,
			look->reason->scope == SFAIR_LIMIT_NODE
				? " of all its nodes"
				: "");
		return;
	}
	never = never && asked > (double) use->most;
	look->why->beyond |= never;
	sfair_why_detail(look->details, "limit",
			 "%s: %s (%s) is %" PRIu64 ", %" PRIu64
			 " are in use, it asks for %.0f%s",
			 whose, limit, sfair_shown(name, tres), use->most,
			 use->used, asked,
			 never ? ": it can never start so" : "");
}

/* How a limit of a TRES is counted. */
enum measure {
	AMOUNT, /* of what runs together */
	EACH,	/* of each node, whatever runs */
	SPENT,	/* in minutes, and what is used in seconds */
};

/* Limits of each TRES; used: NULL is nothing. */
static void _tell_tres(const struct look *look, const char *whose,
		       const uint64_t *most, const uint64_t *used,
		       enum measure measure)
{
	for (uint32_t i = 0; most && i < look->answer->tres_cnt; i++) {
		const char *name = look->answer->tres_names[i];
		double asked = sfair_tres_amount(look->job->tres_req_str, name);
		struct use use = {.most = most[i]};

		if (most[i] == INFINITE64 || most[i] == NO_VAL64 ||
		    !_concerns(look, i))
			continue;
		use.used = used ? used[i] : 0;
		if (measure == SPENT)
			use.used /= MINUTE;
		/* of several, those that are in its way */
		if (measure == AMOUNT &&
		    (double) use.used + asked <= (double) most[i])
			continue;
		_tell_limit(look, whose, name, &use);
	}
}

/* The longest time limit of a job; INFINITE: there is none. */
static void _tell_wall(const struct look *look, const char *whose,
		       uint32_t minutes)
{
	char most[SFAIR_MOMENT], asked[SFAIR_MOMENT];

	if (_count_limit(minutes) == NONE)
		return;
	sfair_why_detail(
		look->details, "limit", "%s: %s is %s, it asks for %s", whose,
		sfair_limit_name(look->reason->scope),
		sfair_limit_text(most, MINUTE * (int64_t) minutes),
		sfair_limit_text(asked, sfair_scene_limit(&look->why->scene,
							  look->job)));
}

static void _tell_assoc(const struct look *look, const slurmdb_assoc_rec_t *one)
{
	const slurmdb_assoc_usage_t *usage = one->usage;
	char whose[2 * SFAIR_SHOWN + 32], name[SFAIR_SHOWN];
	struct use use = {.most = NONE, .used = usage ? usage->used_jobs : 0};

	if (one->user)
		snprintf(whose, sizeof(whose), "user %s",
			 sfair_shown(name, one->user));
	else
		snprintf(whose, sizeof(whose), "account %s",
			 sfair_shown(name, one->acct));
	switch (look->reason->scope) {
	case SFAIR_LIMIT_GRP:
		_tell_tres(look, whose, one->grp_tres_ctld,
			   usage ? usage->grp_used_tres : NULL, AMOUNT);
		return;
	case SFAIR_LIMIT_GRP_RUN_MINS:
		_tell_tres(look, whose, one->grp_tres_run_mins_ctld,
			   usage ? usage->grp_used_tres_run_secs : NULL, SPENT);
		return;
	case SFAIR_LIMIT_JOB:
		_tell_tres(look, whose, one->max_tres_ctld, NULL, AMOUNT);
		return;
	case SFAIR_LIMIT_NODE:
		_tell_tres(look, whose, one->max_tres_pn_ctld, NULL, EACH);
		return;
	case SFAIR_LIMIT_JOB_WALL:
		_tell_wall(look, whose, one->max_wall_pj);
		return;
	case SFAIR_LIMIT_GRP_JOBS:
		use.most = _count_limit(one->grp_jobs);
		break;
	case SFAIR_LIMIT_USER_JOBS:
		use.most = _count_limit(one->max_jobs);
		break;
	default:
		return;
	}
	if (use.used >= use.most)
		_tell_limit(look, whose, NULL, &use);
}

/* The limits of the account, and of the job's user in it; the account above. */
static char *_tell_account(struct look *look, const char *account, bool leaf)
{
	assoc_mgr_info_msg_t *answer =
		sfair_associations(ASSOC_MGR_INFO_FLAG_ASSOC, account, NULL);
	fts_list_iterator_t at;
	const slurmdb_assoc_rec_t *one;
	char *parent = NULL;

	if (!answer || !answer->assoc_list) {
		slurm_free_assoc_mgr_info_msg(answer);
		return NULL;
	}
	look->answer = answer;
	at = slurm_list_iterator_create(answer->assoc_list);
	while ((one = slurm_list_next(at))) {
		if (!one->acct || strcmp(one->acct, account))
			continue;
		if (one->user && (!leaf || one->id != look->job->assoc_id))
			continue;
		_tell_assoc(look, one);
		if (!one->user && one->parent_acct && !parent)
			parent = strdup(one->parent_acct);
	}
	slurm_list_iterator_destroy(at);
	slurm_free_assoc_mgr_info_msg(answer);
	return parent;
}

static void _tell_accounts(struct look *look)
{
	char *account = look->job->account ? strdup(look->job->account) : NULL;

	for (int depth = 0; account && depth < DEPTH_MAX; depth++) {
		char *parent = _tell_account(look, account, !depth);

		free(account);
		account = parent;
	}
	free(account);
}

/* What the job's user, or account, has in a QOS. */
static const slurmdb_used_limits_t *_used_of(const struct look *look,
					     fts_list_t list, bool account)
{
	const slurmdb_used_limits_t *found = NULL, *one;
	fts_list_iterator_t at;

	if (!list)
		return NULL;
	at = slurm_list_iterator_create(list);
	while (!found && (one = slurm_list_next(at)))
		if (account ? one->acct && look->job->account &&
				      !strcmp(one->acct, look->job->account)
			    : one->uid == look->job->user_id)
			found = one;
	slurm_list_iterator_destroy(at);
	return found;
}

static void _tell_qos_counts(const struct look *look, const char *whose,
			     const slurmdb_qos_rec_t *qos,
			     const slurmdb_used_limits_t *own)
{
	struct use use = {.most = NONE, .used = own ? own->jobs : 0};

	if (look->reason->scope == SFAIR_LIMIT_GRP_JOBS) {
		use.most = _count_limit(qos->grp_jobs);
		use.used = qos->usage ? qos->usage->grp_used_jobs : 0;
	} else if (look->reason->scope == SFAIR_LIMIT_USER_JOBS) {
		use.most = _count_limit(qos->max_jobs_pu);
	} else if (look->reason->scope == SFAIR_LIMIT_ACCOUNT_JOBS) {
		use.most = _count_limit(qos->max_jobs_pa);
	}
	if (use.used >= use.most)
		_tell_limit(look, whose, NULL, &use);
}

static void _tell_qos(const struct look *look, const slurmdb_qos_rec_t *qos)
{
	const slurmdb_qos_usage_t *usage = qos->usage;
	bool account = look->reason->scope == SFAIR_LIMIT_ACCOUNT ||
		       look->reason->scope == SFAIR_LIMIT_ACCOUNT_JOBS;
	const slurmdb_used_limits_t *own =
		usage ? _used_of(look,
				 account ? usage->acct_limit_list
					 : usage->user_limit_list,
				 account)
		      : NULL;
	char whose[SFAIR_SHOWN + 16], name[SFAIR_SHOWN];

	snprintf(whose, sizeof(whose), "QOS %s", sfair_shown(name, qos->name));
	switch (look->reason->scope) {
	case SFAIR_LIMIT_GRP:
		_tell_tres(look, whose, qos->grp_tres_ctld,
			   usage ? usage->grp_used_tres : NULL, AMOUNT);
		break;
	case SFAIR_LIMIT_GRP_RUN_MINS:
		_tell_tres(look, whose, qos->grp_tres_run_mins_ctld,
			   usage ? usage->grp_used_tres_run_secs : NULL, SPENT);
		break;
	case SFAIR_LIMIT_USER:
		_tell_tres(look, whose, qos->max_tres_pu_ctld,
			   own ? own->tres : NULL, AMOUNT);
		break;
	case SFAIR_LIMIT_ACCOUNT:
		_tell_tres(look, whose, qos->max_tres_pa_ctld,
			   own ? own->tres : NULL, AMOUNT);
		break;
	case SFAIR_LIMIT_JOB:
		_tell_tres(look, whose, qos->max_tres_pj_ctld, NULL, AMOUNT);
		break;
	case SFAIR_LIMIT_JOB_WALL:
		_tell_wall(look, whose, qos->max_wall_pj);
		break;
	default:
		_tell_qos_counts(look, whose, qos, own);
	}
}

static void _tell_qos_of(struct look *look, const char *name)
{
	assoc_mgr_info_msg_t *answer =
		name ? sfair_associations(ASSOC_MGR_INFO_FLAG_QOS, NULL, name)
		     : NULL;
	fts_list_iterator_t at;
	const slurmdb_qos_rec_t *qos;

	if (answer && answer->qos_list) {
		look->answer = answer;
		at = slurm_list_iterator_create(answer->qos_list);
		while ((qos = slurm_list_next(at)))
			if (qos->name && !strcmp(qos->name, name))
				_tell_qos(look, qos);
		slurm_list_iterator_destroy(at);
	}
	slurm_free_assoc_mgr_info_msg(answer);
}

void sfair_why_limit(struct sfair_why *why, const job_info_t *job,
		     const struct sfair_reason *reason,
		     struct json_object *details)
{
	struct look look = {
		.why = why,
		.job = job,
		.reason = reason,
		.details = details,
	};
	const partition_info_t *partition;

	if (!reason->qos) {
		_tell_accounts(&look);
		return;
	}
	if (job->qos)
		_tell_qos_of(&look, job->qos);
	partition = sfair_scene_partition(&why->scene, job->partition);
	if (partition && partition->qos_char && *partition->qos_char)
		_tell_qos_of(&look, partition->qos_char);
}
