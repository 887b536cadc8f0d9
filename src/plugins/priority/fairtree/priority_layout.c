/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_layout.h.
 */
#include "priority_layout.h"

#include "slurm/common/layout.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool unfit;
static uint32_t seen; /* the thread's own: kinds of records */

static void _refuse_records(const struct ft_err *err)
{
	bool first;

	slurm_mutex_lock(&lock);
	first = !unfit;
	unfit = true;
	slurm_mutex_unlock(&lock);
	if (first)
		error("priority/fairtree: %s", err->text);
}

bool priority_layout_fits(void)
{
	struct ft_err err;
	bool fits;

	if (fts_layout_records(&seen, &err))
		_refuse_records(&err);
	slurm_mutex_lock(&lock);
	fits = !unfit;
	slurm_mutex_unlock(&lock);
	return fits;
}

bool priority_layout_job(const job_record_t *job)
{
	struct ft_err err;

	if (!fts_layout_job(job, &err))
		return true;
	_refuse_records(&err);
	return false;
}
