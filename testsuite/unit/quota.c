/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Quotas and votes of 'fair que', by hand and against the words of the
 * document taken literally.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/quota/quota.h"
#include "../random.h"

enum { ACCOUNTS = 24, JOBS = 20, CASES = 3000 };

struct office {
	struct ft_vertex_list list;
	struct ft_quota quota[ACCOUNTS];
	struct ft_quota_job job[JOBS];
	uint32_t job_count;
};

static uint32_t below(uint64_t *seed, uint32_t bound)
{
	return (uint32_t) (random_next(seed) % bound);
}

static uint32_t add(struct office *office, uint32_t parent, const char *name)
{
	struct ft_vertex *vertex;

	cr_assert_eq(ft_vertex_add(&office->list, parent, name, "", &vertex),
		     0);
	vertex->leaf = true;
	office->list.vertex[parent].leaf = false;
	return office->list.count - 1;
}

static struct office open_office(void)
{
	struct office office = {0};

	cr_assert_eq(ft_vertex_init(&office.list, ""), 0);
	ft_quota_clear(office.quota, ACCOUNTS);
	return office;
}

Test(quota, the_label_of_the_document)
{
	struct office office = open_office();
	uint32_t fy = add(&office, 0, "fy"), tfy = add(&office, fy, "tfy");
	uint32_t tfylb = add(&office, tfy, "tfylb");
	uint32_t urban = add(&office, tfy, "urban");
	char label[64], flags[8];

	office.quota[fy].limit[FT_QUOTA_CPU] = 1000;
	office.quota[tfy].limit[FT_QUOTA_CPU] = 100;
	office.quota[tfylb].limit[FT_QUOTA_CPU] = 60;
	office.quota[tfylb].used[FT_QUOTA_CPU] = 40;
	office.quota[urban].used[FT_QUOTA_CPU] = 60;
	ft_quota_judge(&office.list, office.quota);
	ft_quota_label(&office.list, office.quota, tfylb, label, sizeof(label),
		       flags, sizeof(flags));
	cr_expect_str_eq(label, "/FY/tfy/TFYLB");
	cr_expect_str_eq(flags, "HLH");
	cr_expect_eq(office.quota[fy].used[FT_QUOTA_CPU], 100,
		     "used up is: not less than the quota");
	ft_quota_label(&office.list, office.quota, tfylb, label, 5, flags, 2);
	cr_expect_str_eq(label, "/FY/", "cut to its room");
	cr_expect_str_eq(flags, "H");
	ft_vertex_fini(&office.list);
}

Test(quota, every_configured_resource_counts)
{
	struct office office = open_office();
	uint32_t user = add(&office, 0, "u");

	office.quota[user].limit[FT_QUOTA_CPU] = 10;
	office.quota[user].limit[FT_QUOTA_DISK] = 5;
	office.quota[user].used[FT_QUOTA_CPU] = 9;
	office.quota[user].used[FT_QUOTA_MEM] = 1e9;
	ft_quota_judge(&office.list, office.quota);
	cr_expect(office.quota[user].high, "memory has no quota");
	office.quota[user].used[FT_QUOTA_DISK] = 5;
	ft_quota_judge(&office.list, office.quota);
	cr_expect_not(office.quota[user].high);
	office.quota[user].limit[FT_QUOTA_DISK] = 0;
	office.quota[user].used[FT_QUOTA_DISK] = 0;
	ft_quota_judge(&office.list, office.quota);
	cr_expect_not(office.quota[user].high, "a quota of 0 is used up");
	ft_vertex_fini(&office.list);
}

/* ---- the document, word for word ---- */

static bool gone[JOBS];

static bool earlier(const struct office *office, uint32_t a, uint32_t b)
{
	const struct ft_quota_job *x = &office->job[a], *y = &office->job[b];

	return x->submit != y->submit ? x->submit < y->submit
				      : x->job_id < y->job_id;
}

/* The job that this account votes for, or JOBS. */
static uint32_t vote(const struct office *office, uint32_t account)
{
	uint32_t best[2] = {JOBS, JOBS}; /* of low and high priority */

	for (uint32_t j = 0; j < office->job_count; j++)
		if (!gone[j] && (office->job[j].account == account) &&
		    ((best[1] == JOBS) || earlier(office, j, best[1])))
			best[1] = j;
	for (uint32_t m = 1; m < office->list.count; m++) {
		bool high = office->quota[m].high;
		uint32_t job;

		if (office->list.vertex[m].parent != account)
			continue;
		job = vote(office, m);
		if ((job != JOBS) &&
		    ((best[high] == JOBS) || earlier(office, job, best[high])))
			best[high] = job;
	}
	return best[1] != JOBS ? best[1] : best[0];
}

static struct office random_office(uint64_t seed)
{
	struct office office = open_office();
	uint32_t accounts = 2 + below(&seed, ACCOUNTS - 3);
	char name[16];

	for (uint32_t i = 1; i < accounts; i++) {
		uint32_t parent = below(&seed, i);
		uint32_t account;

		snprintf(name, sizeof(name), "a%u", i);
		account = add(&office, parent, name);
		for (int k = 0; k < FT_QUOTA_KINDS; k++) {
			if (!below(&seed, 3))
				office.quota[account].limit[k] =
					below(&seed, 30);
			office.quota[account].used[k] = below(&seed, 8);
		}
	}
	office.job_count = below(&seed, JOBS + 1);
	for (uint32_t j = 0; j < office.job_count; j++) {
		uint32_t account = below(&seed, accounts);

		while (!office.list.vertex[account].leaf)
			account = below(&seed, accounts);
		office.job[j] = (struct ft_quota_job){
			.job_id = j * 7 % JOBS,
			.account = account,
			.submit = below(&seed, 10),
		};
	}
	return office;
}

Test(quota, the_order_is_that_of_the_votes)
{
	for (uint64_t seed = 0; seed < CASES; seed++) {
		struct office office = random_office(seed);
		uint32_t order[JOBS];

		ft_quota_judge(&office.list, office.quota);
		cr_assert_eq(ft_quota_order(&office.list, office.quota,
					    office.job, office.job_count,
					    order),
			     0);
		memset(gone, 0, sizeof(gone));
		for (uint32_t i = 0; i < office.job_count; i++) {
			cr_assert_eq(order[i], vote(&office, 0),
				     "seed %d, place %u", (int) seed, i);
			gone[order[i]] = true;
		}
		ft_vertex_fini(&office.list);
	}
}

/* Whatever the tree: each hour is counted once on every level. */
Test(quota, usage_adds_up)
{
	for (uint64_t seed = 0; seed < CASES; seed++) {
		struct office office = random_office(seed);
		double sum = 0;

		for (uint32_t i = 0; i < office.list.count; i++)
			sum += office.quota[i].used[FT_QUOTA_CPU];
		ft_quota_judge(&office.list, office.quota);
		cr_assert_eq(office.quota[0].used[FT_QUOTA_CPU], sum);
		ft_vertex_fini(&office.list);
	}
}
