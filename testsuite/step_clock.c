// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * step_clock - a clock that stands still until a test moves it.
 *
 * Preloaded into Slurm's daemons and commands.  The file that FT_CLOCK names
 * holds two int64_t in host byte order: the time, seconds of the epoch, and
 * the monotonic clock's nanoseconds when it was written.  Wall clock reads
 * give that time; waits for a wall clock time end once the file has reached
 * it.  Sleeps, poll() and the monotonic clock stay real, so that nothing
 * hangs while the clock stands, and so do waits that stand for a sleep.  For
 * code that wants to see microseconds go by, the fraction of the second creeps:
 * a microsecond each real millisecond.
 *
 * It refuses to guess: without FT_CLOCK or its file, time is real.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* How often a wait looks at the clock: 5 ms. */
#define LOOK_NSEC 5000000L
#define SEC_NSEC 1000000000L
#define PAUSE_LOOKS (int) (SEC_NSEC / LOOK_NSEC)
#ifdef FT_THREADS_PAUSE
#define PAUSE_MAX 5 /* seconds */
static const bool threads_pause = true;
#else
#define PAUSE_MAX 1
static const bool threads_pause = false;
#endif

static const volatile int64_t *clock_file;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *,
			     const struct timespec *);

__attribute__((constructor)) static void _init(void)
{
	const char *path = getenv("FT_CLOCK");
	void *page;
	int fd;

	real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	real_timedwait =
		dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
	if (!real_timedwait)
		real_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	if (!path)
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	page = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED)
		clock_file = page;
	close(fd);
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
	struct timespec real;
	int64_t age;

	if (!real_gettime)
		real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	if (!clock_file ||
	    (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE))
		return real_gettime(id, ret);
	real_gettime(CLOCK_MONOTONIC, &real);
	age = (real.tv_sec * SEC_NSEC + real.tv_nsec - clock_file[1]) / 1000;
	if (age > SEC_NSEC - 1000)
		age = SEC_NSEC - 1000;
	ret->tv_sec = clock_file[0];
	ret->tv_nsec = age > 0 ? age : 0;
	return 0;
}

time_t time(time_t *ret)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (ret)
		*ret = now.tv_sec;
	return now.tv_sec;
}

int gettimeofday(struct timeval *restrict ret, void *restrict zone)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	ret->tv_sec = now.tv_sec;
	ret->tv_usec = now.tv_nsec / 1000;
	return 0;
}

/*
 * Looks that a wait takes which only stands for a pause; 0: it is none.
 *
 * Slurmctld's main thread looks after things once a second.  Releases that
 * sleep between that do so in real time; those that wait shall as well.  With
 * FT_THREADS_PAUSE all threads do, for some seconds: from 23.11 on connections
 * and job steps get on by looking again where a wake-up came too soon.
 */
static int _pause_looks(const struct timespec *until)
{
	int64_t seconds = until->tv_sec - clock_file[0];

	if (seconds > PAUSE_MAX || (!threads_pause && getpid() != gettid()))
		return 0;
	return (int) (seconds > 1 ? seconds : 1) * PAUSE_LOOKS;
}

/* Waits in short real slices until woken or until the file's time is due. */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *until)
{
	struct timespec slice;
	int rc, looks = 0, pause;

	if (!clock_file)
		return real_timedwait(cond, mutex, until);
	pause = _pause_looks(until);
	do {
		if (clock_file[0] >= until->tv_sec ||
		    (pause && looks++ == pause))
			return ETIMEDOUT;
		real_gettime(CLOCK_REALTIME, &slice);
		slice.tv_nsec += LOOK_NSEC;
		if (slice.tv_nsec >= SEC_NSEC) {
			slice.tv_nsec -= SEC_NSEC;
			slice.tv_sec++;
		}
		rc = real_timedwait(cond, mutex, &slice);
	} while (rc == ETIMEDOUT);
	return rc;
}
