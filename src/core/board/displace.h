/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The place of a job that newly came or rose: as if those that it may displace
 * did not exist.  As few of them as priority allows give way, and are left to
 * be mended.
 */
#ifndef FT_CORE_BOARD_DISPLACE_H
#define FT_CORE_BOARD_DISPLACE_H

#include "core/board/state.h"

/* The job waits, or has a promise that it keeps unless it gets an earlier
 * start. */
extern void ft_displace_place(struct ft_board *board, uint32_t job,
			      enum ft_board_cause cause);

/* The same of one that has a promise for later, if it can start now. */
extern void ft_displace_now(struct ft_board *board, uint32_t job,
			    enum ft_board_cause cause);

/* Has the job, which waits and could start then on board->pick, an earlier
 * start, but none before it was due, if all behind it that begin from then on
 * give way, committed ones too?  These push on in turn, see wait.h.  If not, it
 * has board->pick as before. */
extern bool ft_displace_push(struct ft_board *board, uint32_t job,
			     int64_t start);

/* The run, or what a closure takes, whose bookings are not on the board, holds
 * what it holds: what is in its way moves, whatever was promised. */
extern void ft_displace_enter(struct ft_board *board, uint32_t run);

/* The same of a guest, or a part of one: what it may displace moves; above:
 * committed starts too. */
extern void ft_displace_lodge(struct ft_board *board, uint32_t guest,
			      bool above);

/* The job's start has passed: it gets its nodes from now on, if those that
 * stand against it let it; false if not. */
extern bool ft_displace_renew(struct ft_board *board, uint32_t job);

/* The run has other times, the end being after now: what is in its way moves,
 * whatever was promised. */
extern void ft_displace_extend(struct ft_board *board, uint32_t run,
			       int64_t start, int64_t end);

#endif
