/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_obstacle - why a shape cannot start now, or not at all.
 *
 * Cheap, since it looks at now and at running jobs only: one answer serves
 * every job of the shape.
 */
#ifndef FT_CORE_SEARCH_OBSTACLE_H
#define FT_CORE_SEARCH_OBSTACLE_H

#include "core/search/gap.h"
#include "core/search/parts.h"
#include "core/snapshot/placement.h"
#include "core/search/search.h"

/* Would it start on the empty machine, nodes that are down left out? */
extern bool ft_obstacle_possible(struct ft_search *search,
				 struct ft_parts *parts,
				 const struct ft_shape *shape);

/*
 * running: a timeline that holds the running jobs and nothing else; gaps: the
 * index for shapes that are indexed, set up for that timeline.  Of a shape
 * with parts the first part that is stopped tells; if only all together are,
 * it is by running jobs.
 */
extern enum ft_obstacle ft_obstacle_now(struct ft_search *search,
					struct ft_parts *parts,
					const struct ft_gaps *gaps,
					struct ft_timeline *running,
					const struct ft_shape *shape);

#endif
