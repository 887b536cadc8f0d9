/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which limit keeps a job, what the limit is of, and how much is
 * used.
 *
 * slurmctld is asked for the job's account and those above it one by one, or
 * for its QOS, never for all.  Where it does not tell of an account that is
 * said; of limits that are not in the job's way nothing is, unless there are
 * no others.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/limits/limits.h"
#include "sfair/outlook/association.h"
#include "sfair/outlook/whole_node.h"

enum {
	DEPTH_MAX = 32,
	MINUTE = 60,
	AMOUNT = SFAIR_MOMENT,
	ENFORCE_SAFE = 1 << 4, /* of AccountingStorageEnforce; Slurm's public
				* headers have no name for it */
};

struct look {
	struct sfair_why *why;
	const job_info_t *job;
	const struct sfair_reason *reason;
	struct json_object *rows; /* of the reason's limit */
	struct sfair_limits limits;
};

/* -- the rows of sfair limits ---------------------------------------------- */

/* Does one of the first rows hold for the same? */
static bool _is_overruled(const struct look *look, struct json_object *row,
			  size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(sfair_get_text(
				    json_object_array_get_idx(look->rows, i),
				    "tres"),
			    sfair_get_text(row, "tres")))
			return true;
	return false;
}

/* Those that the reason may mean, unless one of the first holds for the same.
 */
static void _take_rows(struct look *look, struct json_object *list,
		       size_t before)
{
	for (size_t i = 0; i < sfair_list_length(list); i++) {
		struct json_object *row = json_object_array_get_idx(list, i);

		if (sfair_limits_mean(look->reason, row) &&
		    !_is_overruled(look, row, before))
			json_object_array_add(look->rows, json_object_get(row));
	}
	json_object_put(list);
}

static void _take_assoc_rows(struct look *look, const slurmdb_assoc_rec_t *one)
{
	const struct sfair_limit_owner owner = {.assoc = one};
	struct json_object *list = json_object_new_array();

	sfair_limits_rows(&look->limits, &owner, look->job, list);
	_take_rows(look, list, 0);
}

/* The limits of the account, and of the job's user in it; the account above. */
static char *_take_account_rows(struct look *look, const char *account,
				bool leaf)
{
	assoc_mgr_info_msg_t *answer =
		sfair_associations(ASSOC_MGR_INFO_FLAG_ASSOC, account, NULL);
	fts_list_iterator_t at;
	const slurmdb_assoc_rec_t *one;
	char *parent = NULL;

	look->limits.hidden = true;
	if (!answer || !answer->assoc_list) {
		slurm_free_assoc_mgr_info_msg(answer);
		return NULL;
	}
	look->limits.answer = answer;
	at = slurm_list_iterator_create(answer->assoc_list);
	while ((one = slurm_list_next(at))) {
		if (!one->acct || strcmp(one->acct, account))
			continue;
		if (one->user && (!leaf || one->id != look->job->assoc_id))
			continue;
		_take_assoc_rows(look, one);
		if (one->user)
			continue;
		look->limits.hidden = false;
		if (one->parent_acct && !parent)
			parent = strdup(one->parent_acct);
	}
	slurm_list_iterator_destroy(at);
	slurm_free_assoc_mgr_info_msg(answer);
	return parent;
}

static void _take_accounts(struct look *look)
{
	char *account = look->job->account ? strdup(look->job->account) : NULL;

	for (int depth = 0; account && depth < DEPTH_MAX; depth++) {
		char *parent =
			*account ? _take_account_rows(look, account, !depth)
				 : NULL;

		free(account);
		account = parent;
	}
	free(account);
}

static const slurmdb_qos_rec_t *
_qos_named(struct look *look, assoc_mgr_info_msg_t *answer, const char *name)
{
	look->limits.answer = answer;
	return answer ? sfair_limits_qos(&look->limits, name, 0) : NULL;
}

/* As a whole, and as far as the job's user and account have some of it. */
static void _take_qos_rows(struct look *look, assoc_mgr_info_msg_t *answer,
			   const char *name)
{
	const struct sfair_limit_owner owner = {
		.qos = _qos_named(look, answer, name),
		.user = look->job->user_id,
		.account = look->job->account,
	};
	struct json_object *list = json_object_new_array();

	sfair_limits_qos_rows(&look->limits, &owner, look->job, list);
	_take_rows(look, list, sfair_list_length(look->rows));
}

/* A QOS of the partition goes before that of the job, unless that says that it
 * does not. */
static void _take_each_qos(struct look *look)
{
	const job_info_t *job = look->job;
	const partition_info_t *partition =
		sfair_scene_partition(&look->why->scene, job->partition);
	const char *name = partition ? partition->qos_char : NULL;
	assoc_mgr_info_msg_t *own =
		job->qos ? sfair_associations(ASSOC_MGR_INFO_FLAG_QOS, NULL,
					      job->qos)
			 : NULL;
	assoc_mgr_info_msg_t *other =
		name && *name ? sfair_associations(ASSOC_MGR_INFO_FLAG_QOS,
						   NULL, name)
			      : NULL;
	const slurmdb_qos_rec_t *qos = _qos_named(look, own, job->qos);
	bool over = qos && (qos->flags & QOS_FLAG_OVER_PART_QOS);

	if (over)
		_take_qos_rows(look, own, job->qos);
	_take_qos_rows(look, other, name);
	if (!over)
		_take_qos_rows(look, own, job->qos);
	slurm_free_assoc_mgr_info_msg(own);
	slurm_free_assoc_mgr_info_msg(other);
}

/* -- what they are to the job ---------------------------------------------- */

static double _row_asked(struct json_object *row)
{
	return sfair_get(row, "asked") ? sfair_get_real(row, "asked") : 0;
}

/* Minutes that are used up keep no job before all are, unless the site has
 * AccountingStorageEnforce=safe. */
static bool _is_safe(const struct look *look)
{
	return look->why->scene.conf->accounting_storage_enforce & ENFORCE_SAFE;
}

/* Is the limit in the job's way? */
static bool _is_in_way(const struct look *look, struct json_object *row)
{
	double most = (double) sfair_get_whole(row, "max");
	double used = (double) sfair_get_whole(row, "used");
	double asked = _row_asked(row);

	switch (look->reason->scope) {
	case SFAIR_LIMIT_LEAST:
		return asked < most;
	case SFAIR_LIMIT_GRP_MINS:
	case SFAIR_LIMIT_GRP_WALL:
		return used >= most || (_is_safe(look) && used + asked > most);
	case SFAIR_LIMIT_GRP:
	case SFAIR_LIMIT_GRP_RUN_MINS:
	case SFAIR_LIMIT_USER:
	case SFAIR_LIMIT_ACCOUNT:
		return used + asked > most;
	default:
		return sfair_get(row, "used") ? used >= most : asked > most;
	}
}

/* Is it, even if nothing is used? */
static bool _is_beyond(const struct look *look, struct json_object *row)
{
	switch (look->reason->scope) {
	case SFAIR_LIMIT_GRP_MINS:
		if (!_is_safe(look))
			return false;
		break;
	case SFAIR_LIMIT_GRP:
	case SFAIR_LIMIT_GRP_RUN_MINS:
	case SFAIR_LIMIT_USER:
	case SFAIR_LIMIT_ACCOUNT:
		break;
	default:
		return false;
	}
	return _row_asked(row) > (double) sfair_get_whole(row, "max");
}

/* -- in words -------------------------------------------------------------- */

static const char *_limit_amount(const struct look *look, char text[AMOUNT],
				 double amount)
{
	if (look->reason->scope == SFAIR_LIMIT_JOB_WALL ||
	    look->reason->scope == SFAIR_LIMIT_GRP_WALL)
		return sfair_limit_text(text, MINUTE * (int64_t) amount);
	snprintf(text, AMOUNT, "%.0f", amount);
	return text;
}

/* ", 5 are in use"; "" of a limit of each job. */
static void _use_text(const struct look *look, struct json_object *row,
		      char text[AMOUNT + 32])
{
	const char *verb = "are in use";
	char amount[AMOUNT];

	text[0] = '\0';
	if (!sfair_get(row, "used"))
		return;
	if (look->reason->scope == SFAIR_LIMIT_GRP_MINS ||
	    look->reason->scope == SFAIR_LIMIT_GRP_WALL)
		verb = "are spent";
	else if (strstr(sfair_get_text(row, "limit"), "Submit"))
		verb = "are in the queue";
	else if (!*sfair_get_text(row, "tres"))
		verb = "run";
	snprintf(text, AMOUNT + 32, ", %s %s",
		 _limit_amount(look, amount,
			       (double) sfair_get_whole(row, "used")),
		 verb);
}

/* ", it asks for 8"; of whole nodes what they count as. */
static void _asked_text(const struct look *look, struct json_object *row,
			char text[AMOUNT + 128])
{
	const char *tres = sfair_get_text(row, "tres");
	bool of_node = look->reason->scope == SFAIR_LIMIT_NODE;
	char amount[AMOUNT], each[32] = "";
	struct sfair_whole whole;

	text[0] = '\0';
	if (!*tres && look->reason->scope != SFAIR_LIMIT_JOB_WALL &&
	    look->reason->scope != SFAIR_LIMIT_GRP_WALL)
		return;
	_limit_amount(look, amount, _row_asked(row));
	if (of_node || strcmp(tres, "cpu") ||
	    !sfair_whole_nodes(&look->why->scene, look->job, &whole)) {
		snprintf(text, AMOUNT + 128, ", it asks for %s%s", amount,
			 of_node ? " of each node" : "");
		return;
	}
	if (whole.each)
		snprintf(each, sizeof(each), " of %u CPU%s",
			 (unsigned int) whole.each, whole.each == 1 ? "" : "s");
	snprintf(text, AMOUNT + 128,
		 "; it takes %u whole node%s%s, which counts as %s%s",
		 (unsigned int) whole.nodes, whole.nodes == 1 ? "" : "s", each,
		 amount, whole.each ? "" : " or more");
}

static void _tell_row(const struct look *look, struct json_object *row,
		      struct json_object *details)
{
	const char *whose = sfair_get_text(row, "whose");
	const char *tres = sfair_get_text(row, "tres");
	const char *each = strstr(whose, ", each ");
	bool beyond = _is_beyond(look, row);
	char most[AMOUNT], used[AMOUNT + 32], asked[AMOUNT + 128];

	look->why->beyond |= beyond;
	_use_text(look, row, used);
	_asked_text(look, row, asked);
	sfair_why_detail(
		details, "limit", "%.*s: %s%s%s%s is %s%s%s%s",
		(int) (each ? (size_t) (each - whose) : strlen(whose)), whose,
		sfair_get_text(row, "limit"), *tres ? " (" : "", tres,
		*tres ? ")" : "",
		_limit_amount(look, most, (double) sfair_get_whole(row, "max")),
		used, asked, beyond ? ": it can never start so" : "");
}

/* What of the limit the job can have: now, or ever if it is beyond that. */
static double _row_room(const struct look *look, struct json_object *row)
{
	bool now = sfair_get(row, "left") && !_is_beyond(look, row);

	return (double) sfair_get_whole(row, now ? "left" : "max");
}

/* The limit that leaves the smallest part of what the job asks for; of those
 * that it is beyond, if there are any. */
static void _fit_job(const struct look *look)
{
	struct json_object *tightest = NULL;
	double part = 0;

	for (size_t i = 0; i < sfair_list_length(look->rows); i++) {
		struct json_object *row =
			json_object_array_get_idx(look->rows, i);
		double asked = _row_asked(row);

		if (!_is_in_way(look, row) || asked <= 0 ||
		    (look->why->beyond && !_is_beyond(look, row)))
			continue;
		if (tightest && _row_room(look, row) / asked >= part)
			continue;
		tightest = row;
		part = _row_room(look, row) / asked;
	}
	if (tightest)
		sfair_why_fit(look->why, look->job, look->reason, tightest,
			      _row_room(look, tightest));
}

static void _tell_rows(const struct look *look, struct json_object *details)
{
	size_t count = sfair_list_length(look->rows);
	bool any = false;

	for (size_t i = 0; i < count; i++)
		any = any || _is_in_way(look, json_object_array_get_idx(
						      look->rows, i));
	for (size_t i = 0; i < count; i++) {
		struct json_object *row =
			json_object_array_get_idx(look->rows, i);

		if (!any || _is_in_way(look, row))
			_tell_row(look, row, details);
	}
	_fit_job(look);
	if (!any && look->limits.hidden)
		sfair_why_detail(details, "hidden",
				 "your site does not tell you of accounts "
				 "above: limits of them may hold as well");
}

void sfair_why_limit(struct sfair_why *why, const job_info_t *job,
		     const struct sfair_reason *reason,
		     struct json_object *details)
{
	struct look look = {
		.why = why,
		.job = job,
		.reason = reason,
		.rows = json_object_new_array(),
		.limits = {.scene = &why->scene, .nameless = true},
	};

	if (reason->qos)
		_take_each_qos(&look);
	else
		_take_accounts(&look);
	_tell_rows(&look, details);
	json_object_put(look.rows);
}
