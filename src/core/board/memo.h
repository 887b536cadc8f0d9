/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is remembered of searches: in which slots too few nodes could take a
 * pattern.
 *
 * Whatever is taken makes it only more true.  Whatever is freed on a node lets
 * one node more take the pattern, at most, in slots whose reach it overlaps: so
 * what was freed is counted by the slot in which it begins and the one in which
 * it ends, and a slot stays ruled out while the nodes counted and the frees of
 * its reach since are too few.
 */
#ifndef FT_CORE_BOARD_MEMO_H
#define FT_CORE_BOARD_MEMO_H

#include "core/board/state.h"

/* Something was freed on a node, or so many, between the times. */
extern void ft_memo_freed(struct ft_board *board, int64_t start, int64_t end);
extern void ft_memo_freed_many(struct ft_board *board, int64_t start,
			       int64_t end, uint32_t nodes);
extern void ft_memo_shift(struct ft_board *board, uint32_t slots);

/* Can too few nodes take it at any start in the slot? */
extern bool ft_memo_excludes(const struct ft_board *board,
			     const struct ft_pattern *pattern, uint32_t slot);
/* No more than so many nodes (collective: tasks) can now. */
extern void ft_memo_learn(const struct ft_board *board,
			  struct ft_pattern *pattern, uint32_t slot,
			  int64_t most);
/* Nothing is known of it. */
extern void ft_memo_init(struct ft_pattern *pattern);

#endif
