/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_list - what sprio is told.
 *
 * Copies out what the last pass or update wrote; computes only the terms of
 * each partition, for jobs that ask for several.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_LIST_H
#define FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_LIST_H

#include "slurm/common/compat.h"
#include "slurm/fairtree/priority/job_memory.h"

/*
 * One object for each job and partition that uid may see and request (its
 * filters, which later releases leave to sprio) asks for; NULL for none.  Owns
 * all that it points to.  Takes job, node and part (read) in slices, unless the
 * caller holds them (FTS_FACTORS_UNDER_LOCKS).
 */
extern fts_list_t fts_priority_list(const struct fts_priority_config *config,
				    const struct fts_job_memory *memory,
				    const fts_factors_request_t *request,
				    uid_t uid);

#endif
