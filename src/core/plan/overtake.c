/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See overtake.h.
 *
 * The jobs are walked from the last to the first.  For those already seen, a
 * Fenwick tree over tier and priority tells the least rank among all of less
 * than some points.
 */
#include "core/plan/overtake.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/planted.h"

struct ranks {
	const struct ft_snapshot *snapshot;
	int64_t *points; /* sorted */
	uint32_t count;
	/* Trees, from 1: of all promises, and of those that are not committed.
	 */
	uint32_t *least, *least_free;
};

/* By tier, then by priority: FT_TIER_MAX keeps it below 2^49. */
static int64_t _points(const struct ft_job *job)
{
	return ((int64_t) job->tier << 32) + job->priority;
}

static int _order_job(const void *x, const void *y)
{
	int64_t a = *(const int64_t *) x, b = *(const int64_t *) y;

	return (a > b) - (a < b);
}

extern bool ft_overtake_rules(const struct ft_snapshot *snapshot,
			      uint32_t ahead, uint32_t behind)
{
	const struct ft_job *a = &snapshot->job[ahead];
	const struct ft_job *b = &snapshot->job[behind];
	int64_t lead = _points(a) - _points(b);

	if (a->tier > b->tier)
		return true;
	if ((FT_PLANTED(16) || !ft_job_committed(snapshot, behind)) &&
	    (!snapshot->overrule || (lead > snapshot->overrule)))
		return true;
	return ft_job_above(a);
}

/* How many of the sorted points are less than limit. */
static uint32_t _below(const struct ranks *ranks, int64_t limit)
{
	uint32_t low = 0, high = ranks->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (ranks->points[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void _add_rank(const struct ranks *ranks, uint32_t *tree,
		      const struct ft_job *job)
{
	uint32_t i = _below(ranks, _points(job)) + 1;

	for (; i <= ranks->count; i += i & -i)
		if (job->promise_rank < tree[i])
			tree[i] = job->promise_rank;
}

/* The least rank of the first so many jobs, by points. */
static uint32_t _least_of(const uint32_t *tree, uint32_t count)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t i = count; i; i -= i & -i)
		if (tree[i] < least)
			least = tree[i];
	return least;
}

/* The least rank of the jobs seen that must give way to the job. */
static uint32_t _least_behind(const struct ranks *ranks,
			      const struct ft_job *job)
{
	int64_t overrule = ranks->snapshot->overrule;
	int64_t tier = (int64_t) job->tier << 32;
	uint32_t lower, count = ranks->count;

	if (ft_job_above(job))
		return _least_of(ranks->least, ranks->count);
	lower = _least_of(ranks->least, _below(ranks, tier));
	if (overrule)
		count = _below(ranks, _points(job) - overrule);
	count = _least_of(ranks->least_free, count);
	return count < lower ? count : lower;
}

extern int ft_overtake_find(const struct ft_snapshot *snapshot,
			    struct ft_arena *arena, bool *risen)
{
	struct ranks ranks = {
		.snapshot = snapshot,
		.count = snapshot->job_count,
	};
	size_t size = (size_t) ranks.count + 1;

	ranks.points = ft_arena_alloc(arena, size * sizeof(*ranks.points));
	ranks.least = ft_arena_alloc(arena, size * sizeof(uint32_t));
	ranks.least_free = ft_arena_alloc(arena, size * sizeof(uint32_t));
	if (!ranks.points || !ranks.least || !ranks.least_free)
		return -ENOMEM;
	for (uint32_t j = 0; j < ranks.count; j++)
		ranks.points[j] = _points(&snapshot->job[j]);
	qsort(ranks.points, ranks.count, sizeof(*ranks.points), _order_job);
	for (uint32_t i = 0; i <= ranks.count; i++)
		ranks.least[i] = ranks.least_free[i] = UINT32_MAX;
	for (uint32_t j = ranks.count; j-- > 0;) {
		const struct ft_job *job = &snapshot->job[j];

		risen[j] = false;
		if (job->promise == FT_NEVER)
			continue;
		risen[j] = _least_behind(&ranks, job) < job->promise_rank;
		_add_rank(&ranks, ranks.least, job);
		if (!ft_job_committed(snapshot, j))
			_add_rank(&ranks, ranks.least_free, job);
	}
	return 0;
}
