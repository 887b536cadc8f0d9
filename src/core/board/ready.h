/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which jobs can start now without touching a promise.
 *
 * For each pattern: the nodes on which it may start now for all of its
 * duration; for each promise: those of its nodes that its job may have from now
 * on until its own start.  Both are optimistic, so that nothing but what is
 * freed makes either true, and a look that fails makes it false: passing time
 * costs nothing.
 */
#ifndef FT_CORE_BOARD_READY_H
#define FT_CORE_BOARD_READY_H

#include "core/board/state.h"

/*
 * Places each job of a key below that one that can start now, in order, until
 * so many steps were made.  True: there is none left.
 */
extern bool ft_ready_work(struct ft_board *board, uint64_t steps,
			  uint64_t below);

#endif
