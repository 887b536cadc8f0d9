/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: nodes that a job could have and that cannot be used now.
 *
 * Those that are planned for it, that it requires, or else that suit it:
 * down, drained, silent, or on their way to sleep.  One that sleeps is woken
 * for a job, and is none.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/list.h"
#include "core/plan/whatif.h"
#include "sfair/base/envelope.h"
#include "sfair/outlook/node_fault.h"
#include "sfair/outlook/outlook_live.h"

enum { NAMED = 4 };
enum { ABOUT = 60 }; /* seconds: ends and starts that are shown differ so */

/* Drops or adds the nodes of Slurm's ranges. */
static void _apply_ranges(struct ft_node_set *set, const int32_t *range,
			  void (*apply)(struct ft_node_set *, uint32_t))
{
	for (uint32_t i = 0; i < set->size; i++)
		if (sfair_node_in(range, i))
			apply(set, i);
}

/* Those of its partitions with its features, as far as that is told. */
static void _add_suiting_told(struct sfair_why *why, const job_info_t *job,
			      struct ft_node_set *set)
{
	const char *rest = job->partition, *word;
	const char *features = job->features;
	size_t size;

	/* alternatives and numbers are not told apart here */
	if (features && strpbrk(features, "|[]()*!"))
		features = NULL;
	while ((word = ft_list_next(&rest, &size))) {
		char *name = strndup(word, size);
		struct ft_node_set *nodes =
			name ? sfair_outlook_partition(&why->scene,
						       &why->outlook, name,
						       features)
			     : NULL;

		if (nodes)
			ft_node_set_or(set, nodes);
		free(name);
	}
	_apply_ranges(set, job->exc_node_inx, ft_node_set_drop);
}

struct ft_node_set *sfair_why_suiting(struct sfair_why *why,
				      const job_info_t *job,
				      const struct ft_outlook_job *row)
{
	const struct ft_outlook *outlook = &why->outlook;
	struct ft_node_set *set = ft_node_set_new(outlook->node_count);

	if (!set)
		return NULL;
	if (row && row->request != FT_NO_INDEX)
		ft_node_set_or(set, outlook->request[row->request]->eligible);
	else
		_add_suiting_told(why, job, set);
	return set;
}

static bool _names_nodes(const job_info_t *job)
{
	return job->req_node_inx && job->req_node_inx[0] >= 0;
}

/* Those that it requires, or else those that it could have; NULL: out of
 * memory. */
static struct ft_node_set *_wanted_nodes(struct sfair_why *why,
					 const job_info_t *job,
					 const struct ft_outlook_job *row)
{
	struct ft_node_set *set;

	if (!_names_nodes(job))
		return sfair_why_suiting(why, job, row);
	set = ft_node_set_new(why->outlook.node_count);
	if (set)
		_apply_ranges(set, job->req_node_inx, ft_node_set_add);
	return set;
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
	struct ft_node_set *set;
	int64_t ready;

	if (row && row->verdict == FT_PLACED)
		return _late_nodes(&why->outlook, row, &ready);
	set = _wanted_nodes(why, job, row);
	for (uint32_t i = 0; set && i < set->size; i++)
		if (!all || i >= all->record_count ||
		    (sfair_node_is_up(&all->node_array[i]) &&
		     !sfair_node_powers_down(&all->node_array[i])))
			ft_node_set_drop(set, i);
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

bool sfair_why_powers_down(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row)
{
	const node_info_msg_t *all = sfair_scene_nodes(&why->scene);
	struct ft_node_set *set = _wanted_nodes(why, job, row);
	bool found = false;

	for (uint32_t i = 0; set && all && i < all->record_count; i++)
		if (i < set->size && ft_node_set_has(set, i) &&
		    sfair_node_is_up(&all->node_array[i]) &&
		    sfair_node_powers_down(&all->node_array[i]))
			found = true;
	ft_node_set_free(set);
	return found;
}

/* -- what comes back ------------------------------------------------------- */

/* Would its request start without jobs and reservations, on nodes as they are,
 * or with all of them up? */
static bool _starts_empty(const struct sfair_why *why,
			  const struct ft_outlook_job *row, bool all_up)
{
	struct ft_outlook open = why->outlook;
	struct ft_request request = *why->outlook.request[row->request];
	struct ft_err err;
	int64_t start = FT_NEVER;

	open.closure_count = request.closure_count = 0;
	return !ft_whatif_empty(&open, all_up, open.until, &request, 1, &start,
				NULL, &err) &&
	       start != FT_NEVER;
}

/* Would it start but for these?  Without its request nodes are counted. */
static bool _waits_for_lost(struct sfair_why *why, const job_info_t *job,
			    const struct ft_outlook_job *row,
			    const struct ft_node_set *lost)
{
	struct ft_node_set *set;
	uint32_t all, out = ft_node_set_count(lost);

	if (!out)
		return false;
	if (row && row->request != FT_NO_INDEX)
		return _starts_empty(why, row, true) &&
		       (_names_nodes(job) || !_starts_empty(why, row, false));
	set = sfair_why_suiting(why, job, row);
	all = set ? ft_node_set_count(set) : 0;
	ft_node_set_free(set);
	return all >= job->num_nodes &&
	       (_names_nodes(job) || all < job->num_nodes + out);
}

/* Must all of these be back?  Else it is enough that some are. */
static bool _needs_all(struct sfair_why *why, const job_info_t *job,
		       const struct ft_outlook_job *row,
		       const struct ft_node_set *lost)
{
	struct ft_node_set *set = sfair_why_suiting(why, job, row);
	bool all = _names_nodes(job) ||
		   (set && ft_node_set_count(set) <= job->num_nodes);

	ft_node_set_free(set);
	return all || ft_node_set_count(lost) == 1;
}

static void _put_back(struct sfair_why *why, const struct ft_node_set *lost,
		      bool all, struct json_object *answer)
{
	const node_info_msg_t *nodes = sfair_scene_nodes(&why->scene);
	uint32_t count = ft_node_set_count(lost);
	uint32_t first = ft_node_set_next(lost, 0);
	char *names = sfair_why_nodes(&why->outlook, lost);
	struct json_object *json = json_object_new_object();
	char text[SFAIR_FAULT + SFAIR_SHOWN], fault[SFAIR_FAULT];

	snprintf(text, sizeof(text), "not before %s %.512s %s back",
		 count == 1 ? "node"
		 : all	    ? "nodes"
			    : "enough of nodes",
		 names ? names : "", count == 1 ? "is" : "are");
	if (count == 1)
		snprintf(text, sizeof(text),
			 "not before node %.512s is back (%s)",
			 names ? names : "",
			 sfair_node_fault_whole(fault,
						&nodes->node_array[first],
						why->scene.now));
	sfair_put_text(json, "nodes", names);
	sfair_put_text(json, "text", text);
	json_object_object_add(answer, "not_before", json);
	free(names);
}

bool sfair_why_back(struct sfair_why *why, const job_info_t *job,
		    const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	struct ft_node_set *lost = _lost_nodes(why, job, row);
	bool found = lost && _waits_for_lost(why, job, row, lost);

	if (found)
		_put_back(why, lost, _needs_all(why, job, row, lost), answer);
	ft_node_set_free(lost);
	return found;
}
