/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_way - ways to run the job that is asked about in a partition.
 *
 * One for each alternative of --constraint and each number of nodes over which
 * GPUs of the whole job can be spread: the earliest counts.  What a way asks
 * for is never less than what slurmctld would give, so that no start is told
 * that is too early; what no way can say is noted for the answer.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_WAY_H
#define FT_SFAIR_ANSWER_WHEN_WAY_H

#include "core/plan/outlook.h"
#include "sfair/answer/when_request.h"
#include "sfair/outlook/scene.h"

enum { SFAIR_WHEN_SETS = 8, SFAIR_WHEN_WAYS = 24 };

/* When and where it may run, whatever its size. */
struct sfair_when_frame {
	int64_t not_before, end_by; /* end_by FT_NEVER: none */
	int64_t closes; /* slurmctld ends the job then; FT_NEVER: at its limit
			 */
	const struct ft_node_set *nodes;   /* NULL: any */
	const reserve_info_t *reservation; /* whose these are */
	uint32_t closure_count;		   /* of reservations that it enters */
	const uint32_t *closure;
};

struct sfair_when_ways {
	struct ft_request request[SFAIR_WHEN_WAYS];
	uint32_t count;
};

/* What all that follow are about; memory is the outlook's. */
struct sfair_when_case {
	struct sfair_scene *scene;
	const struct ft_outlook *outlook;
	struct sfair_when_request *asked;
	const partition_info_t *partition;
	struct sfair_when_frame frame;
};

/* In the case's partition.  limit: in seconds.  0 or -1 with err. */
extern int sfair_when_ways(const struct sfair_when_case *one, int64_t limit,
			   struct sfair_when_ways *ways, struct ft_err *err);

/*
 * when_frame.c: begin, deadline, reservation and what it depends on.
 * *ret_after: the job that it waits for longest, or 0.  0 or -1 with err.
 */
extern int sfair_when_frame(struct sfair_when_case *one, uint32_t *ret_after,
			    struct ft_err *err);
/* True, with err: its reservation has no node in the case's partition. */
extern bool sfair_when_apart(const struct sfair_when_case *one,
			     struct ft_err *err);

/*
 * when_feature.c: the nodes of the partition that suit --constraint, a set for
 * each alternative of [a|b], SFAIR_WHEN_SETS at most.  Their number, or -1 with
 * err.
 */
extern int sfair_when_sets(const struct sfair_when_case *one,
			   struct ft_node_set *set[SFAIR_WHEN_SETS],
			   struct ft_err *err);

/*
 * when_nodes.c: takes nodes off the set that --exclude names, or that lack
 * what each node must have, and says in *ret_required which ones the job must
 * have (NULL: none).  0 or -1 with err.
 */
extern int sfair_when_nodes(const struct sfair_when_case *one,
			    struct ft_node_set *set,
			    const struct ft_node_set **ret_required,
			    struct ft_err *err);

/* when_leaf.c: binds a way to blocks by its least number of nodes, or to few
 * switches.  False: its segments cannot have so many, or are not planned so. */
extern bool sfair_when_bind(const struct sfair_when_case *one,
			    struct ft_request *way);
/* The way once it has waited for its switches; false: it waits for none. */
extern bool sfair_when_late(const struct sfair_when_case *one,
			    const struct ft_request *way,
			    struct ft_request *ret_late);

#endif
