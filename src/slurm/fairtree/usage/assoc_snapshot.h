/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_assoc_snapshot - associations out of assoc_mgr and results back in.
 *
 * Copies and writes; computes nothing.  An association that came or went in
 * between is left alone until the next pass.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_ASSOC_SNAPSHOT_H
#define FT_SLURM_FAIRTREE_USAGE_ASSOC_SNAPSHOT_H

#include "slurm/common/compat.h"
#include "core/fairshare/fairshare_effective.h"
#include "core/fairshare/share_tree.h"

/*
 * Fills tree with everything below the root, in the order of assoc_mgr's
 * children lists.  Takes assoc (read).  Returns 0, -ENOENT if there is no
 * root (slurmdbd has not answered yet), -ENOMEM, or -EINVAL.
 */
extern int fts_assoc_snapshot_take(struct ft_share_tree *tree);

/*
 * Writes the results of a model back, some thousand associations in a hold
 * of assoc (write).  fair_tree: level_fs, fs_factor (unless it is
 * FT_FACTOR_NONE), usage_norm, usage_efctv of all; else usage_norm and
 * usage_efctv of what was touched, and "not computed" for other users.
 */
extern void fts_assoc_snapshot_apply(const struct ft_share_tree *tree,
				     bool fair_tree);

/*
 * Effective usage of one association, from live numbers and into them.
 * Caller holds assoc (read at least): two callers may write the same value
 * at once, which slurmctld's own use of this hook allows.
 */
extern void fts_assoc_set_usage(slurmdb_assoc_rec_t *assoc,
				enum ft_effective_kind kind);

/*
 * The factor that follows from effective usage, where slurmctld reads it.
 * Caller holds assoc (read at least), as above.
 */
extern void fts_assoc_set_factor(slurmdb_assoc_rec_t *assoc);

/* Normalises all shares anew after the model changed.  Takes assoc (write). */
extern void fts_assoc_normalise(void);

#endif
