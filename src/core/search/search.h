/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_search - the earliest instant at which a shape fits into a timeline.
 *
 * Exact: if any choice of nodes and any spread of tasks is feasible at an
 * instant, that instant is found.  Refuses to change the timeline.
 *
 * Goes from row to row of the timeline's floor.  In each, the shape's front
 * and the floor rule out most nodes; if enough are left, the sweep goes from
 * one instant at which more may be free to the next, and looks at the nodes
 * themselves only when there may be enough of them.
 */
#ifndef FT_CORE_SEARCH_SEARCH_H
#define FT_CORE_SEARCH_SEARCH_H

#include "core/timeline/shape.h"
#include "core/timeline/timeline.h"
#include "core/search/watch.h"

/* A node that may be chosen. */
struct ft_pick {
	uint64_t weight;
	int64_t until, cores;
	int64_t since; /* FT_PLACE_BUSY and ft_gaps only: how long empty */
	uint32_t node, tasks;
	bool required;
};

/* So many active nodes are on that leaf. */
struct ft_leaf_tally {
	uint32_t leaf, count;
};

struct ft_later;

/* Working memory; after a search it describes what was found. */
struct ft_search {
	const struct ft_machine *machine;
	const struct ft_timeline *timeline;
	const struct ft_shape *shape;
	int64_t found; /* the start that the search describes, or FT_NEVER */
	int64_t limit; /* later starts do not matter */
	/*
	 * By position: no start before first; where last is not before first,
	 * tasks can be carried from first to last.
	 */
	int64_t *first, *last;
	uint32_t *tasks_at;
	uint32_t *member, member_count; /* positions that are not ruled out */
	uint8_t *run;			/* see ft_floor_step */
	uint64_t *word;			/* see ft_floor_select */
	uint32_t *active, active_count; /* positions that can start now */
	struct ft_later *later;		/* the others, a heap by time */
	uint32_t later_count;
	bool later_built;
	uint64_t tasks;	   /* what the active ones can carry */
	uint32_t required; /* required ones that are active */
	uint32_t *room;	   /* by position, all 0 between calls */
	struct ft_pick *pick;
	struct ft_leaf_tally *tally; /* see leaf.c: by a hash of the leaf */
	size_t front_bytes;	     /* held by fronts */
	struct ft_watch *watch;	     /* ends searches; NULL: none */
};

/* 0 or -ENOMEM. */
extern int ft_search_init(struct ft_search *search,
			  const struct ft_machine *machine);
extern void ft_search_fini(struct ft_search *search);

/*
 * The earliest start in [not_before, limit], or FT_NEVER.  front is what is
 * known of this shape in this timeline, and is brought up to date; NULL if
 * nothing is.
 */
extern int64_t ft_search_start(struct ft_search *search,
			       const struct ft_timeline *timeline,
			       struct ft_shape *shape, struct ft_front *front,
			       int64_t not_before, int64_t limit);

/*
 * Does it fit at that very start?  Afterwards the search describes it, as if
 * just found.
 */
extern bool ft_search_at(struct ft_search *search,
			 const struct ft_timeline *timeline,
			 const struct ft_shape *shape, int64_t start);

/* For callers that find tasks by their own rules (see obstacle.c). */
extern void ft_search_reset(struct ft_search *search,
			    const struct ft_shape *shape);
extern void ft_search_activate(struct ft_search *search, uint32_t position,
			       uint32_t tasks);
/* Can the active nodes together carry the shape? */
extern bool ft_search_enough(struct ft_search *search);

#endif
