/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What if one more job were there: what is said is when the planner would start
 * it as the last of the queue, on random machines with leaves, runs, planned
 * jobs and reservations; and its own place counts as free.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../random.h"
#include "core/plan/whatif.h"

enum { NODES = 6, KINDS = 3, CASES = 400 };

static uint32_t below(uint64_t *state, uint32_t count)
{
	return (uint32_t) (random_next(state) % count);
}

static void add_nodes(struct ft_snapshot *made, uint64_t *state)
{
	for (uint32_t i = 0; i < NODES; i++) {
		made->capacity[KINDS * i] = 4;
		made->capacity[KINDS * i + 1] = 1000;
		made->capacity[KINDS * i + 2] = below(state, 3);
		made->node[i].leaf = random_chance(state, 8) ? 0 : 1 + i / 2;
		if (random_chance(state, 10))
			made->node[i].available_from =
				random_chance(state, 2) ? FT_NEVER : 1500;
	}
}

static void add_runs(struct ft_snapshot *made, uint64_t *state)
{
	for (uint32_t i = 0; i < NODES; i++) {
		struct ft_run *run;
		int64_t *amount;

		if (random_chance(state, 3))
			continue;
		run = ft_snapshot_add_run(made);
		run->job_id = 1 + i;
		run->end = 1001 + below(state, 900);
		run->gone = made->now;
		run->share_count = 1;
		run->share = ft_snapshot_alloc(made, sizeof(*run->share));
		run->share->node = i;
		if (random_chance(state, 3))
			continue;
		amount = ft_snapshot_alloc(made, KINDS * sizeof(*amount));
		amount[0] = 1 + below(state, 4);
		amount[1] = below(state, 1000);
		run->share->amount = amount;
	}
}

static struct ft_node_set *some_nodes(struct ft_snapshot *made, uint64_t *state)
{
	struct ft_node_set *set = ft_snapshot_set(made);

	for (uint32_t i = 0; i < NODES; i++)
		if (!random_chance(state, 4))
			ft_node_set_add(set, i);
	return set;
}

static void add_closure(struct ft_snapshot *made, uint64_t *state)
{
	struct ft_closure *closure;

	if (random_chance(state, 2))
		return;
	closure = ft_snapshot_add_closure(made);
	closure->start = 1000 + below(state, 1500);
	closure->end = closure->start + 1 + below(state, 1000);
	closure->nodes = some_nodes(made, state);
}

/* On one leaf, on two neighbours, or in pairs of one leaf each. */
static void want_leaves(struct ft_request *request, uint64_t *state)
{
	if (!request->tasks && random_chance(state, 2)) {
		request->min_nodes = request->max_nodes =
			2 + 2 * below(state, 2);
		request->bundle = 2;
		return;
	}
	request->leaves = 1;
	request->leaf_level = below(state, 2);
}

/* It may be one that is down. */
static struct ft_node_set *a_node(struct ft_snapshot *made,
				  const struct ft_node_set *eligible,
				  uint64_t *state)
{
	uint32_t node = ft_node_set_next(eligible, below(state, NODES));
	struct ft_node_set *set = ft_snapshot_set(made);

	if (node < NODES)
		ft_node_set_add(set, node);
	return set;
}

static void add_job(struct ft_snapshot *made, uint64_t *state)
{
	struct ft_job *job = ft_snapshot_add_job(made);
	struct ft_request *request = ft_snapshot_alloc(made, sizeof(*request));
	int64_t *amount = ft_snapshot_alloc(made, KINDS * sizeof(*amount));

	amount[0] = 1 + below(state, 4);
	amount[1] = below(state, 600);
	amount[2] = random_chance(state, 3);
	job->job_id = 100 + made->job_count;
	job->reserve = true;
	job->request_count = 1;
	job->request = request;
	*request = (struct ft_request){
		.duration = 1 + below(state, 800),
		.end_by = FT_NEVER,
		.min_nodes = 1 + below(state, 3),
		.min_tasks_node = 1,
		.max_tasks_node = 1,
		.exclusive = random_chance(state, 3),
		.per_node = amount,
		.eligible = some_nodes(made, state),
	};
	request->max_nodes = request->min_nodes;
	if (random_chance(state, 3)) { /* tasks, on as many nodes as it takes */
		request->tasks = request->min_nodes + below(state, 8);
		request->max_nodes = request->tasks;
		request->max_tasks_node = UINT32_MAX;
		request->cpus_per_task = 1;
		request->exclusive = false;
	}
	if (random_chance(state, 3))
		want_leaves(request, state);
	else if (random_chance(state, 4))
		request->required = a_node(made, request->eligible, state);
}

static struct ft_snapshot *machine(uint64_t *state)
{
	struct ft_snapshot *made = ft_snapshot_new(NODES, KINDS, 0);

	made->now = 1000;
	made->window_end = 1000000;
	add_nodes(made, state);
	add_runs(made, state);
	add_closure(made, state);
	for (uint32_t j = below(state, 6) + 1; j > 0; j--)
		add_job(made, state);
	return made;
}

static int64_t said(const struct ft_snapshot *made,
		    const struct ft_schedule *schedule, uint32_t skip,
		    struct ft_request *request, uint32_t *ret_nodes)
{
	struct ft_outlook outlook;
	struct ft_err err;
	int64_t start = 0;

	cr_assert_eq(ft_outlook_fill(&outlook, made, schedule, KINDS), 0);
	cr_assert_eq(ft_whatif_starts(&outlook, skip, outlook.until, request, 1,
				      &start, ret_nodes, &err),
		     0, "%s", err.text);
	ft_outlook_free(&outlook);
	return start;
}

Test(whatif, a_job_more_starts_where_it_would_as_the_last)
{
	uint64_t state = 4;
	uint32_t later = 0, spread = 0;

	for (int i = 0; i < CASES; i++) {
		struct ft_snapshot *made = machine(&state);
		uint32_t last = made->job_count - 1;
		struct ft_schedule *all, *others;
		struct ft_request *request = made->job[last].request;
		uint32_t nodes;
		int64_t start;
		struct ft_err err;

		cr_assert_eq(ft_schedule_plan(made, &all, &err), 0);
		made->job_count = last;
		cr_assert_eq(ft_schedule_plan(made, &others, &err), 0);
		start = said(made, others, FT_NO_INDEX, request, &nodes);
		if (all->placement[last].verdict == FT_PLACED) {
			cr_assert_eq(start, all->placement[last].start,
				     "case %d", i);
			cr_assert_eq(nodes, all->placement[last].share_count,
				     "case %d", i);
			spread += nodes > request->min_nodes;
		} else
			cr_assert_eq(start, FT_NEVER, "case %d", i);
		later += start > made->now && start != FT_NEVER;
		ft_schedule_free(all);
		ft_schedule_free(others);
		ft_snapshot_free(made);
	}
	cr_expect_gt(later, CASES / 10, "some of them wait");
	cr_expect_gt(spread, CASES / 50, "some get more nodes than the least");
}

Test(whatif, its_own_place_is_free)
{
	uint64_t state = 5;

	for (int i = 0; i < CASES; i++) {
		struct ft_snapshot *made = machine(&state);
		struct ft_schedule *all;
		struct ft_err err;

		cr_assert_eq(ft_schedule_plan(made, &all, &err), 0);
		for (uint32_t j = 0; j < made->job_count; j++)
			if (all->placement[j].verdict == FT_PLACED)
				cr_assert_eq(said(made, all, j,
						  made->job[j].request, NULL),
					     all->placement[j].start,
					     "case %d, job %u", i, j);
		ft_schedule_free(all);
		ft_snapshot_free(made);
	}
}
