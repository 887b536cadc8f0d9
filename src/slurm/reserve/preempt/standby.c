/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See preempt/standby.h.
 */
#include "slurm/reserve/preempt/standby.h"

#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/job_scheduler.h"

#include "slurm/common/job_target.h"
#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/nodes/topology.h"
#include "slurm/reserve/preempt/preempt.h"
#include "slurm/reserve/preempt/preemptee.h"

enum { SHORTEST = 60 /* it runs so long at least, as with sched/backfill */ };

bool fts_standby(const struct fts_build *build, job_record_t *job)
{
	uint16_t mode;

	if (!build->preempt.possible || job->het_job_id ||
	    !(fts_qos_flags(job) & QOS_FLAG_NO_RESERVE) ||
	    fts_segments_wanted(build, job))
		return false;
	mode = fts_preempt_mode(job);
	return mode == PREEMPT_MODE_CANCEL || mode == PREEMPT_MODE_REQUEUE;
}

int64_t fts_standby_until(job_record_t *job, int64_t now)
{
	int64_t exempt = (int64_t) acct_policy_get_preemptable_time(job) -
			 (int64_t) job->start_time;

	return now + MAX(exempt + fts_preempt_leave(job), SHORTEST);
}

bool fts_standby_leaves(job_record_t *standby,
			const struct fts_candidate *candidate,
			const struct ft_request *request, uint32_t number)
{
	job_record_t *job = find_job_record(candidate->job_id);
	struct fts_job_stand own;
	bool leaves;

	/* Such take no runs, or not all that is in their way. */
	if (!job || !IS_JOB_PENDING(job) || candidate->part_count ||
	    request->part_count || request->alone)
		return false;
	own = fts_job_stand(job);
	leaves = fts_job_row_enter(job, candidate->partition[number],
				   candidate->qos_id ? candidate->qos_id[number]
						     : 0) &&
		 fts_preemptor_takes(job, job->part_ptr, standby);
	fts_job_stand_set(job, &own);
	return leaves;
}
