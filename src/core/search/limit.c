/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit.h.
 */
#include "core/search/limit.h"

/* When the claim allows a start, for a job that lasts that long. */
static int64_t _start_limit(const struct ft_timeline *timeline,
			    const struct ft_claim *claim, int64_t duration,
			    int64_t from)
{
	return ft_gauge_start(&timeline->limit[claim->limit],
			      &timeline->snapshot->limit[claim->limit],
			      claim->count, duration, from);
}

extern int64_t ft_limit_start(const struct ft_timeline *timeline,
			      const struct ft_request *request,
			      int64_t duration, int64_t from)
{
	int64_t start = from, last;

	if (!request->claim_count)
		return from;
	do {
		last = start;
		for (uint32_t i = 0; i < request->claim_count; i++) {
			if (start == FT_NEVER)
				return FT_NEVER;
			start = _start_limit(timeline, &request->claim[i],
					     duration, start);
		}
	} while (start != last);
	return start;
}

extern bool ft_limit_fits(const struct ft_timeline *timeline,
			  const struct ft_request *request, int64_t start,
			  int64_t duration)
{
	for (uint32_t i = 0; i < request->claim_count; i++)
		if (_start_limit(timeline, &request->claim[i], duration,
				 start) != start)
			return false;
	return true;
}

extern bool ft_limit_possible(const struct ft_snapshot *snapshot,
			      const struct ft_request *request)
{
	for (uint32_t i = 0; i < request->claim_count; i++)
		if (!ft_gauge_possible(
			    &snapshot->limit[request->claim[i].limit],
			    request->claim[i].count, ft_request_least(request)))
			return false;
	return true;
}

static bool _meet_limit(const struct ft_snapshot *snapshot, uint32_t limit,
			const struct ft_booking *a, const struct ft_booking *b)
{
	return (snapshot->limit[limit].kind == FT_LIMIT_SPENT) ||
	       ((a->start < b->end) && (b->start < a->end));
}

extern bool ft_limit_shared(const struct ft_snapshot *snapshot,
			    const struct ft_booking *a,
			    const struct ft_booking *b)
{
	uint32_t i = 0, j = 0;

	while ((i < a->claim_count) && (j < b->claim_count)) {
		uint32_t one = a->claim[i].limit, two = b->claim[j].limit;

		if ((one == two) && _meet_limit(snapshot, one, a, b))
			return true;
		i += one <= two;
		j += two <= one;
	}
	return false;
}
