/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_board - the plan that lives: events in, changed placements out, each at
 * the cost of what it touches.
 *
 * The plan is a function of its history.  What holds of it:
 * - No node, no licence and no limit is overused at any instant.
 * - What a request wants of a node beyond what it takes is free there when it
 *   starts, and no other booking has it in that second, until it runs.
 * - A placement stays, unless a node of it failed, its own job changed, a run
 *   lasts longer or claims more than was planned, a limit's total fell, a
 *   closure came, its start passed without the job being started (after it has
 *   waited it keeps its nodes from now on, if it can), that of a job ahead of
 *   it did, or a job that is ahead newly came or rose and needs the place.
 *   Committed starts give way to no job but to one of a higher tier: those at
 *   most `commit` seconds away, and those of jobs that have waited for longer
 *   than `patience`.
 * - A start that is due waits for its own nodes for up to `wait` seconds, and
 * is then taken to end when it was to: no other booking moves for it.  After
 *   `grace` of them it has jobs behind it give way where it can start at once.
 * - A displaced job gets the same start on other nodes; else, if one node is
 *   lacking, the same start on a node whose bookings behind it can all keep
 *   theirs elsewhere (at most FT_BOARD_SWAPS, tried in full and taken back if
 *   one cannot); else the earliest start among what stands.  It displaces no
 *   other job.  One whose tasks may be spread in several ways, or that is bound
 *   to leaf switches, gets the same start if all that is free then, its own
 *   nodes included, takes it; it has no part in a swap.  One that finds no
 *   start keeps precedence: it is looked at before others that have none.
 * - A new or risen job gets the earliest start that it would have if those that
 *   it may displace did not exist.  A job behind one of equal request that has
 *   no promise is placed among all that stands, unseen by that rule.
 * - A job of several requests has the earliest start of them, by the first of
 *   those that have it.  Its place is mended by the same one, or found afresh
 *   by any.
 * - At rest no job could start now without touching a promise (its own lifted).
 * - At rest no job without a promise has a start within the window, unless as
 *   many bookings stand as may.
 * - A job that may hold no reservation (now_only) gets a start that is now, or
 *   none, in its turn; it has others give way only when it comes or rises.
 *
 * Refuses to look for places of what it cannot follow, see ft_board_takes, and
 * to keep them of what it cannot host: parts, preemption, segments, changes of
 * nodes, times to choose from (least), nodes in a row, required nodes beside
 * others, several requests with other times (not_before, end_by), sites' own
 * orders of nodes.
 *
 * Work is counted in steps, not in time, so that runs can be repeated.  After
 * -ENOMEM a board is void: free it.
 */
#ifndef FT_CORE_BOARD_BOARD_H
#define FT_CORE_BOARD_BOARD_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/snapshot/placement.h"
#include "core/snapshot/snapshot.h"

struct ft_board;

enum { FT_BOARD_SWAPS = 3 };

/* Why a placement is what it is now. */
enum ft_board_cause {
	FT_CAUSE_NONE,
	FT_CAUSE_FOUND,	 /* it had none */
	FT_CAUSE_NOW,	 /* it can start now */
	FT_CAUSE_OWN,	 /* its request, rank or times changed */
	FT_CAUSE_NODE,	 /* a node of it failed */
	FT_CAUSE_AHEAD,	 /* a job ahead needs the place */
	FT_CAUSE_RUN,	 /* a run lasts longer than it was to */
	FT_CAUSE_LATE,	 /* its start passed and it was not started */
	FT_CAUSE_SWAP,	 /* same start, to let another have a node */
	FT_CAUSE_GIVEN,	 /* by the snapshot */
	FT_CAUSE_LIMIT,	 /* a limit fell, or runs claim more of it */
	FT_CAUSE_CLOSED, /* a closure came */
};

struct ft_board_setup {
	int64_t window;	   /* seconds from now that starts are planned for */
	uint32_t shift;	   /* slots of 1 << shift seconds; 0: as fits */
	uint64_t slip_max; /* bookings of nodes beyond which no job that has
			    * no promise gets one; 0: 160 for each node */
	uint64_t key_step; /* between keys of the snapshot's jobs, from it on;
			    * 0: 1 << 20 */
	int64_t wait;  /* seconds that a start which is due waits for its own
			* nodes; 0: it does not */
	int64_t grace; /* and so many before it has others give way for it */
};

struct ft_board_job {
	uint32_t id; /* the caller's own */
	const struct ft_request *request;
	uint32_t request_count; /* 0: one */
	uint64_t key;		/* at least 1; lower is ahead */
	uint64_t over; /* it may displace those with keys above this; at least
			* key */
	uint32_t tier; /* that of lower keys is as high, or higher */
	int64_t queued;
	bool tentative; /* never committed for being near */
	bool now_only;	/* it may start now, but holds no start for later */
	bool above; /* when it comes or rises committed starts of jobs behind
		     * give way too */
};

struct ft_board_placement {
	uint32_t id, request; /* which of its requests */
	int64_t start, end;   /* start FT_NEVER: none */
	int64_t late; /* that its start is behind what was due; its end is
		       * not */
	enum ft_board_cause cause;
	bool running, committed;
	uint32_t node_count;
	const uint32_t *node; /* the snapshot's indices, in no order; until the
			       * next call */
};

struct ft_board_count {
	uint64_t searches, substitutes, swaps, afresh, lost, displaced, started,
		tries; /* whether a job could start at once */
};

/* Are all nodes that it may get required ones? */
extern bool ft_board_named(const struct ft_request *request);
/* May the board plan it?  If not, err says why not.  The requests of one job
 * must have the same times. */
extern bool ft_board_takes(const struct ft_request *request,
			   struct ft_err *err);
extern bool ft_board_takes_job(const struct ft_job *job, struct ft_err *err);
/* May it, if the job takes no runs?  One that takes licences back with runs has
 * to. */
extern bool ft_board_takes_calm(const struct ft_job *job, struct ft_err *err);
/* If not, may its places at least be told, as a guest's? */
extern bool ft_board_hosts(const struct ft_job *job, struct ft_err *err);

/*
 * Guests are jobs that the board keeps a place for, and never looks for one:
 * the caller plans them (ft_board_bookings) and tells where (ft_board_lodge).
 * Their bookings give way as those of other jobs do, and a guest that loses one
 * loses all; marks, and what one wants at its start, count as theirs do.  Of a
 * snapshot those are guests that the board hosts, but does not take; their
 * promises are taken to stand.
 */
/* A new one, at no place yet. */
extern int ft_board_guest(struct ft_board *board,
			  const struct ft_board_job *job, uint32_t *ret_number);
/* What a run has of a node that leaves for a guest, or another, at `from`, and
 * would have ended at `until`: between these the guest takes so much less. Less
 * than nothing: what another guest has of the room that runs leave. */
struct ft_board_leave {
	uint32_t node; /* the snapshot's index */
	int64_t from, until;
	const int64_t *amount; /* resource_count */
};

/* Where a guest stands from now on. */
struct ft_board_lodging {
	const struct ft_request *request; /* of its job */
	const struct ft_placement *placement;
	/* Those behind it give way where they must; else there is room.  above:
	 * committed ones too. */
	bool displaces, above;
	uint32_t leave_count; /* 0 for a request with parts */
	const struct ft_board_leave *leave;
};

/* lodging NULL: nowhere. */
extern int ft_board_lodge(struct ft_board *board, uint32_t number,
			  const struct ft_board_lodging *lodging);

/* What a guest is planned beside. */
struct ft_board_view {
	bool ahead; /* only what stands against it */
	/* Of that, only what is ahead of it, committed or not; and no guests
	 * ahead of it for which runs leave: its caller knows these runs. */
	bool above;
	/* Of what starts later only what it claims of limits. */
	int64_t until;
	const struct ft_node_set *nodes; /* the snapshot's, and no others */
};

struct ft_booking; /* core/timeline/timeline.h */
/*
 * What stands beside the guest but for runs, as the view says, in the arena,
 * which amounts are not; claims by the last list of limits.  0 or -ENOMEM.
 */
extern int ft_board_bookings(const struct ft_board *board, uint32_t number,
			     struct ft_board_view view, struct ft_arena *arena,
			     struct ft_booking **ret_booking,
			     uint32_t *ret_count);
/* It grows with whatever is freed. */
extern uint64_t ft_board_eased(const struct ft_board *board);

/*
 * A board of the snapshot's nodes, licences, closures, runs and jobs with their
 * promises as far as they stand; job j of the snapshot has number j, run r has
 * number job_count + r, and job keys are (j + 1) * key_step.  Nothing of the
 * snapshot is pointed to later.  0, -ENOTSUP (err says what it does not take),
 * or -ENOMEM.
 */
extern int ft_board_new(const struct ft_snapshot *snapshot,
			const struct ft_board_setup *setup,
			struct ft_board **ret_board, struct ft_err *err);
extern void ft_board_free(struct ft_board *board);

/*
 * Events.  Numbers of jobs and runs are those of ft_board_new and
 * ft_board_came; a number is used again after its job or run is gone.  All
 * give 0 or -ENOMEM; what follows from them is done by ft_board_work.
 */
extern int ft_board_time(struct ft_board *board, int64_t now);
extern int ft_board_came(struct ft_board *board, const struct ft_board_job *job,
			 uint32_t *ret_number);
/* One that was planned elsewhere so far: its promise stands as far as it can,
 * and nothing gives way for it; promised, of the request's count, says what. */
extern int ft_board_promised(struct ft_board *board,
			     const struct ft_board_job *job,
			     const struct ft_job *promised,
			     uint32_t *ret_number);
/* Another request, rank or queue time. */
extern int ft_board_changed(struct ft_board *board, uint32_t number,
			    const struct ft_board_job *job);
extern int ft_board_ranked(struct ft_board *board, uint32_t number,
			   uint64_t key, uint64_t over);
/* The two halves of it: another key, and that it rose. */
extern int ft_board_key(struct ft_board *board, uint32_t number, uint64_t key);
extern int ft_board_rose(struct ft_board *board, uint32_t number,
			 uint64_t over);
/* From now on, when it rises: see ft_board_job. */
extern void ft_board_above(struct ft_board *board, uint32_t number, bool above);
/* Another tier, where that of its key is: for what it then comes to need. */
extern int ft_board_tier(struct ft_board *board, uint32_t number,
			 uint32_t tier);
/* A job was cancelled, or a run has ended. */
extern int ft_board_gone(struct ft_board *board, uint32_t number);
/* It was started as it was placed, now. */
extern int ft_board_started(struct ft_board *board, uint32_t number);
/* The run will end then, which is after now. */
extern int ft_board_run_ends(struct ft_board *board, uint32_t number,
			     int64_t end);
/* A run that it did not start holds this from now on. */
extern int ft_board_ran(struct ft_board *board, const struct ft_run *run,
			uint32_t *ret_number);
/*
 * Limits are these from now on, known by their names: claims of requests and
 * runs that are told after it count by their order here.  Their totals hold
 * when the board works next.
 */
extern int ft_board_limits(struct ft_board *board, const struct ft_limit *limit,
			   uint32_t count);
/* Closures are these from now on, known by what they say: requests that are
 * told after it count by their order here.  Those that enter one are told again
 * after it if two of them say the same, since which is which is not known. */
extern int ft_board_closures(struct ft_board *board,
			     const struct ft_closure *closure, uint32_t count);
/* The run claims that of them. */
extern int ft_board_run_claims(struct ft_board *board, uint32_t number,
			       const struct ft_claim *claim, uint32_t count);
/* No start on the node before then; FT_NEVER: it is down.  Its runs go by
 * ft_board_gone. */
extern int ft_board_node(struct ft_board *board, uint32_t node,
			 int64_t available_from);

/* No start after that is planned from now on. */
extern void ft_board_until(struct ft_board *board, int64_t last);

/*
 * Of several events at once, as far as about so many steps go: displaced jobs
 * are mended, and jobs ahead of the key that can start now do.  True: all did,
 * and one of that key may come or rise.  *rc: 0 or -ENOMEM.
 */
extern bool ft_board_before(struct ft_board *board, uint64_t key,
			    uint64_t steps, int *rc);

/*
 * Does what follows from events, as far as about so many steps go: displaced
 * jobs first, then jobs that can start now, then promises for those without.
 * True: at rest.  *rc: 0 or -ENOMEM.
 */
extern bool ft_board_work(struct ft_board *board, uint64_t steps, int *rc);

/* The first two only: true when nothing is broken and no job could start. */
extern bool ft_board_settle(struct ft_board *board, uint64_t steps, int *rc);

/* Jobs whose placement changed since they were last asked for, in no order;
 * those that are due now have start == now. */
extern uint32_t ft_board_changes(struct ft_board *board,
				 const uint32_t **ret_number);
extern struct ft_board_placement ft_board_placed(struct ft_board *board,
						 uint32_t number);
/* Is it what the job asks for?  Only for requests that the board takes. */
extern bool ft_board_wants(struct ft_board *board, uint32_t number,
			   const struct ft_request *request, uint32_t count,
			   bool now_only);
/* Does the run claim just that; would the job, by that of its requests? */
extern bool ft_board_claims(const struct ft_board *board, uint32_t number,
			    const struct ft_claim *claim, uint32_t count);
extern bool ft_board_would_claim(const struct ft_board *board, uint32_t number,
				 uint32_t request, const struct ft_claim *claim,
				 uint32_t count);
/* Does it hold, or would it, what the run does?  Times and claims may
 * differ. */
extern bool ft_board_holds(struct ft_board *board, uint32_t number,
			   const struct ft_run *run);
/* What a job takes of that node of the snapshot: resource_count amounts, until
 * the next call. */
extern const int64_t *ft_board_amount(const struct ft_board *board,
				      uint32_t number, uint32_t node);
/* How many of its tasks get that node. */
extern uint32_t ft_board_tasks(const struct ft_board *board, uint32_t number,
			       uint32_t node);

/*
 * Why a job cannot start now, judged by what runs as of the last
 * ft_board_judge; and by which of its requests could it ever, as nodes are now
 * (FT_NO_INDEX: by none)?
 */
extern void ft_board_judge(struct ft_board *board);
extern enum ft_obstacle ft_board_obstacle(struct ft_board *board,
					  uint32_t number);
extern uint32_t ft_board_possible(struct ft_board *board, uint32_t number);

/* How many bookings of nodes there are. */
extern uint32_t ft_board_size(const struct ft_board *board);
extern struct ft_board_count ft_board_counted(const struct ft_board *board);
/* The last start that it plans for. */
extern int64_t ft_board_last_start(const struct ft_board *board);
extern size_t ft_board_memory(const struct ft_board *board);

#endif
