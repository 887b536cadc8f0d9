/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_room - what a cycle's plan leaves of single nodes, licences and limits.
 *
 * For a job that slurmctld would start now though the plan has it elsewhere,
 * or later: does it delay a job that is protected from it?  Protected are all
 * that stand ahead of it in the order, where the plan has them, and those
 * behind it that show a start, where they show it.  A job behind it that shows
 * no start has to give way.  A standby (preempt/standby.h) is in no way of one
 * that may preempt it.
 *
 * The index of what is where by node is made at the first question, at a cost
 * of all shares of the plan; a cycle without a question pays nothing.  Refuses
 * to know which row or socket of a node a job would get: where a
 * protected job is planned on such, no other job is let in beside it.
 */
#ifndef FT_SLURM_RESERVE_TRIAL_ROOM_H
#define FT_SLURM_RESERVE_TRIAL_ROOM_H

#include "slurm/reserve/build/cycle.h"

struct fts_room_entry;
struct fts_room_event;

/* What is known of the standby that was asked about last. */
struct fts_room_standby {
	uint32_t number; /* its index, plus 1; 0: none */
	int64_t until;	 /* fts_standby_until() */
	uint8_t *leaves; /* for each candidate: */
};

enum { FTS_LEAVES_UNKNOWN, FTS_LEAVES, FTS_LEAVES_NOT };

/* Begin with all zero but cycle and started. */
struct fts_room {
	const struct fts_cycle *cycle;
	const bool *started; /* of each candidate, whether this cycle did */
	int64_t until;	     /* what begins later is not known */
	uint32_t *first;     /* entry of each node; NULL: there is no index */
	uint32_t *order;     /* nodes, those that slurmctld likes best first */
	uint32_t entry_count, entry_room;
	struct fts_room_entry *entry; /* number 0 is not used */
	int64_t *left;		      /* node_count * resource_count */
	uint32_t *users;	      /* of each node, now */
	uint32_t event_count, event_room;
	struct fts_room_event *event;
	int64_t *sum; /* of each resource */
	struct fts_room_standby standby;
	bool failed; /* out of memory: there is no room */
};

/* Makes the index; false if out of memory.  Takes no lock. */
extern bool fts_room_open(struct fts_room *room);
extern void fts_room_close(struct fts_room *room);

/* Is so much of the node free now?  amount: of each resource;
 * whole: the node is to have no user. */
extern bool fts_room_left(const struct fts_room *room, uint32_t node,
			  const int64_t *amount, bool whole);

/*
 * May the candidate of that index have so much of the node from now to end,
 * with the request's wishes about others?  Among protected jobs its own place
 * does not count.
 */
extern bool fts_room_holds(struct fts_room *room, uint32_t index,
			   const struct ft_request *request, uint32_t node,
			   const int64_t *amount, int64_t end);

/*
 * room_standby.c: is the candidate of that index a standby, and will it leave
 * for the owner, that is planned for that time by that request?  Locks: those
 * of fts_hold.
 */
extern bool fts_room_leaves(struct fts_room *room, uint32_t index,
			    uint32_t owner, uint32_t request, int64_t start);

/* Is no protected job on the node from now to end, nor a reservation? */
extern bool fts_room_empty(struct fts_room *room, uint32_t index, uint32_t node,
			   int64_t end);

/* And the request's licences, and what it claims of limits? */
extern bool fts_room_allows(struct fts_room *room, uint32_t index,
			    const struct ft_request *request, int64_t end);

/* The candidate has just been given so much, which outlasts the room, to end.
 */
extern void fts_room_take(struct fts_room *room, uint32_t index, uint32_t node,
			  const int64_t *amount, int64_t end);

/* Has a candidate been given anything of the placement's nodes? */
extern bool fts_room_given(const struct fts_room *room,
			   const struct ft_placement *placement);

/*
 * Once it took: the last candidate in the order that must give way on that node
 * before that time, or FT_NO_INDEX.
 */
extern uint32_t fts_room_loser(struct fts_room *room, uint32_t index,
			       uint32_t node, int64_t end);

/* The candidate's place in the plan is another now: the one that it showed
 * before, or none (it has started, or has no place any more); what it took
 * there is given back. */
extern void fts_room_return(struct fts_room *room, uint32_t index);
extern void fts_room_leave(struct fts_room *room, uint32_t index);

/* A number that changes with what is on the node. */
extern uint64_t fts_room_version(const struct fts_room *room, uint32_t node);

#endif
