/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: nodes that a job could have and that cannot be used now.
 *
 * Those that are planned for it, that it requires, or else of its partition:
 * down, drained, silent, or on their way to sleep.  One that sleeps is woken
 * for a job, and is none.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"
#include "sfair/outlook/node_fault.h"

enum { NAMED = 4 };
enum { ABOUT = 60 }; /* seconds: ends and starts that are shown differ so */

/* Those that it requires, or of its partition; NULL: not known. */
static const int32_t *_ranges_of(struct sfair_why *why, const job_info_t *job)
{
	const partition_info_t *partition =
		sfair_scene_partition(&why->scene, job->partition);

	if (job->req_node_inx && job->req_node_inx[0] >= 0)
		return job->req_node_inx;
	return partition ? partition->node_inx : NULL;
}

/* One that was may be there since. */
static bool _is_amiss(const node_info_t *node)
{
	return node->name &&
	       (!sfair_node_is_up(node) || sfair_node_powers_down(node) ||
		node->node_state & NODE_STATE_POWERING_UP);
}

/* Nodes planned for it that cannot be used yet; NULL: out of memory. */
static struct ft_node_set *_late_nodes(const struct ft_outlook *outlook,
				       const struct ft_outlook_job *row,
				       int64_t *ret_ready)
{
	struct ft_node_set *set = ft_node_set_new(outlook->node_count);

	*ret_ready = outlook->made;
	for (uint32_t s = 0; set && s < row->share_count; s++) {
		uint32_t node = row->share[s].node;
		int64_t from = outlook->node[node].available_from;

		if (from > outlook->made)
			ft_node_set_add(set, node);
		if (from > *ret_ready)
			*ret_ready = from;
	}
	return set;
}

/* Does it run on one of the job's nodes until then, or longer? */
static bool _holds_until(const struct ft_outlook_run *run,
			 const struct ft_node_set *own, int64_t until)
{
	if (run->end < until)
		return false;
	for (uint32_t s = 0; s < run->share_count; s++)
		if (ft_node_set_has(own, run->share[s].node))
			return true;
	return false;
}

/* Does something run on its nodes until then, or longer? */
static bool _is_held_until(const struct ft_outlook *outlook,
			   const struct ft_outlook_job *row, int64_t until)
{
	struct ft_node_set *own = ft_node_set_new(outlook->node_count);
	bool held = !own;

	for (uint32_t s = 0; own && s < row->share_count; s++)
		ft_node_set_add(own, row->share[s].node);
	for (uint32_t i = 0; i < outlook->run_count && !held; i++)
		held = _holds_until(&outlook->run[i], own, until);
	ft_node_set_free(own);
	return held;
}

bool sfair_why_unready(const struct sfair_why *why,
		       const struct ft_outlook_job *row)
{
	const struct ft_outlook *outlook = &why->outlook;
	int64_t ready;

	if (row->verdict != FT_PLACED ||
	    (row->obstacle != FT_OBSTACLE_BEGIN &&
	     row->obstacle != FT_OBSTACLE_RESOURCES))
		return false;
	ft_node_set_free(_late_nodes(outlook, row, &ready));
	if (ready == outlook->made)
		return false;
	return !_is_held_until(outlook, row,
			       ready == FT_NEVER ? row->start - ABOUT : ready);
}

/* Those that cannot be used and that it could have; NULL: out of memory. */
static struct ft_node_set *_lost_nodes(struct sfair_why *why,
				       const job_info_t *job,
				       const struct ft_outlook_job *row)
{
	const node_info_msg_t *all = sfair_scene_nodes(&why->scene);
	const int32_t *range = _ranges_of(why, job);
	struct ft_node_set *set;
	int64_t ready;

	if (row && row->verdict == FT_PLACED)
		return _late_nodes(&why->outlook, row, &ready);
	set = ft_node_set_new(all ? all->record_count : 0);
	for (uint32_t i = 0; set && all && i < all->record_count; i++)
		if (sfair_node_in(range, i) &&
		    (!sfair_node_is_up(&all->node_array[i]) ||
		     sfair_node_powers_down(&all->node_array[i])))
			ft_node_set_add(set, i);
	return set;
}

void sfair_why_node(struct sfair_why *why, const job_info_t *job,
		    const struct ft_outlook_job *row,
		    struct json_object *details)
{
	const node_info_msg_t *all = sfair_scene_nodes(&why->scene);
	struct ft_node_set *set = _lost_nodes(why, job, row);
	uint32_t lost = 0;

	for (uint32_t i = 0; set && all && i < all->record_count; i++) {
		const node_info_t *node = &all->node_array[i];
		char text[SFAIR_FAULT];

		if (i >= set->size || !ft_node_set_has(set, i) ||
		    !_is_amiss(node) || ++lost > NAMED)
			continue;
		sfair_why_detail(details, "node", "node %s is %s", node->name,
				 sfair_node_fault_why(text, node));
	}
	if (lost > NAMED)
		sfair_why_detail(details, "node",
				 "%u more nodes cannot be used now",
				 (unsigned int) (lost - NAMED));
	ft_node_set_free(set);
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
