/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a plan leaves free: on random machines the same as counted node by node
 * and second by second.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../random.h"
#include "core/plan/slack.h"

enum { NODES = 3, KINDS = 3, FROM = 10, END = 60, CASES = 300, USERS = 6 };

static const char *const resources[KINDS] = {"cores", "memory", "gres/gpu"};

struct user {
	uint32_t node;
	int64_t start, end;
	int64_t amount[KINDS];
	bool whole;
};

static uint32_t below(uint64_t *state, uint32_t count)
{
	return (uint32_t) (random_next(state) % count);
}

/* The least that is free of the node from FROM until (without) end. */
static int64_t least(const struct user *user, uint32_t users, uint32_t node,
		     int64_t end, int kind, int64_t capacity)
{
	int64_t least = capacity;

	for (int64_t t = FROM; t < end; t++) {
		int64_t left = capacity;

		for (uint32_t u = 0; u < users; u++)
			if (user[u].node == node && user[u].start <= t &&
			    t < user[u].end)
				left -= user[u].whole && !kind
						? capacity
						: user[u].amount[kind];
		if (left < least)
			least = left;
	}
	return least < 0 ? 0 : least;
}

/* What is said of that: by the span that ends first, at or after end. */
static const struct ft_slack_span *said(const struct ft_slack *slack,
					uint32_t node, int64_t end)
{
	for (uint32_t i = 0; i < slack->count; i++)
		if (slack->span[i].node == node && slack->span[i].until >= end)
			return &slack->span[i];
	return NULL;
}

static void check(const struct ft_outlook *outlook, const struct user *user,
		  int number)
{
	struct ft_slack slack;

	cr_assert_eq(ft_slack_fill(&slack, outlook, "gres/gpu", FROM), 0);
	for (uint32_t n = 0; n < NODES; n++)
		for (int64_t end = FROM + 1; end <= END; end++) {
			const int64_t *has = outlook->node[n].capacity;
			int64_t cores = least(user, USERS, n, end, 0, has[0]);
			const struct ft_slack_span *span = said(&slack, n, end);

			cr_assert_eq(span ? span->cores : 0, cores,
				     "case %d, node %u until %d", number, n,
				     (int) end);
			if (!span)
				continue;
			cr_assert_eq(span->memory,
				     least(user, USERS, n, end, 1, has[1]));
			cr_assert_eq(span->gpus,
				     least(user, USERS, n, end, 2, has[2]));
		}
	ft_slack_free(&slack);
}

static void draw(struct user *user, uint64_t *state)
{
	for (uint32_t u = 0; u < USERS; u++) {
		user[u] = (struct user){
			.node = below(state, NODES),
			.start = u < 2 ? 0 : below(state, END),
			.amount = {below(state, 3), below(state, 200), 0},
			.whole = u >= 2 && random_chance(state, 5),
		};
		user[u].end = user[u].start + 1 + below(state, 30);
	}
}

/* The first two run, the others wait. */
static void fill(struct ft_outlook *outlook, const struct user *user,
		 struct ft_share *share)
{
	for (uint32_t u = 0; u < USERS; u++) {
		share[u] = (struct ft_share){
			.node = user[u].node,
			.amount = user[u].whole ? NULL : user[u].amount,
		};
		if (u < 2)
			outlook->run[u] = (struct ft_outlook_run){
				.end = user[u].end,
				.share_count = 1,
				.share = &share[u],
			};
		else
			outlook->job[u - 2] = (struct ft_outlook_job){
				.verdict = FT_PLACED,
				.request = FT_NO_INDEX,
				.start = user[u].start,
				.duration = user[u].end - user[u].start,
				.share_count = 1,
				.share = &share[u],
			};
	}
}

Test(slack, it_is_what_nobody_has)
{
	static const int64_t has[KINDS] = {4, 1000, 2};
	struct ft_outlook_node node[NODES];
	struct ft_outlook_run run[2];
	struct ft_outlook_job job[USERS - 2];
	struct ft_outlook outlook = {
		.resource_count = KINDS,
		.resource = resources,
		.node_count = NODES,
		.node = node,
		.run_count = 2,
		.run = run,
		.job_count = USERS - 2,
		.job = job,
	};
	struct ft_share share[USERS];
	struct user user[USERS];
	uint64_t state = 9;

	for (uint32_t n = 0; n < NODES; n++)
		node[n] = (struct ft_outlook_node){
			.name = "n",
			.threads = 1,
			.capacity = has,
		};
	for (int i = 0; i < CASES; i++) {
		draw(user, &state);
		fill(&outlook, user, share);
		check(&outlook, user, i);
	}
}

Test(slack, closed_nodes_and_nodes_that_are_down_are_not_free)
{
	static const int64_t has[KINDS] = {4, 1000, 0};
	struct ft_node_set *set = ft_node_set_new(3);
	struct ft_closure closure = {.start = 50, .end = 90, .nodes = set};
	struct ft_outlook_node node[] = {
		{.name = "n1", .threads = 1, .capacity = has},
		{.name = "n2",
		 .threads = 1,
		 .capacity = has,
		 .available_from = FT_NEVER},
		{.threads = 1, .capacity = has},
	};
	struct ft_outlook outlook = {
		.resource_count = KINDS,
		.resource = resources,
		.node_count = 3,
		.node = node,
		.closure_count = 1,
		.closure = &closure,
	};
	struct ft_slack slack;

	ft_node_set_add(set, 0);
	cr_assert_eq(ft_slack_fill(&slack, &outlook, "gres/gpu", FROM), 0);
	cr_assert_eq(slack.count, 1, "neither down nor without a name");
	cr_expect(slack.span->node == 0 && slack.span->until == 50 &&
		  slack.span->cores == 4);
	ft_slack_free(&slack);
	cr_assert_eq(ft_slack_fill(&slack, &outlook, "gres/gpu", 60), 0);
	cr_expect_eq(slack.count, 0, "while it is closed");
	ft_slack_free(&slack);
	ft_node_set_free(set);
}
