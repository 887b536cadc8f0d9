/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_bell - what the scheduler's thread sleeps on.
 *
 * slurmctld broadcasts the end of each request that it served, for the sake of
 * its own count of threads.  The thread sleeps on that same condition: it is
 * awake as soon as a request may have changed something, and needs no look
 * while there are none.  With SlurmctldParameters=enable_rpc_queue requests of
 * some kinds are carried out after that broadcast, so a sleep has an end.
 *
 * Refuses to miss a request: what the caller looks at is looked at once more
 * under the condition's lock, before the sleep.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_BELL_H
#define FT_SLURM_RESERVE_CYCLE_BELL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Sleeps for so many microseconds of the wall clock at most; until a request
 * was served or fts_bell_ring() was called; not at all if awake(arg) is true.
 * awake takes no lock.  The caller holds none of slurmctld's.
 */
extern void fts_bell_wait(int64_t us, bool (*awake)(void *arg), void *arg);

/* Any thread, with any lock: the condition's lock is a leaf. */
extern void fts_bell_ring(void);

#endif
