// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * planted - one error of each kind that a sanitizer must find.
 *
 * Preloaded into slurmctld by sanitize.tap, to prove that a report about one
 * of our objects would be seen.  PLANTED chooses the error; without it there
 * is none.
 */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int shared_counter;

static void *_count(void *unused)
{
	for (int i = 0; i < 1000; i++)
		shared_counter++;
	return unused;
}

static void _race(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, _count, NULL))
		return;
	_count(NULL);
	pthread_join(thread, NULL);
}

static void _read_beyond(void)
{
	volatile char *three = malloc(3);

	if (three)
		shared_counter = three[3];
	free((void *) three);
}

static void _overflow(void)
{
	volatile int large = INT_MAX;

	shared_counter = large + 1;
}

__attribute__((constructor)) static void _begin(void)
{
	const char *kind = getenv("PLANTED");

	if (!kind)
		return;
	if (!strcmp(kind, "thread"))
		_race();
	else if (!strcmp(kind, "address"))
		_read_beyond();
	else
		_overflow();
}
