/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens because time goes on: starts that pass, jobs whose time to start
 * or whose patience comes, nodes that open again.
 */
#ifndef FT_CORE_BOARD_AGENDA_H
#define FT_CORE_BOARD_AGENDA_H

#include "core/board/state.h"

/* Time is now that. */
extern void ft_agenda_advance(struct ft_board *board, int64_t now);

#endif
