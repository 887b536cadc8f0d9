/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_cleaning - has a former run of a requeued job not gone yet?
 *
 * Until it has, the job cannot start, whatever else would let it.  Refuses to
 * say so of it: cycle/duties.c gives the reason.
 */
#ifndef FT_SLURM_COMMON_JOB_CLEANING_H
#define FT_SLURM_COMMON_JOB_CLEANING_H

#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

/* Caller holds job (read). */
static inline bool fts_job_cleaning(const job_record_t *job)
{
	return fts_select_cleaning(job) ||
	       (job->details && job->details->prolog_running) ||
	       (job->step_list && list_count(job->step_list));
}

#endif
