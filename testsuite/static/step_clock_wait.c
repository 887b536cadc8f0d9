// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * step_clock_wait - waits under the clock of a test that never moves.
 *
 * Two threads wait with a time that never comes.  The signal for them is sent
 * by a thread that has held their mutex for longer than step_clock waits at
 * once.  Each that goes on prints a line; step_clock.tap counts them.  Then
 * main() waits for a time within the second, again and again for a while, and
 * prints how often it did; then the same for a time of the atomic clock.
 *
 * It refuses to end by itself: who is not woken waits for ever.
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WAITERS = 2, FAR = 1000, HOLD_USEC = 50000 };
enum { SHORT_NSEC = 100000000, WHILE_NSEC = 500000000 };
enum { SECOND_NSEC = 1000000000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *_wait(void *arg)
{
	struct timespec until = {.tv_sec = time(NULL) + FAR};

	(void) arg;
	pthread_mutex_lock(&lock);
	waiting++;
	while (!go)
		pthread_cond_timedwait(&changed, &lock, &until);
	puts("went on");
	fflush(stdout);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void _hold_until_all_wait(void)
{
	pthread_mutex_lock(&lock);
	while (waiting < WAITERS) {
		pthread_mutex_unlock(&lock);
		usleep(1000);
		pthread_mutex_lock(&lock);
	}
	usleep(HOLD_USEC);
}

static long _steady_nsec(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * (long) SECOND_NSEC + now.tv_nsec;
}

/* Waits that stand for a sleep: how many until some time is over. */
static int _sleep_often(clockid_t clock)
{
	const long end = _steady_nsec() + WHILE_NSEC;
	struct timespec until;
	int count = 0;

	pthread_mutex_lock(&lock);
	for (; _steady_nsec() < end; count++) {
		clock_gettime(clock, &until);
		until.tv_nsec += SHORT_NSEC;
		until.tv_sec += until.tv_nsec / SECOND_NSEC;
		until.tv_nsec %= SECOND_NSEC;
		pthread_cond_timedwait(&changed, &lock, &until);
	}
	pthread_mutex_unlock(&lock);
	return count;
}

int main(void)
{
	pthread_t threads[WAITERS];

	for (int i = 0; i < WAITERS; i++)
		if (pthread_create(&threads[i], NULL, _wait, NULL))
			return 1;
	_hold_until_all_wait();
	go = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < WAITERS; i++)
		pthread_join(threads[i], NULL);
	printf("slept %d times\n", _sleep_often(CLOCK_REALTIME));
	printf("by the atomic clock %d times\n", _sleep_often(CLOCK_TAI));
	return 0;
}
