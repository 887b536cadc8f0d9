/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwilling - a node that the select plugin does not want, though it is free.
 *
 * Preloaded into slurmctld.  As long as the file that FT_UNWILLING names is
 * there, whoever asks whether a job can start now on some nodes is answered as
 * if the first of all nodes was none of them: what a wrong guess of a plan
 * about a node looks like.  It refuses to change any other question.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { RUN_NOW = 0 };

typedef int test_t(void *, void *, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
		   uintptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef void clear_t(void *, int64_t);

/* Releases have nine or ten arguments; one more than there are does no harm. */
int select_g_job_test(void *job, void *nodes, uintptr_t least, uintptr_t most,
		      uintptr_t wanted, uintptr_t mode, uintptr_t seventh,
		      uintptr_t eighth, uintptr_t ninth, uintptr_t tenth)
{
	test_t *test = (test_t *) dlsym(RTLD_NEXT, "select_g_job_test");
	clear_t *clear = (clear_t *) dlsym(RTLD_DEFAULT, "slurm_bit_clear");
	const char *file = getenv("FT_UNWILLING");

	if (file && clear && (uint16_t) mode == RUN_NOW && !access(file, F_OK))
		clear(nodes, 0);
	return test(job, nodes, least, most, wanted, mode, seventh, eighth,
		    ninth, tenth);
}
