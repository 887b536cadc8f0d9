/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_refusals - jobs that the plan wanted to start and slurmctld did not.
 *
 * A refused job keeps its place in the plan, is tried again after a pause that
 * doubles from one second to a minute, and at once when its request changes or
 * a node becomes free that it may use.
 * Two kinds give up their place until they are tried again, so that nodes do
 * not idle behind them: jobs that a limit of their association or QOS holds
 * back, and jobs refused so often that the plan must be wrong about them.
 *
 * Holds nothing of the controller.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_REFUSAL_H
#define FT_SLURM_RESERVE_PROMISE_REFUSAL_H

#include "core/base/err.h"
#include "core/base/job_table.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/build/cycle.h"

struct fts_refusal {
	uint32_t job_id;
	uint32_t tries;
	uint64_t hash;	  /* of the job when it was refused */
	int64_t retry_at; /* not before */
	int code;	  /* of select_nodes */
	bool limit;	  /* a limit said no */
	bool seen;	  /* still in the plan */
};

struct fts_refusals {
	struct ft_job_table jobs; /* of struct fts_refusal */
};

/* The entry of that job if it stands for the job as it is, else NULL. */
extern const struct fts_refusal *
fts_refusal_find(const struct fts_refusals *table,
		 const struct fts_candidate *candidate);

/*
 * Notes one more refusal at that time.  Returns the number of refusals in a
 * row (1: the first, worth a log line), or 0 if out of memory.
 */
extern uint32_t fts_refusal_note(struct fts_refusals *table,
				 const struct fts_candidate *candidate,
				 int code, bool limit, int64_t now);

extern void fts_refusal_forget(struct fts_refusals *table, uint32_t job_id);

/*
 * Takes the place of jobs that give it up out of the snapshot that is about
 * to be planned, and forgets jobs that are not waiting any more.  A job that
 * a limit held back has its limits tested again: takes the hold's locks.
 * limits_keep (assoc_limit_stop): such a job keeps its place.
 */
extern void fts_refusal_apply(struct fts_refusals *table, bool limits_keep,
			      struct fts_hold *hold, struct fts_cycle *cycle);

/*
 * A job that may use a node which a job has left since the last cycle, or
 * which is back, is tried again now, whatever its pause.  Takes no lock.
 */
extern void fts_refusal_wake(struct fts_refusals *table,
			     const struct fts_cycle *last,
			     const struct fts_cycle *cycle);

/* When the next of them may be tried again, or FT_NEVER. */
extern int64_t fts_refusal_next(const struct fts_refusals *table, int64_t now);

extern void fts_refusal_free(struct fts_refusals *table);

#endif
