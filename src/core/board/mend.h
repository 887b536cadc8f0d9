/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mends what an event broke: jobs that lack nodes, or lost their place; first
 * it is seen which bookings closures that came, and lower totals of limits,
 * leave no room for.
 *
 * The same start on other nodes; else a swap; else the earliest start among
 * all that stands.  Displaces no other job, but for those behind one that keeps
 * its nodes though its start has passed.
 */
#ifndef FT_CORE_BOARD_MEND_H
#define FT_CORE_BOARD_MEND_H

#include "core/board/state.h"

/* In the order of keys, until so many steps were made.  True: none is left. */
extern bool ft_mend_work(struct ft_board *board, uint64_t steps);

#endif
