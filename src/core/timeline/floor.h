/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_floor - the least and the most that is free of each node in each half
 * hour, and in longer spans of time.
 *
 * A table beside a timeline: a row for each span, in it a byte for each node
 * and watched resource, rounded so that a node of which enough is free is
 * never ruled out.  Rules out nodes by the dozen, and reads memory in
 * sequence, which costs far less than to look at each node's profile.
 * Refuses to be exact: what it does not rule out has to be looked at.
 */
#ifndef FT_CORE_TIMELINE_FLOOR_H
#define FT_CORE_TIMELINE_FLOOR_H

#include "core/timeline/front.h"
#include "core/timeline/profile.h"
#include "core/timeline/shape.h"

enum { FT_FLOOR_WATCHES = 4, FT_FLOOR_LEVELS = 3 };

struct ft_floor_watch {
	uint32_t resource;
	int64_t unit; /* a byte counts these, rounded up */
};

/* Span i is [origin + i * width, + width). */
struct ft_floor_level {
	int64_t width;
	uint32_t first, end; /* rows that there are; others rule out none */
	uint32_t room;	     /* in row */
	uint32_t planes;     /* lanes bytes each: least, then perhaps most */
	uint8_t **row;
};

struct ft_floor {
	const struct ft_snapshot *snapshot;
	int64_t origin;
	struct ft_floor_watch watch[FT_FLOOR_WATCHES];
	uint32_t watch_count;
	uint32_t lanes; /* nodes, up to whole words of them */
	uint8_t *empty; /* the planes of an empty machine */
	uint8_t *draft; /* what is to be written: see floor.c */
	struct ft_floor_level level[FT_FLOOR_LEVELS]; /* finest first */
};

/* What a shape needs in every span that it covers. */
struct ft_floor_need {
	const struct ft_floor_level *level;
	uint32_t spans; /* that any start in a span covers, after that one */
	uint32_t last;	/* the last span after it that any start touches */
	bool whole;	/* all cores of a node */
	uint8_t least[FT_FLOOR_WATCHES];
	uint32_t word, word_end; /* of the node sets: all that matter */
};

/* 0 or -ENOMEM.  The new table rules out nothing. */
extern int ft_floor_init(struct ft_floor *floor,
			 const struct ft_shape_table *table);
extern void ft_floor_fini(struct ft_floor *floor);

/*
 * The profiles of these nodes have changed between start and end (FT_NEVER: as
 * far as there are rows); profile has all nodes.  0 or -ENOMEM.
 */
extern int ft_floor_note(struct ft_floor *floor,
			 const struct ft_profile *profile, const uint32_t *node,
			 uint32_t count, int64_t start, int64_t end);

/* Forgets what was before time. */
extern void ft_floor_trim(struct ft_floor *floor, int64_t time);

extern struct ft_floor_need ft_floor_need(const struct ft_floor *floor,
					  const struct ft_machine *machine,
					  const struct ft_shape *shape);

/* The row of the time, at the need's level. */
extern uint32_t ft_floor_row(const struct ft_floor *floor,
			     const struct ft_floor_need *need, int64_t time);

/* When the row ends; FT_NEVER beyond the last one that there is. */
extern int64_t ft_floor_row_end(const struct ft_floor *floor,
				const struct ft_floor_need *need, uint32_t row);

/*
 * Brings run (lanes bytes: for each node, how many rows up to the one before
 * this suffice in sequence, at most need->spans) up to this row.
 */
extern void ft_floor_step(const struct ft_floor *floor,
			  const struct ft_floor_need *need, uint32_t row,
			  uint8_t *run);

/*
 * Leaves in word those nodes of the set that may start within the row, run
 * being up to row + need->spans, and that the front (may be NULL) does not
 * rule out up to the row's end; returns their number.
 */
extern uint32_t ft_floor_select(const struct ft_floor *floor,
				const struct ft_floor_need *need, uint32_t row,
				const uint8_t *run,
				const struct ft_front *front,
				const struct ft_node_set *set, uint64_t *word);

#endif
