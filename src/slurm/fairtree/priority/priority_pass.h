/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_pass - what happens every PriorityCalcPeriod.
 *
 * Decay, charge, fairshare, priorities, in this order.  Takes and drops
 * slurmctld's locks by itself, in slices; the fairshare model and all
 * priorities are computed without any.  Call with none held.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_PASS_H
#define FT_SLURM_FAIRTREE_PRIORITY_PRIORITY_PASS_H

#include "slurm/fairtree/priority/job_priority.h"
#include "slurm/fairtree/priority/quota_ballot.h"
#include "slurm/fairtree/usage/assoc_charge.h"

/* Memory that is used again from pass to pass; zeros to begin with. */
struct fts_priority_pass {
	struct ft_share_tree tree;
	struct fts_effective_events events;
	struct fts_job_batch batch;
	struct ft_ledger_image books; /* a copy, for the models */
	struct fts_ballots ballots;   /* model=quota */
	bool shareless; /* an association has no shares, and must have some */
	bool crowded;	/* more jobs wait than there are points for */
	/* Not the pass's own. */
	struct fts_meter *meter;
	struct fts_job_memory *memory;
	struct fts_standing_slot *standing;
};

extern void fts_priority_pass_fini(struct fts_priority_pass *pass);

/* One pass up to now; afterwards charges->last_ran is now. */
extern void fts_priority_pass_run(struct fts_priority_pass *pass,
				  struct fts_assoc_charge *charges,
				  const struct fts_priority_config *config,
				  time_t now);

/*
 * Charges the ledger up to now and brings in force what follows from it: all
 * that there is without slurmdbd, and only if a ledger is kept.
 */
extern void fts_priority_pass_ledger(struct fts_priority_pass *pass,
				     const struct fts_priority_config *config,
				     time_t now);

/* Then priorities. */
extern void
fts_priority_pass_priorities(struct fts_priority_pass *pass,
			     const struct fts_priority_config *config,
			     time_t now);

/*
 * Between two passes: charges jobs that have ended before slurmctld forgets
 * them.  Where limits are enforced slurmctld's hook has charged them to the
 * associations, and where no ledger is kept either nothing is left to do.
 */
extern void fts_priority_pass_sweep(struct fts_priority_pass *pass,
				    struct fts_assoc_charge *charges,
				    const struct fts_priority_config *config);

#endif
