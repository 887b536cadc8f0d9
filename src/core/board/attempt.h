/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_attempt - one job's attempt to start at once, in one of its ways: starts
 * it if all that it takes is free.
 *
 * Says how many nodes are lacking, so that a job is not tried again before so
 * many were freed.  Refuses to say which job is to be tried next.
 */
#ifndef FT_CORE_BOARD_ATTEMPT_H
#define FT_CORE_BOARD_ATTEMPT_H

#include "core/board/state.h"

enum ft_answer {
	FT_ANSWER_STARTED,
	FT_ANSWER_FEWER, /* nodes than it seemed; others may have enough */
	FT_ANSWER_SHORT, /* of nodes, as was known */
	FT_ANSWER_TIMED, /* its own times forbid it */
	/* As others that have no promise would be; likewise, by what limits
	 * leave. */
	FT_ANSWER_UNLICENSED,
	FT_ANSWER_LIMITED,
};

struct ft_attempt {
	enum ft_answer answer;
	uint32_t lack; /* not started: as many times at least must something
			* be freed for it, or of its own nodes */
};

extern struct ft_attempt ft_attempt_way(struct ft_board *board, uint32_t job,
					uint32_t way);

#endif
