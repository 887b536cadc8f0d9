/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: which nodes a job's request can use at all.
 *
 * Told where the request leaves nodes of its partition out, whether these are
 * up or in use or not: a job that may use one node only waits for that one.
 * What is free is not looked at.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/list.h"
#include "sfair/base/envelope.h"
#include "sfair/outlook/apart.h"

enum { OPTIONS = 4 * SFAIR_SHOWN };

/* " -C big": an option of the request, if it has it. */
static void _append_option(char text[OPTIONS], const char *option,
			   const char *value)
{
	size_t used = strlen(text);
	char shown[SFAIR_SHOWN];

	if (value && *value)
		snprintf(text + used, OPTIONS - used, "%s%s %s",
			 used ? " " : "", option, sfair_shown(shown, value));
}

/* Nodes of the job's partitions. */
static uint32_t _partition_nodes(struct sfair_why *why, const job_info_t *job)
{
	const partition_info_msg_t *all = sfair_scene_partitions(&why->scene);
	uint32_t count = 0;

	for (uint32_t n = 0; all && n < why->outlook.node_count; n++)
		for (uint32_t i = 0; i < all->record_count; i++) {
			const partition_info_t *one = &all->partition_array[i];

			if (!ft_list_has(job->partition, one->name,
					 strlen(one->name)) ||
			    !sfair_node_in(one->node_inx, n))
				continue;
			count++;
			break;
		}
	return count;
}

/* Of a job that names as many nodes as it wants, these. */
static void _keep_named(const job_info_t *job, struct ft_node_set *set)
{
	uint32_t named = 0;

	for (uint32_t i = 0; i < set->size; i++)
		named += sfair_node_in(job->req_node_inx, i);
	for (uint32_t i = 0; named >= job->num_nodes && i < set->size; i++)
		if (!sfair_node_in(job->req_node_inx, i))
			ft_node_set_drop(set, i);
}

void sfair_why_suit(struct sfair_why *why, const job_info_t *job,
		    const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	struct ft_node_set *set = sfair_why_suiting(why, job, row);
	uint32_t all = _partition_nodes(why, job);
	struct json_object *json;
	char by[OPTIONS] = "";
	char *names;

	if (!set)
		return;
	if (job->req_nodes && *job->req_nodes)
		_keep_named(job, set);
	if (ft_node_set_count(set) && ft_node_set_count(set) < all) {
		_append_option(by, "-C", job->features);
		_append_option(by, "-w", job->req_nodes);
		_append_option(by, "-x", job->exc_nodes);
		names = sfair_why_nodes(&why->outlook, set);
		json = json_object_new_object();
		sfair_put_whole(json, "count", ft_node_set_count(set));
		sfair_put_whole(json, "of", all);
		sfair_put_text(json, "nodes", names);
		sfair_put_text(json, "by", by);
		json_object_object_add(answer, "suits", json);
		free(names);
	}
	ft_node_set_free(set);
}

/* -- a reservation in another partition ------------------------------------ */

void sfair_why_apart(struct sfair_why *why, const job_info_t *job,
		     struct json_object *answer)
{
	const reserve_info_t *reservation =
		sfair_scene_reservation(&why->scene, job->resv_name);
	const partition_info_t *own =
		sfair_scene_partition(&why->scene, job->partition);
	struct json_object *list = sfair_get(answer, "help"), *json;
	char text[SFAIR_APART], name[SFAIR_SHOWN];
	const partition_info_t *other;

	if (!reservation || !own || !sfair_apart(reservation, own, text))
		return;
	sfair_why_detail(sfair_get(answer, "details"), "reservation", "%s",
			 text);
	other = sfair_apart_partition(&why->scene, reservation);
	if (!other)
		return;
	if (!list)
		list = sfair_put_list(answer, "help");
	snprintf(text, sizeof(text), "scontrol update JobId=%u Partition=%s",
		 (unsigned int) job->job_id, sfair_shown(name, other->name));
	json = sfair_add_object(list);
	sfair_put_text(json, "kind", "partition");
	sfair_put_text(json, "value", other->name);
	sfair_put_text(json, "text", text);
}
