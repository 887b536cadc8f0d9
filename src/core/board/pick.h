/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which of the nodes that can be chosen a job gets: the best by
 * core/board/preference.h.
 */
#ifndef FT_CORE_BOARD_PICK_H
#define FT_CORE_BOARD_PICK_H

#include "core/board/state.h"

/* Brings the best `want` of board->pick to the front; there are as many.  Of a
 * pattern whose tasks are spread, as many as it takes; none: they do not do. */
extern void ft_pick_best(struct ft_board *board,
			 const struct ft_pattern *pattern, int64_t start,
			 uint32_t want);

/* Of the first `count` candidates, with board->edge as working memory: the
 * earliest start in [from, limit] at which so many can take it, FT_NEVER if
 * there is none; *most: how many can at once, of those looked at. */
extern int64_t ft_pick_start(struct ft_board *board,
			     const struct ft_candidate *candidate,
			     uint32_t count, uint32_t want, uint32_t *most);

#endif
