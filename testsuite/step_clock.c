// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * step_clock - a clock that stands still until a test moves it.
 *
 * Preloaded into Slurm's daemons and commands.  The file that FT_CLOCK names
 * holds two int64_t in host byte order: the time, seconds of the epoch, and
 * the monotonic clock's nanoseconds when it was written.  Wall clock reads
 * give that time; waits for a wall clock time end once the file has reached
 * it.  Sleeps, poll() and the monotonic clock stay real, so that nothing
 * hangs while the clock stands, and so do waits that stand for a sleep: those
 * that would end within the second at which the clock stands.  For
 * code that wants to see microseconds go by, the fraction of the second creeps:
 * a microsecond each real millisecond.  A signal wakes all that wait with a
 * time: whom one wake-up too few leaves waiting for its time would hang.
 *
 * The atomic clock stays real as well: from 24.11 to 25.11 slurmctld tells by
 * it when a connection is late and sets its timers by it, and then waits for
 * that time as if it were the wall clock's.  A wait of a thread that has just
 * read it, for a time near it, is real.
 *
 * It refuses to guess: without FT_CLOCK or its file, time is real.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
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

/* A wait for cond, on the stack of its thread. */
struct wait {
	struct wait *next;
	const pthread_cond_t *cond;
	atomic_bool woken;
};

static const volatile int64_t *clock_file;
static pthread_mutex_t waits_lock = PTHREAD_MUTEX_INITIALIZER;
static struct wait *waits;	  /* under waits_lock */
static __thread bool atomic_read; /* the last read was of the atomic clock */
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *,
			     const struct timespec *);
static int (*real_signal)(pthread_cond_t *);
static int (*real_broadcast)(pthread_cond_t *);

/* The present version of a function; glibc has older ones beside it. */
static void *_condition(const char *name)
{
	void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");

	return found ? found : dlsym(RTLD_NEXT, name);
}

/* Only the thread that forks is in the child. */
static void _forked(void)
{
	pthread_mutex_init(&waits_lock, NULL);
	waits = NULL;
}

__attribute__((constructor)) static void _init(void)
{
	const char *path = getenv("FT_CLOCK");
	void *page;
	int fd;

	real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	real_timedwait = _condition("pthread_cond_timedwait");
	real_signal = _condition("pthread_cond_signal");
	real_broadcast = _condition("pthread_cond_broadcast");
	if (!path)
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	page = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED)
		clock_file = page;
	pthread_atfork(NULL, NULL, _forked);
	close(fd);
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
	struct timespec real;
	int64_t age;

	if (!real_gettime)
		real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	if (!clock_file ||
	    (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) {
		atomic_read = atomic_read || id == CLOCK_TAI;
		return real_gettime(id, ret);
	}
	atomic_read = false;
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
 * How often a wait that stands for a sleep looks at the clock; -1: it is none.
 *
 * Slurmctld's main thread looks after things once a second.  Releases that
 * sleep between that do so in real time; those that wait shall as well.
 */
static int _pause_looks(const struct timespec *until)
{
	struct timespec now;

	if (until->tv_sec == clock_file[0] + 1 && getpid() == gettid())
		return SEC_NSEC / LOOK_NSEC;
	if (until->tv_sec != clock_file[0])
		return -1;
	clock_gettime(CLOCK_REALTIME, &now);
	if (until->tv_nsec <= now.tv_nsec)
		return 0;
	return (until->tv_nsec - now.tv_nsec) / LOOK_NSEC + 1;
}

/* Is it a time of the atomic clock, which stays real? */
static bool _is_real_time(const struct timespec *until)
{
	struct timespec real;

	if (!atomic_read)
		return false;
	real_gettime(CLOCK_TAI, &real);
	return llabs(until->tv_sec - real.tv_sec) <
	       llabs(until->tv_sec - clock_file[0]);
}

/* Marks those that wait for cond with a time: they return, if late. */
static void _wake(const pthread_cond_t *cond)
{
	pthread_mutex_lock(&waits_lock);
	for (struct wait *each = waits; each; each = each->next)
		if (each->cond == cond)
			atomic_store(&each->woken, true);
	pthread_mutex_unlock(&waits_lock);
}

int pthread_cond_signal(pthread_cond_t *cond)
{
	if (clock_file)
		_wake(cond);
	return real_signal(cond);
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
	if (clock_file)
		_wake(cond);
	return real_broadcast(cond);
}

static void _enter(struct wait *wait)
{
	pthread_mutex_lock(&waits_lock);
	wait->next = waits;
	waits = wait;
	pthread_mutex_unlock(&waits_lock);
}

static void _leave(const struct wait *wait)
{
	struct wait **link = &waits;

	pthread_mutex_lock(&waits_lock);
	while (*link != wait)
		link = &(*link)->next;
	*link = wait->next;
	pthread_mutex_unlock(&waits_lock);
}

static int _wait_slice(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	struct timespec slice;

	real_gettime(CLOCK_REALTIME, &slice);
	slice.tv_nsec += LOOK_NSEC;
	if (slice.tv_nsec >= SEC_NSEC) {
		slice.tv_nsec -= SEC_NSEC;
		slice.tv_sec++;
	}
	return real_timedwait(cond, mutex, &slice);
}

/*
 * Waits in short real slices until woken or until the file's time is due.
 *
 * A wake-up that comes when a slice is over, and before the mutex is had again,
 * wakes nobody: the caller would have looked at what it waits for, and here
 * only the mark tells that it should.
 */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *until)
{
	struct wait wait = {.cond = cond};
	int rc, looks, most;

	if (!clock_file || _is_real_time(until))
		return real_timedwait(cond, mutex, until);
	most = _pause_looks(until);
	_enter(&wait);
	for (looks = 0;; looks++) {
		rc = ETIMEDOUT;
		if (most < 0 ? clock_file[0] >= until->tv_sec
			     : clock_file[0] > until->tv_sec || looks == most)
			break;
		rc = _wait_slice(cond, mutex);
		if (atomic_load(&wait.woken))
			rc = 0;
		if (rc != ETIMEDOUT)
			break;
	}
	_leave(&wait);
	return rc;
}
