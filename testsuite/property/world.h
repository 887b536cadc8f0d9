/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world - what a board is told, kept beside it: nodes, runs, jobs, and where
 * the board last said that they are.
 *
 * Knows nothing of the board's structures.  Ends the program if out of memory.
 */
#ifndef TESTSUITE_PROPERTY_WORLD_H
#define TESTSUITE_PROPERTY_WORLD_H

#include "core/board/board.h"

/* Of these three kinds a job of an owner wears its mark, if there are owners.
 */
enum { WORLD_MARK = FT_FIRST_GRES + 1 };

enum world_state { WORLD_NONE, WORLD_WAITING, WORLD_PROMISED, WORLD_RUNNING };

struct world_job {
	enum world_state state;
	uint32_t id;
	/* By which it stands, or would; NULL: what the run holds. */
	const struct ft_request *request;
	const struct ft_request *held; /* the same, of what is booked */
	const struct ft_request *wish; /* all that it may run by */
	uint32_t wish_count;
	const struct ft_run *run;
	const struct ft_claim *claim; /* own: what the run claims */
	uint32_t claim_count;
	uint64_t key, over;
	uint32_t tier;
	int64_t queued, start, end, late;
	bool tentative, now_only;
	bool fell; /* the event took its place, and it has another since */
	uint32_t node_count, *node;
	uint32_t *tasks; /* of each of them; NULL: of a run, unknown */
};

enum world_kind {
	WORLD_NOTHING,
	WORLD_TIME,
	WORLD_CAME, /* or changed its request */
	WORLD_RANKED,
	WORLD_GONE,
	WORLD_STARTED,
	WORLD_EXTENDED,
	WORLD_NODE,
	WORLD_LIMIT,
	WORLD_CLOSURES,
};

/* What happened last. */
struct world_event {
	enum world_kind kind;
	uint32_t number; /* job, run, node or limit */
};

struct world {
	struct ft_snapshot *snapshot; /* machine, and where requests live */
	struct ft_board *board;
	int64_t now;
	int64_t *available_from;
	int64_t wait;	       /* as in ft_board_setup */
	struct world_job *job; /* by the board's number */
	uint32_t job_count, job_room;
	uint64_t work;	/* steps for each call of ft_board_work */
	uint64_t calls; /* of these */
	struct world_event event;
	int64_t expected; /* start that the event's job should get, -1: any */
	/* Called for each placement that changed, before the world knows. */
	void (*watch)(struct world *world, uint32_t number,
		      const struct ft_board_placement *fresh, void *context);
	void *context;
};

/* The board of the snapshot, at rest; the snapshot is the world's from then. */
extern void world_init(struct world *world, struct ft_snapshot *snapshot,
		       const struct ft_board_setup *setup);
extern void world_fini(struct world *world);

/* Events; the board is told, and has not worked yet. */
extern void world_time(struct world *world, int64_t now);
extern uint32_t world_came(struct world *world, const struct ft_board_job *job);
extern void world_changed(struct world *world, uint32_t number,
			  const struct ft_board_job *job);
extern void world_ranked(struct world *world, uint32_t number, uint64_t key,
			 uint64_t over);
extern void world_tier(struct world *world, uint32_t number, uint32_t tier);
extern void world_gone(struct world *world, uint32_t number);
extern void world_started(struct world *world, uint32_t number);
extern void world_extended(struct world *world, uint32_t number, int64_t end);
/* Runs there are to be gone already. */
extern void world_node(struct world *world, uint32_t node,
		       int64_t available_from);

/* The limit's total; the snapshot has it from then on. */
extern void world_limit(struct world *world, uint32_t limit, int64_t total);
/* Closures are what the snapshot says by now. */
extern void world_closures(struct world *world);
/* A run of the snapshot claims that from now on. */
extern void world_claims(struct world *world, uint32_t number,
			 const struct ft_claim *claim, uint32_t count);

/* The board works until it is at rest, and the world learns of it. */
extern void world_settle(struct world *world);
/* The world learns what the board changed so far. */
extern void world_learn(struct world *world);

/* What so many tasks of the request take of the node: resource_count amounts;
 * true: all of it. */
extern bool world_cost(const struct world *world,
		       const struct ft_request *request, uint32_t node,
		       uint32_t tasks, int64_t *amount);
/* What they want of it in their first second beyond that, and no other job has.
 */
extern void world_hold(const struct world *world,
		       const struct ft_request *request, uint32_t node,
		       uint32_t tasks, int64_t *amount);
/* The same of the job, which is there; false: it wants no more, or runs. */
extern bool world_holds(const struct world *world, const struct world_job *job,
			uint32_t node, int64_t *amount);
/* What the job, which is there, takes of the node. */
extern bool world_amount(const struct world *world, const struct world_job *job,
			 uint32_t node, int64_t *amount);
/* What it takes of the licence. */
extern int64_t world_licence(const struct world_job *job, uint32_t licence);
/* What it claims of the limit. */
extern int64_t world_claim(const struct world_job *job, uint32_t limit);
/* Does no job move it? */
extern bool world_committed(const struct world *world,
			    const struct world_job *job);
extern bool world_uses(const struct world_job *job, uint32_t node);

#endif
