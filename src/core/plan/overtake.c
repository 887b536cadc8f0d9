/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See overtake.h.
 *
 * The jobs are walked from the last to the first.  For those already seen, a
 * Fenwick tree over the priorities tells the least rank among all of less
 * than some priority.
 */
#include "core/plan/overtake.h"

#include <errno.h>
#include <stdlib.h>

struct ranks {
	const struct ft_snapshot *snapshot;
	uint32_t *priority; /* sorted */
	uint32_t *least;    /* the tree, from 1 */
	uint32_t count;
};

static int _order(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;

	return (a > b) - (a < b);
}

extern bool ft_overtake_rules(const struct ft_snapshot *snapshot,
			      uint32_t ahead, uint32_t behind)
{
	int64_t lead = (int64_t) snapshot->job[ahead].priority -
		       snapshot->job[behind].priority;

	return !snapshot->overrule || (lead > snapshot->overrule);
}

/* How many of the sorted priorities are less than limit. */
static uint32_t _below(const struct ranks *ranks, int64_t limit)
{
	uint32_t low = 0, high = ranks->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (ranks->priority[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void _add(struct ranks *ranks, const struct ft_job *job)
{
	uint32_t i = _below(ranks, job->priority) + 1;

	for (; i <= ranks->count; i += i & -i)
		if (job->promise_rank < ranks->least[i])
			ranks->least[i] = job->promise_rank;
}

/* The least rank of the jobs seen that must give way to the job. */
static uint32_t _least_behind(const struct ranks *ranks,
			      const struct ft_job *job)
{
	uint32_t least = UINT32_MAX, i = ranks->count;

	if (ranks->snapshot->overrule)
		i = _below(ranks, job->priority - ranks->snapshot->overrule);
	for (; i; i -= i & -i)
		if (ranks->least[i] < least)
			least = ranks->least[i];
	return least;
}

extern int ft_overtake_find(const struct ft_snapshot *snapshot,
			    struct ft_arena *arena, bool *risen)
{
	struct ranks ranks = {
		.snapshot = snapshot,
		.count = snapshot->job_count,
	};
	size_t size = ((size_t) ranks.count + 1) * sizeof(uint32_t);

	ranks.priority = ft_arena_alloc(arena, size);
	ranks.least = ft_arena_alloc(arena, size);
	if (!ranks.priority || !ranks.least)
		return -ENOMEM;
	for (uint32_t j = 0; j < ranks.count; j++)
		ranks.priority[j] = snapshot->job[j].priority;
	qsort(ranks.priority, ranks.count, sizeof(uint32_t), _order);
	for (uint32_t i = 0; i <= ranks.count; i++)
		ranks.least[i] = UINT32_MAX;
	for (uint32_t j = ranks.count; j-- > 0;) {
		const struct ft_job *job = &snapshot->job[j];

		risen[j] = false;
		if (job->promise == FT_NEVER)
			continue;
		risen[j] = _least_behind(&ranks, job) < job->promise_rank;
		_add(&ranks, job);
	}
	return 0;
}
