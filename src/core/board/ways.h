/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ways in which a job may run: its requests, each a pattern.
 *
 * A job is in line for all of them, and stands by one.  The earliest start of
 * them wins, the first of them where several have it.
 */
#ifndef FT_CORE_BOARD_WAYS_H
#define FT_CORE_BOARD_WAYS_H

#include "core/board/state.h"

/* The job's requests become its ways; it is not in line.  0 or -ENOMEM. */
extern int ft_ways_set(struct ft_board *board, uint32_t job,
		       const struct ft_request *request, uint32_t count,
		       bool now_only);
/* The other's ways become its own. */
extern int ft_ways_copy(struct ft_board *board, uint32_t job, uint32_t other);
/* Does it stand for just these requests? */
extern bool ft_ways_same(struct ft_board *board, uint32_t job,
			 const struct ft_request *request, uint32_t count,
			 bool now_only);

/* From now on it stands, or would, by that way. */
extern void ft_ways_take(struct ft_board *board, uint32_t job, uint32_t way);

/* The earliest start of all its ways among all that stands, which the job,
 * that waits, then has the place for in board->pick; FT_NEVER: none. */
extern int64_t ft_ways_sweep(struct ft_board *board, uint32_t job, int64_t from,
			     int64_t limit);

/* Its patterns' jobs are to be asked again. */
extern void ft_ways_wake_again(struct ft_board *board, uint32_t job);

#endif
