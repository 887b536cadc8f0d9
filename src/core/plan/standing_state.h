/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_standing's state, for its own files only: see standing.h.
 */
#ifndef FT_CORE_PLAN_STANDING_STATE_H
#define FT_CORE_PLAN_STANDING_STATE_H

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/board/board.h"
#include "core/plan/class_table.h"
#include "core/plan/preemptor.h"
#include "core/plan/standing.h"

/* What the board's number stands for. */
struct ft_standing_entry {
	bool known, run;
	bool guest; /* it is planned beside the board: see standing_guest.c */
	bool turns; /* it is to be a guest from now on, or none, where it is */
	bool doubt; /* guest: whether its place stands has to be asked */
	bool anew;  /* guest: it gets one by its rank, as one that came */
	uint64_t eased; /* guest: what the board had freed when last asked */
	int64_t tried;	/* when it last was a guest in vain; 0: never */
	/* Run: jobs may take it, which could then have left by that time, and
	 * were asked. */
	bool preemptible;
	int64_t gone;
	uint32_t taker; /* run: 1 + the guest for which it leaves; 0: none */
	/* Guest: the board's numbers of runs without which it has its place:
	 * first its victims, then some that leave for others. */
	uint32_t victim_count, lean_count;
	const uint32_t *lean;
	bool tentative, reserve;
	uint32_t job_id;
	uint64_t class; /* of its requests: see ft_standing_class */
	/* That once their times have come, the last of them at `from`; 0: they
	 * have. */
	uint64_t later;
	int64_t from;
	uint32_t index; /* in the snapshot at hand; FT_NO_INDEX: not there */
	/* Its row: see standing_match.c.  Of the first: where to look from, and
	 * the last. */
	uint32_t next, front, last;
	uint64_t key;
	uint32_t tier;
	int64_t queued;
	int64_t end;		       /* of a run */
	struct ft_placement placement; /* of a job: as it was last shown */
};

/* Jobs of a kind could not start by taking runs; until so much was freed, or
 * may be taken, that they might. */
struct ft_standing_lack {
	uint64_t kind, until;
	int64_t since;
};

struct ft_booking; /* core/timeline/timeline.h */

struct ft_standing {
	struct ft_board *board; /* NULL: none */
	int64_t begun, now;
	uint64_t machine;  /* what is not told as events, see standing_base.c */
	uint64_t closures; /* a hash of them, in their order */
	bool reopened;	   /* they are not those of the last snapshot */
	uint32_t node_count;
	int64_t *available_from;
	const int64_t *capacity;	 /* in shares */
	struct ft_standing_entry *entry; /* by the board's number */
	uint32_t entry_count, entry_room;
	struct ft_class_table table;
	struct ft_arena *shares; /* what placements point to */
	/* Of the snapshot at hand. */
	struct ft_index_map row;	   /* first entries of rows */
	uint32_t *job_number, *run_number; /* FT_NO_INDEX: new */
	bool *run_started;		   /* it was a job on the board */
	uint64_t *key;			   /* of each job, as it is to be */
	bool *risen;
	bool *may; /* each job hold a start for later: ft_standing_rights */
	bool *guest;
	uint32_t guest_count;
	uint64_t read; /* bookings, for guests */
	struct ft_preemptors *preemptors;
	uint32_t reached; /* that were calm, and became guests */
	bool unfinished;  /* there may be more of these */
	uint32_t turn_count;
	/* See standing_reach.c; and how many nodes of runs came to be such as
	 * may be taken. */
	struct ft_standing_lack *lack;
	uint32_t lack_count;
	struct ft_index_map lack_index;
	uint64_t offered;
	const struct ft_halt *halt;
	int64_t until_us; /* by its clock: see standing_time.c */
};

/*
 * Time begins to count; it is over (-EAGAIN: a fresh plan has bounds of its
 * own), or the plan is not wanted (-ECANCELED), or 0; and the bounds of one
 * guest's plan, which takes no longer than one owner's jobs may.
 */
extern void ft_standing_time_begin(struct ft_standing *standing,
				   const struct ft_halt *halt);
extern int ft_standing_time_check(const struct ft_standing *standing,
				  struct ft_err *err);
extern struct ft_halt
ft_standing_time_guest(const struct ft_standing *standing);
/* Steps between two looks at the time. */
enum { FT_STANDING_SLICE = 1 << 20 };
/* All that is ahead of the key is where it is to be; 0, -ENOMEM, or as
 * ft_standing_time_check. */
extern int ft_standing_before(const struct ft_standing *standing, uint64_t key,
			      struct ft_err *err);

/* Limits and closures are these by now; and all else that is new, once it is
 * known which jobs are which.  0, -EAGAIN, -ECANCELED or -ENOMEM. */
extern int ft_standing_tell_lists(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot);
extern int ft_standing_tell(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot,
			    struct ft_err *err);

/* Entries of a job or run of the snapshot.  0 or -ENOMEM. */
extern int ft_standing_know_job(struct ft_standing *standing,
				const struct ft_snapshot *snapshot, uint32_t j,
				uint32_t number, uint64_t key);
extern int ft_standing_know_run(struct ft_standing *standing,
				const struct ft_run *run, uint32_t r,
				uint32_t number);
/* The placement is the job's promise. */
extern void ft_standing_promise(struct ft_job *job, uint32_t rank,
				const struct ft_placement *placement);

/* Which jobs are guests, into standing->guest. */
extern void ft_standing_find_guests(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot);
/*
 * A place for one that came or rose: the earliest start that its rank allows.
 * 0, or as ft_standing_follow.
 */
extern int ft_standing_place_guest(struct ft_standing *standing,
				   const struct ft_snapshot *snapshot,
				   uint32_t j, struct ft_err *err);
/* The same for one that is known, or that may take runs; all that is ahead of
 * it has been looked at. */
extern int ft_standing_ask_guest(struct ft_standing *standing,
				 const struct ft_snapshot *snapshot, uint32_t j,
				 struct ft_err *err);
/* A guest that lost its place on the board has none from now on, and is in
 * doubt. */
extern void ft_standing_note_lost(struct ft_standing *standing, uint32_t j);
/* Has the guest to be asked?  One that lost its place has to be until it was.
 */
extern bool ft_standing_asks(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot, uint32_t j);
/* -EAGAIN if so many are too many to be planned twice each. */
extern int ft_standing_check_work(uint32_t guests, struct ft_err *err);
/* Places for those that have none, that could start at once, or a place that is
 * in doubt, among all that stands; and are there any? */
extern int ft_standing_ask_guests(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot,
				  struct ft_err *err);
extern bool ft_standing_guests_ask(struct ft_standing *standing,
				   const struct ft_snapshot *snapshot);

/*
 * Jobs that the board follows and that could start now by taking runs are
 * guests from now on, so many of them at most, which standing->reached counts.
 * 0 or -ENOMEM.
 */
enum { FT_STANDING_REACHED = 16 };
extern int ft_standing_reach(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot);
/* A job that the board followed so far becomes a guest, where it is. */
extern int ft_standing_turn_guest(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot,
				  uint32_t j);

/* The guest is nowhere, and no run leaves for it. */
extern int ft_standing_unlodge(struct ft_standing *standing, uint32_t number);
/* If a guest that leans on runs which leave is to be asked, or one ahead of it
 * that may take some, or it is wanted for another, all of these are to be
 * placed anew in their turns: each run is taken by the first of them. */
extern int ft_standing_recall_takers(struct ft_standing *standing,
				     const struct ft_snapshot *snapshot,
				     bool wanted, struct ft_err *err);
/* The guest has that place again, if it is without victims and stands. */
extern int ft_standing_readmit(struct ft_standing *standing,
			       const struct ft_snapshot *snapshot, uint32_t j,
			       const struct ft_placement *placement,
			       struct ft_err *err);
/* Lodges the guest as its placement says, with victims by the snapshot's
 * indices. */
extern int ft_standing_lodge(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot, uint32_t j,
			     bool displaces, struct ft_err *err);

/* The placement's victims leave for the guest from now on; or none does. */
extern int ft_standing_take(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot, uint32_t number,
			    const struct ft_placement *placement);
extern void ft_standing_release(struct ft_standing *standing, uint32_t number);
/* Does the guest count on a run that leaves for another than it did? */
extern bool ft_standing_leans_lost(const struct ft_standing *standing,
				   uint32_t number);
/* What they have of nodes until they leave, in the arena. */
extern int ft_standing_leaves(const struct ft_standing *standing,
			      const struct ft_snapshot *snapshot,
			      const struct ft_standing_entry *guest,
			      struct ft_arena *arena,
			      struct ft_board_lodging *lodging);
/*
 * Runs and bookings for the plan of job j as they will be by then, where those
 * ahead of it take runs: alone, a copy of the snapshot, gets runs in the arena,
 * and so is the new list of bookings.  0 or -ENOMEM.
 */
extern int ft_standing_heed(const struct ft_standing *standing,
			    struct ft_snapshot *alone,
			    const struct ft_snapshot *snapshot, uint32_t j,
			    struct ft_arena *arena, struct ft_booking **booking,
			    uint32_t *count);
/* The run is not what the guest counts on: it ended, or was told to. */
extern void ft_standing_doubt_taker(struct ft_standing *standing,
				    const struct ft_standing_entry *run);
/* What guests that may take the run were asked about. */
extern void ft_standing_know_preemptible(struct ft_standing_entry *entry,
					 const struct ft_run *run);
/* Guests are to be asked again if their victims may not be taken any more, or
 * if they may take runs which they could not when they were asked. */
extern int ft_standing_doubt_takers(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot);
/* The victims by the snapshot's indices, in the arena. */
extern int ft_standing_write_victims(const struct ft_standing *standing,
				     const struct ft_standing_entry *guest,
				     struct ft_arena *arena,
				     struct ft_placement *placement);

/* Which of the board's numbers the snapshot's jobs and runs are.  0, -EAGAIN
 * or -ENOMEM. */
extern int ft_standing_match(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_err *err);

/*
 * Keys for all jobs of the snapshot, in their order; those that the board knows
 * keep theirs as far as that can be.  risen: it is ahead of one with a
 * promise that was ahead of it.  0, -EAGAIN or -ENOMEM.
 */
extern int ft_standing_order(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_err *err);

/* An entry for the board's number; NULL if out of memory. */
extern struct ft_standing_entry *ft_standing_know(struct ft_standing *standing,
						  uint32_t number);

/*
 * Which jobs may hold a start for later: of an array the first array_depth
 * tasks, and those that were promised one.
 */
extern void ft_standing_rights(const struct ft_snapshot *snapshot, bool *may);

/* A number for the classes of all requests of the job; 0: out of memory. */
extern uint64_t ft_standing_class(struct ft_standing *standing,
				  const struct ft_job *job);

/* Entries of jobs that the board follows say where these are by now.  0 or
 * -ENOMEM. */
extern int ft_standing_take_changes(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot);
/* What the board says of the snapshot's jobs.  0 or -ENOMEM. */
extern int ft_standing_write(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_schedule **ret_schedule);

/* How far ahead starts are planned: what has no end gets one. */
extern int64_t ft_standing_window(const struct ft_snapshot *snapshot);

/* Room for what is known of each job and run of the snapshot.  0 or -ENOMEM. */
extern int ft_standing_tables(struct ft_standing *standing,
			      const struct ft_snapshot *snapshot);
/* All that follows from what the board was told.  0, or as
 * ft_standing_follow. */
extern int ft_standing_rest(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot,
			    struct ft_err *err);

/* A hash of the closures, in their order. */
extern uint64_t ft_standing_closures(const struct ft_snapshot *snapshot);

/* A hash of all that is not told as events. */
extern uint64_t ft_standing_base(const struct ft_snapshot *snapshot);

#endif
