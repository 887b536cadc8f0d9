/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_record - what the board knows of a job or a run, and what changes when it
 * gets or loses its place.
 *
 * Refuses to look for places.
 */
#ifndef FT_CORE_BOARD_RECORD_H
#define FT_CORE_BOARD_RECORD_H

#include "core/board/state.h"

/* A new number; FT_NO_INDEX: out of memory. */
extern uint32_t ft_record_new(struct ft_board *board);
extern void ft_record_free(struct ft_board *board, uint32_t job);

/* Off the board with all of a guest's parts, and told. */
extern void ft_record_evict(struct ft_board *board, uint32_t guest,
			    enum ft_board_cause cause);

/* A job has these marks: what is worn of them no run leaves to another job.
 * Guests whose places were told without that lose these. */
extern void ft_record_wear(struct ft_board *board, const struct ft_mark *mark,
			   uint32_t count);

/* When its time to start, or its patience, comes, it is looked at. */
extern void ft_record_watch(struct ft_board *board, uint32_t job);

/* It is of that tier. */
extern void ft_record_rate(struct ft_board *board, uint32_t job, uint32_t tier);

/* Its placement is told to the caller. */
extern void ft_record_tell(struct ft_board *board, uint32_t job,
			   enum ft_board_cause cause);

/* Puts it in line, or takes it out: by its state, pattern and key. */
extern void ft_record_join(struct ft_board *board, uint32_t job);
extern void ft_record_leave(struct ft_board *board, uint32_t job);

/* Gives it board->pick from that start on: it has no place and is WAITING. */
extern void ft_record_place(struct ft_board *board, uint32_t job, int64_t start,
			    enum ft_board_cause cause);
/* The same of one that was due before, unless that is FT_NEVER: see wait.h. */
extern void ft_record_span(struct ft_board *board, uint32_t job, int64_t start,
			   int64_t due, enum ft_board_cause cause);
/* Takes all its bookings off: WAITING, with precedence if it is a loser. */
extern void ft_record_displace(struct ft_board *board, uint32_t job, bool loser,
			       enum ft_board_cause cause);
/* It loses that node: MENDING. */
extern void ft_record_lose(struct ft_board *board, uint32_t job, uint32_t node,
			   enum ft_board_cause cause);
/* It gets that node, which it lacked; PROMISED once it lacks none. */
extern void ft_record_gain(struct ft_board *board, uint32_t job, uint32_t node);

/* Has it claims on limits, in any way? */
extern bool ft_record_claims(const struct ft_board *board, uint32_t job);

/* The last start that it may have by the pattern. */
extern int64_t ft_record_limit(const struct ft_board *board, uint32_t job,
			       uint32_t pattern);

/* It is to be asked whether it can start now, whatever was freed. */
extern void ft_record_ask(struct ft_board *board, uint32_t job);

/* Bookings that no job moves: not by rank, but for being near or patience. */
extern bool ft_record_committed(const struct ft_board *board, uint32_t job);

#endif
