/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See bypass_count.h.
 *
 * Jobs are walked from the last to the first.  For each distinct set of
 * eligible nodes there is a number of starts behind that took one of its
 * nodes; a waiting job reads the numbers of its requests.
 */
#include "core/queue/bypass_count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/id_map.h"

/* A set of nodes by its address, and the starts so far that touched it. */
struct reach {
	const struct ft_node_set *nodes;
	uint32_t starts;
};

struct reaches {
	struct reach *reach;
	uint32_t count, room;
	struct ft_id_map index; /* of sets */
};

static int _enter_job(struct reaches *reaches, const struct ft_node_set *nodes)
{
	void *list = reaches->reach;

	if (ft_id_map_get(&reaches->index, ft_id_of(nodes), NULL))
		return 0;
	if (!ft_array_grow(&list, reaches->count, &reaches->room,
			   sizeof(*reaches->reach)))
		return -ENOMEM;
	reaches->reach = list;
	reaches->reach[reaches->count] = (struct reach){.nodes = nodes};
	return ft_id_map_put(&reaches->index, ft_id_of(nodes),
			     reaches->count++);
}

/* Of a set that was entered. */
static uint32_t _starts_on(const struct reaches *reaches,
			   const struct ft_node_set *nodes)
{
	uint32_t place = 0;

	(void) ft_id_map_get(&reaches->index, ft_id_of(nodes), &place);
	return reaches->reach[place].starts;
}

static bool _was_waiting(const struct ft_snapshot *snapshot,
			 const struct ft_placement *placement)
{
	if (placement->verdict == FT_IMPOSSIBLE ||
	    placement->verdict == FT_UNSEEN ||
	    placement->obstacle == FT_OBSTACLE_BEGIN ||
	    placement->obstacle == FT_OBSTACLE_LIMIT)
		return false;
	return !ft_placement_due(placement, snapshot->now);
}

static bool _touches(const struct ft_node_set *nodes,
		     const struct ft_share *share, uint32_t share_count)
{
	for (uint32_t s = 0; s < share_count; s++)
		if (ft_node_set_has(nodes, share[s].node))
			return true;
	return false;
}

static void _count_start(struct reaches *reaches, const struct ft_share *share,
			 uint32_t share_count)
{
	for (uint32_t i = 0; i < reaches->count; i++)
		if (_touches(reaches->reach[i].nodes, share, share_count))
			reaches->reach[i].starts++;
}

/* Of parts the one counts that was passed most. */
static uint32_t _reached(const struct reaches *reaches,
			 const struct ft_request *request)
{
	uint32_t most = _starts_on(reaches, request->eligible);

	for (uint32_t p = 0; p < request->part_count; p++) {
		uint32_t starts =
			_starts_on(reaches, request->part[p].eligible);

		if (starts > most)
			most = starts;
	}
	return most;
}

static uint32_t _passed_job(const struct reaches *reaches,
			    const struct ft_job *job)
{
	uint32_t most = 0;

	for (uint32_t r = 0; r < job->request_count; r++) {
		uint32_t starts = _reached(reaches, &job->request[r]);

		if (starts > most)
			most = starts;
	}
	return most;
}

/* The sets of the request and of its parts. */
static int _enter_request(struct reaches *reaches,
			  const struct ft_request *request)
{
	int rc = _enter_job(reaches, request->eligible);

	for (uint32_t p = 0; !rc && p < request->part_count; p++)
		rc = _enter_job(reaches, request->part[p].eligible);
	return rc;
}

int ft_bypass_count(const struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule, const bool *started,
		    const struct ft_bypass_start *others, uint32_t other_count,
		    uint32_t *ret_passed)
{
	uint32_t jobs = snapshot->job_count, starts = 0;
	struct reaches reaches = {0};
	int rc = 0;

	memset(ret_passed, 0, jobs * sizeof(*ret_passed));
	for (uint32_t i = 0; i < jobs; i++)
		starts += started[i];
	if (!starts && !other_count)
		return 0;
	for (uint32_t i = 0; !rc && i < jobs; i++)
		for (uint32_t r = 0; !rc && r < snapshot->job[i].request_count;
		     r++)
			rc = _enter_request(&reaches,
					    &snapshot->job[i].request[r]);
	for (uint32_t i = jobs; !rc && i-- > 0;) {
		const struct ft_placement *placement = &schedule->placement[i];

		for (; other_count && others[other_count - 1].ahead > i;
		     other_count--)
			_count_start(&reaches, others[other_count - 1].share,
				     others[other_count - 1].share_count);
		if (started[i])
			_count_start(&reaches, placement->share,
				     placement->share_count);
		else if (_was_waiting(snapshot, placement))
			ret_passed[i] =
				_passed_job(&reaches, &snapshot->job[i]);
	}
	free(reaches.reach);
	ft_id_map_fini(&reaches.index);
	return rc;
}
