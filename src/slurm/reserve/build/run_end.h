/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_run_end - until when a running job is there.
 */
#ifndef FT_SLURM_RESERVE_BUILD_RUN_END_H
#define FT_SLURM_RESERVE_BUILD_RUN_END_H

#include "slurm/reserve/build/build.h"

/* Seconds that a node is given to boot, as far as plans go. */
extern uint32_t fts_node_boot(const struct ft_schedule_options *options,
			      const node_record_t *node_ptr);
/* When a running job will be gone, as far as its limit says. */
extern int64_t fts_run_end(const struct fts_build *build,
			   const job_record_t *job_ptr);
/*
 * Is it suspended by scontrol, so that others may have its cores?  It keeps
 * memory, GRES and licences; gang scheduling does not let it go on.
 */
extern bool fts_run_stopped(const job_record_t *job_ptr);
/* Seconds of its limit; without one, so many that no job waits for it. */
extern int64_t fts_run_limit(const job_record_t *job_ptr);

#endif
