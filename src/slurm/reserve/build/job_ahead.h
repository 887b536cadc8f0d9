/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_ahead - a walk over jobs asks for the records to come.
 *
 * Records of a long queue are in no cache, and a walk reads some twenty lines
 * of each, one after the other; asked for before, they come together.  Changes
 * nothing, and keeps no pointer when the locks are given up.
 */
#ifndef FT_SLURM_RESERVE_BUILD_JOB_AHEAD_H
#define FT_SLURM_RESERVE_BUILD_JOB_AHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "slurm/common/compat.h"

/* The walk is at id[i] of count.  Locks: job read. */
extern void fts_job_ahead(const uint32_t *id, uint32_t count, uint32_t i);

/*
 * Shows all jobs of slurmctld's list to visit, which looks at number and state
 * and gives no lock up.  False: out of memory, and none was shown.  Locks: job
 * read.
 */
extern bool fts_job_each(void (*visit)(const job_record_t *job_ptr,
				       void *context),
			 void *context);

#endif
