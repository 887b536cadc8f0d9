/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See idle.h.
 */
#include "core/search/idle.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/order.h"

static bool _empty_node(const struct ft_timeline *running, uint32_t node)
{
	uint32_t kinds = running->snapshot->resource_count;

	return !ft_profile_state(&running->node[node], kinds,
				 0)[FT_STATE_USERS];
}

static int64_t _node_closes(const struct ft_access *access, uint32_t node)
{
	if (access->first[node] == access->first[node + 1])
		return FT_NEVER;
	return access->closed[access->first[node]].start;
}

extern int ft_idle_init(struct ft_idle *idle, const struct ft_timeline *running,
			const struct ft_access *access, const uint32_t *kind,
			uint32_t kind_count)
{
	uint32_t nodes = running->snapshot->node_count;
	uint32_t *next;

	*idle = (struct ft_idle){.kind_count = kind_count};
	idle->first = calloc((size_t) kind_count + 2, sizeof(*idle->first));
	idle->until = calloc((size_t) nodes + 1, sizeof(*idle->until));
	if (!idle->first || !idle->until) {
		ft_idle_fini(idle);
		return -ENOMEM;
	}
	/* Two places ahead first, one ahead while they are filled in. */
	next = idle->first + 1;
	for (uint32_t n = 0; n < nodes; n++)
		if ((kind[n] != FT_NO_INDEX) && _empty_node(running, n))
			next[kind[n] + 1]++;
	for (uint32_t k = 0; k < kind_count; k++)
		next[k + 1] += next[k];
	for (uint32_t n = 0; n < nodes; n++)
		if ((kind[n] != FT_NO_INDEX) && _empty_node(running, n))
			idle->until[next[kind[n]]++] = _node_closes(access, n);
	for (uint32_t k = 0; k < kind_count; k++)
		qsort(idle->until + idle->first[k],
		      idle->first[k + 1] - idle->first[k], sizeof(*idle->until),
		      ft_order_i64);
	return 0;
}

extern void ft_idle_fini(struct ft_idle *idle)
{
	free(idle->first);
	free(idle->until);
	*idle = (struct ft_idle){0};
}

/* How many of the kind's idle nodes are closed before time. */
static uint32_t _closed_before(const struct ft_idle *idle, uint32_t kind,
			       int64_t time)
{
	const int64_t *until = idle->until + idle->first[kind];
	uint32_t low = 0, high = idle->first[kind + 1] - idle->first[kind];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (until[middle] < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

extern uint64_t ft_idle_count(const struct ft_idle *idle, const bool *allows,
			      int64_t time)
{
	uint64_t count = 0;

	for (uint32_t k = 0; k < idle->kind_count; k++)
		if (allows[k])
			count += idle->first[k + 1] - idle->first[k] -
				 _closed_before(idle, k, time);
	return count;
}
