/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_standing_pbs - model=pbs with resource_group: where the entities of the
 * ledger stand in the file's tree, and which may not run for want of shares.
 *
 * No lock: works on a copy of the books.  An entity without usage left that is
 * not in the file is no leaf below unknown either, as after pbsfs -e.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_STANDING_PBS_H
#define FT_SLURM_FAIRTREE_PRIORITY_STANDING_PBS_H

#include "slurm/fairtree/usage/ledger_meter.h"
#include "slurm/fairtree/config/priority_config.h"
#include "slurm/fairtree/priority/quota_ballot.h"
#include "slurm/fairtree/usage/standing.h"

/* Whether the model in config is this one. */
extern bool fts_standing_pbs_wanted(const struct fts_priority_config *config);

/* Whether it wants to know what waits: pbs_order=cycle. */
extern bool fts_standing_pbs_cycles(const struct fts_priority_config *config);

/*
 * Fills standing->entity.  ballots: what waits, if that is wanted.  0 or
 * -ENOMEM, then nothing is changed.
 */
extern int fts_standing_pbs(const struct fts_priority_config *config,
			    const struct ft_ledger *books,
			    const struct fts_ballots *ballots,
			    struct fts_standing *standing);

/*
 * Where entities are users or accounts each association of a user gets the
 * factor of its entity, so that sshare shows what counts, and else 0: what it
 * has from another model says nothing.  Takes assoc (write), some thousand
 * associations in a hold.
 */
extern void fts_standing_pbs_show(const struct fts_priority_config *config,
				  const struct ft_ledger *books,
				  const struct fts_standing *standing);

/*
 * What "sfair tree --trim" asked for, if it did: forgets all entities that
 * are below unknown, in the meter's ledger and in books, its copy.  Takes the
 * meter's lock.
 */
extern void fts_standing_pbs_trim(const struct fts_priority_config *config,
				  struct fts_meter *meter,
				  struct ft_ledger *books);

#endif
