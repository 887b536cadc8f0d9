/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a board is made of before any job is on it: nodes in its own order,
 * lanes, slots, working memory; and a copy of what of the snapshot does not
 * change.
 */
#ifndef FT_CORE_BOARD_LAYOUT_H
#define FT_CORE_BOARD_LAYOUT_H

#include "core/board/state.h"

/* 0 or -ENOMEM; what was made is for ft_layout_fini all the same. */
extern int ft_layout_init(struct ft_board *board,
			  const struct ft_snapshot *snapshot,
			  const struct ft_board_setup *setup);
extern void ft_layout_fini(struct ft_board *board);
/* Bytes, about. */
extern size_t ft_layout_size(const struct ft_board *board);

#endif
