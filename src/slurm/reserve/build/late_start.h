/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_late - by how many seconds running jobs started later than planned.
 *
 * A job whose time is now starts when its turn comes in apply, which with a
 * long queue may be the next second or the one after, and its limit counts
 * from there.  Taken at its word, each start would move every promise behind
 * it by that second.  So a running job is taken to end when the plan said;
 * only if it is still there then, its real limit counts.
 *
 * Holds nothing of the controller; forgets all at a restart.
 */
#ifndef FT_SLURM_RESERVE_BUILD_LATE_START_H
#define FT_SLURM_RESERVE_BUILD_LATE_START_H

#include "slurm/common/compat.h"

#include "core/base/id_map.h"
#include "core/snapshot/placement.h"

struct fts_late {
	struct ft_id_map map; /* by job id; all zero: empty */
};

/* The job was started just now and was planned for that time. */
extern void fts_late_note(struct fts_late *late, const job_record_t *job_ptr,
			  int64_t planned);

/* Seconds, 0 for a job that was on time or that was not noted. */
extern int64_t fts_late_by(const struct fts_late *late,
			   const job_record_t *job_ptr);

/* Forgets jobs that do not run in the snapshot, if they are many or none runs.
 */
extern void fts_late_prune(struct fts_late *late,
			   const struct ft_snapshot *snapshot);

extern void fts_late_fini(struct fts_late *late);

#endif
