/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * name_loader - reads the users and groups of a test before there are threads.
 *
 * Preloaded with nss_wrapper, which reads its files when it is first asked: of
 * two threads that ask at once one finds nobody there, nor does who asks after
 * an error of something else.
 *
 * It refuses to tell anything: nss_wrapper does.
 */
#include <errno.h>
#include <grp.h>
#include <pwd.h>

__attribute__((constructor)) static void _load(void)
{
	errno = 0;
	(void) getpwuid(0);
	errno = 0;
	(void) getgrgid(0);
}
