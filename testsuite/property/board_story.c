/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See board_story.h.
 */
#include "board_story.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

enum {
	KINDS = WORLD_MARK + FT_MARK_SIZE,
	REQUESTS = 9,
	BEGIN = 1000,
	WINDOW = 60,
	SHIFT = 2,
	CLOSURES = 12
};

struct story {
	uint64_t state;
	struct world world;
	struct ft_request *request; /* REQUESTS */
	uint32_t next_id;
	uint64_t overrule; /* keys that must lie between */
	uint64_t higher;   /* jobs of keys up to that are of a higher tier */
	bool wants;	   /* some requests want more than they take */
	bool owners;	   /* nodes are shared by jobs of one owner only */
	bool leaves;	   /* some requests are bound to leaf switches */
};

static uint32_t below(struct story *story, uint32_t count)
{
	return (uint32_t) (random_next(&story->state) % count);
}

static void *room(struct ft_snapshot *snapshot, size_t size)
{
	void *memory = ft_snapshot_alloc(snapshot, size);

	if (!memory)
		abort();
	return memory;
}

static struct ft_node_set *some_nodes(struct story *story,
				      struct ft_snapshot *snapshot)
{
	struct ft_node_set *set = ft_snapshot_set(snapshot);

	if (!set)
		abort();
	if (!below(story, 3)) {
		ft_node_set_fill(set);
		return set;
	}
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (below(story, 3))
			ft_node_set_add(set, n);
	return set;
}

static struct ft_licence *some_licence(struct story *story,
				       struct ft_snapshot *snapshot)
{
	struct ft_licence *licence = room(snapshot, sizeof(*licence));

	licence->licence = below(story, snapshot->licence_count);
	licence->count = 1 + below(story, 2);
	return licence;
}

/* On some of the limits, of a run or of jobs. */
static struct ft_claim *draw_claims(struct story *story,
				    struct ft_snapshot *snapshot,
				    uint32_t *ret_count)
{
	struct ft_claim *claim =
		room(snapshot, (snapshot->limit_count + 1) * sizeof(*claim));

	*ret_count = 0;
	for (uint32_t l = 0; l < snapshot->limit_count; l++)
		if (!below(story, 2))
			claim[(*ret_count)++] =
				(struct ft_claim){l, 1 + below(story, 2)};
	return claim;
}

static int64_t some_total(struct story *story, enum ft_limit_kind kind)
{
	static const uint32_t most[] = {4, 60, 12};

	return 1 + below(story, most[kind]);
}

static void draw_limits(struct story *story, struct ft_snapshot *snapshot)
{
	if (below(story, 2))
		return;
	for (uint32_t l = 1 + below(story, 3); l; l--) {
		struct ft_limit *limit = ft_snapshot_add_limit(snapshot);

		if (!limit)
			abort();
		limit->kind = (enum ft_limit_kind) below(story, 3);
		limit->total = some_total(story, limit->kind);
		limit->name = below(story, 2) ? 0 : l;
	}
}

/* Tasks that may be spread in several ways, or on one node only. */
static void spread_tasks(struct story *story, struct ft_snapshot *snapshot,
			 struct ft_request *request)
{
	int64_t *amount = room(snapshot, KINDS * sizeof(*amount));

	request->tasks = 1 + below(story, 7);
	request->min_tasks_node = below(story, 4) ? 1 : 2;
	request->max_nodes = request->min_nodes + below(story, 5);
	if (!below(story, 3))
		request->max_tasks_node = 2 + below(story, 3);
	if (request->cpus_per_task || !below(story, 4))
		return;
	amount[FT_CORES] = 1;
	amount[FT_MEMORY] = below(story, 2);
	request->per_task = amount;
}

/* More than it takes when it starts. */
static void want_more(struct story *story, struct ft_snapshot *snapshot,
		      struct ft_request *request)
{
	int64_t *node = room(snapshot, KINDS * sizeof(*node));
	int64_t *task = room(snapshot, KINDS * sizeof(*task));

	node[FT_CORES] = below(story, 4);
	node[FT_MEMORY] = below(story, 6);
	task[FT_MEMORY] = below(story, 3);
	request->want_node = node;
	if (below(story, 2))
		request->want_task = task;
}

/* Nodes are for one of three owners at a time. */
static void mark_owner(struct story *story, struct ft_snapshot *snapshot,
		       struct ft_request *request, int64_t *amount)
{
	struct ft_mark *mark = room(snapshot, sizeof(*mark));
	uint32_t tag = 1 + below(story, 3);

	*mark = (struct ft_mark){WORLD_MARK, tag};
	request->mark = mark;
	request->mark_count = 1;
	amount[WORLD_MARK] = 1;
	amount[WORLD_MARK + 1] = tag;
	amount[WORLD_MARK + 2] = tag * tag;
}

static void fill_request(struct story *story, struct ft_snapshot *snapshot,
			 struct ft_request *request)
{
	int64_t *amount = room(snapshot, KINDS * sizeof(*amount));
	uint32_t *closure = room(snapshot, sizeof(*closure));

	request->duration = 1 + below(story, below(story, 2) ? 6 : 20);
	request->min_nodes = request->max_nodes =
		1 + below(story, below(story, 2) ? 1 : 3);
	request->min_tasks_node = 1 + below(story, 2);
	request->max_tasks_node = UINT32_MAX;
	request->end_by = FT_NEVER;
	request->eligible = some_nodes(story, snapshot);
	if (!below(story, 6)) {
		request->licence = some_licence(story, snapshot);
		request->licence_count = 1;
	}
	if (snapshot->closure_count && !below(story, 5)) {
		*closure = below(story, snapshot->closure_count);
		request->closure = closure;
		request->closure_count = 1;
	}
	request->claim = draw_claims(story, snapshot, &request->claim_count);
	request->exclusive = !below(story, 3);
	if (!request->exclusive && below(story, 2))
		request->cpus_per_task = 1 + below(story, 2);
	if (below(story, 2))
		spread_tasks(story, snapshot, request);
	request->place = (uint32_t) request->duration % (FT_PLACE_BUSY + 1);
	if (request->exclusive)
		return;
	if (!request->cpus_per_task)
		amount[FT_CORES] = 1 + below(story, 4);
	amount[FT_MEMORY] = below(story, 4);
	amount[FT_FIRST_GRES] = below(story, 4) ? 0 : 1;
	request->per_node = amount;
	if (story->wants && below(story, 2))
		want_more(story, snapshot, request);
	if (story->owners)
		mark_owner(story, snapshot, request, amount);
}

/* All on few leaf switches, or so many nodes of each. */
static void bind_leaves(struct story *story, struct ft_request *request)
{
	uint32_t kind = below(story, 4);

	request->leaf_level = below(story, 2);
	if (kind < 2)
		request->leaves = request->tasks ? 1 : 1 + below(story, 3);
	if (!kind || kind == 3 || request->tasks || request->required)
		return;
	request->bundle = request->min_nodes % 2 ? 1 : 1 + below(story, 2);
	if (request->min_nodes == 3 && below(story, 2))
		request->bundle = 3;
	request->bundle_level = below(story, request->leaf_level + 1);
	request->bundle_apart = below(story, 2);
	if (request->leaves)
		request->leaves = 1;
}

/* All nodes that it may have, by name. */
static void name_nodes(struct story *story, struct ft_snapshot *snapshot,
		       struct ft_request *request)
{
	struct ft_node_set *named = ft_snapshot_set(snapshot);
	uint32_t count = 0;

	if (!named)
		abort();
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if ((count < 3) && below(story, 2) &&
		    ft_node_set_has(request->eligible, n)) {
			ft_node_set_add(named, n);
			count++;
		}
	if (!count)
		return;
	request->required = named;
	request->max_nodes = count;
	request->min_nodes = request->tasks ? 1 + below(story, count) : count;
	if (request->tasks &&
	    (request->tasks < count * request->min_tasks_node))
		request->tasks = count * request->min_tasks_node;
}

static uint32_t tier_of(const struct story *story, uint64_t key)
{
	return 1 + (key <= story->higher);
}

static uint64_t over_of(const struct story *story, uint64_t key)
{
	uint64_t over = key + story->overrule;

	return (key <= story->higher) && (over > story->higher) ? story->higher
								: over;
}

static void make_nodes(struct story *story, struct ft_snapshot *snapshot)
{
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t *have = snapshot->capacity + (size_t) n * KINDS;

		snapshot->node[n].threads = 1 + below(story, 2);
		snapshot->node[n].weight = below(story, 2);
		if (story->leaves)
			snapshot->node[n].leaf = below(story, 5);
		have[FT_CORES] = 1 + below(story, 4);
		have[FT_MEMORY] = 2 + below(story, 6);
		have[FT_FIRST_GRES] = below(story, 3);
		for (uint32_t k = 0; k < FT_MARK_SIZE; k++)
			have[WORLD_MARK + k] = 1000;
		if (!below(story, 12))
			snapshot->node[n].available_from =
				below(story, 2) ? FT_NEVER
						: BEGIN + below(story, 20);
	}
	for (uint32_t l = 0; l < snapshot->licence_count; l++)
		snapshot->licence_total[l] = 1 + below(story, 3);
}

/* Draws what the closure says. */
static void draw_closure(struct story *story, struct ft_snapshot *snapshot,
			 struct ft_closure *closure)
{
	int64_t *amount = room(snapshot, KINDS * sizeof(*amount));

	*closure = (struct ft_closure){0};
	closure->start = snapshot->now + below(story, 40) - 5;
	closure->end = closure->start + 1 + below(story, 15);
	if (below(story, 2))
		closure->nodes = some_nodes(story, snapshot);
	if (!below(story, 3)) {
		closure->licence = some_licence(story, snapshot);
		closure->licence->count = 1;
		closure->licence_count = 1;
	}
	if (below(story, 4))
		return;
	amount[FT_CORES] = 1;
	closure->share = room(snapshot, sizeof(*closure->share));
	closure->share_count = 1;
	closure->share->node = below(story, snapshot->node_count);
	closure->share->amount = amount;
}

/* Nothing else closes just then: two that say the same are one to the board,
 * and a caller that adds or removes one tells again what enters the other. */
static void fill_closure(struct story *story, struct ft_snapshot *snapshot,
			 struct ft_closure *closure)
{
	bool other = false;

	while (!other) {
		draw_closure(story, snapshot, closure);
		other = true;
		for (uint32_t c = 0; c < snapshot->closure_count; c++) {
			const struct ft_closure *one = &snapshot->closure[c];

			other &= (one == closure) ||
				 (one->start != closure->start) ||
				 (one->end != closure->end);
		}
	}
}

static void make_closures(struct story *story, struct ft_snapshot *snapshot)
{
	for (uint32_t c = below(story, 3); c; c--)
		fill_closure(story, snapshot,
			     ft_snapshot_add_closure(snapshot));
}

/* Runs on nodes that have nothing else. */
static void make_runs(struct story *story, struct ft_snapshot *snapshot)
{
	for (uint32_t n = 0; n < snapshot->node_count; n++) {
		int64_t *amount = room(snapshot, KINDS * sizeof(*amount));
		bool taken = false;
		struct ft_run *run;

		for (uint32_t c = 0; c < snapshot->closure_count; c++)
			taken |= snapshot->closure[c].share_count &&
				 (snapshot->closure[c].share->node == n);
		if (taken || below(story, 2) ||
		    (snapshot->node[n].available_from > snapshot->now))
			continue;
		run = ft_snapshot_add_run(snapshot);
		run->job_id = 1 + n;
		run->end = BEGIN + 1 + below(story, 25);
		run->share = room(snapshot, sizeof(*run->share));
		run->share_count = 1;
		run->share->node = n;
		amount[FT_CORES] = 1;
		if (below(story, 2))
			run->share->amount = amount;
		run->claim = draw_claims(story, snapshot, &run->claim_count);
	}
}

static uint64_t any_key(struct story *story)
{
	return 1 + (random_next(&story->state) % (UINT64_C(12) << 20));
}

/* How many requests a job has. */
static uint32_t some_ways(struct story *story)
{
	return below(story, 3) ? 1 : 2 + below(story, 2);
}

static struct ft_request *any_ways(struct story *story, uint32_t count)
{
	return &story->request[below(story, REQUESTS + 1 - count)];
}

static void story_begin(struct story *story)
{
	struct ft_snapshot *snapshot =
		ft_snapshot_new(1 + below(story, 6), KINDS, 1);
	struct ft_board_setup setup = {.window = WINDOW, .shift = SHIFT};

	if (!snapshot)
		abort();
	snapshot->now = BEGIN;
	if (below(story, 2))
		snapshot->policy.commit = below(story, 15);
	if (!below(story, 3))
		snapshot->policy.patience = 5 + below(story, 40);
	if (below(story, 3)) {
		setup.wait = 1 + below(story, 12);
		setup.grace = below(story, 6);
	}
	make_nodes(story, snapshot);
	make_closures(story, snapshot);
	draw_limits(story, snapshot);
	make_runs(story, snapshot);
	story->request = room(snapshot, REQUESTS * sizeof(*story->request));
	for (uint32_t r = 0; r < REQUESTS; r++) {
		fill_request(story, snapshot, &story->request[r]);
		if (!below(story, 6))
			name_nodes(story, snapshot, &story->request[r]);
		if (story->leaves)
			bind_leaves(story, &story->request[r]);
	}
	if (!below(story, 3))
		story->higher = any_key(story);
	for (uint32_t j = below(story, 12); j; j--) {
		struct ft_job *job = ft_snapshot_add_job(snapshot);

		job->job_id = story->next_id++;
		job->tier =
			tier_of(story, (uint64_t) snapshot->job_count << 20);
		job->reserve = below(story, 5);
		job->queued = BEGIN - below(story, 10);
		job->request_count = some_ways(story);
		job->request = any_ways(story, job->request_count);
		job->tentative = !below(story, 8);
	}
	if (!below(story, 4))
		story->overrule = below(story, 3) << 20;
	world_init(&story->world, snapshot, &setup);
	/* A board that stops now and then, and goes on. */
	if (!below(story, 4))
		story->world.work = 1 + below(story, 60);
}

/* Any that is in that state; UINT32_MAX if there is none. */
static uint32_t any_job(struct story *story, bool running)
{
	const struct world *world = &story->world;
	uint32_t first = world->job_count ? below(story, world->job_count) : 0;

	for (uint32_t i = 0; i < world->job_count; i++) {
		uint32_t j = (first + i) % world->job_count;
		const struct world_job *job = &world->job[j];

		if (running ? (job->state == WORLD_RUNNING) &&
				      (job->start <= world->now)
			    : (job->state == WORLD_WAITING) ||
				      (job->state == WORLD_PROMISED))
			return j;
	}
	return UINT32_MAX;
}

static struct ft_board_job any_request(struct story *story)
{
	struct ft_snapshot *snapshot = story->world.snapshot;
	struct ft_board_job job = {
		.id = story->next_id++,
		.key = any_key(story),
		.request_count = some_ways(story),
		.queued = story->world.now - below(story, 6),
		.tentative = !below(story, 8),
		.now_only = !below(story, 5),
	};

	job.tier = tier_of(story, job.key);
	job.over = over_of(story, job.key);
	job.request = any_ways(story, job.request_count);
	if (!below(story, 4)) {
		struct ft_request *request =
			room(snapshot, job.request_count * sizeof(*request));

		memcpy(request, job.request,
		       job.request_count * sizeof(*request));
		if (snapshot->closure_count && !below(story, 2)) {
			uint32_t *closure = room(snapshot, sizeof(*closure));

			*closure = below(story, snapshot->closure_count);
			request->closure = closure;
			request->closure_count = 1;
		}
		if (below(story, 2))
			request->not_before =
				story->world.now + below(story, 20);
		else
			request->end_by = story->world.now + below(story, 60);
		for (uint32_t r = 1; r < job.request_count; r++) {
			request[r].not_before = request->not_before;
			request[r].end_by = request->end_by;
		}
		job.request = request;
	}
	return job;
}

static bool judge(struct story *story, struct law_report *report,
		  const char *what)
{
	world_settle(&story->world);
	law_check(&story->world, report);
	law_check_waiting(&story->world, report);
	story->world.expected = -1;
	if (report->broken) {
		size_t used = strlen(report->why);

		snprintf(report->why + used, sizeof(report->why) - used,
			 ", after %s at %" PRId64, what, story->world.now);
	}
	return !report->broken;
}

/* Each due job starts, one after the other. */
static bool start_due(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		if ((job->state != WORLD_PROMISED) || (job->start > world->now))
			continue;
		if (!below(story, 10))
			continue;
		world_started(world, j);
		if (!below(story, 3) && !judge(story, report, "a start"))
			return false;
	}
	return judge(story, report, "starts");
}

/* Runs that are over end, or last longer. */
static bool end_due(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;

	for (uint32_t j = 0; j < world->job_count; j++) {
		const struct world_job *job = &world->job[j];

		if ((job->state != WORLD_RUNNING) || (job->end > world->now))
			continue;
		if (below(story, 8) || !job->request) {
			world_gone(world, j);
			continue;
		}
		world_extended(world, j, world->now + 1 + below(story, 5));
		world_settle(world);
	}
	return judge(story, report, "ends");
}

static bool pass_time(struct story *story, struct law_report *report)
{
	world_time(&story->world,
		   story->world.now + 1 +
			   (below(story, 4) ? 0 : below(story, 6)));
	/* Overdue runs stand against nothing until they are known to last. */
	world_settle(&story->world);
	return end_due(story, report) && start_due(story, report);
}

static bool fail_node(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;
	uint32_t node = below(story, world->snapshot->node_count);
	int64_t from =
		below(story, 2) ? FT_NEVER : world->now + below(story, 20);

	if (world->available_from[node] > world->now) {
		world_node(world, node, world->now);
		return judge(story, report, "a node's return");
	}
	for (uint32_t j = 0; j < world->job_count; j++)
		if ((world->job[j].state == WORLD_RUNNING) &&
		    (world->job[j].start <= world->now) &&
		    world->job[j].request && world_uses(&world->job[j], node))
			world_gone(world, j);
	if (!judge(story, report, "a failed node's runs"))
		return false;
	world_node(world, node, from);
	return judge(story, report, "a failed node");
}

static bool change_job(struct story *story, struct law_report *report)
{
	uint32_t number = any_job(story, false);
	struct ft_board_job job;

	if (number == UINT32_MAX)
		return true;
	job = any_request(story);
	if (below(story, 2)) {
		/* What law_expect sees is the job as it will be. */
		world_changed(&story->world, number, &job);
		law_expect(&story->world, number);
		return judge(story, report, "a changed request");
	}
	world_tier(&story->world, number, job.tier);
	world_ranked(&story->world, number, job.key, job.over);
	return judge(story, report, "another rank");
}

static bool change_limit(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;
	struct ft_snapshot *snapshot = world->snapshot;
	uint32_t l, number = any_job(story, true), count;
	struct ft_claim *claim;

	if (!snapshot->limit_count)
		return true;
	if (below(story, 2)) {
		l = below(story, snapshot->limit_count);
		world_limit(world, l,
			    some_total(story, snapshot->limit[l].kind));
		return judge(story, report, "another limit");
	}
	if (number == UINT32_MAX)
		return true;
	claim = draw_claims(story, snapshot, &count);
	world_claims(world, number, claim, count);
	return judge(story, report, "other claims of a run");
}

/* One more, or one less (it then closes nothing).  Not both at once: they are
 * known by what they say. */
static bool change_closures(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;
	struct ft_snapshot *snapshot = world->snapshot;
	uint32_t count = snapshot->closure_count;

	snapshot->now = world->now;
	if (!count || ((count < CLOSURES) && below(story, 2)))
		fill_closure(story, snapshot,
			     ft_snapshot_add_closure(snapshot));
	else
		snapshot->closure[below(story, count)] = (struct ft_closure){0};
	world_closures(world);
	return judge(story, report, "other closures");
}

static bool happen(struct story *story, struct law_report *report)
{
	struct world *world = &story->world;
	struct ft_board_job job;
	uint32_t number;

	switch (below(story, 14)) {
	case 0 ... 4:
		return pass_time(story, report);
	case 5 ... 7:
		job = any_request(story);
		number = world_came(world, &job);
		law_expect(world, number);
		return judge(story, report, "an arrival");
	case 8:
		return change_job(story, report);
	case 9:
		number = any_job(story, true);
		if ((number != UINT32_MAX) && world->job[number].request)
			world_gone(world, number);
		return judge(story, report, "an early end");
	case 12:
		return change_closures(story, report);
	case 11:
		return change_limit(story, report);
	case 10:
		number = any_job(story, false);
		if (number != UINT32_MAX)
			world_gone(world, number);
		return judge(story, report, "a cancelled job");
	default:
		return fail_node(story, report);
	}
}

extern bool board_story(uint64_t seed, uint32_t events,
			struct law_report *report)
{
	struct story story = {.state = seed ^ UINT64_C(0x2545f4914f6cdd1d),
			      .wants = seed % 3 == 1,
			      .owners = seed % 5 == 2,
			      .leaves = seed % 4 == 3,
			      .next_id = 100};
	bool fine;

	story_begin(&story);
	story.world.watch = law_watch;
	story.world.context = report;
	fine = judge(&story, report, "the beginning");
	for (uint32_t e = 0; fine && (e < events); e++)
		fine = happen(&story, report);
	world_fini(&story.world);
	return fine;
}
