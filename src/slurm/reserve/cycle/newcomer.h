/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_newcomer - whose job need not wait for the rest after a dear cycle.
 *
 * A cycle that took seconds is followed by a rest as long (scheduler.h).  Where
 * one user's jobs are why, a job of another user that comes then waits only as
 * long as the cycle would have taken without them, and a moment at least.  Such
 * a cycle costs as much as the one before, so until a rest was had in full each
 * user ends one early, and a few users do: planning has pauses however many
 * jobs are submitted, and by whom.
 *
 * What a user's jobs take of a cycle goes by their ways to run, the parts of
 * het jobs included: so do copying, planning and memory.
 */
#ifndef FT_SLURM_RESERVE_CYCLE_NEWCOMER_H
#define FT_SLURM_RESERVE_CYCLE_NEWCOMER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "core/snapshot/snapshot.h"
#include "slurm/reserve/cycle/moment.h"

enum { FTS_NEWCOMERS_MAX = 4 };

/* All zero: there was no cycle yet. */
struct fts_newcomers {
	uint32_t heavy; /* user of most ways to run in the last cycle */
	double part;	/* of all ways that are its; 0: there was none */
	/* Users whose jobs have ended a rest early since one was had in full */
	uint32_t user[FTS_NEWCOMERS_MAX];
	uint32_t count;
	bool waits;	 /* a job of user[count] may end this one */
	uint32_t next;	 /* id of the first job that was not looked at */
	time_t since;	 /* jobs submitted before are none */
	bool known;	 /* these two are */
	uint32_t looked; /* jobs submitted, as of the last look at them */
	struct fts_moment looked_at;
};

/* Of the cycle that has just ended.  Without memory nothing is heavy. */
extern void fts_newcomers_weigh(struct fts_newcomers *newcomers,
				const struct ft_snapshot *snapshot);

/* A job of that user has come; true if it may end the rest. */
extern bool fts_newcomers_admit(struct fts_newcomers *newcomers,
				uint32_t user_id);

/* The rest, in microseconds, of rest_us after a cycle of took_us. */
extern int64_t fts_newcomers_rest(const struct fts_newcomers *newcomers,
				  int64_t took_us, int64_t rest_us);

/* The next cycle begins; whole: the rest was had in full.  Sets *ret_user and
 * returns true if that user's job ended it early. */
extern bool fts_newcomers_begin(struct fts_newcomers *newcomers, bool whole,
				uint32_t *ret_user);

/*
 * Looks who has submitted, a few times a second at most, once there were more
 * submissions than at the last look.  Takes slurmctld's locks of jobs and of
 * the federation to read.
 */
extern void fts_newcomers_look(struct fts_newcomers *newcomers);

/* Jobs that come from now on are new.  The same locks. */
extern void fts_newcomers_mark(struct fts_newcomers *newcomers);

#endif
