/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_preempt - what Slurm says about preempting one job, and telling it.
 *
 * Refuses to choose: victims are the planner's.
 */
#ifndef FT_SLURM_RESERVE_PREEMPT_PREEMPT_H
#define FT_SLURM_RESERVE_PREEMPT_PREEMPT_H

#include "slurm/common/compat.h"

#include "core/plan/schedule.h"

/*
 * PREEMPT_MODE_CANCEL, _REQUEUE, _SUSPEND (by gang scheduling) or _OFF, which
 * is also that of a job of more priority than min_exempt_priority.
 */
extern uint16_t fts_preempt_mode(job_record_t *job);
/*
 * Does a job that preempts with that mode, its QOS's or partition's, or with
 * the cluster's need more priority than its victims?
 */
extern bool fts_preempt_by_priority(uint16_t mode);
/* Is the plugin preempt/qos? */
extern bool fts_preempt_by_qos(void);
/* Do jobs leave for licences too (PreemptParameters=reclaim_licenses)? */
extern bool fts_preempt_reclaims(void);
/*
 * Seconds until it has left for sure, once told: GraceTime and the time until
 * slurmctld looks, KillWait, and what else it takes.
 */
extern int64_t fts_preempt_leave(job_record_t *job);
/* Slurm's order: lower ones are preempted first. */
extern uint32_t fts_preempt_rank(job_record_t *job);

/*
 * Would the job fit on these nodes without these running jobs, in the eyes of
 * the select plugin?  The job is prepared as for a start on them; the list is
 * put in another order.  Locks: as fts_schedule_start.
 */
extern bool fts_preempt_suffices(job_record_t *job, const bitstr_t *nodes,
				 fts_list_t victims);

/*
 * Tells the running job to leave for the other: it gets its GraceTime, or is
 * cancelled or requeued.  Locks: job write, node write, config read.
 */
extern void fts_preempt_tell(job_record_t *victim, job_record_t *preemptor);

/* Must victim v of the placement be told now, to have left when the job starts?
 * Must any?  Take no lock. */
extern bool fts_preempt_due(const struct ft_snapshot *snapshot,
			    const struct ft_placement *placement, uint32_t v);
extern bool fts_preempt_anyone_due(const struct ft_snapshot *snapshot,
				   const struct ft_placement *placement);

#endif
