/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_node_wake - nodes of power saving are up when a planned start needs them.
 *
 * slurmctld lets an idle node sleep after SuspendTime whatever job is promised
 * it, and boots it once a job has started there: each start on such a node
 * would come late by the boot.  So a node that is up stays up from when on
 * there is no time left to sleep and to boot again; one that sleeps is told to
 * boot in time.  Sends no node to sleep, and touches none that is not in
 * service, drained ones included.  One that an administrator has powered down,
 * and not drained, is woken as any other: slurmctld does not note why it
 * sleeps.
 */
#ifndef FT_SLURM_RESERVE_START_NODE_WAKE_H
#define FT_SLURM_RESERVE_START_NODE_WAKE_H

#include "core/queue/schedule_option.h"
#include "slurm/reserve/build/cycle.h"

/*
 * The next planned start on each node of the snapshot, for those that matter
 * so far ahead; FT_NEVER: none.  To be freed; NULL if there is no power saving,
 * or no memory.  started: of each candidate, true if it runs.  Takes no lock.
 */
extern int64_t *fts_node_wake_starts(const struct ft_schedule_options *options,
				     const struct fts_cycle *cycle,
				     const bool *started);

/*
 * Keeps nodes up or wakes them for these starts (may be NULL).  When to look
 * again although nothing changes: seconds of the epoch, FT_NEVER: not for this.
 * last_node_update moves if a node is told to boot.  Locks: those of fts_hold.
 */
extern int64_t fts_node_wake_up(const struct ft_schedule_options *options,
				const struct fts_cycle *cycle,
				const int64_t *start, int64_t now);

#endif
