/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_line - the jobs of one pattern in the order of their keys.  One that comes
 * or leaves has those on its shorter side move: at the front that is none.
 *
 * Refuses to know the jobs: a caller takes one out by the key it came in by.
 */
#ifndef FT_CORE_BOARD_LINE_H
#define FT_CORE_BOARD_LINE_H

#include "core/board/state.h"

/* 0 or -ENOMEM. */
extern int ft_line_put(struct ft_line *line, uint64_t key, uint32_t job);
extern void ft_line_drop(struct ft_line *line, uint64_t key, uint32_t job);
/* Where it is, or would be. */
extern uint32_t ft_line_find(const struct ft_line *line, uint64_t key,
			     uint32_t job);
extern void ft_line_fini(struct ft_line *line);

#endif
