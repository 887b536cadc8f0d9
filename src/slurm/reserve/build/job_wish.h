/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_wish - how a job wants cores and GPUs: for itself or shared, on one
 * socket or on any.
 *
 * Of the job's record and its partition's alone.  Refuses to say whether that
 * can be planned.
 */
#ifndef FT_SLURM_RESERVE_BUILD_JOB_WISH_H
#define FT_SLURM_RESERVE_BUILD_JOB_WISH_H

#include "slurm/common/compat.h"

/* Times that the partition gives its cores; 1: once.  Locks: partition read. */
extern uint32_t fts_part_rows(const part_record_t *part_ptr);
/* Whether its jobs ask for that or not? */
extern bool fts_part_forces(const part_record_t *part_ptr);

/* May it be on cores that others have, in its part_ptr?  Locks: job read. */
extern bool fts_job_shares(const job_record_t *job_ptr);
/* And only because it asked for that? */
extern bool fts_job_wants_sharing(const job_record_t *job_ptr);

/* Does it ask for GPUs, or for shares of some?  Locks: job read. */
extern bool fts_job_wants_gpus(const job_record_t *job_ptr);

/* Does it matter to the job on which sockets it is?  Locks: job read. */
extern bool fts_job_binds(const job_record_t *job_ptr);

#endif
