/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_idle - which nodes stand wholly empty now, as far as running jobs go,
 * counted by the kinds of ft_gaps.
 *
 * Says for a shape that takes whole nodes, without a look at each of them,
 * how many it could start on at once.  Refuses to look at later times.
 */
#ifndef FT_CORE_SEARCH_IDLE_H
#define FT_CORE_SEARCH_IDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/timeline/access.h"
#include "core/timeline/timeline.h"

struct ft_idle {
	uint32_t kind_count;
	uint32_t *
		first; /* until[first[k]] to until[first[k + 1]] are kind k's */
	/* When each idle node is closed next, ascending: FT_NEVER never, in
	 * the past if it is not available yet. */
	int64_t *until;
};

/* kind: of each node, FT_NO_INDEX for those to leave out.  0 or -ENOMEM. */
extern int ft_idle_init(struct ft_idle *idle, const struct ft_timeline *running,
			const struct ft_access *access, const uint32_t *kind,
			uint32_t kind_count);
extern void ft_idle_fini(struct ft_idle *idle);

/* How many nodes of the allowed kinds are idle and not closed before time. */
extern uint64_t ft_idle_count(const struct ft_idle *idle, const bool *allows,
			      int64_t time);

#endif
