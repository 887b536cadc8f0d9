/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_trial - whether a job can start now where the plan does not say so.
 *
 * For jobs of whose requests something is not modelled, and for those that
 * slurmctld refuses where the plan has them: its own selection is asked, on
 * nodes that have the least that the job surely takes.  What it chose is
 * compared with what the plan leaves free there (trial/room.h); nodes on which
 * a protected job would be delayed are left out, and it is asked again.
 * Refuses to start anything: cycle/apply.c does.
 *
 * Asking costs a millisecond, and more with many nodes, while slurmctld's locks
 * are held.  So there is so much time for it in a cycle, of which jobs late in
 * the order get a part in turn; and the same is not asked twice while nothing
 * has changed on the nodes that matter.  A job that was not asked about all of
 * its nodes is asked about the next ones in the next cycle, which comes at
 * once, until it has been asked about all: these are its turns (struct
 * fts_turn).
 */
#ifndef FT_SLURM_RESERVE_TRIAL_TRIAL_H
#define FT_SLURM_RESERVE_TRIAL_TRIAL_H

#include "slurm/reserve/trial/leftover.h"
#include "slurm/reserve/start/start.h"

enum { FTS_TRIAL_MEMORY = 4096, FTS_TRIAL_KINDS = 64, FTS_TRIAL_TURNS = 1024 };

/* What was asked in vain, from cycle to cycle.  Begin with all zero. */
struct fts_trials {
	struct fts_vain {
		uint64_t question;
		int64_t asked_at, took_us;
	} vain[FTS_TRIAL_MEMORY];
	uint32_t resume;       /* the job to begin with; 0: the first */
	uint32_t resume_index; /* where it stood, if it has gone */
	/* How far jobs of thousands of nodes have been asked about them. */
	struct fts_turn {
		uint64_t question;
		uint32_t next;	/* of the room's order */
		uint64_t state; /* of the machine when it began */
	} turn[FTS_TRIAL_TURNS];
};

/* Of one cycle.  Begin with all zero but trials, the room's, and the leftover's
 * room. */
struct fts_trial {
	struct fts_room room;
	struct fts_trials *trials;
	int64_t spent_us;
	bool sought;	/* the job to resume with has been met */
	bool left;	/* a job has not had its turn */
	bool narrow;	/* one was not asked about all of its nodes */
	bool again;	/* one was, while what runs has changed */
	bool gone;	/* the job to resume with is not there any more */
	bool looked;	/* for it */
	uint64_t state; /* see fts_turn; 0: not known yet */
	struct fts_leftover leftover;
	uint32_t asked;
	uint64_t question;   /* the last one */
	uint32_t kind_count; /* kinds of jobs of which some could not start */
	struct {
		uint64_t kind;
		uint32_t vain;
	} kind[FTS_TRIAL_KINDS];
};

extern void fts_trial_close(struct fts_trial *trial);

/*
 * Is there time to try the candidate, which is not modelled, and any use in it
 * after what others like it have met?
 */
extern bool fts_trial_turn(struct fts_trial *trial, uint32_t index);
/* So long has been spent on one that did not start. */
extern void fts_trial_spent(struct fts_trial *trial, int64_t from_us);

/*
 * Where could it start now by its request of that number, for so many seconds?
 * start: as for fts_schedule_start, but for nodes and answer; if the result is
 * true, start->nodes is to be freed by the caller, start->exactly is set, and
 * *answer says what it would get, to be cleared.  Locks: those of fts_hold.
 */
extern bool fts_trial_find(struct fts_trial *trial, uint32_t index,
			   job_record_t *job, uint32_t request,
			   int64_t duration, struct fts_start *start,
			   struct fts_answer *answer);

/*
 * The same for one part of a heterogeneous job: by that request, whose parts
 * are its counts of features, on none of the nodes that are barred.
 */
extern bool fts_trial_find_part(struct fts_trial *trial, uint32_t index,
				job_record_t *job, uint32_t part,
				const struct ft_request *request,
				const struct ft_node_set *barred,
				struct fts_start *start,
				struct fts_answer *answer);

/* What was found was refused in the end: the same need not be asked again. */
extern void fts_trial_refused(struct fts_trial *trial);

/* No job of that kind could start: the next ones of it need not be asked. */
extern void fts_trial_vain(struct fts_trial *trial, uint32_t index);

/*
 * It has started so.  Its place in the plan becomes what it has; a job
 * behind it that was planned there and does not show that gets back the
 * place that was shown, or none.  Returns how many these are.
 */
extern uint32_t fts_trial_took(struct fts_trial *trial, uint32_t index,
			       uint32_t request, int64_t duration,
			       const struct fts_answer *answer);

/* The same for a heterogeneous job: all of it started at that placement. */
extern uint32_t fts_trial_took_together(struct fts_trial *trial, uint32_t index,
					const struct ft_placement *placement);

/* It has started where it was planned, perhaps with less. */
extern void fts_trial_ran(struct fts_trial *trial, uint32_t index,
			  job_record_t *job);

#endif
