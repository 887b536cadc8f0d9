/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_attempt - one job that shall start, and where else than planned it can.
 *
 * Where slurmctld refuses a job on its planned nodes, or something of its
 * request is not modelled, slurmctld's own selection is asked by any request of
 * the job (trial.h).  Refuses to know why a job shall start, and to
 * note that it has: apply.c does.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_ATTEMPT_H
#define FT_SLURM_RESERVE_TRIAL_ATTEMPT_H

#include "slurm/common/job_target.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/trial/trial.h"

struct fts_attempt {
	uint32_t index; /* of the candidate */
	const struct fts_candidate *candidate;
	const struct ft_placement *placement;
	job_record_t *job;
	struct fts_job_stand former;
	bool component; /* of a heterogeneous job */
	uint32_t flag;	/* for select_nodes */
};

/* What attempts of a cycle have in common. */
struct fts_attempts {
	struct fts_hold *hold;
	const struct fts_cycle *cycle;
	struct fts_cores *cores;
	struct fts_trial *trial;
	uint32_t displaced; /* jobs, by what was found elsewhere */
};

/*
 * Shall the job of that index be tried in its turn, wherever the plan has it:
 * one that is not modelled, or a standby?  Not if it starts as planned.  Takes
 * no lock.
 */
extern bool fts_attempt_wanted(const struct fts_cycle *cycle, uint32_t index);
/* Is any of the cycle's jobs likely to be tried?  Where nodes have GPUs of
 * several types, jobs often get less than planned.  Takes no lock. */
extern bool fts_attempt_possible(const struct fts_cycle *cycle);

/* Points the job at the planned partition and QOS; false if it lost them. */
extern bool fts_attempt_enter(struct fts_attempt *attempt);
/* Back to those that it had before. */
extern void fts_attempt_leave(struct fts_attempt *attempt);

/*
 * Was the job's begin time put off while the plan was made, or do more tasks of
 * its array run than the plan knows?
 */
extern bool fts_attempt_waits(job_record_t *job);

/*
 * Between two tries, which the attempt has left: gives up the locks for a
 * moment once they have been held for long.  False if the job is not what it
 * was any more; attempt->job is NULL then.
 */
extern bool fts_attempt_pause(struct fts_attempts *attempts,
			      struct fts_attempt *attempt);

/* The limit that the plan gives to a job that can do with less; 0: its own. */
extern uint32_t fts_attempt_minutes(const struct fts_cycle *cycle,
				    const struct fts_attempt *attempt);

/*
 * Starts it wherever slurmctld's own selection puts it by the request of
 * attempt->placement without delaying a job that is protected from it.  The
 * attempt has been entered.  Returns 0 or slurmctld's error code.  Locks: those
 * of fts_hold.
 */
extern int fts_attempt_elsewhere(struct fts_attempts *attempts,
				 struct fts_attempt *attempt);

/*
 * The same by the request of attempt->placement, and then by its others, on
 * nodes that sleep, say, or in other partitions.  *start, if not NULL: as it
 * was tried where it is planned; by it nodes are used on which no job is
 * planned, if there is no index of the plan by node.  Pauses between requests.
 * Returns as above, or -ESTALE if the node table changed, or the job.
 */
extern int fts_attempt_beside(struct fts_attempts *attempts,
			      struct fts_attempt *attempt,
			      struct fts_start *start);

#endif
