/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A node for a job that lacks one, from jobs behind it that can each keep their
 * start on another: in full, or not at all.
 */
#ifndef FT_CORE_BOARD_SWAP_H
#define FT_CORE_BOARD_SWAP_H

#include "core/board/state.h"

/* True: the job has all its nodes. */
extern bool ft_swap_node(struct ft_board *board, uint32_t job);

#endif
