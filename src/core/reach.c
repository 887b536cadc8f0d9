/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reach.h.
 */
#include "core/reach.h"

#include <errno.h>
#include <stdlib.h>

extern size_t ft_reach_bytes(uint32_t count)
{
	return (size_t) count * (2 * sizeof(int64_t) + 2 * sizeof(uint32_t));
}

extern int ft_reach_init(struct ft_reach *reach, uint32_t count)
{
	/* One piece of memory, the widest first. */
	reach->first = malloc(ft_reach_bytes(count) + 1);
	if (!reach->first)
		return -ENOMEM;
	reach->last = reach->first + count;
	reach->stamp = (uint32_t *) (reach->last + count);
	reach->tasks = reach->stamp + count;
	return 0;
}

extern void ft_reach_fini(struct ft_reach *reach)
{
	free(reach->first);
	*reach = (struct ft_reach){0};
}

extern void ft_reach_reset(struct ft_reach *reach, uint32_t count, int64_t from)
{
	for (uint32_t i = 0; i < count; i++) {
		reach->first[i] = from;
		reach->stamp[i] = 0;
	}
}
