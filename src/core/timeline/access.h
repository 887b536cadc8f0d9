/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_access - when nodes and licences are closed to the requests that may
 * enter a given list of closures.
 *
 * Never changes during a plan.  A node is closed before its available_from
 * too; a node that is down (FT_NEVER) is closed for ever.
 */
#ifndef FT_CORE_TIMELINE_ACCESS_H
#define FT_CORE_TIMELINE_ACCESS_H

#include "core/timeline/profile.h"
#include "core/snapshot/snapshot.h"

struct ft_closed {
	int64_t start, end;
};

struct ft_access {
	uint32_t closure_count; /* the list, sorted, each once */
	const uint32_t *closure;
	bool alone; /* ft_request.alone: whole segments are closed */
	struct ft_node_set **wide; /* while it is made only */
	/* Closed times of node n: closed[first[n]] to closed[first[n + 1]],
	 * in order, disjoint and not even touching. */
	uint32_t *first;
	struct ft_closed *closed;
	struct ft_profile *aside; /* of each licence: minus what is set aside */
	uint32_t licence_count;
};

/* 0 or -ENOMEM.  closure must outlive access. */
extern int ft_access_init(struct ft_access *access,
			  const struct ft_snapshot *snapshot,
			  const uint32_t *closure, uint32_t closure_count,
			  bool alone);
extern void ft_access_fini(struct ft_access *access);

/* Since when, from `now` on, nothing is on the node at the start by its
 * profile, closed times included; the start if something is. */
extern int64_t ft_access_empty_since(const struct ft_access *access,
				     uint32_t node,
				     const struct ft_profile *profile,
				     uint32_t kinds, int64_t now,
				     int64_t start);

#endif
