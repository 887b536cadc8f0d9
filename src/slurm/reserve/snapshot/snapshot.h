/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_snapshot - copies out of slurmctld all that a cycle plans with.
 *
 * Runs Slurm's own tests of each pending job (dependencies, holds, limits of
 * partition, association and QOS), which set reasons, times and counts, and
 * copies afterwards.  Decides nothing about when or where a job runs.
 */
#ifndef FT_SLURM_RESERVE_SNAPSHOT_SNAPSHOT_H
#define FT_SLURM_RESERVE_SNAPSHOT_SNAPSHOT_H

#include "slurm/common/compat.h"

#include "core/base/err.h"
#include "core/queue/schedule_option.h"
#include "slurm/reserve/build/cycle.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/build/late_start.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/resource/exclusive.h"
#include "slurm/reserve/build/memory.h"

/*
 * memory learns run times of jobs that ended; NULL: they do not matter.
 * marks: which jobs keep nodes to themselves, remembered from cycle to cycle.
 * former: the plan of the last cycle.
 * Fills cycle (any previous content is overwritten, free it first).
 * Takes and gives up the hold's locks; call with none held.  It keeps no
 * pointer into slurmctld between two pieces.  Returns 0, or -errno with err;
 * then cycle is empty.  -EAGAIN: the configuration changed meanwhile, or the
 * hold was told to stop.
 */
extern int fts_schedule_snapshot(struct fts_hold *hold,
				 const struct ft_schedule_options *options,
				 struct fts_memory *memory,
				 struct fts_marks *marks,
				 const struct fts_former *former,
				 struct fts_cycle *cycle, struct ft_err *err);

/* Frees all that cycle owns, schedule included, and zeroes it. */
extern void fts_cycle_free(struct fts_cycle *cycle);

#endif
