/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site_factor/parity - a site's own factor, so that both priority plugins can
 * be seen to call it when they must: a value at submission, another with each
 * pass.  For tests only.
 */
#include "src/common/slurm_xlator.h"

#include "src/common/list.h"
#include "src/slurmctld/slurmctld.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const char plugin_name[] = "site factor of the parity test";
EXPORT const char plugin_type[] = "site_factor/parity";
EXPORT const uint32_t plugin_version = SLURM_VERSION_NUMBER;

EXPORT int init(void)
{
	return SLURM_SUCCESS;
}

EXPORT int fini(void)
{
	return SLURM_SUCCESS;
}

EXPORT void site_factor_p_reconfig(void)
{
}

EXPORT void site_factor_p_set(job_record_t *job)
{
	job->site_factor = NICE_OFFSET + 1000 * (job->job_id % 5) - 1500;
}

static int _raise(void *x, void *arg)
{
	job_record_t *job = x;

	if (IS_JOB_PENDING(job))
		job->site_factor += 10 * (1 + job->job_id % 3);
	return 0;
}

EXPORT void site_factor_p_update(void)
{
	list_for_each(job_list, _raise, NULL);
}
