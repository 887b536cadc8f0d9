/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fewest.h.
 */
#include "core/plan/fewest.h"

#include "core/plan/preempt.h"
#include "core/plan/stretch.h"

/* Up to which of all runs it has to ask at the slot; 0: none. */
static int _runs_reached(struct ft_plan *plan, uint32_t job,
			 const struct ft_slot *slot, uint32_t *ret_reach)
{
	*ret_reach = 0;
	if (ft_preempt_needless(plan, slot))
		return plan->failed;
	return ft_preempt_reach(plan, job, slot, ret_reach);
}

/* Could it start then by this request? */
static bool _starts_then(struct ft_plan *plan, uint32_t job, uint32_t request,
			 int64_t start)
{
	return !ft_plan_request(plan, job, request)->part_count &&
	       (start <= ft_plan_limit(plan, job, request)) &&
	       (ft_plan_start(plan, job, request, start) == start);
}

/* The same start by the request, for as long as it then may last. */
static struct ft_slot _same_start(struct ft_plan *plan, uint32_t job,
				  uint32_t request, int64_t start)
{
	struct ft_slot slot = {start, request,
			       ft_plan_shape(plan, job, request)};

	ft_stretch_slot(plan, &plan->placed,
			ft_plan_request(plan, job, request), slot.shape, &slot);
	return slot;
}

extern int ft_fewest_runs(struct ft_plan *plan, uint32_t job,
			  struct ft_slot *slot, bool *ret_takes)
{
	uint32_t count = plan->snapshot->job[job].request_count, least, reach;
	int rc = 0;

	*ret_takes = !ft_preempt_needless(plan, slot);
	if (!*ret_takes || (slot->request + 1 == count) ||
	    slot->shape->part_count)
		return plan->failed;
	rc = ft_preempt_reach(plan, job, slot, &least);
	for (uint32_t r = slot->request + 1; !rc && least && (r < count); r++) {
		struct ft_slot other;

		if (!_starts_then(plan, job, r, slot->start))
			continue;
		other = _same_start(plan, job, r, slot->start);
		rc = _runs_reached(plan, job, &other, &reach);
		if (!rc && (reach < least)) {
			least = reach;
			*slot = other;
		}
	}
	*ret_takes = least > 0;
	return rc;
}
