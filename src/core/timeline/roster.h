/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_rosters - the lists of nodes that shapes may use, each of them once.
 *
 * Nodes that have the same of everything are of one class, and what a shape
 * wants at least either fits on all nodes of a class or on none.  So ten
 * thousand shapes that differ in memory by a megabyte share a few lists.
 * Refuses to look at what is free: a roster is of the empty machine.
 */
#ifndef FT_CORE_TIMELINE_ROSTER_H
#define FT_CORE_TIMELINE_ROSTER_H

#include "core/base/index_map.h"
#include "core/timeline/shape.h"

/* Numbers of a request's sets of nodes: equal sets have equal ones. */
struct ft_set_ids {
	uint32_t eligible, required;
};

/* Working memory while shapes are made. */
struct ft_rosters {
	struct ft_shape_table *table;
	uint32_t class_count;
	uint32_t *class;	 /* of each node */
	uint32_t *member;	 /* a node of each class */
	bool *fits;		 /* each class, the shape at hand */
	struct ft_index_map map; /* from what follows to a roster's index */
	struct ft_roster_key {
		struct ft_set_ids sets;
		bool *fits;
	} * key; /* of each roster */
};

/* The machine must be known.  0 or -ENOMEM. */
extern int ft_rosters_init(struct ft_rosters *rosters,
			   struct ft_shape_table *table);
extern void ft_rosters_fini(struct ft_rosters *rosters);

/* Sets shape->roster; its costs must be known.  0 or -ENOMEM. */
extern int ft_rosters_find(struct ft_rosters *rosters, struct ft_set_ids sets,
			   struct ft_shape *shape);

/* Fills what follows from the list of nodes.  0 or -ENOMEM. */
extern int ft_roster_index(struct ft_roster *roster, struct ft_arena *arena,
			   uint32_t nodes);

#endif
