/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: what would let a job start sooner.
 *
 * Shorter limits, fewer nodes and other partitions are tried with the planner
 * beside all that runs and is planned: whatever is said to start sooner delays
 * no other job.  What the plan does not tell of a request (licences, access to
 * partitions) is not looked at, so a start is one that it could have, and no
 * promise.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/arena.h"
#include "core/base/list.h"
#include "core/plan/whatif.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/outlook/outlook_live.h"
#include "slurm/common/compat_client.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, TRIES_MAX = 64, SIZE_STEPS = 16 };
/* Nodes of planned jobs, each of them: what a second is enough for. */
enum { BOOKED_MAX = 1500000 };

/* Limits that people write, longest first. */
static const int32_t limits[] = {
	14 * DAY,    10 * DAY,	  7 * DAY,     5 * DAY,	    4 * DAY,
	3 * DAY,     2 * DAY,	  36 * HOUR,   DAY,	    18 * HOUR,
	12 * HOUR,   10 * HOUR,	  8 * HOUR,    6 * HOUR,    5 * HOUR,
	4 * HOUR,    3 * HOUR,	  2 * HOUR,    90 * MINUTE, HOUR,
	45 * MINUTE, 30 * MINUTE, 20 * MINUTE, 15 * MINUTE, 10 * MINUTE,
	5 * MINUTE,
};

enum { LIMITS = sizeof(limits) / sizeof(limits[0]) };

enum kind { TIME_LIMIT, NODES, PARTITION, NODELIST };

struct
try {
	enum kind kind;
	int64_t value;
	const char *name; /* of the partition */
	int64_t start;
};

struct tries {
	struct sfair_why *why;
	const job_info_t *job;
	const struct ft_outlook_job *row;
	const struct ft_request *request;
	struct try try[TRIES_MAX], exact;
	struct ft_request variant[TRIES_MAX];
	uint32_t count;
};

static struct ft_request *_add_change(struct tries *tries, enum kind kind,
				      int64_t value)
{
	if (tries->count == TRIES_MAX)
		return NULL;
	tries->try[tries->count] = (struct try){.kind = kind, .value = value};
	tries->variant[tries->count] = *tries->request;
	return &tries->variant[tries->count++];
}

static void _add_limits(struct tries *tries)
{
	for (uint32_t i = 0; i < LIMITS; i++) {
		struct ft_request *variant;

		if (limits[i] >= tries->request->duration)
			continue;
		variant = _add_change(tries, TIME_LIMIT, limits[i]);
		if (variant)
			variant->duration = limits[i];
	}
}

/* On blocks, if the request is; its segments stay as large as they are. */
static bool _rebind(const struct tries *tries, struct ft_request *variant)
{
	const struct ft_blocks *blocks = &tries->why->outlook.blocks;
	struct ft_segment_wish segments = {.nodes = variant->bundle,
					   .apart = variant->bundle_apart,
					   .joined = variant->bundle &&
						     variant->leaves};

	return !(variant->leaves || variant->bundle) || !blocks->count ||
	       (blocks->size && ft_blocks_bind(blocks, &segments, variant));
}

/* One node less, two, ... then half of that, a quarter, ... */
static uint32_t _next_size(uint32_t nodes, uint32_t most)
{
	return most - nodes < SIZE_STEPS ? nodes - 1 : nodes / 2;
}

/* Fewer nodes, with as many tasks on each. */
static void _add_sizes(struct tries *tries)
{
	const struct ft_request *request = tries->request;
	uint32_t most = tries->row ? tries->row->share_count : 0;

	if (most < 2)
		most = request->min_nodes;
	for (uint32_t nodes = _next_size(most, most); nodes && most;
	     nodes = _next_size(nodes, most)) {
		struct ft_request *variant = _add_change(tries, NODES, nodes);

		if (!variant)
			return;
		variant->min_nodes = variant->max_nodes = nodes;
		variant->tasks =
			(uint32_t) (((uint64_t) request->tasks * nodes + most -
				     1) /
				    most);
		if (!_rebind(tries, variant))
			tries->count--;
	}
}

static void _add_partitions(struct tries *tries)
{
	const partition_info_msg_t *all =
		sfair_scene_partitions(&tries->why->scene);

	if (tries->job->features || tries->job->req_nodes)
		return;
	for (uint32_t i = 0; all && i < all->record_count; i++) {
		const partition_info_t *partition = &all->partition_array[i];
		struct ft_node_set *nodes;
		struct ft_request *variant;

		if (ft_list_has(tries->job->partition, partition->name,
				strlen(partition->name)) ||
		    !sfair_partition_takes(partition, tries->request->duration,
					   tries->request->min_nodes))
			continue;
		nodes = sfair_outlook_partition(&tries->why->scene,
						&tries->why->outlook,
						partition->name, NULL);
		variant = nodes ? _add_change(tries, PARTITION, 0) : NULL;
		if (!variant)
			continue;
		tries->try[tries->count - 1].name = partition->name;
		variant->eligible = nodes;
	}
}

/* On any nodes that suit, of a job that names some. */
static void _add_nodelist(struct tries *tries)
{
	struct ft_request *variant;

	if (!tries->request->required)
		return;
	variant = _add_change(tries, NODELIST, 0);
	if (variant)
		variant->required = NULL;
}

static bool _is_now(const struct tries *tries, const struct try *try)
{
	return try->start <= tries->why->outlook.made + 1;
}

/* Now, or by a quarter of its wait and some minutes sooner. */
static bool _is_sooner(const struct tries *tries, const struct try *try)
{
	int64_t made = tries->why->outlook.made, was = FT_NEVER;

	if (try->start == FT_NEVER)
		return false;
	if (tries->row && tries->row->verdict == FT_PLACED)
		was = tries->row->start;
	if (was == FT_NEVER)
		return true;
	if (was <= made + MINUTE)
		return false;
	return _is_now(tries, try) ||
	       try->start + 5 * MINUTE + (was - made) / 4 <= was;
}

/*
 * The one of its kind that asks for most and starts now; else that asks for
 * most and starts much sooner.  They stand in that order.
 */
static const struct try *_best(const struct tries *tries, enum kind kind)
{
	const struct try *sooner = NULL;

	for (uint32_t i = 0; i < tries->count; i++) {
		const struct try *try = &tries->try[i];

		if (try->kind != kind || !_is_sooner(tries, try))
			continue;
		if (_is_now(tries, try))
			return try;
		if (!sooner ||
		    (kind == PARTITION && try->start < sooner->start))
			sooner = try;
	}
	return sooner;
}

static void _put_change(const struct tries *tries, const struct try *try,
			struct json_object *list)
{
	static const char *const words[] = {"time_limit", "nodes", "partition",
					    "nodelist"};
	char what[SFAIR_SHOWN + 64], text[SFAIR_SHOWN + 256];
	char limit[SFAIR_MOMENT], name[SFAIR_SHOWN];
	struct json_object *json;

	if (!try)
		return;
	json = sfair_add_object(list);
	sfair_put_text(json, "kind", words[try->kind]);
	if (try->kind == PARTITION)
		snprintf(what, sizeof(what), "--partition=%s",
			 sfair_shown(name, try->name));
	else if (try->kind == NODELIST)
		snprintf(what, sizeof(what), "without --nodelist");
	else if (try->kind == NODES)
		snprintf(what, sizeof(what),
			 "--nodes=%d, with as many tasks on each as now",
			 (int) try->value);
	else
		snprintf(what, sizeof(what), "--time=%s or less",
			 sfair_limit_text(limit, try->value));
	snprintf(text, sizeof(text), "%s: it could start %s", what,
		 _is_now(tries, try)
			 ? "now"
			 : sfair_moment_text(limit, try->start,
					     tries->why->scene.now));
	if (try->kind == PARTITION)
		sfair_put_text(json, "value", try->name);
	else if (try->kind != NODELIST)
		sfair_put_whole(json, "value", try->value);
	sfair_put_whole(json, "start", try->start);
	sfair_put_text(json, "text", text);
}

/* All that was tried, whether it would help or not. */
static void _put_tries(const struct tries *tries, struct json_object *answer)
{
	struct json_object *list = sfair_put_list(answer, "tries");

	for (uint32_t i = 0; i < tries->count; i++)
		if (tries->try[i].start != FT_NEVER)
			_put_change(tries, &tries->try[i], list);
}

/* Nodes of a list; NULL: one is not among those that the job may have. */
static struct ft_node_set *_listed_nodes(const struct ft_outlook *outlook,
					 const struct ft_node_set *eligible,
					 const char *list)
{
	fts_hostlist_t names = slurm_hostlist_create(list);
	struct ft_node_set *set = ft_outlook_set(outlook);
	bool all = set && names;
	char *name;

	while (names && (name = slurm_hostlist_shift(names))) {
		uint32_t n = 0;

		while (n < outlook->node_count &&
		       (!outlook->node[n].name ||
			strcmp(outlook->node[n].name, name)))
			n++;
		free(name);
		all = all && n < outlook->node_count &&
		      ft_node_set_has(eligible, n);
		if (all)
			ft_node_set_add(set, n);
	}
	if (names)
		slurm_hostlist_destroy(names);
	return all ? set : NULL;
}

/* What is published of a request does not say which nodes it must have, nor
 * which reservation it enters. */
static struct ft_request *_change_request(struct sfair_why *why,
					  const job_info_t *job,
					  const struct ft_outlook_job *row)
{
	bool known = row && row->request != FT_NO_INDEX;
	struct ft_request *request = NULL;

	if (!known && !why->published)
		request =
			sfair_outlook_request(&why->scene, &why->outlook, job);
	else if (known)
		request = ft_arena_alloc(why->outlook.arena, sizeof(*request));
	if (!request)
		return NULL;
	if (known)
		*request = *why->outlook.request[row->request];
	if (known && job->req_nodes && *job->req_nodes) {
		request->required = _listed_nodes(
			&why->outlook, request->eligible, job->req_nodes);
		if (!request->required)
			return NULL;
	}
	return sfair_why_enter(why, job, request) ? request : NULL;
}

/* Would any of these make a difference? */
static bool _may_help(const struct sfair_why *why,
		      const struct ft_outlook_job *row)
{
	if (!why->published && why->scene.hidden)
		return false;
	if (!row)
		return false;
	return row->verdict == FT_IMPOSSIBLE ||
	       (row->verdict != FT_UNSEEN &&
		(row->obstacle == FT_OBSTACLE_RESOURCES ||
		 row->obstacle == FT_OBSTACLE_PRIORITY ||
		 row->obstacle == FT_OBSTACLE_CLOSURE ||
		 row->obstacle == FT_OBSTACLE_BEGIN));
}

/* Later starts do not help. */
static int64_t _last_start(const struct tries *tries)
{
	return tries->row->verdict == FT_PLACED ? tries->row->start
						: tries->why->outlook.until;
}

/* When a planned job starts, and on how many nodes. */
struct booked {
	int64_t start;
	uint32_t nodes;
};

static int _compare_booked(const void *x, const void *y)
{
	const struct booked *a = x, *b = y;

	return (a->start > b->start) - (a->start < b->start);
}

/*
 * Starts are looked for until the job's own, or as far as the answer comes
 * within a second: each node of each job that is planned until then, and for as
 * long as the longest try lasts, is looked at.
 */
static int64_t _help_until(const struct tries *tries)
{
	const struct ft_outlook *outlook = &tries->why->outlook;
	int64_t until = _last_start(tries), sum = 0, most = until;
	uint32_t count = 0;
	struct booked *booked =
		calloc((size_t) outlook->job_count + 1, sizeof(*booked));

	if (!booked)
		return until;
	for (uint32_t i = 0; i < outlook->job_count; i++)
		if (outlook->job[i].verdict == FT_PLACED)
			booked[count++] =
				(struct booked){outlook->job[i].start,
						outlook->job[i].share_count};
	qsort(booked, count, sizeof(*booked), _compare_booked);
	for (uint32_t i = 0; i < count && most == until; i++) {
		sum += booked[i].nodes;
		if (sum > BOOKED_MAX)
			most = booked[i].start - tries->request->duration;
	}
	free(booked);
	if (most >= until)
		return until;
	return most > outlook->made ? most : outlook->made;
}

static int64_t _deadline_of(const job_info_t *job)
{
	return job->deadline && job->deadline != NO_VAL ? job->deadline
							: FT_NEVER;
}

static bool _ends_in_time(const job_info_t *job, int64_t start,
			  int64_t duration)
{
	return start == FT_NEVER || start + duration <= _deadline_of(job);
}

static bool _is_in_time(const job_info_t *job, int64_t start,
			const struct ft_request *request)
{
	return _ends_in_time(job, start, request->duration) &&
	       (start == FT_NEVER ||
		start + request->duration <= request->end_by);
}

/* When nodes that it may have are closed next after that; FT_NEVER: none are.
 */
static int64_t _closing_after(const struct tries *tries, int64_t time)
{
	const struct ft_outlook *outlook = &tries->why->outlook;
	int64_t closes = FT_NEVER;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *one = &outlook->closure[i];

		if (one->nodes && one->start >= time && one->start < closes &&
		    ft_node_set_overlap(one->nodes, tries->request->eligible))
			closes = one->start;
	}
	return closes;
}

/* Up to the next reservation, to the minute, if it starts then as soon. */
static const struct try *_exact_limit(struct tries *tries,
				      const struct try *best)
{
	const struct ft_outlook *outlook = &tries->why->outlook;
	struct try *exact = &tries->exact;
	struct ft_request variant = *tries->request;
	int64_t closes, start;
	struct ft_err err;

	if (!best)
		return NULL;
	closes = _closing_after(tries, best->start + best->value);
	if (closes == FT_NEVER)
		return best;
	variant.duration = closes - best->start;
	variant.duration -= variant.duration % MINUTE;
	if (variant.duration <= best->value ||
	    variant.duration >= tries->request->duration ||
	    ft_whatif_starts(outlook, (uint32_t) (tries->row - outlook->job),
			     best->start, &variant, 1, &start, NULL, &err) ||
	    start != best->start || !_is_in_time(tries->job, start, &variant))
		return best;
	*exact = *best;
	exact->value = variant.duration;
	return exact;
}

/* Tries them, and tells which ones would help. */
static void _answer_tries(struct tries *tries, struct json_object *list,
			  struct json_object *answer)
{
	struct sfair_why *why = tries->why;
	const struct ft_outlook_job *row = tries->row;
	int64_t start[TRIES_MAX], until = _help_until(tries);
	struct ft_err err;

	if (ft_whatif_starts(&why->outlook, (uint32_t) (row - why->outlook.job),
			     until, tries->variant, tries->count, start, NULL,
			     &err))
		return;
	if (until < _last_start(tries))
		sfair_put_whole(answer, "tried_until", until);
	json_object_object_add(answer, "tried", json_object_new_boolean(true));
	for (uint32_t i = 0; i < tries->count; i++)
		tries->try[i].start =
			_is_in_time(tries->job, start[i], &tries->variant[i])
				? start[i]
				: FT_NEVER;
	_put_change(tries, _exact_limit(tries, _best(tries, TIME_LIMIT)), list);
	_put_change(tries, _best(tries, NODES), list);
	_put_change(tries, _best(tries, PARTITION), list);
	_put_change(tries, _best(tries, NODELIST), list);
	if (why->verbose)
		_put_tries(tries, answer);
}

void sfair_why_help(struct sfair_why *why, const job_info_t *job,
		    const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	struct json_object *list = sfair_put_list(answer, "help");
	struct tries *tries;

	if (!_may_help(why, row) || (job->licenses && *job->licenses))
		return;
	tries = calloc(1, sizeof(*tries));
	if (!tries)
		return;
	tries->why = why;
	tries->job = job;
	tries->row = row;
	tries->request = _change_request(why, job, row);
	if (tries->request) {
		_add_limits(tries);
		_add_sizes(tries);
		_add_partitions(tries);
		_add_nodelist(tries);
	}
	if (tries->count)
		_answer_tries(tries, list, answer);
	free(tries);
}

/* -- deadlines ------------------------------------------------------------ */

/* When it would start if its deadline were later; FT_NEVER: not known. */
static int64_t _start_after(struct sfair_why *why, const job_info_t *job,
			    const struct ft_outlook_job *row)
{
	struct ft_request *request =
		_may_help(why, row) ? _change_request(why, job, row) : NULL;
	struct ft_err err;
	int64_t start;

	if (!request || (job->licenses && *job->licenses))
		return FT_NEVER;
	request->duration = sfair_scene_limit(&why->scene, job);
	if (ft_whatif_starts(&why->outlook, (uint32_t) (row - why->outlook.job),
			     why->outlook.until, request, 1, &start, NULL,
			     &err))
		return FT_NEVER;
	return start;
}

/* How a later deadline lets it start, in full minutes. */
static void _put_later(const struct sfair_why *why, const job_info_t *job,
		       int64_t start, int64_t end, struct json_object *list)
{
	time_t deadline = (time_t) ((end + 2 * MINUTE) / MINUTE * MINUTE);
	struct json_object *json = sfair_add_object(list);
	char stamp[32], text[SFAIR_MOMENT + 128], at[SFAIR_MOMENT];
	struct tm tm;

	strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M",
		 localtime_r(&deadline, &tm));
	snprintf(text, sizeof(text),
		 "scontrol update JobId=%u Deadline=%s, or later: it could "
		 "start %s",
		 (unsigned int) job->job_id, stamp,
		 sfair_moment_text(at, start, why->scene.now));
	sfair_put_text(json, "kind", "deadline");
	sfair_put_whole(json, "value", deadline);
	sfair_put_whole(json, "start", start);
	sfair_put_text(json, "text", text);
}

/* slurmctld cancels it once not even its least limit ends in time. */
static int64_t _cancelled_at(struct sfair_why *why, const job_info_t *job)
{
	int64_t least = sfair_scene_limit(&why->scene, job);

	if (job->time_min && job->time_min != NO_VAL)
		least = MINUTE * (int64_t) job->time_min;
	return _deadline_of(job) - least;
}

void sfair_why_deadline(struct sfair_why *why, const job_info_t *job,
			const struct ft_outlook_job *row,
			struct json_object *answer)
{
	struct json_object *details = sfair_get(answer, "details");
	char end[SFAIR_MOMENT], at[SFAIR_MOMENT], then[SFAIR_MOMENT];
	struct json_object *help = sfair_get(answer, "help");
	int64_t now = why->scene.now, start = FT_NEVER;

	if (_deadline_of(job) == FT_NEVER)
		return;
	sfair_moment_text(end, _deadline_of(job), now);
	if (help && row && row->verdict != FT_PLACED)
		start = _start_after(why, job, row);
	if (start == FT_NEVER ||
	    _ends_in_time(job, start, sfair_scene_limit(&why->scene, job))) {
		sfair_why_detail(details, "deadline", "its deadline is %s",
				 end);
		return;
	}
	sfair_why_detail(
		details, "deadline",
		"it cannot end before its deadline, %s: it would start %s, and "
		"is cancelled %s",
		end, sfair_moment_text(at, start, now),
		sfair_moment_text(then, _cancelled_at(why, job) + 1, now));
	_put_later(why, job, start, start + sfair_scene_limit(&why->scene, job),
		   help);
}
