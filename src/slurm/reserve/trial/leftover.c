/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/leftover.h.
 */
#include "slurm/reserve/trial/leftover.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/timeline/shape.h"

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/start/answer.h"
#include "slurm/reserve/start/planned.h"

enum {
	/* For asking which jobs want what is left, in a cycle; then all seem
	 * to.  Locks are held meanwhile. */
	BUDGET_US = 5000,
	STRETCH = 32, /* nodes between two looks at the clock */
};

void fts_leftover_close(struct fts_leftover *leftover)
{
	ft_node_set_free(leftover->nodes);
	ft_node_set_free(leftover->wished);
	free(leftover->least);
	*leftover = (struct fts_leftover){.room = leftover->room};
}

static bool _open_leftover(struct fts_leftover *leftover)
{
	const struct ft_snapshot *snapshot = leftover->room->cycle->snapshot;

	if (leftover->nodes)
		return true;
	if (!fts_room_open(leftover->room))
		return false;
	leftover->nodes = ft_node_set_new(snapshot->node_count);
	leftover->wished = ft_node_set_new(snapshot->node_count);
	leftover->least = calloc(snapshot->resource_count, sizeof(int64_t));
	if (leftover->nodes && leftover->wished && leftover->least)
		return true;
	fts_leftover_close(leftover);
	return false;
}

/* Is the time over?  Looks at the clock now and then only. */
static bool _is_late(struct fts_leftover *leftover)
{
	int64_t now_us;

	if (leftover->spent_us <= BUDGET_US && !(++leftover->looks % STRETCH)) {
		now_us = fts_lock_clock();
		leftover->spent_us += now_us - leftover->from_us;
		leftover->from_us = now_us;
	}
	return leftover->spent_us > BUDGET_US;
}

static void _begin_look(struct fts_leftover *leftover)
{
	leftover->from_us = fts_lock_clock();
}

static void _end_look(struct fts_leftover *leftover)
{
	leftover->spent_us += fts_lock_clock() - leftover->from_us;
}

/* So many tasks of it, as far as jobs ahead let it? */
static bool _fits_tasks(struct fts_leftover *leftover, uint32_t index,
			const struct ft_request *request, uint32_t node,
			uint32_t tasks)
{
	struct fts_room *room = leftover->room;
	const struct ft_snapshot *snapshot = room->cycle->snapshot;
	int64_t end = snapshot->now + request->duration;

	ft_shape_want(request, snapshot->resource_count,
		      snapshot->node[node].threads, tasks, leftover->least);
	return fts_room_left(room, node, leftover->least, request->exclusive) &&
	       fts_room_holds(room, index, request, node, leftover->least,
			      end < room->until ? end : room->until);
}

/* How many tasks of it could be on the node; 0: it could not use it. */
static uint32_t _tasks_node(struct fts_leftover *leftover, uint32_t index,
			    const struct ft_request *request, uint32_t node)
{
	const struct fts_cycle *cycle = leftover->room->cycle;
	uint32_t low = request->min_tasks_node, high = request->max_tasks_node;

	if (cycle->snapshot->node[node].available_from > cycle->snapshot->now ||
	    !fts_cycle_same_node(cycle, node) ||
	    !_fits_tasks(leftover, index, request, node, low))
		return 0;
	if (high > request->tasks)
		high = request->tasks;
	while (low < high) {
		uint32_t middle = high - (high - low) / 2;

		if (_fits_tasks(leftover, index, request, node, middle))
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

/* A job of one node has all of its tasks there. */
static uint32_t _tasks_useful(struct fts_leftover *leftover, uint32_t index,
			      const struct ft_request *request, uint32_t node)
{
	uint32_t tasks = _tasks_node(leftover, index, request, node);

	return request->max_nodes == 1 && tasks < request->tasks ? 0 : tasks;
}

struct found {
	uint32_t nodes;
	uint64_t tasks;
};

static bool _is_enough(const struct ft_request *request,
		       const struct found *found)
{
	return found->nodes >= request->min_nodes &&
	       found->tasks >= request->tasks;
}

/* Counts nodes that have something left, or those that have not, until there
 * are enough, or no more time. */
static void _find_nodes(struct fts_leftover *leftover, uint32_t index,
			const struct ft_request *request, bool left,
			struct found *found)
{
	const struct ft_node_set *set =
		left ? leftover->nodes : request->eligible;
	const struct ft_node_set *other =
		left ? request->eligible : leftover->nodes;

	for (uint32_t i = ft_node_set_next(set, 0);
	     i < set->size && !_is_enough(request, found);
	     i = ft_node_set_next(set, i + 1)) {
		uint32_t tasks;

		if (ft_node_set_has(other, i) != left)
			continue;
		if (_is_late(leftover))
			return;
		tasks = _tasks_useful(leftover, index, request, i);
		found->nodes += tasks > 0;
		found->tasks += tasks;
	}
}

static bool _has_required(struct fts_leftover *leftover, uint32_t index,
			  const struct ft_request *request)
{
	const struct ft_node_set *set = request->required;
	uint32_t i = set ? ft_node_set_next(set, 0) : 0;

	while (set && i < set->size) {
		if (!_tasks_useful(leftover, index, request, i))
			return false;
		i = ft_node_set_next(set, i + 1);
	}
	return true;
}

/* Its licences, and what it claims of limits: asked only of one that fits. */
static bool _allows(struct fts_leftover *leftover, uint32_t index,
		    const struct ft_request *request)
{
	struct fts_room *room = leftover->room;

	return fts_room_allows(room, index, request,
			       room->cycle->snapshot->now + request->duration);
}

/* On as many nodes as it needs, some of which have something left. */
static bool _fits_request(struct fts_leftover *leftover, uint32_t index,
			  const struct ft_request *request)
{
	struct found found = {0, 0};

	if (request->part_count)
		return ft_node_set_overlap(leftover->nodes, request->eligible);
	_find_nodes(leftover, index, request, true, &found);
	if (!found.nodes || !_has_required(leftover, index, request))
		return false;
	_find_nodes(leftover, index, request, false, &found);
	return _is_enough(request, &found) && _allows(leftover, index, request);
}

/* What a job of one node can have is all that it wishes; with several it may be
 * any of its nodes, and so it may once there is no time to look. */
static void _wish_request(struct fts_leftover *leftover, uint32_t index,
			  const struct ft_request *request)
{
	const struct ft_node_set *set = leftover->nodes;

	if (request->part_count || request->max_nodes > 1) {
		ft_node_set_or(leftover->wished, request->eligible);
		return;
	}
	for (uint32_t i = ft_node_set_next(set, 0); i < set->size;
	     i = ft_node_set_next(set, i + 1))
		if (!ft_node_set_has(leftover->wished, i) &&
		    ft_node_set_has(request->eligible, i) &&
		    (_is_late(leftover) ||
		     _tasks_useful(leftover, index, request, i)))
			ft_node_set_add(leftover->wished, i);
}

/* The first of its requests that fits, or how many these are. */
static uint32_t _find_request(struct fts_leftover *leftover, uint32_t index)
{
	const struct fts_cycle *cycle = leftover->room->cycle;
	const struct ft_request *request = cycle->snapshot->job[index].request;
	uint32_t count = cycle->candidate[index].request_count, r = 0;

	_begin_look(leftover);
	while (r < count && !_fits_request(leftover, index, &request[r]))
		r++;
	_end_look(leftover);
	return r;
}

uint32_t fts_leftover_fits(struct fts_leftover *leftover, uint32_t index)
{
	const struct fts_cycle *cycle = leftover->room->cycle;
	const struct ft_request *request = cycle->snapshot->job[index].request;
	uint32_t count = cycle->candidate[index].request_count, r = count;

	if (!leftover->nodes || request == leftover->vain)
		return count;
	if (leftover->spent_us <= BUDGET_US)
		r = _find_request(leftover, index);
	if (r < count)
		return r;
	if (leftover->spent_us > BUDGET_US)
		ft_node_set_or(leftover->wished, leftover->nodes);
	else
		leftover->vain = request;
	return count;
}

void fts_leftover_wish(struct fts_leftover *leftover, uint32_t index,
		       uint32_t request)
{
	const struct ft_request *wish =
		&leftover->room->cycle->snapshot->job[index].request[request];

	if (wish == leftover->wisher)
		return;
	_begin_look(leftover);
	_wish_request(leftover, index, wish);
	_end_look(leftover);
	leftover->wisher = wish;
}

void fts_leftover_add(struct fts_leftover *leftover, uint32_t node)
{
	if (!_open_leftover(leftover))
		return;
	leftover->vain = leftover->wisher = NULL;
	ft_node_set_add(leftover->nodes, node);
}

static int _by_number(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* Has it less of the node than the plan gave it? */
static bool _has_less(const struct fts_cycle *cycle,
		      const struct ft_share *share,
		      const struct fts_answer *has)
{
	size_t count = cycle->snapshot->resource_count;
	const uint32_t *found = bsearch(&share->node, has->node, has->count,
					sizeof(*has->node), _by_number);
	const int64_t *amount;

	if (!found)
		return true;
	if (!share->amount || has->whole[found - has->node])
		return !has->whole[found - has->node];
	amount = has->amount + (size_t) (found - has->node) * count;
	for (uint32_t r = 0; r < cycle->choice_first; r++)
		if (amount[r] < share->amount[r])
			return true;
	return false;
}

/* In the place of what was planned. */
static void _hold_run(struct fts_room *room, uint32_t index,
		      const struct fts_answer *has)
{
	const struct fts_cycle *cycle = room->cycle;
	uint32_t count = cycle->snapshot->resource_count;
	size_t size = (size_t) has->count * count * sizeof(int64_t);
	int64_t *amount = ft_arena_alloc(cycle->schedule->arena, size + 1);

	if (!amount) {
		room->failed = true;
		return;
	}
	memcpy(amount, has->amount, size);
	fts_room_leave(room, index);
	for (uint32_t n = 0; n < has->count; n++)
		fts_room_take(
			room, index, has->node[n],
			has->whole[n] ? NULL : amount + (size_t) n * count,
			cycle->snapshot->now +
				cycle->schedule->placement[index].duration);
}

bool fts_leftover_ran(struct fts_leftover *leftover, uint32_t index,
		      const job_record_t *job)
{
	const struct fts_cycle *cycle = leftover->room->cycle;
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	struct fts_answer has = {
		.cycle = cycle,
		.request = &cycle->snapshot->job[index]
				    .request[placement->request],
	};
	bool less = false;

	fts_answer_read(&has, job);
	for (uint32_t s = 0; has.fits && s < placement->share_count; s++) {
		if (!_has_less(cycle, &placement->share[s], &has))
			continue;
		less = true;
		fts_leftover_add(leftover, placement->share[s].node);
	}
	if (less && leftover->nodes)
		_hold_run(leftover->room, index, &has);
	fts_answer_clear(&has);
	return less;
}

bool fts_leftover_wished(struct fts_leftover *leftover, uint32_t node)
{
	if (!leftover->nodes || !ft_node_set_has(leftover->wished, node))
		return false;
	leftover->kept = true;
	return true;
}

bool fts_leftover_keeps(struct fts_leftover *leftover,
			const struct ft_placement *placement)
{
	for (uint32_t s = 0; s < placement->share_count; s++)
		if (fts_leftover_wished(leftover, placement->share[s].node))
			return true;
	return false;
}
