/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_search - the earliest instant at which a shape fits into a timeline.
 *
 * Exact: if any choice of nodes and any spread of tasks is feasible at an
 * instant, that instant is found.  Refuses to change the timeline.
 *
 * For each node the starts that it allows fall into pieces: spans of starts
 * over which it can take the same number of tasks.  More becomes free only
 * where a piece begins or a licence is released, so only these instants (and
 * the first one) are tried, in order.
 */
#ifndef FT_CORE_SEARCH_H
#define FT_CORE_SEARCH_H

#include "core/shape.h"
#include "core/timeline.h"

struct ft_piece {
	int64_t first, last; /* starts; first FT_NEVER: none up to the limit */
	int64_t until;	     /* from here on it can carry fewer tasks */
	int64_t cores;	     /* free at first */
	uint32_t tasks;
};

/* A node that may be chosen. */
struct ft_pick {
	uint64_t weight;
	int64_t until, cores;
	uint32_t node, tasks;
	bool required;
};

/* Working memory; after a search it describes what was found. */
struct ft_search {
	const struct ft_machine *machine;
	const struct ft_timeline *timeline;
	const struct ft_shape *shape;
	struct ft_piece *piece;		/* of each position in the roster */
	uint32_t *active, active_count; /* positions that can start now */
	uint32_t *later, later_count;	/* positions that can start later */
	uint64_t tasks;			/* what the active ones can carry */
	uint32_t required;		/* required ones that are active */
	uint32_t *room;			/* by position, all 0 between calls */
	struct ft_pick *pick;
};

/* 0 or -ENOMEM. */
extern int ft_search_init(struct ft_search *search,
			  const struct ft_machine *machine);
extern void ft_search_fini(struct ft_search *search);

/* The earliest start in [from, limit], or FT_NEVER. */
extern int64_t ft_search_start(struct ft_search *search,
			       const struct ft_timeline *timeline,
			       const struct ft_shape *shape, int64_t from,
			       int64_t limit);

/* For callers that fill piece[].tasks by their own rules (see obstacle.c). */
extern void ft_search_reset(struct ft_search *search,
			    const struct ft_shape *shape);
extern void ft_search_activate(struct ft_search *search, uint32_t position);
/* Can the active nodes together carry the shape? */
extern bool ft_search_enough(struct ft_search *search);

#endif
