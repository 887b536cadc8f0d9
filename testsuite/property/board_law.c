/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board_law.h.
 */
#include "board_law.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_leaf.h"
#include "board_sheet.h"

static bool complain(struct law_report *report, const char *what, uint32_t job,
		     int64_t time)
{
	if (!report->broken)
		snprintf(report->why, sizeof(report->why),
			 "%s: job %u at %" PRId64, what, job, time);
	report->broken = true;
	return false;
}

static bool are_alike(const struct ft_request *one,
		      const struct ft_request *two)
{
	return (one->duration == two->duration) &&
	       ((one->min_nodes == two->min_nodes) || one->tasks || two->tasks);
}

/* Is there one way by which both may run? */
static bool share_way(const struct world_job *one, const struct world_job *two)
{
	for (uint32_t i = 0; i < one->wish_count; i++)
		for (uint32_t k = 0; k < two->wish_count; k++)
			if (are_alike(&one->wish[i], &two->wish[k]))
				return true;
	return false;
}

/* One of its kind, ahead of it, that has no promise: see board.h. */
static bool behind_its_like(const struct world *world, uint32_t number)
{
	const struct world_job *job = &world->job[number];

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *other = &world->job[j];

		if ((j != number) && (other->state == WORLD_WAITING) &&
		    (other->key < job->key) && other->request &&
		    share_way(job, other))
			return true;
	}
	return false;
}

/* Has the job, in any way, some of the licence or a claim on the limit? */
static bool wants_some(const struct world_job *job, uint32_t index, bool limit)
{
	for (uint32_t r = 0; r < (job->request ? job->wish_count : 1); r++) {
		struct world_job way = *job;

		if (job->request)
			way = sheet_way(job, r);
		if (limit ? world_claim(&way, index)
			  : world_licence(&way, index))
			return true;
	}
	return false;
}

static int64_t last_start(const struct world *world,
			  const struct world_job *job)
{
	return job->now_only ? world->now : ft_board_last_start(world->board);
}

extern void law_expect(struct world *world, uint32_t number)
{
	struct world_job *job = &world->job[number];
	struct filter filter = {.ahead = true, .self = number};
	struct sheet sheet;
	int64_t last = last_start(world, job);

	world->expected = -1;
	if (behind_its_like(world, number))
		return;
	sheet = sheet_make(world, &filter);
	world->expected = FT_NEVER;
	for (int64_t t = world->now;
	     (t <= last) && (world->expected == FT_NEVER); t++)
		if (sheet_job_may(world, job, &sheet, t))
			world->expected = t;
	if ((job->state == WORLD_PROMISED) && (job->start < world->expected))
		world->expected = job->start;
	sheet_free(world, &sheet);
}

static bool overlap(int64_t start, int64_t end, int64_t from, int64_t until)
{
	return (start < until) && (from < end);
}

/* Do both claim some of a limit that counts for ever? */
static bool spend_together(const struct world *world, const struct world_job *a,
			   const struct world_job *b)
{
	for (uint32_t l = 0; l < world->snapshot->limit_count; l++)
		if ((world->snapshot->limit[l].kind == FT_LIMIT_SPENT) &&
		    world_claim(a, l) && wants_some(b, l, true))
			return true;
	return false;
}

static bool share_something(const struct world *world,
			    const struct world_job *a, const uint32_t *node,
			    uint32_t node_count, const struct world_job *b)
{
	for (uint32_t i = 0; i < node_count; i++)
		if (world_uses(a, node[i]))
			return true;
	for (uint32_t l = 0; l < world->snapshot->licence_count; l++)
		if (world_licence(a, l) && wants_some(b, l, false))
			return true;
	for (uint32_t l = 0; l < world->snapshot->limit_count; l++)
		if (world_claim(a, l) && wants_some(b, l, true))
			return true;
	return false;
}

/* Does the other one not move it, though it may be ahead? */
static bool stands(const struct world *world, const struct world_job *old,
		   const struct world_job *other)
{
	return world_committed(world, old) && (old->tier >= other->tier);
}

/* Is the event that a run lasts longer, or a node comes late, and no longer
 * than a start may wait? */
static bool lasts_a_moment(const struct world *world)
{
	uint32_t number = world->event.number;

	if (world->event.kind == WORLD_NODE)
		return (world->available_from[number] != FT_NEVER) &&
		       (world->available_from[number] - world->now <=
			world->wait);
	return (world->event.kind == WORLD_EXTENDED) &&
	       (world->job[number].end - world->now <= world->wait);
}

/* Has it a claim on that limit, or on any (UINT32_MAX)? */
static bool claims_any(const struct world *world, const struct world_job *job,
		       uint32_t limit)
{
	for (uint32_t l = 0; l < world->snapshot->limit_count; l++)
		if (((l == limit) || (limit == UINT32_MAX)) &&
		    world_claim(job, l))
			return true;
	return false;
}

/* Is something that it has taken, or closed to it, by a closure? */
static bool shut_out(const struct world *world, const struct world_job *old)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	int64_t end = old->end + old->late; /* if it runs for its limit */

	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];

		if (!overlap(old->start, end, closure->start, closure->end))
			continue;
		for (uint32_t i = 0; i < closure->share_count; i++)
			if (world_uses(old, closure->share[i].node))
				return true;
		for (uint32_t i = 0; i < closure->licence_count; i++)
			if (world_licence(old, closure->licence[i].licence))
				return true;
	}
	for (uint32_t i = 0; i < old->node_count; i++)
		if (sheet_node_closed(world, old->request, old->node[i],
				      old->start, end))
			return true;
	return false;
}

/* Does the event's job, there from then on, need what the old one had? */
static bool meets(const struct world *world, const struct world_job *old,
		  const struct ft_board_placement *there, int64_t start,
		  int64_t end)
{
	const struct world_job *other = &world->job[world->event.number];

	return (overlap(old->start, old->end, start, end) &&
		share_something(world, old, there->node, there->node_count,
				other)) ||
	       spend_together(world, old, other);
}

/* Does the job of the event push it aside: a run, or one that came or rose? */
static bool pushed_aside(struct world *world, const struct world_job *old)
{
	const struct world_event *event = &world->event;
	const struct world_job *other = &world->job[event->number];
	struct ft_board_placement there =
		ft_board_placed(world->board, event->number);

	if ((event->kind == WORLD_EXTENDED) || (event->kind == WORLD_STARTED))
		return meets(world, old, &there, world->now, other->end);
	return ((event->kind == WORLD_CAME) || (event->kind == WORLD_RANKED)) &&
	       (old->key > other->over) && !stands(world, old, other) &&
	       (there.start != FT_NEVER) &&
	       meets(world, old, &there, there.start, there.end);
}

/* Has the event itself taken the place where the job was? */
static bool loses_place(struct world *world, uint32_t number)
{
	const struct world_job *old = &world->job[number];
	const struct world_event *event = &world->event;

	switch (event->kind) {
	case WORLD_TIME:
		return old->start < world->now;
	case WORLD_NODE:
		return world_uses(old, event->number) &&
		       (old->start < world->available_from[event->number]);
	case WORLD_LIMIT:
		return claims_any(world, old, event->number);
	case WORLD_CLOSURES:
		return shut_out(world, old);
	default:
		return (event->number == number) || pushed_aside(world, old);
	}
}

/* Does the other, there, move it: one that is overdue and starts now, or one
 * that a run that lasts a moment longer has moved, itself or by others?  That
 * one may find that it could start now, once the first has left. */
static bool goes_first(struct world *world, const struct world_job *old,
		       uint32_t number, const struct ft_board_placement *there)
{
	const struct world_job *other = &world->job[number];
	bool pushes = lasts_a_moment(world) && !there->late;

	if (there->cause == FT_CAUSE_NOW)
		return pushes && (other->fell || loses_place(world, number));
	if (there->cause != FT_CAUSE_LATE)
		return false;
	if (pushes)
		return true;
	return (there->start == world->now) && !stands(world, old, other);
}

/* Does a job ahead of it take its place, with that right? */
static bool held_up(struct world *world, const struct world_job *old)
{
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *other = &world->job[j];
		struct ft_board_placement there;

		if ((other->state != WORLD_PROMISED) ||
		    (other->key >= old->key))
			continue;
		there = ft_board_placed(world->board, j);
		if (goes_first(world, old, j, &there) &&
		    ((overlap(old->start, old->end, there.start, there.end) &&
		      share_something(world, old, there.node, there.node_count,
				      other)) ||
		     spend_together(world, old, other)))
			return true;
	}
	return false;
}

/* May what happened move the job from where it was?  Whatever did, one that
 * has waited for its nodes for long may take those of others. */
static bool has_cause(struct world *world, uint32_t number)
{
	return held_up(world, &world->job[number]) ||
	       loses_place(world, number);
}

static bool same_nodes(const struct world_job *old,
		       const struct ft_board_placement *fresh)
{
	for (uint32_t i = 0; i < fresh->node_count; i++)
		if (!world_uses(old, fresh->node[i]))
			return false;
	return old->node_count == fresh->node_count;
}

/* Sooner, since there is room, is a matter of its own; or others give way to
 * it, since it has waited for its nodes for long. */
static bool sooner(const struct world *world, const struct world_job *old,
		   const struct ft_board_placement *fresh)
{
	if (fresh->start != world->now)
		return false;
	return (fresh->cause == FT_CAUSE_NOW) ||
	       ((fresh->cause == FT_CAUSE_LATE) && old->late &&
		(fresh->start < old->start));
}

/* Has a run that lasts a moment longer moved it back? */
static void note_turn(struct world *world, uint32_t number,
		      const struct ft_board_placement *fresh,
		      struct law_report *report)
{
	const struct world_job *old = &world->job[number];
	int64_t since = old->start - old->late, most = old->end - since;

	if (report->turn_run != world->event.number)
		report->turn_count = 0;
	report->turn_run = world->event.number;
	if (!lasts_a_moment(world) || fresh->late ||
	    (fresh->start <= old->start) || !pushed_aside(world, old) ||
	    (report->turn_count == 16))
		return;
	report->turn[report->turn_count].number = number;
	report->turn[report->turn_count].since = since;
	report->turn[report->turn_count++].most =
		most < world->wait ? most : world->wait;
}

extern void law_watch(struct world *world, uint32_t number,
		      const struct ft_board_placement *fresh, void *context)
{
	struct law_report *report = context;
	const struct world_job *old = &world->job[number];

	if ((old->state != WORLD_PROMISED) ||
	    ((fresh->start == old->start) && same_nodes(old, fresh)))
		return;
	report->moves++;
	note_turn(world, number, fresh, report);
	if (lasts_a_moment(world) && (fresh->cause == FT_CAUSE_LATE) &&
	    (fresh->start < old->start - old->late))
		complain(report, "pushes on before its turn", old->id,
			 fresh->start);
	report->waits += fresh->late > 0;
	if (fresh->late && (fresh->end != old->end))
		complain(report, "waits in the way of others", old->id,
			 fresh->start);
	report->started += fresh->cause == FT_CAUSE_NOW;
	report->swaps += fresh->cause == FT_CAUSE_SWAP;
	report->mended += fresh->start == old->start;
	world->job[number].fell |= loses_place(world, number);
	if (sooner(world, old, fresh))
		return;
	if ((fresh->start == old->start) && (fresh->cause == FT_CAUSE_SWAP) &&
	    (world->event.kind >= WORLD_TIME))
		return;
	if (!has_cause(world, number))
		complain(report, "moved without a cause", old->id,
			 fresh->start);
}

/* Do jobs of several owners share it?  Squares of equal tags add up so. */
static bool mixed_owners(const struct edge *edge)
{
	const int64_t *worn = edge->amount + WORLD_MARK;

	return worn[0] * worn[2] != worn[1] * worn[1];
}

static bool sheet_overused(const struct world *world, const struct sheet *sheet,
			   struct law_report *report)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	uint32_t kinds = snapshot->resource_count;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		for (uint32_t i = 0; i < sheet->node[n].count; i++) {
			const struct edge *edge = &sheet->node[n].edge[i];
			bool over = edge->whole && (edge->users > 1);

			for (uint32_t k = 0; k < kinds; k++)
				over |= edge->amount[k] >
					snapshot->capacity[n * kinds + k];
			over |= !edge->whole && mixed_owners(edge);
			/* Runs that last longer may overuse it. */
			if (over && edge->promises)
				return complain(report, "node overused", n,
						edge->time);
		}
	for (uint32_t l = 0; l < snapshot->licence_count; l++)
		for (uint32_t i = 0; i < sheet->licence[l].count; i++)
			if (sheet->licence[l].edge[i].amount[0] >
			    snapshot->licence_total[l])
				return complain(report, "licence overused", l,
						sheet->licence[l].edge[i].time);
	return true;
}

static bool limits_exceeded(const struct world *world,
			    const struct sheet *sheet,
			    struct law_report *report)
{
	const struct ft_snapshot *snapshot = world->snapshot;

	for (uint32_t l = 0; l < snapshot->limit_count; l++)
		for (uint32_t i = 0; i < sheet->limit[l].count; i++) {
			const struct edge *edge = &sheet->limit[l].edge[i];
			int64_t time = edge->time;

			/* Of a step in which now lies the past is over. */
			time = time > world->now ? time : world->now;
			if ((i + 1 < sheet->limit[l].count) &&
			    (edge[1].time <= time))
				continue;
			if ((time != FT_NEVER) && edge->promises &&
			    (edge->amount[0] + edge->amount[1] * time >
			     snapshot->limit[l].total))
				return complain(report, "limit exceeded", l,
						time);
		}
	return true;
}

/* As many tasks as it wants, on as many nodes? */
static void check_tasks(const struct world_job *job, struct law_report *report)
{
	const struct ft_request *request = job->request;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < job->node_count; i++) {
		uint32_t tasks = job->tasks[i];

		if ((tasks < request->min_tasks_node) ||
		    (tasks > request->max_tasks_node) ||
		    (!request->tasks && (tasks != request->min_tasks_node)))
			complain(report, "tasks of a node", job->id, tasks);
		sum += tasks;
	}
	for (uint32_t i = 1; i < job->node_count; i++)
		if (job->tasks[i] != job->tasks[0]) {
			report->spread++;
			break;
		}
	if (request->tasks && (sum != request->tasks))
		complain(report, "number of tasks", job->id, (int64_t) sum);
	report->ways += job->request != job->wish;
	if ((job->node_count < request->min_nodes) ||
	    (job->node_count >
	     (request->tasks ? request->max_nodes : request->min_nodes)))
		complain(report, "number of nodes", job->id, job->node_count);
}

/* Are its nodes on leaf switches as it wants them? */
static void check_leaves(const struct world *world, const struct world_job *job,
			 struct law_report *report)
{
	uint32_t tasks[world->snapshot->node_count + 1];

	memset(tasks, 0, sizeof(tasks));
	for (uint32_t i = 0; i < job->node_count; i++)
		tasks[job->node[i]] = job->tasks[i];
	report->leaves += job->request->leaves || job->request->bundle;
	if (!leaf_right(world->snapshot, job->request, tasks))
		complain(report, "on other leaf switches", job->id, job->start);
}

/* Nodes, times and closures of one promise.  Of licences there is no more to
 * say than that they are not overused: jobs of a reservation may use, later,
 * what was set aside for them when this one was placed. */
static void check_place(const struct world *world, const struct sheet *sheet,
			const struct world_job *job, struct law_report *report)
{
	const struct ft_request *request = job->request;

	if ((job->start < world->now) ||
	    (job->start > last_start(world, job)) ||
	    (job->end != job->start + request->duration - job->late) ||
	    (job->late < 0) || (job->late > world->wait) ||
	    !sheet_times_may(job, job->start))
		complain(report, "start out of bounds", job->id, job->start);
	check_tasks(job, report);
	check_leaves(world, job, report);
	for (uint32_t n = 0; n < world->snapshot->node_count; n++)
		if (request->required &&
		    ft_node_set_has(request->required, n) &&
		    !world_uses(job, n))
			complain(report, "lacks a named node", job->id, n);
	for (uint32_t i = 0; i < job->node_count; i++) {
		for (uint32_t k = 0; k < i; k++)
			if (job->node[k] == job->node[i])
				complain(report, "a node twice", job->id,
					 job->start);
		if (!sheet_node_may(world, job, &sheet->node[job->node[i]],
				    job->node[i], job->tasks[i], job->start,
				    true))
			complain(report, "a node that it may not have", job->id,
				 job->start);
	}
}

/* For the request: how many of its tasks nodes can take from now on; owner's
 * are counted for each job. */
struct fits {
	const struct ft_request *request;
	uint32_t *tasks;
};

static struct fits *find_fits(const struct world *world,
			      const struct sheet *sheet,
			      const struct world_job *job, struct fits *fits,
			      uint32_t *count)
{
	struct fits *at = fits;

	while ((at < fits + *count) && (at->request != job->request))
		at++;
	if (at < fits + *count)
		return at;
	++*count;
	*at = (struct fits){
		job->request,
		calloc(world->snapshot->node_count + 1, sizeof(*at->tasks))};
	if (!at->tasks)
		abort();
	for (uint32_t n = 0; n < world->snapshot->node_count; n++)
		at->tasks[n] = sheet_node_tasks(world, job, &sheet->node[n], n,
						world->now, false);
	return at;
}

static void check_way(const struct world *world, const struct sheet *sheet,
		      const struct world_job *job, struct fits *fits,
		      struct law_report *report)
{
	bool own = job->state == WORLD_PROMISED;
	uint32_t count = world->snapshot->node_count, tasks[count + 1];

	if (!sheet_times_may(job, world->now))
		return;
	memcpy(tasks, fits->tasks, count * sizeof(*tasks));
	for (uint32_t i = 0; own && (i < job->node_count); i++)
		tasks[job->node[i]] =
			sheet_node_tasks(world, job, &sheet->node[job->node[i]],
					 job->node[i], world->now, true);
	if (sheet_enough(world, job->request, tasks) &&
	    sheet_licences_may(world, job, sheet, world->now, own) &&
	    sheet_limits_may(world, job, sheet, world->now, own))
		complain(report, "could start now", job->id, job->start);
}

static uint32_t count_wishes(const struct world *world)
{
	uint32_t count = 0;

	for (uint32_t j = 0; j < world->job_count; j++)
		count += world->job[j].wish_count;
	return count;
}

/* By each of its requests. */
static void check_now(const struct world *world, const struct sheet *sheet,
		      const struct world_job *job, struct fits *fits,
		      uint32_t *count, struct law_report *report)
{
	for (uint32_t r = 0; r < job->wish_count; r++) {
		const struct world_job way = sheet_way(job, r);

		check_way(world, sheet, &way,
			  find_fits(world, sheet, &way, fits, count), report);
	}
}

/* Those have no start that is far behind theirs where they could have an
 * earlier one if jobs behind them were not there; but what jobs left that start
 * sooner was free too late. */
static void check_turns(const struct world *world, struct law_report *report)
{
	while (report->turn_count) {
		uint32_t i = --report->turn_count;
		uint32_t number = report->turn[i].number;
		const struct world_job *job = &world->job[number];
		int64_t first = report->turn[i].since;
		struct filter filter = {
			.turn = true, .self = number, .since = first};
		struct sheet sheet = sheet_make(world, &filter);
		int64_t last = last_start(world, job);

		if (first < world->now)
			first = world->now;
		if (last >= job->start)
			last = job->start - 1;
		if ((job->start != FT_NEVER) &&
		    (job->start - report->turn[i].since <=
		     report->turn[i].most))
			last = world->now - 1;
		if (report->started > report->started_before)
			last = world->now - 1;
		report->turns += last >= first;
		for (int64_t t = first; t <= last; t++)
			if (!behind_its_like(world, number) &&
			    sheet_job_may(world, job, &sheet, t))
				complain(report, "lost its turn", job->id, t);
		sheet_free(world, &sheet);
	}
}

extern void law_check(struct world *world, struct law_report *report)
{
	struct filter filter = {.self = UINT32_MAX};
	struct sheet sheet = sheet_make(world, &filter);
	struct fits *fits = calloc(count_wishes(world) + 1, sizeof(*fits));
	uint32_t count = 0;

	if (!fits)
		abort();
	report->checks++;
	check_turns(world, report);
	sheet_overused(world, &sheet, report);
	limits_exceeded(world, &sheet, report);
	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		world->job[j].fell = false;
		if (job->state == WORLD_PROMISED)
			check_place(world, &sheet, job, report);
		if ((job->state == WORLD_WAITING) ||
		    ((job->state == WORLD_PROMISED) &&
		     (job->start > world->now)))
			check_now(world, &sheet, job, fits, &count, report);
	}
	if (world->expected >= 0) {
		const struct world_job *job = &world->job[world->event.number];

		report->expectations++;
		/* Sooner where others moved to now, and left a place. */
		if ((job->start > world->expected) ||
		    ((job->start < world->expected) &&
		     (report->moves == report->moves_before)))
			complain(report, "not the earliest start", job->id,
				 world->expected);
	}
	report->moves_before = report->moves;
	report->started_before = report->started;
	while (count)
		free(fits[--count].tasks);
	free(fits);
	sheet_free(world, &sheet);
}

extern void law_check_waiting(struct world *world, struct law_report *report)
{
	struct filter filter = {.self = UINT32_MAX};
	struct sheet sheet = sheet_make(world, &filter);

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];
		int64_t last = last_start(world, job);

		for (int64_t t = world->now;
		     (job->state == WORLD_WAITING) && (t <= last); t++)
			if (sheet_job_may(world, job, &sheet, t)) {
				complain(report, "waits without a promise",
					 job->id, t);
				break;
			}
	}
	sheet_free(world, &sheet);
}
