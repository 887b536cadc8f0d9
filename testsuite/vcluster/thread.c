// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which threads of slurmctld have work, and the waits that they make.
 *
 * A thread is idle only inside a wait that is known to be one: for a
 * condition, for a time, for a connection (poll without a limit), a signal or
 * another thread.  Anything else counts as work, what it waits for in the
 * network or for a lock too: at worst time passes as slowly as it really
 * does.  A thread that was woken still looks idle until it runs, so the kernel
 * is asked as well: only threads that sleep are idle.
 *
 * Timed waits end when the cluster's clock, not the machine's, is due; the
 * thread that lets time pass wakes them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "vcluster.h"

enum { BREATH_NS = 10000000 };

struct thread {
	struct thread *next, **link;
	pid_t tid;
	int stat_fd; /* -1: not opened yet */
	bool idle;
	bool due; /* woken because its time has come */
	int64_t until;
	pthread_cond_t *cond; /* what it waits for until then */
	pthread_cond_t nap;
	void *(*run)(void *);
	void *arg;
};

bool vc_active;

static struct {
	pthread_mutex_t lock;
	pthread_cond_t quiet; /* the last busy thread went idle */
	struct thread *first;
	int busy;
	int leaving;	 /* threads that were woken and want the lock; atomic */
	int64_t look_at; /* when the clock's thread looks for waits that end */
} all = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.quiet = PTHREAD_COND_INITIALIZER,
};

static __thread struct thread *self;

static struct {
	int (*cond_wait)(pthread_cond_t *, pthread_mutex_t *);
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*) (void *),
		      void *);
	int (*join)(pthread_t, void **);
	int (*poll)(struct pollfd *, nfds_t, int);
	int (*epoll_wait)(int, struct epoll_event *, int, int);
	int (*sigwait)(const sigset_t *, int *);
	int (*usleep)(useconds_t);
	unsigned (*sleep)(unsigned);
} real;

static void _forked(void)
{
	vc_active = false;
	self = NULL;
}

static void _add(struct thread *thread)
{
	thread->until = VC_NEVER;
	thread->stat_fd = -1;
	pthread_cond_init(&thread->nap, NULL);
	pthread_mutex_lock(&all.lock);
	thread->next = all.first;
	thread->link = &all.first;
	if (all.first)
		all.first->link = &thread->next;
	all.first = thread;
	all.busy++;
	pthread_mutex_unlock(&all.lock);
}

static void _set_busy(struct thread *thread, bool busy)
{
	if (thread->idle != busy)
		return;
	thread->idle = !busy;
	all.busy += busy ? 1 : -1;
	if (!all.busy)
		pthread_cond_signal(&all.quiet);
}

static void _remove(void *arg)
{
	struct thread *thread = arg;

	pthread_mutex_lock(&all.lock);
	*thread->link = thread->next;
	if (thread->next)
		thread->next->link = thread->link;
	_set_busy(thread, true);
	_set_busy(thread, false);
	if (thread->stat_fd >= 0)
		close(thread->stat_fd);
	pthread_mutex_unlock(&all.lock);
	self = NULL;
	free(thread);
}

static void _find_real(void)
{
	/* The oldest version is for programs before NPTL. */
	real.cond_wait = dlvsym(RTLD_NEXT, "pthread_cond_wait", "GLIBC_2.3.2");
	if (!real.cond_wait)
		real.cond_wait = dlsym(RTLD_NEXT, "pthread_cond_wait");
	real.create = dlsym(RTLD_NEXT, "pthread_create");
	real.join = dlsym(RTLD_NEXT, "pthread_join");
	real.poll = dlsym(RTLD_NEXT, "poll");
	real.epoll_wait = dlsym(RTLD_NEXT, "epoll_wait");
	real.sigwait = dlsym(RTLD_NEXT, "sigwait");
	real.usleep = dlsym(RTLD_NEXT, "usleep");
	real.sleep = dlsym(RTLD_NEXT, "sleep");
}

/* From 23.11 on the process that runs scripts is slurmctld's program, too. */
__attribute__((constructor(102))) static void _init(void)
{
	_find_real();
	if (!getenv("FT_CLOCK") || !getenv("FT_VIRTUAL") ||
	    getenv("SLURMSCRIPTD_MODE") ||
	    strcmp(program_invocation_short_name, "slurmctld"))
		return;
	self = calloc(1, sizeof(*self));
	if (!self)
		return;
	self->tid = gettid();
	_add(self);
	pthread_atfork(NULL, NULL, _forked);
	vc_active = true;
}

/* -- for the thread that lets time pass --------------------------------- */

extern void vc_threads_lock(void)
{
	pthread_mutex_lock(&all.lock);
}

extern void vc_threads_unlock(void)
{
	pthread_mutex_unlock(&all.lock);
}

extern void vc_threads_notify(void)
{
	pthread_cond_signal(&all.quiet);
}

extern int vc_threads_busy(void)
{
	return all.busy;
}

/*
 * A thread that is due counts as busy at once, and is told again each time
 * until it has noticed: it may not have been asleep yet.
 *
 * Where the clock stands, short sleeps end: slurmctld takes a breath before
 * each answer to a client, and the driver may be waiting for that.
 */
extern int64_t vc_threads_wake(int64_t now, bool stands)
{
	const int64_t breath = stands ? BREATH_NS : 0;
	int64_t next = VC_NEVER;
	bool due;

	for (struct thread *t = all.first; t; t = t->next) {
		due = t->until <= now;
		if (t->cond == &t->nap && t->until <= now + breath)
			due = true;
		if (due) {
			t->due = true;
			_set_busy(t, true);
			pthread_cond_broadcast(t->cond);
		} else if (t->until < next) {
			next = t->until;
		}
	}
	return next;
}

/* The letter that the kernel gives a thread's state; 'R' if in doubt. */
static char _kernel_state(struct thread *thread)
{
	char text[128], *end;
	ssize_t n;

	if (thread->stat_fd < 0) {
		snprintf(text, sizeof(text), "/proc/self/task/%d/stat",
			 (int) thread->tid);
		thread->stat_fd = open(text, O_RDONLY | O_CLOEXEC);
	}
	n = pread(thread->stat_fd, text, sizeof(text) - 1, 0);
	if (n <= 0)
		return 'R';
	text[n] = '\0';
	end = strrchr(text, ')');
	return end && end[1] ? end[2] : 'R';
}

extern bool vc_threads_quiet(void)
{
	if (all.busy)
		return false;
	for (struct thread *t = all.first; t; t = t->next)
		if (_kernel_state(t) != 'S')
			return false;
	/* One that sleeps because the lock is held here has work. */
	return !__atomic_load_n(&all.leaving, __ATOMIC_SEQ_CST);
}

extern void vc_threads_wait(int64_t real_ns)
{
	all.look_at = vc_now() + real_ns;
	vc_real_timedwait(&all.quiet, &all.lock, real_ns);
}

extern void vc_threads_wait_for(pthread_cond_t *cond)
{
	real.cond_wait(cond, &all.lock);
}

extern int vc_thread_start(void *(*run)(void *), void *arg)
{
	sigset_t blocked, before;
	pthread_t thread;
	int rc;

	sigfillset(&blocked);
	pthread_sigmask(SIG_SETMASK, &blocked, &before);
	rc = real.create(&thread, NULL, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!rc)
		pthread_detach(thread);
	return rc;
}

/* -- threads ------------------------------------------------------------- */

static void *_run_thread(void *arg)
{
	void *ret;

	self = arg;
	self->tid = gettid();
	pthread_cleanup_push(_remove, self);
	ret = self->run(self->arg);
	pthread_cleanup_pop(1);
	return ret;
}

/* Once slurmctld has closed the files that it inherited, and forked. */
static void _start(void)
{
	static bool started;
	const char *path = getenv("FT_VIRTUAL");
	char jobs[256];

	if (started)
		return;
	started = true;
	snprintf(jobs, sizeof(jobs), "%s.jobs", path);
	if (vc_jobs_open(jobs) || vc_advance_start() || vc_report_start() ||
	    vc_driver_start(path)) {
		perror("vcluster");
		_exit(1);
	}
}

int pthread_create(pthread_t *ret, const pthread_attr_t *attr,
		   void *(*run)(void *), void *arg)
{
	struct thread *thread;
	int rc;

	if (!real.create)
		_find_real();
	if (!vc_active)
		return real.create(ret, attr, run, arg);
	_start();
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return EAGAIN;
	thread->run = run;
	thread->arg = arg;
	_add(thread);
	rc = real.create(ret, attr, _run_thread, thread);
	if (rc)
		_remove(thread);
	return rc;
}

/* -- waits --------------------------------------------------------------- */

static void _enter(pthread_cond_t *cond, int64_t until)
{
	pthread_mutex_lock(&all.lock);
	self->cond = cond;
	self->until = until;
	self->due = false;
	_set_busy(self, false);
	if (until < all.look_at)
		pthread_cond_signal(&all.quiet);
	pthread_mutex_unlock(&all.lock);
}

static void _leave(void *arg)
{
	(void) arg;
	__atomic_add_fetch(&all.leaving, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&all.lock);
	__atomic_sub_fetch(&all.leaving, 1, __ATOMIC_SEQ_CST);
	self->until = VC_NEVER;
	_set_busy(self, true);
	pthread_mutex_unlock(&all.lock);
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	int rc;

	if (!real.cond_wait)
		_find_real();
	if (!self)
		return real.cond_wait(cond, mutex);
	_enter(NULL, VC_NEVER);
	pthread_cleanup_push(_leave, NULL);
	rc = real.cond_wait(cond, mutex);
	pthread_cleanup_pop(1);
	return rc;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *at)
{
	int64_t until = at->tv_sec * VC_SECOND + at->tv_nsec;
	bool due;
	int rc;

	if (!self)
		return vc_clock_timedwait(cond, mutex, at);
	if (until <= vc_now())
		return ETIMEDOUT;
	_enter(cond, until);
	pthread_cleanup_push(_leave, NULL);
	rc = real.cond_wait(cond, mutex);
	due = self->due;
	pthread_cleanup_pop(1);
	return due ? ETIMEDOUT : rc;
}

static void _unlock(void *arg)
{
	pthread_mutex_unlock(arg);
}

static void _sleep_until(int64_t until)
{
	_enter(&self->nap, until);
	pthread_mutex_lock(&all.lock);
	pthread_cleanup_push(_unlock, &all.lock);
	while (!self->due)
		real.cond_wait(&self->nap, &all.lock);
	pthread_cleanup_pop(1);
	_leave(NULL);
}

/*
 * slurmctld's main thread looks for its end ten times a second; what it does
 * otherwise it does once a second.  The looks are made one.
 */
int usleep(useconds_t us)
{
	const useconds_t look = 100000;
	static int looks;

	if (!real.usleep)
		_find_real();
	if (!self)
		return real.usleep(us);
	if (us == look && self->tid == getpid()) {
		if (++looks % 10)
			return 0;
		us *= 10;
	}
	_sleep_until(vc_now() + us * 1000LL);
	return 0;
}

/*
 * Of a thread that serves a request, as slurmctld names it, where the test asks
 * for it (FT_SERVING_SLEEPS): at the same second elsewhere jobs start and end
 * as they are simulated.
 */
static bool _serves(void)
{
	char name[16] = "";

	if (!getenv("FT_SERVING_SLEEPS"))
		return false;
	prctl(PR_GET_NAME, name, NULL, NULL, NULL);
	return !strcmp(name, "srvcn");
}

/*
 * A client may let no time pass before it has its answer, and slurmctld sleeps
 * up to five times before it changes a job that slurmdbd does not know yet:
 * what it waits for takes the machine's time, not the cluster's.
 */
unsigned sleep(unsigned seconds)
{
	if (!real.sleep)
		_find_real();
	if (!self || _serves())
		return real.sleep(seconds);
	_sleep_until(vc_now() + seconds * VC_SECOND);
	return 0;
}

/* -- other waits without a limit ----------------------------------------- */

/* From 24.11 on what waits for messages for ever looks up once a minute. */
enum { EVER_MS = 60000 };

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int rc;

	if (!real.poll)
		_find_real();
	if (!self || (timeout >= 0 && timeout < EVER_MS))
		return real.poll(fds, n, timeout);
	_enter(NULL, VC_NEVER);
	pthread_cleanup_push(_leave, NULL);
	rc = real.poll(fds, n, timeout);
	pthread_cleanup_pop(1);
	return rc;
}

/* Told to end, slurmctld needs time to pass. */
int epoll_wait(int fd, struct epoll_event *events, int most, int timeout)
{
	int rc;

	if (!real.epoll_wait)
		_find_real();
	if (!self || timeout >= 0)
		return real.epoll_wait(fd, events, most, timeout);
	_enter(NULL, VC_NEVER);
	pthread_cleanup_push(_leave, NULL);
	rc = real.epoll_wait(fd, events, most, timeout);
	pthread_cleanup_pop(1);
	return rc;
}

int sigwait(const sigset_t *set, int *ret)
{
	int rc;

	if (!real.sigwait)
		_find_real();
	if (!self)
		return real.sigwait(set, ret);
	_enter(NULL, VC_NEVER);
	pthread_cleanup_push(_leave, NULL);
	rc = real.sigwait(set, ret);
	pthread_cleanup_pop(1);
	if (!rc && (*ret == SIGTERM || *ret == SIGINT))
		vc_advance_release();
	return rc;
}

int pthread_join(pthread_t thread, void **ret)
{
	int rc;

	if (!real.join)
		_find_real();
	if (!self)
		return real.join(thread, ret);
	_enter(NULL, VC_NEVER);
	pthread_cleanup_push(_leave, NULL);
	rc = real.join(thread, ret);
	pthread_cleanup_pop(1);
	return rc;
}
