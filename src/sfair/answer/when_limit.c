/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: limits that have no room for the job, see when_access.h.
 *
 * Of an account only those of which no QOS has the same, which goes before it.
 * What is not used up yet may be by the time that the job could start.
 */
#include "ft_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/arena.h"
#include "core/timeline/shape.h"
#include "sfair/answer/when_access.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

enum { MINUTE = 60, TRES_TEXT = 1024 };

/* What the first way takes of all its nodes; NULL: out of memory. */
static int64_t *_way_amounts(const struct sfair_when_table *table,
			     const struct ft_request *way, int64_t nodes,
			     uint32_t *ret_threads)
{
	const struct ft_outlook *outlook = &table->outlook;
	uint32_t count = outlook->resource_count;
	uint32_t first = ft_node_set_next(way->eligible, 0);
	uint64_t tasks = way->tasks ? way->tasks / (uint64_t) nodes
				    : way->min_tasks_node;
	int64_t *amount =
		ft_arena_alloc(outlook->arena, (count + 2) * sizeof(*amount));

	*ret_threads = outlook->node[first].threads;
	if (!amount)
		return NULL;
	ft_shape_cost(way, count, *ret_threads, tasks, amount);
	/* the least that any of its nodes has */
	for (uint32_t r = 0; way->exclusive && r < count; r++) {
		amount[r] = outlook->node[first].capacity[r];
		for (uint32_t n = first; n < way->eligible->size;
		     n = ft_node_set_next(way->eligible, n + 1))
			if (outlook->node[n].capacity[r] < amount[r])
				amount[r] = outlook->node[n].capacity[r];
	}
	for (uint32_t r = 0; r < count; r++)
		amount[r] *= nodes;
	return amount;
}

/* "node=2,cpu=8,mem=400M,gres/gpu=1" */
static void _way_text(const struct sfair_when_table *table,
		      const struct ft_request *way, int64_t nodes,
		      char text[TRES_TEXT])
{
	const struct ft_outlook *outlook = &table->outlook;
	uint32_t threads;
	const int64_t *amount = _way_amounts(table, way, nodes, &threads);
	int64_t cpus = amount ? amount[FT_CORES] * threads : 0;
	size_t used;

	if (way->tasks && way->cpus_per_task && !way->exclusive)
		cpus = (int64_t) way->tasks * way->cpus_per_task;
	used = (size_t) snprintf(text, TRES_TEXT, "node=%lld,cpu=%lld",
				 (long long) nodes, (long long) cpus);
	for (uint32_t r = FT_MEMORY;
	     amount && r < outlook->resource_count && used < TRES_TEXT; r++)
		used += (size_t) snprintf(
			text + used, TRES_TEXT - used, ",%s=%lld%s",
			r == FT_MEMORY ? "mem" : outlook->resource[r],
			(long long) amount[r], r == FT_MEMORY ? "M" : "");
}

/* Is there no room?  *ret_never: nor will there be. */
static bool _leaves_no_room(struct json_object *row, bool *ret_never)
{
	double asked = sfair_get_real(row, "asked");
	double most = (double) sfair_get_whole(row, "max");
	bool least = !strncmp(sfair_get_text(row, "limit"), "Min", 3);

	*ret_never = false;
	if (!sfair_get(row, "asked"))
		return false;
	*ret_never = least ? asked < most : asked > most;
	return *ret_never ||
	       (!least && asked + (double) sfair_get_whole(row, "used") > most);
}

static void _put_full_limit(struct json_object *list, struct json_object *row,
			    bool never)
{
	struct json_object *json = sfair_add_object(list);

	sfair_put_text(json, "whose", sfair_get_text(row, "whose"));
	sfair_put_text(json, "limit", sfair_get_text(row, "limit"));
	sfair_put_text(json, "tres", sfair_get_text(row, "tres"));
	sfair_put_whole(json, "max", sfair_get_whole(row, "max"));
	if (sfair_get(row, "used"))
		sfair_put_whole(json, "used", sfair_get_whole(row, "used"));
	sfair_put_real(json, "asked", sfair_get_real(row, "asked"));
	json_object_object_add(json, "never", json_object_new_boolean(never));
}

static void _list_standing_limits(struct sfair_when_standing *standing,
				  const partition_info_t *partition,
				  const job_info_t *job,
				  struct json_object *rows)
{
	struct sfair_limits *limits = standing->limits;
	const char *name = partition->qos_char;
	struct sfair_limit_owner owner = {
		.qos = name && *name ? sfair_limits_qos(limits, name, 0) : NULL,
		.user = job->user_id,
		.account = standing->account};

	sfair_limits_qos_rows(limits, &owner, job, rows);
	owner.qos = standing->qos;
	sfair_limits_qos_rows(limits, &owner, job, rows);
	sfair_limits_account_rows(limits, standing->assoc, job, rows);
}

/* Looks at one row; list: NULL if it is not to be told of. */
static void _judge_row(const struct sfair_when_table *table,
		       struct sfair_when_standing *standing,
		       struct sfair_when_row *row, struct json_object *list)
{
	const struct ft_request *way = &table->way[row->first];
	char text[TRES_TEXT];
	job_info_t job = {
		.job_state = JOB_PENDING,
		.user_id = getuid(),
		.num_nodes = (uint32_t) row->nodes,
		.shared = 1,
		.tres_req_str = text,
		.partition = row->partition->name,
		.time_limit = row->limit == SFAIR_ENDLESS
				      ? INFINITE
				      : (uint32_t) (row->limit / MINUTE),
	};
	struct json_object *rows = json_object_new_array();

	_way_text(table, way, row->nodes, text);
	_list_standing_limits(standing, row->partition, &job, rows);
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *one = json_object_array_get_idx(rows, i);
		bool never;

		if (sfair_limits_overruled(rows, i) ||
		    !_leaves_no_room(one, &never))
			continue;
		row->beyond |= never;
		if (list)
			_put_full_limit(list, one, never);
	}
	json_object_put(rows);
}

bool sfair_when_limits(struct sfair_when_table *table,
		       struct sfair_when_standing *standing)
{
	if (!standing->told || !standing->assoc)
		return false;
	for (uint32_t i = 0; i < table->count; i++)
		_judge_row(table, standing, &table->row[i],
			   i ? NULL : table->limits);
	return true;
}
