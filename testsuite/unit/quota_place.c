/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accounts by path, and places in the order of the votes: a job that comes
 * later gets the place that a new vote would give it.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/quota/quota_place.h"
#include "core/quota/quota_tree.h"
#include "../random.h"

enum { ACCOUNTS = 24, JOBS = 20, CASES = 3000, LATE = 100 };

static uint32_t below(uint64_t *seed, uint32_t bound)
{
	return (uint32_t) (random_next(seed) % bound);
}

Test(quota_tree, an_account_has_one_place)
{
	struct ft_quota_tree tree;
	struct ft_err err;
	uint32_t tfy, urban, same, other;
	char path[64];

	cr_assert_eq(ft_quota_tree_init(&tree), 0);
	cr_assert_eq(ft_quota_tree_account(&tree, "/fy/tfy", &tfy, &err), 0);
	cr_expect(tree.list.vertex[tfy].leaf);
	cr_assert_eq(
		ft_quota_tree_account(&tree, "/fy/tfy/urban", &urban, &err), 0);
	cr_expect_not(tree.list.vertex[tfy].leaf, "it has a member");
	cr_assert_eq(
		ft_quota_tree_account(&tree, "/fy//tfy/urban/", &same, &err),
		0);
	cr_expect_eq(same, urban);
	cr_assert_eq(
		ft_quota_tree_account(&tree, "/ke/tfy/urban", &other, &err), 0);
	cr_expect_neq(other, urban, "the same names elsewhere");
	ft_quota_tree_path(&tree, urban, path, sizeof(path));
	cr_expect_str_eq(path, "/fy/tfy/urban");
	ft_quota_tree_path(&tree, urban, path, 7);
	cr_expect_str_eq(path, "/fy/tf", "cut to its room");
	cr_expect_eq(ft_quota_tree_near(&tree, "/fy/tfy/urban"), urban);
	cr_expect_eq(ft_quota_tree_near(&tree, "/fy/tfy/urba"), tfy);
	cr_expect_eq(ft_quota_tree_near(&tree, "/no/tfy/urban"), 0, "the root");
	cr_expect_eq(ft_quota_tree_account(&tree, "fy", &same, &err), -EINVAL);
	cr_expect_eq(ft_quota_tree_account(&tree, "//", &same, &err), -EINVAL);
	ft_quota_tree_fini(&tree);
}

static int take(struct ft_quota_tree *tree, const char *index, const char *key,
		const char *value, bool *taken)
{
	struct ft_statement statement = {"quota", index, key, value};
	struct ft_err err;

	return ft_quota_tree_take(tree, &statement, taken, &err);
}

Test(quota_tree, quotas_of_a_policy_are_laid_over)
{
	struct ft_statement other = {"USERCFG", "john", "FSTARGET", "5"};
	struct ft_quota_tree policy, tree;
	struct ft_err err;
	uint32_t at;
	bool taken;

	cr_assert_eq(ft_quota_tree_init(&policy), 0);
	cr_assert_eq(ft_quota_tree_init(&tree), 0);
	cr_expect_eq(take(&policy, "/fy/tfy", "cpuh", "12.5", &taken), 0);
	cr_expect(taken);
	cr_expect_eq(take(&policy, "/fy/tfy", "DISKMBH", "7", &taken), 0);
	cr_expect_eq(take(&policy, "/fy", "SWAP", "7", &taken), -EINVAL);
	cr_expect_eq(take(&policy, "/fy", "CPUH", "-7", &taken), -EINVAL);
	cr_expect_eq(take(&policy, "fy", "CPUH", "7", &taken), -EINVAL);
	cr_expect_eq(take(&policy, NULL, NULL, "7", &taken), -EINVAL);
	cr_expect_eq(ft_quota_tree_take(&policy, &other, &taken, &err), 0);
	cr_expect_not(taken);

	cr_assert_eq(ft_quota_tree_account(&tree, "/fy/other/u", &at, &err), 0);
	tree.quota[at].used[FT_QUOTA_CPU] = 3;
	cr_assert_eq(ft_quota_tree_limit(&tree, &policy), 0);
	cr_expect_eq(tree.quota[at].used[FT_QUOTA_CPU], 3);
	at = ft_quota_tree_near(&tree, "/fy/tfy");
	cr_assert_neq(at, ft_quota_tree_near(&tree, "/fy"),
		      "an account with a quota is there");
	cr_expect_eq(tree.quota[at].limit[FT_QUOTA_CPU], 12.5);
	cr_expect_eq(tree.quota[at].limit[FT_QUOTA_MEM], FT_QUOTA_NONE);
	cr_expect_eq(tree.quota[at].limit[FT_QUOTA_DISK], 7);
	ft_quota_tree_fini(&policy);
	ft_quota_tree_fini(&tree);
}

struct office {
	struct ft_quota_tree tree;
	struct ft_quota_job job[JOBS + 1];
	uint32_t job_count, order[JOBS + 1];
	struct ft_quota_place place;
};

/* Groups have members only, and users jobs only. */
static void fill(struct office *office, uint64_t *seed)
{
	uint32_t accounts = 2 + below(seed, ACCOUNTS - 3), at;
	char name[16];

	memset(office, 0, sizeof(*office));
	cr_assert_eq(ft_quota_tree_init(&office->tree), 0);
	for (uint32_t i = 1; i < accounts; i++) {
		snprintf(name, sizeof(name), "a%u", i);
		cr_assert_eq(ft_quota_tree_member(&office->tree, below(seed, i),
						  name, &at),
			     0);
		office->tree.quota[at].limit[FT_QUOTA_CPU] = below(seed, 2);
	}
	ft_quota_judge(&office->tree.list, office->tree.quota);
	office->job_count = below(seed, JOBS + 1);
	for (uint32_t j = 0; j <= office->job_count; j++) {
		do
			at = below(seed, accounts);
		while (!office->tree.list.vertex[at].leaf);
		office->job[j] = (struct ft_quota_job){
			.job_id = j + 1, .account = at, .submit = LATE};
	}
	/* The last one came later than all others. */
	for (uint32_t j = 0; j < office->job_count; j++)
		office->job[j].submit = below(seed, 10);
}

static void vote(struct office *office, uint32_t count)
{
	cr_assert_eq(ft_quota_order(&office->tree.list, office->tree.quota,
				    office->job, count, office->order),
		     0);
}

/* How many jobs of the vote have a higher factor than the late one. */
static uint32_t ahead(const struct office *office)
{
	const struct ft_quota_job *late = &office->job[office->job_count];
	uint32_t count = 0;
	double factor[JOBS + 1];

	for (uint32_t j = 0; j <= office->job_count; j++) {
		factor[j] = ft_quota_place_of(
			&office->place, &office->tree.list, office->tree.quota,
			office->job[j].job_id, office->job[j].account);
		cr_assert(factor[j] > 0 && factor[j] <= 1);
	}
	for (uint32_t j = 0; j < office->job_count; j++)
		count += factor[j] > factor[late - office->job];
	/* Ahead of all others only a tie is left. */
	return count == 1 && factor[late - office->job] == 1 ? 0 : count;
}

Test(quota_place, who_comes_later_gets_the_place_of_a_new_vote)
{
	for (uint64_t seed = 0; seed < CASES; seed++) {
		struct office office;
		uint64_t state = seed;
		uint32_t place = 0;

		fill(&office, &state);
		vote(&office, office.job_count);
		cr_assert_eq(ft_quota_place_make(&office.tree.list,
						 office.tree.quota, office.job,
						 office.job_count, office.order,
						 &office.place),
			     0);
		vote(&office, office.job_count + 1);
		while (office.order[place] != office.job_count)
			place++;
		cr_assert_eq(ahead(&office), place, "seed %d", (int) seed);
		ft_quota_place_fini(&office.place);
		ft_quota_tree_fini(&office.tree);
	}
}

Test(quota_place, the_first_is_1_and_each_next_one_a_step_below)
{
	cr_expect_eq(ft_quota_place_factor(0, 4), 1);
	cr_expect_eq(ft_quota_place_factor(1, 4), 0.75);
	cr_expect_eq(ft_quota_place_factor(3, 4), 0.25);
}

/* Before the first vote the accounts' own priority counts. */
Test(quota_place, without_a_vote_accounts_decide)
{
	struct ft_quota_place nobody = {0};
	struct ft_quota_tree tree;
	struct ft_err err;
	uint32_t at[4];
	double factor[4];

	cr_assert_eq(ft_quota_tree_init(&tree), 0);
	ft_quota_tree_account(&tree, "/h/h", &at[0], &err);
	ft_quota_tree_account(&tree, "/h/l", &at[1], &err);
	ft_quota_tree_account(&tree, "/l/h", &at[2], &err);
	ft_quota_tree_account(&tree, "/l/l", &at[3], &err);
	for (uint32_t v = 1; v < tree.list.count; v++)
		if (!strcmp(tree.list.vertex[v].name, "l"))
			tree.quota[v].limit[FT_QUOTA_CPU] = 0;
	ft_quota_judge(&tree.list, tree.quota);
	for (int i = 0; i < 4; i++)
		factor[i] = ft_quota_place_of(&nobody, &tree.list, tree.quota,
					      1, at[i]);
	for (int i = 0; i < 3; i++)
		cr_expect_gt(factor[i], factor[i + 1], "%d", i);
	cr_expect(factor[0] <= 1 && factor[3] > 0);
	ft_quota_tree_fini(&tree);
}
