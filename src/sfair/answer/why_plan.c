/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why -v: a job as the planner has it, see why.h.
 *
 * Tells what the outlook holds of the job and nothing else: the request as it
 * is planned, and what is set aside on which nodes.
 */
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdio.h>
#include <stdlib.h>

#include "sfair/base/envelope.h"

/* {"cores": 4, "memory": 1000} of what is more than 0; NULL if nothing is. */
static struct json_object *_list_amounts(const struct ft_outlook *outlook,
					 const int64_t *amount)
{
	struct json_object *json = NULL;

	for (uint32_t r = 0; amount && r < outlook->resource_count; r++) {
		char name[SFAIR_SHOWN];

		if (!amount[r])
			continue;
		if (!json)
			json = json_object_new_object();
		sfair_put_whole(json, sfair_shown(name, outlook->resource[r]),
				amount[r]);
	}
	return json;
}

static void _put_amounts(const struct ft_outlook *outlook,
			 struct json_object *json, const char *key,
			 const int64_t *amount)
{
	struct json_object *amounts = _list_amounts(outlook, amount);

	if (amounts)
		json_object_object_add(json, key, amounts);
}

/* UINT32_MAX is as many as there is room for. */
static void _put_most(struct json_object *json, const char *key, uint32_t most)
{
	if (most == UINT32_MAX)
		json_object_object_add(json, key, NULL);
	else
		sfair_put_whole(json, key, most);
}

static void _put_request(const struct ft_outlook *outlook,
			 const struct ft_request *request,
			 struct json_object *plan)
{
	struct json_object *json = json_object_new_object();
	char *nodes = sfair_why_nodes(outlook, request->eligible);

	sfair_put_whole(json, "min_nodes", request->min_nodes);
	_put_most(json, "max_nodes", request->max_nodes);
	sfair_put_whole(json, "tasks", request->tasks);
	sfair_put_whole(json, "min_tasks_node", request->min_tasks_node);
	_put_most(json, "max_tasks_node", request->max_tasks_node);
	sfair_put_whole(json, "cpus_per_task", request->cpus_per_task);
	json_object_object_add(json, "exclusive",
			       json_object_new_boolean(request->exclusive));
	json_object_object_add(json, "contiguous",
			       json_object_new_boolean(request->contiguous));
	sfair_put_whole(json, "duration", request->duration);
	_put_amounts(outlook, json, "per_node", request->per_node);
	_put_amounts(outlook, json, "per_task", request->per_task);
	_put_amounts(outlook, json, "per_core", request->per_core);
	sfair_put_whole(json, "eligible", ft_node_set_count(request->eligible));
	sfair_put_text(json, "eligible_nodes", nodes);
	json_object_object_add(plan, "request", json);
	free(nodes);
}

/* Neighbours of which the same is taken stand in one row. */
static bool _same_share(const struct ft_outlook *outlook,
			const struct ft_share *a, const struct ft_share *b)
{
	if (a->tasks != b->tasks || !a->amount != !b->amount)
		return false;
	for (uint32_t r = 0; a->amount && r < outlook->resource_count; r++)
		if (a->amount[r] != b->amount[r])
			return false;
	return true;
}

static void _put_plan_shares(const struct ft_outlook *outlook,
			     const struct ft_outlook_job *row,
			     struct json_object *plan)
{
	struct json_object *list = sfair_put_list(plan, "shares");
	struct ft_node_set *set = ft_node_set_new(outlook->node_count);

	for (uint32_t i = 0, next; set && i < row->share_count; i = next) {
		struct json_object *json = sfair_add_object(list);
		char *nodes;

		ft_node_set_clear(set);
		for (next = i;
		     next < row->share_count &&
		     _same_share(outlook, &row->share[i], &row->share[next]);
		     next++)
			ft_node_set_add(set, row->share[next].node);
		nodes = sfair_why_nodes(outlook, set);
		sfair_put_text(json, "nodes", nodes);
		sfair_put_whole(json, "tasks", row->share[i].tasks);
		_put_amounts(outlook, json, "amounts", row->share[i].amount);
		free(nodes);
	}
	ft_node_set_free(set);
}

void sfair_why_plan(const struct sfair_why *why,
		    const struct ft_outlook_job *row,
		    struct json_object *answer)
{
	const struct ft_outlook *outlook = &why->outlook;
	struct json_object *plan = json_object_new_object();

	sfair_put_whole(plan, "made", outlook->made);
	sfair_put_whole(plan, "until", outlook->until);
	sfair_put_text(plan, "verdict", ft_outlook_verdicts[row->verdict]);
	sfair_put_text(plan, "obstacle", ft_outlook_obstacles[row->obstacle]);
	sfair_put_text(plan, "partition",
		       row->partition < outlook->partition_count
			       ? outlook->partition[row->partition]
			       : NULL);
	if (row->request != FT_NO_INDEX)
		_put_request(outlook, outlook->request[row->request], plan);
	_put_plan_shares(outlook, row, plan);
	json_object_object_add(answer, "plan", plan);
}

/* -- in words ------------------------------------------------------------- */

static void _print_range(struct json_object *json, const char *least,
			 const char *most, const char *what)
{
	struct json_object *end = sfair_get(json, most);

	printf("%d", (int) sfair_get_whole(json, least));
	if (!end)
		printf(" or more");
	else if (json_object_get_int64(end) != sfair_get_whole(json, least))
		printf(" to %d", (int) json_object_get_int64(end));
	printf(" %s", what);
}

static void _print_amounts(const char *title, struct json_object *json)
{
	if (!json)
		return;
	printf("; %s", title);
	json_object_object_foreach(json, name, amount)
	{
		printf(" %s=%s", name, json_object_get_string(amount));
	}
}

static void _print_request(struct json_object *json)
{
	_print_range(json, "min_nodes", "max_nodes", "nodes");
	if (sfair_get_whole(json, "tasks"))
		printf(", %d tasks", (int) sfair_get_whole(json, "tasks"));
	printf(", ");
	_print_range(json, "min_tasks_node", "max_tasks_node",
		     "tasks on each, ");
	printf("%d CPUs a task%s%s",
	       (int) sfair_get_whole(json, "cpus_per_task"),
	       sfair_get_flag(json, "exclusive") ? ", no others beside it" : "",
	       sfair_get_flag(json, "contiguous") ? ", neighbours" : "");
	_print_amounts("of a node", sfair_get(json, "per_node"));
	_print_amounts("of a task", sfair_get(json, "per_task"));
	_print_amounts("of a core", sfair_get(json, "per_core"));
	printf("\n%14son any of %d nodes: %s\n", "",
	       (int) sfair_get_whole(json, "eligible"),
	       sfair_get_text(json, "eligible_nodes"));
}

void sfair_why_print_plan(struct json_object *plan,
			  const struct sfair_paint *paint)
{
	struct json_object *request = sfair_get(plan, "request");
	struct json_object *list = sfair_get(plan, "shares");

	const char *partition = sfair_get_text(plan, "partition");

	printf("  %sPlanned:%s    %s, obstacle %s%s%s\n", paint->bold,
	       paint->off, sfair_get_text(plan, "verdict"),
	       sfair_get_text(plan, "obstacle"),
	       *partition ? ", in partition " : "", partition);
	if (request) {
		printf("  %sAs:%s         ", paint->bold, paint->off);
		_print_request(request);
	}
	for (size_t i = 0; i < sfair_list_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		if (i)
			printf("%14s", "");
		else
			printf("  %sTakes:%s      ", paint->bold, paint->off);
		printf("%s: %d task%s on each", sfair_get_text(one, "nodes"),
		       (int) sfair_get_whole(one, "tasks"),
		       sfair_get_whole(one, "tasks") == 1 ? "" : "s");
		_print_amounts("of it", sfair_get(one, "amounts"));
		putchar('\n');
	}
}
