/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_estimates - what users see of the plan: StartTime and SchedNodeList.
 *
 * One entry for each pending record (an unsplit array shows its first task),
 * in the order of job ids.  Only what changed is written, since each write
 * makes every client fetch the whole queue again.
 */
#ifndef FT_SLURM_RESERVE_START_ESTIMATE_H
#define FT_SLURM_RESERVE_START_ESTIMATE_H

#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/build/cycle.h"

struct fts_estimate {
	uint32_t job_id;
	uint32_t index;	 /* of the candidate */
	bool same_nodes; /* as shown since the last cycle */
	char *nodes;	 /* xmalloc'd names; NULL: no start planned, or same */
};

struct fts_estimates {
	struct fts_estimate *estimate; /* sorted by job id, then by copy */
	uint32_t count;
	bool *met; /* of each candidate: its record was tried in this cycle, and
		    * may show anything */
};

/*
 * Prepares the entries, all copies of array heads among them, without any
 * lock: naming the nodes of a long queue takes time.  0 or -ENOMEM.
 */
extern int fts_estimates_make(struct fts_estimates *list,
			      const struct fts_cycle *cycle,
			      struct ft_err *err);

/*
 * Writes one entry into its job; the names move to the job.  Returns true if
 * anything changed (last_job_update is the caller's).
 * Locks: those of fts_hold.
 */
extern bool fts_estimate_show(job_record_t *job, struct fts_estimate *estimate,
			      const struct fts_cycle *cycle);

/*
 * Did the job show all of that when it was copied (fts_candidate.shown), so
 * that nothing would be written?  Without locks.
 */
extern bool fts_estimate_stands(const struct fts_estimate *estimate,
				const struct fts_cycle *cycle);

/*
 * Writes a start that the job does not hold, without nodes; 0: it has none. One
 * that differs by less than a minute from what the job shows is left, since
 * each write wakes the next cycle; so is that of a job with a burst buffer,
 * which is staged in by its start.  As fts_estimate_show.
 */
extern bool fts_estimate_unheld(job_record_t *job, int64_t start, int64_t now);

/* The names of a placement's nodes, xmalloc'd. */
extern char *fts_estimate_names(const struct fts_cycle *cycle,
				const struct ft_placement *placement);

/* Takes the estimate off a job that is not planned.  As fts_estimate_show. */
extern bool fts_estimate_clear(job_record_t *job);

/* hint: where it may be, at first 0, then what the last call made of it. */
extern bool fts_estimates_have(const struct fts_estimates *list,
			       uint32_t job_id, uint32_t *hint);

extern void fts_estimates_free(struct fts_estimates *list);

#endif
