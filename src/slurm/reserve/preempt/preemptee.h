/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_prey - what both sides of a preemption are told apart by; private to
 * preempt/preemptee.c and preempt/preemptor.c.
 */
#ifndef FT_SLURM_RESERVE_PREEMPT_PREEMPTEE_H
#define FT_SLURM_RESERVE_PREEMPT_PREEMPTEE_H

#include "slurm/reserve/build/build.h"

/* 0: it has none.  Locks: assoc_mgr qos read. */
static inline uint32_t fts_prey_qos(const job_record_t *job)
{
	return job->qos_ptr ? job->qos_ptr->id : 0;
}

/* Do priorities decide among jobs of its QOS?  Locks: assoc_mgr qos read. */
extern bool fts_prey_within(const job_record_t *job);

/*
 * Does some QOS, partition or the cluster preempt jobs of less priority only?
 * Takes assoc_mgr's lock of QOS.  Locks: config read, partition read.
 */
extern bool fts_prey_by_priority(void);

/*
 * Is what jobs hold of memory asked for?  If so, it is told of each job before
 * any is copied; nodes keep that of jobs that are suspended.  Locks: config
 * read, job read.
 */
extern bool fts_prey_asks_memory(const struct fts_build *build);
extern void fts_prey_hold_memory(struct fts_build *build,
				 const job_record_t *job_ptr);

#endif
