/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: nodes that a job could have and that cannot be used now.
 *
 * Those that it requires, or else of its partition: down, drained, silent, or
 * on their way to sleep.  One that sleeps is woken for a job, and is none.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

enum { NAMED = 4 };

/* Those that it requires, or of its partition; NULL: not known. */
static const int32_t *_ranges_of(struct sfair_why *why, const job_info_t *job)
{
	const partition_info_t *partition =
		sfair_scene_partition(&why->scene, job->partition);

	if (job->req_node_inx && job->req_node_inx[0] >= 0)
		return job->req_node_inx;
	return partition ? partition->node_inx : NULL;
}

static const char *_node_fault(const node_info_t *node)
{
	if (node->node_state & NODE_STATE_DRAIN)
		return "drained";
	if (!sfair_node_is_up(node))
		return sfair_node_is_silent(node) ? "not answering" : "down";
	return "powering down, and can be used when it has";
}

void sfair_why_node(struct sfair_why *why, const job_info_t *job,
		    struct json_object *details)
{
	const node_info_msg_t *all = sfair_scene_nodes(&why->scene);
	const int32_t *range = _ranges_of(why, job);
	uint32_t lost = 0;

	for (uint32_t i = 0; all && i < all->record_count; i++) {
		const node_info_t *node = &all->node_array[i];
		bool up = sfair_node_is_up(node);

		if (!node->name || !sfair_node_in(range, i) ||
		    (up && !sfair_node_powers_down(node)) || ++lost > NAMED)
			continue;
		sfair_why_detail(details, "node", "node %s is %s%s%s",
				 node->name, _node_fault(node),
				 !up && node->reason ? ": " : "",
				 !up && node->reason ? node->reason : "");
	}
	if (lost > NAMED)
		sfair_why_detail(details, "node",
				 "%u more nodes are down, drained or silent",
				 (unsigned int) (lost - NAMED));
}

bool sfair_why_powers_down(struct sfair_why *why, const job_info_t *job)
{
	const node_info_msg_t *all = sfair_scene_nodes(&why->scene);
	const int32_t *range = _ranges_of(why, job);

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (sfair_node_in(range, i) &&
		    sfair_node_is_up(&all->node_array[i]) &&
		    sfair_node_powers_down(&all->node_array[i]))
			return true;
	return false;
}
