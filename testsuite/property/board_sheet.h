/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board_sheet - what is booked of nodes, licences and limits over time, built
 * from the jobs' own lists, and whether a job could be there too.
 *
 * Shares nothing with the board; for board_law.
 */
#ifndef TESTSUITE_PROPERTY_BOARD_SHEET_H
#define TESTSUITE_PROPERTY_BOARD_SHEET_H

#include "world.h"

enum { KINDS_MAX = 16 };

/* What is taken of one thing from time on. */
struct edge {
	int64_t time;
	int64_t users, whole, promises, amount[KINDS_MAX];
};

/* Sums over time, the first at INT64_MIN. */
struct usage {
	struct edge *edge;
	uint32_t count, room;
};

/* Which bookings count. */
struct filter {
	bool ahead;    /* only those that stand against this job */
	bool turn;     /* or only those of jobs ahead of it, and runs, */
	int64_t since; /* and what begins before that */
	uint32_t self; /* never this one's */
};

/* Of every node, of every licence, and of every limit: what is claimed of it
 * is amount[0] + amount[1] * time. */
struct sheet {
	struct usage *node, *licence, *limit;
};

/* What is booked, as far as the filter counts it; for sheet_free. */
extern struct sheet sheet_make(const struct world *world,
			       const struct filter *filter);
extern void sheet_free(const struct world *world, struct sheet *sheet);
/* Is a closure in the way there? */
extern bool sheet_node_closed(const struct world *world,
			      const struct ft_request *request, uint32_t node,
			      int64_t start, int64_t end);

/* Could the job start then, by its own times; on the node with so many tasks;
 * by licences; by limits; at all?  own: its booking is in the sheet and is let
 * be. */
extern bool sheet_times_may(const struct world_job *job, int64_t start);
extern bool sheet_node_may(const struct world *world,
			   const struct world_job *job,
			   const struct usage *usage, uint32_t node,
			   uint32_t tasks, int64_t start, bool own);
/* The most tasks that it could start there; 0: fewer than it must have. */
extern uint32_t sheet_node_tasks(const struct world *world,
				 const struct world_job *job,
				 const struct usage *usage, uint32_t node,
				 int64_t start, bool own);
/* Do nodes that can take so many tasks each suffice? */
extern bool sheet_enough(const struct world *world,
			 const struct ft_request *request,
			 const uint32_t *tasks);
extern bool sheet_licences_may(const struct world *world,
			       const struct world_job *job,
			       const struct sheet *sheet, int64_t start,
			       bool own);
extern bool sheet_limits_may(const struct world *world,
			     const struct world_job *job,
			     const struct sheet *sheet, int64_t start,
			     bool own);
/* The same by its request of that number. */
extern struct world_job sheet_way(const struct world_job *job, uint32_t wish);
extern bool sheet_job_may(const struct world *world,
			  const struct world_job *job,
			  const struct sheet *sheet, int64_t start);

#endif
