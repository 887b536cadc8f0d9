/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_runs - runs of jobs that were not charged to their end yet.
 *
 * Where limits are not enforced the plugin is not told that a job's run has
 * ended, and a requeue wipes its times out of the job record.  So each look
 * at the job list remembers which run, and the next one finds those whose run
 * is over.  A run that begins and is requeued between two looks is not seen.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_USAGE_RUN_H
#define FT_SLURM_FAIRTREE_USAGE_USAGE_RUN_H

#include <time.h>

#include "slurm/common/compat.h"
#include "core/base/job_table.h"

struct fts_run {
	uint32_t job_id;
	uint32_t restart_count;
	time_t start_time;
	uint32_t assoc_id;
	uint32_t qos_id;      /* 0: none */
	uint32_t part_qos_id; /* 0: none, or the job's own */
	double billable;
	double usage_factor; /* below 0: none */
};

struct fts_runs {
	struct ft_job_table last, now; /* of struct fts_run: looks */
};

extern void fts_runs_fini(struct fts_runs *runs);

/* A look begins: what the one before saw is kept to compare with. */
extern void fts_runs_begin(struct fts_runs *runs);

/* The job runs now.  Caller holds job, assoc and qos (read). */
extern void fts_runs_add(struct fts_runs *runs, const job_record_t *job);

/*
 * Whether the last look saw a run of this job that has ended in a requeue
 * since, of which only ret_run is left.  Gives each run once.  Caller holds
 * job (read).
 */
extern bool fts_runs_take(struct fts_runs *runs, const job_record_t *job,
			  struct fts_run *ret_run);

#endif
