/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_repair - the next plan from the last one, if little has changed.
 *
 * What it can tell without looking at the time line, and does:
 * - runs that end when they were to end, and placed jobs that start when they
 *   were to start, free and take nothing;
 * - where nothing was freed, a promise keeps its place, since it could not
 *   come earlier in the last plan either;
 * - a request that had no start behind so many placed jobs has none behind
 *   more of them; a job that arrives, changes, moves or goes away behind the
 *   first job of its class that was refused changes nothing;
 * - a later end of the window lets in a start only where something ends.
 *
 * Refuses all else (and all where runs may be taken): jobs that may find a
 * start, promises that move, jobs that were placed and are gone, nodes, runs or
 * closures that changed.
 */
#ifndef FT_CORE_PLAN_REPAIR_H
#define FT_CORE_PLAN_REPAIR_H

#include "core/plan/kept.h"

/*
 * 0 with a schedule that is what ft_schedule_plan would make, -EAGAIN if it
 * must be made afresh, -ENOMEM.  After a failure kept is of no use.
 */
extern int ft_repair(struct ft_kept *kept, const struct ft_snapshot *snapshot,
		     struct ft_schedule **ret_schedule);

#endif
