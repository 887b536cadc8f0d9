/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_exchange - what priority/fairtree and sched/reserve tell each other.
 *
 * dlopen gives each plugin its own copy of static code and data; this is
 * libftslurm.so, which both link and which is there once.  Each datum has one
 * owner, which replaces it whole; all others read.  Nothing of slurmctld's
 * is in here: ids, numbers and names only, and any thread may call, with any
 * lock.
 *
 * Refuses a plugin of another version, a second owner, and a writer that does
 * not own.
 */
#ifndef FT_SLURM_COMMON_EXCHANGE_H
#define FT_SLURM_COMMON_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/queue/bypass.h"

/* Raised with each change of what follows: all three files fit or none. */
#define FTS_EXCHANGE_VERSION 4

enum fts_member {
	FTS_MEMBER_PRIORITY,  /* priority/fairtree */
	FTS_MEMBER_SCHEDULER, /* sched/reserve */
	FTS_MEMBER_COUNT,
};

/*
 * Called by each plugin in init() inside slurmctld, before anything else.
 * version: FTS_EXCHANGE_VERSION of the caller.  0, -EPROTO (the library is of
 * another version) or -EBUSY (that member is there already).
 */
extern int fts_exchange_join(uint32_t version, enum fts_member member);

/* What a failure to join means and what to do, for one log line. */
extern const char *fts_exchange_explain(int code);

/* Called in fini(): all that the member owns is withdrawn. */
extern void fts_exchange_leave(enum fts_member member);

/*
 * How often each waiting job was passed; owner: the scheduler.
 * Replaces all counts by a copy of these.  0, -ENOMEM (the former ones stay)
 * or -EPERM (the scheduler has not joined).
 */
extern int fts_exchange_bypass_put(const struct ft_bypass *bypass,
				   uint32_t count);

/* 0 for a job that was never passed, or if nothing counts. */
extern uint32_t fts_exchange_bypass_get(uint32_t job_id);

/* Of what a job may want several. */
enum fts_capped { FTS_CAPPED_PARTITION, FTS_CAPPED_QOS, FTS_CAPPED_KINDS };

/*
 * Partitions, or QOS, whose hard cap of fairshare is reached: a job of several
 * must not start in, or under, these; owner: the priority plugin.  Replaces all
 * of the kind by a copy of these names.  0, -ENOMEM (the former ones stay) or
 * -EPERM.
 */
extern int fts_exchange_capped_put(enum fts_capped kind,
				   const char *const *name, uint32_t count);

/* Whether it is one of them. */
extern bool fts_exchange_capped(enum fts_capped kind, const char *name);

/* What slurmctld calls the priority plugin for. */
enum fts_call {
	FTS_CALL_SET, /* a job was submitted, released, requeued or changed */
	FTS_CALL_END, /* a job has ended */
	FTS_CALL_KINDS,
};

/*
 * The priority plugin tells of such a call; owner: the priority plugin.  Wakes
 * the scheduler's thread, once until it has taken the calls, and does no other
 * work, so it may be called with all of slurmctld's locks.  What the
 * scheduler's thread itself brings about is not counted.
 */
extern void fts_exchange_call(enum fts_call call);

/*
 * The scheduler's thread, and no other, says how it is woken; wake takes no
 * lock but leaves.  Withdrawn when the scheduler leaves, after which wake is
 * not called any more.  -EPERM if the scheduler has not joined.
 */
extern int fts_exchange_listen(void (*wake)(void));

/* Whether there are calls that were not taken; takes no lock. */
extern bool fts_exchange_called(void);

/* How many of each since the last time. */
extern void fts_exchange_take_calls(uint32_t ret_count[FTS_CALL_KINDS]);

#endif
