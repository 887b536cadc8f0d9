// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * holder - a thread that holds locks for a known time, for lockwatch.tap.
 *
 * Six times it waits for a deadline 300 s ahead, then holds one lock for 30
 * ms, in the middle of it a second one, and every third time none.  Prints
 * how far its clock went.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>

enum { ROUNDS = 6, PERIOD = 300, NAP_NANO = 10000000 };

static pthread_rwlock_t outer = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t inner = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void _nap(void)
{
	struct timespec nap = {.tv_nsec = NAP_NANO};

	nanosleep(&nap, NULL);
}

static void _hold(void)
{
	pthread_rwlock_wrlock(&outer);
	_nap();
	pthread_rwlock_rdlock(&inner);
	_nap();
	pthread_rwlock_unlock(&inner);
	_nap();
	pthread_rwlock_unlock(&outer);
}

static void *_run(void *unused)
{
	struct timespec until;

	prctl(PR_SET_NAME, "holder");
	_hold();
	for (int i = 0; i < ROUNDS; i++) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += PERIOD;
		pthread_mutex_lock(&mutex);
		pthread_cond_timedwait(&never, &mutex, &until);
		pthread_mutex_unlock(&mutex);
		if (i % 3 != 2)
			_hold();
	}
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PERIOD;
	pthread_mutex_lock(&mutex);
	pthread_cond_timedwait(&never, &mutex, &until);
	pthread_mutex_unlock(&mutex);
	printf("%lld\n", (long long) time(NULL));
	return unused;
}

int main(void)
{
	time_t begin = time(NULL);
	pthread_t thread;

	if (pthread_create(&thread, NULL, _run, NULL))
		return 1;
	pthread_join(thread, NULL);
	printf("%lld %lld\n", (long long) begin, (long long) time(NULL));
	return 0;
}
