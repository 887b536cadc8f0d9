/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Closures that come and go: which nodes and licences are closed to which jobs,
 * and what closures take of nodes.
 *
 * Closures are known by what they say, so one that says something else is
 * another.  Bookings that are in the way of one that came lose their node, or
 * their start for a licence, and are left to be mended.
 */
#ifndef FT_CORE_BOARD_CLOSING_H
#define FT_CORE_BOARD_CLOSING_H

#include "core/board/state.h"

/* Closures are these from now on: places that are looked for heed them, and
 * requests count by their order.  0 or -ENOMEM. */
extern int ft_closing_tell(struct ft_board *board,
			   const struct ft_closure *closure, uint32_t count);
/* Those that came take what they take. */
extern void ft_closing_settle(struct ft_board *board);
extern void ft_closing_fini(struct ft_board *board);

#endif
