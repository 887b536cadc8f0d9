/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwilling - nodes that the select plugin does not want, though they are free.
 *
 * Preloaded into slurmctld.  As long as the file that FT_UNWILLING names is
 * there, each question whether a job can start now on some nodes is answered as
 * if the first of all nodes was none of them, or as many of the first as the
 * file says: what a wrong guess of a plan about a node looks like.  Of many it
 * takes its time to say so, as on a large machine.  It refuses to change any
 * other question.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RUN_NOW = 0, SLOW_US = 4000 };

typedef int test_t(void *, void *, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
		   uintptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef void clear_t(void *, int64_t);

/* 0: the file is not there. */
static int64_t _count_nodes(void)
{
	const char *name = getenv("FT_UNWILLING");
	FILE *file = name ? fopen(name, "r") : NULL;
	char text[32] = "";
	int64_t count;

	if (!file)
		return 0;
	count = fgets(text, sizeof(text), file) ? strtoll(text, NULL, 10) : 1;
	fclose(file);
	return count;
}

/* Releases have nine or ten arguments; one more than there are does no harm. */
int select_g_job_test(void *job, void *nodes, uintptr_t least, uintptr_t most,
		      uintptr_t wanted, uintptr_t mode, uintptr_t seventh,
		      uintptr_t eighth, uintptr_t ninth, uintptr_t tenth)
{
	test_t *test = (test_t *) dlsym(RTLD_NEXT, "select_g_job_test");
	clear_t *clear = (clear_t *) dlsym(RTLD_DEFAULT, "slurm_bit_clear");
	bool now = clear && (uint16_t) mode == RUN_NOW;
	int64_t count = now ? _count_nodes() : 0;

	for (int64_t i = 0; i < count; i++)
		clear(nodes, i);
	if (count > 1)
		usleep(SLOW_US);
	return test(job, nodes, least, most, wanted, mode, seventh, eighth,
		    ninth, tenth);
}
