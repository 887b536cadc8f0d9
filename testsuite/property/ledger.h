/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger - what is free of everything in each single second, for the oracle.
 *
 * Refuses to judge: it takes whatever it is told to take.
 */
#ifndef TESTSUITE_PROPERTY_LEDGER_H
#define TESTSUITE_PROPERTY_LEDGER_H

#include "oracle.h"

struct second {
	int64_t free[ORACLE_NODES][ORACLE_KINDS];
	int64_t licence[ORACLE_KINDS];
	int64_t used[ORACLE_LIMITS];
	int users[ORACLE_NODES];
	int whole[ORACLE_NODES];
	/* How many rely on the node as it is, and how many have changed it. */
	int relying[ORACLE_NODES], changed[ORACLE_NODES];
	/* Jobs on the node, and those of them that are alone in a segment. */
	int jobs[ORACLE_NODES], alone[ORACLE_NODES];
	/* How many wear each tag of the mark that begins at the kind. */
	uint8_t worn[ORACLE_NODES][ORACLE_KINDS][ORACLE_TAGS];
};

struct ledger {
	const struct ft_snapshot *snapshot;
	bool bare; /* second 0 is for ever, and nothing is closed */
	struct second second[ORACLE_SPAN]; /* second i is now + i */
};

/* Nothing is used. */
extern void ledger_empty(const struct ft_snapshot *snapshot,
			 struct second *second);

/* Running jobs hold what they hold, until their ends. */
extern void ledger_begin(struct ledger *ledger,
			 const struct ft_snapshot *snapshot);

/* Could the node take so many tasks from second `at` on? */
extern bool ledger_takes(const struct ledger *ledger,
			 const struct ft_request *request, uint32_t node,
			 int64_t tasks, int64_t at, int64_t duration);

/* Are the licences of the request free in this second? */
extern bool ledger_licences_free(const struct ledger *ledger,
				 const struct ft_request *request, int64_t at);

extern void ledger_take(struct ledger *ledger, int64_t start, int64_t end,
			const struct ft_share *share, uint32_t count,
			bool whole);
/* They rely on their nodes until end, or change them for ever. */
extern void ledger_take_change(struct ledger *ledger, int64_t start,
			       int64_t end, const struct ft_share *share,
			       uint32_t count, uint32_t change);
/* They are in the segments of their nodes. */
extern void ledger_take_segments(struct ledger *ledger, int64_t start,
				 int64_t end, const struct ft_share *share,
				 uint32_t count, bool alone);
/* Both, for who is placed; what it wants beyond what it takes is held in the
 * first second. */
extern void ledger_take_nodes(struct ledger *ledger, int64_t start, int64_t end,
			      const struct ft_share *share, uint32_t count,
			      const struct ft_request *request);
/* What it wants beyond what it takes is held; sign -1: no more. */
extern void ledger_hold(struct ledger *ledger, int64_t start,
			const struct ft_share *share, uint32_t count,
			const struct ft_request *request, int sign);
extern void ledger_take_licences(struct ledger *ledger, int64_t start,
				 int64_t end, const struct ft_licence *licence,
				 uint32_t count);

extern void ledger_take_limits(struct ledger *ledger, int64_t start,
			       int64_t end, const struct ft_claim *claim,
			       uint32_t count);

/* No limit is exceeded from second `at` on, on account of the request. */
extern bool ledger_limits_free(const struct ledger *ledger,
			       const struct ft_request *request, int64_t at,
			       int64_t duration);

/* When the run has left for somebody who starts then. */
extern int64_t ledger_gone(const struct ft_run *run, int64_t start);

/*
 * One run's nodes, and its licences if the request takes them back, from a time
 * on: it leaves (sign 1) for the request, or not after all (-1).
 */
extern void ledger_leave(struct ledger *ledger, const struct ft_run *run,
			 const struct ft_request *request, int64_t from,
			 int sign);

/* The placement's victims, which have left for the request, stay where it has
 * no nodes if they keep such. */
extern void ledger_stay(struct ledger *ledger, const struct ft_request *request,
			const struct ft_placement *placement);

#endif
