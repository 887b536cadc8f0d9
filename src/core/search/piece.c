/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See piece.h.
 */
#include "core/search/piece.h"

#include "core/timeline/change.h"
#include "core/base/planted.h"
#include "core/timeline/segment.h"

/* Walks along one node's profile and its closed times. */
struct walk {
	const struct ft_shape *shape;
	const struct ft_machine *machine;
	const struct ft_timeline *timeline;
	const struct ft_profile *profile;
	const struct ft_closed *closed, *closed_end;
	uint32_t node, kinds, index;
	int64_t from;
	int64_t changes; /* from here on the shape cannot use the node */
};

static int64_t _end_piece(const struct walk *walk, uint32_t index)
{
	return ft_profile_end(walk->profile, index);
}

static uint32_t _piece_capacity(const struct walk *walk, uint32_t index)
{
	return ft_shape_capacity(
		walk->shape, walk->machine, walk->node,
		ft_profile_state(walk->profile, walk->kinds, index));
}

/* Tasks that can start there. */
static uint32_t _starts(const struct walk *walk)
{
	return FT_PLANTED(14)
		       ? _piece_capacity(walk, walk->index)
		       : ft_shape_starts(walk->shape, walk->machine, walk->node,
					 ft_profile_state(walk->profile,
							  walk->kinds,
							  walk->index));
}

/* Moves to a later time, which may be FT_NEVER. */
static void _move_piece(struct walk *walk, int64_t time)
{
	walk->from = time;
	while (_end_piece(walk, walk->index) <= time) {
		if (walk->index + 1 >= walk->profile->count)
			break;
		walk->index++;
	}
	while ((walk->closed < walk->closed_end) && (walk->closed->end <= time))
		walk->closed++;
}

/* The span of points over which a piece holds. */
struct span {
	uint32_t tasks, end; /* the first point after it */
	int64_t rise;	     /* when the first point with `tasks` ends */
};

/*
 * From walk->index on, what can be carried throughout until `end`, up to
 * `most`, and how far beyond that holds; no need to look further than `closes`.
 */
static struct span _measure_piece(const struct walk *walk, int64_t end,
				  int64_t closes, uint32_t most)
{
	struct span span = {.tasks = most, .end = walk->index};

	for (; span.end < walk->profile->count; span.end++) {
		int64_t time = walk->profile->time[span.end];
		uint32_t tasks;

		if ((time >= closes) && (span.end > walk->index))
			break;
		tasks = _piece_capacity(walk, span.end);
		if (tasks >= span.tasks)
			continue;
		if ((time >= end) && (span.end > walk->index))
			break;
		span.tasks = tasks;
		span.rise = _end_piece(walk, span.end);
		if (!tasks)
			break;
	}
	return span;
}

/*
 * When a start at walk->from is cut off by what is not a matter of amounts;
 * FT_NEVER if it is not.  INT64_MIN after moving on, if it is too soon.
 */
static int64_t _piece_closes(struct walk *walk, int64_t duration)
{
	int64_t closes = FT_NEVER, until, start;

	if (walk->changes < walk->from + duration) {
		walk->from = FT_NEVER;
		return INT64_MIN;
	}
	if (walk->closed < walk->closed_end)
		closes = walk->closed->start;
	if (closes < walk->from + duration) {
		_move_piece(walk, walk->closed->end);
		return INT64_MIN;
	}
	start = ft_segment_start(walk->timeline, walk->node,
				 walk->shape->request->alone, walk->from,
				 duration, &until);
	if (start > walk->from) {
		_move_piece(walk, start);
		return INT64_MIN;
	}
	closes = walk->changes < closes ? walk->changes : closes;
	return until < closes ? until : closes;
}

/* The last start of a piece that begins at walk->from. */
static int64_t _piece_last(const struct walk *walk, const struct span *span,
			   const struct ft_piece *piece, int64_t duration)
{
	const struct ft_shape *shape = walk->shape;
	int64_t last = piece->until, rise = span->rise;
	bool more = piece->tasks < shape->high;

	if (last != FT_NEVER)
		last -= duration;
	/* What can start changes with what is free. */
	if (shape->wants && !FT_PLANTED(15)) {
		rise = _end_piece(walk, walk->index);
		more = true;
	}
	return more && (rise <= last) ? rise - 1 : last;
}

/*
 * Tries to start at walk->from: true if some tasks fit, with piece filled;
 * false after moving on to the next start worth trying.
 */
static bool _try_piece(struct walk *walk, struct ft_piece *piece)
{
	const struct ft_shape *shape = walk->shape;
	int64_t duration = shape->duration - FT_PLANTED(1);
	int64_t closes = _piece_closes(walk, duration);
	uint32_t most = UINT32_MAX;
	struct span span;

	if (closes == INT64_MIN)
		return false;
	if (shape->wants)
		most = _starts(walk);
	if (!most) {
		_move_piece(walk, _end_piece(walk, walk->index));
		return false;
	}
	span = _measure_piece(walk, walk->from + duration, closes, most);
	if (!span.tasks) {
		_move_piece(walk, span.rise);
		return false;
	}
	piece->tasks = span.tasks;
	piece->first = walk->from;
	piece->until = _end_piece(walk, span.end - 1);
	if (piece->until > closes)
		piece->until = closes;
	piece->last = _piece_last(walk, &span, piece, duration);
	piece->cores = ft_profile_state(walk->profile, walk->kinds,
					walk->index)[FT_STATE_FREE + FT_CORES];
	return true;
}

/* The earliest start that jobs leave which rely on the node as it is. */
static int64_t _from(struct walk *walk, const struct ft_timeline *timeline,
		     int64_t from)
{
	uint32_t change = walk->shape->request->change;
	int64_t free = INT64_MIN;

	walk->changes = FT_NEVER;
	if (!timeline->change || !change)
		return from;
	if (change & FT_CHANGE_RELIES)
		walk->changes = ft_change_first(&timeline->change[walk->node]);
	else
		free = ft_change_free(&timeline->change[walk->node]);
	return free > from ? free - FT_PLANTED(10) : from;
}

extern bool ft_piece_find(const struct ft_machine *machine,
			  const struct ft_timeline *timeline,
			  const struct ft_shape *shape, uint32_t node,
			  int64_t from, int64_t limit, struct ft_piece *piece)
{
	const struct ft_access *access = shape->access;
	struct walk walk = {
		.shape = shape,
		.machine = machine,
		.timeline = timeline,
		.profile = &timeline->node[node],
		.closed = access->closed + access->first[node],
		.closed_end = access->closed + access->first[node + 1],
		.node = node,
		.kinds = machine->snapshot->resource_count,
	};

	from = _from(&walk, timeline, from);
	walk.index = ft_profile_find(walk.profile, from);
	_move_piece(&walk, from);
	while (walk.from <= limit)
		if (_try_piece(&walk, piece))
			return true;
	return false;
}
