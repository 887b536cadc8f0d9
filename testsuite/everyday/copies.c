// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * copies.c - preloaded into sbatch: what it submits is submitted FT_COPIES
 * times, so that Slurm's own reading of the options costs one process for
 * hundreds of jobs.  Preloaded into salloc: it ends with slurmctld's answer,
 * and does not wait for nodes that never boot.
 *
 * The request is the same each time, and sbatch sees the last answer.  The
 * first request that is refused ends it.  It knows nothing of what is in a
 * request, so that it fits each release of Slurm.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef int submit_fn(void *request, void **answer);

static int _submit_copies(const char *name, void *request, void **answer)
{
	const char *text = getenv("FT_COPIES");
	long n = text ? strtol(text, NULL, 10) : 1;
	submit_fn *submit;
	int rc;

	*(void **) &submit = dlsym(RTLD_NEXT, name);
	if (!submit)
		abort();
	do
		rc = submit(request, answer);
	while (!rc && --n > 0);
	return rc;
}

typedef void *allocate_fn(const void *request, time_t timeout,
			  void (*pending)(uint32_t job));

int slurm_submit_batch_job(void *request, void **answer);
int slurm_submit_batch_het_job(void *request, void **answer);
void *slurm_allocate_resources_blocking(const void *request, time_t timeout,
					void (*pending)(uint32_t job));

int slurm_submit_batch_job(void *request, void **answer)
{
	return _submit_copies("slurm_submit_batch_job", request, answer);
}

int slurm_submit_batch_het_job(void *request, void **answer)
{
	return _submit_copies("slurm_submit_batch_het_job", request, answer);
}

void *slurm_allocate_resources_blocking(const void *request, time_t timeout,
					void (*pending)(uint32_t job))
{
	allocate_fn *allocate;

	*(void **) &allocate =
		dlsym(RTLD_NEXT, "slurm_allocate_resources_blocking");
	if (!allocate)
		abort();
	_exit(allocate(request, timeout, pending) ? 0 : 1);
}
