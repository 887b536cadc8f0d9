/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_front - what is known of one shape in one timeline.
 *
 * Knowledge is optimistic: as long as a timeline only fills up, the shape
 * cannot start before the hint, and on no node before what is noted for it,
 * as far as starts from the hint on are concerned.
 */
#ifndef FT_CORE_TIMELINE_FRONT_H
#define FT_CORE_TIMELINE_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_front {
	int64_t hint;
	/*
	 * For each node, in quarters of an hour from the origin; more than can
	 * be counted is the most.  NULL: nothing is known.
	 */
	uint16_t *first;
};

/* Memory for the nodes, all from the origin on; without it, less is known. */
extern bool ft_front_equip(struct ft_front *front, uint32_t nodes);
extern size_t ft_front_bytes(uint32_t nodes);
extern void ft_front_fini(struct ft_front *front);

/* Nothing is known of any of the nodes any more. */
extern void ft_front_forget(struct ft_front *front, uint32_t nodes);

/* The node cannot start before this many seconds from the origin. */
extern void ft_front_note(struct ft_front *front, uint32_t node,
			  int64_t seconds);

/* Which of the 64 nodes from this one on may start at or before so many? */
extern uint64_t ft_front_open(const struct ft_front *front, uint32_t node,
			      int64_t seconds);

#endif
