/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_parts - when and where all parts of a shape can start together.
 *
 * Tries the parts one after the other on a timeline, which is as it was after
 * each call; how nodes are chosen is told in schedule.h.  Refuses shapes
 * without further parts: ft_search is for these.
 */
#ifndef FT_CORE_SEARCH_PARTS_H
#define FT_CORE_SEARCH_PARTS_H

#include "core/snapshot/placement.h"
#include "core/search/search.h"

/* How many ways are looked at, at one instant, to spread parts over nodes. */
enum { FT_PARTS_STEPS = 20000 };

/* What one part was given. */
struct ft_part_picks {
	struct ft_pick *pick; /* ascending by node */
	uint32_t count, size;
};

/* Working memory; after a search it describes what was found. */
struct ft_parts {
	const struct ft_machine *machine;
	struct ft_search *search;
	struct ft_timeline *timeline;
	const struct ft_shape *shape;
	int64_t found;		     /* the start, FT_NEVER: none */
	struct ft_part_picks *picks; /* of each part */
	uint32_t picks_size;
	bool *chosen;		   /* of each node; false between calls */
	int64_t *amount;	   /* of each resource */
	struct ft_timeline *empty; /* the machine without jobs; NULL: not yet */
	int failed;		   /* -ENOMEM: the whole plan has */
	bool cut; /* the last search was ended by what has been spent */
};

/* Takes no memory until it is needed. */
extern void ft_parts_init(struct ft_parts *parts,
			  const struct ft_machine *machine,
			  struct ft_search *search);
extern void ft_parts_fini(struct ft_parts *parts);

/*
 * The earliest start in [from, limit], FT_NEVER if there is none.  fronts:
 * the timeline is the one that the shapes' fronts are about.
 */
extern int64_t ft_parts_start(struct ft_parts *parts,
			      struct ft_timeline *timeline,
			      const struct ft_shape *shape, bool fronts,
			      int64_t from, int64_t limit);

/* Can all parts start at that very instant? */
extern bool ft_parts_at(struct ft_parts *parts, struct ft_timeline *timeline,
			const struct ft_shape *shape, int64_t start);

/*
 * Has the node room for what the placement, of that shape, has there of all
 * parts?
 */
extern bool ft_parts_fit_node(struct ft_parts *parts,
			      struct ft_timeline *timeline,
			      const struct ft_shape *shape,
			      const struct ft_placement *placement,
			      uint32_t node);

/* The same, but it may be ended early by what the plan has spent. */
extern bool ft_parts_try(struct ft_parts *parts, struct ft_timeline *timeline,
			 const struct ft_shape *shape, int64_t start);

/*
 * Could they on a machine without jobs and closures?  True also if that could
 * not be found out with what the plan may spend.
 */
extern bool ft_parts_possible(struct ft_parts *parts,
			      const struct ft_shape *shape);

/*
 * While nodes are chosen, for parts.c and joint.c.  Part p takes, or gives
 * back, so many tasks' worth of the node from parts->found on, on
 * parts->timeline.
 */
extern void ft_parts_change(struct ft_parts *parts, uint32_t p, uint32_t node,
			    uint32_t tasks, bool take);

/* How many tasks of part p the node can carry from parts->found on. */
extern uint32_t ft_parts_capacity(const struct ft_parts *parts, uint32_t p,
				  uint32_t node);

/* Room for so many picks of part p. */
extern bool ft_parts_room(struct ft_parts *parts, uint32_t p, uint32_t count);

#endif
