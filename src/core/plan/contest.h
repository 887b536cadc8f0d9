/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_contest - which promises a job drops that is placed in front of them.
 *
 * Looks only at nodes where there is not room for all, and tries out on copies
 * of them which may stay: a promise that meets the job elsewhere keeps its
 * place in any case.  Refuses to change the promises themselves, and to judge
 * licences.
 */
#ifndef FT_CORE_PLAN_CONTEST_H
#define FT_CORE_PLAN_CONTEST_H

#include "core/plan/plan.h"

/*
 * Lists into plan->lifted, ascending, the standing promises behind the job
 * (those that must give way to it) that do not fit any more if it takes its
 * place and each of them, in their order, keeps its own if it can.  Licences
 * must suffice for all.  0 or -ENOMEM.
 */
extern int ft_contest_list(struct ft_plan *plan, uint32_t job,
			   uint32_t *ret_count);

#endif
