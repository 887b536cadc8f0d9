/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_quota_class - model=quota in sshare: what is within quota, as a number.
 *
 * An association's factor is 1 where all accounts of its path have high
 * priority; an account in low priority takes 1/2 at the first level, 1/4 at
 * the second, and so on.  Places in the queue are jobs', so sshare shows none.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_QUOTA_CLASS_H
#define FT_SLURM_FAIRTREE_USAGE_QUOTA_CLASS_H

#include "core/ledger/quota_standing.h"

/*
 * Writes fs_factor of all users, some thousand associations in a hold of
 * assoc (write).  Call with no lock held.
 */
extern void fts_quota_class_apply(const struct ft_quota_standing *standing);

#endif
