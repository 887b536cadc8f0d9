/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_blocks - on which blocks of a network a job has its nodes.
 *
 * Base blocks stand in a row, and so many of them in a row may be a block too
 * (BlockSizes of topology/block).  A job is on one block, the smallest that is
 * large enough for the least number of nodes that it asks for, and there on as
 * few of the next smaller ones as could hold them.  With segments each has its
 * nodes so, wherever the others are.  Refuses to know which node is where:
 * ft_node.leaf is the number of its base block.
 */
#ifndef FT_CORE_SNAPSHOT_BLOCK_H
#define FT_CORE_SNAPSHOT_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct ft_request;

struct ft_blocks {
	uint32_t size;	 /* nodes that count for a base block; 0: no blocks */
	uint32_t levels; /* bit l: 1 << l base blocks in a row are a block */
	uint32_t count;	 /* base blocks */
};

/* Of a job (--segment); all zero: it asks for none. */
struct ft_segment_wish {
	uint32_t nodes; /* of each */
	bool apart;	/* each on a block of its own */
	bool joined;	/* all on one larger block */
};

/* Do they bind so many nodes?  One that all of these are, and that is not
 * joined, is as none. */
extern bool ft_segments_count(const struct ft_segment_wish *segments,
			      uint32_t nodes);

/* On how many blocks, each of 1 << *ret_level base blocks in a row, so many
 * nodes are; 0: on any. */
extern void ft_blocks_allowed(const struct ft_blocks *blocks, uint32_t nodes,
			      uint32_t *ret_leaves, uint32_t *ret_level);

/* The level of the one block that so many nodes of joined segments are on;
 * false: that is all there is. */
extern bool ft_blocks_join(const struct ft_blocks *blocks, uint32_t nodes,
			   const struct ft_segment_wish *segments,
			   uint32_t *ret_level);

/*
 * Makes them as few as a request may want: one where it has tasks.  Neighbours
 * count as one then, rounding up, so that they are never fewer than are needed.
 */
extern void ft_blocks_round(bool tasks, uint32_t *leaves, uint32_t *level);

/*
 * Binds a request to blocks by its min_nodes; of segments it has as many tasks
 * on each node.  False: it is bound to none, since its segments cannot be, or
 * are not planned so.
 */
extern bool ft_blocks_bind(const struct ft_blocks *blocks,
			   const struct ft_segment_wish *segments,
			   struct ft_request *request);

#endif
