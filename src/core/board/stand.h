/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts what a record holds on the board and takes it off again, with all that
 * follows it: profiles, blocks, what was freed, nodes that were touched.
 *
 * Refuses to judge and to choose.  Out of memory is noted in board->rc.
 */
#ifndef FT_CORE_BOARD_STAND_H
#define FT_CORE_BOARD_STAND_H

#include "core/board/state.h"

/* One of the record's nodes, from its start to its end. */
extern void ft_stand_put_node(struct ft_board *board, uint32_t job,
			      uint32_t node);
extern void ft_stand_drop_node(struct ft_board *board, uint32_t job,
			       uint32_t node);
/* All of its nodes, licences and claims. */
extern void ft_stand_put(struct ft_board *board, uint32_t job);
extern void ft_stand_drop(struct ft_board *board, uint32_t job);

/* In the step functions only, for a look at what is free without it: its nodes,
 * or its licences and limits.  give is undone by take. */
extern void ft_stand_give_nodes(struct ft_board *board, uint32_t job);
extern void ft_stand_take_nodes(struct ft_board *board, uint32_t job);
extern void ft_stand_give_shared(struct ft_board *board, uint32_t job);
extern void ft_stand_take_shared(struct ft_board *board, uint32_t job);

/* What its record takes of one of its nodes, of one of its licences; and all of
 * these. */
extern struct ft_use ft_stand_use(const struct ft_board *board, uint32_t job,
				  uint32_t node);
/*
 * What its pattern wants at its start beyond what it takes of the node, which
 * no other booking has in its first second; until the next call.  False: it
 * wants no more, or it runs.
 */
extern bool ft_stand_hold(const struct ft_board *board, uint32_t job,
			  uint32_t node, struct ft_use *ret_use);
/* The same of one that is to be placed there. */
extern bool ft_stand_would_hold(const struct ft_board *board,
				const struct ft_pattern *pattern, uint32_t node,
				uint32_t tasks, int64_t start,
				struct ft_use *ret_use);
/* What it holds so is freed: it runs from now on, which its state is to say. */
extern void ft_stand_release(struct ft_board *board, uint32_t job);
/* How many of its tasks get that one of its nodes. */
extern uint32_t ft_stand_tasks(const struct ft_board *board, uint32_t job,
			       uint32_t node);
extern struct ft_use ft_stand_licence(const struct ft_board *board,
				      uint32_t job, uint32_t licence);
extern const struct ft_licence *ft_stand_licences(const struct ft_board *board,
						  uint32_t job,
						  uint32_t *ret_count);

/* The record, whose bookings are on the board, claims that from now on, which
 * becomes the board's. */
extern void ft_stand_claims(struct ft_board *board, uint32_t job,
			    struct ft_claim *claim, uint32_t count);

/* Its bookings get the key. */
extern void ft_stand_rank(struct ft_board *board, uint32_t job, uint64_t key);

/* The pattern's jobs are to be asked whether they can start now: something was
 * freed for all of them, or another of them may be the first. */
extern void ft_stand_wake(struct ft_board *board, uint32_t pattern);
extern void ft_stand_wake_again(struct ft_board *board, uint32_t pattern);
/* The same of all patterns, and of their licences and limits. */
extern void ft_stand_wake_all(struct ft_board *board);
/* Something of the limit was freed for those that claim it. */
extern void ft_stand_wake_limit(struct ft_board *board, uint32_t cap);
/* Could the job, in any of its ways, be on the node in that state?  Then its
 * own booking there, the slip, says so. */
extern bool ft_stand_could(const struct ft_board *board,
			   const struct ft_record *record, uint32_t node,
			   const int64_t *state);
extern void ft_stand_own(struct ft_board *board, struct ft_record *record,
			 struct ft_slip *slip);
/* Something was freed there: see ready.h. */
extern void ft_stand_touch(struct ft_board *board, uint32_t node);

#endif
