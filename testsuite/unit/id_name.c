/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of users and groups: what is asked again after a reconfigure and is
 * still so takes no memory, and strings that were given stay.
 *
 * Knows of this machine only that user and group 0 have names.
 */
#define _GNU_SOURCE /* pthread_cond_clockwait */
#include <criterion/criterion.h>
#include <pthread.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "slurm/common/id_name.h"

enum { NOBODY = 1852516361, SLOW = 1852516362, PATIENCE_US = 50000 };

/* A directory that answers for SLOW once it is let. */
static pthread_mutex_t answers = PTHREAD_MUTEX_INITIALIZER;

int getpwuid_r(uid_t uid, struct passwd *entry, char *room, size_t size,
	       struct passwd **found)
{
	*found = NULL;
	if (uid == SLOW) {
		pthread_mutex_lock(&answers);
		pthread_mutex_unlock(&answers);
	}
	if (uid == NOBODY || size < 8)
		return 0;
	strcpy(room, uid ? "slow" : "root");
	entry->pw_name = room;
	entry->pw_uid = uid;
	*found = entry;
	return 0;
}

/* What the waits of this test's own thread come to. */
static __thread bool counts;
static __thread unsigned waits;
static __thread struct timespec until;
static __thread int64_t longest_us;

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *end)
{
	struct timeval now;
	int64_t us;

	if (counts) {
		gettimeofday(&now, NULL);
		us = (int64_t) (end->tv_sec - now.tv_sec) * 1000000 +
		     end->tv_nsec / 1000 - now.tv_usec;
		longest_us = us > longest_us ? us : longest_us;
		until = *end;
		waits++;
	}
	return pthread_cond_clockwait(cond, mutex, CLOCK_REALTIME, end);
}

/*
 * Each request comes back while the directory still hangs: it has waited once
 * at most, and all of them together until the same instant, 50 ms after the one
 * question that is asked.
 */
Test(id_name, nobody_waits_for_a_directory_that_does_not_answer, .timeout = 60)
{
	const char *name = NULL;
	struct timespec first;

	counts = true;
	pthread_mutex_lock(&answers);
	cr_assert_null(fts_id_name_user(SLOW));
	first = until;
	cr_expect_eq(waits, 1);
	for (int i = 0; i < 1000; i++) {
		waits = 0;
		cr_assert_null(fts_id_name_user(SLOW));
		cr_assert_leq(waits, 1);
		cr_assert_null(fts_id_name_group(NOBODY));
		cr_assert_leq(waits, 2);
		cr_assert_eq(memcmp(&until, &first, sizeof(first)), 0);
	}
	cr_expect_leq(longest_us, PATIENCE_US);
	counts = false;
	cr_expect_not(fts_id_name_knows_user(SLOW));
	/* Others have no name meanwhile, and are doubted. */
	cr_expect_null(fts_id_name_user(0));
	cr_expect(fts_id_name_doubt());
	pthread_mutex_unlock(&answers);
	while (!(name = fts_id_name_user(SLOW)))
		usleep(1000);
	cr_expect_str_eq(name, "slow");
	cr_expect_str_eq(fts_id_name_user(0), "root");
	fts_id_name_fini();
}

Test(id_name, what_comes_after_the_end_is_not_kept, .timeout = 60)
{
	pthread_mutex_lock(&answers);
	cr_expect_null(fts_id_name_user(SLOW));
	fts_id_name_fini();
	pthread_mutex_unlock(&answers);
	fts_id_name_learn_user(0);
	cr_expect_str_eq(fts_id_name_user(0), "root");
	fts_id_name_fini();
}

Test(id_name, a_name_that_stays_so_is_kept_once)
{
	const char *user = fts_id_name_user(0), *group = fts_id_name_group(0);

	cr_assert_not_null(user);
	cr_assert_not_null(group);
	for (int round = 0; round < 3; round++) {
		fts_id_name_forget();
		cr_expect_not(fts_id_name_knows_user(0));
		cr_expect_eq(fts_id_name_user(0), user);
		cr_expect(fts_id_name_knows_user(0));
		cr_expect_not(fts_id_name_knows_group(0));
		cr_expect_eq(fts_id_name_group(0), group);
	}
	fts_id_name_fini();
}

Test(id_name, that_there_is_no_name_is_known_too)
{
	cr_expect_not(fts_id_name_knows_user(NOBODY));
	cr_expect_null(fts_id_name_user(NOBODY));
	cr_expect(fts_id_name_knows_user(NOBODY));
	cr_expect_not(fts_id_name_knows_group(NOBODY));
	fts_id_name_forget();
	cr_expect_not(fts_id_name_knows_user(NOBODY));
	fts_id_name_fini();
}

Test(id_name, whoever_has_no_name_is_asked_for_again)
{
	cr_expect_not(fts_id_name_doubt());
	cr_expect_not_null(fts_id_name_user(0));
	cr_expect_not(fts_id_name_doubt());
	cr_expect_null(fts_id_name_user(NOBODY));
	cr_expect(fts_id_name_doubt());
	cr_expect_not(fts_id_name_knows_user(NOBODY));
	cr_expect(fts_id_name_knows_user(0));
	cr_expect_null(fts_id_name_user(NOBODY));
	cr_expect(fts_id_name_doubt());
	fts_id_name_fini();
}

Test(id_name, a_name_is_found_and_each_forgetting_counts)
{
	uint32_t id = 7, age = fts_id_name_age();

	cr_assert(fts_id_name_find_user(fts_id_name_user(0), &id));
	cr_expect_eq(id, 0);
	cr_expect_not(fts_id_name_find_user("no-such:user", &id));
	fts_id_name_forget();
	cr_expect_eq(fts_id_name_age(), age + 1);
	fts_id_name_fini();
}
