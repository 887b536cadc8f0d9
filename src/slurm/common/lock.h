/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_lock - slurmctld's and assoc_mgr's locks, and how long they were held.
 *
 * Nothing else in the plugins takes these locks (static/lock.tap), so what the
 * log says of holds is of all of them.  A hold lasts from when a thread has
 * its first lock until it has none left: locks taken inside of others belong
 * to that hold, and so does the wait for them.  Each plugin has a statistic of
 * its own.
 *
 * Locks of the plugins' own that slurmctld may have to wait for with its own
 * in hand are taken here as well.  Refuses to judge the order of locks.
 */
#ifndef FT_SLURM_COMMON_LOCK_H
#define FT_SLURM_COMMON_LOCK_H

#include <pthread.h>
#include <stdint.h>

#include "slurm/common/compat.h"

enum {
	/* holds are counted by length; what is longer is in the last bucket */
	FTS_HOLD_BUCKET_US = 500,
	FTS_HOLD_BUCKETS = 400,
};

struct fts_holds {
	const char *longest_step; /* NULL: there was none */
	int64_t longest_us;
	uint32_t count;
	uint32_t bucket[FTS_HOLD_BUCKETS];
};

/* Monotonic microseconds, for durations only. */
extern int64_t fts_lock_clock(void);

/* step: a word for the log, if this hold is the longest; it must last. */
extern void fts_lock_take(slurmctld_lock_t locks, const char *step);
extern void fts_lock_drop(slurmctld_lock_t locks);

/* The same of assoc_mgr's. */
extern void fts_lock_assoc(assoc_mgr_lock_t *locks, const char *step);
extern void fts_unlock_assoc(assoc_mgr_lock_t *locks);

/* The same of a lock of the plugin's own. */
extern void fts_lock_own(pthread_mutex_t *lock, const char *step);
extern void fts_unlock_own(pthread_mutex_t *lock);

/*
 * Waits until assoc_mgr's locks could be had, and takes none.  A change of
 * associations may hold them for seconds, and a thread that waits for them
 * with the job lock in hand stops slurmctld: wait first.
 */
extern void fts_lock_await_assoc(assoc_mgr_lock_t *locks);

/* The holds of all threads that ended since the last call. */
extern void fts_holds_take(struct fts_holds *holds);

/* So many of 100 holds were not longer than this, to FTS_HOLD_BUCKET_US. */
extern int64_t fts_holds_percentile(const struct fts_holds *holds, int percent);

/* "hold=9us(queue) hold_p99=8us holds=7", for the log; xfree it. */
extern char *fts_holds_text(const struct fts_holds *holds);

/* Takes them, and writes the text behind what, at level debug. */
extern void fts_holds_log(const char *what);

#endif
