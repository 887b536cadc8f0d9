/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_pattern - requests that are alike, prepared once for the board's life.
 *
 * Known again by what follows from them, not by address.  Refuses requests that
 * a board does not take: asserted by the caller.
 */
#ifndef FT_CORE_BOARD_PATTERN_H
#define FT_CORE_BOARD_PATTERN_H

#include "core/board/state.h"

/* The number of the pattern of jobs that want the request, now or never if
 * now_only; FT_NO_INDEX: out of memory. */
extern uint32_t ft_pattern_of(struct ft_board *board,
			      const struct ft_request *request, bool now_only);
extern void ft_pattern_fini_all(struct ft_board *board);

/* Each licence once, in order, none of which nothing is wanted; how many. */
extern uint32_t ft_pattern_merge(struct ft_licence *licence, uint32_t count);

#endif
