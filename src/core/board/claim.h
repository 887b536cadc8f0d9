/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_claim - what the records on the board take of limits (ft_cap), over time.
 *
 * Limits are known by name from one list to the next, and claims of requests
 * and runs count by the last list's order.  Refuses to judge whether a limit is
 * exceeded, and to wake jobs.  Out of memory is noted in board->rc.
 */
#ifndef FT_CORE_BOARD_CLAIM_H
#define FT_CORE_BOARD_CLAIM_H

#include "core/board/state.h"

/* Limits are these from now on; their totals are for ft_exceed_settle, but of
 * those that were not known.  0 or -ENOMEM. */
extern int ft_claim_limits(struct ft_board *board, const struct ft_limit *limit,
			   uint32_t count);
extern void ft_claim_fini(struct ft_board *board);

/* Claims by the board's limits, ascending; for free().  NULL: out of memory. */
extern struct ft_claim *ft_claim_copy(const struct ft_board *board,
				      const struct ft_claim *claim,
				      uint32_t count);
/* Are they the record's, or the pattern's? */
extern bool ft_claim_same(const struct ft_board *board, uint32_t job,
			  const struct ft_claim *claim, uint32_t count);

extern bool ft_claim_pattern(const struct ft_board *board,
			     const struct ft_pattern *pattern,
			     const struct ft_claim *claim, uint32_t count);

/* What the record claims; and one of them over time, as it is booked. */
extern const struct ft_claim *ft_claim_list(const struct ft_board *board,
					    uint32_t job, uint32_t *ret_count);
extern struct ft_gauge_use ft_claim_use(const struct ft_board *board,
					uint32_t job,
					const struct ft_claim *claim);
/* The same by the limit; the record has a claim on it. */
extern struct ft_gauge_use ft_claim_booked(const struct ft_board *board,
					   uint32_t job, uint32_t cap);

/* All claims of the record; the slip is filled in but for its key. */
extern void ft_claim_put(struct ft_board *board, uint32_t job,
			 const struct ft_slip *slip);
extern void ft_claim_drop(struct ft_board *board, uint32_t job);
/* In the sums only: see ft_stand_give_shared. */
extern void ft_claim_give(struct ft_board *board, uint32_t job);
extern void ft_claim_take(struct ft_board *board, uint32_t job);
extern void ft_claim_rank(struct ft_board *board, uint32_t job, uint64_t key);

/* The pattern is to be asked when something of its limits is freed. */
extern void ft_claim_subscribe(struct ft_board *board, uint32_t pattern);

#endif
