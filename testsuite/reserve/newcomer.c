/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose job ends the rest after a dear cycle, and how often.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/cycle/newcomer.h"

enum { MALLORY = 1, ALICE, BOB, TOOK = 10000000, LITTLE = 100000 };

static struct ft_request request[64];

/* A cycle with so many ways to run of each of these two, the latter as parts.
 */
static struct fts_newcomers after(uint32_t mallory, uint32_t alice)
{
	struct ft_request whole = {.part_count = alice ? alice - 1 : 0};
	struct ft_job job[] = {
		{.owner = MALLORY, .request = request},
		{.owner = ALICE, .request = &whole, .request_count = !!alice},
		{.owner = MALLORY, .request = request},
	};
	struct ft_snapshot snapshot = {.job = job, .job_count = 3};
	struct fts_newcomers newcomers = {0};

	job[0].request_count = mallory / 2;
	job[2].request_count = mallory - mallory / 2;
	fts_newcomers_weigh(&newcomers, &snapshot);
	return newcomers;
}

/* The rest that a job of that user waits for. */
static int64_t rest(struct fts_newcomers *newcomers, uint32_t user)
{
	(void) fts_newcomers_admit(newcomers, user);
	return fts_newcomers_rest(newcomers, TOOK, TOOK);
}

/* A cycle begins; of which user, if the rest before was cut for it. */
static uint32_t begin(struct fts_newcomers *newcomers, bool whole)
{
	uint32_t user;
	bool early = fts_newcomers_begin(newcomers, whole, &user);

	cr_expect_eq(early, user != 0);
	return user;
}

Test(newcomer, a_job_of_another_user_ends_the_rest)
{
	struct fts_newcomers newcomers = after(50, 0);

	cr_expect_eq(rest(&newcomers, MALLORY), TOOK);
	cr_expect_eq(rest(&newcomers, ALICE), LITTLE);
	cr_expect_eq(rest(&newcomers, MALLORY), LITTLE,
		     "nor does what comes after it change that");
	cr_expect_eq(begin(&newcomers, false), ALICE);
}

Test(newcomer, it_waits_as_long_as_the_others_jobs_are_worth)
{
	struct fts_newcomers newcomers = after(60, 40), turned;

	cr_expect_eq(rest(&newcomers, ALICE), TOOK * 2 / 5);
	turned = after(10, 30);
	cr_expect_eq(rest(&turned, ALICE), TOOK, "hers are most of it");
	cr_expect_eq(rest(&turned, MALLORY), TOOK / 4);
}

Test(newcomer, no_user_makes_cycles_follow_each_other)
{
	struct fts_newcomers newcomers = after(50, 1);

	cr_expect_lt(rest(&newcomers, ALICE), TOOK);
	cr_expect_eq(begin(&newcomers, false), ALICE);
	for (int i = 0; i < 3; i++) {
		cr_expect_eq(rest(&newcomers, ALICE), TOOK);
		cr_expect_eq(begin(&newcomers, false), 0);
	}
	cr_expect_lt(rest(&newcomers, BOB), TOOK, "another one may");
	cr_expect_eq(begin(&newcomers, false), BOB);
	cr_expect_eq(begin(&newcomers, true), 0);
	cr_expect_lt(rest(&newcomers, ALICE), TOOK, "after a rest, again");
}

Test(newcomer, nor_do_many_users)
{
	struct fts_newcomers newcomers = after(50, 0);
	uint32_t early = 0;

	for (uint32_t user = 10; user < 30; user++) {
		(void) fts_newcomers_admit(&newcomers, user);
		early += begin(&newcomers, false) != 0;
	}
	cr_expect_eq(early, FTS_NEWCOMERS_MAX);
	cr_expect_eq(rest(&newcomers, ALICE), TOOK);
	cr_expect_eq(begin(&newcomers, true), 0);
	cr_expect_eq(rest(&newcomers, ALICE), LITTLE);
}

Test(newcomer, a_rest_that_is_over_was_not_cut)
{
	struct fts_newcomers newcomers = after(50, 0);

	cr_expect_eq(rest(&newcomers, ALICE), LITTLE);
	cr_expect_eq(begin(&newcomers, true), 0);
	cr_expect_eq(rest(&newcomers, ALICE), LITTLE, "it had no use of it");
}

Test(newcomer, before_the_first_cycle_there_is_no_rest_to_end)
{
	struct fts_newcomers newcomers = {0};

	cr_expect_eq(rest(&newcomers, ALICE), TOOK);
}
