/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_spread - patterns whose tasks may be spread over nodes in several ways.
 *
 * Each of nodes to nodes_max nodes gets low to high tasks, all together get
 * `tasks`.  How many a node can take at a start is what the least that is free
 * of it until the end suffices for.  Enough is when the best nodes_max of those
 * that can take low can take them all.  Where patterns are bound to leaf
 * switches, leaf.h says the same of these.
 */
#ifndef FT_CORE_BOARD_SPREAD_H
#define FT_CORE_BOARD_SPREAD_H

#include "core/board/state.h"

/*
 * How many nodes with how many tasks the request comes to, where no node can
 * take more than `most`.  False: it can't be met.
 */
extern bool ft_spread_bounds(struct ft_pattern *pattern,
			     const struct ft_request *request, uint64_t most);
/* The most tasks that an empty node of its roster can take; wish is set. */
extern uint64_t ft_spread_most(const struct ft_board *board,
			       const struct ft_pattern *pattern);
/* wish becomes a copy of what tasks take and want; false: out of memory. */
extern bool ft_spread_copy(struct ft_pattern *pattern,
			   const struct ft_request *request, uint32_t kinds);
extern bool ft_spread_same(const struct ft_pattern *a,
			   const struct ft_pattern *b, uint32_t kinds);

/* Tasks that fit into the state: none, or low to high. */
extern uint32_t ft_spread_state(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				const int64_t *state);
/* Tasks that the node can take from that start on, at which it can take low;
 * as many from then to *last. */
extern uint32_t ft_spread_tasks(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				const struct ft_profile *profile, int64_t start,
				int64_t *last);
/* The same with what they want at their start. */
extern uint32_t ft_spread_begins(const struct ft_board *board,
				 const struct ft_pattern *pattern,
				 uint32_t node, const int64_t *state);
/* What so many tasks take of the node; until the next call. */
extern const int64_t *ft_spread_amount(struct ft_board *board,
				       const struct ft_pattern *pattern,
				       uint32_t node, uint32_t tasks);

static inline void ft_tally_add(struct ft_tally *tally, uint32_t tasks)
{
	tally->nodes++;
	tally->tasks += tasks;
}

/* Is it enough, whichever of them are taken and whatever leaves they are on? */
static inline bool ft_tally_suffices(const struct ft_tally *tally,
				     const struct ft_pattern *pattern)
{
	return (tally->nodes >= pattern->nodes) &&
	       (tally->nodes <= pattern->nodes_max) &&
	       (tally->tasks >= pattern->tasks);
}

/* Tasks that the best nodes_max of the picks that can start then can take,
 * where there are as many. */
extern uint64_t ft_spread_most_tasks(struct ft_board *board,
				     const struct ft_pattern *pattern,
				     const struct ft_candidate *pick,
				     uint32_t count, int64_t start);
/* How many of these, put in order, suffice whatever leaves they are on; 0: they
 * do not. */
extern uint32_t ft_spread_first(const struct ft_pattern *pattern,
				struct ft_candidate *pick, uint32_t count);
/* When the first picks can start, and from when not any more, in board->edge:
 * the pick's place twice over, and 1 if it begins.  What ends comes first. */
extern void ft_spread_edges(struct ft_board *board, uint32_t count);
/* As ft_pick_start, for a pattern whose tasks are spread; *most: tasks, no more
 * than it wants. */
extern int64_t ft_spread_start(struct ft_board *board,
			       const struct ft_pattern *pattern, uint32_t count,
			       uint32_t *most);
/*
 * Which of board->pick, weighed by ft_pick_best, it gets, and how many tasks
 * each, in the order of nodes; none are left if they do not suffice.  Those
 * with the fewest bookings in the way first, then lower weight, more tasks,
 * then as ft_pick_best has it; where that takes too many nodes, those with the
 * most tasks.
 */
extern void ft_spread_best(struct ft_board *board,
			   const struct ft_pattern *pattern);
/* The same of the first picks: these, which suffice, or none. */
extern void ft_spread_settle(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t count);
/* Do the nodes of board->pick suffice? */
extern bool ft_spread_enough(struct ft_board *board,
			     const struct ft_pattern *pattern);
/* Puts board->pick in the order of nodes. */
extern void ft_spread_order(struct ft_board *board);

#endif
