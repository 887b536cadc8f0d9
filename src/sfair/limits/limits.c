/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair limits - which limits hold, how much of each is used and by which jobs,
 * what is left, and which keeps jobs now.
 *
 * Asks slurmctld for associations, QOS and jobs, once each.  Changes nothing.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/limits/limits.h"

#include <getopt.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/list.h"
#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/sfair.h"

enum {
	QOS_MAX = 256,
	ENFORCE_LIMITS = 1 << 1, /* of AccountingStorageEnforce; Slurm's public
				  * headers have no name for it */
};

static const char usage[] =
	"Usage: sfair limits [OPTION]... --me | -u USERS | -j JOBID\n"
	"\n"
	"Which limits of accounts, users and QOS hold, how much of each is "
	"used\n"
	"and by which jobs, what is left, and which of them keep jobs "
	"waiting.\n"
	"Without an option: yours.\n"
	"\n"
	"      --me              yourself\n"
	"  -u, --user LIST       these users\n"
	"  -j, --job JOBID       those that hold for this job\n"
	"      --conf FILE       another slurm.conf\n"
	"  -h, --noheader        no headings, and no remarks\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if the user has no association, the job is not known or\n"
	"slurmctld does not answer; 2 if the call is wrong.";

struct call {
	const char *conf, *color, *users, *job;
	bool me, json, bare;
	uint32_t job_id;
	struct sfair_paint paint;
};

struct run {
	const struct call *call;
	struct sfair_limits limits;
	struct sfair_scene scene;
	char me[256];
	const char *users;
	struct json_object *envelope, *subjects, *notes;
	int status;
};

static void _note_limit(struct run *run, const char *text)
{
	json_object_array_add(run->notes, json_object_new_string(text));
}

/* -- one subject ---------------------------------------------------------- */

struct subject {
	struct json_object *json, *rows;
	const slurmdb_assoc_rec_t *assoc;
	const job_info_t *job;
	uint32_t user;
	const slurmdb_qos_rec_t *qos[QOS_MAX];
	uint32_t qos_count;
};

static void _take_qos(struct subject *subject, const slurmdb_qos_rec_t *qos)
{
	for (uint32_t i = 0; i < subject->qos_count; i++)
		if (subject->qos[i] == qos)
			return;
	if (qos && subject->qos_count < QOS_MAX)
		subject->qos[subject->qos_count++] = qos;
}

static void _take_partition_qos(struct run *run, struct subject *subject,
				const char *name)
{
	const partition_info_t *partition =
		sfair_scene_partition(&run->scene, name);

	if (partition && partition->qos_char && *partition->qos_char)
		_take_qos(subject, sfair_limits_qos(&run->limits,
						    partition->qos_char, 0));
}

/* A QOS of a partition goes before that of the job, unless that says that it
 * does not. */
static void _take_job_qos(struct run *run, struct subject *subject)
{
	const slurmdb_qos_rec_t *own =
		subject->job->qos
			? sfair_limits_qos(&run->limits, subject->job->qos, 0)
			: NULL;

	if (own && (own->flags & QOS_FLAG_OVER_PART_QOS))
		_take_qos(subject, own);
	_take_partition_qos(run, subject, subject->job->partition);
	_take_qos(subject, own);
}

/* All that the user may use, and those of partitions where jobs of it are. */
static void _take_user_qos(struct run *run, struct subject *subject)
{
	const struct sfair_scene *scene = &run->scene;
	fts_list_t list = subject->assoc->qos_list;
	fts_list_iterator_t at;
	const char *word;

	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		if (job->assoc_id != subject->assoc->id)
			continue;
		_take_partition_qos(run, subject, job->partition);
		if (job->qos)
			_take_qos(subject,
				  sfair_limits_qos(&run->limits, job->qos, 0));
	}
	if (!list)
		return;
	at = slurm_list_iterator_create(list);
	while ((word = slurm_list_next(at)))
		_take_qos(subject,
			  sfair_limits_qos(&run->limits, NULL,
					   (uint32_t) strtoul(word, NULL, 10)));
	slurm_list_iterator_destroy(at);
}

static void _tell_qos_rows(struct run *run, struct subject *subject)
{
	for (uint32_t i = 0; i < subject->qos_count; i++) {
		const struct sfair_limit_owner owner = {
			.qos = subject->qos[i],
			.user = subject->user,
			.account = subject->assoc->acct,
		};

		sfair_limits_qos_rows(&run->limits, &owner, subject->job,
				      subject->rows);
	}
}

/* Limits of an account of which a QOS has the same are not in force. */
static void _drop_overruled(struct subject *subject)
{
	struct json_object *kept = json_object_new_array();

	for (size_t i = 0; i < sfair_list_length(subject->rows); i++)
		if (!sfair_limits_overruled(subject->rows, i))
			json_object_array_add(
				kept, json_object_get(json_object_array_get_idx(
					      subject->rows, i)));
	json_object_object_add(subject->json, "limits", kept);
}

static void _tell_subject(struct run *run, struct subject *subject)
{
	char text[SFAIR_SHOWN];

	subject->json = sfair_add_object(run->subjects);
	if (subject->job)
		sfair_put_whole(subject->json, "job_id", subject->job->job_id);
	sfair_put_text(subject->json, "user",
		       subject->job ? sfair_scene_user(subject->job, text)
				    : subject->assoc->user);
	sfair_put_text(subject->json, "account", subject->assoc->acct);
	sfair_put_text(subject->json, "partition", subject->assoc->partition);
	subject->rows = sfair_put_list(subject->json, "limits");
	if (subject->job)
		_take_job_qos(run, subject);
	else
		_take_user_qos(run, subject);
	_tell_qos_rows(run, subject);
	sfair_limits_account_rows(&run->limits, subject->assoc, subject->job,
				  subject->rows);
	if (subject->job)
		_drop_overruled(subject);
}

/* -- whose ---------------------------------------------------------------- */

static void _tell_limit_job(struct run *run)
{
	struct subject subject = {
		.job = sfair_scene_job(&run->scene, run->call->job_id)};
	char text[96];

	if (subject.job)
		subject.assoc =
			sfair_limits_assoc(&run->limits, subject.job->assoc_id);
	if (!subject.job) {
		snprintf(text, sizeof(text),
			 "job %u: slurmctld knows none, or tells you of none",
			 (unsigned int) run->call->job_id);
		run->status = sfair_envelope_complain(run->envelope, text);
	} else if (!subject.assoc) {
		snprintf(text, sizeof(text),
			 "job %u: slurmctld tells you of no association of it",
			 (unsigned int) run->call->job_id);
		run->status = sfair_envelope_complain(run->envelope, text);
	} else {
		subject.user = subject.job->user_id;
		_tell_subject(run, &subject);
	}
}

static void _tell_limit_users(struct run *run)
{
	char text[SFAIR_SHOWN + 64];

	for (uint32_t i = 0; i < run->limits.assoc_count; i++) {
		struct subject subject = {.assoc = run->limits.assoc[i]};
		const struct passwd *user;

		if (!subject.assoc->user ||
		    !ft_list_has(run->users, subject.assoc->user,
				 strlen(subject.assoc->user)))
			continue;
		user = getpwnam(subject.assoc->user);
		subject.user = user ? user->pw_uid : subject.assoc->uid;
		_tell_subject(run, &subject);
	}
	if (sfair_list_length(run->subjects))
		return;
	snprintf(text, sizeof(text), "slurmctld tells of no association of %s",
		 run->users);
	run->status = sfair_envelope_complain(run->envelope, text);
}

static void _tell_limits(struct run *run)
{
	struct ft_err err = {.text = ""};

	if (sfair_limits_load(&run->limits, &run->scene, run->call->conf,
			      &err)) {
		run->status = sfair_envelope_complain(run->envelope, err.text);
		return;
	}
	if (run->call->job)
		_tell_limit_job(run);
	else
		_tell_limit_users(run);
	if (!(run->scene.conf->accounting_storage_enforce & ENFORCE_LIMITS))
		_note_limit(run, "limits are not in force at this site "
				 "(AccountingStorageEnforce)");
	if (run->limits.hidden)
		_note_limit(run, "your site does not tell you of accounts "
				 "above: limits of them may hold as well");
	if (run->scene.hidden)
		_note_limit(run, "your site does not tell you of others' jobs: "
				 "more may use these limits than are named");
}

static int _run_limits(const struct call *call)
{
	struct run run = {.call = call, .envelope = sfair_envelope("limits")};

	run.subjects = sfair_put_list(run.envelope, "subjects");
	run.notes = sfair_put_list(run.envelope, "notes");
	run.users = call->users ? call->users : sfair_command_user(run.me);
	_tell_limits(&run);
	for (size_t i = 0; !call->json && i < sfair_list_length(run.subjects);
	     i++) {
		if (i)
			puts("");
		sfair_limits_print(json_object_array_get_idx(run.subjects, i),
				   !call->bare, &call->paint);
	}
	if (!call->json && !call->bare)
		sfair_paint_notes(&call->paint, run.notes);
	if (call->json)
		sfair_envelope_print(run.envelope);
	json_object_put(run.envelope);
	sfair_limits_free(&run.limits);
	return run.status;
}

static int _judge_limits(struct call *call)
{
	int status = sfair_command_color("limits", call->color, &call->paint);

	if (!status &&
	    call->me + (call->users != NULL) + (call->job != NULL) > 1) {
		fputs("sfair limits: give one of --me, -u and -j; see sfair "
		      "limits --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return status ? status
		      : sfair_command_job("limits", call->job, &call->job_id);
}

int sfair_limits(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"me", .flag = &call.me},	  {"user", .text = &call.users},
		{"job", .text = &call.job},	  {"conf", .text = &call.conf},
		{"noheader", .flag = &call.bare}, {"json", .flag = &call.json},
		{"color", .text = &call.color},	  {NULL},
	};
	int status;

	if (!sfair_command_read(argc, argv, usage, option, &status))
		return status;
	if (optind < argc && !call.job)
		call.job = argv[optind++];
	if (optind < argc) {
		fputs("sfair limits: name one job; see sfair limits --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	status = _judge_limits(&call);
	return status ? status : _run_limits(&call);
}
