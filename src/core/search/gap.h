/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_gap - times in which nodes stand wholly empty, in groups.
 *
 * An index beside the timeline of placed jobs, for requests that take a fixed
 * number of whole nodes: nodes of one kind that are empty over the very same
 * span are one group, so that a job touches few groups however many nodes it
 * takes.  Refuses all that needs more than that: see gap_kind.c.  Gives the
 * same starts and nodes as ft_search and ft_choice do.
 */
#ifndef FT_CORE_SEARCH_GAP_H
#define FT_CORE_SEARCH_GAP_H

#include "core/search/idle.h"
#include "core/timeline/shape.h"
#include "core/timeline/timeline.h"

struct ft_gap {
	int64_t start, end; /* end FT_NEVER: for ever */
	uint32_t kind;
};

/* The nodes of a group. */
struct ft_gap_nodes {
	uint32_t *node; /* ascending */
	uint32_t count, size;
};

/*
 * Gaps sorted by start, end and kind, in blocks so that edits are short.
 * Field by field, since most that a search goes by are of the wrong kind.
 */
enum { FT_GAP_BLOCK = 64 };

struct ft_gap_block {
	uint32_t count;
	uint32_t kind[FT_GAP_BLOCK];
	int64_t start[FT_GAP_BLOCK], end[FT_GAP_BLOCK];
	struct ft_gap_nodes nodes[FT_GAP_BLOCK];
};

struct ft_gap_slot {
	int64_t start; /* of the block's first gap */
	struct ft_gap_block *block;
};

/*
 * Gaps of about one length: a search need not look at shorter ones, and
 * knows how far back those begin that may still be open.  The last bin is
 * for gaps without an end.
 */
struct ft_gap_bin {
	struct ft_gap_slot *slot; /* in order */
	uint32_t slot_count, slot_size;
};

/* One bin for each power of two. */
enum { FT_GAP_BINS = 64, FT_GAP_ENDLESS = FT_GAP_BINS - 1 };

/*
 * The last block that begins before time, or the first one; and how many gaps
 * of a block do.  Without branches, which could not be predicted.
 */
static inline uint32_t ft_gap_slot_before(const struct ft_gap_bin *bin,
					  int64_t time)
{
	const struct ft_gap_slot *first = bin->slot;
	uint32_t count = bin->slot_count;

	for (uint32_t half; count > 1; count -= half) {
		half = count / 2;
		first += first[half].start < time ? half : 0;
	}
	return (uint32_t) (first - bin->slot);
}

static inline uint32_t ft_gap_block_before(const struct ft_gap_block *block,
					   int64_t time)
{
	const int64_t *first = block->start;
	uint32_t count = block->count;

	for (uint32_t half; count > 1; count -= half) {
		half = count / 2;
		first += first[half - 1] < time ? half : 0;
	}
	return (uint32_t) (first - block->start) + (*first < time);
}

/* A gap that is open at the instant that a search looks at. */
struct ft_gap_open {
	int64_t end, start;
	const uint32_t *node;
	uint32_t kind, count;
};

struct ft_gap_cut;

/* What the order of choice says of a kind: places in it. */
struct ft_gap_rank {
	uint32_t weight, cores;
};

struct ft_gaps {
	const struct ft_machine *machine;
	const struct ft_access *access; /* NULL: the index is not in use */
	uint32_t *kind; /* of each node; FT_NO_INDEX: in no roster */
	uint32_t kind_count;
	struct ft_gap_rank *rank; /* of each kind */
	bool *allows;		  /* [roster's index * kind_count + kind] */
	struct ft_idle idle;	  /* what the timeline was set up with */
	int64_t shortest;	  /* shorter gaps are of no use */
	struct ft_gap_bin bin[FT_GAP_BINS];
	uint32_t gap_count;
	/* What the last search found, and what was chosen of it. */
	const struct ft_shape *shape;
	int64_t found;		  /* FT_NEVER: nothing that still holds */
	struct ft_gap_open *open; /* at the start found: node_count */
	uint32_t open_count;
	struct ft_gap_open *taken; /* only the first `count` nodes of each */
	uint32_t taken_count;
	uint32_t *pinned; /* the nodes of what ft_gaps_pin took: node_count */
	uint64_t *mark;	  /* working memory: a bit for each node, all 0 */
	struct ft_gap_cut *cut;
	uint32_t cut_count, cut_size;
	uint32_t *run; /* working memory: 3 * node_count */
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
 * How many nodes were idle when the index was set up, may be used by the
 * indexed shape, and are not closed before time.
 */
extern uint64_t ft_gaps_idle(const struct ft_gaps *gaps,
			     const struct ft_shape *shape, int64_t time);

/*
 * As ft_search_start, for an indexed shape: the earliest start in [from,
 * limit], or FT_NEVER.  Of the timeline it reads licences only.
 */
extern int64_t ft_gaps_start(struct ft_gaps *gaps,
			     const struct ft_timeline *timeline,
			     const struct ft_shape *shape, int64_t from,
			     int64_t limit);

/*
 * As ft_choice_make, after ft_gaps_start has found a start: fills nodes and
 * tasks of as many shares as the shape takes nodes, by node.
 */
extern void ft_gaps_choose(struct ft_gaps *gaps, struct ft_share *share);

/*
 * Chooses the booking's own nodes, for an indexed shape: false if some of them
 * are not wholly empty throughout.
 */
extern bool ft_gaps_pin(struct ft_gaps *gaps, const struct ft_shape *shape,
			const struct ft_booking *booking);

/* The number of nodes of every job of an indexed shape. */
extern uint32_t ft_gaps_wanted(const struct ft_shape *shape);

/* The number of groups. */
extern uint32_t ft_gaps_count(const struct ft_gaps *gaps);

/* Forgets gaps that are of no use to starts at time or later. */
extern void ft_gaps_trim(struct ft_gaps *gaps, int64_t time);

/*
 * Takes a booking's nodes out: 0 or -ENOMEM.  chosen: they are those that
 * ft_gaps_choose or ft_gaps_pin chose last, and the timeline is not read; else
 * its nodes are, and must hold all that was placed before and not yet the
 * booking.
 */
extern int ft_gaps_take(struct ft_gaps *gaps,
			const struct ft_timeline *timeline,
			const struct ft_booking *booking, bool chosen);

/*
 * As ft_timeline_give, with the index kept up to date, if it is in use.
 */
extern int ft_gaps_give(struct ft_gaps *gaps, struct ft_timeline *timeline,
			const struct ft_booking *booking);

/* The bin for gaps of this length, FT_NEVER for those without an end. */
extern uint32_t ft_gap_bin(int64_t length);
/* All gaps of the bin are shorter than this. */
extern int64_t ft_gap_bin_limit(uint32_t bin);

/* Forgets all gaps. */
extern void ft_gaps_clear(struct ft_gaps *gaps);

#endif
