/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_other_start - the starts between two cycles that sched/reserve did not
 * make.
 *
 * Slurm's main loop starts jobs, and so does slurmctld when they are
 * submitted, unless SchedulerParameters=defer,sched_interval=-1 forbids both.
 * They know nothing of the plan: what they start may take what others were
 * promised.  Here they are found afterwards, for the causes of moved promises
 * and for bypasses; nothing is done about them.
 */
#ifndef FT_SLURM_RESERVE_PROMISE_OTHER_START_H
#define FT_SLURM_RESERVE_PROMISE_OTHER_START_H

#include <stdbool.h>

#include "core/queue/bypass_count.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/promise/promise.h"

struct fts_other_start {
	uint32_t count;
	struct ft_bypass_start *start; /* by ahead; shares are the cycle's */
	uint32_t *behind; /* of each node: the largest ahead of those starts
			   * that took it; NULL if there are none */
};

/* Do these SchedulerParameters (may be NULL) let slurmctld start jobs too? */
extern bool fts_other_start_possible(const char *parameters);

/*
 * What runs in the cycle's snapshot, was started since the last cycle, and
 * not by us.  Takes and gives up the hold's locks.  0, or -ENOMEM; then there
 * is none.
 */
extern int fts_other_start_find(struct fts_hold *hold,
				const struct fts_promise_book *book,
				const struct fts_cycle *cycle,
				struct fts_other_start *foreign,
				struct ft_err *err);
extern void fts_other_start_free(struct fts_other_start *foreign);

#endif
