/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_standby - waiting jobs that run until others want their place.
 *
 * A job of a QOS with NoReserve that leaves when it is preempted need not
 * fit in before the starts of jobs that may preempt it: these take its place
 * when their time has come.  (slurm.conf(5) and sacctmgr(1) call such a QOS
 * "standby"; sched/backfill plans its jobs for a minute.)  Jobs that may not
 * preempt it are protected from it as from any other.
 *
 * Not so: heterogeneous jobs, those with segments of the network to themselves,
 * and where jobs are preempted by suspension.
 */
#ifndef FT_SLURM_RESERVE_PREEMPT_STANDBY_H
#define FT_SLURM_RESERVE_PREEMPT_STANDBY_H

#include "slurm/reserve/build/build.h"

/* Is it one, by its qos_ptr?  Locks: config read, job read, partition read;
 * takes assoc_mgr's lock of QOS. */
extern bool fts_standby(const struct fts_build *build, job_record_t *job);

/*
 * If it started now, from when on would its place be surely another's that
 * preempts it then?  In seconds since the epoch.  Locks: config read, job read,
 * partition read, assoc_mgr qos read.
 */
extern int64_t fts_standby_until(job_record_t *job, int64_t now);

/*
 * Would it leave for what the candidate is planned with by that request?
 * Locks: config read, job write, partition read, assoc_mgr qos read.
 */
extern bool fts_standby_leaves(job_record_t *standby,
			       const struct fts_candidate *candidate,
			       const struct ft_request *request,
			       uint32_t number);

#endif
