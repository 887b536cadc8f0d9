/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_promise - keeps what earlier plans promised, see schedule.h.
 *
 * plan->promised holds what plan->placed holds and, besides, each promise
 * that still stands, until its job's turn comes.
 */
#ifndef FT_CORE_PLAN_PROMISE_H
#define FT_CORE_PLAN_PROMISE_H

#include "core/plan/plan.h"

/* Lets each promise stand that still can, in order.  0 or -ENOMEM. */
extern int ft_promise_begin(struct ft_plan *plan);

/* Does the job's promise stand? */
extern bool ft_promise_stands(const struct ft_plan *plan, uint32_t job);

/*
 * The job's turn has come, that of all before it is over.  Call it for each job
 * of the pass.  0 or -ENOMEM.
 */
extern int ft_promise_turn(struct ft_plan *plan, uint32_t job);

/*
 * Places a job whose promise stands: at its promise, or earlier if nothing
 * that is placed or promised is in the way.  0 or -ENOMEM.
 */
extern int ft_promise_keep(struct ft_plan *plan, uint32_t job);

/* The same, but at its promise, in no time. */
extern int ft_promise_hold(struct ft_plan *plan, uint32_t job);

/* The job's promise stands no more, as if it had none.  0 or -ENOMEM. */
extern int ft_promise_withdraw(struct ft_plan *plan, uint32_t job);

/* The promise that was just withdrawn stands again.  0 or -ENOMEM. */
extern int ft_promise_restore(struct ft_plan *plan, uint32_t job,
			      const struct ft_placement *promise);

/*
 * Does a job that was just placed leave those promises alone that need not
 * give way to it?  0 or -ENOMEM.
 */
extern int ft_promise_spares(struct ft_plan *plan, uint32_t job,
			     bool *ret_spares);

/*
 * Puts a job that was just placed, in front of the promises, among them:
 * those behind it that no longer fit are dropped.  0 or -ENOMEM.
 */
extern int ft_promise_enter(struct ft_plan *plan, uint32_t job);

#endif
