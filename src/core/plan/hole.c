/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See hole.h.
 */
#include "core/plan/hole.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/search/choice.h"
#include "core/search/limit.h"
#include "core/base/planted.h"
#include "core/plan/stretch.h"

/* A list of open nodes that shapes of one roster share. */
struct ft_hole_roster {
	struct ft_roster roster;
	uint64_t hash; /* of its nodes */
	struct ft_hole_roster *next;
};

/* What is free of the node at this very instant. */
static const int64_t *_hole_state(const struct ft_plan *plan, uint32_t node)
{
	const struct ft_profile *profile = &plan->placed.node[node];

	return ft_profile_state(profile, plan->snapshot->resource_count,
				ft_profile_find(profile, plan->snapshot->now));
}

static int _find_open(struct ft_hole *hole)
{
	const struct ft_plan *plan = hole->plan;
	uint32_t nodes = plan->snapshot->node_count;

	hole->open =
		ft_arena_alloc(plan->table.arena, nodes * sizeof(*hole->open));
	hole->narrow =
		ft_arena_alloc(plan->table.arena,
			       plan->table.shape_count * sizeof(*hole->narrow));
	hole->draft =
		ft_arena_alloc(plan->table.arena, nodes * sizeof(*hole->draft));
	hole->draft_required = ft_arena_alloc(
		plan->table.arena, nodes * sizeof(*hole->draft_required));
	if (!hole->open || !hole->narrow || !hole->draft ||
	    !hole->draft_required)
		return -ENOMEM;
	for (uint32_t n = 0; n < nodes; n++)
		if (_hole_state(plan, n)[FT_STATE_USERS] < FT_USER_WHOLE)
			hole->open[hole->open_count++] = n;
	return 0;
}

extern bool ft_hole_open(const struct ft_hole *hole,
			 const struct ft_shape *shape, uint32_t node)
{
	return ft_shape_starts(shape, &hole->plan->table.machine, node,
			       _hole_state(hole->plan, node)) > 0;
}

/* The roster's nodes that are open; both lists are ascending. */
static uint32_t _narrow_hole(const struct ft_hole *hole,
			     const struct ft_shape *shape, uint32_t *node,
			     bool *required)
{
	const struct ft_roster *roster = shape->roster;
	uint32_t count = 0, at = 0;

	for (uint32_t i = 0; (i < hole->open_count) && (at < roster->count);
	     i++) {
		while ((at < roster->count) &&
		       (roster->node[at] < hole->open[i]))
			at++;
		if ((at == roster->count) ||
		    (roster->node[at] != hole->open[i]) ||
		    !ft_hole_open(hole, shape, hole->open[i]))
			continue;
		node[count] = hole->open[i];
		required[count++] = roster->required[at];
	}
	return count;
}

static uint64_t _draft_hash(const struct ft_hole *hole, uint32_t count)
{
	uint64_t hash = count;

	for (uint32_t i = 0; i < count; i++)
		hash = ft_index_mix(hash, (uint64_t) hole->draft[i] << 1 |
						  hole->draft_required[i]);
	return hash;
}

/* Of all lists that were narrowed, the one that is the same. */
static const struct ft_roster *_same_roster(const struct ft_hole *hole,
					    const struct ft_roster *whole,
					    uint64_t hash, uint32_t count)
{
	const struct ft_hole_roster *own = hole->roster[hash % FT_HOLE_ROSTERS];

	for (; own; own = own->next)
		if (own->hash == hash && own->roster.count == count &&
		    own->roster.index == whole->index &&
		    !memcmp(own->roster.node, hole->draft,
			    count * sizeof(*hole->draft)) &&
		    !memcmp(own->roster.required, hole->draft_required,
			    count * sizeof(*hole->draft_required)))
			return &own->roster;
	return NULL;
}

/* The first nodes of the draft, as a list to stay; NULL if out of memory. */
static const struct ft_roster *_keep_draft(struct ft_hole *hole,
					   const struct ft_roster *whole,
					   uint64_t hash, uint32_t count)
{
	struct ft_arena *arena = hole->plan->table.arena;
	struct ft_hole_roster *own = ft_arena_alloc(arena, sizeof(*own));
	uint32_t *node = ft_arena_alloc(arena, count * sizeof(*node));
	bool *required = ft_arena_alloc(arena, count * sizeof(*required));

	if (!own || !node || !required)
		return NULL;
	memcpy(node, hole->draft, count * sizeof(*node));
	memcpy(required, hole->draft_required, count * sizeof(*required));
	own->hash = hash;
	own->roster = *whole;
	own->roster.node = node;
	own->roster.required = required;
	own->roster.count = count;
	if (ft_roster_index(&own->roster, arena, whole->set->size))
		return NULL;
	own->next = hole->roster[hash % FT_HOLE_ROSTERS];
	hole->roster[hash % FT_HOLE_ROSTERS] = own;
	return &own->roster;
}

/*
 * The shape as it is on open nodes; NULL if out of memory.  A hundred thousand
 * shapes have a few such lists, of which most are empty.
 */
static const struct ft_shape *_hole_shape(struct ft_hole *hole, uint32_t index)
{
	const struct ft_shape *shape = &hole->plan->table.shape[index];
	struct ft_shape *narrow = hole->narrow[index];
	const struct ft_roster *roster;
	uint32_t count;
	uint64_t hash;

	if (narrow)
		return narrow;
	count = _narrow_hole(hole, shape, hole->draft, hole->draft_required);
	hash = _draft_hash(hole, count);
	roster = _same_roster(hole, shape->roster, hash, count);
	if (!roster)
		roster = _keep_draft(hole, shape->roster, hash, count);
	if (!roster)
		return NULL;
	narrow = ft_arena_alloc(hole->plan->table.arena, sizeof(*narrow));
	if (!narrow)
		return NULL;
	*narrow = *shape;
	narrow->roster = roster;
	hole->narrow[index] = narrow;
	return narrow;
}

extern int ft_hole_begin(struct ft_hole *hole, struct ft_plan *plan)
{
	struct ft_arena *arena = plan->table.arena;

	*hole = (struct ft_hole){.plan = plan, .clock = 1};
	hole->refused = ft_arena_alloc(arena, plan->table.shape_count *
						      sizeof(*hole->refused));
	hole->job = ft_arena_alloc(arena, plan->snapshot->job_count *
						  sizeof(*hole->job));
	if (!hole->refused || !hole->job ||
	    ft_metric_init(&hole->metric, plan->snapshot, arena))
		return -ENOMEM;
	ft_plan_settle(plan);
	return plan->failed ? plan->failed : _find_open(hole);
}

extern void ft_hole_add(struct ft_hole *hole, uint32_t job, double rank)
{
	hole->job[hole->job_count++] =
		(struct ft_hole_job){.job = job, .rank = rank};
}

static int _compare_hole(const void *x, const void *y)
{
	const struct ft_hole_job *a = x, *b = y;

	if (a->rank > b->rank)
		return FT_PLANTED(5) ? 1 : -1;
	if (a->rank < b->rank)
		return FT_PLANTED(5) ? -1 : 1;
	return (a->job > b->job) - (a->job < b->job);
}

extern void ft_hole_sort(struct ft_hole *hole)
{
	if (hole->job_count)
		qsort(hole->job, hole->job_count, sizeof(*hole->job),
		      _compare_hole);
}

/* Do its own times, and limits, let the request start now? */
static bool _allowed_hole(const struct ft_plan *plan, uint32_t job,
			  uint32_t request)
{
	const struct ft_request *r = ft_plan_request(plan, job, request);
	int64_t now = plan->snapshot->now;

	return (r->not_before <= now) &&
	       (ft_plan_limit(plan, job, request) >= now) &&
	       ft_limit_fits(&plan->placed, r, now, ft_request_least(r));
}

extern void ft_hole_freed(struct ft_hole *hole)
{
	hole->clock++;
}

/* The search has just found it. */
static struct ft_slot _hole_slot(struct ft_plan *plan, uint32_t job,
				 uint32_t request,
				 const struct ft_shape *narrow)
{
	struct ft_slot slot = {plan->snapshot->now, request,
			       ft_plan_shape(plan, job, request)};

	ft_stretch_slot(plan, &plan->placed,
			&plan->snapshot->job[job].request[request], narrow,
			&slot);
	return slot;
}

/* A search that was ended early has refused nothing. */
static void _refuse(const struct ft_hole *hole, uint32_t *refused)
{
	if (!hole->plan->watch.spent)
		*refused = hole->clock;
}

extern struct ft_slot ft_hole_find(struct ft_hole *hole, uint32_t job,
				   bool lifted)
{
	struct ft_plan *plan = hole->plan;
	int64_t now = plan->snapshot->now;

	for (uint32_t r = 0; r < plan->snapshot->job[job].request_count; r++) {
		struct ft_shape *shape = ft_plan_shape(plan, job, r);
		uint32_t index = (uint32_t) (shape - plan->table.shape);
		uint32_t *refused = &hole->refused[index];
		const struct ft_shape *narrow;

		if (!shape->possible || !_allowed_hole(plan, job, r) ||
		    (!lifted && (*refused == hole->clock)))
			continue;
		if (shape->part_count) {
			if (ft_parts_try(&plan->parts, &plan->placed, shape,
					 now))
				return (struct ft_slot){now, r, shape};
			_refuse(hole, refused);
			continue;
		}
		narrow = _hole_shape(hole, index);
		if (!narrow)
			plan->failed = -ENOMEM;
		else if (ft_search_at(&plan->search, &plan->placed, narrow,
				      now))
			return _hole_slot(plan, job, r, narrow);
		_refuse(hole, refused);
	}
	return (struct ft_slot){.start = FT_NEVER};
}

extern int ft_hole_take(struct ft_hole *hole, uint32_t job,
			const struct ft_slot *slot)
{
	struct ft_plan *plan = hole->plan;
	int rc;

	if (slot->shape->part_count)
		rc = ft_plan_assign_parts(plan, &plan->placed, job, slot);
	else
		rc = ft_plan_assign(plan, job, slot,
				    ft_choice_make(&plan->search, slot->start));
	plan->schedule->placement[job].obstacle = FT_OBSTACLE_NONE;
	return rc ? rc : ft_hole_keep(hole, job);
}

extern int ft_hole_give(struct ft_hole *hole, uint32_t job)
{
	struct ft_booking booking = ft_plan_booking(hole->plan, job);

	return ft_timeline_give(&hole->plan->placed, &booking);
}

extern int ft_hole_keep(struct ft_hole *hole, uint32_t job)
{
	struct ft_booking booking = ft_plan_booking(hole->plan, job);

	return ft_timeline_take(&hole->plan->placed, &booking);
}
