/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_reason - why a planned job waits, in Slurm's words.
 *
 * Refuses to overwrite a reason that says more: a limit, a dependency, a hold,
 * a burst buffer, a text of the site's own.
 */
#ifndef FT_SLURM_RESERVE_START_REASON_H
#define FT_SLURM_RESERVE_START_REASON_H

#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/build/cycle.h"

/*
 * Gives a pending job the reason that follows from its placement, which is
 * that of candidate index of the cycle.  Returns true if anything changed
 * (last_job_update is the caller's). Locks: those of fts_hold.
 */
extern bool fts_schedule_reason(job_record_t *job,
				const struct fts_cycle *cycle, uint32_t index);

/* Did the job show that reason when it was copied (fts_candidate.shown), so
 * that nothing would be written?  False where only its record says.  Without
 * locks.
 */
extern bool fts_schedule_reason_stands(const struct fts_cycle *cycle,
				       uint32_t index);

/* The same of a job that cannot be planned, for a reason of the planner's. */
extern bool fts_schedule_reason_misfit(job_record_t *job, const char *reason);

#endif
