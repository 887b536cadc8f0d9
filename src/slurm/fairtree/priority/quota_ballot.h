/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_ballots - model=quota: what waits, and may be voted for; and for
 * pbs_order=cycle what waits and what it asks for.
 *
 * Waiting are pending jobs that the pass gives a priority; not those that
 * are held or whose priority an administrator set.  An array that is
 * not split is one job.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_QUOTA_BALLOT_H
#define FT_SLURM_FAIRTREE_PRIORITY_QUOTA_BALLOT_H

#include "slurm/fairtree/usage/ledger_meter.h"
#include "slurm/fairtree/config/priority_config.h"
#include "core/pbs/pbs_cycle.h"
#include "core/ledger/quota_standing.h"

/* Memory that is used again; zeros to begin with. */
struct fts_ballots {
	struct ft_quota_ballot *ballot;
	struct ft_pbs_job *job; /* of each ballot; node is not set */
	uint32_t count, size;
};

extern void fts_ballots_fini(struct fts_ballots *ballots);

/*
 * Finds all waiting jobs and their places in the ledger.  Call with no lock
 * held: takes job, node and part (read), then assoc and qos (read), in slices.
 */
extern void fts_ballots_collect(struct fts_ballots *ballots,
				struct fts_meter *meter,
				const struct fts_priority_config *config);

#endif
