/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts the runs, jobs and promises of a snapshot on a new board.
 */
#ifndef FT_CORE_BOARD_POPULATION_H
#define FT_CORE_BOARD_POPULATION_H

#include "core/board/state.h"

/* 0, -ENOTSUP (err is set) or -ENOMEM. */
extern int ft_population_init(struct ft_board *board,
			      const struct ft_snapshot *snapshot,
			      struct ft_err *err);
/* The promise of record j, a job that waits or a guest; one that can't stand
 * is looked for anew, as one that lost its place. */
extern void ft_population_settle(struct ft_board *board,
				 const struct ft_job *job, uint32_t j);

#endif
