/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which stakes keep a request out: of four CPUs and two GPUs.
 */
#include <criterion/criterion.h>

#include "sfair/answer/stake.h"

enum { CPUS, GPUS, KINDS, NOW = 100, START = 200, ALWAYS = 900 };

static const int64_t capacity[KINDS] = {4, 2};
static const int64_t one[KINDS] = {1, 0}, two[KINDS] = {2, 0};
static const int64_t three[KINDS] = {3, 0}, four[KINDS] = {4, 0};
static const int64_t gpu[KINDS] = {1, 2}, wants_gpu[KINDS] = {1, 1},
		     wants_two[KINDS] = {2, 1};

static struct sfair_stake_place _place_for(const int64_t *need)
{
	return (struct sfair_stake_place){KINDS, capacity, need, NOW, START};
}

static void _expect_blamed(const int64_t *need, struct sfair_stake *stake,
			   const char *blamed)
{
	const struct sfair_stake_place place = _place_for(need);
	uint32_t count = 0;

	while (blamed[count])
		count++;
	sfair_stake_blame(&place, stake, count);
	for (uint32_t i = 0; i < count; i++)
		cr_expect_eq(stake[i].blamed, blamed[i] == 'x', "%s, stake %u",
			     blamed, (unsigned int) i);
}

Test(stake, that_leaves_room_is_not_blamed)
{
	struct sfair_stake stake[] = {{0, 150, one, false, false, false},
				      {0, 200, three, false, false, false}};

	_expect_blamed(three, stake, ".x");
	_expect_blamed(four, stake, "xx");
}

Test(stake, that_ends_after_it_fits_is_not_blamed)
{
	struct sfair_stake stake[] = {{0, 150, two, false, false, false},
				      {0, 180, two, false, false, false},
				      {0, ALWAYS, one, false, false, false}};

	_expect_blamed(two, stake, "x.");
	stake[1].amount = one;
	_expect_blamed(two, stake, "x..");
}

Test(stake, of_another_kind_is_not_blamed)
{
	struct sfair_stake stake[] = {{0, 150, one, false, false, false},
				      {0, 200, gpu, false, false, false},
				      {0, 180, two, false, false, false}};

	_expect_blamed(wants_gpu, stake, ".x.");
	stake[0].amount = two;
	stake[2].amount = one;
	_expect_blamed(wants_two, stake, ".xx");
}

Test(stake, of_planned_jobs_counts_while_they_run)
{
	struct sfair_stake stake[] = {{0, 150, four, false, false, false},
				      {150, 200, four, false, false, false}};

	_expect_blamed(one, stake, "xx");
	stake[1].stays = true;
	_expect_blamed(one, stake, "x.");
}

Test(stake, of_whole_places_and_in_them)
{
	struct sfair_stake stake[] = {{0, 150, one, false, false, false},
				      {0, 200, NULL, false, false, false}};

	_expect_blamed(NULL, stake, "xx");
	_expect_blamed(one, stake, ".x");
	_expect_blamed(one, stake, ".");
}

Test(stake, of_many_all_that_have_some_are_blamed)
{
	struct sfair_stake stake[100];
	char blamed[101] = "";

	for (int i = 0; i < 100; i++) {
		stake[i] =
			(struct sfair_stake){.end = i == 99 ? ALWAYS : 150,
					     .amount = i % 2 ? one : capacity,
					     .stays = i == 1};
		blamed[i] = i == 99 || i == 1 ? '.' : 'x';
	}
	_expect_blamed(one, stake, blamed);
}
