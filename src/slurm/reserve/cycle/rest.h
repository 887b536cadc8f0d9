/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_rest - the pause between two looks, as long as a look is dear.
 *
 * Changes that slurmctld does not tell of are found by looking again and again.
 * After each look comes a rest of half a second and fifty times what the look
 * took of a processor; time in which it waited for a lock is no reason to look
 * less.  So looking takes two hundredths of a processor at most.
 *
 * Refuses to be shared by threads: it knows the processor time of one.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_REST_H
#define FT_SLURM_RESERVE_CYCLE_REST_H

#include <stdbool.h>
#include <stdint.h>

/* All zero: there was no look yet, and one is due. */
struct fts_rest {
	int64_t began_us; /* processor time as the look began */
	int64_t ended_us; /* when it ended, fts_lock_clock() */
	int64_t pause_us; /* least time from then to the next one */
};

/* False while resting.  If true a look begins, which fts_rest_end() ends. */
extern bool fts_rest_over(struct fts_rest *rest);
extern void fts_rest_end(struct fts_rest *rest);

#endif
