/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PBS's tree with usage by name: who stands where, whatever becomes of the
 * tree; and the keys and the formula that lead to it.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pbs/pbs_cycle.h"
#include "core/pbs/pbs_option.h"
#include "core/ledger/pbs_standing.h"
#include "core/pbs/resource_group.h"

enum { LEAVES = 12, STORIES = 200 };

static const struct ft_fairshare_policy path = {
	.model = FT_MODEL_PBS, .damping = 1, .enforce_no_shares = true};

static void read_group(const char *text, uint32_t unknown_shares,
		       struct ft_vertex_list *group)
{
	char *copy = strdup(text);
	struct ft_err err = {0};

	cr_assert_eq(ft_resource_group_read(copy, "rg", unknown_shares, NULL,
					    NULL, group, &err),
		     0, "%s", err.text);
	free(copy);
}

static void make(const char *text, uint32_t unknown_shares,
		 const struct ft_pbs_usage *usage, uint32_t count,
		 struct ft_pbs_standing *standing)
{
	struct ft_vertex_list group = {0};

	read_group(text, unknown_shares, &group);
	cr_assert_eq(
		ft_pbs_standing_make(&group, &path, usage, count, standing), 0);
	ft_vertex_fini(&group);
}

/* The example of the paper (figure 5), its names and shares. */
static const char altair[] =
	"Impact 100 root 10\neng:bill 101 Impact 10\nphy:lynne 102 Impact 0\n"
	"Body 200 root 20\nmath:tom 201 Body 10\nphy:mary 202 Body 15\n"
	"Nose_Cone 210 Body 75\neng:lynne 211 Nose_Cone 10\n"
	"phy:dave 212 Nose_Cone 5\nadm:bob 001 root 40\nFuel 300 root 20\n"
	"chem:mark 301 Fuel 5\n";

Test(pbs_standing, shares_decide_among_who_used_nothing)
{
	struct ft_pbs_standing standing;

	make(altair, 0, NULL, 0, &standing);
	/* adm:bob has most of the tree, then come Body's, then Fuel's. */
	cr_expect_eq(ft_pbs_standing_find(&standing, "adm:bob").factor, 1);
	cr_expect(!ft_pbs_standing_find(&standing, "phy:lynne").eligible);
	cr_expect(ft_pbs_standing_find(&standing, "eng:lynne").eligible,
		  "the same user elsewhere");
	cr_expect(!ft_pbs_standing_find(&standing, "adm:scott").eligible,
		  "unknown has no shares");
	ft_pbs_standing_fini(&standing);
}

Test(pbs_standing, a_leaf_that_disappears_keeps_its_usage_below_unknown)
{
	static const struct ft_pbs_usage usage[] = {{"a", 900}, {"b", 10}};
	struct ft_pbs_standing standing;
	uint32_t index;

	make("a 2 root 50\nb 3 root 50\n", 10, usage, 2, &standing);
	cr_expect_lt(ft_pbs_standing_find(&standing, "a").factor,
		     ft_pbs_standing_find(&standing, "b").factor);
	ft_pbs_standing_fini(&standing);

	make("b 3 root 50\n", 10, usage, 2, &standing);
	index = ft_vertex_find_leaf(&standing.list, "a");
	cr_assert_neq(index, FT_SHARE_NONE);
	cr_expect_eq(standing.list.vertex[index].parent, FT_PBS_UNKNOWN_INDEX);
	cr_expect_float_eq((double) standing.list.vertex[index].usage, 900, 0);
	cr_expect_str_eq(standing.list.vertex[index].label, "-1");
	ft_pbs_standing_fini(&standing);

	make("g 9 root 1\na 2 g 50\nb 3 root 50\n", 10, usage, 2, &standing);
	index = ft_vertex_find_leaf(&standing.list, "a");
	cr_expect_eq(standing.list.vertex[index].parent,
		     ft_vertex_find(&standing.list, "g"), "and comes back");
	ft_pbs_standing_fini(&standing);
}

Test(pbs_standing, a_newcomer_comes_before_all_unknown)
{
	static const struct ft_pbs_usage usage[] = {{"x", 500}, {"y", 5}};
	struct ft_pbs_standing standing;
	struct ft_pbs_place newcomer;

	make("a 2 root 50\n", 10, usage, 2, &standing);
	newcomer = ft_pbs_standing_find(&standing, "z");
	cr_expect(newcomer.eligible);
	cr_expect_eq(newcomer.factor,
		     ft_pbs_standing_find(&standing, "y").factor);
	ft_pbs_standing_fini(&standing);

	/* Whoever comes first has all of unknown's shares. */
	make("a 2 root 10\n", 90, NULL, 0, &standing);
	newcomer = ft_pbs_standing_find(&standing, "z");
	cr_expect_eq(newcomer.factor, 1);
	cr_expect_eq(standing.tree.user_count, 1, "and is not there yet");
	ft_pbs_standing_fini(&standing);
}

Test(pbs_standing, who_bears_the_name_of_a_group_is_unknown)
{
	static const struct ft_pbs_usage usage[] = {{"g", 500}, {"u", 5}};
	struct ft_vertex_list group = {0};
	struct ft_pbs_standing standing;

	read_group("g 2 root 50\nu 3 g 1\n", 10, &group);
	cr_expect(!ft_pbs_standing_knows(&group, "g"));
	cr_expect(ft_pbs_standing_knows(&group, "u"));
	cr_assert_eq(ft_pbs_standing_make(&group, &path, usage, 2, &standing),
		     0);
	cr_expect_eq(standing.list.count, group.count + 1);
	cr_expect_lt(ft_pbs_standing_find(&standing, "g").factor,
		     ft_pbs_standing_find(&standing, "u").factor);
	ft_pbs_standing_fini(&standing);
	ft_vertex_fini(&group);
}

/* A random tree; labels are drawn by the second seed only. */
static void draw(char *text, size_t room, unsigned int seed,
		 unsigned int labels)
{
	size_t used = 0;

	for (int i = 0; i < LEAVES; i++) {
		int up = rand_r(&seed) % (i + 1);
		char parent[8] = "root";

		if (up)
			snprintf(parent, sizeof(parent), "v%d", up - 1);
		used += (size_t) snprintf(
			text + used, room - used, "v%d %d %s %d\n", i,
			rand_r(&labels) % 5, parent, rand_r(&seed) % 4);
	}
}

Test(pbs_standing, fairshare_ids_change_nothing)
{
	for (unsigned int seed = 1; seed <= STORIES; seed++) {
		struct ft_pbs_usage usage[LEAVES];
		struct ft_pbs_standing one, other;
		unsigned int dice = seed;
		char name[LEAVES][8], text[512];

		for (int i = 0; i < LEAVES; i++) {
			snprintf(name[i], sizeof(name[i]), "v%d", i + 3);
			usage[i].name = name[i];
			usage[i].used = rand_r(&dice) % 1000;
		}
		draw(text, sizeof(text), seed, seed);
		make(text, seed % 3, usage, LEAVES, &one);
		draw(text, sizeof(text), seed, seed + STORIES);
		make(text, seed % 3, usage, LEAVES, &other);
		for (int i = 0; i < LEAVES; i++) {
			struct ft_pbs_place a, b;

			a = ft_pbs_standing_find(&one, name[i]);
			b = ft_pbs_standing_find(&other, name[i]);
			cr_expect(a.factor == b.factor &&
					  a.eligible == b.eligible,
				  "seed %u: %s", seed, name[i]);
		}
		ft_pbs_standing_fini(&one);
		ft_pbs_standing_fini(&other);
	}
}

/* More usage never brings anybody forward. */
Test(pbs_standing, more_usage_never_raises_a_factor)
{
	for (unsigned int seed = 1; seed <= STORIES; seed++) {
		struct ft_pbs_usage usage[LEAVES];
		struct ft_pbs_standing less, more;
		unsigned int dice = seed;
		char name[LEAVES][8], text[512];
		int who;

		for (int i = 0; i < LEAVES; i++) {
			snprintf(name[i], sizeof(name[i]), "v%d", i + 3);
			usage[i].name = name[i];
			usage[i].used = rand_r(&dice) % 1000;
		}
		draw(text, sizeof(text), seed, seed);
		make(text, seed % 3, usage, LEAVES, &less);
		who = rand_r(&dice) % LEAVES;
		usage[who].used += 1 + rand_r(&dice) % 1000;
		make(text, seed % 3, usage, LEAVES, &more);
		cr_expect_leq(ft_pbs_standing_find(&more, name[who]).factor,
			      ft_pbs_standing_find(&less, name[who]).factor,
			      "seed %u: %s", seed, name[who]);
		ft_pbs_standing_fini(&less);
		ft_pbs_standing_fini(&more);
	}
}

enum { QUEUE = 24 };

/* The same in the plain way: rank all, take the best that has a job left. */
static uint32_t best_left(struct ft_share_tree *tree,
			  const struct ft_pbs_job *job, const bool *taken)
{
	uint32_t best = QUEUE;

	cr_assert_eq(ft_pbs_rank(tree), 0);
	for (uint32_t i = 0; i < QUEUE; i++) {
		double mine = tree->node[job[i].node].fs_factor;
		double other = best < QUEUE
				       ? tree->node[job[best].node].fs_factor
				       : -1;

		if (!taken[i] &&
		    (mine > other ||
		     (mine == other && job[i].submit < job[best].submit)))
			best = i;
	}
	return best;
}

Test(pbs_standing, a_cycle_takes_jobs_as_if_each_were_charged_at_once)
{
	for (unsigned int seed = 1; seed <= STORIES; seed++) {
		struct ft_pbs_job job[QUEUE];
		struct ft_pbs_standing one, other;
		uint32_t order[QUEUE];
		bool taken[QUEUE] = {false};
		unsigned int dice = seed;
		char text[512];

		draw(text, sizeof(text), seed, seed);
		for (char *c = text; (c = strstr(c, " 0\n")); c++)
			c[1] = '1';
		make(text, 2, NULL, 0, &one);
		make(text, 2, NULL, 0, &other);
		for (uint32_t i = 0; i < QUEUE; i++) {
			job[i].job_id = i;
			job[i].submit = i;
			job[i].cost = 1 + rand_r(&dice) % 3;
			do
				job[i].node = (uint32_t) rand_r(&dice) %
					      one.tree.count;
			while (!one.tree.node[job[i].node].user);
		}
		cr_assert_eq(ft_pbs_cycle_order(&one.tree, job, QUEUE, order),
			     0);
		for (uint32_t i = 0; i < QUEUE; i++) {
			uint32_t best = best_left(&other.tree, job, taken);

			cr_assert_eq(order[i], best, "seed %u, pick %u: %u, %u",
				     seed, i, order[i], best);
			taken[best] = true;
			ft_share_tree_charge(&other.tree, job[best].node,
					     job[best].cost);
		}
		ft_pbs_standing_fini(&one);
		ft_pbs_standing_fini(&other);
	}
}

Test(pbs_standing, jobs_without_shares_come_last_in_a_cycle)
{
	struct ft_pbs_job job[3] = {
		{.submit = 1}, {.submit = 2}, {.submit = 3}};
	struct ft_pbs_standing standing;
	uint32_t order[3];

	make("a 1 root 0\nb 2 root 1\n", 0, NULL, 0, &standing);
	for (uint32_t i = 0; i < 3; i++) {
		job[i].cost = 1000;
		job[i].node = ft_share_tree_find(
			&standing.tree,
			ft_vertex_find(&standing.list, i ? "b" : "a") + 1);
	}
	cr_assert_eq(ft_pbs_cycle_order(&standing.tree, job, 3, order), 0);
	cr_expect_eq(order[0], 1);
	cr_expect_eq(order[1], 2);
	cr_expect_eq(order[2], 0);
	ft_pbs_standing_fini(&standing);
}

#define WHERE "slurm.conf: PriorityParameters: fairshare_usage_res"

Test(pbs_standing, the_formula_of_usage)
{
	struct ft_tres_formula formula;
	struct ft_err err = {0};

	cr_assert_eq(ft_tres_formula_read("CPU|mem:0.25|gres/gpu:20", WHERE,
					  &formula, &err),
		     0, "%s", err.text);
	cr_assert_eq(formula.count, 3);
	cr_expect_str_eq(formula.term[0].name, "cpu");
	cr_expect_eq(formula.term[0].weight, 1);
	cr_expect_str_eq(formula.term[2].name, "gres/gpu");
	cr_expect_eq(formula.term[1].weight, 0.25);
}

Test(pbs_standing, a_wrong_formula_is_refused)
{
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{"cpu|", "give the name of a TRES"},
		{"|cpu", "give the name of a TRES"},
		{"cpu:-1", "from 0 to 1e9"},
		{"cpu:", "from 0 to 1e9"},
		{"cpu:1x|mem", "cpu: its weight"},
		{"cpu|cpu:2", "twice"},
		{"cpu:0|mem:0", "above 0"},
		{"ncpus", "Slurm counts cpu"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct ft_tres_formula formula = {.count = 77};
		struct ft_err err = {0};

		cr_expect_eq(ft_tres_formula_read(wrong[i].text, WHERE,
						  &formula, &err),
			     -EINVAL, "%s", wrong[i].text);
		cr_expect(strstr(err.text, wrong[i].why), "%s: %s",
			  wrong[i].text, err.text);
		cr_expect(strstr(err.text, WHERE "="), "%s", err.text);
		cr_expect_eq(formula.count, 77, "nothing changes");
	}
}
