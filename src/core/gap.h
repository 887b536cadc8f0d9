/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_gap - times in which nodes stand wholly empty, in groups.
 *
 * An index beside the timeline of placed jobs, for requests that take a fixed
 * number of whole nodes: nodes of one kind that are empty over the very same
 * span are one group, so that a job touches few groups however many nodes it
 * takes.  Refuses all that needs more than that: see gap_search.c.  Gives the
 * same starts and nodes as ft_search and ft_choice do.
 */
#ifndef FT_CORE_GAP_H
#define FT_CORE_GAP_H

#include "core/search.h"
#include "core/shape.h"
#include "core/timeline.h"

struct ft_gap {
	int64_t start, end; /* end FT_NEVER: for ever */
	uint32_t kind;
	uint32_t count;
	uint32_t *node; /* ascending */
};

/* Gaps sorted by start, end and kind, in blocks so that edits are short. */
enum { FT_GAP_BLOCK = 64 };

struct ft_gap_block {
	uint32_t count;
	struct ft_gap gap[FT_GAP_BLOCK];
};

/* A block and what may be said of all its gaps, to skip it by. */
struct ft_gap_slot {
	struct ft_gap_block *block;
	int64_t latest;	 /* no gap ends later */
	int64_t longest; /* no gap is longer */
};

/* A gap that is open at the instant that a search looks at. */
struct ft_gap_open {
	int64_t end, start;
	uint32_t kind, count;
	const uint32_t *node;
};

/* A node and one of its gaps, while the index is edited. */
struct ft_gap_cut {
	struct ft_gap gap;
	uint32_t node;
};

struct ft_gaps {
	const struct ft_machine *machine;
	const struct ft_access *access; /* NULL: the index is not in use */
	uint32_t *kind; /* of each node; FT_NO_INDEX: in no roster */
	uint32_t kind_count;
	uint32_t *sample;	  /* of each kind: one of its nodes */
	bool *allows;		  /* [roster's index * kind_count + kind] */
	int64_t shortest;	  /* shorter gaps are of no use */
	struct ft_gap_slot *slot; /* in order */
	uint32_t slot_count, slot_size;
	struct ft_gap_open *open; /* at the start found: node_count */
	uint32_t open_count;
	struct ft_gap_cut *cut;
	uint32_t cut_count, cut_size;
	uint32_t *run; /* working memory: node_count */
};

/*
 * Sets up the index for all shapes that it suits, and marks them as indexed.
 * 0 or -ENOMEM.
 */
extern int ft_gaps_init(struct ft_gaps *gaps, struct ft_shape_table *table,
			const struct ft_timeline *timeline);
extern void ft_gaps_fini(struct ft_gaps *gaps);

/* Adds every gap of the timeline to the empty index.  0 or -ENOMEM. */
extern int ft_gaps_fill(struct ft_gaps *gaps,
			const struct ft_timeline *timeline);

/*
 * As ft_search_start, for an indexed shape: the earliest start in [from,
 * limit], or FT_NEVER.
 */
extern int64_t ft_gaps_start(struct ft_gaps *gaps,
			     const struct ft_timeline *timeline,
			     const struct ft_shape *shape, int64_t from,
			     int64_t limit);

/* As ft_choice_make, after ft_gaps_start. */
extern uint32_t ft_gaps_choose(struct ft_gaps *gaps,
			       const struct ft_shape *shape,
			       struct ft_pick *pick);

/* The number of groups. */
extern uint32_t ft_gaps_count(const struct ft_gaps *gaps);

/* Forgets gaps that are of no use to starts at time or later. */
extern void ft_gaps_trim(struct ft_gaps *gaps, int64_t time);

/*
 * Before the timeline takes the booking: 0 or -ENOMEM.  pick is what
 * ft_gaps_choose filled, for the same shares; NULL if they were chosen in any
 * other way.
 */
extern int ft_gaps_take(struct ft_gaps *gaps,
			const struct ft_timeline *timeline,
			const struct ft_booking *booking,
			const struct ft_pick *pick);

#endif
