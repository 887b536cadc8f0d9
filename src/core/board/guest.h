/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_guest - jobs that have their places told to the board: ft_board_guest.
 *
 * A guest's number is that of its first part's record; further parts that it
 * stands by, or pieces of it (cut.h), have records of their own, which the
 * board's caller never hears of; so has, in its first second, what it wants
 * beyond what it takes.
 * Refuses to look for a place, and to judge whether there is one.
 */
#ifndef FT_CORE_BOARD_GUEST_H
#define FT_CORE_BOARD_GUEST_H

#include "core/board/state.h"

/* The record, which has id, rank and times, is a guest's.  0 or -ENOMEM. */
extern int ft_guest_enrol(struct ft_board *board, uint32_t number);
/* Its bookings; see ft_board_lodge. */
extern int ft_guest_lodge(struct ft_board *board, uint32_t number,
			  const struct ft_board_lodging *lodging);
/* Is more used now of a node of it than there is? */
extern bool ft_guest_overdraws(const struct ft_board *board, uint32_t number);
extern void ft_guest_rank(struct ft_board *board, uint32_t number,
			  uint64_t key);
extern void ft_guest_rate(struct ft_board *board, uint32_t number,
			  uint32_t tier);
/* Off the board, and gone. */
extern void ft_guest_gone(struct ft_board *board, uint32_t number);

#endif
