/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What counts as a hold of slurmctld's locks, and how long it was.
 */
#include "slurm/common/compat.h"

#include <criterion/criterion.h>
#include <unistd.h>

#include "slurm/common/lock.h"

/* In the place of slurmctld's: so many are taken. */
static int taken;

void lock_slurmctld(slurmctld_lock_t locks)
{
	(void) locks;
	taken++;
}

void unlock_slurmctld(slurmctld_lock_t locks)
{
	(void) locks;
	taken--;
}

static const slurmctld_lock_t jobs = {.job = READ_LOCK};

Test(lock, what_is_taken_inside_belongs_to_the_hold)
{
	assoc_mgr_lock_t lists = {.assoc = READ_LOCK};
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	struct fts_holds holds;

	fts_lock_take(jobs, "outer");
	fts_lock_assoc(&lists, "inner");
	fts_lock_own(&own, "innermost");
	usleep(2000);
	fts_unlock_own(&own);
	fts_unlock_assoc(&lists);
	fts_holds_take(&holds);
	cr_expect_eq(holds.count, 0, "it has not ended");
	fts_lock_drop(jobs);
	cr_expect_eq(taken, 0);
	fts_holds_take(&holds);
	cr_expect_eq(holds.count, 1);
	cr_expect_str_eq(holds.longest_step, "outer");
	cr_expect_geq(holds.longest_us, 2000);
}

Test(lock, each_kind_alone_is_a_hold)
{
	assoc_mgr_lock_t lists = {.assoc = READ_LOCK};
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	struct fts_holds holds;

	fts_lock_assoc(&lists, "lists");
	fts_unlock_assoc(&lists);
	fts_lock_own(&own, "own");
	usleep(2000);
	fts_unlock_own(&own);
	fts_lock_take(jobs, "jobs");
	fts_lock_drop(jobs);
	fts_lock_await_assoc(&lists);
	fts_holds_take(&holds);
	cr_expect_eq(holds.count, 3, "waiting for a lock is none");
	cr_expect_str_eq(holds.longest_step, "own");
	fts_holds_take(&holds);
	cr_expect_eq(holds.count, 0, "what was told is forgotten");
}

static void *_hold_elsewhere(void *arg)
{
	(void) arg;
	fts_lock_take(jobs, "elsewhere");
	usleep(2000);
	fts_lock_drop(jobs);
	return NULL;
}

Test(lock, threads_have_holds_of_their_own)
{
	struct fts_holds holds;
	pthread_t thread;

	fts_lock_take(jobs, "here");
	cr_assert_eq(pthread_create(&thread, NULL, _hold_elsewhere, NULL), 0);
	pthread_join(thread, NULL);
	fts_holds_take(&holds);
	cr_expect_eq(holds.count, 1);
	cr_expect_str_eq(holds.longest_step, "elsewhere");
	fts_lock_drop(jobs);
}

Test(lock, text)
{
	struct fts_holds holds = {.longest_step = "queue",
				  .longest_us = 1700,
				  .count = 100,
				  .bucket = {98, 1, 0, 1}};
	char *text = fts_holds_text(&holds);

	cr_expect_str_eq(text, "hold=1700us(queue) hold_p99=1000us holds=100");
	xfree(text);
	holds = (struct fts_holds){0};
	text = fts_holds_text(&holds);
	cr_expect_str_eq(text, "hold=0us(none) hold_p99=0us holds=0");
	xfree(text);
}
