/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault - what a machine can do to slurmctld while it writes the ledger or asks
 * for a name.
 *
 * Preloaded into slurmctld.  Each fault is a file in the folder FT_FAULT, as
 * long as it is there:
 *   full         the disk is full after half of the ledger's file
 *   kill-write   slurmctld is killed at that point
 *   kill-fsync, kill-rename, kill-link   before that call for the ledger
 *   slow         names of groups are not told; "asked" appears when one is
 *                asked for, "answered" when one is told after all
 *   nameless     no user has a name but root
 * It refuses to touch any other file, and does nothing without FT_FAULT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEDGER "priority_fairtree.ledger"

enum { LOOK_USEC = 5000 };

static void _path(const char *fault, char *path, size_t size)
{
	const char *folder = getenv("FT_FAULT");

	snprintf(path, size, "%s/%s", folder ? folder : "/nonexistent", fault);
}

static bool _is_on(const char *fault)
{
	char path[PATH_MAX];
	int before = errno;
	bool there;

	_path(fault, path, sizeof(path));
	there = !access(path, F_OK);
	errno = before;
	return there;
}

static void _may_kill(const char *fault, const char *file)
{
	if (strstr(file, LEDGER) && _is_on(fault))
		kill(getpid(), SIGKILL);
}

static const char *_file(int fd, char *path, size_t size)
{
	char link[64];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, size - 1);
	path[length > 0 ? length : 0] = '\0';
	return path;
}

static void *_real(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

ssize_t write(int fd, const void *data, size_t size)
{
	bool full = _is_on("full"), killed = _is_on("kill-write");
	ssize_t (*real)(int, const void *, size_t);
	char path[PATH_MAX];

	*(void **) &real = _real("write");
	if ((!full && !killed) ||
	    !strstr(_file(fd, path, sizeof(path)), LEDGER))
		return real(fd, data, size);
	if (size > 1 && !lseek(fd, 0, SEEK_CUR))
		return real(fd, data, size / 2);
	if (killed)
		kill(getpid(), SIGKILL);
	errno = ENOSPC;
	return -1;
}

int fsync(int fd)
{
	int (*real)(int);
	char path[PATH_MAX];

	*(void **) &real = _real("fsync");
	_may_kill("kill-fsync", _file(fd, path, sizeof(path)));
	return real(fd);
}

int rename(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	*(void **) &real = _real("rename");
	_may_kill("kill-rename", to);
	return real(from, to);
}

int link(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	*(void **) &real = _real("link");
	_may_kill("kill-link", to);
	return real(from, to);
}

static void _wait(void)
{
	char path[PATH_MAX];

	if (!_is_on("slow"))
		return;
	_path("asked", path, sizeof(path));
	close(open(path, O_CREAT | O_WRONLY, 0600));
	while (_is_on("slow"))
		usleep(LOOK_USEC);
	_path("answered", path, sizeof(path));
	close(open(path, O_CREAT | O_WRONLY, 0600));
}

int getgrgid_r(gid_t gid, struct group *group, char *room, size_t size,
	       struct group **result)
{
	int (*real)(gid_t, struct group *, char *, size_t, struct group **);

	*(void **) &real = _real("getgrgid_r");
	_wait();
	return real(gid, group, room, size, result);
}

int getpwuid_r(uid_t uid, struct passwd *user, char *room, size_t size,
	       struct passwd **result)
{
	int (*real)(uid_t, struct passwd *, char *, size_t, struct passwd **);

	*(void **) &real = _real("getpwuid_r");
	*result = NULL;
	if (uid && _is_on("nameless"))
		return 0;
	return real(uid, user, room, size, result);
}
