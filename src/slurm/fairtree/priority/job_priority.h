/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_priority - terms of jobs out of slurmctld, priorities back in.
 *
 * Three steps that a walk over the queue does for a batch of jobs: copy
 * under locks, compute without, write under locks after finding each job
 * again by id.  A job that got another priority in between keeps that.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_JOB_PRIORITY_H
#define FT_SLURM_FAIRTREE_PRIORITY_JOB_PRIORITY_H

#include "slurm/common/compat.h"
#include "slurm/fairtree/priority/job_memory.h"
#include "slurm/fairtree/usage/ledger_meter.h"
#include "slurm/fairtree/config/priority_config.h"
#include "slurm/fairtree/usage/standing.h"

/* One of its partitions, under one of its QOS: see common/job_target.h. */
struct fts_job_partition {
	struct ft_factor_level level, qos;
	struct fts_component_partition component;
	bool placed; /* place says where it would be booked */
	struct ft_ledger_place place;
	struct fts_verdict verdict; /* computed */
	struct ft_columns columns;  /* computed, see fts_job_by_partition() */
	uint32_t priority;	    /* computed */
};

/* One job; the arrays belong to the slot and are used again. */
struct fts_job_terms {
	uint32_t job_id;
	uint32_t old_priority;
	bool direct; /* an administrator set the priority: leave it */
	bool cut;    /* computed: the sum was too large */
	struct ft_factor_job job;
	const char *shareless; /* why it may not run, if so */
	bool placed;	       /* place says where it is booked */
	struct ft_ledger_place place;
	struct fts_verdict verdict; /* computed */
	struct ft_factor factor;    /* computed */
	uint32_t priority;	    /* computed */
	/* What follows, if components count. */
	uid_t uid;
	gid_t gid;
	struct ft_component_job component;
	struct fts_component_partition own;

	struct ft_columns columns; /* computed */
	uint32_t part_count;	   /* 0: one partition and QOS */
	uint32_t part_size;
	struct fts_job_partition *part;
	uint32_t tres_size;
	uint64_t *value; /* of each TRES */
	uint64_t *total; /* of each TRES in the job's partition, then in each
			  * of its partitions */
	double *term;	 /* computed */
	bool has_total;
};

/* Where jobs are booked, and what follows from that; these may be NULL.  And
 * what is remembered of them. */
struct fts_job_books {
	struct fts_meter *meter;
	const struct fts_standing *standing;
	struct fts_job_memory *memory;
};

struct fts_job_batch {
	struct fts_job_books books;
	struct ft_component_system system; /* memory's, copied */
	uint32_t cut_count, cut_job; /* so many were too large, one of them */
	struct fts_job_terms *terms;
	uint32_t count, size;
};

extern void fts_job_batch_fini(struct fts_job_batch *batch);

/*
 * The policy with the cluster's size as it is now.  Caller holds node (read)
 * or does not mind a number of before or after a change.
 */
extern struct ft_factor_policy
fts_job_policy(const struct fts_priority_config *config);

/*
 * Whether sprio's lines of a job's partitions differ in more than stock's terms
 * of the partition: they are kept then.
 */
extern bool fts_job_by_partition(const struct fts_priority_config *config);

/* Whether the pass gives this job a priority; caller holds job (read). */
extern bool fts_job_priority_wanted(const struct fts_priority_config *config,
				    const job_record_t *job);

/*
 * Step 1.  Caller holds job (write, since the partition list may be sorted),
 * part (read), assoc and qos (read).
 */
extern void fts_job_batch_copy(struct fts_job_batch *batch,
			       const struct fts_priority_config *config,
			       job_record_t *job, time_t now);

/* Step 2: no lock needed.  Logs under DebugFlags=Priority. */
extern void fts_job_batch_compute(struct fts_job_batch *batch,
				  const struct fts_priority_config *config,
				  time_t now);

/* Says once how many priorities were cut so far, and forgets it. */
extern void fts_job_batch_log_cut(struct fts_job_batch *batch);

/*
 * Step 3: writes priorities and prio_factors, sets last_job_update if a
 * priority changed, empties the batch.  Caller holds job (write).
 */
extern void fts_job_batch_write(struct fts_job_batch *batch,
				const struct fts_priority_config *config);

/*
 * All three for one job on submit or update.  Returns the priority to set;
 * 0 (held) only for a job without details; *ret_block: why it may not run,
 * NULL: it may; lives as long as the standing.  Caller holds job (write), part
 * (read); takes assoc and qos (read).
 */
extern uint32_t fts_job_priority_set(const struct fts_priority_config *config,
				     const struct fts_job_books *books,
				     job_record_t *job, time_t now,
				     const char **ret_block);

/* Its priority as factors count it; caller holds qos (read). */
extern struct ft_factor_level fts_qos_level(const slurmdb_qos_rec_t *qos);

/* The TRES a job has or asks for; value has fts_tres_count() entries. */
extern void fts_job_tres(const job_record_t *job, uint64_t *value);

/* Stock's TRES terms as they count: see ft_factor_tres(). */
extern double fts_job_tres_terms(const struct fts_priority_config *config,
				 const uint64_t *value, const uint64_t *total,
				 double *term);

/* Columns into the record that sprio reads; its TRES hold stock's terms. */
extern void fts_job_columns_show(const struct ft_columns *columns,
				 fts_factors_t *to);

/* Which of sprio's TRES columns can show components; the rest of the struct
 * is for the caller. */
extern struct ft_column_tres_terms fts_job_tres_columns(void);

extern struct ft_factor_level fts_part_level(const part_record_t *part);

#endif
