/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_board's state, for the files of this folder only: see board.h.
 *
 * Nodes have numbers of the board's own, in the order in which they are to be
 * taken (by weight, then by index), so that the first of a bitmap are the best.
 * Time is cut into slots of 1 << shift seconds; slot 0 is that of now.
 */
#ifndef FT_CORE_BOARD_STATE_H
#define FT_CORE_BOARD_STATE_H

#include "core/base/index_map.h"
#include "core/base/planted.h"
#include "core/board/board.h"
#include "core/board/heap.h"
#include "core/board/lane.h"
#include "core/timeline/access.h"
#include "core/timeline/gauge.h"

enum { FT_SLOTS = 512, FT_BLOCK = 64, FT_WIDE = 8 };
/* What things cost, in steps. */
enum { FT_STEP_NODE = 8, FT_STEP_LOOK = 2 };

/* Jobs in order of their keys, beside them the key.  Before the first one there
 * is room too: most leave at the front. */
struct ft_line {
	struct ft_heap_item *item, *base; /* base: what is allocated */
	uint32_t count, room;		  /* room: from base on */
};

/* A limit, and what is booked of it. */
struct ft_cap {
	struct ft_limit limit;
	int64_t told;	       /* the total that it is to get: see exceed.h */
	uint64_t list;	       /* the last list that it was in, */
	uint32_t outside;      /* and its place there */
	bool grown;	       /* a run claims more of it by now */
	struct ft_lane lane;   /* no profile */
	struct ft_gauge gauge; /* what all that stands uses */
	struct ft_gauge scratch;
	struct ft_gauge running; /* what runs use, if judged: see obstacle.c */
	bool judged;
	uint32_t *pattern; /* those that claim some of it */
	uint32_t pattern_count, pattern_room;
};

/* A closure of the machine: what the board has of it. */
struct ft_shut {
	uint64_t list;	 /* the last list that it was in */
	uint32_t holder; /* a record has what it takes; FT_NO_INDEX: nothing */
	bool gone;	 /* it closes nothing any more */
	bool fresh;	 /* bookings do not heed it yet, see closing.h */
};

/* On which leaf switches its nodes may be, as ft_request says; all 0: on any.
 * See leaf.h. */
struct ft_leaf_wish {
	uint32_t leaves, level;
	uint32_t bundle, bundle_level;
	bool bundle_apart;
};

/* Requests that are alike but for not_before and end_by, of jobs that all may
 * hold a start for later, or none of which may. */
struct ft_pattern {
	int64_t duration;
	uint32_t nodes; /* that it wants at least */
	/* Each of them gets low tasks, and any of them will do; or, collective,
	 * each gets low to high, and whether nodes do is a matter of all of
	 * them: `tasks` in all, of up to nodes_max nodes, see spread.h, and
	 * where their leaves are bound. */
	bool collective;
	uint32_t low, high, nodes_max;
	uint64_t tasks;
	struct ft_leaf_wish leaf;
	struct ft_request wish; /* collective, or it wants more than it takes:
				 * what tasks take of a node and want, only */
	int64_t *wish_room;	/* its amounts */
	int64_t *most;		/* collective: high tasks, by kind of node */
	/* What low tasks, and collective: high ones, must find free at their
	 * start; NULL: no more than they take.  See ft_stand_hold. */
	int64_t *want, *most_want;
	bool whole;
	uint32_t place; /* enum ft_place: of nodes of equal weight */
	bool now_only;	/* its jobs hold no start for later */
	const struct ft_access *access;
	uint64_t *roster;	 /* nodes that it could ever use */
	uint32_t roster_count;	 /* how many these are */
	int64_t *amount;	 /* of low tasks, by kind of node */
	uint8_t need[FT_SIEVES]; /* in the sieves' units, rounded up */
	uint8_t unit[FT_SIEVES]; /* rounded down */
	/* What others on its nodes must have, or must not: see ft_mark. */
	uint32_t mark_count;
	struct ft_mark *mark;
	uint32_t licence_count;
	struct ft_licence *licence;
	uint32_t claim_count;
	struct ft_claim *claim; /* by the board's limits, ascending */
	int64_t falls; /* when its jobs are to be asked, as claims of others
			* will have fallen enough; FT_NEVER: not for that */
	/* How often its licences or limits were freed, from 1 on; and how often
	 * as of when they last kept a waiting job. */
	uint64_t eased, kept;
	/* No more nodes than this (collective: tasks), plus what was freed of
	 * its reach since the board began, can take it at a start in the slot.
	 */
	int64_t *bound;
	uint64_t *fit;	    /* nodes that may take it from now on, for all of
			     * its duration; none that can is left out */
	uint32_t fit_count; /* how many these are */
	uint32_t own_most;  /* own_count of its jobs is no more */
	bool woken; /* fit_count rose, and its jobs were not asked yet */
	/* How often something was freed for it, from 1 on; and how often that
	 * has to be before a waiting job may find what the last one lacked. */
	uint64_t renewed, vain;
	bool judged; /* the next three are known, see obstacle.c */
	bool possible, limited;
	enum ft_obstacle obstacle;
	struct ft_line waiting, promised;
	uint32_t losers; /* that wait, and had a promise once */
	uint64_t tried;	 /* all that had been freed when its first waiting
			  * job was last looked at in vain; 0: never */
};

enum ft_record_state {
	FT_RECORD_FREE,	    /* this number is not in use */
	FT_RECORD_WAITING,  /* has no promise */
	FT_RECORD_PROMISED, /* a start, and all its nodes */
	FT_RECORD_MENDING,  /* a start, but nodes were lost */
	FT_RECORD_RUNNING,
	FT_RECORD_GUEST, /* or a part of one: see guest.h */
};

/* One of several ways in which a job may run: by its request of that place. */
struct ft_way {
	uint32_t pattern;
	bool twin; /* as an earlier one has it */
};

/* A job, or a run, or what a closure takes (a run that starts later). */
struct ft_record {
	uint64_t key, over;
	int64_t start, end; /* not WAITING: of its bookings */
	int64_t due;	/* its start before it waited for its nodes, see wait.h;
			 * FT_NEVER: it does not */
	int64_t pushed; /* it pushes on rather than that it starts after that,
			 * see wait.h; FT_NEVER: it does not */
	int64_t turn;	/* when it was due, if it pushes on */
	int64_t not_before, end_by, queued;
	/* pattern: of the way by which it stands, or would; FT_NO_INDEX:
	 * amounts of its own. */
	uint32_t id, pattern;
	uint32_t request; /* which way that is */
	uint32_t tier;
	uint32_t host, fellow; /* of a guest's parts: the first, the next */
	uint32_t way_count;
	struct ft_way *way; /* NULL: only one */
	enum ft_record_state state;
	enum ft_board_cause cause;
	uint32_t node_count, own_count;
	uint32_t *node;	     /* ours: room for what its pattern wants */
	int64_t *amount;     /* of each node; NULL: the pattern's */
	uint32_t *tasks;     /* collective: of each node */
	bool *whole;	     /* of each node; NULL: as the pattern is */
	uint32_t mark_count; /* a guest's: as a pattern's */
	struct ft_mark *mark;
	uint32_t licence_count; /* no pattern: its own */
	struct ft_licence *licence;
	struct ft_claim *claim; /* likewise */
	uint32_t claim_count;
	/* PROMISED: as its patterns', summed up; 0: other claims came since, or
	 * other ways to stay on nodes of its own.  Each of these nodes that it
	 * could be on since counts as one that was freed. */
	uint64_t kept, vain;
	bool tentative, changed, loser, patient;
	bool above; /* see ft_board_job */
	bool asked; /* it is in board->ready by its key */
	bool cut;   /* a guest, or the host of one: runs leave for it, see cut.h
		     */
};

struct ft_place_node {
	uint32_t outside; /* its index in the snapshot */
	uint32_t leaf;	  /* its place among the board's */
	uint32_t kind;
	uint32_t level; /* rank of its weight, from 0 */
	int64_t available_from;
	bool touched; /* something was freed on it, see ready.h */
};

/* What was found so far. */
struct ft_tally {
	uint32_t nodes;
	uint64_t tasks;
};

/* The same of a leaf, and when the last of it was found to begin. */
struct ft_leaf_count {
	struct ft_tally sum;
	int64_t begun;
};

/* A node that may be chosen. */
struct ft_candidate {
	int64_t first, last; /* starts */
	int64_t until, cores;
	int64_t since; /* FT_PLACE_BUSY: from when on it is empty */
	uint32_t node, clashes;
	uint32_t tasks; /* collective: that it can take, then those it gets */
	uint32_t leaf;	/* the node's, where leaf.c has set it */
};

struct ft_board {
	int rc;			     /* -ENOMEM: what it says is void */
	struct ft_snapshot *machine; /* nodes, licences, closures: ours */
	int64_t now, origin, window, commit, patience;
	int64_t wait, grace; /* as in ft_board_setup */
	uint32_t pushes;     /* in this second, see mend.c */
	uint64_t key_step;
	int64_t last;		 /* no start after that; 0: as slots end */
	int64_t base;		 /* slot 0, counted from the origin */
	uint32_t shift, windows; /* slots that a start may lie in */
	uint32_t resource_count, node_count, block_count, kind_count;
	struct ft_place_node *node;
	uint32_t *inside; /* the board's number of a node of the snapshot */
	uint32_t *kind_threads;
	/* The leaf switches of its nodes by their numbers, ascending; first
	 * those on none, if there are any.  See leaf.h. */
	uint32_t *leaf, leaf_count;
	struct ft_lane *lane, *licence;
	uint64_t slip_count, slip_max;
	/* Limits, by number; the numbers of those of the last list. */
	struct ft_cap *cap;
	uint32_t cap_count, cap_room, *cap_inside;
	struct ft_index_map caps;
	uint64_t cap_list; /* counts the lists */
	bool cap_doubt;	   /* a total or a run's claims changed */
	/* Closures, by number as the machine's; the numbers of those of the
	 * last list. */
	struct ft_shut *shut;
	uint32_t shut_count, shut_room, *shut_inside;
	uint64_t shut_list; /* counts the lists */
	bool shut_doubt;    /* one is fresh */
	/* See block.h. */
	uint32_t sieve_count, sieve[FT_SIEVES];
	int64_t sieve_unit[FT_SIEVES];
	uint8_t *low, *high, *wide;
	uint64_t *idle, *ever;
	/* See memo.h. */
	uint64_t freed, freed_start[FT_SLOTS], freed_end[FT_SLOTS];
	struct ft_pattern *pattern;
	uint32_t pattern_count, pattern_room;
	uint32_t *by_duration; /* patterns */
	struct ft_index_map patterns;
	struct ft_access **access;
	uint32_t access_count, access_room;
	struct ft_record *record;
	uint32_t record_count, record_room;
	uint32_t tier_least;			     /* of all jobs so far */
	uint32_t *vacant, vacant_count, vacant_room; /* numbers to use again */
	uint32_t *guest, guest_count, guest_room;
	uint64_t eased; /* how often licences or limits were freed */
	uint32_t *changed, changed_count, changed_room;
	uint32_t *touched, touched_count;
	uint32_t *woken, woken_count, woken_room;
	struct ft_heap agenda, ready, mend, clash;
	struct ft_heap falling; /* patterns, by ft_pattern.falls */
	bool *worn;		/* resources that are some mark's */
	bool closes_parts;	/* a closure takes amounts */
	bool coreless;		/* some pattern takes no cores */
	bool looking;		/* something was freed for a pattern since
				 * ft_prospect_work() last found nothing left
				 * to do */
	uint64_t steps;
	struct ft_board_count count;
	/* Working memory. */
	struct ft_candidate *pick;
	uint32_t pick_count, pick_room;
	struct ft_heap_item *edge; /* two for each pick */
	uint64_t *mask;		   /* FT_SLOTS for each block */
	int16_t *sum;		   /* FT_BLOCK for each slot */
	struct ft_profile scratch, scratch_licence;
	uint32_t *list;
	int64_t *least, *least_own; /* states, see ready.c */
	int64_t *running;	    /* a state of each node, see obstacle.c */
	int64_t *cost;		    /* amounts, see ft_spread_amount */
	int64_t *held;		    /* amounts, see ft_stand_hold */
	bool *mark;		    /* of each node, all false between calls */
	struct ft_leaf_count *leaf_found; /* of each leaf, see leaf.c */
};

static inline int32_t ft_board_second(const struct ft_board *board,
				      int64_t time)
{
	int64_t second = time - board->origin;

	if (second < INT32_MIN)
		return INT32_MIN;
	return second > INT32_MAX ? INT32_MAX : (int32_t) second;
}

/* The slot that the time is in, 0 to FT_SLOTS - 1. */
static inline uint32_t ft_board_slot(const struct ft_board *board, int64_t time)
{
	int64_t slot;

	if (time == FT_NEVER)
		return FT_SLOTS - 1;
	slot = ((time - board->origin) >> board->shift) - board->base;
	if (slot < 0)
		return 0;
	return slot >= FT_SLOTS ? FT_SLOTS - 1 : (uint32_t) slot;
}

/* When the slot begins. */
static inline int64_t ft_board_slot_start(const struct ft_board *board,
					  uint32_t slot)
{
	return board->origin + ((board->base + slot) << board->shift);
}

/* Starts are planned up to then. */
static inline int64_t ft_board_limit(const struct ft_board *board)
{
	int64_t limit = ft_board_slot_start(board, board->windows) - 1;

	return board->last && (board->last < limit) ? board->last : limit;
}

/* Does the booking stand against a job that may displace keys above over? */
static inline bool ft_slip_stands(const struct ft_board *board,
				  const struct ft_slip *slip, uint64_t over)
{
	int64_t near =
		board->commit ? board->now + board->commit : board->now - 1;

	if (slip->key <= over)
		return true;
	return !FT_PLANTED(22) && !(slip->flags & FT_SLIP_TENTATIVE) &&
	       (board->origin + slip->start <= near);
}

static inline const int64_t *ft_pattern_amount(const struct ft_board *board,
					       const struct ft_pattern *pattern,
					       uint32_t node)
{
	return pattern->amount +
	       (size_t) board->node[node].kind * board->resource_count;
}

/* What it wants, and the most that one node adds to that: nodes, or tasks where
 * nodes count together. */
static inline int64_t ft_pattern_want(const struct ft_pattern *pattern)
{
	return pattern->collective ? (int64_t) pattern->tasks : pattern->nodes;
}

static inline int64_t ft_pattern_part(const struct ft_pattern *pattern)
{
	return pattern->collective && !FT_PLANTED(42) ? pattern->high : 1;
}

/* Is it bound to leaf switches? */
static inline bool ft_leaf_binds(const struct ft_pattern *pattern)
{
	return pattern->leaf.leaves || pattern->leaf.bundle;
}

static inline const int64_t *ft_board_capacity(const struct ft_board *board,
					       uint32_t node)
{
	return board->machine->capacity +
	       (size_t) board->node[node].outside * board->resource_count;
}

/* 0: none is of a lower one. */
static inline uint32_t ft_record_tier(const struct ft_board *board,
				      uint32_t job)
{
	uint32_t tier = board->record[job].tier;

	return (tier > board->tier_least) && !FT_PLANTED(48) ? tier : 0;
}

static inline uint32_t ft_record_way(const struct ft_record *record, uint32_t i)
{
	return record->way ? record->way[i].pattern : record->pattern;
}

static inline bool ft_record_twin(const struct ft_record *record, uint32_t i)
{
	return record->way && record->way[i].twin;
}

/* Does it count on runs that leave? Then it is never committed. */
static inline bool ft_record_leans(const struct ft_board *board,
				   const struct ft_record *record)
{
	return (record->state == FT_RECORD_GUEST) &&
	       board->record[record->host].cut;
}

/* On a node of its own there is nothing more to hold. */
static inline bool ft_pattern_holds(const struct ft_pattern *pattern)
{
	return pattern->want && !pattern->whole;
}

/* Does what it wants at its start stand, too?  Not once it runs. */
static inline bool ft_record_holds(const struct ft_board *board,
				   const struct ft_record *record)
{
	return ((record->state == FT_RECORD_PROMISED) ||
		(record->state == FT_RECORD_MENDING)) &&
	       ft_pattern_holds(&board->pattern[record->pattern]);
}

/* The key of its bookings: 0 for one that has waited for long. */
static inline uint64_t ft_record_key(const struct ft_board *board,
				     const struct ft_record *record)
{
	return record->patient && !ft_record_leans(board, record) ? 0
								  : record->key;
}

static inline uint8_t ft_record_flags(const struct ft_board *board,
				      const struct ft_record *record)
{
	return record->tentative || ft_record_leans(board, record)
		       ? FT_SLIP_TENTATIVE
		       : 0;
}

/* By how much its start is behind what was due. */
static inline int64_t ft_record_late(const struct ft_record *record)
{
	return record->due == FT_NEVER ? 0 : record->start - record->due;
}

static inline bool ft_bit(const uint64_t *set, uint32_t bit)
{
	return set[bit / FT_BLOCK] >> (bit % FT_BLOCK) & 1;
}

#endif
