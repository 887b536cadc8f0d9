/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See want.h.
 */
#include "core/timeline/want.h"

#include "core/base/planted.h"
#include "core/timeline/shape.h"

extern bool ft_want_more(const struct ft_request *request,
			 uint32_t resource_count, uint32_t threads,
			 uint32_t tasks, int64_t *ret_amount)
{
	int64_t takes[resource_count];
	bool any = false;

	ft_shape_want(request, resource_count, threads, tasks, ret_amount);
	ft_shape_cost(request, resource_count, threads, tasks, takes);
	for (uint32_t r = 0; r < resource_count; r++) {
		ret_amount[r] -= takes[r];
		any |= ret_amount[r] != 0;
	}
	return any;
}

extern int ft_want_hold(struct ft_profile *profile,
			const struct ft_snapshot *snapshot,
			const struct ft_request *request,
			const struct ft_share *share, int64_t start,
			ft_profile_change_fn *change)
{
	uint32_t kinds = snapshot->resource_count;
	uint32_t threads = snapshot->node[share->node].threads;
	int64_t more[kinds];
	struct ft_use use = {.start = start, .end = start + 1, .amount = more};
	bool any = ft_want_more(request, kinds, threads, share->tasks, more);

	return any && !FT_PLANTED(13) ? change(profile, kinds, &use) : 0;
}
