// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * people - the users bench0, bench1, ... for a private slurmctld.
 *
 * Preloaded into slurmctld, so that 45,000 users resolve in no time and the
 * machine's own user data base stays as it is.  bench<N> has uid and gid
 * 1000000 + N.  Every other name or uid goes to libc.  It refuses no name
 * below a million, and knows nothing of groups.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_UID 1000000u
#define LAST_UID 1999999u
#define PREFIX "bench"

static int _fill(uid_t uid, struct passwd *pwd, char *buf, size_t size,
		 struct passwd **result)
{
	static char empty[] = "", root[] = "/", shell[] = "/bin/sh";

	*result = NULL;
	if ((size_t) snprintf(buf, size, PREFIX "%u", uid - FIRST_UID) >= size)
		return ERANGE;
	*pwd = (struct passwd){
		.pw_name = buf,
		.pw_passwd = empty,
		.pw_uid = uid,
		.pw_gid = uid,
		.pw_gecos = empty,
		.pw_dir = root,
		.pw_shell = shell,
	};
	*result = pwd;
	return 0;
}

extern __attribute__((visibility("default"))) int
getpwnam_r(const char *name, struct passwd *pwd, char *buf, size_t size,
	   struct passwd **result)
{
	int (*real)(const char *, struct passwd *, char *, size_t,
		    struct passwd **);
	unsigned long n;
	char *end;

	if (!strncmp(name, PREFIX, sizeof(PREFIX) - 1)) {
		n = strtoul(name + sizeof(PREFIX) - 1, &end, 10);
		if (end != name + sizeof(PREFIX) - 1 && !*end &&
		    n <= LAST_UID - FIRST_UID)
			return _fill(FIRST_UID + (uid_t) n, pwd, buf, size,
				     result);
	}
	*(void **) &real = dlsym(RTLD_NEXT, "getpwnam_r");
	return real(name, pwd, buf, size, result);
}

extern __attribute__((visibility("default"))) int
getpwuid_r(uid_t uid, struct passwd *pwd, char *buf, size_t size,
	   struct passwd **result)
{
	int (*real)(uid_t, struct passwd *, char *, size_t, struct passwd **);

	if (uid >= FIRST_UID && uid <= LAST_UID)
		return _fill(uid, pwd, buf, size, result);
	*(void **) &real = dlsym(RTLD_NEXT, "getpwuid_r");
	return real(uid, pwd, buf, size, result);
}
