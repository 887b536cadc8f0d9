/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See world.h.
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int rc)
{
	if (!rc)
		return;
	fprintf(stderr, "world: the board says %d\n", rc);
	abort();
}

static struct world_job *slot(struct world *world, uint32_t number)
{
	uint32_t room = world->job_room;

	while (number >= room)
		room = room ? 2 * room : 256;
	if (room != world->job_room) {
		world->job = realloc(world->job, room * sizeof(*world->job));
		if (!world->job)
			abort();
		memset(world->job + world->job_room, 0,
		       (room - world->job_room) * sizeof(*world->job));
		world->job_room = room;
	}
	if (number >= world->job_count)
		world->job_count = number + 1;
	return &world->job[number];
}

static void add_run(struct world *world, uint32_t number,
		    const struct ft_run *run, int64_t start)
{
	struct world_job *job = slot(world, number);

	*job = (struct world_job){.state = WORLD_RUNNING,
				  .id = run->job_id,
				  .run = run,
				  .claim = run->claim,
				  .claim_count = run->claim_count,
				  .start = start,
				  .end = run->end,
				  .node_count = run->share_count};
	job->node = calloc(run->share_count + 1, sizeof(*job->node));
	if (!job->node)
		abort();
	for (uint32_t i = 0; i < run->share_count; i++)
		job->node[i] = run->share[i].node;
}

extern void world_init(struct world *world, struct ft_snapshot *snapshot,
		       const struct ft_board_setup *setup)
{
	uint64_t step = setup->key_step ? setup->key_step : 1 << 20;
	struct ft_err err;
	int rc;

	*world = (struct world){.snapshot = snapshot,
				.now = snapshot->now,
				.wait = setup->wait,
				.work = UINT64_MAX / 4,
				.expected = -1};
	world->available_from =
		calloc(snapshot->node_count + 1, sizeof(int64_t));
	if (!world->available_from)
		abort();
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		world->available_from[n] = snapshot->node[n].available_from;
	rc = ft_board_new(snapshot, setup, &world->board, &err);
	if (rc)
		fprintf(stderr, "world: %s\n", err.text);
	check(rc);
	for (uint32_t j = 0; j < snapshot->job_count; j++)
		*slot(world, j) = (struct world_job){
			.state = WORLD_WAITING,
			.id = snapshot->job[j].job_id,
			.request = snapshot->job[j].request,
			.held = snapshot->job[j].request,
			.wish = snapshot->job[j].request,
			.wish_count = snapshot->job[j].request_count,
			.key = (j + 1) * step,
			.over = (j + 1) * step,
			.tier = snapshot->job[j].tier,
			.queued = snapshot->job[j].queued,
			.tentative = snapshot->job[j].tentative,
			.now_only = !snapshot->job[j].reserve,
			.start = FT_NEVER,
			.end = FT_NEVER,
		};
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		add_run(world, snapshot->job_count + r, &snapshot->run[r],
			world->now);
}

extern void world_fini(struct world *world)
{
	for (uint32_t i = 0; i < world->job_count; i++) {
		free(world->job[i].node);
		free(world->job[i].tasks);
	}
	free(world->job);
	free(world->available_from);
	ft_board_free(world->board);
	ft_snapshot_free(world->snapshot);
}

extern void world_time(struct world *world, int64_t now)
{
	world->event = (struct world_event){WORLD_TIME, 0};
	world->now = now;
	check(ft_board_time(world->board, now));
}

static void set_job(struct world_job *to, const struct ft_board_job *job)
{
	to->state = WORLD_WAITING;
	to->id = job->id;
	to->request = to->held = to->wish = job->request;
	to->wish_count = job->request_count ? job->request_count : 1;
	to->run = NULL;
	to->claim = NULL;
	to->claim_count = 0;
	to->key = job->key;
	to->over = job->over;
	to->tier = job->tier;
	to->queued = job->queued;
	to->tentative = job->tentative;
	to->now_only = job->now_only;
	to->start = to->end = FT_NEVER;
	to->late = 0;
	to->node_count = 0;
}

extern uint32_t world_came(struct world *world, const struct ft_board_job *job)
{
	uint32_t number;

	check(ft_board_came(world->board, job, &number));
	world->event = (struct world_event){WORLD_CAME, number};
	set_job(slot(world, number), job);
	return number;
}

extern void world_changed(struct world *world, uint32_t number,
			  const struct ft_board_job *job)
{
	check(ft_board_changed(world->board, number, job));
	world->event = (struct world_event){WORLD_CAME, number};
	set_job(&world->job[number], job);
}

extern void world_ranked(struct world *world, uint32_t number, uint64_t key,
			 uint64_t over)
{
	check(ft_board_ranked(world->board, number, key, over));
	world->event = (struct world_event){WORLD_RANKED, number};
	world->job[number].key = key;
	world->job[number].over = over;
}

extern void world_tier(struct world *world, uint32_t number, uint32_t tier)
{
	check(ft_board_tier(world->board, number, tier));
	world->job[number].tier = tier;
}

extern void world_gone(struct world *world, uint32_t number)
{
	check(ft_board_gone(world->board, number));
	world->event = (struct world_event){WORLD_GONE, number};
	free(world->job[number].node);
	free(world->job[number].tasks);
	world->job[number] = (struct world_job){0};
}

extern void world_started(struct world *world, uint32_t number)
{
	check(ft_board_started(world->board, number));
	world->event = (struct world_event){WORLD_STARTED, number};
	world->job[number].state = WORLD_RUNNING;
	world->job[number].key = 0;
}

extern void world_extended(struct world *world, uint32_t number, int64_t end)
{
	check(ft_board_run_ends(world->board, number, end));
	world->event = (struct world_event){WORLD_EXTENDED, number};
	world->job[number].end = end;
}

extern void world_node(struct world *world, uint32_t node,
		       int64_t available_from)
{
	check(ft_board_node(world->board, node, available_from));
	world->event = (struct world_event){WORLD_NODE, node};
	world->available_from[node] = available_from;
}

extern void world_limit(struct world *world, uint32_t limit, int64_t total)
{
	struct ft_snapshot *snapshot = world->snapshot;

	snapshot->limit[limit].total = total;
	check(ft_board_limits(world->board, snapshot->limit,
			      snapshot->limit_count));
	world->event = (struct world_event){WORLD_LIMIT, limit};
}

extern void world_closures(struct world *world)
{
	const struct ft_snapshot *snapshot = world->snapshot;

	check(ft_board_closures(world->board, snapshot->closure,
				snapshot->closure_count));
	world->event = (struct world_event){WORLD_CLOSURES, 0};
}

extern void world_claims(struct world *world, uint32_t number,
			 const struct ft_claim *claim, uint32_t count)
{
	check(ft_board_run_claims(world->board, number, claim, count));
	world->event = (struct world_event){WORLD_LIMIT, UINT32_MAX};
	world->job[number].claim = claim;
	world->job[number].claim_count = count;
}

static void learn(struct world *world, uint32_t number)
{
	struct world_job *job = &world->job[number];
	struct ft_board_placement fresh = ft_board_placed(world->board, number);
	uint32_t *node, *tasks;

	if ((job->state == WORLD_NONE) || (job->state == WORLD_RUNNING))
		return;
	/* The next call of the board overwrites its list. */
	node = calloc(fresh.node_count + 1, sizeof(*node));
	tasks = calloc(fresh.node_count + 1, sizeof(*tasks));
	if (!node || !tasks)
		abort();
	memcpy(node, fresh.node, fresh.node_count * sizeof(*node));
	for (uint32_t i = 0; i < fresh.node_count; i++)
		tasks[i] = ft_board_tasks(world->board, number, node[i]);
	fresh.node = node;
	if (world->watch)
		world->watch(world, number, &fresh, world->context);
	job->state = fresh.start == FT_NEVER ? WORLD_WAITING : WORLD_PROMISED;
	if (job->state == WORLD_PROMISED)
		job->request = job->held = &job->wish[fresh.request];
	job->start = fresh.start;
	job->end = fresh.end;
	job->late = fresh.late;
	job->node_count = fresh.node_count;
	free(job->node);
	free(job->tasks);
	job->node = node;
	job->tasks = tasks;
}

extern void world_learn(struct world *world)
{
	const uint32_t *number;
	uint32_t count = ft_board_changes(world->board, &number);

	for (uint32_t i = 0; i < count; i++)
		learn(world, number[i]);
}

extern void world_settle(struct world *world)
{
	int rc = 0;

	do
		world->calls++;
	while (!ft_board_work(world->board, world->work, &rc) && !rc);
	check(rc);
	world_learn(world);
}

extern bool world_cost(const struct world *world,
		       const struct ft_request *request, uint32_t node,
		       uint32_t tasks, int64_t *amount)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	uint32_t kinds = snapshot->resource_count;
	const int64_t *have = snapshot->capacity + (size_t) node * kinds;
	int64_t cpus = (int64_t) tasks * request->cpus_per_task;
	int64_t threads = snapshot->node[node].threads;

	for (uint32_t r = 0; r < kinds; r++) {
		amount[r] = request->per_node ? request->per_node[r] : 0;
		amount[r] +=
			request->per_task ? tasks * request->per_task[r] : 0;
		amount[r] += r == FT_CORES ? (cpus + threads - 1) / threads : 0;
		if ((r != FT_CORES) && request->per_core)
			amount[r] += amount[FT_CORES] * request->per_core[r];
	}
	/* Tasks must fit there all the same. */
	for (uint32_t r = 0; request->exclusive && (r < kinds); r++)
		amount[r] = amount[r] > have[r] ? amount[r] : have[r];
	return request->exclusive;
}

extern void world_hold(const struct world *world,
		       const struct ft_request *request, uint32_t node,
		       uint32_t tasks, int64_t *amount)
{
	uint32_t kinds = world->snapshot->resource_count;
	int64_t takes[kinds];

	world_cost(world, request, node, tasks, takes);
	for (uint32_t r = 0; r < kinds; r++) {
		int64_t want = request->want_node ? request->want_node[r] : 0;

		want += request->want_task ? tasks * request->want_task[r] : 0;
		amount[r] = want > takes[r] ? want - takes[r] : 0;
	}
}

extern bool world_holds(const struct world *world, const struct world_job *job,
			uint32_t node, int64_t *amount)
{
	uint32_t i = 0;

	if ((job->state != WORLD_PROMISED) || job->held->exclusive)
		return false;
	while (job->node[i] != node)
		i++;
	world_hold(world, job->held, node, job->tasks[i], amount);
	return true;
}

extern bool world_amount(const struct world *world, const struct world_job *job,
			 uint32_t node, int64_t *amount)
{
	const struct ft_snapshot *snapshot = world->snapshot;
	uint32_t kinds = snapshot->resource_count, i = 0;
	const struct ft_share *share;

	if (job->held) {
		while (job->node[i] != node)
			i++;
		return world_cost(world, job->held, node, job->tasks[i],
				  amount);
	}
	share = job->run->share;
	while (share->node != node)
		share++;
	memcpy(amount,
	       share->amount ? share->amount
			     : snapshot->capacity + (size_t) node * kinds,
	       kinds * sizeof(*amount));
	return !share->amount;
}

extern int64_t world_licence(const struct world_job *job, uint32_t licence)
{
	const struct ft_licence *list =
		job->request ? job->request->licence : job->run->licence;
	uint32_t count = job->request ? job->request->licence_count
				      : job->run->licence_count;
	int64_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		if (list[i].licence == licence)
			sum += list[i].count;
	return sum;
}

extern int64_t world_claim(const struct world_job *job, uint32_t limit)
{
	const struct ft_claim *list = job->claim;
	uint32_t count = job->claim_count;

	if (!list && job->request) {
		list = job->request->claim;
		count = job->request->claim_count;
	}
	while (count--)
		if (list[count].limit == limit)
			return list[count].count;
	return 0;
}

extern bool world_committed(const struct world *world,
			    const struct world_job *job)
{
	const struct ft_policy *policy = &world->snapshot->policy;

	return (policy->commit && !job->tentative &&
		(job->start <= world->now + policy->commit)) ||
	       (policy->patience &&
		(world->now - job->queued > policy->patience));
}

extern bool world_uses(const struct world_job *job, uint32_t node)
{
	for (uint32_t i = 0; i < job->node_count; i++)
		if (job->node[i] == node)
			return true;
	return false;
}
