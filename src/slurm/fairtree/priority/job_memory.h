/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_memory - what is remembered of jobs from one pass to the next:
 * how long they have waited, what sprio shows of them, and the machine that
 * they are compared with.
 *
 * One for the plugin; all of it is guarded by the job lock.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_JOB_MEMORY_H
#define FT_SLURM_FAIRTREE_PRIORITY_JOB_MEMORY_H

#include "slurm/fairtree/priority/column_book.h"
#include "slurm/fairtree/usage/job_component.h"
#include "slurm/fairtree/config/priority_config.h"
#include "slurm/fairtree/priority/queue_watch.h"

struct fts_job_memory {
	struct fts_queue_watch watch;
	struct fts_column_book shown;
	struct fts_component_memo memo;
	struct ft_component_system system;
	bool measured; /* system is known */
};

extern void fts_job_memory_fini(struct fts_job_memory *memory);

/* Around a walk over all jobs.  Caller holds job (write), node (read). */
extern void fts_job_memory_begin(struct fts_job_memory *memory,
				 const struct fts_priority_config *config);
extern void fts_job_memory_end(struct fts_job_memory *memory,
			       const struct fts_priority_config *config);

/* How long the job has waited, seconds.  Locks as fts_queue_watch_look(). */
extern int64_t fts_job_memory_waited(struct fts_job_memory *memory,
				     const struct fts_priority_config *config,
				     const job_record_t *job, time_t now);

/* Looks at a job whose priority is not computed; it may have one later.
 * Locks as fts_queue_watch_look(). */
extern void fts_job_memory_pass_by(struct fts_job_memory *memory,
				   const struct fts_priority_config *config,
				   const job_record_t *job, time_t now);

/* What outlasts a restart; see fts_queue_watch_load() and _save(). */
extern void fts_job_memory_load(struct fts_job_memory *memory,
				const struct fts_priority_config *config);
extern void fts_job_memory_save(struct fts_job_memory *memory,
				const struct fts_priority_config *config,
				time_t begun);

#endif
