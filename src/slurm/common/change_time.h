/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_change_time - the times at which slurmctld's tables were last changed.
 *
 * Writers hold the table's lock; sched/reserve looks at the times without, also
 * while the thread of priority/fairtree writes them.  An old one is as good:
 * there is another look.  Takes no lock, and orders nothing else.
 */
#ifndef FT_SLURM_COMMON_CHANGE_TIME_H
#define FT_SLURM_COMMON_CHANGE_TIME_H

/* last_job_update and the like, or another number that is written under a lock
 * elsewhere. */
#define FTS_PEEK(name) __atomic_load_n(&(name), __ATOMIC_RELAXED)

/* Locks: write on the table whose time it is. */
#define FTS_CHANGED_AT(name, time)                                             \
	__atomic_store_n(&(name), (time), __ATOMIC_RELAXED)

#endif
