/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_job_block - keeps a pending job from starting, with a text that says
 * why, and lets it go again.
 *
 * Such a job has the reason MaxRequeue and our text.  Slurm then takes it for
 * not independent, keeps both, and never starts it, whichever scheduler runs;
 * its priority stays above 0.  A job that Slurm itself gave that reason has
 * priority 0.  So an admin's or user's hold (priority 0, reason JobHeld*) is
 * neither made nor undone here, and "scontrol release" of a job that is
 * not held changes nothing.  A job whose priority an administrator set directly
 * is never kept.
 *
 * Slurm asks for a priority just before it makes a job eligible, when it is
 * submitted or released, and may overwrite the reason after that.  A guard
 * bridges the moment until the next walk: a begin time a minute ahead, and
 * for an allocation that could start during its submission a deadline that
 * means none.  Both are taken off by the walk; if slurmctld dies before, the
 * job waits a minute.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_JOB_BLOCK_H
#define FT_SLURM_FAIRTREE_PRIORITY_JOB_BLOCK_H

#include "slurm/common/compat.h"
#include "slurm/fairtree/priority/job_priority.h"

/* Texts begin with one of these; by them we know our own. */
#define FTS_BLOCK_CAP "Fairshare cap of "
#define FTS_BLOCK_SHARES "Job has zero shares for fairshare"

struct fts_job_guard;

/* Guarded by the job lock (write). */
struct fts_job_blocks {
	struct fts_job_guard *guard;
	uint32_t guard_count, guard_room;
	uint32_t count; /* jobs that the last walk left blocked */
	bool walked;	/* there was a walk */
};

extern void fts_job_blocks_fini(struct fts_job_blocks *blocks);

/* Whether users without shares on the tree of associations may not run. */
extern bool fts_job_block_by_shares(const struct fts_priority_config *config);

/*
 * Where that is so: why this job may not run, NULL: its association and all
 * above have shares.  Caller holds job and assoc (read).
 */
extern const char *
fts_job_block_shareless(const struct fts_priority_config *config,
			const job_record_t *job);

/*
 * From priority_p_set(): blocks the job at once and guards it until the next
 * walk, which is due soon if this returns true.  text: why, NULL: it may run.
 * Caller holds job (write).
 */
extern bool fts_job_block_guard(struct fts_job_blocks *blocks,
				job_record_t *job, const char *text,
				time_t now);

/*
 * Blocks and frees pending jobs as the standing says (none, or no meter:
 * none is blocked).  Dependencies of blocked jobs are tested, since Slurm
 * does not.  guarded: there may be guards.  Takes conf, node, part and fed
 * (read) and job (write), below them assoc and qos (read), in slices; caller
 * holds nothing.  Does nothing if no job is blocked and none is to be.
 * Whether one is, or may be soon.
 */
extern bool fts_job_block_walk(struct fts_job_blocks *blocks,
			       const struct fts_priority_config *config,
			       const struct fts_job_books *books, bool guarded);

#endif
