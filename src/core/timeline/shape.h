/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_shape - requests that are alike, prepared once for a whole plan.
 *
 * Two requests have one shape if they differ at most in not_before and
 * end_by.  Refuses to know about time: only what never changes in a plan.
 */
#ifndef FT_CORE_TIMELINE_SHAPE_H
#define FT_CORE_TIMELINE_SHAPE_H

#include "core/timeline/access.h"
#include "core/timeline/front.h"
#include "core/snapshot/snapshot.h"

struct ft_stay;

/* Eligible nodes that can carry low tasks when empty, ascending. */
struct ft_roster {
	uint32_t index;
	uint32_t count, required_count;
	const uint32_t *node;
	const bool *required; /* for each of them */
	const struct ft_node_set *set;
	const uint32_t *before; /* nodes in words of the set before this one */
};

enum { FT_SHAPE_BESIDE = FT_CHANGE_MAKES << 1 };

struct ft_shape {
	const struct ft_request *request; /* one of them */
	const struct ft_access *access;
	/*
	 * Equivalent to the request, tightened: min_nodes to max_nodes nodes
	 * with low to high tasks each, tasks in all (never 0).  If low is
	 * high, the number of nodes is tasks / low.
	 */
	uint32_t min_nodes, max_nodes, low, high;
	uint64_t tasks;
	/* The least that it can do with; a job's placement may last longer. */
	int64_t duration;
	bool flexible; /* its jobs may last longer than that */
	bool possible; /* on the empty machine, nodes that are down left out */
	const struct ft_roster *roster;
	uint32_t licence_count; /* each licence once, ascending, count > 0 */
	const struct ft_licence *licence;
	/* Amounts for low and for high tasks, for each kind of node. */
	const int64_t *low_cost, *high_cost;
	/* What must be free at the start: the same if it wants no more. */
	const int64_t *low_want, *high_want;
	bool wants;    /* more than it takes, of some node */
	uint32_t view; /* see view.h; 0: what is placed */
	bool indexed;  /* searched in ft_gaps */
	/* enum ft_change of all parts, together; none if it restrains no job.
	 * FT_SHAPE_BESIDE: a job alone in a segment could be in its way */
	uint32_t change;
	uint32_t jobs;	       /* requests of this shape */
	uint32_t jobs_left;    /* those not planned yet */
	struct ft_front front; /* among what is placed */
	int64_t promised_hint; /* no start earlier, promises included */
	bool judged;	       /* obstacle is known (see plan.c) */
	int obstacle;
	/*
	 * With further parts: what is said above of nodes, tasks and licences
	 * is of the request itself, which is part[0].
	 */
	uint32_t part_count;
	struct ft_shape **part; /* part_count + 1; NULL without parts */
	struct ft_stay *stay;	/* of each of them */
	int64_t longest;	/* duration of the part that lasts longest */
};

/* Which nodes it can take depends on which others it takes. */
static inline bool ft_shape_tied(const struct ft_shape *shape)
{
	return shape->request->contiguous || shape->request->leaves ||
	       shape->request->bundle;
}

/* The request if more than it takes is held for it when it starts, or NULL: of
 * a whole node there is nothing more. */
static inline const struct ft_request *
ft_shape_holds(const struct ft_shape *shape)
{
	return shape->wants && !shape->request->exclusive ? shape->request
							  : NULL;
}

/* Is there such a request for it or any of its parts? */
extern bool ft_shape_parts_hold(const struct ft_shape *shape);

/* The nodes as shapes see them. */
struct ft_machine {
	const struct ft_snapshot *snapshot;
	uint32_t kind_count; /* kinds of nodes: by threads */
	uint32_t *kind_threads;
	uint32_t *kind; /* of each node */
};

/* Every shape of a snapshot. */
struct ft_shape_table {
	struct ft_machine machine;
	uint32_t shape_count, access_count, roster_count;
	struct ft_roster **roster;
	struct ft_shape *shape;
	struct ft_access *access;
	uint32_t *request_shape; /* of request r of job j: [first[j] + r] */
	uint32_t *first;	 /* job_count */
	uint32_t job_limit;	 /* jobs that there was memory to look at */
	struct ft_arena *arena;
	struct ft_arena *keep; /* not ours: what outlives the plan, costs */
};

/*
 * 0 or -ENOMEM.  The snapshot has passed ft_snapshot_check.  Costs are put
 * into keep, since placements point to them.
 */
extern int ft_shape_table_init(struct ft_shape_table *table,
			       const struct ft_snapshot *snapshot,
			       struct ft_arena *keep);
extern void ft_shape_table_fini(struct ft_shape_table *table);

/* What `tasks` tasks of the request take of a node with these threads. */
extern void ft_shape_cost(const struct ft_request *request,
			  uint32_t resource_count, uint32_t threads,
			  uint64_t tasks, int64_t *ret_amount);

/* What must be free for them to start: that, or more. */
extern void ft_shape_want(const struct ft_request *request,
			  uint32_t resource_count, uint32_t threads,
			  uint64_t tasks, int64_t *ret_amount);

/* How many tasks, 0 or low to high, fit into what a profile's state says is
 * free, once they have started; and how many can start there. */
extern uint32_t ft_shape_capacity(const struct ft_shape *shape,
				  const struct ft_machine *machine,
				  uint32_t node, const int64_t *state);
extern uint32_t ft_shape_starts(const struct ft_shape *shape,
				const struct ft_machine *machine, uint32_t node,
				const int64_t *state);

#endif
