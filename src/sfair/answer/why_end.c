/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: how a job ended, or that it runs, see why.h.
 *
 * Out of the job's record alone; refuses to guess what the record does not
 * tell, as by whom a job was cancelled.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

/* What shells add to the number of a signal that ended a command. */
enum { SHELL_SIGNAL = 128, SIGNALS = 65 };

static const struct {
	uint32_t state;		/* of JOB_STATE_BASE */
	const char *name;	/* as squeue writes it */
	const char *what, *why; /* "it ...", and more where there is room */
} outcomes[] = {
	{JOB_RUNNING, "RUNNING", "runs", ""},
	{JOB_SUSPENDED, "SUSPENDED", "is suspended", ""},
	{JOB_COMPLETE, "COMPLETED", "completed", ""},
	{JOB_CANCELLED, "CANCELLED", "was cancelled", ""},
	{JOB_FAILED, "FAILED", "failed", ""},
	{JOB_TIMEOUT, "TIMEOUT", "reached its limit", ""},
	{JOB_NODE_FAIL, "NODE_FAIL", "lost a node that failed", ""},
	{JOB_PREEMPTED, "PREEMPTED", "was preempted",
	 ", for a job that may take its place"},
	{JOB_BOOT_FAIL, "BOOT_FAIL", "had nodes that failed to boot", ""},
	{JOB_DEADLINE, "DEADLINE", "missed its deadline",
	 ": it could not end before that"},
	{JOB_OOM, "OUT_OF_MEMORY", "ran out of memory",
	 ": it needed more than it had asked for"},
};

enum { OUTCOMES = sizeof(outcomes) / sizeof(*outcomes) };

static bool _has_ended(const job_info_t *job)
{
	return (job->job_state & JOB_STATE_BASE) > JOB_SUSPENDED;
}

const char *sfair_why_state(const job_info_t *job)
{
	if (sfair_job_waits(job))
		return "waiting";
	return _has_ended(job) ? "ended" : "running";
}

/* Its place in the table; OUTCOMES: a state of a later release. */
static int _find_outcome(const job_info_t *job)
{
	int i = 0;

	while (i < OUTCOMES &&
	       outcomes[i].state != (job->job_state & JOB_STATE_BASE))
		i++;
	return i;
}

/* Before and behind are put around an exit code. */
static void _append_exit(const job_info_t *job, const char *before,
			 const char *behind, char text[SFAIR_OUTCOME])
{
	size_t used = strlen(text), room = SFAIR_OUTCOME - used;
	int status = (int) job->exit_code, code = WEXITSTATUS(status);

	if (WIFSIGNALED(status))
		snprintf(text + used, room, "%ssignal %d, %s%s", before,
			 WTERMSIG(status), strsignal(WTERMSIG(status)), behind);
	else if (code > SHELL_SIGNAL && code < SHELL_SIGNAL + SIGNALS)
		snprintf(text + used, room, "%sexit code %d, as of signal %d%s",
			 before, code, code - SHELL_SIGNAL, behind);
	else if (code)
		snprintf(text + used, room, "%sexit code %d%s", before, code,
			 behind);
}

const char *sfair_why_outcome(const job_info_t *job, char text[SFAIR_OUTCOME])
{
	int i = _find_outcome(job);

	snprintf(text, SFAIR_OUTCOME, "%s",
		 i < OUTCOMES ? outcomes[i].what : "ended");
	if ((job->job_state & JOB_STATE_BASE) == JOB_FAILED)
		_append_exit(job, " (", ")", text);
	return text;
}

/* "reached its limit of 01:00:00 and was stopped" */
static void _tell_outcome(struct sfair_why *why, const job_info_t *job,
			  FILE *file)
{
	struct sfair_reason reason = sfair_reason_of(job->state_reason);
	char text[SFAIR_OUTCOME] = "", limit[SFAIR_MOMENT];
	int i = _find_outcome(job);

	fprintf(file, "It %s", i < OUTCOMES ? outcomes[i].what : "ended");
	switch (job->job_state & JOB_STATE_BASE) {
	case JOB_FAILED:
		_append_exit(job, " with ", "", text);
		if (!*text && reason.kind == SFAIR_REASON_ENDED)
			fprintf(file, ": %s", reason.what);
		fputs(text, file);
		break;
	case JOB_TIMEOUT:
		fprintf(file, " of %s and was stopped",
			sfair_limit_text(limit,
					 sfair_scene_limit(&why->scene, job)));
		break;
	default:
		fputs(i < OUTCOMES ? outcomes[i].why : "", file);
	}
}

static bool _keeps_records(const struct sfair_why *why)
{
	const char *type = why->scene.conf->accounting_storage_type;

	return type && strstr(type, "slurmdbd");
}

static void _tell_end(struct sfair_why *why, const job_info_t *job, FILE *file)
{
	char at[SFAIR_MOMENT], span[SFAIR_MOMENT], id[SFAIR_JOB_ID];
	bool ran = job->nodes && *job->nodes;
	bool cancelled = (job->job_state & JOB_STATE_BASE) == JOB_CANCELLED;

	_tell_outcome(why, job, file);
	if (job->end_time)
		fprintf(file, ": %s (%s ago)",
			sfair_clock_text(at, job->end_time, why->scene.now),
			sfair_span_text(span, why->scene.now - job->end_time));
	if (ran && job->start_time)
		fprintf(file, ", after %s on %s",
			sfair_span_text(span, job->end_time - job->start_time),
			job->nodes);
	else if (cancelled)
		fputs(", before it started", file);
	fputc('.', file);
	if (cancelled && _keeps_records(why))
		fprintf(file, "  sacct -j %s -X -o State%%30 tells by whom.",
			sfair_scene_id(job, id));
	if (job->job_state & JOB_COMPLETING)
		fputs("  Its nodes are still being cleared of it.", file);
	if (job->state_desc && *job->state_desc)
		fprintf(file, "  slurmctld says: %s", job->state_desc);
}

/* FT_NEVER: it has no limit. */
static int64_t _latest_run_end(struct sfair_why *why, const job_info_t *job)
{
	return sfair_why_end(why, job,
			     job->time_limit == INFINITE ? FT_NEVER
							 : job->end_time);
}

static void _tell_last_end(struct sfair_why *why, const job_info_t *job,
			   const char *words, FILE *file)
{
	int64_t end = _latest_run_end(why, job);
	char at[SFAIR_MOMENT];

	if (end == FT_NEVER)
		fputs(", without a time limit.", file);
	else
		fprintf(file, "%s %s at the latest.", words,
			sfair_moment_text(at, end, why->scene.now));
}

static void _tell_run(struct sfair_why *why, const job_info_t *job, FILE *file)
{
	char from[SFAIR_MOMENT], since[SFAIR_MOMENT];
	int64_t now = why->scene.now;

	sfair_clock_text(from, job->start_time, now);
	if ((job->job_state & JOB_STATE_BASE) == JOB_SUSPENDED) {
		fprintf(file,
			"It is suspended since %s (by an administrator, or to "
			"let another job run).  It began %s.",
			sfair_clock_text(since, job->suspend_time, now), from);
	} else if (job->job_state & JOB_CONFIGURING) {
		fprintf(file,
			"Its nodes boot or are made ready for it: %s, since %s",
			job->nodes, from);
		_tell_last_end(why, job, ".  It ends", file);
	} else {
		fprintf(file, "It runs since %s", from);
		_tell_last_end(why, job, ", until", file);
	}
}

/* 0 if it is not known yet, as is that of a job that runs. */
static void _put_exit(const job_info_t *job, struct json_object *answer)
{
	int status = (int) job->exit_code;

	sfair_put_whole(answer, "exit_code", WEXITSTATUS(status));
	sfair_put_whole(answer, "signal",
			WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

void sfair_why_run(struct sfair_why *why, const job_info_t *job,
		   struct json_object *answer)
{
	int i = _find_outcome(job);
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	sfair_put_text(answer, "job_state",
		       i < OUTCOMES ? outcomes[i].name : NULL);
	sfair_put_whole(answer, "began", job->start_time);
	sfair_put_whole(answer, "end",
			sfair_job_runs(job)
				? sfair_why_end(why, job, job->end_time)
				: job->end_time);
	if (sfair_job_runs(job))
		sfair_why_cut(why, job, NULL,
			      sfair_put_list(answer, "details"));
	sfair_put_text(answer, "nodes", job->nodes);
	json_object_object_add(
		answer, "configuring",
		json_object_new_boolean(job->job_state & JOB_CONFIGURING));
	if (_has_ended(job))
		_put_exit(job, answer);
	if (!file)
		return;
	if (_has_ended(job))
		_tell_end(why, job, file);
	else
		_tell_run(why, job, file);
	fclose(file);
	sfair_put_text(answer, "text", text);
	free(text);
}
