/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * roles - what each job may do in its turn: the rules of core/plan/depth.h, for
 * a plan without promises, written down once more for the oracle.
 */
#ifndef TESTSUITE_PROPERTY_ROLE_H
#define TESTSUITE_PROPERTY_ROLE_H

#include "oracle.h"

enum role {
	RESERVE, /* hold a reservation */
	ONLY_NOW,
	ASIDE, /* backfill, once all reservations are made */
	NOTHING,
};

/* How far a bucket is used. */
struct use {
	uint32_t held;
	bool waits, spent;
};

struct roles {
	const struct ft_snapshot *snapshot;
	struct use use[ORACLE_BUCKETS + 1]; /* the last: jobs of none */
	uint32_t looked;		    /* backfill jobs */
	uint32_t tasks_held; /* reservations of the array at hand */
	int64_t soon;	     /* a task that starts until then holds none */
	int64_t running[ORACLE_LIMITS]; /* used now by running jobs */
	enum role role[ORACLE_JOBS];
};

/* used: of each limit, by running jobs, now. */
extern void roles_begin(struct roles *roles, const struct ft_snapshot *snapshot,
			const int64_t *used);
/* Sets the job's role; by_rules false: as if there were no policy. */
extern void roles_turn(struct roles *roles, uint32_t job, bool by_rules);
/* What became of it. */
extern void roles_note(struct roles *roles, uint32_t job,
		       const struct ft_placement *placement);

#endif
