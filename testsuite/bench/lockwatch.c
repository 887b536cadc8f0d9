// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lockwatch - how long threads of a stock slurmctld hold its locks.
 *
 * Preloaded into slurmctld.  All of its locks, and those of assoc_mgr in
 * libslurmfull, are pthread_rwlock_t that are locked through the dynamic
 * linker, so each call passes here first.  Mutexes are not looked at.
 *
 * A thread named in LOCKWATCH_THREADS (a comma list) is a periodic one: what
 * it does from one pthread_cond_timedwait to the next, if it takes a lock, is
 * a pass.  Each pass is one JSON line in the file LOCKWATCH_OUT.  Reading a
 * clock at each lock costs CPU of its own, so passes take turns: one is
 * measured for CPU with no clock read, the next for holds.  A hold lasts from
 * the first lock taken until none is left.  LOCKWATCH_WAKE=SECONDS lets the
 * periodic thread wait no longer than that, and then sets the clock of this
 * thread alone to the time that it waited for: a benchmark need not take
 * minutes, and a pass still sees a whole period go by.
 *
 * For every other thread the longest hold by thread name is written when
 * slurmctld ends.  It refuses to do anything when LOCKWATCH_OUT is not set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NAMES_MAX 256
#define NAME_LEN 17
#define NOTEWORTHY_NS 100000
#define SECOND_NS INT64_C(1000000000)

typedef int (*rwlock_call)(pthread_rwlock_t *);

struct hold {
	const void *lock;
	uint64_t ns;
};

/* One per thread; only its own thread touches it. */
struct watch {
	bool periodic;
	bool cpu_pass;
	unsigned int pass;
	unsigned int depth;
	unsigned int locks;
	uint64_t cpu_start;
	uint64_t wall_start;
	uint64_t held_since;
	int64_t ahead_ns;
	const void *outermost;
	struct hold longest;
};

struct named_hold {
	char name[NAME_LEN];
	struct hold longest;
};

static __thread struct watch self;

static struct {
	rwlock_call rdlock;
	rwlock_call wrlock;
	rwlock_call tryrdlock;
	rwlock_call trywrlock;
	rwlock_call unlock;
	int (*timedwait)(pthread_cond_t *, pthread_mutex_t *,
			 const struct timespec *);
	int (*gettime)(clockid_t, struct timespec *);
	const char *threads;
	int wake;
	const char *out;
	pthread_mutex_t lock;
	unsigned int nnames;
	struct named_hold names[NAMES_MAX];
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void _resolve(void)
{
	*(void **) &all.rdlock = dlsym(RTLD_NEXT, "pthread_rwlock_rdlock");
	*(void **) &all.wrlock = dlsym(RTLD_NEXT, "pthread_rwlock_wrlock");
	*(void **) &all.tryrdlock =
		dlsym(RTLD_NEXT, "pthread_rwlock_tryrdlock");
	*(void **) &all.trywrlock =
		dlsym(RTLD_NEXT, "pthread_rwlock_trywrlock");
	*(void **) &all.timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	*(void **) &all.gettime = dlsym(RTLD_NEXT, "clock_gettime");
	*(void **) &all.unlock = dlsym(RTLD_NEXT, "pthread_rwlock_unlock");
}

static int64_t _ns(const struct timespec *ts)
{
	return (int64_t) ts->tv_sec * SECOND_NS + ts->tv_nsec;
}

static struct timespec _timespec(int64_t ns)
{
	return (struct timespec){.tv_sec = ns / SECOND_NS,
				 .tv_nsec = ns % SECOND_NS};
}

static uint64_t _now(clockid_t clock)
{
	struct timespec ts;

	all.gettime(clock, &ts);
	return (uint64_t) _ns(&ts);
}

__attribute__((constructor)) static void _begin(void)
{
	const char *wake = getenv("LOCKWATCH_WAKE");

	_resolve();
	all.threads = getenv("LOCKWATCH_THREADS");
	all.wake = wake ? (int) strtol(wake, NULL, 10) : 0;
	all.out = getenv("LOCKWATCH_OUT");
}

/* "slurmctld+0x1234": the object that holds the lock, and where. */
static void _describe(const void *lock, char *text, size_t size)
{
	Dl_info info;
	const char *base;

	if (!lock || !dladdr(lock, &info) || !info.dli_fname) {
		snprintf(text, size, "%s", lock ? "heap" : "none");
		return;
	}
	base = strrchr(info.dli_fname, '/');
	snprintf(text, size, "%s+0x%tx", base ? base + 1 : info.dli_fname,
		 (const char *) lock - (const char *) info.dli_fbase);
}

/* slurmctld closes at its start what it finds open, so open each time. */
static void _write_line(const char *line, int len)
{
	int fd = open(all.out, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, line, (size_t) len) != len)
		fprintf(stderr, "lockwatch: cannot write %s\n", all.out);
	if (fd >= 0)
		close(fd);
}

__attribute__((destructor)) static void _end(void)
{
	char line[256], where[96];

	if (!all.out)
		return;
	pthread_mutex_lock(&all.lock);
	for (unsigned int i = 0; i < all.nnames; i++) {
		const struct named_hold *n = &all.names[i];

		_describe(n->longest.lock, where, sizeof(where));
		_write_line(line,
			    snprintf(line, sizeof(line),
				     "{\"thread\":\"%s\",\"ever_hold_s\":%.9f,"
				     "\"lock\":\"%s\"}\n",
				     n->name, (double) n->longest.ns / 1e9,
				     where));
	}
	pthread_mutex_unlock(&all.lock);
}

/* The record of this thread's name; all.lock is held. */
static struct named_hold *_named(const char *name)
{
	unsigned int i = 0;

	while (i < all.nnames && strcmp(all.names[i].name, name))
		i++;
	if (i == NAMES_MAX)
		return &all.names[NAMES_MAX - 1];
	if (i == all.nnames) {
		snprintf(all.names[i].name, NAME_LEN, "%s", name);
		all.nnames++;
	}
	return &all.names[i];
}

static void _note_name(const struct hold *hold)
{
	char name[NAME_LEN] = "";
	struct named_hold *n;

	prctl(PR_GET_NAME, name);
	pthread_mutex_lock(&all.lock);
	n = _named(name);
	if (hold->ns > n->longest.ns)
		n->longest = *hold;
	pthread_mutex_unlock(&all.lock);
}

static bool _timed(void)
{
	return all.out && !self.cpu_pass;
}

/*
 * Locks nest: slurmctld takes several at once, and those of assoc_mgr inside.
 * The outermost one is held longest, so only it costs two looks at a clock.
 */
static int _lock(rwlock_call call, pthread_rwlock_t *lock)
{
	int rc = call(lock);

	self.locks++;
	if (rc || !_timed())
		return rc;
	if (!self.depth++) {
		self.outermost = lock;
		self.held_since = _now(CLOCK_MONOTONIC);
	}
	return rc;
}

static void _all_given_back(void)
{
	struct hold hold = {
		.lock = self.outermost,
		.ns = _now(CLOCK_MONOTONIC) - self.held_since,
	};

	if (hold.ns > self.longest.ns)
		self.longest = hold;
	if (hold.ns > NOTEWORTHY_NS)
		_note_name(&hold);
}

extern __attribute__((visibility("default"))) int
pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	if (!all.rdlock)
		_resolve();
	return _lock(all.rdlock, lock);
}

extern __attribute__((visibility("default"))) int
pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	if (!all.wrlock)
		_resolve();
	return _lock(all.wrlock, lock);
}

extern __attribute__((visibility("default"))) int
pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
	if (!all.tryrdlock)
		_resolve();
	return _lock(all.tryrdlock, lock);
}

extern __attribute__((visibility("default"))) int
pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	if (!all.trywrlock)
		_resolve();
	return _lock(all.trywrlock, lock);
}

extern __attribute__((visibility("default"))) int
pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	if (!all.unlock)
		_resolve();
	if (_timed() && self.depth && !--self.depth)
		_all_given_back();
	return all.unlock(lock);
}

/* Is this thread's name in the list of LOCKWATCH_THREADS? */
static bool _wanted(void)
{
	char name[NAME_LEN] = "";
	size_t len;

	prctl(PR_GET_NAME, name);
	len = strlen(name);
	for (const char *p = all.threads; p && len; p = strchr(p, ',')) {
		p += *p == ',';
		if (!strncmp(p, name, len) && (p[len] == ',' || p[len] == '\0'))
			return true;
	}
	return false;
}

static void _pass_end(void)
{
	double cpu =
		(double) (_now(CLOCK_THREAD_CPUTIME_ID) - self.cpu_start) / 1e9;
	uint64_t end = _now(CLOCK_MONOTONIC);
	char line[512], where[96], name[NAME_LEN] = "";

	prctl(PR_GET_NAME, name);
	_describe(self.longest.lock, where, sizeof(where));
	_write_line(line,
		    snprintf(line, sizeof(line),
			     "{\"thread\":\"%s\",\"pass\":%u,\"of\":\"%s\","
			     "\"cpu_s\":%.9f,\"begin\":%.9f,\"end\":%.9f,"
			     "\"hold_s\":%.9f,"
			     "\"locks\":%u,\"lock\":\"%s\"}\n",
			     name, self.pass, self.cpu_pass ? "cpu" : "hold",
			     cpu, (double) self.wall_start / 1e9,
			     (double) end / 1e9, (double) self.longest.ns / 1e9,
			     self.locks, where));
}

static void _pass_begin(void)
{
	self.cpu_pass = self.pass % 2;
	self.longest = (struct hold){0};
	self.locks = 0;
	self.depth = 0;
	self.wall_start = _now(CLOCK_MONOTONIC);
	self.cpu_start = _now(CLOCK_THREAD_CPUTIME_ID);
}

/* Waits at most all.wake seconds for a deadline of this thread's clock. */
static int _wait_less(pthread_cond_t *cond, pthread_mutex_t *mutex,
		      const struct timespec *deadline)
{
	int64_t now = (int64_t) _now(CLOCK_REALTIME);
	int64_t wanted = _ns(deadline), until = wanted - self.ahead_ns;
	struct timespec sooner;
	int rc;

	if (until > now + all.wake * SECOND_NS)
		until = now + all.wake * SECOND_NS;
	sooner = _timespec(until);
	rc = all.timedwait(cond, mutex, &sooner);
	now = (int64_t) _now(CLOCK_REALTIME);
	if (rc == ETIMEDOUT && now + self.ahead_ns < wanted)
		self.ahead_ns = wanted - now;
	return rc;
}

static int _periodic_wait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			  const struct timespec *deadline)
{
	int rc;

	/* The first stretch also holds the start of the thread. */
	if (self.pass && self.locks)
		_pass_end();
	if (self.locks)
		self.pass++;
	rc = all.wake ? _wait_less(cond, mutex, deadline)
		      : all.timedwait(cond, mutex, deadline);
	_pass_begin();
	return rc;
}

extern __attribute__((visibility("default"))) int
clock_gettime(clockid_t clock, struct timespec *ts)
{
	int rc;

	if (!all.gettime)
		_resolve();
	rc = all.gettime(clock, ts);
	if (!rc && self.ahead_ns && clock == CLOCK_REALTIME)
		*ts = _timespec(_ns(ts) + self.ahead_ns);
	return rc;
}

extern __attribute__((visibility("default"))) time_t time(time_t *ret)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	if (ret)
		*ret = ts.tv_sec;
	return ts.tv_sec;
}

extern __attribute__((visibility("default"))) int
gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	*tv = (struct timeval){.tv_sec = ts.tv_sec,
			       .tv_usec = ts.tv_nsec / 1000};
	return 0;
}

extern __attribute__((visibility("default"))) int
pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
		       const struct timespec *deadline)
{
	if (!all.timedwait)
		_resolve();
	if (all.out && !self.periodic)
		self.periodic = _wanted();
	if (!self.periodic || !all.out)
		return all.timedwait(cond, mutex, deadline);
	return _periodic_wait(cond, mutex, deadline);
}
