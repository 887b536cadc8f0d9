/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which jobs and tasks a job depends on, and what they do.
 *
 * Reads the dependency as slurmctld writes it, of which what is fulfilled is
 * left out.  Says no start: jobs that are waited for may end early, or fail.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/task_list.h"

enum {
	LINK_NAMED = 3, /* jobs of one part of a dependency that are named */
	CHAIN_MAX = 64, /* jobs that are looked at along a chain */
	MINUTE = 60,
};

/* "afterok:12_3+5(failed)" */
struct link {
	char type[24];
	uint32_t job_id; /* 0: singleton */
	uint32_t task;	 /* NO_VAL: none; INFINITE: all */
	int64_t delay;	 /* seconds from its start on */
	bool failed;	 /* it can not be fulfilled any more */
};

/* The part at the text; returns what is behind it, NULL: there is none. */
static const char *_read_link(const char *at, struct link *link)
{
	size_t size;
	char *end;

	at += strspn(at, ",?");
	if (!*at)
		return NULL;
	size = strcspn(at, ":,?(");
	*link = (struct link){.task = NO_VAL};
	snprintf(link->type, sizeof(link->type), "%.*s", (int) size, at);
	at += size;
	if (*at == ':') {
		link->job_id = (uint32_t) strtoul(at + 1, &end, 10);
		at = end;
	}
	if (*at == '_' && at[1] == '*') {
		link->task = INFINITE;
		at += 2;
	} else if (*at == '_') {
		link->task = (uint32_t) strtoul(at + 1, &end, 10);
		at = end;
	}
	if (*at == '+') {
		link->delay = MINUTE * strtol(at + 1, &end, 10);
		at = end;
	}
	link->failed = !strncmp(at, "(failed", strlen("(failed"));
	return at + strcspn(at, ",?");
}

static bool _counts_start(const struct link *link)
{
	return !strcmp(link->type, "after");
}

/* A task of an array waits for the task of its own number. */
static void _correspond(const job_info_t *job, struct link *link)
{
	if (!strcmp(link->type, "aftercorr") && link->task == INFINITE &&
	    job->array_job_id && job->array_task_id != NO_VAL)
		link->task = job->array_task_id;
}

/* Jobs of that name and user go one by one, in the order of their numbers. */
static bool _goes_first(const job_info_t *job, const job_info_t *other)
{
	if (other == job || other->user_id != job->user_id || !job->name ||
	    !other->name || strcmp(other->name, job->name))
		return false;
	return sfair_job_runs(other) ||
	       (sfair_job_waits(other) && other->job_id < job->job_id);
}

static bool _is_linked(const job_info_t *job, const struct link *link,
		       const job_info_t *other)
{
	if (!link->job_id)
		return _goes_first(job, other);
	if (link->task == NO_VAL || link->task == INFINITE)
		return other->job_id == link->job_id ||
		       other->array_job_id == link->job_id;
	return other->array_job_id == link->job_id &&
	       (other->array_task_id == link->task ||
		(other->array_task_id == NO_VAL &&
		 sfair_task_is_in(other->array_task_str, link->task)));
}

/* The next record that the part means, from number *at on; NULL: no more. */
static const job_info_t *_next_linked(const struct sfair_why *why,
				      const job_info_t *job,
				      const struct link *link, uint32_t *at)
{
	while (*at < why->scene.job_count) {
		const job_info_t *other = why->scene.job[(*at)++];

		if (_is_linked(job, link, other))
			return other;
	}
	return NULL;
}

/* Records of that part are then there, as far as slurmctld tells of them. */
static void _load_linked(struct sfair_why *why, const struct link *link)
{
	struct ft_err err;

	if (link->job_id)
		sfair_scene_job(&why->scene, link->job_id);
	else
		sfair_scene_load_jobs(&why->scene, &err);
}

static bool _is_over(const job_info_t *job)
{
	return !sfair_job_waits(job) && !sfair_job_runs(job);
}

static bool _went_well(const job_info_t *job)
{
	return (job->job_state & JOB_STATE_BASE) == JOB_COMPLETE;
}

/* Is it this one that keeps the job? */
static bool _keeps_waiting(const struct link *link, const job_info_t *other)
{
	if (!link->failed)
		return !_is_over(other);
	return _is_over(other) &&
	       _went_well(other) == !strcmp(link->type, "afternotok");
}

/* -- can it ever be fulfilled? --------------------------------------------- */

static bool _can_start(struct sfair_why *why, const job_info_t *job,
		       int *budget);

/* With ? one of several is enough, and the others do not count. */
static bool _chain_goes_on(struct sfair_why *why, const job_info_t *job,
			   int *budget)
{
	const char *at = job->dependency;
	struct link link;

	if (!at || strchr(at, '?'))
		return true;
	while ((at = _read_link(at, &link))) {
		const job_info_t *other;
		uint32_t n = 0;

		if (!link.job_id)
			continue;
		if (link.failed)
			return false;
		_correspond(job, &link);
		_load_linked(why, &link);
		while ((other = _next_linked(why, job, &link, &n)))
			if (!_can_start(why, other, budget))
				return false;
	}
	return true;
}

/* Once the budget is used up: yes. */
static bool _can_start(struct sfair_why *why, const job_info_t *job,
		       int *budget)
{
	const struct ft_outlook_job *row = sfair_why_row(why, job);

	if (!sfair_job_waits(job) || (row && row->verdict == FT_PLACED) ||
	    (*budget)-- <= 0)
		return true;
	if (sfair_reason_of(job->state_reason).kind == SFAIR_REASON_REQUEST)
		return false;
	if (row && row->verdict == FT_IMPOSSIBLE)
		return sfair_why_powers_down(why, job, row);
	return _chain_goes_on(why, job, budget);
}

/* -- what the jobs do ------------------------------------------------------ */

static void _detail_running(struct sfair_why *why, const struct link *link,
			    const job_info_t *other, const char *name,
			    struct json_object *details)
{
	char at[SFAIR_MOMENT], from[SFAIR_MOMENT], text[SFAIR_OUTCOME];
	int64_t now = why->scene.now;

	sfair_clock_text(from, other->start_time, now);
	if (_counts_start(link) && link->delay)
		sfair_why_detail(
			details, "job", "%s began %s: %d min later is %s", name,
			from, (int) (link->delay / MINUTE),
			sfair_clock_text(at, other->start_time + link->delay,
					 now));
	else if (_counts_start(link))
		sfair_why_detail(details, "job", "%s began %s", name, from);
	else if (!strcmp(sfair_why_state(other), "ended"))
		sfair_why_detail(details, "job",
				 "%s %s, and its nodes are still being cleared",
				 name, sfair_why_outcome(other, text));
	else if ((other->job_state & JOB_STATE_BASE) == JOB_SUSPENDED)
		sfair_why_detail(details, "job", "%s is suspended", name);
	else if (other->time_limit == INFINITE)
		sfair_why_detail(details, "job",
				 "%s runs, without a time limit", name);
	else
		sfair_why_detail(
			details, "job", "%s runs, until %s at the latest", name,
			sfair_moment_text(
				at, sfair_why_end(why, other, other->end_time),
				now));
}

static void _detail_waiting(struct sfair_why *why, const job_info_t *other,
			    const char *name, struct json_object *details)
{
	char at[SFAIR_MOMENT];
	int budget = CHAIN_MAX;

	if (sfair_reason_of(other->state_reason).kind == SFAIR_REASON_HELD)
		sfair_why_detail(details, "job", "%s is held", name);
	else if (!_can_start(why, other, &budget))
		sfair_why_detail(details, "job",
				 "%s waits, too; it can never start", name);
	else if (other->start_time)
		sfair_why_detail(details, "job",
				 "%s waits, too; it is to start %s", name,
				 sfair_moment_text(at, other->start_time,
						   why->scene.now));
	else
		sfair_why_detail(details, "job", "%s waits, too", name);
}

static void _detail_linked(struct sfair_why *why, const struct link *link,
			   const job_info_t *other, struct json_object *details)
{
	char user[SFAIR_SHOWN], id[SFAIR_JOB_ID], text[SFAIR_OUTCOME];
	char name[SFAIR_SHOWN + SFAIR_JOB_ID + 16];

	snprintf(name, sizeof(name), "job %s (%s)", sfair_scene_id(other, id),
		 sfair_scene_user(other, user));
	if (sfair_job_waits(other))
		_detail_waiting(why, other, name, details);
	else if (sfair_job_runs(other))
		_detail_running(why, link, other, name, details);
	else
		sfair_why_detail(details, "job", "%s %s", name,
				 sfair_why_outcome(other, text));
}

static void _detail_unknown(const struct link *link,
			    struct json_object *details)
{
	char task[16] = "";

	if (!link->job_id)
		return;
	if (link->task != NO_VAL && link->task != INFINITE)
		snprintf(task, sizeof(task), "_%u", (unsigned int) link->task);
	sfair_why_detail(details, "job",
			 "job %u%s: slurmctld knows it no more, or does not "
			 "tell you of it",
			 (unsigned int) link->job_id, task);
}

static void _detail_link(struct sfair_why *why, const job_info_t *job,
			 const struct link *link, struct json_object *details)
{
	const job_info_t *other, *any = NULL;
	uint32_t n = 0, told = 0;

	if (!strcmp(link->type, "aftercorr") && link->task == INFINITE)
		sfair_why_detail(details, "job",
				 "each of its tasks waits for the task of that "
				 "number of job %u",
				 (unsigned int) link->job_id);
	while ((other = _next_linked(why, job, link, &n))) {
		any = other;
		if (_keeps_waiting(link, other) && told++ < LINK_NAMED)
			_detail_linked(why, link, other, details);
	}
	if (told > LINK_NAMED)
		sfair_why_detail(details, "job", "and %u more",
				 (unsigned int) (told - LINK_NAMED));
	else if (!told && any)
		_detail_linked(why, link, any, details);
	else if (!told)
		_detail_unknown(link, details);
}

void sfair_why_dependency(struct sfair_why *why, const job_info_t *job,
			  struct json_object *details)
{
	const char *at = job->dependency;
	struct link link;

	if (!at || !*at)
		return;
	sfair_why_detail(details, "dependency", "it waits for %s", at);
	while ((at = _read_link(at, &link))) {
		_correspond(job, &link);
		_load_linked(why, &link);
		_detail_link(why, job, &link, details);
	}
}

/* -- when it could be fulfilled -------------------------------------------- */

/* The record whose end, or start, fulfils a part, and when that is at the
 * latest: 0 if it was, FT_NEVER if that is not known. */
struct bound {
	int64_t time, delay;
	const job_info_t *job;
	bool begins;
};

static int64_t _linked_end(struct sfair_why *why, const struct link *link,
			   const job_info_t *job)
{
	bool begins = _counts_start(link);

	if (_is_over(job))
		return 0;
	if (sfair_job_waits(job)) {
		int64_t at = ft_outlook_moment(&why->outlook, job->job_id, 0,
					       begins);

		return at == FT_NEVER ? at : at + link->delay;
	}
	if (begins)
		return job->start_time + link->delay;
	return sfair_why_end(why, job,
			     job->time_limit == INFINITE ? FT_NEVER
							 : job->end_time);
}

/* The last of the jobs that the part means. */
static struct bound _bound_link(struct sfair_why *why, const job_info_t *job,
				const struct link *link)
{
	struct bound bound = {.begins = _counts_start(link),
			      .delay = link->delay};
	const job_info_t *other;
	uint32_t n = 0;

	if (link->failed ||
	    (!strcmp(link->type, "aftercorr") && link->task == INFINITE))
		bound.time = FT_NEVER;
	while ((other = _next_linked(why, job, link, &n))) {
		int64_t at = _linked_end(why, link, other);

		if (at <= bound.time)
			continue;
		bound.time = at;
		bound.job = other;
	}
	return bound;
}

/* All parts, or with ? one of them, which is the first to be fulfilled. */
static struct bound _bound_all(struct sfair_why *why, const job_info_t *job)
{
	bool any = strchr(job->dependency, '?') != NULL;
	struct bound best = {.time = any ? FT_NEVER : 0};
	const char *at = job->dependency;
	struct link link;

	while ((at = _read_link(at, &link))) {
		struct bound one;

		_correspond(job, &link);
		one = _bound_link(why, job, &link);
		if (any ? one.time < best.time : one.time > best.time)
			best = one;
	}
	return best;
}

void sfair_why_not_before(struct sfair_why *why, const job_info_t *job,
			  struct json_object *answer)
{
	char at[SFAIR_MOMENT], id[SFAIR_JOB_ID], text[2 * SFAIR_JOB_ID + 128];
	char span[SFAIR_MOMENT] = "";
	struct json_object *json;
	struct bound bound;

	if (!job->dependency || !*job->dependency)
		return;
	bound = _bound_all(why, job);
	if (bound.time == FT_NEVER || bound.time <= why->scene.now ||
	    !bound.job)
		return;
	if (bound.delay)
		sfair_span_text(span, bound.delay);
	snprintf(text, sizeof(text), "not before job %s %s%.40s: %s%s",
		 sfair_scene_id(bound.job, id),
		 !bound.begins ? "ends"
		 : bound.delay ? "has run for "
			       : "has begun",
		 bound.begins ? span : "",
		 sfair_moment_text(at, bound.time, why->scene.now),
		 bound.begins && sfair_job_runs(bound.job) ? ""
		 : sfair_job_waits(bound.job)		   ? ", as planned"
							   : " at the latest");
	json = json_object_new_object();
	sfair_put_whole(json, "time", bound.time);
	sfair_put_whole(json, "job_id", bound.job->job_id);
	sfair_put_text(json, "id", id);
	sfair_put_text(json, "text", text);
	json_object_object_add(answer, "not_before", json);
}
