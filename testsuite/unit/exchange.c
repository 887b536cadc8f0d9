/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exchange: who may join, who owns what, and that readers see either the
 * former or the new counts while they are replaced.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "slurm/common/exchange.h"

enum { JOBS = 500, ROUNDS = 400, READERS = 3 };

Test(exchange, one_of_each_and_of_one_version)
{
	cr_expect_eq(fts_exchange_join(FTS_EXCHANGE_VERSION + 1,
				       FTS_MEMBER_PRIORITY),
		     -EPROTO);
	cr_expect_eq(
		fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_PRIORITY),
		0);
	cr_expect_eq(
		fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_PRIORITY),
		-EBUSY);
	cr_expect_eq(
		fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER),
		0);
	fts_exchange_leave(FTS_MEMBER_PRIORITY);
	cr_expect_eq(
		fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER),
		-EBUSY, "the other one stays");
	cr_expect_eq(
		fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_PRIORITY), 0,
		"a backup controller takes over");
	cr_expect(strstr(fts_exchange_explain(-EPROTO), "another version"));
	cr_expect(strstr(fts_exchange_explain(-EBUSY), "twice"));
}

Test(exchange, counts_are_the_schedulers)
{
	struct ft_bypass one[] = {{7, 3}, {9, 1}}, two[] = {{9, 2}};

	cr_expect_eq(fts_exchange_bypass_put(one, 2), -EPERM);
	cr_expect_eq(fts_exchange_bypass_get(7), 0);
	fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER);
	cr_expect_eq(fts_exchange_bypass_put(one, 2), 0);
	cr_expect_eq(fts_exchange_bypass_get(7), 3);
	cr_expect_eq(fts_exchange_bypass_put(two, 1), 0);
	cr_expect_eq(fts_exchange_bypass_get(7), 0, "replaced, not added");
	cr_expect_eq(fts_exchange_bypass_get(9), 2);
	cr_expect_eq(fts_exchange_bypass_put(NULL, 0), 0);
	cr_expect_eq(fts_exchange_bypass_get(9), 0);
	fts_exchange_bypass_put(one, 2);
	fts_exchange_leave(FTS_MEMBER_SCHEDULER);
	cr_expect_eq(fts_exchange_bypass_get(7), 0, "withdrawn");
}

Test(exchange, capped_partitions_are_the_priority_plugins)
{
	const char *one[] = {"gpu", "big"}, *two[] = {"big"};
	const enum fts_capped kind = FTS_CAPPED_PARTITION;

	cr_expect_eq(fts_exchange_capped_put(kind, one, 2), -EPERM);
	fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_PRIORITY);
	cr_expect_not(fts_exchange_capped(kind, "gpu"));
	cr_expect_eq(fts_exchange_capped_put(kind, one, 2), 0);
	cr_expect(fts_exchange_capped(kind, "gpu") &&
		  fts_exchange_capped(kind, "big"));
	cr_expect_not(fts_exchange_capped(kind, "gp"));
	cr_expect_not(fts_exchange_capped(FTS_CAPPED_QOS, "gpu"));
	cr_expect_eq(fts_exchange_capped_put(FTS_CAPPED_QOS, one, 1), 0);
	cr_expect_eq(fts_exchange_capped_put(kind, two, 1), 0);
	cr_expect_not(fts_exchange_capped(kind, "gpu"), "replaced, not added");
	cr_expect(fts_exchange_capped(FTS_CAPPED_QOS, "gpu"));
	fts_exchange_leave(FTS_MEMBER_PRIORITY);
	cr_expect_not(fts_exchange_capped(kind, "big"), "withdrawn");
	cr_expect_not(fts_exchange_capped(FTS_CAPPED_QOS, "gpu"), "withdrawn");
}

static atomic_uint woken;

static void _wake(void)
{
	atomic_fetch_add(&woken, 1);
}

static void *_call(void *arg)
{
	(void) arg;
	fts_exchange_call(FTS_CALL_SET);
	fts_exchange_call(FTS_CALL_SET);
	fts_exchange_call(FTS_CALL_END);
	return NULL;
}

static void _call_from_another_thread(void)
{
	pthread_t thread;

	cr_assert_eq(pthread_create(&thread, NULL, _call, NULL), 0);
	pthread_join(thread, NULL);
}

Test(exchange, calls_wake_the_scheduler_once)
{
	uint32_t calls[FTS_CALL_KINDS];

	cr_expect_eq(fts_exchange_listen(_wake), -EPERM);
	_call_from_another_thread();
	fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER);
	cr_expect_eq(fts_exchange_listen(_wake), 0);
	cr_expect_not(fts_exchange_called(), "without a listener none counts");
	_call_from_another_thread();
	cr_expect(fts_exchange_called());
	cr_expect_eq(woken, 1, "once, until the calls are taken");
	fts_exchange_take_calls(calls);
	cr_expect_eq(calls[FTS_CALL_SET], 2);
	cr_expect_eq(calls[FTS_CALL_END], 1);
	cr_expect_not(fts_exchange_called());
	_call(NULL);
	cr_expect_not(fts_exchange_called(), "not what the listener does");
	_call_from_another_thread();
	cr_expect_eq(woken, 2);
	fts_exchange_take_calls(calls);
	fts_exchange_leave(FTS_MEMBER_SCHEDULER);
	_call_from_another_thread();
	cr_expect_eq(woken, 2, "withdrawn");
}

static atomic_bool done;

/* All counts of a round are alike, and rounds only rise. */
static void *_read(void *arg)
{
	atomic_uint *wrong = arg;
	uint32_t last = 0;

	while (!atomic_load(&done)) {
		uint32_t count = fts_exchange_bypass_get(1 + last % JOBS);

		if (count < last)
			atomic_fetch_add(wrong, 1);
		last = count;
	}
	return NULL;
}

Test(exchange, readers_see_rounds_in_their_order)
{
	static struct ft_bypass bypass[JOBS];
	pthread_t reader[READERS];
	atomic_uint wrong = 0;

	fts_exchange_join(FTS_EXCHANGE_VERSION, FTS_MEMBER_SCHEDULER);
	for (int i = 0; i < READERS; i++)
		cr_assert_eq(pthread_create(&reader[i], NULL, _read, &wrong),
			     0);
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		for (uint32_t i = 0; i < JOBS; i++)
			bypass[i] = (struct ft_bypass){i + 1, round};
		cr_assert_eq(fts_exchange_bypass_put(bypass, JOBS), 0);
	}
	atomic_store(&done, true);
	for (int i = 0; i < READERS; i++)
		pthread_join(reader[i], NULL);
	cr_expect_eq(wrong, 0);
	cr_expect_eq(fts_exchange_bypass_get(JOBS), ROUNDS);
	fts_exchange_leave(FTS_MEMBER_SCHEDULER);
}
