/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_moment - how long ago something was, whichever clock says more.
 *
 * Pauses of parts of a second are over when the wall clock or the monotonic
 * one says so.  The wall clock may be set back, and must not make a pause
 * longer; where a test lets time stand or leap only one of the two moves.
 *
 * Refuses to be a date: of two moments only the time between is known.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_MOMENT_H
#define FT_SLURM_RESERVE_CYCLE_MOMENT_H

#include <stdint.h>

/* All zero: so long ago that every pause since is over. */
struct fts_moment {
	int64_t wall_us;
	int64_t steady_us;
};

/*
 * The wall clock in microseconds of the epoch, as coarse as time() is: each
 * second begins for both at once, some milliseconds late.
 */
extern int64_t fts_moment_wall(void);

extern struct fts_moment fts_moment_now(void);

/* Microseconds until it is so long ago; 0 if it is. */
extern int64_t fts_moment_left(const struct fts_moment *moment, int64_t us);

#endif
