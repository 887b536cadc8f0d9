/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_cut - what a guest takes beside runs that leave for it and are still
 * there: pieces of its booking, each for a span of time.
 *
 * So long as such a run has a node, the guest's piece there is less by what the
 * run holds: no room is counted twice, and no other job is planned with room
 * that is not free yet.  Refuses to judge whether the rest of it has room.
 */
#ifndef FT_CORE_BOARD_CUT_H
#define FT_CORE_BOARD_CUT_H

#include "core/board/state.h"

struct ft_cut_piece {
	int64_t start, end;
	uint32_t share_count, share_room;
	struct ft_share *share; /* amount NULL: the whole node */
};

struct ft_cut {
	struct ft_cut_piece *piece; /* the first: all of its time */
	uint32_t count;
	struct ft_arena *arena; /* what shares point to */
};

/* The pieces of what the lodging says, which has no parts.  0 or -ENOMEM; to be
 * ended by ft_cut_fini either way. */
extern int ft_cut_make(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging);
/* The one piece of what those shares of the lodging's want, by the request, at
 * their start beyond what they take, of one second; it may have no shares. */
extern int ft_cut_hold(struct ft_cut *cut, const struct ft_board *board,
		       const struct ft_board_lodging *lodging,
		       const struct ft_request *request,
		       const struct ft_share *share, uint32_t count);
extern void ft_cut_fini(struct ft_cut *cut);

#endif
