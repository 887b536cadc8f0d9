/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * name_lock - one thread at a time asks for the users and groups of a test.
 *
 * Preloaded before nss_wrapper, which reads its files when it is first asked:
 * of two threads that ask at once one finds nobody there, nor does who asks
 * after an error of something else.
 *
 * It refuses to tell anything: nss_wrapper does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Only the thread that forks is in the child. */
static void _forked(void)
{
	pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void _init(void)
{
	pthread_atfork(NULL, NULL, _forked);
}

/* The function behind, with the lock held. */
static void *_begin(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	pthread_mutex_lock(&lock);
	errno = 0;
	return function;
}

static int _end(int rc)
{
	pthread_mutex_unlock(&lock);
	return rc;
}

int getpwuid_r(uid_t uid, struct passwd *entry, char *room, size_t size,
	       struct passwd **found)
{
	int (*ask)(uid_t, struct passwd *, char *, size_t, struct passwd **);

	*(void **) &ask = _begin("getpwuid_r");
	return _end(ask(uid, entry, room, size, found));
}

int getpwnam_r(const char *name, struct passwd *entry, char *room, size_t size,
	       struct passwd **found)
{
	int (*ask)(const char *, struct passwd *, char *, size_t,
		   struct passwd **);

	*(void **) &ask = _begin("getpwnam_r");
	return _end(ask(name, entry, room, size, found));
}

int getgrgid_r(gid_t gid, struct group *entry, char *room, size_t size,
	       struct group **found)
{
	int (*ask)(gid_t, struct group *, char *, size_t, struct group **);

	*(void **) &ask = _begin("getgrgid_r");
	return _end(ask(gid, entry, room, size, found));
}

int getgrnam_r(const char *name, struct group *entry, char *room, size_t size,
	       struct group **found)
{
	int (*ask)(const char *, struct group *, char *, size_t,
		   struct group **);

	*(void **) &ask = _begin("getgrnam_r");
	return _end(ask(name, entry, room, size, found));
}

int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count)
{
	int (*ask)(const char *, gid_t, gid_t *, int *);

	*(void **) &ask = _begin("getgrouplist");
	return _end(ask(user, group, groups, count));
}

int initgroups(const char *user, gid_t group)
{
	int (*ask)(const char *, gid_t);

	*(void **) &ask = _begin("initgroups");
	return _end(ask(user, group));
}
