/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fault_call.h.
 */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault_call.h"

enum { CALLS_MOST = 60, ENDED = 100, NO_CALL };

const int fault_errors[] = {ENOSPC, EIO, EINTR, EACCES};

enum { ERRORS = sizeof(fault_errors) / sizeof(*fault_errors) };

/* In the process that has a fault; the writer may be another thread of it. */
static const struct fault_case *armed;
static atomic_int calls;

/* Shared with that process. */
static atomic_uint *kinds;

/* -1: the call at hand is another. */
static int turn(enum fault_call kind)
{
	int call = armed ? calls++ : -1;

	if (!armed || call < armed->at)
		return -1;
	if (call > armed->at)
		return armed->fault == FAULT_FULL && kind == FAULT_WRITE
			       ? FAULT_FAILS
			       : -1;
	if (armed->fault == FAULT_ENDS_BEFORE)
		_exit(ENDED);
	if (armed->fault == FAULT_FAILS)
		*kinds |= kind;
	return armed->fault;
}

/* True if the call fails, with errno. */
static bool failed(int turned)
{
	if (turned != FAULT_FAILS)
		return false;
	errno = fault_errors[armed->error];
	return true;
}

static int end(int turned, int rc)
{
	if (turned == FAULT_ENDS_AFTER)
		_exit(ENDED);
	return rc;
}

#define REAL(name) *(void **) &real = dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *data, size_t size)
{
	ssize_t (*real)(int, const void *, size_t);
	int turned = turn(FAULT_WRITE);
	ssize_t rc;

	REAL("write");
	if (failed(turned))
		return -1;
	if ((turned == FAULT_SHORT || turned == FAULT_FULL) && size > 1)
		size /= 2;
	rc = real(fd, data, size);
	end(turned, 0);
	return rc;
}

int fsync(int fd)
{
	int (*real)(int), turned = turn(FAULT_FSYNC);

	REAL("fsync");
	return failed(turned) ? -1 : end(turned, real(fd));
}

int fchmod(int fd, mode_t mode)
{
	int (*real)(int, mode_t), turned = turn(FAULT_FCHMOD);

	REAL("fchmod");
	return failed(turned) ? -1 : end(turned, real(fd, mode));
}

/* Whatever it says, the file is closed. */
int close(int fd)
{
	int (*real)(int), turned = turn(FAULT_CLOSE), rc;

	REAL("close");
	rc = real(fd);
	return failed(turned) ? -1 : end(turned, rc);
}

int rename(const char *from, const char *to)
{
	int (*real)(const char *, const char *), turned = turn(FAULT_RENAME);

	REAL("rename");
	return failed(turned) ? -1 : end(turned, real(from, to));
}

int link(const char *from, const char *to)
{
	int (*real)(const char *, const char *), turned = turn(FAULT_LINK);

	REAL("link");
	return failed(turned) ? -1 : end(turned, real(from, to));
}

int unlink(const char *name)
{
	int (*real)(const char *), turned = turn(FAULT_UNLINK);

	REAL("unlink");
	return failed(turned) ? -1 : end(turned, real(name));
}

int open(const char *name, int flags, ...)
{
	int (*real)(const char *, int, ...), turned = turn(FAULT_OPEN);
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	REAL("open");
	return failed(turned) ? -1 : end(turned, real(name, flags, mode));
}

/* The number that the next file would get: none is left open. */
static int next_file(void)
{
	int fd = dup(STDERR_FILENO);

	close(fd);
	return fd;
}

static void run_apart(const struct fault_case *at, int (*writer)(void *),
		      void *arg)
{
	int first = next_file(), rc;

	calls = 0;
	armed = at;
	rc = writer(arg) != 0;
	armed = NULL;
	if (next_file() != first) {
		fprintf(stderr, FAULT_FMT ": a file is left open\n",
			FAULT_ARGS(at));
		abort();
	}
	_exit(calls <= at->at ? NO_CALL : rc);
}

int fault_run(struct fault_case *at, int (*writer)(void *), void *arg)
{
	pid_t child;
	int status;

	if (!kinds)
		kinds = mmap(NULL, sizeof(*kinds), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	child = fork();
	if (!child)
		run_apart(at, writer, arg);
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFEXITED(status), FAULT_FMT ": signal %d", FAULT_ARGS(at),
		  WTERMSIG(status));
	at->over = WEXITSTATUS(status) == NO_CALL;
	cr_assert(at->over || at->at < CALLS_MOST, "it never ends");
	return WEXITSTATUS(status) == 1;
}

bool fault_next(struct fault_case *at)
{
	if (!at->over) {
		at->at++;
		return true;
	}
	at->over = false;
	at->at = 0;
	if (at->fault == FAULT_FAILS && ++at->error < ERRORS)
		return true;
	at->error = 0;
	return ++at->fault < FAULTS;
}

unsigned fault_kinds(void)
{
	return *kinds;
}
