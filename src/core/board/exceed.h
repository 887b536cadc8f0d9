/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bookings that give way because a limit leaves no room for them: to a booking
 * that is new or grows, or to a lower total.
 *
 * They lose their start, as no other node would help, and are left to be
 * mended.
 */
#ifndef FT_CORE_BOARD_EXCEED_H
#define FT_CORE_BOARD_EXCEED_H

#include "core/board/regard.h"

/* What takes the room, and what counts for it. */
struct ft_exceed {
	const struct ft_regard *regard;
	uint32_t job;
	enum ft_board_cause cause; /* told to those in its way */
	int64_t until; /* those that are due may wait until then; 0: not */
	bool pushes;   /* those in its way push on, see wait.h */
};

/* The job, whose bookings are not on the board, claims so much. */
extern void ft_exceed_clear(struct ft_board *board,
			    const struct ft_exceed *exceed, uint32_t cap,
			    const struct ft_gauge_use *use);

/* Limits get the totals that were told; runs may claim more by now. */
extern void ft_exceed_settle(struct ft_board *board);

#endif
