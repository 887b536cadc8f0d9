/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The earliest start of a job as if those that it may displace did not exist.
 *
 * No index knows ranks: each node's bookings are passed over once, and what
 * stands is summed up slot by slot for 64 nodes at a time.
 */
#ifndef FT_CORE_BOARD_AHEAD_H
#define FT_CORE_BOARD_AHEAD_H

#include "core/board/regard.h"

/*
 * The earliest start in [from, limit], FT_NEVER if there is none.  board->pick
 * then has the nodes, as many as it wants: those with the fewest bookings to
 * displace.
 */
extern int64_t ft_ahead_start(struct ft_board *board,
			      const struct ft_pattern *pattern,
			      const struct ft_regard *regard, int64_t from,
			      int64_t limit);

#endif
