/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_reach - could a job start now if certain runs left, by what is ahead
 * of it?
 *
 * For jobs that may take runs and are planned as if they took none.  What is
 * behind the job gives way, committed or not.  Refuses to place it, and to say
 * which of the runs it needs.
 */
#ifndef FT_CORE_BOARD_REACH_H
#define FT_CORE_BOARD_REACH_H

#include "core/board/board.h"
#include "core/board/regard.h"

struct ft_reach {
	const enum ft_gone *gone; /* of records: a run that is taken */
	uint32_t gone_count;	  /* of others none is */
	uint64_t *node;		  /* nodes that then have something free now */
	int64_t *rest;		  /* see ft_regard */
};

/* 0 or -ENOMEM; gone outlives it. */
extern int ft_reach_init(struct ft_reach *reach, const struct ft_board *board,
			 const enum ft_gone *gone, uint32_t gone_count);
extern void ft_reach_fini(struct ft_reach *reach);

/*
 * 0: the job could start now in one of its ways, and not with these runs there.
 * Else how many nodes have to be freed for that at least; UINT32_MAX: its time
 * has not come, or licences or limits do not suffice.
 */
extern uint32_t ft_reach_lack(struct ft_board *board, uint32_t job,
			      const struct ft_reach *reach);

#endif
