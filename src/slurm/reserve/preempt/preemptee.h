/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_preemptee - running jobs that may be preempted, and what both sides of a
 * preemption are told apart by.
 */
#ifndef FT_SLURM_RESERVE_PREEMPT_PREEMPTEE_H
#define FT_SLURM_RESERVE_PREEMPT_PREEMPTEE_H

#include "slurm/reserve/build/build.h"

/* Running jobs that differ in nothing that preemption goes by. */
struct fts_preemptee {
	uint32_t job_id; /* one of them */
	uint32_t qos_id;
	uint32_t priority; /* 0: it does not matter */
	const char *part;
	bool suspends;
	bool het; /* the leader of a heterogeneous job */
	/* It is suspended and has one node.  A job that takes it all finds so
	 * many MB beside what stays with it, there and for each CPU; with
	 * keeps_memory (select/linear with CR_Memory) every job does. */
	bool alone, keeps_memory;
	int64_t room, cpu_room;
	uint32_t class; /* the snapshot's; 0: no job takes them */
};

/* 0: it has none.  Locks: assoc_mgr qos read. */
static inline uint32_t fts_preemptee_qos(const job_record_t *job)
{
	return job->qos_ptr ? job->qos_ptr->id : 0;
}

/* Do priorities decide among jobs of its QOS?  Locks: assoc_mgr qos read. */
extern bool fts_preemptee_within(const job_record_t *job);

/*
 * Does some QOS, partition or the cluster preempt jobs of less priority only?
 * Takes assoc_mgr's lock of QOS.  Locks: config read, partition read.
 */
extern bool fts_preemptee_by_priority(void);

/*
 * Is what jobs hold of memory asked for?  If so, it is told of each job before
 * any is copied; nodes keep that of jobs that are suspended.  Locks: config
 * read, job read.
 */
extern bool fts_preemptee_asks_memory(const struct fts_build *build);
extern void fts_preemptee_hold_memory(struct fts_build *build,
				      const job_record_t *job_ptr);

/*
 * Whether the running job may be preempted, and how.
 * Locks: config read, job read, partition read.
 */
extern void fts_build_preemptee(struct fts_build *build, job_record_t *job,
				struct ft_run *run);
/* Is it preempted together with its components, which run? */
extern bool fts_build_preemptee_whole(const struct fts_build *build,
				      job_record_t *leader);
/*
 * preemptor.c: which of the running jobs each pick may take, once all are
 * there.  Takes locks itself if any may be preempted.
 */
extern void fts_build_takes(struct fts_build *build);
/* May the job, in that partition, preempt the other?  Locks: job read,
 * partition read, assoc_mgr qos read. */
extern bool fts_preemptor_takes(job_record_t *job, part_record_t *part,
				job_record_t *victim);

#endif
