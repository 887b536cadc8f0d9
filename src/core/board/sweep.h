/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The earliest start of a pattern among all that stands.
 */
#ifndef FT_CORE_BOARD_SWEEP_H
#define FT_CORE_BOARD_SWEEP_H

#include "core/board/state.h"

/*
 * The earliest start in [from, limit], FT_NEVER if there is none.  board->pick
 * then has the nodes, as many as it wants.
 */
extern int64_t ft_sweep_start(struct ft_board *board,
			      struct ft_pattern *pattern, int64_t from,
			      int64_t limit);

/*
 * Nodes on which it can start at that very time, other than those marked, into
 * board->pick: the best `want` of them, or fewer.  False if fewer.
 */
extern bool ft_sweep_at(struct ft_board *board,
			const struct ft_pattern *pattern, int64_t start,
			uint32_t want);

#endif
