/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_bind - the leaf switches or blocks that a way is bound to.
 *
 * As the published plan tells of them; a plan that was put together of what
 * slurmctld tells everybody knows none, which is noted for the answer.
 */
#include "ft_config.h"

#include <stdlib.h>
#include <string.h>

#include "sfair/answer/when_way.h"
#include "slurm/common/compat_client.h"

enum { SWITCH_WAIT = 300 /* seconds, if max_switch_wait says nothing */ };

/* Where a job's nodes are of no leaf, none matters. */
static bool _is_on_leaves(const struct ft_outlook *outlook,
			  const struct ft_node_set *set)
{
	uint32_t first = ft_node_set_next(set, 0);

	return first < set->size && outlook->node[first].leaf;
}

static void _doubt_leaves(const struct sfair_when_case *one,
			  const struct ft_request *way)
{
	const char *plugin = one->scene->conf->topology_plugin;
	bool some = one->outlook->blocks.count ||
		    (plugin && strstr(plugin, "block"));

	if (one->asked->switches)
		sfair_when_unseen(one->asked, "--switches");
	if (one->asked->segment)
		sfair_when_unseen(one->asked, "--segment");
	if (some && way->max_nodes > 1)
		sfair_when_unseen(one->asked, "blocks of the topology");
}

/* On so few switches; with tasks on one, as they are planned. */
static void _bind_switches(const struct sfair_when_case *one,
			   struct ft_request *way)
{
	int64_t most = way->tasks ? 1 : FT_LEAVES_MAX;

	if (way->max_nodes < 2 || way->contiguous)
		return;
	way->leaves =
		(uint32_t) (one->asked->switches < most ? one->asked->switches
							: most);
}

bool sfair_when_bind(const struct sfair_when_case *one, struct ft_request *way)
{
	const struct ft_outlook *outlook = one->outlook;
	struct ft_segment_wish segments = {
		.nodes = (uint32_t) one->asked->segment,
		.apart = one->asked->segments_apart,
		.joined = one->asked->segments_joined,
	};
	bool on_leaves = _is_on_leaves(outlook, way->eligible);

	if (outlook->blocks.size)
		return !on_leaves ||
		       ft_blocks_bind(&outlook->blocks, &segments, way);
	if (one->asked->switches && on_leaves && !outlook->blocks.count &&
	    !one->asked->segment)
		_bind_switches(one, way);
	else
		_doubt_leaves(one, way);
	return true;
}

/* For how long it waits for its switches, in seconds. */
static int64_t _switch_wait(const struct sfair_when_case *one)
{
	static const char key[] = "max_switch_wait=";
	const char *parameters = one->scene->conf->sched_params;
	const char *found = parameters ? strstr(parameters, key) : NULL;
	int64_t most = SWITCH_WAIT;

	if (found)
		most = strtol(found + strlen(key), NULL, 10);
	return one->asked->switch_wait >= 0 && one->asked->switch_wait < most
		       ? one->asked->switch_wait
		       : most;
}

bool sfair_when_late(const struct sfair_when_case *one,
		     const struct ft_request *way, struct ft_request *ret_late)
{
	int64_t late = one->scene->now + _switch_wait(one);

	if (!way->leaves || one->outlook->blocks.count)
		return false;
	*ret_late = *way;
	ret_late->leaves = 0;
	if (late > ret_late->not_before)
		ret_late->not_before = late;
	return true;
}
