/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_block - which of 64 nodes could take a pattern in a slot, by a look at a
 * few words.
 *
 * For each slot and node: the least and the most that is free of each sieve in
 * the slot, one byte each, and whether it is empty all the time or ever.  A
 * node's slots lie in neighbouring lines, as do the nodes of a slot.
 * Optimistic: no node is ruled out that can; times that a closure closes are
 * not known here.
 */
#ifndef FT_CORE_BOARD_BLOCK_H
#define FT_CORE_BOARD_BLOCK_H

#include "core/board/state.h"

/* 0 or -ENOMEM. */
extern int ft_block_init(struct ft_board *board);
extern void ft_block_fini(struct ft_board *board);
/* The node's profile, or when it is available, changed between the times. */
extern void ft_block_update(struct ft_board *board, uint32_t node,
			    int64_t start, int64_t end);
/* Slot `slots` becomes slot 0. */
extern void ft_block_shift(struct ft_board *board, uint32_t slots);

/* Nodes of the block that may take the pattern at some start in the slot. */
extern uint64_t ft_block_mask(const struct ft_board *board,
			      const struct ft_pattern *pattern, uint32_t block,
			      uint32_t slot);
/* How many of all nodes for each slot, and none known after the last one. */
extern void ft_block_scan(struct ft_board *board,
			  const struct ft_pattern *pattern, uint32_t *count);

/*
 * all[s], some[s]: nodes that can take it through slot s, or at some time in
 * it.  all becomes: nodes that can take the pattern at some start in s.
 */
extern void ft_block_windows(const struct ft_board *board,
			     const struct ft_pattern *pattern, uint64_t *all,
			     const uint64_t *some);

/* An amount in a sieve's unit: rounded up, or down; at most 255. */
extern uint8_t ft_block_up(int64_t amount, int64_t unit);
extern uint8_t ft_block_down(int64_t amount, int64_t unit);

#endif
