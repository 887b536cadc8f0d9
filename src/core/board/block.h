/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_block - which of 64 nodes could take a pattern in a slot, by a look at a
 * few words.
 *
 * For each slot and node: the least and the most that is free of each sieve in
 * the slot, one byte each, and whether it is empty all the time or ever.  A
 * node's slots lie in neighbouring lines, as do the nodes of a slot.  The least
 * of FT_WIDE slots as well, so that long jobs need fewer looks.
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

/* An amount in a sieve's unit: rounded up, or down; at most 255. */
extern uint8_t ft_block_up(int64_t amount, int64_t unit);
extern uint8_t ft_block_down(int64_t amount, int64_t unit);

#endif
