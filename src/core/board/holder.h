/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What holds nodes though the board did not place it: runs that it is told of,
 * and what closures take.
 *
 * Refuses to judge whether there is room.
 */
#ifndef FT_CORE_BOARD_HOLDER_H
#define FT_CORE_BOARD_HOLDER_H

#include "core/board/state.h"

/* A record of it, RUNNING from start on; its bookings are not on the board
 * yet.  0 or -ENOMEM. */
extern int ft_holder_new(struct ft_board *board, const struct ft_run *run,
			 int64_t start, uint32_t *ret_number);

/* The same for a record that has a number, in place of what it held. */
extern int ft_holder_fill(struct ft_board *board, uint32_t number,
			  const struct ft_run *run, int64_t start);

/* Does what the record holds equal what the run does?  Times may differ. */
extern bool ft_holder_is(struct ft_board *board, uint32_t number,
			 const struct ft_run *run);

#endif
