/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_runs - the running jobs of a snapshot; private to snapshot/.
 */
#ifndef FT_SLURM_RESERVE_SNAPSHOT_RUNS_H
#define FT_SLURM_RESERVE_SNAPSHOT_RUNS_H

#include "slurm/reserve/build/build.h"

/*
 * What running jobs hold and until when, which needs
 * licences; and the ids of pending ones.  0, or -EAGAIN with err.
 * Locks: config read, job read, node read, partition read, by the hold, which
 * it pauses: pointers into slurmctld are void then.
 */
extern int fts_build_runs(struct fts_build *build, struct ft_err *err);

#endif
