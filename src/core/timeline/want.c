/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See want.h.
 */
#include "core/timeline/want.h"

#include "core/base/planted.h"
#include "core/timeline/shape.h"

extern int ft_want_hold(struct ft_profile *profile,
			const struct ft_snapshot *snapshot,
			const struct ft_request *request,
			const struct ft_share *share, int64_t start,
			ft_profile_change_fn *change)
{
	uint32_t kinds = snapshot->resource_count;
	uint32_t threads = snapshot->node[share->node].threads;
	int64_t more[kinds], takes[kinds];
	struct ft_use use = {.start = start, .end = start + 1, .amount = more};
	bool any = false;

	ft_shape_want(request, kinds, threads, share->tasks, more);
	ft_shape_cost(request, kinds, threads, share->tasks, takes);
	for (uint32_t r = 0; r < kinds; r++) {
		more[r] -= takes[r];
		any |= more[r] != 0;
	}
	return any && !FT_PLANTED(13) ? change(profile, kinds, &use) : 0;
}
