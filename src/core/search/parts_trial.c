/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See parts.h: what of a node a part could have or gets, while the nodes of all
 * parts are chosen.
 */
#include "core/search/parts.h"

#include <errno.h>
#include <stdlib.h>

#include "core/search/piece.h"
#include "core/timeline/change.h"
#include "core/timeline/segment.h"
#include "core/timeline/want.h"

extern bool ft_parts_room(struct ft_parts *parts, uint32_t p, uint32_t count)
{
	struct ft_part_picks *picks = &parts->picks[p];
	struct ft_pick *pick;

	if (count <= picks->size)
		return true;
	pick = realloc(picks->pick, count * sizeof(*pick));
	if (!pick) {
		parts->failed = -ENOMEM;
		return false;
	}
	picks->pick = pick;
	picks->size = count;
	return true;
}

extern uint32_t ft_parts_capacity(const struct ft_parts *parts, uint32_t p,
				  uint32_t node)
{
	const struct ft_shape *shape = parts->shape->part[p];
	uint32_t kinds = parts->machine->snapshot->resource_count;
	struct ft_piece piece;

	/* Nothing changes over time there, and nothing is closed. */
	if (parts->timeline == parts->empty)
		return ft_shape_starts(
			shape, parts->machine, node,
			ft_profile_state(&parts->empty->node[node], kinds, 0));
	if (!ft_piece_find(parts->machine, parts->timeline, shape, node,
			   parts->found, parts->found, &piece))
		return 0;
	return piece.tasks;
}

/* On the empty machine no job has changed anything. */
static void _note_change(struct ft_parts *parts, const struct ft_shape *shape,
			 uint32_t node, bool take)
{
	const struct ft_share share = {.node = node};
	const struct ft_booking booking = {
		.start = parts->found,
		.end = parts->found + shape->request->duration,
		.alone = shape->request->alone,
		.change = shape->request->change,
		.share_count = 1,
		.share = &share,
	};

	if (parts->timeline == parts->empty)
		return;
	if (ft_changes_note(parts->timeline->change, &booking, take ? 1 : -1) ||
	    ft_segments_note(parts->timeline, &booking, take ? 1 : -1))
		parts->failed = -ENOMEM;
}

extern void ft_parts_change(struct ft_parts *parts, uint32_t p, uint32_t node,
			    uint32_t tasks, bool take)
{
	const struct ft_shape *shape = parts->shape->part[p];
	const struct ft_snapshot *snapshot = parts->machine->snapshot;
	uint32_t kinds = snapshot->resource_count;
	struct ft_profile *profile = &parts->timeline->node[node];
	struct ft_use use = {
		.start = parts->found,
		.end = parts->found + shape->request->duration,
		.amount = snapshot->capacity + (size_t) node * kinds,
		.users = shape->request->exclusive ? FT_USER_WHOLE : 1,
	};
	ft_profile_change_fn *change = take ? ft_profile_take : ft_profile_give;
	const struct ft_request *want = ft_shape_holds(shape);
	const struct ft_share share = {.node = node, .tasks = tasks};

	if (!shape->request->exclusive) {
		ft_shape_cost(shape->request, kinds,
			      snapshot->node[node].threads, tasks,
			      parts->amount);
		use.amount = parts->amount;
	}
	if (parts->timeline == parts->empty)
		use.end = FT_NEVER;
	if (change(profile, kinds, &use) ||
	    (want && ft_want_hold(profile, snapshot, want, &share, parts->found,
				  change)))
		parts->failed = -ENOMEM;
	_note_change(parts, shape, node, take);
}
