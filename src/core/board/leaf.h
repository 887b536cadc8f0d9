/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Patterns that are bound to leaf switches: all nodes on few of them, or so
 * many of each (ft_request.leaves, ft_request.bundle).  Refuses to look at
 * times: it judges and chooses among nodes that others found.
 */
#ifndef FT_CORE_BOARD_LEAF_H
#define FT_CORE_BOARD_LEAF_H

#include "core/board/state.h"

/* The leaves of the board's nodes; -ENOMEM. */
extern int ft_leaf_init(struct ft_board *board);
extern void ft_leaf_fini(struct ft_board *board);

extern struct ft_leaf_wish ft_leaf_wish(const struct ft_request *request);
extern bool ft_leaf_same(const struct ft_leaf_wish *a,
			 const struct ft_leaf_wish *b);

/* Forgets what was counted. */
extern void ft_leaf_clear(struct ft_board *board);
/* Counts the pick, too; true if what was counted suffices whatever else there
 * is, which is not always seen. */
extern bool ft_leaf_add(struct ft_board *board,
			const struct ft_pattern *pattern,
			const struct ft_candidate *pick);
/* How many nodes more than the `listed` ones of board->list the pattern lacks
 * at least, whatever tasks each of them can take; 0: perhaps none. */
extern uint32_t ft_leaf_lack(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t listed);
/* The same of board->pick, which all can start then, and the tasks that they
 * can take; 0: none. */
extern uint32_t ft_leaf_short(struct ft_board *board,
			      const struct ft_pattern *pattern);
/* What the pattern wants, less what so many nodes bring at least. */
extern uint32_t ft_leaf_most(const struct ft_pattern *pattern, uint32_t lack);
/* As ft_spread_start. */
extern int64_t ft_leaf_start(struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t count,
			     uint32_t *most);
/*
 * As ft_spread_best: only picks without bookings in the way, if they do; of
 * leaves that suffice alone the one with the fewest nodes, else of several
 * those with the most; of those that give bundles first the ones with the
 * lightest node, then with the fewest nodes.
 */
extern void ft_leaf_best(struct ft_board *board,
			 const struct ft_pattern *pattern);

#endif
