/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Promises for jobs that have none: the earliest start among all that stands.
 *
 * First patterns of which a job lost its promise, the largest first, then in
 * the order of the queue.  Jobs of one pattern in their order, so that when the
 * first finds nothing the others need not be looked at.
 */
#ifndef FT_CORE_BOARD_PROSPECT_H
#define FT_CORE_BOARD_PROSPECT_H

#include "core/board/state.h"

/* Until so many steps were made.  True: none is left that could have one, or
 * as many bookings stand as may. */
extern bool ft_prospect_work(struct ft_board *board, uint64_t steps);

#endif
