/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_wait - a start that is due and waits for its own nodes, which a run is
 * still leaving (an epilog), or holds for a moment longer.
 *
 * It is taken to end when it was to all the same, so that it is in the way of
 * no other booking.  One that can't wait, though the run lasts for no longer
 * than that, pushes on: jobs behind it that were to start no sooner than it
 * give way, committed ones too, rather than that it starts behind them, and
 * these push on in turn.  Refuses to look for other nodes, and to have a start
 * wait for longer than board->wait.
 */
#ifndef FT_CORE_BOARD_WAIT_H
#define FT_CORE_BOARD_WAIT_H

#include "core/board/state.h"

/*
 * Moves the job's start, which is due, to that time; false if it may not wait
 * for so long.  None of the board's scratches is touched.
 */
extern bool ft_wait_until(struct ft_board *board, uint32_t job, int64_t start);

/* Has it waited for so long by now that it may take other jobs' nodes? */
extern bool ft_wait_is_long(const struct ft_board *board, uint32_t job);

/* The job is about to lose its place to a run that lasts until then or, 0, to a
 * job that pushes on: it pushes on, unless the run lasts for long. */
extern void ft_wait_push(struct ft_board *board, uint32_t job, int64_t until);

/* Has the agenda look at the job, if it waits, as soon as that is so. */
extern void ft_wait_watch(struct ft_board *board, uint32_t job);

/*
 * Lets a start that waits be now, if its nodes are free sooner than they were
 * said to be: it ends when it was to.  False: it waits, or did not.
 */
extern bool ft_wait_no_more(struct ft_board *board, uint32_t job);

#endif
