/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_replay_state - what a replay keeps while it runs.
 *
 * Shared by the files that a replay is made of: replay.c moves the time,
 * replay_snapshot.c shows the planner what runs and what waits,
 * replay_order.c puts the queue in order, and replay_idle.c keeps what is free.
 * Refuses to be used by others: what a replay found is struct ft_replay.
 */
#ifndef FT_CORE_REPLAY_REPLAY_STATE_H
#define FT_CORE_REPLAY_REPLAY_STATE_H

#include <errno.h>

#include "core/board/heap.h"
#include "core/replay/replay.h"

enum { FT_REPLAY_SETS = 64 };

/* The nodes of some kinds of a fleet. */
struct ft_replay_set {
	uint32_t kinds;
	struct ft_node_set *nodes;
};

/* What a job has beyond its result. */
struct ft_replay_track {
	const struct ft_placement *place; /* of the last plan; NULL: none */
	uint32_t rank;			  /* its place in that plan */
	uint32_t priority;
	double turn;	   /* larger comes first */
	int64_t predicted; /* seconds; 0: not known */
	uint32_t follower; /* the first job that waits for its end */
	uint32_t sibling;  /* the next that waits for the same end */
	struct ft_share *share;
	uint32_t share_count;
};

struct ft_replay_state {
	const struct ft_replay_setup *setup;
	struct ft_replay *replay;
	struct ft_planner *planner;
	struct ft_schedule *schedule; /* the last: promises point into it */
	struct ft_predict predict;
	struct ft_replay_share share;
	struct ft_replay_track *track;
	struct ft_heap arrivals, ends; /* by time */
	uint32_t *queue, queue_count;  /* waiting, in the order of priority */
	uint32_t *run, run_count;
	int64_t now, used;
	int64_t cores; /* of a node, the most */
	/* Of the snapshot that is being made. */
	struct ft_replay_set set[FT_REPLAY_SETS];
	uint32_t set_count;
	uint32_t resources; /* that are counted: cores, and memory, and with
			     * that GPUs perhaps */
	int64_t *idle;	    /* [node * resources + resource] that is free */
	struct ft_err *err;
};

static inline const struct ft_workload_job *
ft_replay_asked(const struct ft_replay_state *state, uint32_t index)
{
	return &state->setup->workload->job[index];
}

static inline int ft_replay_no_memory(const struct ft_replay_state *state)
{
	return ft_fail(state->err, -ENOMEM, "out of memory");
}

/* What is free of each node: all of it, less and more with each job. */
extern int ft_replay_idle_open(struct ft_replay_state *state); /* -ENOMEM */
extern void ft_replay_idle_take(struct ft_replay_state *state,
				const struct ft_replay_track *track);
extern void ft_replay_idle_give(struct ft_replay_state *state,
				const struct ft_replay_track *track);
/* Processors on which no waiting job could have a part now; 0: none waits. */
extern int64_t ft_replay_idle_stranded(const struct ft_replay_state *state);
/* The same of GPUs, and of waiting jobs that ask for some. */
extern int64_t
ft_replay_idle_stranded_gpus(const struct ft_replay_state *state);

/* What the planner is shown of this moment; 0, or -ENOMEM. */
extern int ft_replay_snapshot(struct ft_replay_state *state,
			      struct ft_snapshot **ret_snapshot);

/* Puts the queue in order, the first to be planned first; 0, or -ENOMEM. */
extern int ft_replay_order(struct ft_replay_state *state);

#endif
