// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapwatch - how many bytes of its heap a stock slurmctld has in use.
 *
 * Preloaded into slurmctld.  Resident memory also holds what was freed and
 * lies between two blocks in use, so that a leak of some kilobytes drowns in
 * it; malloc's own count does not.  A thread writes that count, over all
 * arenas and with what is mapped by itself, into the file HEAPWATCH_OUT, one
 * line that is replaced five times a second.  It is made and sleeps without
 * asking other preloaded libraries, which may have a time of their own and
 * watch the threads of slurmctld.
 *
 * It refuses to do anything when HEAPWATCH_OUT is not set, and in programs
 * that slurmctld starts; and to count while threads have caches of freed blocks
 * (see NO_CACHES): malloc takes what lies in them for used, up to a quarter of
 * a megabyte for each thread.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PERIOD_NS 200000000
#define NO_CACHES "glibc.malloc.tcache_count=0"

/*
 * The file is opened each time: slurmctld closes whatever is open as it starts,
 * and a number that is kept would soon mean a file of its own.
 */
static void _write(const char *path)
{
	struct mallinfo2 heap = mallinfo2();
	char line[32];
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	int length = snprintf(line, sizeof(line), "%20zu\n",
			      heap.uordblks + heap.hblkhd);

	if (fd < 0)
		return;
	if (pwrite(fd, line, (size_t) length, 0) != length)
		perror("heapwatch");
	close(fd);
}

static void *_watch(void *arg)
{
	const struct timespec period = {.tv_nsec = PERIOD_NS};

	for (;;) {
		syscall(SYS_nanosleep, &period, NULL);
		_write(arg);
	}
	return NULL;
}

__attribute__((constructor)) static void _start(void)
{
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*) (void *),
		      void *) = NULL;
	const char *tunables = getenv("GLIBC_TUNABLES");
	char *out = getenv("HEAPWATCH_OUT");
	sigset_t every, before;
	pthread_t thread;
	void *libc;

	if (!out || strcmp(program_invocation_short_name, "slurmctld"))
		return;
	if (!tunables || !strstr(tunables, NO_CACHES)) {
		fprintf(stderr, "heapwatch: nothing is counted: set "
				"GLIBC_TUNABLES=" NO_CACHES "\n");
		return;
	}
	libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
	if (!libc)
		return;
	*(void **) &create = dlsym(libc, "pthread_create");
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before);
	if (create && !create(&thread, NULL, _watch, out))
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
