/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_diag - what a cycle did, for administrators: sdiag and the log.
 *
 * Fills Slurm's counters with what they say: a job counts as backfilled only
 * if it was started ahead of one that waits; the time of a cycle is what it
 * worked, pauses included, since nothing is held in them.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_DIAG_H
#define FT_SLURM_RESERVE_CYCLE_DIAG_H

#include <time.h>

#include "core/plan/planner.h"
#include "slurm/reserve/cycle/apply.h"

/* Microseconds of the steps of a cycle, pauses included. */
struct fts_spent {
	int64_t duties_us;
	int64_t snapshot_us; /* promises and refusals included */
	int64_t plan_us;
	int64_t apply_us; /* judging of promises included */
	int64_t cycle_us; /* all of it */
};

/* What rsv_plan=board came to. */
struct fts_board_report {
	bool on_board;	     /* the plan is the board's */
	const char *why_not; /* empty if it is, or was not to be */
	struct ft_planner_count count;
};

/* sdiag's section on backfilling.  Takes and gives up the hold's locks. */
extern void fts_schedule_diag(struct fts_hold *hold,
			      const struct fts_cycle *cycle,
			      const struct fts_report *report,
			      const struct fts_spent *spent, time_t began_at);

/* The cycle's line, at level debug, with all holds since the last one: those
 * of looks between cycles, too.  Takes no lock. */
extern void fts_schedule_log(const struct fts_cycle *cycle,
			     const struct fts_report *report,
			     const struct fts_spent *spent,
			     const struct fts_board_report *board,
			     const struct fts_promise_book *book);

/* One more start that slurmctld refused with that code. */
extern void fts_schedule_count_code(struct fts_report *report, int code);

/*
 * Both views of a refused start.  Locks: job read.
 */
extern void fts_schedule_log_refusal(const struct fts_cycle *cycle,
				     const struct fts_candidate *candidate,
				     const struct ft_placement *placement,
				     job_record_t *job, int code);

#endif
