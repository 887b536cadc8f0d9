/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/hash.h: the job that a candidate was made of.
 */
#include "slurm/reserve/demand/hash.h"

#include "slurm/reserve/demand/het.h"

static uint64_t _job_hash(job_record_t *job,
			  const struct fts_candidate *candidate)
{
	return candidate->part_count ? fts_het_hash(job)
				     : fts_schedule_hash(job);
}

job_record_t *fts_schedule_find(const struct fts_candidate *candidate)
{
	job_record_t *job = find_job_record(candidate->job_id);

	if (!job || !IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job) ||
	    !job->priority || !job->details ||
	    job->restart_cnt != candidate->restart_count ||
	    _job_hash(job, candidate) != candidate->hash)
		return NULL;
	return job;
}
