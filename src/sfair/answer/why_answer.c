/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: all about one job, see why.h.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/holder.h"
#include "sfair/answer/why.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/tres_text.h"
#include "sfair/outlook/whole_node.h"
#include "slurm/common/compat_client.h"

enum {
	PAUSE_MAX = 150, /* seconds from a requeue until it may begin again */
	AGAIN_TEXT = 192,
};

/* -- its names and what it asks for ------------------------------------ */

static void _put_task(const job_info_t *job, struct json_object *answer)
{
	char number[16];

	if (!job->array_job_id)
		return;
	sfair_put_whole(answer, "array_job_id", job->array_job_id);
	snprintf(number, sizeof(number), "%u",
		 (unsigned int) job->array_task_id);
	sfair_put_text(answer, "array_task",
		       job->array_task_str	      ? job->array_task_str
		       : job->array_task_id != NO_VAL ? number
						      : "");
}

static void _put_identity(const job_info_t *job, struct json_object *answer)
{
	char text[SFAIR_SHOWN], id[SFAIR_JOB_ID];

	sfair_put_whole(answer, "job_id", job->job_id);
	sfair_put_text(answer, "id", sfair_scene_id(job, id));
	_put_task(job, answer);
	sfair_put_text(answer, "name", job->name);
	sfair_put_text(answer, "user", sfair_scene_user(job, text));
	sfair_put_text(answer, "account", job->account);
	sfair_put_text(answer, "qos", job->qos);
	sfair_put_text(answer, "partition", job->partition);
	sfair_put_whole(answer, "submitted", job->submit_time);
	sfair_put_whole(answer, "priority", job->priority);
}

static void _put_asks(struct sfair_why *why, const job_info_t *job,
		      struct json_object *answer)
{
	struct json_object *asks = json_object_new_object();

	sfair_put_whole(asks, "nodes", job->num_nodes);
	sfair_put_whole(asks, "cpus", job->num_cpus);
	json_object_object_add(
		asks, "whole_nodes",
		json_object_new_boolean(sfair_takes_whole(&why->scene, job)));
	sfair_put_whole(asks, "memory_mb",
			(int64_t) sfair_tres_amount(job->tres_req_str, "mem"));
	sfair_put_whole(
		asks, "gpus",
		(int64_t) sfair_tres_amount(job->tres_req_str, "gres/gpu"));
	sfair_put_limit(asks, "limit", sfair_scene_limit(&why->scene, job));
	json_object_object_add(answer, "asks", asks);
}

/* -- what it waits for besides room ------------------------------------- */

static int64_t _begin_of(const struct sfair_why *why, const job_info_t *job)
{
	return job->eligible_time > why->scene.now ? job->eligible_time
						   : job->start_time;
}

static const char *_again_text(const job_info_t *job, char text[AGAIN_TEXT])
{
	char times[32] = "once";

	if (job->restart_cnt > 1)
		snprintf(times, sizeof(times), "%u times",
			 (unsigned int) job->restart_cnt);
	snprintf(text, AGAIN_TEXT,
		 "it was put back into the queue %s (preempted, requeued, or "
		 "its node failed)",
		 times);
	return text;
}

static void _detail_leader(struct sfair_why *why, const job_info_t *job,
			   struct json_object *details)
{
	const job_info_t *leader =
		job->het_job_id ? sfair_scene_job(&why->scene, job->het_job_id)
				: NULL;
	char id[SFAIR_JOB_ID];

	if (leader && leader != job && sfair_job_waits(leader))
		sfair_why_detail(details, "together",
				 "it starts together with %s, which waits",
				 sfair_scene_id(leader, id));
}

/* slurmctld lets a job wait for some minutes that it put back; the user gave
 * no such begin time. */
static bool _pauses(const struct sfair_why *why, const job_info_t *job)
{
	return job->restart_cnt && job->state_reason == WAIT_TIME &&
	       _begin_of(why, job) <= job->submit_time + PAUSE_MAX;
}

static void _detail_begin(const struct sfair_why *why, const job_info_t *job,
			  struct json_object *details)
{
	int64_t begin = _begin_of(why, job);
	char text[SFAIR_MOMENT], again[AGAIN_TEXT];

	if (begin > why->scene.now)
		sfair_why_detail(
			details, "begin", "it may begin %s",
			sfair_moment_text(text, begin, why->scene.now));
	if (job->restart_cnt && !_pauses(why, job))
		sfair_why_detail(details, "again", "%s",
				 _again_text(job, again));
}

static void _detail_licences(struct sfair_why *why, const job_info_t *job,
			     struct json_object *details)
{
	const license_info_msg_t *all = sfair_scene_licences(&why->scene);

	for (uint32_t i = 0; all && i < all->num_lic; i++) {
		const slurm_license_info_t *licence = &all->lic_array[i];
		uint32_t asked =
			sfair_licences_asked(job->licenses, licence->name);

		if (asked && asked + licence->in_use > licence->total)
			sfair_why_detail(details, "licence",
					 "it asks for %u of licence %s: %u of "
					 "%u are in use",
					 (unsigned int) asked, licence->name,
					 (unsigned int) licence->in_use,
					 (unsigned int) licence->total);
	}
}

static void _detail_reservation(struct sfair_why *why, const job_info_t *job,
				struct json_object *details)
{
	const reserve_info_t *one =
		sfair_scene_reservation(&why->scene, job->resv_name);
	char from[SFAIR_MOMENT], to[SFAIR_MOMENT];

	if (one)
		sfair_why_detail(
			details, "reservation",
			"its reservation %s lasts from %s until %s", one->name,
			sfair_moment_text(from, one->start_time,
					  why->scene.now),
			sfair_moment_text(to, one->end_time, why->scene.now));
}

static void _detail_partition(struct sfair_why *why, const job_info_t *job,
			      struct json_object *details)
{
	const partition_info_t *partition =
		sfair_scene_partition(&why->scene, job->partition);
	char limit[SFAIR_MOMENT] = "any limit", wanted[SFAIR_MOMENT];
	char most[32] = "any number of them", span[SFAIR_MOMENT];

	if (!partition)
		return;
	if (partition->max_nodes != INFINITE && partition->min_nodes <= 1)
		snprintf(most, sizeof(most), "up to %u node%s",
			 (unsigned int) partition->max_nodes,
			 partition->max_nodes == 1 ? "" : "s");
	else if (partition->max_nodes != INFINITE)
		snprintf(most, sizeof(most), "%u to %u nodes",
			 (unsigned int) partition->min_nodes,
			 (unsigned int) partition->max_nodes);
	if (partition->max_time != INFINITE)
		snprintf(limit, sizeof(limit), "limits up to %.64s",
			 sfair_limit_text(span,
					  60 * (int64_t) partition->max_time));
	sfair_why_detail(
		details, "partition",
		"partition %s is %s, has %u node%s and takes %s and %s; the "
		"job asks for %u and %s",
		partition->name,
		partition->state_up == PARTITION_UP ? "up" : "not up",
		(unsigned int) partition->total_nodes,
		partition->total_nodes == 1 ? "" : "s", most, limit,
		(unsigned int) job->num_nodes,
		sfair_limit_text(wanted, sfair_scene_limit(&why->scene, job)));
	sfair_why_fit_partition(why, job, partition);
}

/* It waits for resources, has no start, and no plan says more. */
static bool _wants_unusable(const job_info_t *job,
			    const struct ft_outlook_job *row)
{
	return job->state_reason == WAIT_RESOURCES && row &&
	       row->verdict == FT_UNSEEN;
}

static bool _is_answer(const struct sfair_reason *reason, const char *part)
{
	return reason->name && strstr(reason->name, part);
}

/* May nodes that cannot be used be what keeps it? */
static bool _tells_nodes(const struct sfair_why *why, const job_info_t *job,
			 const struct sfair_reason *reason,
			 const struct ft_outlook_job *row)
{
	if (row && row->verdict == FT_PLACED)
		return sfair_why_unready(why, row);
	return _is_answer(reason, "NODE_NOT_AVAIL") ||
	       _is_answer(reason, "PART_NODE_LIMIT") ||
	       (row && row->verdict == FT_IMPOSSIBLE) ||
	       _wants_unusable(job, row);
}

/* Of one that is down nothing else matters. */
static bool _tells_partition(const struct sfair_reason *reason)
{
	return _is_answer(reason, "_PART_") &&
	       !_is_answer(reason, "_PART_DOWN") &&
	       !_is_answer(reason, "_PART_INACTIVE");
}

/* It came after the plan was published, or began to wait for room then. */
static void _detail_plan(const struct sfair_why *why,
			 struct json_object *details)
{
	char text[SFAIR_MOMENT];

	sfair_why_detail(
		details, "plan",
		"the published plan, of %s, does not have it yet: ask "
		"again in some seconds for what it waits for",
		sfair_moment_text(text, why->outlook.made, why->scene.now));
}

static void _detail_shortage(struct sfair_why *why, const job_info_t *job,
			     const struct sfair_reason *reason,
			     const struct ft_outlook_job *row,
			     struct json_object *details)
{
	if (row && reason->kind == SFAIR_REASON_QUEUE &&
	    !sfair_why_unready(why, row))
		sfair_why_short(why, job, row, details);
}

static void _put_details(struct sfair_why *why, const job_info_t *job,
			 const struct sfair_reason *reason,
			 const struct ft_outlook_job *row,
			 struct json_object *answer)
{
	struct json_object *details = sfair_put_list(answer, "details");

	if (why->published && !row && reason->kind == SFAIR_REASON_QUEUE)
		_detail_plan(why, details);
	_detail_leader(why, job, details);
	if (_is_answer(reason, "WAIT_DEP"))
		sfair_why_dependency(why, job, details);
	if (_is_answer(reason, "WAIT_TIME"))
		_detail_begin(why, job, details);
	if (job->licenses && *job->licenses)
		_detail_licences(why, job, details);
	if (_tells_partition(reason))
		_detail_partition(why, job, details);
	if (_is_answer(reason, "_RES") && job->resv_name)
		_detail_reservation(why, job, details);
	sfair_why_cut(why, job, row, details);
	if (_tells_nodes(why, job, reason, row))
		sfair_why_node(why, job, row, details);
	_detail_shortage(why, job, reason, row, details);
	if (reason->scope != SFAIR_LIMIT_NONE)
		sfair_why_limit(why, job, reason, details);
	if (job->state_desc && *job->state_desc)
		sfair_why_detail(details, "said", "slurmctld says: %s",
				 job->state_desc);
}

/* -- the reason ------------------------------------------------------------ */

/* What the plan knows better than slurmctld's one word. */
static const char *_planned_text(const job_info_t *job,
				 const struct ft_outlook_job *row)
{
	switch (row->verdict) {
	case FT_BEYOND:
		return "it cannot start within the time that is planned ahead "
		       "(bf_window), or not before its deadline";
	case FT_IMPOSSIBLE:
		return "no nodes can give what it asks for, as they are now";
	case FT_UNRESERVED:
		return "the site keeps no place for it, or not yet (rsv_depth, "
		       "rsv_reserve_from): it starts as soon as there is room";
	case FT_UNSEEN:
		return NULL;
	case FT_PLACED:
		break;
	}
	switch (row->obstacle) {
	case FT_OBSTACLE_CLOSURE:
		return "a reservation closes nodes that it needs before it "
		       "could end";
	case FT_OBSTACLE_LICENCES:
		/* Pools of burst buffers are planned as licences are. */
		return job->state_reason == WAIT_BURST_BUFFER_RESOURCE
			       ? NULL
			       : "licences that it asks for are in use";
	case FT_OBSTACLE_PRIORITY:
		return "jobs that are ahead of it are planned where it could "
		       "run";
	case FT_OBSTACLE_RESOURCES:
		return "what it asks for is in use";
	default:
		return NULL;
	}
}

/* The help, with the job's number in place of ID. */
static void _put_help(const job_info_t *job, const char *help,
		      struct json_object *json)
{
	char text[SFAIR_SHOWN];
	size_t used = 0;

	while (*help && used + 16 < sizeof(text)) {
		if (!strncmp(help, "ID", 2)) {
			used += (size_t) snprintf(text + used, 16, "%u",
						  (unsigned int) job->job_id);
			help += 2;
		} else {
			text[used++] = *help++;
		}
	}
	text[used] = '\0';
	sfair_put_text(json, "help", text);
}

static void _put_reason(const struct sfair_why *why, const job_info_t *job,
			const struct sfair_reason *reason,
			const struct ft_outlook_job *row,
			struct json_object *answer)
{
	struct json_object *json = json_object_new_object();
	char again[AGAIN_TEXT], pause[AGAIN_TEXT + 48];
	const char *text = NULL;

	snprintf(pause, sizeof(pause), "%s; slurmctld then waits 2 minutes",
		 _again_text(job, again));
	if (_pauses(why, job))
		text = pause;
	else if (row && reason->kind == SFAIR_REASON_QUEUE &&
		 sfair_why_unready(why, row))
		text = "nodes that are planned for it cannot be used yet";
	else if (row && reason->kind == SFAIR_REASON_QUEUE &&
		 (why->published || row->obstacle == FT_OBSTACLE_CLOSURE))
		text = _planned_text(job, row);
	else if (_wants_unusable(job, row))
		text = "what it asks for is in use, or on nodes that cannot be "
		       "used";
	sfair_put_whole(json, "code", job->state_reason);
	sfair_put_text(json, "name", reason->name);
	sfair_put_text(json, "kind", sfair_reason_kind_name(reason->kind));
	sfair_put_text(json, "text", text ? text : reason->what);
	if (why->advice[0])
		sfair_put_text(json, "help", why->advice);
	else
		_put_help(job, reason->help, json);
	if (reason->scope != SFAIR_LIMIT_NONE) {
		sfair_put_text(json, "limit", sfair_limit_name(reason->scope));
		sfair_put_text(json, "tres", reason->tres);
	}
	json_object_object_add(answer, "reason", json);
}

/* -- its place ---------------------------------------------------------------
 */

/* The priority of the job directly ahead, where slurmctld tells of that job:
 * one that has less is ahead for another cause, as its partition's tier. */
static void _put_ahead(struct sfair_why *why, const job_info_t *job,
		       const struct ft_outlook_job *row,
		       struct json_object *order)
{
	const struct ft_outlook_job *ahead = row;
	const job_info_t *other;
	struct json_object *json;
	char id[SFAIR_JOB_ID];

	while (ahead > why->outlook.job && ahead->job_id == row->job_id)
		ahead--;
	if (ahead->job_id == row->job_id)
		return;
	other = sfair_scene_job(&why->scene, ahead->job_id);
	if (!other || other->priority < job->priority)
		return;
	json = json_object_new_object();
	sfair_put_whole(json, "job_id", other->job_id);
	sfair_put_text(json, "id", sfair_scene_id(other, id));
	sfair_put_whole(json, "priority", other->priority);
	json_object_object_add(order, "ahead", json);
}

static void _put_order(struct sfair_why *why, const job_info_t *job,
		       const struct ft_outlook_job *row,
		       struct json_object *answer)
{
	const struct ft_outlook *outlook = &why->outlook;
	struct json_object *order = json_object_new_object();
	uint32_t rank = 0, count = 0;

	/* tasks of an array that was not split stand there one by one */
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		if (!outlook->job[i].copy || outlook->job[i].copy == UINT32_MAX)
			count++;
		if (&outlook->job[i] == row)
			rank = count;
	}
	sfair_put_whole(order, "rank", rank);
	sfair_put_whole(order, "of", count);
	_put_ahead(why, job, row, order);
	json_object_object_add(answer, "order", order);
}

/* What a start is worth that is only known from slurmctld. */
static const char *_shown_word(const struct sfair_why *why)
{
	return sfair_scene_reserves(&why->scene) ? "shown" : "estimated";
}

/* Which of the tasks in the job's record it is. */
static void _put_start_task(const job_info_t *job,
			    const struct ft_outlook_job *row,
			    struct json_object *start)
{
	uint32_t task = sfair_why_task_of(job, row);

	if (task != SFAIR_WHY_ANY)
		sfair_put_whole(start, "task", task);
}

/* A component may have a shorter limit than its leader's row. */
static int64_t _planned_row_end(struct sfair_why *why, const job_info_t *job,
				const struct ft_outlook_job *row)
{
	int64_t limit = row->duration;

	if (job->het_job_id && sfair_scene_limit(&why->scene, job) < limit)
		limit = sfair_scene_limit(&why->scene, job);
	return sfair_why_end(why, job, row->start + limit);
}

static void _put_start(struct sfair_why *why, const job_info_t *job,
		       const struct ft_outlook_job *row,
		       struct json_object *answer)
{
	struct json_object *start = json_object_new_object();

	sfair_put_whole(start, "time", row->start);
	sfair_put_whole(start, "end", _planned_row_end(why, job, row));
	sfair_put_text(start, "commitment",
		       row->committed	? "committed"
		       : why->published ? "expected"
					: _shown_word(why));
	sfair_put_text(start, "nodes", job->sched_nodes);
	_put_start_task(job, row, start);
	if (row->likely)
		sfair_put_whole(start, "likely", row->likely);
	json_object_object_add(answer, "start", start);
}

/* Others, as one that is held, show the begin time that they were given. */
static bool _comes_by_itself(const job_info_t *job)
{
	enum sfair_reason_kind kind = sfair_reason_of(job->state_reason).kind;

	return kind == SFAIR_REASON_QUEUE || kind == SFAIR_REASON_WAITS;
}

/* A start without a reservation: no nodes are kept for it.  slurmctld may show
 * one that the plan does not know yet. */
static void _put_unheld(const struct sfair_why *why, const job_info_t *job,
			int64_t at, struct json_object *answer)
{
	struct json_object *start;

	if (!_comes_by_itself(job))
		return;
	if (!at && !job->sched_nodes && sfair_scene_reserves(&why->scene))
		at = job->start_time;
	if (!at)
		return;
	start = json_object_new_object();
	sfair_put_whole(start, "time", at);
	sfair_put_text(start, "commitment", "unheld");
	json_object_object_add(answer, "start", start);
}

/* What slurmctld shows of a job that came after the plan was published. */
static void _put_shown(const struct sfair_why *why, const job_info_t *job,
		       struct json_object *answer)
{
	struct json_object *start;

	if (!job->sched_nodes)
		_put_unheld(why, job, 0, answer);
	if (!job->start_time || !job->sched_nodes)
		return;
	start = json_object_new_object();
	sfair_put_whole(start, "time", job->start_time);
	sfair_put_text(start, "commitment", _shown_word(why));
	sfair_put_text(start, "nodes", job->sched_nodes);
	json_object_object_add(answer, "start", start);
}

static void _put_advice(struct sfair_why *why, const job_info_t *job,
			const struct sfair_reason *reason,
			const struct ft_outlook_job *row,
			struct json_object *answer)
{
	if (reason->kind == SFAIR_REASON_QUEUE && !job->het_job_id)
		sfair_why_help(why, job, row, answer);
	else if (reason->qos && reason->scope != SFAIR_LIMIT_NONE)
		sfair_why_qos(why, job, answer);
}

/* Can it not start, whatever ends, unless it or the machine is changed? */
static bool _starts_never(struct sfair_why *why, const job_info_t *job,
			  const struct sfair_reason *reason,
			  const struct ft_outlook_job *row)
{
	if (row && row->verdict == FT_PLACED)
		return false;
	return why->beyond || reason->kind == SFAIR_REASON_REQUEST ||
	       (row && row->verdict == FT_IMPOSSIBLE &&
		!sfair_why_powers_down(why, job, row));
}

static void _put_never(struct sfair_why *why, const job_info_t *job,
		       const struct sfair_reason *reason,
		       const struct ft_outlook_job *row,
		       struct json_object *answer)
{
	if (!why->beyond && !(row && row->verdict == FT_PLACED) &&
	    _tells_nodes(why, job, reason, row) &&
	    sfair_why_back(why, job, row, answer))
		return;
	if (!_starts_never(why, job, reason, row))
		return;
	why->never = true;
	json_object_object_add(answer, "never", json_object_new_boolean(true));
}

/* Its begin time is not all that it waits for. */
static bool _waits_past_begin(const struct sfair_why *why,
			      const job_info_t *job,
			      const struct ft_outlook_job *row)
{
	int64_t begin = job->eligible_time > why->scene.now ? job->eligible_time
							    : why->scene.now;

	return job->state_reason == WAIT_TIME && row->start > begin + 60;
}

/* Of a job that has no place in the plan: those that leave it none in a limit.
 */
static void _put_limit_users(struct sfair_why *why, const job_info_t *job,
			     const struct sfair_reason *reason,
			     struct json_object *answer)
{
	if (reason->kind == SFAIR_REASON_LIMIT &&
	    reason->scope != SFAIR_LIMIT_NONE && !why->beyond)
		sfair_why_wait(why, job, reason, NULL, answer);
}

/* Its place in the order, its start, and what is in the way of that. */
static void _put_outcome(struct sfair_why *why, const job_info_t *job,
			 const struct sfair_reason *reason,
			 const struct ft_outlook_job *row,
			 struct json_object *answer)
{
	json_object_object_add(answer, "in_plan",
			       json_object_new_boolean(row != NULL));
	if (!row || row->verdict != FT_PLACED)
		_put_limit_users(why, job, reason, answer);
	if (!row) {
		_put_shown(why, job, answer);
		return;
	}
	/* of a user's own jobs alone there is no order */
	if (why->published || !why->scene.hidden)
		_put_order(why, job, row, answer);
	if (row->verdict != FT_PLACED) {
		_put_unheld(why, job, row->unheld, answer);
		return;
	}
	_put_start(why, job, row, answer);
	if (reason->kind == SFAIR_REASON_QUEUE ||
	    reason->kind == SFAIR_REASON_LIMIT ||
	    _waits_past_begin(why, job, row))
		sfair_why_wait(why, job, reason, row, answer);
}

void sfair_why_answer(struct sfair_why *why, const job_info_t *job,
		      uint32_t task, struct json_object *list)
{
	struct json_object *answer = sfair_add_object(list);
	struct sfair_reason reason = sfair_reason_of(job->state_reason);
	bool waits = sfair_job_waits(job);
	const struct ft_outlook_job *row =
		waits ? sfair_why_task_row(why, job, task) : NULL;

	/* what is planned past closed nodes needs no administrator */
	if (row && row->verdict == FT_PLACED &&
	    reason.kind == SFAIR_REASON_SITE)
		reason.kind = SFAIR_REASON_QUEUE;

	_put_identity(job, answer);
	sfair_put_text(answer, "state", sfair_why_state(job));
	_put_asks(why, job, answer);
	why->beyond = false;
	why->advice[0] = '\0';
	if (waits)
		_put_details(why, job, &reason, row, answer);
	if (why->beyond)
		sfair_reason_beyond(&reason);
	/* one of waiting says nothing of a job that no longer does */
	if (waits || _is_answer(&reason, "FAIL_"))
		_put_reason(why, job, &reason, row, answer);
	if (!waits) {
		sfair_why_run(why, job, answer);
		return;
	}
	sfair_why_tasks(why, job, task, row, sfair_get(answer, "details"));
	_put_never(why, job, &reason, row, answer);
	_put_outcome(why, job, &reason, row, answer);
	if (_is_answer(&reason, "WAIT_DEPENDENCY"))
		sfair_why_not_before(why, job, answer);
	_put_advice(why, job, &reason, row, answer);
	sfair_why_deadline(why, job, row, answer);
	sfair_why_suit(why, job, row, answer);
	sfair_why_apart(why, job, answer);
	if (why->verbose && row)
		sfair_why_plan(why, row, answer);
}
