/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See block.h.
 */
#include "core/snapshot/block.h"

#include "core/snapshot/snapshot.h"

/* The lowest from `from` on, or -1. */
static int _level_above(uint32_t levels, int from)
{
	for (int l = from; l < 32; l++)
		if (levels >> l & 1)
			return l;
	return -1;
}

static int _level_below(uint32_t levels, int from)
{
	while (from > 0 && !(levels >> from & 1))
		from--;
	return from > 0 ? from : 0;
}

/* So many blocks, at least, hold so many nodes: 1 << that. */
static int _level_for(const struct ft_blocks *blocks, uint64_t nodes)
{
	int level = 0;

	while ((uint64_t) blocks->size << level < nodes)
		level++;
	return level;
}

void ft_blocks_allowed(const struct ft_blocks *blocks, uint32_t nodes,
		       uint32_t *ret_leaves, uint32_t *ret_level)
{
	uint64_t size = blocks->size;
	int wanted = _level_for(blocks, nodes), level, below = 0;
	uint32_t most;

	level = _level_above(blocks->levels, wanted);
	if (wanted)
		below = _level_below(blocks->levels, wanted - 1);
	most = (uint32_t) ((nodes + (size << below) - 1) / (size << below));
	*ret_leaves = 1;
	if (level >= 0 && UINT64_C(1) << (level - below) <= most) {
		*ret_level = (uint32_t) level;
	} else if (level >= 0) {
		*ret_level = (uint32_t) wanted;
	} else {
		*ret_level = (uint32_t) below;
		*ret_leaves =
			(uint64_t) most << below < blocks->count ? most : 0;
	}
}

bool ft_blocks_join(const struct ft_blocks *blocks, uint32_t nodes,
		    const struct ft_segment_wish *segments, uint32_t *ret_level)
{
	uint64_t size = blocks->size, room = nodes;
	int level;

	if (segments->apart)
		room = (segments->nodes + size - 1) / size * size *
		       (nodes / segments->nodes);
	level = _level_above(blocks->levels, _level_for(blocks, room));
	*ret_level = level < 0 ? 0 : (uint32_t) level;
	return level >= 0;
}

void ft_blocks_round(bool tasks, uint32_t *leaves, uint32_t *level)
{
	uint32_t most = tasks ? 1 : FT_LEAVES_MAX;

	for (; *leaves > most; *leaves = (*leaves + 1) / 2)
		++*level;
	if (*level > FT_LEAF_LEVEL_MAX)
		*leaves = *level = 0;
}

static bool _bind_segments(const struct ft_blocks *blocks,
			   const struct ft_segment_wish *segments,
			   struct ft_request *request)
{
	uint32_t nodes = request->min_nodes, leaves, level;

	ft_blocks_allowed(blocks, segments->nodes, &leaves, &level);
	if (nodes % segments->nodes || leaves != 1 ||
	    level > FT_LEAF_LEVEL_MAX || request->required)
		return false;
	request->max_nodes = nodes;
	if (request->tasks)
		request->min_tasks_node = request->max_tasks_node =
			(request->tasks + nodes - 1) / nodes;
	request->tasks = 0;
	if (segments->nodes > 1 || segments->apart) {
		request->bundle = segments->nodes;
		request->bundle_level = level;
		request->bundle_apart = segments->apart;
	}
	request->leaves =
		segments->joined &&
		ft_blocks_join(blocks, nodes, segments, &request->leaf_level);
	ft_blocks_round(false, &request->leaves, &request->leaf_level);
	return true;
}

bool ft_segments_count(const struct ft_segment_wish *segments, uint32_t nodes)
{
	return segments->nodes &&
	       (segments->nodes != nodes || segments->joined);
}

bool ft_blocks_bind(const struct ft_blocks *blocks,
		    const struct ft_segment_wish *segments,
		    struct ft_request *request)
{
	request->leaves = request->leaf_level = 0;
	request->bundle = request->bundle_level = 0;
	request->bundle_apart = false;
	if (!blocks->size || request->max_nodes < 2)
		return true;
	request->contiguous = false;
	if (ft_segments_count(segments, request->min_nodes))
		return _bind_segments(blocks, segments, request);
	ft_blocks_allowed(blocks, request->min_nodes, &request->leaves,
			  &request->leaf_level);
	ft_blocks_round(request->tasks > 0, &request->leaves,
			&request->leaf_level);
	return true;
}
