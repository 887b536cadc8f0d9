/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_bind - the blocks of topology/block that a way is bound to.
 *
 * As the published plan tells of them; a plan that was put together of what
 * slurmctld tells everybody knows none, which is noted for the answer.
 */
#include "ft_config.h"

#include <string.h>

#include "sfair/answer/when_way.h"
#include "slurm/common/compat_client.h"

/* Where a job's nodes are of no block, none matters. */
static bool _is_on_blocks(const struct ft_outlook *outlook,
			  const struct ft_node_set *set)
{
	uint32_t first = ft_node_set_next(set, 0);

	return first < set->size && outlook->node[first].leaf;
}

static void _doubt_blocks(const struct sfair_when_case *one,
			  const struct ft_request *way)
{
	const char *plugin = one->scene->conf->topology_plugin;
	bool some = one->outlook->blocks.count ||
		    (plugin && strstr(plugin, "block"));

	if (one->asked->segment)
		sfair_when_unseen(one->asked, "--segment");
	if (some && way->max_nodes > 1)
		sfair_when_unseen(one->asked, "blocks of the topology");
}

bool sfair_when_bind(const struct sfair_when_case *one, struct ft_request *way)
{
	const struct ft_outlook *outlook = one->outlook;
	struct ft_segment_wish segments = {
		.nodes = (uint32_t) one->asked->segment,
		.apart = one->asked->segments_apart,
		.joined = one->asked->segments_joined,
	};

	if (!outlook->blocks.size) {
		_doubt_blocks(one, way);
		return true;
	}
	return !_is_on_blocks(outlook, way->eligible) ||
	       ft_blocks_bind(&outlook->blocks, &segments, way);
}
