/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_segment - which parts of the machine a job has to itself.
 *
 * Nodes of one number (ft_node.segment) are a segment: a job that is alone
 * (ft_request.alone, ft_run.alone) shares none of the segments of its nodes
 * with another, though it takes only some of their nodes.  Beside what is free
 * of nodes a timeline keeps, for each segment, the jobs in it over time; only
 * if a job of the snapshot is alone.  Refuses to say which nodes a job takes.
 */
#ifndef FT_CORE_TIMELINE_SEGMENT_H
#define FT_CORE_TIMELINE_SEGMENT_H

#include "core/timeline/profile.h"
#include "core/snapshot/snapshot.h"

struct ft_booking;
struct ft_node_set;
struct ft_timeline;

struct ft_segments {
	struct ft_profile *profile; /* of each: users only; [0] is not used */
	uint32_t *first, *next;	    /* nodes of a segment, FT_NO_INDEX: none */
};

/* Is the request alone, or a part of it? */
extern bool ft_segment_wanted(const struct ft_request *request);

/* Could one job be in another's way in a segment? */
extern bool ft_segment_used(const struct ft_snapshot *snapshot);

/*
 * No job is in any segment yet; NULL without error if none matters.  Copies:
 * from may be NULL.  0 or -ENOMEM.
 */
extern int ft_segments_init(struct ft_segments **ret_segments,
			    const struct ft_snapshot *snapshot);
extern int ft_segments_copy(struct ft_segments **ret_segments,
			    const struct ft_snapshot *snapshot,
			    const struct ft_segments *from);
extern void ft_segments_fini(struct ft_segments *segments,
			     const struct ft_snapshot *snapshot);

/* A booking without parts enters its segments (sign 1), or does not after all
 * (-1).  0 or -ENOMEM. */
extern int ft_segments_note(struct ft_timeline *timeline,
			    const struct ft_booking *booking, int sign);

/* Forgets what was before time. */
extern void ft_segments_trim(struct ft_segments *segments,
			     const struct ft_snapshot *snapshot, int64_t time);

/*
 * The first instant from `from` on at which a job that is alone, or is not, may
 * be on the node for that long; FT_NEVER: never.  *ret_until: how long it may
 * stay, at least.
 */
extern int64_t ft_segment_start(const struct ft_timeline *timeline,
				uint32_t node, bool alone, int64_t from,
				int64_t duration, int64_t *ret_until);

/* Adds to nodes the rest of their segments.  0 or -ENOMEM. */
extern int ft_segments_widen(const struct ft_snapshot *snapshot,
			     struct ft_node_set *nodes);

#endif
