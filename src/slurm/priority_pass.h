/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_priority_pass - what happens every PriorityCalcPeriod.
 *
 * Decay, charge, fairshare, priorities, in this order.  Takes and drops
 * slurmctld's locks by itself, in slices; the fairshare model and all
 * priorities are computed without any.  Call with none held.
 */
#ifndef FT_SLURM_PRIORITY_PASS_H
#define FT_SLURM_PRIORITY_PASS_H

#include "slurm/job_priority.h"
#include "slurm/usage_ledger.h"

/* Memory that is used again from pass to pass; zeros to begin with. */
struct fts_priority_pass {
	struct ft_share_tree tree;
	struct fts_events events;
	struct fts_job_batch batch;
};

extern void fts_priority_pass_fini(struct fts_priority_pass *pass);

/* One pass up to now; afterwards ledger->last_ran is now. */
extern void fts_priority_pass_run(struct fts_priority_pass *pass,
				  struct fts_ledger *ledger,
				  const struct fts_priority_config *config,
				  time_t now);

/* Priorities only: all that there is without slurmdbd. */
extern void
fts_priority_pass_priorities(struct fts_priority_pass *pass,
			     const struct fts_priority_config *config,
			     time_t now);

/*
 * Between two passes: charges jobs that have ended before slurmctld forgets
 * them.  Does nothing where limits are enforced, since slurmctld's hook has
 * charged them.
 */
extern void fts_priority_pass_sweep(struct fts_ledger *ledger,
				    const struct fts_priority_config *config);

#endif
