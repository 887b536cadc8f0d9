/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_worker - a thread that does one piece of work at a time for its owner, so
 * that the owner need not wait for a slow disk or a long plan.
 *
 * What the work is about lies with the owner, and is the thread's from when the
 * piece is given until the worker is no longer busy.  Refuses to keep a second
 * piece meanwhile: the owner asks first.
 */
#ifndef FT_SLURM_COMMON_WORKER_H
#define FT_SLURM_COMMON_WORKER_H

#include <stdbool.h>

struct fts_worker;

/* name: of the thread, as ps shows it.  NULL: no memory, or no thread. */
extern struct fts_worker *
fts_worker_new(const char *name, void (*work)(void *owner), void *owner);

/* Has it call work() once.  It must not be busy. */
extern void fts_worker_give(struct fts_worker *worker);

extern bool fts_worker_is_busy(struct fts_worker *worker);

/* Waits until it has done what it was given; NULL is none. */
extern void fts_worker_free(struct fts_worker *worker);

#endif
