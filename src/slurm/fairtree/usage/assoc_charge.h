/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_assoc_charge - books what jobs use on associations and QOS.
 *
 * The numbers live in slurmctld's own structures (it saves, shows and limits
 * by them); the struct holds only up to when they are charged.  A job is
 * charged in the same hold of the job lock in which it is looked at:
 * otherwise its end, a requeue or a reconfigure in between would book or
 * take back a stretch twice.
 *
 * The fields below are guarded by slurmctld's job lock (write to change),
 * but for the time before the thread exists.
 */
#ifndef FT_SLURM_FAIRTREE_USAGE_ASSOC_CHARGE_H
#define FT_SLURM_FAIRTREE_USAGE_ASSOC_CHARGE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "slurm/common/compat.h"
#include "slurm/fairtree/config/priority_config.h"
#include "slurm/fairtree/usage/usage_run.h"
#include "core/fairshare/fairshare_effective.h"
#include "core/base/id_map.h"

struct fts_charge_note;

struct fts_assoc_charge {
	time_t last_ran;  /* every job is charged up to here, 0: never ran */
	time_t pass_time; /* 0, or up to when a pass in work charges */
	struct ft_id_map charged; /* jobs that this pass has charged */
	struct fts_runs runs;	  /* used where limits are not enforced */
	/* Why run-seconds are to be counted anew (usage_recount). */
	bool past_limit; /* a job was charged that is past its time limit */
	char *missing;	 /* the first charge that found too little booked */
	/* The thread's own; empty unless DebugFlags=Priority. */
	struct fts_charge_note *note;
	uint32_t note_count, note_size;
};

/* Events for the classic model, in the order of the job list. */
struct fts_effective_events {
	struct ft_effective_event *event;
	uint32_t count, size;
	const struct ft_share_tree *tree; /* to find nodes */
};

extern void fts_assoc_charge_fini(struct fts_assoc_charge *charges);
extern void fts_effective_events_fini(struct fts_effective_events *events);

/* Forgetting one for want of memory makes a factor stale, nothing worse. */
extern void fts_effective_events_add(struct fts_effective_events *events,
				     enum ft_effective_event_type type,
				     uint32_t assoc_id, long double amount);

/*
 * A pass begins (up to pass_time) and ends (charges->last_ran is set).  Takes
 * the job lock (write).
 */
extern void fts_assoc_charge_begin(struct fts_assoc_charge *charges,
				   time_t pass_time);
extern void fts_assoc_charge_end(struct fts_assoc_charge *charges);

/*
 * What the pass does to one job; both book and return whether they did.
 * Caller holds job (write), node and part (read), assoc and qos (write), tres
 * (read).  events may be NULL.
 */
extern bool fts_assoc_charge_running(struct fts_assoc_charge *charges,
				     const struct fts_priority_config *config,
				     job_record_t *job,
				     struct fts_effective_events *events);
extern bool fts_assoc_charge_ended(struct fts_assoc_charge *charges,
				   const struct fts_priority_config *config,
				   job_record_t *job,
				   struct fts_effective_events *events,
				   time_t now);

/* Logs the charges of the thread's last slice.  No lock needed. */
extern void fts_assoc_charge_log(struct fts_assoc_charge *charges);

/*
 * Charges what is left of a run that a requeue has wiped out; remembers the
 * job if it runs.  The same locks.
 */
extern bool fts_assoc_charge_requeued(struct fts_assoc_charge *charges,
				      const struct fts_priority_config *config,
				      const job_record_t *job,
				      struct fts_effective_events *events);
extern void fts_assoc_charge_remember(struct fts_assoc_charge *charges,
				      const struct fts_priority_config *config,
				      const job_record_t *job);

/* Whether those have anything to do; caller holds job (read). */
extern bool
fts_assoc_charge_is_running(const struct fts_priority_config *config,
			    const job_record_t *job);
extern bool fts_assoc_charge_is_ended(const job_record_t *job);

/*
 * The last charge of a job's run, from slurmctld's hook.  Caller holds job
 * (write), node and part (read); takes assoc and qos (write), tres (read).
 */
extern void fts_assoc_charge_job_end(struct fts_assoc_charge *charges,
				     const struct fts_priority_config *config,
				     job_record_t *job, time_t now);

/*
 * Up to when a job is charged: while a pass is at work, some are charged
 * further than others.  Caller holds job (read).
 */
extern time_t fts_assoc_charge_until(const struct fts_assoc_charge *charges,
				     uint32_t job_id);

#endif
