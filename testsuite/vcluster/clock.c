// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cluster's clock, read by every process that has this preloaded.
 *
 * The file that FT_CLOCK names holds a generation and two pairs of offset and
 * limit; the pair that the generation's lowest bit names is in force.  A
 * writer fills the other pair first, so that a reader never waits for a
 * writer, nor hangs after one that was killed.  The only writer is slurmctld.
 *
 * It refuses to guess: without FT_CLOCK or its file, time is real.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "vcluster.h"

struct pair {
	int64_t offset, limit;
};

struct page {
	_Atomic uint64_t generation;
	struct pair pair[2];
};

enum { LOOK_NS = 5000000 };

static struct page *page;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *,
			     const struct timespec *);

static void _open_page(void)
{
	const char *path = getenv("FT_CLOCK");
	int prot = PROT_READ | PROT_WRITE;
	void *at;
	int fd;

	if (!path)
		return;
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		prot = PROT_READ;
		fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	if (fd < 0)
		return;
	at = mmap(NULL, sizeof(*page), prot, MAP_SHARED, fd, 0);
	if (at != MAP_FAILED)
		page = at;
	close(fd);
}

__attribute__((constructor(101))) static void _init(void)
{
	real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	/* The oldest version is for programs before NPTL. */
	real_timedwait =
		dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
	if (!real_timedwait)
		real_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	_open_page();
}

extern int64_t vc_monotonic(void)
{
	struct timespec now;

	if (!real_gettime)
		real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	real_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * VC_SECOND + now.tv_nsec;
}

extern int64_t vc_now(void)
{
	uint64_t generation;
	struct pair pair;
	int64_t now;

	do {
		generation = atomic_load(&page->generation);
		pair = page->pair[generation & 1];
		now = vc_monotonic() + pair.offset;
		atomic_thread_fence(memory_order_acquire);
	} while (atomic_load(&page->generation) != generation);
	return now < pair.limit ? now : pair.limit;
}

extern bool vc_clock_stands(void)
{
	uint64_t generation = atomic_load(&page->generation);

	return vc_now() >= page->pair[generation & 1].limit;
}

extern void vc_clock_set(int64_t offset, int64_t limit)
{
	uint64_t next = atomic_load(&page->generation) + 1;

	page->pair[next & 1] = (struct pair){offset, limit};
	atomic_store(&page->generation, next);
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
	int64_t now;

	if (!real_gettime)
		real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	if (!page || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE))
		return real_gettime(id, ret);
	now = vc_now();
	ret->tv_sec = now / VC_SECOND;
	ret->tv_nsec = now % VC_SECOND;
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

	(void) zone;
	clock_gettime(CLOCK_REALTIME, &now);
	ret->tv_sec = now.tv_sec;
	ret->tv_usec = now.tv_nsec / 1000;
	return 0;
}

/* The machine's clock, after `real_ns`. */
static struct timespec _real_after(int64_t real_ns)
{
	struct timespec at;

	real_gettime(CLOCK_REALTIME, &at);
	at.tv_sec += real_ns / VC_SECOND;
	at.tv_nsec += real_ns % VC_SECOND;
	if (at.tv_nsec >= VC_SECOND) {
		at.tv_nsec -= VC_SECOND;
		at.tv_sec++;
	}
	return at;
}

extern int vc_real_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			     int64_t real_ns)
{
	struct timespec at = _real_after(real_ns);

	return real_timedwait(cond, mutex, &at);
}

extern int vc_clock_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			      const struct timespec *at)
{
	int64_t until = at->tv_sec * VC_SECOND + at->tv_nsec;
	int rc;

	if (!page)
		return real_timedwait(cond, mutex, at);
	do {
		if (vc_now() >= until)
			return ETIMEDOUT;
		rc = vc_real_timedwait(cond, mutex, LOOK_NS);
	} while (rc == ETIMEDOUT);
	return rc;
}
