/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The earliest instant within one slot at which enough of some nodes can take a
 * pattern, by an exact look at each of them.
 */
#ifndef FT_CORE_BOARD_INSTANT_H
#define FT_CORE_BOARD_INSTANT_H

#include "core/board/regard.h"

struct ft_span {
	int64_t from, limit; /* starts */
};

/*
 * Looks at the `listed` nodes of board->list; FT_NEVER if there is no such
 * instant.  Then no more than *most of the nodes can take it at once, or where
 * nodes count together no more than so many tasks find nodes.
 */
extern int64_t ft_instant_find(struct ft_board *board,
			       const struct ft_pattern *pattern,
			       const struct ft_regard *regard, uint32_t listed,
			       struct ft_span span, uint32_t *most);
/*
 * Those of the listed nodes that can take it then and are not marked, into
 * board->pick: up to `limit`, or where nodes count together as many as suffice
 * and what the limit is beyond the pattern's nodes; how many.  clashes:
 * bookings there that do not count.
 */
extern uint32_t ft_instant_pick(struct ft_board *board,
				const struct ft_pattern *pattern,
				const struct ft_regard *regard, uint32_t listed,
				int64_t start, uint32_t limit);

#endif
