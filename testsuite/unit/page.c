/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages of sfair: whatever bytes a text has, none is markup; and what is drawn
 * of a plan is, at each instant, what jobs have and what closed nodes keep
 * idle.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "sfair/page/page.h"
#include "sfair/page/plan_use.h"

enum { NODES = 3, KINDS = 3, MADE = 10, END = 60, CASES = 400, USERS = 5 };

static uint32_t below(uint64_t *state, uint32_t count)
{
	return (uint32_t) (random_next(state) % count);
}

/* What sfair_page_text() makes of it; to be freed. */
static char *shown(const char *text)
{
	struct sfair_page page = {0};
	char *made = NULL;
	size_t size = 0;

	page.out = open_memstream(&made, &size);
	cr_assert(page.out);
	sfair_page_text(&page, text);
	fclose(page.out);
	return made;
}

Test(page, words_stay_as_they_are)
{
	char *text = shown("job_1 (a+b) caf\xc3\xa9 \xe6\x97\xa5");

	cr_assert_str_eq(text, "job_1 (a+b) caf\xc3\xa9 \xe6\x97\xa5");
	free(text);
}

Test(page, nothing_is_markup)
{
	static const char bytes[] = "<>&\"'/;=- a\x1b\x7f\x80\xe2\x80\xae\xc2"
				    "\x9b\n\r\t";
	uint64_t state = 1;

	for (int i = 0; i < 20000; i++) {
		char text[24] = "", *made;
		size_t size = below(&state, sizeof(text) - 1);

		for (size_t k = 0; k < size; k++)
			text[k] = random_chance(&state, 2)
					  ? bytes[below(&state,
							sizeof(bytes) - 1)]
					  : (char) (1 + below(&state, 255));
		made = shown(text);
		cr_assert_eq(strcspn(made, "<>\"'\x1b\x7f\n\r\t"), strlen(made),
			     "case %d", i);
		cr_assert(!strstr(made, "\xe2\x80\xae"), "case %d", i);
		for (const char *at = made; (at = strchr(at, '&')); at++)
			cr_assert(!strncmp(at, "&amp;", 5) ||
					  !strncmp(at, "&lt;", 4) ||
					  !strncmp(at, "&gt;", 4) ||
					  !strncmp(at, "&quot;", 6) ||
					  !strncmp(at, "&#39;", 5),
				  "case %d: %s", i, at);
		free(made);
	}
}

static const char *const resources[KINDS] = {"cores", "memory", "gres/gpu"};
static const int64_t has[KINDS] = {2 * USERS, 1000, USERS};

/* The first two run, the others are planned; and how nodes are closed. */
struct site {
	struct {
		uint32_t node;
		int64_t start, end, amount[KINDS];
	} user[USERS];
	struct ft_share share[USERS];
	struct ft_outlook_node node[NODES];
	struct ft_outlook_run run[2];
	struct ft_outlook_job job[USERS - 2];
	struct ft_closure closure;
	struct ft_outlook outlook;
};

static void draw_users(struct site *site, uint64_t *state)
{
	for (uint32_t u = 0; u < USERS; u++) {
		int64_t start = u < 2 ? MADE : MADE + below(state, 40);

		site->user[u].node = below(state, NODES);
		site->user[u].start = start;
		site->user[u].end = start + 1 + below(state, 30);
		for (int k = 0; k < KINDS; k++)
			site->user[u].amount[k] = below(state, 2);
		site->share[u] = (struct ft_share){
			.node = site->user[u].node,
			.amount = site->user[u].amount,
		};
		if (u < 2)
			site->run[u] = (struct ft_outlook_run){
				.end = site->user[u].end,
				.share_count = 1,
				.share = &site->share[u],
			};
		else
			site->job[u - 2] = (struct ft_outlook_job){
				.verdict = FT_PLACED,
				.committed = random_chance(state, 2),
				.request = FT_NO_INDEX,
				.start = start,
				.duration = site->user[u].end - start,
				.share_count = 1,
				.share = &site->share[u],
			};
	}
}

static void draw_site(struct site *site, uint64_t *state)
{
	struct ft_node_set *closed = ft_node_set_new(NODES);

	draw_users(site, state);
	for (uint32_t n = 0; n < NODES; n++) {
		uint32_t chance = below(state, 4);

		site->node[n] = (struct ft_outlook_node){
			.threads = 1,
			.available_from = chance == 0	? FT_NEVER
					  : chance == 1 ? MADE + 20
							: 0,
			.capacity = has,
		};
		if (random_chance(state, 3))
			ft_node_set_add(closed, n);
	}
	site->closure = (struct ft_closure){
		.start = below(state, END),
		.nodes = closed,
	};
	site->closure.end = site->closure.start + below(state, 40);
	site->outlook = (struct ft_outlook){
		.made = MADE,
		.resource_count = KINDS,
		.resource = resources,
		.node_count = NODES,
		.node = site->node,
		.closure_count = 1,
		.closure = &site->closure,
		.run_count = 2,
		.run = site->run,
		.job_count = USERS - 2,
		.job = site->job,
	};
}

/* What of a node should be listed at an instant. */
static int64_t wanted(const struct site *site, uint32_t node, int64_t at,
		      int sort)
{
	const struct ft_closure *closure = &site->closure;
	int64_t sum = 0;

	if (at < site->node[node].available_from ||
	    (closure->start <= at && at < closure->end &&
	     ft_node_set_has(closure->nodes, node)))
		return has[sort];
	for (uint32_t u = 0; u < USERS; u++)
		if (site->user[u].node == node && site->user[u].start <= at &&
		    at < site->user[u].end)
			sum += site->user[u].amount[sort];
	return sum;
}

static int64_t listed(const struct sfair_plan_uses *uses, uint32_t node,
		      int64_t at, int sort)
{
	int64_t sum = 0;

	for (size_t i = 0; i < uses->count; i++)
		if (uses->use[i].node == node && uses->use[i].start <= at &&
		    at < uses->use[i].end)
			sum += uses->use[i].amount[sort];
	return sum;
}

Test(page, a_plan_is_listed_to_the_second)
{
	uint64_t state = 7;

	for (int i = 0; i < CASES; i++) {
		struct sfair_plan_uses uses;
		struct site site;

		draw_site(&site, &state);
		cr_assert_eq(sfair_plan_uses_make(&site.outlook, &uses), 0);
		cr_assert_eq(uses.capacity[0], NODES * has[0]);
		for (uint32_t n = 0; n < NODES; n++)
			for (int64_t t = MADE; t < MADE + END; t++)
				for (int k = 0; k < KINDS; k++)
					cr_assert_eq(
						listed(&uses, n, t, k),
						wanted(&site, n, t, k),
						"case %d, node %u at %d: %d", i,
						n, (int) t, k);
		for (size_t u = 1; u < uses.count; u++)
			cr_assert(uses.use[u - 1].node <= uses.use[u].node);
		sfair_plan_uses_free(&uses);
		ft_node_set_free((struct ft_node_set *) site.closure.nodes);
	}
}
