/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_event_watch - what has happened since the last cycle began, to the
 * millisecond.
 *
 * slurmctld's times of change have the grain of a second: after a cycle they
 * cannot tell for the rest of its second whether there was another change.
 * What jobs wait for can be told without a clock: priority/fairtree's calls,
 * slurmctld's counts of jobs submitted and ended, and nodes that can be used
 * again, which none of our own writes brings about.
 *
 * Refuses to replace the times of change: what it does not see is found by
 * them, a second later.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_EVENT_WATCH_H
#define FT_SLURM_RESERVE_CYCLE_EVENT_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "slurm/common/compat.h"

#include "slurm/common/exchange.h"
#include "slurm/reserve/cycle/moment.h"

enum fts_time_of_change {
	FTS_CHANGED_JOBS,
	FTS_CHANGED_NODES,
	FTS_CHANGED_PARTITIONS,
	FTS_CHANGED_RESERVATIONS,
	FTS_CHANGED_LICENCES,
	FTS_CHANGED_CONF,
	FTS_TIMES_OF_CHANGE,
};

/* What can be compared without a lock. */
struct fts_glance {
	uint32_t submitted; /* jobs, since slurmctld's numbers were reset */
	uint32_t ended;
	time_t changed[FTS_TIMES_OF_CHANGE];
};

/* What has happened; any of it calls for a cycle. */
struct fts_events {
	uint32_t calls[FTS_CALL_KINDS]; /* of priority/fairtree */
	bool submitted;			/* slurmctld's counts are others */
	bool ended;
	bool freed; /* a node can be used again */
};

/* All zero at first; fts_event_watch_fini() frees what it has. */
struct fts_event_watch {
	struct fts_glance cycle;  /* as the last cycle began */
	struct fts_glance look;	  /* as of the last look */
	struct fts_events events; /* since the last cycle began */
	struct fts_moment submitted_at, ended_at, freed_at; /* seen first */
	/* of the last cycle; a node that was otherwise since is as it was */
	bitstr_t *idle, *usable, *completing;
	bool is_completing; /* a node was, at the last look */
	struct fts_moment completing_since;
	time_t nodes_at; /* second of the last look at nodes */
};

/*
 * Looks.  Takes slurmctld's lock of nodes to read if a node has changed since
 * the last look.
 */
extern void fts_event_watch_look(struct fts_event_watch *watch);

/* Whether a look may find something new; takes no lock. */
extern bool fts_event_watch_is_new(const struct fts_event_watch *watch);

/* Whether a job was submitted since the last cycle began; takes no lock. */
extern bool fts_event_watch_has_job(const struct fts_event_watch *watch);

/*
 * Microseconds until the events seen so far have been gathered, 0 if there are
 * events and nothing more is waited for; -1 without any.  calm: there was no
 * cycle lately, so that a submission is taken for a single one.
 */
extern int64_t fts_event_watch_pause(const struct fts_event_watch *watch,
				     bool calm);

/* Whether nodes are completing, and have been for a moment only. */
extern bool fts_event_watch_is_close(const struct fts_event_watch *watch);

/*
 * A cycle begins: returns what called for it, and begins anew.  Takes
 * slurmctld's locks of jobs and nodes to read.
 */
extern struct fts_events fts_event_watch_begin(struct fts_event_watch *watch);

extern void fts_event_watch_fini(struct fts_event_watch *watch);

#endif
