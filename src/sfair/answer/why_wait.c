/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: what is in the way of a job, as JSON.
 *
 * Runs and planned jobs that end before it starts (holder.h), and reservations.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>

#include "sfair/answer/holder.h"
#include "sfair/base/envelope.h"
#include "sfair/outlook/outlook_live.h"
#include "slurm/common/compat_client.h"

enum { ROOM_MAX = 1 << 24 }; /* of a list of nodes */
enum { TOLD = 5 };	     /* of each kind: each is a call of slurmctld */

/* The last to end first, then by number. */
static int _compare_wait(const void *x, const void *y)
{
	const struct sfair_holder *a = *(const struct sfair_holder *const *) x;
	const struct sfair_holder *b = *(const struct sfair_holder *const *) y;

	if (a->end != b->end)
		return a->end < b->end ? 1 : -1;
	return (a->job_id > b->job_id) - (a->job_id < b->job_id);
}

static struct ft_node_set *_nodes_of(const struct ft_outlook *outlook,
				     const struct ft_share *share,
				     uint32_t count)
{
	struct ft_node_set *set = ft_node_set_new(outlook->node_count);

	for (uint32_t i = 0; set && i < count; i++)
		ft_node_set_add(set, share[i].node);
	return set;
}

/* The list as Slurm writes it: to be freed, or NULL. */
static char *_ranged(fts_hostlist_t list)
{
	for (size_t room = 256; room < ROOM_MAX; room *= 4) {
		char *text = malloc(room);

		if (text && slurm_hostlist_ranged_string(list, room, text) >= 0)
			return text;
		free(text);
	}
	return NULL;
}

char *sfair_why_nodes(const struct ft_outlook *outlook,
		      const struct ft_node_set *set)
{
	fts_hostlist_t list = slurm_hostlist_create(NULL);
	char *text = NULL;

	if (!list)
		return NULL;
	for (uint32_t n = ft_node_set_next(set, 0); n < set->size;
	     n = ft_node_set_next(set, n + 1))
		if (outlook->node[n].name)
			slurm_hostlist_push_host(list, outlook->node[n].name);
	text = _ranged(list);
	slurm_hostlist_destroy(list);
	return text;
}

/* The nodes where it is in the way. */
static void _put_held_nodes(const struct sfair_why *why,
			    const struct sfair_holders *holders,
			    const struct sfair_holder *holder,
			    struct json_object *json)
{
	struct ft_node_set *set = ft_node_set_new(why->outlook.node_count);
	char *text;

	for (uint32_t i = 0; set && i < holders->on_count; i++)
		if (holders->on[i].blamed &&
		    &holders->holder[holders->on[i].holder] == holder)
			ft_node_set_add(set, holders->on[i].node);
	if (set && ft_node_set_count(set)) {
		text = sfair_why_nodes(&why->outlook, set);
		sfair_put_text(json, "nodes", text);
		free(text);
	}
	ft_node_set_free(set);
}

/* Of tasks in one record each has its own number. */
static const char *_holder_id(const struct sfair_holder *holder,
			      const job_info_t *job, char id[SFAIR_JOB_ID])
{
	const struct ft_outlook_job row = {.copy = holder->copy};
	uint32_t task = holder->copy == UINT32_MAX
				? SFAIR_WHY_ANY
				: sfair_why_task_of(job, &row);

	if (task == SFAIR_WHY_ANY)
		return sfair_scene_id(job, id);
	snprintf(id, SFAIR_JOB_ID, "%u_%u", (unsigned int) job->array_job_id,
		 (unsigned int) task);
	return id;
}

static void _put_holder(struct sfair_why *why,
			const struct sfair_holders *holders,
			const struct sfair_holder *holder,
			struct json_object *json)
{
	const job_info_t *job = sfair_scene_job(&why->scene, holder->job_id);
	char user[SFAIR_SHOWN], id[SFAIR_JOB_ID];

	sfair_put_whole(json, "job_id", holder->job_id);
	if (job)
		sfair_put_text(json, "id", _holder_id(holder, job, id));
	sfair_put_text(json, "user", job ? sfair_scene_user(job, user) : NULL);
	if (holder->start)
		sfair_put_whole(json, "start", holder->start);
	sfair_put_whole(json, "end", holder->end);
	_put_held_nodes(why, holders, holder, json);
	if (!holder->what)
		return;
	sfair_put_whole(json, "has", holder->has);
	sfair_put_whole(json, "has_of", holder->all);
	sfair_put_text(json, "has_what", holder->what);
}

/* Those of the kind that are blamed.  Returns how many. */
static uint32_t _put_holders(struct sfair_why *why,
			     const struct sfair_holders *holders,
			     enum sfair_holder_kind kind, const char *key,
			     struct json_object *waits)
{
	struct json_object *list = sfair_put_list(waits, key);
	const struct sfair_holder **blamed =
		calloc(holders->count + 1, sizeof(*blamed));
	uint32_t count = 0;

	for (uint32_t i = 0; blamed && i < holders->count; i++)
		if (holders->holder[i].blamed &&
		    holders->holder[i].kind == kind)
			blamed[count++] = &holders->holder[i];
	if (count)
		qsort(blamed, count, sizeof(*blamed), _compare_wait);
	for (uint32_t i = 0; i < count && i < TOLD; i++)
		_put_holder(why, holders, blamed[i], sfair_add_object(list));
	free(blamed);
	return count;
}

/*
 * Jobs behind it in the order that were shown starts which it may not take
 * (rsv_commit, rsv_overrule), if it waits for them longer than for all else.
 * Without the published plan the order is that of tiers and priorities, and
 * only with sched/reserve does a start that is shown stand.
 */
static void _put_kept_starts(struct sfair_why *why,
			     struct sfair_holders *holders,
			     struct json_object *waits,
			     struct json_object *details)
{
	uint32_t count;

	if (!why->published && !sfair_scene_reserves(&why->scene))
		return;
	sfair_holders_kept(why, holders, sfair_holders_end(holders));
	for (count = 0; count < holders->count; count++)
		if (holders->holder[count].blamed &&
		    holders->holder[count].kind == SFAIR_HOLDER_BEHIND)
			break;
	if (count == holders->count)
		return;
	count = _put_holders(why, holders, SFAIR_HOLDER_BEHIND, "kept", waits);
	sfair_put_whole(waits, "kept_count", count);
	sfair_why_detail(details, "kept",
			 "jobs %s keep the starts that they were shown",
			 why->published ? "behind it in the order"
					: "of lower priority");
}

/* Is the closure of nodes of that reservation?  It may be of none. */
static bool _closes_for(const reserve_info_t *reservation,
			const struct ft_closure *closure)
{
	return !closure->nodes || !ft_node_set_count(closure->nodes) ||
	       !reservation->node_inx || reservation->node_inx[0] < 0 ||
	       sfair_node_in(reservation->node_inx,
			     ft_node_set_next(closure->nodes, 0));
}

static const char *_reservation_name(struct sfair_why *why,
				     const struct ft_closure *closure)
{
	const reserve_info_msg_t *all = sfair_scene_reservations(&why->scene);

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (all->reservation_array[i].start_time == closure->start &&
		    all->reservation_array[i].end_time == closure->end &&
		    _closes_for(&all->reservation_array[i], closure))
			return all->reservation_array[i].name;
	return NULL;
}

/* Nodes that the job may have; NULL: not known. */
static const struct ft_node_set *_nodes_for(struct sfair_why *why,
					    const struct ft_outlook_job *row)
{
	const job_info_t *job;

	if (row->request != FT_NO_INDEX)
		return why->outlook.request[row->request]->eligible;
	job = sfair_scene_job(&why->scene, row->job_id);
	return job ? sfair_outlook_partition(&why->scene, &why->outlook,
					     job->partition, NULL)
		   : NULL;
}

/* Those that it waits for, or before which it could not end. */
static bool _is_in_the_way(const struct sfair_why *why,
			   const struct ft_outlook_job *row,
			   const struct ft_closure *closure,
			   const struct ft_node_set *set,
			   const struct ft_node_set *eligible)
{
	bool ends = closure->end <= row->start && closure->end > why->scene.now;

	if (closure->start >= why->outlook.made + row->duration)
		return false;
	if (ends && closure->nodes && ft_node_set_overlap(closure->nodes, set))
		return true;
	return ends && row->obstacle == FT_OBSTACLE_CLOSURE &&
	       (!closure->nodes || !eligible ||
		ft_node_set_overlap(closure->nodes, eligible));
}

static void _put_reservations(struct sfair_why *why,
			      const struct ft_outlook_job *row,
			      const struct ft_node_set *set,
			      struct json_object *waits)
{
	struct json_object *list = sfair_put_list(waits, "reservations");
	const struct ft_node_set *eligible = _nodes_for(why, row);
	const struct ft_outlook *outlook = &why->outlook;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *closure = &outlook->closure[i];
		struct json_object *json;

		if (json_object_array_length(list) == TOLD ||
		    !_is_in_the_way(why, row, closure, set, eligible))
			continue;
		json = sfair_add_object(list);
		sfair_put_text(json, "name", _reservation_name(why, closure));
		sfair_put_whole(json, "start", closure->start);
		sfair_put_whole(json, "end", closure->end);
	}
}

/* Limits and licences first: nodes of which enough are free are none that it
 * waits for, however many of those that it is planned on are in use. */
static void _find_holders(struct sfair_why *why, const job_info_t *job,
			  const struct sfair_reason *reason,
			  struct sfair_holders *holders)
{
	if (reason->kind == SFAIR_REASON_LIMIT)
		sfair_holders_limit(why, job, reason, holders);
	sfair_holders_licences(why, job, holders);
	if (!sfair_holders_end(holders) ||
	    !sfair_holders_leave_nodes(why, job, holders))
		sfair_holders_nodes(why, holders);
}

void sfair_why_wait(struct sfair_why *why, const job_info_t *job,
		    const struct sfair_reason *reason,
		    const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	struct json_object *details = json_object_object_get(answer, "details");
	struct json_object *waits = json_object_new_object();
	struct sfair_holders holders;
	struct ft_node_set *set;

	json_object_object_add(answer, "waits_for", waits);
	sfair_holders_find(why, row, &holders);
	_find_holders(why, job, reason, &holders);
	sfair_put_whole(
		waits, "run_count",
		_put_holders(why, &holders, SFAIR_HOLDER_RUN, "runs", waits));
	sfair_put_whole(
		waits, "job_count",
		_put_holders(why, &holders, SFAIR_HOLDER_AHEAD, "jobs", waits));
	set = row ? _nodes_of(&why->outlook, row->share, row->share_count)
		  : NULL;
	if (set) {
		_put_kept_starts(why, &holders, waits, details);
		_put_reservations(why, row, set, waits);
	}
	ft_node_set_free(set);
	sfair_holders_free(&holders);
}
