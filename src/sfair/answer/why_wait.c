/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: what is in the way of a job on the nodes that it is planned on.
 *
 * Runs and planned jobs that end before it starts; of those that share nodes
 * with it some may leave room for it all the while, so these are what it
 * probably waits for.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "sfair/base/envelope.h"
#include "slurm/common/compat_client.h"

enum { ROOM_MAX = 1 << 24 }; /* of a list of nodes */
enum { TOLD = 5 };	     /* of each kind: each is a call of slurmctld */

/* A run or job that leaves nodes to the job. */
struct holder {
	uint32_t job_id;
	int64_t start, end;
	const struct ft_share *share;
	uint32_t share_count;
};

struct holders {
	struct holder *holder;
	uint32_t count, room;
};

/* The last to end first, then by number. */
static int _compare_wait(const void *x, const void *y)
{
	const struct holder *a = x, *b = y;

	if (a->end != b->end)
		return a->end < b->end ? 1 : -1;
	return (a->job_id > b->job_id) - (a->job_id < b->job_id);
}

static bool _meets_wait(const struct ft_node_set *set,
			const struct holder *holder)
{
	for (uint32_t i = 0; i < holder->share_count; i++)
		if (ft_node_set_has(set, holder->share[i].node))
			return true;
	return false;
}

static int64_t _holders_end(const struct holders *holders)
{
	int64_t end = 0;

	for (uint32_t i = 0; i < holders->count; i++)
		if (holders->holder[i].end > end)
			end = holders->holder[i].end;
	return end;
}

static void _add_wait(struct holders *holders, const struct holder *holder)
{
	if (ft_array_grow((void **) &holders->holder, holders->count,
			  &holders->room, sizeof(*holders->holder)))
		holders->holder[holders->count++] = *holder;
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

/* The nodes that both have. */
static void _put_common_nodes(const struct sfair_why *why,
			      const struct ft_node_set *set,
			      const struct holder *holder,
			      struct json_object *json)
{
	struct ft_node_set *own =
		_nodes_of(&why->outlook, holder->share, holder->share_count);
	char *text;

	if (!own)
		return;
	ft_node_set_and(own, set);
	text = sfair_why_nodes(&why->outlook, own);
	sfair_put_text(json, "nodes", text);
	free(text);
	ft_node_set_free(own);
}

static void _put_holders(struct sfair_why *why, const struct ft_node_set *set,
			 struct holders *holders, const char *key,
			 struct json_object *waits)
{
	struct json_object *list = sfair_put_list(waits, key);
	char user[SFAIR_SHOWN], id[SFAIR_JOB_ID];

	if (holders->count)
		qsort(holders->holder, holders->count, sizeof(*holders->holder),
		      _compare_wait);
	for (uint32_t i = 0; i < holders->count && i < TOLD; i++) {
		const struct holder *holder = &holders->holder[i];
		const job_info_t *job =
			sfair_scene_job(&why->scene, holder->job_id);
		struct json_object *json = sfair_add_object(list);

		sfair_put_whole(json, "job_id", holder->job_id);
		if (job)
			sfair_put_text(json, "id", sfair_scene_id(job, id));
		sfair_put_text(json, "user",
			       job ? sfair_scene_user(job, user) : NULL);
		if (holder->start)
			sfair_put_whole(json, "start", holder->start);
		sfair_put_whole(json, "end", holder->end);
		_put_common_nodes(why, set, holder, json);
	}
}

static void _find_runs(const struct sfair_why *why,
		       const struct ft_outlook_job *row,
		       const struct ft_node_set *set, struct holders *holders)
{
	const struct ft_outlook *outlook = &why->outlook;

	for (uint32_t i = 0; i < outlook->run_count; i++) {
		const struct ft_outlook_run *run = &outlook->run[i];
		const struct holder holder = {
			.job_id = run->job_id,
			.end = run->end,
			.share = run->share,
			.share_count = run->share_count,
		};

		if (run->end <= row->start && _meets_wait(set, &holder))
			_add_wait(holders, &holder);
	}
}

/* Of the jobs from first to before last. */
static void _find_jobs(const struct ft_outlook_job *first,
		       const struct ft_outlook_job *last,
		       const struct ft_outlook_job *row,
		       const struct ft_node_set *set, struct holders *holders)
{
	for (const struct ft_outlook_job *job = first; job < last; job++) {
		const struct holder holder = {
			.job_id = job->job_id,
			.start = job->start,
			.end = job->start + job->duration,
			.share = job->share,
			.share_count = job->share_count,
		};

		if (job->verdict == FT_PLACED && holder.end <= row->start &&
		    _meets_wait(set, &holder))
			_add_wait(holders, &holder);
	}
}

/*
 * Jobs behind it in the order that were shown starts which it may not take
 * (rsv_commit, rsv_overrule), if it waits for them longer than for all else.
 * Without the published plan the order is that of tiers and priorities, and
 * only with sched/reserve does a start that is shown stand.
 */
static void _put_kept_starts(struct sfair_why *why,
			     const struct ft_outlook_job *row,
			     const struct ft_node_set *set, int64_t others_end,
			     struct json_object *answer)
{
	struct json_object *waits = json_object_object_get(answer, "waits_for");
	const struct ft_outlook *outlook = &why->outlook;
	struct holders kept = {0};

	if (!why->published && !sfair_scene_reserves(&why->scene))
		return;
	_find_jobs(row + 1, outlook->job + outlook->job_count, row, set, &kept);
	if (_holders_end(&kept) > others_end) {
		sfair_put_whole(waits, "kept_count", kept.count);
		_put_holders(why, set, &kept, "kept", waits);
		sfair_why_detail(json_object_object_get(answer, "details"),
				 "kept",
				 "jobs %s keep the starts that they were shown",
				 why->published ? "behind it in the order"
						: "of lower priority");
	}
	free(kept.holder);
}

static const char *_reservation_name(struct sfair_why *why,
				     const struct ft_closure *closure)
{
	const reserve_info_msg_t *all = sfair_scene_reservations(&why->scene);

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (all->reservation_array[i].start_time == closure->start &&
		    all->reservation_array[i].end_time == closure->end)
			return all->reservation_array[i].name;
	return NULL;
}

/* Those that it waits for, or before which it could not end. */
static bool _is_in_the_way(const struct sfair_why *why,
			   const struct ft_outlook_job *row,
			   const struct ft_closure *closure,
			   const struct ft_node_set *set)
{
	bool ends = closure->end <= row->start && closure->end > why->scene.now;

	if (closure->start >= why->outlook.made + row->duration)
		return false;
	if (ends && closure->nodes && ft_node_set_overlap(closure->nodes, set))
		return true;
	return ends && row->obstacle == FT_OBSTACLE_CLOSURE;
}

static void _put_reservations(struct sfair_why *why,
			      const struct ft_outlook_job *row,
			      const struct ft_node_set *set,
			      struct json_object *waits)
{
	struct json_object *list = sfair_put_list(waits, "reservations");
	const struct ft_outlook *outlook = &why->outlook;

	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *closure = &outlook->closure[i];
		struct json_object *json;

		if (json_object_array_length(list) == TOLD ||
		    !_is_in_the_way(why, row, closure, set))
			continue;
		json = sfair_add_object(list);
		sfair_put_text(json, "name", _reservation_name(why, closure));
		sfair_put_whole(json, "start", closure->start);
		sfair_put_whole(json, "end", closure->end);
	}
}

void sfair_why_wait(struct sfair_why *why, const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	struct ft_node_set *set =
		_nodes_of(&why->outlook, row->share, row->share_count);
	struct json_object *waits = json_object_new_object();
	struct holders runs = {0}, jobs = {0};
	int64_t end;

	json_object_object_add(answer, "waits_for", waits);
	if (!set)
		return;
	_find_runs(why, row, set, &runs);
	_find_jobs(why->outlook.job, row, row, set, &jobs);
	sfair_put_whole(waits, "run_count", runs.count);
	_put_holders(why, set, &runs, "runs", waits);
	sfair_put_whole(waits, "job_count", jobs.count);
	_put_holders(why, set, &jobs, "jobs", waits);
	end = _holders_end(&runs) > _holders_end(&jobs) ? _holders_end(&runs)
							: _holders_end(&jobs);
	_put_kept_starts(why, row, set, end, answer);
	_put_reservations(why, row, set, waits);
	free(runs.holder);
	free(jobs.holder);
	ft_node_set_free(set);
}
