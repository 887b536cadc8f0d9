/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * priority_thread - what jobs were charged and the thread that charges them.
 *
 * Outside slurmctld nothing here may be called.
 */
#ifndef FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_THREAD_H
#define FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_THREAD_H

#include <stdbool.h>

#include "slurm/fairtree/priority/job_memory.h"
#include "slurm/fairtree/usage/ledger_meter.h"
#include "slurm/fairtree/usage/standing.h"
#include "slurm/fairtree/usage/assoc_charge.h"

/*
 * Reads the saved state and starts the thread; a configuration is in force.
 * Takes no lock of slurmctld's: some release calls it with all of them held.
 */
extern int priority_thread_start(void);

/* Stops and joins the thread, frees everything. */
extern void priority_thread_stop(void);

/*
 * Another configuration is in force.  restarted: after a full reconfigure,
 * in which slurmctld has booked running jobs anew; then no locks are held.
 */
extern void priority_thread_reconfig(bool restarted);

/* Jobs have come that must not run: the thread sees to them at once. */
extern void priority_thread_wake(void);

/*
 * What the clock shows.  Waits for a time go by the clock, so a caller that
 * sees it go back wakes the thread: it would else look at no job until the
 * clock is again where it was.  Takes the innermost lock.
 */
extern void priority_thread_notice(time_t now);

/* Guarded by slurmctld's job lock. */
extern struct fts_assoc_charge *priority_thread_charges(void);
extern struct fts_job_memory *priority_thread_memory(void);

/* These guard themselves; valid while the thread runs. */
extern struct fts_meter *priority_thread_meter(void);
extern struct fts_standing_slot *priority_thread_standing(void);

#endif
