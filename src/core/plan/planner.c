/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See planner.h.
 */
#include "core/plan/planner.h"

#include <stdlib.h>

#include "core/plan/repair.h"

struct ft_planner {
	struct ft_kept kept;
	struct ft_planner_count count;
};

extern struct ft_planner *ft_planner_new(void)
{
	return calloc(1, sizeof(struct ft_planner));
}

extern void ft_planner_free(struct ft_planner *planner)
{
	if (!planner)
		return;
	ft_kept_fini(&planner->kept);
	free(planner);
}

extern void ft_planner_forget(struct ft_planner *planner)
{
	ft_kept_fini(&planner->kept);
}

/* Repair knows nothing of preemption. */
static bool _takes_plan(const struct ft_snapshot *snapshot)
{
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (snapshot->run[i].class)
			return true;
	return false;
}

extern int ft_planner_plan(struct ft_planner *planner,
			   const struct ft_snapshot *snapshot,
			   const struct ft_halt *halt,
			   struct ft_schedule **ret_schedule,
			   struct ft_err *err)
{
	struct ft_kept *kept = &planner->kept;
	int rc;

	if (kept->fit && !_takes_plan(snapshot) &&
	    !ft_repair(kept, snapshot, ret_schedule)) {
		planner->count.repaired++;
		return 0;
	}
	ft_kept_fini(kept);
	rc = ft_plan_make(&kept->plan, snapshot, halt, err);
	if (rc) {
		ft_kept_fini(kept);
		return rc;
	}
	*ret_schedule = kept->plan.schedule;
	planner->count.fresh++;
	/* Without memory to remember, the next plan is made afresh. */
	if (ft_kept_fill(kept, snapshot))
		ft_kept_fini(kept);
	return 0;
}

extern struct ft_planner_count
ft_planner_counted(const struct ft_planner *planner)
{
	return planner->count;
}
