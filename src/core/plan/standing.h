/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_standing - a plan that stands on a board from one snapshot to the next.
 *
 * A plan made afresh is put on a board (core/board/board.h).  From then on the
 * snapshots that follow are compared with what the board was told, and what is
 * new in them becomes events: starts, time, ends, nodes, runs, then jobs in
 * their order, each after all that is ahead of it could start.
 *
 * Refuses what a board does not take, and what it can't tell as events: another
 * machine or policy, promises that are not the board's, an order that changed
 * at many places.  Such a snapshot is to be planned afresh.
 */
#ifndef FT_CORE_PLAN_STANDING_H
#define FT_CORE_PLAN_STANDING_H

#include "core/plan/schedule.h"

struct ft_preemptors; /* core/plan/preemptor.h */
struct ft_standing;

/* GUESTS: jobs that a board does not take are planned beside it, one by one; so
 * many of them at most. */
enum { FT_STANDING_AGE = 300, FT_STANDING_GUESTS = 256 };

/* NULL if out of memory. */
extern struct ft_standing *ft_standing_new(void);
extern void ft_standing_free(struct ft_standing *standing);
/* There is no plan on a board until ft_standing_begin. */
extern void ft_standing_forget(struct ft_standing *standing);

/* Could a board hold the plan of it?  If not, err says why not. */
extern bool ft_standing_takes(const struct ft_snapshot *snapshot,
			      struct ft_err *err);

/*
 * The plan of the snapshot, made afresh, is put on a board.  Where jobs take
 * runs another schedule may take its place, of which no start counts on what
 * these leave.  0, -ENOTSUP (err says why), -EAGAIN, -ECANCELED or -ENOMEM;
 * then there is none, and the schedule stays.
 */
extern int ft_standing_begin(struct ft_standing *standing,
			     struct ft_preemptors *preemptors,
			     const struct ft_halt *halt,
			     struct ft_schedule **schedule, struct ft_err *err);

/*
 * The next snapshot, whose promises are the last schedule's.  0; -EAGAIN (to be
 * planned afresh, err says why), -EINVAL, -ENOMEM, -ECANCELED (see
 * ft_halt.wanted): then there is no plan on a board any more.
 */
extern int ft_standing_follow(struct ft_standing *standing,
			      struct ft_preemptors *preemptors,
			      const struct ft_halt *halt,
			      struct ft_schedule **ret_schedule,
			      struct ft_err *err);

/* How many of the jobs on it are guests. */
extern uint32_t ft_standing_guests(const struct ft_standing *standing);

/* Is the last fresh plan so old at that time that the board is to be compared
 * with another?  What could be better is then found as well. */
extern bool ft_standing_is_old(const struct ft_standing *standing, int64_t now);

/*
 * The same snapshot with the schedule's placements for promises, all of them
 * held, that give way to no job (so all are of one tier), and where an array
 * has more tasks than may hold a start, jobs that may not; only its jobs are
 * copied.  False if out of memory.
 */
extern bool ft_standing_promised(const struct ft_snapshot *snapshot,
				 const struct ft_schedule *schedule,
				 struct ft_snapshot *ret_promised);
extern void ft_standing_promised_free(struct ft_snapshot *promised);

#endif
