/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_planner - the plan of a queue, kept from cycle to cycle.
 *
 * FT_KEEP_FRESH: gives what ft_schedule_plan gives for each snapshot, which
 * names its promises.
 *
 * FT_KEEP_BOARD: the plan stands on a board, which is told what is new in each
 * snapshot: see standing.h, and core/board/board.h for what then holds of it.
 * What a board does not take is planned as by FT_KEEP_FRESH, and so is a
 * snapshot in which much has changed.
 *
 * Refuses to keep pointers into a snapshot: all that it needs of one later is
 * copied.  It knows the promises as its own by their shares' address first, so
 * it is quickest for callers that hand them on by reference.
 */
#ifndef FT_CORE_PLAN_PLANNER_H
#define FT_CORE_PLAN_PLANNER_H

#include "core/plan/schedule.h"

struct ft_planner;

struct ft_planner_count {
	uint64_t fresh;	   /* plans made from scratch */
	uint64_t followed; /* plans that a board gave */
	uint64_t declined; /* others, where one was asked for */
	uint32_t guests;   /* jobs of the last of these that it hosted only */
	uint64_t compared; /* of those followed: with a fresh plan of the same
			    * snapshot and promises */
	uint64_t differed; /* promises that then did not stand */
};

/* NULL if out of memory. */
extern struct ft_planner *ft_planner_new(void);
extern void ft_planner_free(struct ft_planner *planner);

/* How it keeps its plans from now on; at first FT_KEEP_FRESH. */
extern void ft_planner_keep(struct ft_planner *planner, enum ft_keep keep);

/* FT_KEEP_BOARD: so many jobs, the first that may, are always planned as such
 * as take runs, others once they could start by it (preemptor.h). */
extern void ft_planner_preempt(struct ft_planner *planner, uint32_t first);

/*
 * As ft_schedule_plan, or -ECANCELED: see ft_halt (NULL: to the end).  The
 * schedule may outlive the planner.
 */
extern int ft_planner_plan(struct ft_planner *planner,
			   const struct ft_snapshot *snapshot,
			   const struct ft_halt *halt,
			   struct ft_schedule **ret_schedule,
			   struct ft_err *err);

/* Drops what is kept: the next plan is made from scratch. */
extern void ft_planner_forget(struct ft_planner *planner);

extern struct ft_planner_count
ft_planner_counted(const struct ft_planner *planner);

/* Why the last plan is not a board's; empty if it is, or none was asked for. */
extern const char *ft_planner_declined(const struct ft_planner *planner);

#endif
