/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * priority_block - the jobs that fairshare keeps from running.
 *
 * Outside slurmctld nothing here may be called.
 */
#ifndef FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_BLOCK_H
#define FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_BLOCK_H

#include "slurm/fairtree/priority/job_block.h"

/*
 * From priority_p_set(): see fts_job_block_guard().  Whether the thread is to
 * be woken.  Caller holds job (write).
 */
extern bool priority_block_guard(job_record_t *job, const char *text);

/*
 * Blocks and frees jobs as the standing in force says.  Only the thread calls
 * this, holding nothing, once there was a pass.  Whether it is to be done
 * again soon: a job is blocked.
 */
extern bool priority_block_walk(void);

/* Once the thread has ended. */
extern void priority_block_fini(void);

#endif
