/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair limits: one row for each limit that is set, see limits.h.
 */
#include "ft_config.h"

#include "sfair/limits/limits.h"

#include <stdio.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/tres_text.h"
#include "sfair/outlook/whole_node.h"

enum { MINUTE = 60, NAMED = 5 /* jobs that are named */ };

struct table {
	struct sfair_limits *limits;
	const struct sfair_limit_owner *owner;
	const job_info_t *job;
	struct json_object *list;
	char whose[SFAIR_SHOWN + 96];
};

struct row {
	enum sfair_limit_scope scope;
	const char *tres; /* NULL: the limit is of none */
	uint64_t most;
	bool counted; /* used is known: else the limit is of each job */
	uint64_t used;
};

static void _whose(struct table *table)
{
	const struct sfair_limit_owner *owner = table->owner;
	char name[SFAIR_SHOWN];

	if (owner->qos)
		snprintf(table->whose, sizeof(table->whose), "QOS %s%s",
			 sfair_shown(name, owner->qos->name),
			 owner->of == SFAIR_QOS_USER	  ? ", each user"
			 : owner->of == SFAIR_QOS_ACCOUNT ? ", each account"
							  : "");
	else
		snprintf(table->whose, sizeof(table->whose), "%s %s",
			 owner->assoc->user ? "user" : "account",
			 sfair_shown(name, owner->assoc->user
						   ? owner->assoc->user
						   : owner->assoc->acct));
}

/* -- which jobs ----------------------------------------------------------- */

static void _put_ids(struct json_object *json, const char *key, uint32_t id,
		     uint32_t *count)
{
	struct json_object *list = sfair_get(json, key);

	if (!list)
		list = sfair_put_list(json, key);
	if ((*count)++ < NAMED)
		json_object_array_add(list, json_object_new_int64(id));
}

bool sfair_limits_name_tres(const char *word, const char *tres)
{
	size_t size = word ? strlen(word) : 0;

	return !size || (tres && !strncmp(tres, word, size) &&
			 (tres[size] == '\0' || tres[size] == '/'));
}

/* Does this limit keep the waiting job? */
static bool _keeps(const struct table *table, const struct row *row,
		   const job_info_t *job)
{
	struct sfair_reason reason = sfair_reason_of(job->state_reason);
	bool amount = row->tres && row->scope != SFAIR_LIMIT_GRP_RUN_MINS &&
		      row->scope != SFAIR_LIMIT_GRP_MINS;

	if (reason.scope != row->scope ||
	    reason.qos != (table->owner->qos != NULL) ||
	    !sfair_limits_name_tres(reason.tres, row->tres))
		return false;
	if (amount)
		return (double) row->used +
			       sfair_counted_amount(table->limits->scene, job,
						    row->tres) >
		       (double) row->most;
	return row->tres || !row->counted || row->used >= row->most;
}

/* Does a run take of the limit? */
static bool _takes(const struct row *row, const job_info_t *job)
{
	bool submits = row->scope == SFAIR_LIMIT_GRP_SUBMIT ||
		       row->scope == SFAIR_LIMIT_USER_SUBMIT ||
		       row->scope == SFAIR_LIMIT_ACCOUNT_SUBMIT;

	if (sfair_job_waits(job))
		return submits;
	return sfair_job_runs(job) &&
	       (!row->tres ||
		sfair_tres_amount(job->tres_alloc_str, row->tres) > 0);
}

static void _put_limit_jobs(const struct table *table, const struct row *row,
			    struct json_object *json)
{
	const struct sfair_scene *scene = table->limits->scene;
	uint32_t takes = 0, keeps = 0;

	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		if (!sfair_job_waits(job) && !sfair_job_runs(job))
			continue;
		if (!sfair_limits_counts(table->limits, table->owner, job))
			continue;
		if (row->counted && _takes(row, job))
			_put_ids(json, "jobs", job->job_id, &takes);
		if (sfair_job_waits(job) && _keeps(table, row, job))
			_put_ids(json, "keeps", job->job_id, &keeps);
	}
	sfair_put_whole(json, "job_count", takes);
	sfair_put_whole(json, "keeps_count", keeps);
}

/* -- the rows ------------------------------------------------------------- */

/* What the job asks for, in the limit's unit; negative: not known. */
static double _asked(const struct table *table, const struct row *row)
{
	struct sfair_scene *scene = table->limits->scene;
	const job_info_t *job = table->job;
	double amount, limit;

	if (!job)
		return -1;
	limit = (double) (sfair_scene_limit(scene, job) / MINUTE);
	if (row->scope == SFAIR_LIMIT_JOB_WALL ||
	    row->scope == SFAIR_LIMIT_GRP_WALL)
		return limit;
	if (!row->tres)
		return row->counted ? 1 : -1;
	amount = sfair_counted_amount(scene, job, row->tres);
	if (row->scope == SFAIR_LIMIT_NODE)
		return amount / (job->num_nodes ? job->num_nodes : 1);
	return amount *
	       (row->scope == SFAIR_LIMIT_GRP_MINS ||
				row->scope == SFAIR_LIMIT_GRP_RUN_MINS ||
				row->scope == SFAIR_LIMIT_JOB_MINS
			? limit
			: 1);
}

static void _put_limit_row(const struct table *table, const struct row *row)
{
	struct json_object *json = sfair_add_object(table->list);
	double asked = _asked(table, row);

	sfair_put_text(json, "whose", table->whose);
	sfair_put_text(json, "limit", sfair_limit_name(row->scope));
	sfair_put_text(json, "tres", row->tres);
	sfair_put_whole(json, "max", (int64_t) row->most);
	if (row->counted) {
		sfair_put_whole(json, "used", (int64_t) row->used);
		sfair_put_whole(json, "left",
				row->used < row->most
					? (int64_t) (row->most - row->used)
					: 0);
	}
	if (asked >= 0)
		sfair_put_real(json, "asked", asked);
	if (!table->limits->nameless)
		_put_limit_jobs(table, row, json);
}

static void _put_count(const struct table *table, enum sfair_limit_scope scope,
		       uint32_t most, uint32_t used, bool counted)
{
	const struct row row = {scope, NULL, most, counted, used};

	if (most != INFINITE && most != NO_VAL)
		_put_limit_row(table, &row);
}

static uint64_t _used_tres(const uint64_t *used, const long double *raw,
			   uint32_t i, uint32_t unit)
{
	if (raw)
		return (uint64_t) (raw[i] / unit);
	return used ? used[i] / unit : 0;
}

/* Limits of each TRES: of used[], or of raw[], in seconds where unit is 60;
 * both NULL and not counted: of each job. */
static void _put_tres(const struct table *table, enum sfair_limit_scope scope,
		      const uint64_t *most, const uint64_t *used,
		      const long double *raw, uint32_t unit, bool counted)
{
	const assoc_mgr_info_msg_t *answer = table->limits->answer;

	for (uint32_t i = 0; most && i < answer->tres_cnt; i++) {
		const struct row row = {scope, answer->tres_names[i], most[i],
					counted,
					_used_tres(used, raw, i, unit)};

		if (most[i] != INFINITE64 && most[i] != NO_VAL64)
			_put_limit_row(table, &row);
	}
}

/* Of the account or user and all below it together. */
static void _put_association(const struct table *table)
{
	const slurmdb_assoc_rec_t *one = table->owner->assoc;
	const slurmdb_assoc_usage_t *usage = one->usage;

	if (!usage)
		return;
	_put_tres(table, SFAIR_LIMIT_GRP, one->grp_tres_ctld,
		  usage->grp_used_tres, NULL, 1, true);
	_put_tres(table, SFAIR_LIMIT_GRP_RUN_MINS, one->grp_tres_run_mins_ctld,
		  usage->grp_used_tres_run_secs, NULL, MINUTE, true);
	_put_tres(table, SFAIR_LIMIT_GRP_MINS, one->grp_tres_mins_ctld, NULL,
		  usage->usage_tres_raw, MINUTE, true);
	_put_count(table, SFAIR_LIMIT_GRP_JOBS, one->grp_jobs, usage->used_jobs,
		   true);
	_put_count(table, SFAIR_LIMIT_GRP_SUBMIT, one->grp_submit_jobs,
		   usage->used_submit_jobs, true);
	_put_count(table, SFAIR_LIMIT_GRP_WALL, one->grp_wall,
		   (uint32_t) (usage->grp_used_wall / MINUTE), true);
	if (!one->user) /* what an account has of these its users inherit */
		return;
	_put_count(table, SFAIR_LIMIT_USER_JOBS, one->max_jobs,
		   usage->used_jobs, true);
	_put_count(table, SFAIR_LIMIT_USER_SUBMIT, one->max_submit_jobs,
		   usage->used_submit_jobs, true);
	_put_tres(table, SFAIR_LIMIT_JOB, one->max_tres_ctld, NULL, NULL, 1,
		  false);
	_put_tres(table, SFAIR_LIMIT_NODE, one->max_tres_pn_ctld, NULL, NULL, 1,
		  false);
	_put_tres(table, SFAIR_LIMIT_JOB_MINS, one->max_tres_mins_ctld, NULL,
		  NULL, 1, false);
	_put_count(table, SFAIR_LIMIT_JOB_WALL, one->max_wall_pj, 0, false);
}

/* Of the QOS, and of each of its jobs. */
static void _put_qos_whole(const struct table *table)
{
	const slurmdb_qos_rec_t *qos = table->owner->qos;
	const slurmdb_qos_usage_t *usage = qos->usage;

	_put_tres(table, SFAIR_LIMIT_GRP, qos->grp_tres_ctld,
		  usage->grp_used_tres, NULL, 1, true);
	_put_tres(table, SFAIR_LIMIT_GRP_RUN_MINS, qos->grp_tres_run_mins_ctld,
		  usage->grp_used_tres_run_secs, NULL, MINUTE, true);
	_put_tres(table, SFAIR_LIMIT_GRP_MINS, qos->grp_tres_mins_ctld, NULL,
		  usage->usage_tres_raw, MINUTE, true);
	_put_count(table, SFAIR_LIMIT_GRP_JOBS, qos->grp_jobs,
		   usage->grp_used_jobs, true);
	_put_count(table, SFAIR_LIMIT_GRP_SUBMIT, qos->grp_submit_jobs,
		   usage->grp_used_submit_jobs, true);
	_put_count(table, SFAIR_LIMIT_GRP_WALL, qos->grp_wall,
		   (uint32_t) (usage->grp_used_wall / MINUTE), true);
	_put_tres(table, SFAIR_LIMIT_JOB, qos->max_tres_pj_ctld, NULL, NULL, 1,
		  false);
	_put_tres(table, SFAIR_LIMIT_NODE, qos->max_tres_pn_ctld, NULL, NULL, 1,
		  false);
	_put_tres(table, SFAIR_LIMIT_JOB_MINS, qos->max_tres_mins_pj_ctld, NULL,
		  NULL, 1, false);
	_put_tres(table, SFAIR_LIMIT_LEAST, qos->min_tres_pj_ctld, NULL, NULL,
		  1, false);
	_put_count(table, SFAIR_LIMIT_JOB_WALL, qos->max_wall_pj, 0, false);
}

/* What the owner's user, or account, has in the QOS; NULL: nothing. */
static const slurmdb_used_limits_t *_find_used(const struct table *table)
{
	const struct sfair_limit_owner *owner = table->owner;
	bool account = owner->of == SFAIR_QOS_ACCOUNT;
	fts_list_t list = account ? owner->qos->usage->acct_limit_list
				  : owner->qos->usage->user_limit_list;
	const slurmdb_used_limits_t *found = NULL, *one;
	fts_list_iterator_t at;

	if (!list)
		return NULL;
	at = slurm_list_iterator_create(list);
	while (!found && (one = slurm_list_next(at)))
		if (account ? one->acct && owner->account &&
				      !strcmp(one->acct, owner->account)
			    : one->uid == owner->user)
			found = one;
	slurm_list_iterator_destroy(at);
	return found;
}

static void _put_qos_part(const struct table *table)
{
	const slurmdb_qos_rec_t *qos = table->owner->qos;
	const slurmdb_used_limits_t *used = _find_used(table);
	bool user = table->owner->of == SFAIR_QOS_USER;

	_put_tres(table, user ? SFAIR_LIMIT_USER : SFAIR_LIMIT_ACCOUNT,
		  user ? qos->max_tres_pu_ctld : qos->max_tres_pa_ctld,
		  used ? used->tres : NULL, NULL, 1, true);
	_put_count(table,
		   user ? SFAIR_LIMIT_USER_JOBS : SFAIR_LIMIT_ACCOUNT_JOBS,
		   user ? qos->max_jobs_pu : qos->max_jobs_pa,
		   used ? used->jobs : 0, true);
	_put_count(table,
		   user ? SFAIR_LIMIT_USER_SUBMIT : SFAIR_LIMIT_ACCOUNT_SUBMIT,
		   user ? qos->max_submit_jobs_pu : qos->max_submit_jobs_pa,
		   used ? used->submit_jobs : 0, true);
}

void sfair_limits_rows(struct sfair_limits *limits,
		       const struct sfair_limit_owner *owner,
		       const job_info_t *job, struct json_object *list)
{
	struct table table = {
		.limits = limits, .owner = owner, .job = job, .list = list};

	_whose(&table);
	if (owner->assoc)
		_put_association(&table);
	else if (!owner->qos->usage)
		return;
	else if (owner->of == SFAIR_QOS_WHOLE)
		_put_qos_whole(&table);
	else
		_put_qos_part(&table);
}
