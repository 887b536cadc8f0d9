/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_insert - places one more job in a kept plan, where that moves no other.
 *
 * Keeps a timeline of all that runs or is placed, from when it is first
 * needed.  Refuses a job that could start earlier if promises behind it gave
 * way.
 */
#ifndef FT_CORE_PLAN_INSERT_H
#define FT_CORE_PLAN_INSERT_H

#include "core/plan/kept.h"

/*
 * The job comes in behind `placed` placed jobs (those that started counted),
 * with requests of these classes.  0 with the placement filled, -ENOENT if it
 * has no start, -EAGAIN if that cannot be told here, -ENOMEM.
 */
extern int ft_insert(struct ft_kept *kept, const struct ft_job *job,
		     const uint32_t *class, uint32_t placed,
		     struct ft_placement *ret_placement);

#endif
