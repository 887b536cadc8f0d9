/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_piece - a span of starts over which a node can carry the same number of
 * tasks of a shape.
 */
#ifndef FT_CORE_SEARCH_PIECE_H
#define FT_CORE_SEARCH_PIECE_H

#include "core/timeline/shape.h"
#include "core/timeline/timeline.h"

struct ft_piece {
	int64_t first, last; /* starts */
	int64_t until;	     /* from here on it can carry fewer tasks */
	int64_t cores;	     /* free at first */
	uint32_t tasks;	     /* low to high */
};

/*
 * The first piece with a start in [from, limit], cut at from; false if there
 * is none.  limit is at most FT_PIECE_LIMIT, so that sums fit.
 */
#define FT_PIECE_LIMIT (FT_NEVER / 2)

extern bool ft_piece_find(const struct ft_machine *machine,
			  const struct ft_timeline *timeline,
			  const struct ft_shape *shape, uint32_t node,
			  int64_t from, int64_t limit, struct ft_piece *piece);

#endif
