/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_scheduler - duties, snapshot, plan and apply in a row, and when to do it
 * again.
 *
 * The plugin's thread owns the one scheduler and is the only one that calls
 * it; everything that lasts from cycle to cycle is in here.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_SCHEDULER_H
#define FT_SLURM_RESERVE_CYCLE_SCHEDULER_H

#include <time.h>

#include "core/base/err.h"
#include "core/plan/planner.h"
#include "slurm/reserve/cycle/buffer_watch.h"
#include "slurm/reserve/cycle/event_watch.h"
#include "slurm/reserve/cycle/evidence.h"
#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/cycle/limit_watch.h"
#include "slurm/reserve/cycle/newcomer.h"
#include "slurm/reserve/cycle/start_watch.h"
#include "slurm/reserve/resource/exclusive.h"
#include "slurm/reserve/build/memory.h"
#include "slurm/reserve/promise/history.h"
#include "slurm/reserve/promise/likely.h"
#include "slurm/reserve/promise/promise.h"
#include "slurm/reserve/promise/publish.h"
#include "slurm/reserve/promise/refusal.h"
#include "slurm/reserve/promise/restore.h"
#include "slurm/reserve/start/unheld.h"
#include "slurm/reserve/trial/trial.h"

struct fts_scheduler {
	struct ft_schedule_options options;
	char *state_dir; /* StateSaveLocation when options were first read */
	const atomic_bool *stop;
	struct fts_promise_book book;
	struct ft_planner *planner; /* keeps the plan; made when first used */
	uint64_t differed; /* ft_planner_count.differed, as it was logged */
	struct fts_refusals refusals;
	struct fts_trials trials;
	struct fts_memory memory;
	struct fts_restore restore;
	struct fts_publish publish;
	struct fts_history history;
	struct fts_likely *likely; /* NULL: starts are not estimated */
	struct fts_unheld unheld;
	struct fts_marks marks;
	struct fts_limit_watch limits;
	struct fts_buffer_watch buffers;
	struct fts_start_watch starts;
	struct fts_event_watch events;
	struct fts_newcomers newcomers;
	bool began;	/* a cycle was applied since the start */
	time_t seen_at; /* second in which the last cycle began to look */
	/* What the last cycle that was applied saw: several may begin in the
	 * second of a change, and only the first is to take it for one. */
	struct fts_glance seen;
	time_t planned_at;	 /* second in which the last cycle began */
	bool loop;		 /* slurmctld may start jobs besides us */
	int64_t wake;		 /* look again then, even if nothing changed */
	bool qos_checked;	 /* the names in rsv_depth were looked up */
	struct fts_moment ended; /* the last cycle */
	int64_t took_us;	 /* processor time of it */
	bool waiting;		 /* jobs waited in the last cycle */
	struct fts_evidence evidence;
	bool owed;	 /* a cycle was due and could not be done */
	bool untried;	 /* the last one left trials, or jobs that may take
			  * runs, to the next */
	uint32_t layout; /* kinds of records that were seen: see layout.h */
	bool unfit;	 /* they are of another layout: never plan */
};

/*
 * Reads SchedulerParameters.  Wrong bf_* values are logged and default; a
 * wrong rsv_* key is refused: -errno and err, scheduler->options unchanged.
 */
extern int fts_scheduler_read(struct fts_scheduler *scheduler,
			      struct ft_err *err);

/*
 * Microseconds until a cycle is due; 0: now.  It is due when something has
 * happened since the last one began (event_watch.h), when slurmctld's times of
 * change tell so, or when the time of a start, a begin or an end has come.
 * What it waits for is the rest after a cycle, whose length follows from what
 * that cost: so planning never takes a processor for itself.  A few jobs of
 * users other than the one that made it dear end it early (newcomer.h).  If
 * nothing is known to come, the time to the next look.  Takes no lock.
 */
extern int64_t fts_scheduler_pause(const struct fts_scheduler *scheduler);

/*
 * One cycle.  Takes and gives up slurmctld's locks.  Returns 0 also if this
 * is no time to plan (then the cycle is owed), or -errno; all that lasts is
 * then as it was.
 */
extern int fts_scheduler_cycle(struct fts_scheduler *scheduler,
			       struct ft_err *err);

/*
 * Looks what has happened.  Takes slurmctld's lock of nodes to read, if one has
 * changed; and, if a job came during the rest after a dear cycle, those of jobs
 * and of the federation.
 */
extern void fts_scheduler_look(struct fts_scheduler *scheduler);

/* Whether such a look may find something new; takes no lock. */
extern bool fts_scheduler_has_news(const struct fts_scheduler *scheduler);

/*
 * Between two cycles: saves what is due, and looks whether limits, burst
 * buffers or the starts that jobs show were changed; shows new starts of jobs
 * that hold none.  Takes the lock of files, those of a hold for the latter, and
 * while jobs wait the association manager's to read, and slurmctld's of
 * jobs to read, or to write if some wait for a burst buffer; one after the
 * other.
 */
extern void fts_scheduler_between(struct fts_scheduler *scheduler, time_t now);

/* For the end: saves, takes PLANNED off all nodes and frees all that lasts. */
extern void fts_scheduler_fini(struct fts_scheduler *scheduler);

#endif
