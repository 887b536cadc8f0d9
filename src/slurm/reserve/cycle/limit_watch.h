/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_limit_watch - were limits of associations or QOS changed?
 *
 * slurmctld keeps no time of such a change, and tells of none (22.05:
 * _slurm_rpc_accounting_update_msg() and what it calls).  So a number is made
 * of all limits, and compared with the last one, under the association
 * manager's read locks alone.  Usage, shares and whatever decays is left out:
 * priorities tell of it.
 *
 * Refuses to look where limits are not enforced.  Belongs to the scheduler's
 * thread; call without any lock.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_LIMIT_WATCH_H
#define FT_SLURM_RESERVE_CYCLE_LIMIT_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "slurm/reserve/cycle/rest.h"

struct fts_limit_watch {
	uint64_t seen; /* 0: nothing was looked at yet */
	struct fts_rest rest;
};

/* True if anything changed since the last look; at most once in a while. */
extern bool fts_limit_watch_look(struct fts_limit_watch *watch);

#endif
