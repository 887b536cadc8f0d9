/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_prey - what both sides of a preemption are told apart by; private to
 * schedule_prey.c and schedule_hunt.c.
 */
#ifndef FT_SLURM_SCHEDULE_PREY_H
#define FT_SLURM_SCHEDULE_PREY_H

#include "slurm/schedule_build.h"

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

#endif
