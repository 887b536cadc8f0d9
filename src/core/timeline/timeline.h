/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_timeline - what is free of every node, licence and limit over time.
 *
 * Refuses to search and to judge: it takes whatever it is told to take.
 */
#ifndef FT_CORE_TIMELINE_TIMELINE_H
#define FT_CORE_TIMELINE_TIMELINE_H

#include "core/timeline/floor.h"
#include "core/timeline/gauge.h"
#include "core/timeline/profile.h"
#include "core/snapshot/snapshot.h"

struct ft_timeline {
	const struct ft_snapshot *snapshot;
	struct ft_profile *node;    /* node_count, kinds: resource_count */
	struct ft_profile *licence; /* licence_count, one kind */
	struct ft_gauge *limit;	    /* limit_count */
	struct ft_profile *change;  /* see change.h; NULL: no job changes any */
	struct ft_segments *segments; /* see segment.h; NULL: none matters */
	uint32_t clock;		      /* counts changes of nodes */
	uint32_t trimmed;	      /* the clock when nodes were trimmed */
	uint32_t *changed;	      /* working memory: node_count */
	struct ft_floor *floor;	      /* ours, kept up to date; NULL: none */
};

/* What a part of a job takes besides nodes, and for how long. */
struct ft_stay {
	int64_t duration;
	bool whole; /* no other job on its nodes */
	bool alone; /* nor in their segments */
	uint32_t change;
	const struct ft_request *want; /* as ft_booking's */
	uint32_t licence_count;
	const struct ft_licence *licence;
};

/* What a planned job takes from start to end. */
struct ft_booking {
	int64_t start, end; /* end: of the part that lasts longest */
	bool whole;	    /* no other job on its nodes */
	bool alone;	    /* nor in their segments */
	bool unseen;	 /* amounts only: it counts as no user of its nodes */
	uint32_t change; /* enum ft_change of all parts, together */
	/* In the first second it has what this wants for the tasks of each
	 * share; NULL: nothing more than the shares */
	const struct ft_request *want;
	bool loose; /* no part holds more than its shares; want is NULL */
	uint32_t share_count;
	const struct ft_share *share; /* amounts are never NULL */
	uint32_t licence_count;
	const struct ft_licence *licence;
	uint32_t claim_count;
	const struct ft_claim *claim;
	/* With further parts: whole, want, licence and claim are the first
	 * part's. */
	uint32_t part_count;
	const struct ft_stay *stay; /* part_count + 1 */
	const uint32_t *part_end;   /* see ft_placement */
};

/* Part 0 to part_count as a booking that has no parts. */
extern struct ft_booking ft_booking_part(const struct ft_booking *booking,
					 uint32_t part);

/* 0 or -ENOMEM.  The new timeline holds the running jobs. */
extern int ft_timeline_init(struct ft_timeline *timeline,
			    const struct ft_snapshot *snapshot);
extern int ft_timeline_copy(struct ft_timeline *timeline,
			    const struct ft_timeline *from);
extern void ft_timeline_fini(struct ft_timeline *timeline);

/*
 * Adds a floor for the shapes of the table, without which searches look at
 * every node.  0 or -ENOMEM.
 */
extern int ft_timeline_add_floor(struct ft_timeline *timeline,
				 const struct ft_shape_table *table);

/* 0 or -ENOMEM; after that the timeline is of no use any more. */
extern int ft_timeline_take(struct ft_timeline *timeline,
			    const struct ft_booking *booking);
extern int ft_timeline_give(struct ft_timeline *timeline,
			    const struct ft_booking *booking);
/*
 * The two halves of ft_timeline_take, for bookings without parts: nodes;
 * licences and limits.
 */
extern int ft_timeline_take_nodes(struct ft_timeline *timeline,
				  const struct ft_booking *booking);
extern int ft_timeline_take_counts(struct ft_timeline *timeline,
				   const struct ft_booking *booking);

/* Forgets what was before time. */
extern void ft_timeline_trim(struct ft_timeline *timeline, int64_t time);

/* The number of breakpoints. */
extern uint32_t ft_timeline_points(const struct ft_timeline *timeline);

#endif
