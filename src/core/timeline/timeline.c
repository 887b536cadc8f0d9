/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See timeline.h.
 */
#include "core/timeline/timeline.h"

#include <errno.h>
#include <stdlib.h>

#include "core/timeline/change.h"
#include "core/timeline/segment.h"
#include "core/timeline/want.h"

typedef ft_profile_change_fn change_fn;
typedef int change_gauge_fn(struct ft_gauge *gauge,
			    const struct ft_gauge_use *use);

static int _alloc_timeline(struct ft_timeline *timeline,
			   const struct ft_snapshot *snapshot)
{
	*timeline = (struct ft_timeline){.snapshot = snapshot};
	timeline->node = calloc((size_t) snapshot->node_count + 1,
				sizeof(*timeline->node));
	timeline->licence = calloc((size_t) snapshot->licence_count + 1,
				   sizeof(*timeline->licence));
	timeline->limit = calloc((size_t) snapshot->limit_count + 1,
				 sizeof(*timeline->limit));
	timeline->changed = calloc((size_t) snapshot->node_count + 1,
				   sizeof(*timeline->changed));
	return (timeline->node && timeline->licence && timeline->limit &&
		timeline->changed)
		       ? 0
		       : -ENOMEM;
}

static int _change_limits(struct ft_timeline *timeline,
			  const struct ft_booking *booking,
			  change_gauge_fn *change)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < booking->claim_count); i++) {
		uint32_t limit = booking->claim[i].limit;
		struct ft_gauge_use use = {
			.kind = timeline->snapshot->limit[limit].kind,
			.start = booking->start,
			.end = booking->end,
			.count = booking->claim[i].count,
		};

		rc = change(&timeline->limit[limit], &use);
	}
	return rc;
}

static const int64_t *_timeline_capacity(const struct ft_snapshot *snapshot,
					 uint32_t node)
{
	return snapshot->capacity + (size_t) node * snapshot->resource_count;
}

static int _take_run(struct ft_timeline *timeline, const struct ft_run *run)
{
	const struct ft_snapshot *snapshot = timeline->snapshot;
	struct ft_use use = {.start = snapshot->now, .end = run->end};
	struct ft_booking counts = {.start = snapshot->now,
				    .end = run->end,
				    .claim_count = run->claim_count,
				    .claim = run->claim};
	struct ft_booking nodes = {.start = snapshot->now,
				   .end = run->end,
				   .alone = run->alone,
				   .share_count = run->share_count,
				   .share = run->share};
	int rc = _change_limits(timeline, &counts, ft_gauge_take);

	if (!rc)
		rc = ft_segments_note(timeline, &nodes, 1);
	for (uint32_t i = 0; !rc && (i < run->share_count); i++) {
		const struct ft_share *share = &run->share[i];

		use.users = share->amount ? 1 : FT_USER_WHOLE;
		use.amount = share->amount ? share->amount
					   : _timeline_capacity(snapshot,
								share->node);
		rc = ft_profile_take(&timeline->node[share->node],
				     snapshot->resource_count, &use);
	}
	use.users = 0;
	for (uint32_t i = 0; !rc && (i < run->licence_count); i++) {
		use.amount = &run->licence[i].count;
		rc = ft_profile_take(
			&timeline->licence[run->licence[i].licence], 1, &use);
	}
	return rc;
}

/* Amounts of nodes, from when it begins. */
static int _take_closure(struct ft_timeline *timeline,
			 const struct ft_closure *closure)
{
	struct ft_use use = {
		.start = closure->start, .end = closure->end, .users = 1};
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < closure->share_count); i++) {
		use.amount = closure->share[i].amount;
		rc = ft_profile_take(&timeline->node[closure->share[i].node],
				     timeline->snapshot->resource_count, &use);
	}
	return rc;
}

extern int ft_timeline_init(struct ft_timeline *timeline,
			    const struct ft_snapshot *snapshot)
{
	int rc = _alloc_timeline(timeline, snapshot);

	for (uint32_t n = 0; !rc && (n < snapshot->node_count); n++)
		rc = ft_profile_init(&timeline->node[n],
				     snapshot->resource_count, snapshot->now,
				     _timeline_capacity(snapshot, n));
	for (uint32_t i = 0; !rc && (i < snapshot->licence_count); i++)
		rc = ft_profile_init(&timeline->licence[i], 1, snapshot->now,
				     &snapshot->licence_total[i]);
	if (!rc)
		rc = ft_segments_init(&timeline->segments, snapshot);
	for (uint32_t i = 0; !rc && (i < snapshot->run_count); i++)
		rc = _take_run(timeline, &snapshot->run[i]);
	for (uint32_t i = 0; !rc && (i < snapshot->closure_count); i++)
		rc = _take_closure(timeline, &snapshot->closure[i]);
	if (!rc)
		rc = ft_changes_init(&timeline->change, snapshot);
	if (rc)
		ft_timeline_fini(timeline);
	return rc;
}

extern int ft_timeline_copy(struct ft_timeline *timeline,
			    const struct ft_timeline *from)
{
	const struct ft_snapshot *snapshot = from->snapshot;
	int rc = _alloc_timeline(timeline, snapshot);

	for (uint32_t n = 0; !rc && (n < snapshot->node_count); n++)
		rc = ft_profile_copy(&timeline->node[n],
				     snapshot->resource_count, &from->node[n]);
	for (uint32_t i = 0; !rc && (i < snapshot->licence_count); i++)
		rc = ft_profile_copy(&timeline->licence[i], 1,
				     &from->licence[i]);
	for (uint32_t i = 0; !rc && (i < snapshot->limit_count); i++)
		rc = ft_gauge_copy(&timeline->limit[i], &from->limit[i]);
	if (!rc)
		rc = ft_changes_copy(&timeline->change, snapshot->node_count,
				     from->change);
	if (!rc)
		rc = ft_segments_copy(&timeline->segments, snapshot,
				      from->segments);
	if (rc)
		ft_timeline_fini(timeline);
	return rc;
}

/* The last change at these nodes. */
static int64_t _timeline_last(const struct ft_timeline *timeline,
			      uint32_t first, uint32_t end)
{
	int64_t last = INT64_MIN;

	for (uint32_t n = first; n < end; n++) {
		const struct ft_profile *profile = &timeline->node[n];

		if (profile->time[profile->count - 1] > last)
			last = profile->time[profile->count - 1];
	}
	return last;
}

extern int ft_timeline_add_floor(struct ft_timeline *timeline,
				 const struct ft_shape_table *table)
{
	enum { TOGETHER = 64 };
	uint32_t nodes = timeline->snapshot->node_count, end;
	int64_t now = timeline->snapshot->now;
	int rc;

	timeline->floor = calloc(1, sizeof(*timeline->floor));
	rc = timeline->floor ? ft_floor_init(timeline->floor, table) : -ENOMEM;
	for (uint32_t first = 0; !rc && (first < nodes); first = end) {
		int64_t last;

		end = nodes - first < TOGETHER ? nodes : first + TOGETHER;
		for (uint32_t n = first; n < end; n++)
			timeline->changed[n - first] = n;
		last = _timeline_last(timeline, first, end);
		if (last > now)
			rc = ft_floor_note(timeline->floor, timeline->node,
					   timeline->changed, end - first, now,
					   last);
	}
	return rc;
}

extern void ft_timeline_fini(struct ft_timeline *timeline)
{
	const struct ft_snapshot *snapshot = timeline->snapshot;

	for (uint32_t n = 0; timeline->node && (n < snapshot->node_count); n++)
		ft_profile_fini(&timeline->node[n]);
	for (uint32_t i = 0; timeline->licence && (i < snapshot->licence_count);
	     i++)
		ft_profile_fini(&timeline->licence[i]);
	for (uint32_t i = 0; timeline->limit && (i < snapshot->limit_count);
	     i++)
		ft_gauge_fini(&timeline->limit[i]);
	ft_changes_fini(timeline->change, snapshot ? snapshot->node_count : 0);
	ft_segments_fini(timeline->segments, snapshot);
	free(timeline->node);
	free(timeline->licence);
	free(timeline->limit);
	if (timeline->floor)
		ft_floor_fini(timeline->floor);
	free(timeline->floor);
	free(timeline->changed);
	*timeline = (struct ft_timeline){0};
}

extern struct ft_booking ft_booking_part(const struct ft_booking *booking,
					 uint32_t part)
{
	const struct ft_stay *stay;
	uint32_t first;

	if (!booking->part_count)
		return *booking;
	stay = booking->stay + part;
	first = part ? booking->part_end[part - 1] : 0;
	return (struct ft_booking){
		.start = booking->start,
		.end = booking->start + stay->duration,
		.whole = stay->whole,
		.alone = stay->alone,
		.change = stay->change,
		.want = booking->loose ? NULL : stay->want,
		.share_count = booking->part_end[part] - first,
		.share = booking->share + first,
		.licence_count = stay->licence_count,
		.licence = stay->licence,
		.claim_count = part ? 0 : booking->claim_count,
		.claim = booking->claim,
	};
}

static int _change_nodes(struct ft_timeline *timeline,
			 const struct ft_booking *booking, change_fn *change)
{
	uint32_t kinds = timeline->snapshot->resource_count;
	struct ft_use use = {.start = booking->start, .end = booking->end};
	int rc = 0;

	if (!booking->unseen)
		use.users = booking->whole ? FT_USER_WHOLE : 1;
	timeline->clock++;
	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;

		use.amount = booking->share[i].amount;
		timeline->changed[i] = node;
		rc = change(&timeline->node[node], kinds, &use);
		if (!rc && booking->want)
			rc = ft_want_hold(&timeline->node[node],
					  timeline->snapshot, booking->want,
					  &booking->share[i], booking->start,
					  change);
	}
	if (!rc && timeline->floor)
		rc = ft_floor_note(timeline->floor, timeline->node,
				   timeline->changed, booking->share_count,
				   booking->start, booking->end);
	return rc;
}

static int _change_licences(struct ft_timeline *timeline,
			    const struct ft_booking *booking, change_fn *change)
{
	struct ft_use use = {.start = booking->start, .end = booking->end};
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < booking->licence_count); i++) {
		use.amount = &booking->licence[i].count;
		rc = change(&timeline->licence[booking->licence[i].licence], 1,
			    &use);
	}
	return rc;
}

/* What else is to be known of its nodes. */
static int _note_timeline(struct ft_timeline *timeline,
			  const struct ft_booking *booking, int sign)
{
	int rc = ft_changes_note(timeline->change, booking, sign);

	return rc ? rc : ft_segments_note(timeline, booking, sign);
}

extern int ft_timeline_take_nodes(struct ft_timeline *timeline,
				  const struct ft_booking *booking)
{
	int rc = _change_nodes(timeline, booking, ft_profile_take);

	return rc ? rc : _note_timeline(timeline, booking, 1);
}

extern int ft_timeline_take_counts(struct ft_timeline *timeline,
				   const struct ft_booking *booking)
{
	int rc = _change_licences(timeline, booking, ft_profile_take);

	return rc ? rc : _change_limits(timeline, booking, ft_gauge_take);
}

static int _change_timeline(struct ft_timeline *timeline,
			    const struct ft_booking *booking, change_fn *change,
			    change_gauge_fn *gauge)
{
	int rc = 0;

	for (uint32_t p = 0; !rc && (p <= booking->part_count); p++) {
		struct ft_booking part = ft_booking_part(booking, p);

		rc = _change_nodes(timeline, &part, change);
		if (!rc)
			rc = _note_timeline(timeline, &part,
					    change == ft_profile_take ? 1 : -1);
		if (!rc)
			rc = _change_licences(timeline, &part, change);
		if (!rc)
			rc = _change_limits(timeline, &part, gauge);
	}
	return rc;
}

extern int ft_timeline_take(struct ft_timeline *timeline,
			    const struct ft_booking *booking)
{
	return _change_timeline(timeline, booking, ft_profile_take,
				ft_gauge_take);
}

extern int ft_timeline_give(struct ft_timeline *timeline,
			    const struct ft_booking *booking)
{
	return _change_timeline(timeline, booking, ft_profile_give,
				ft_gauge_give);
}

extern void ft_timeline_trim(struct ft_timeline *timeline, int64_t time)
{
	const struct ft_snapshot *snapshot = timeline->snapshot;

	/* Nodes that no job has changed hold little. */
	for (uint32_t n = 0; (timeline->trimmed != timeline->clock) &&
			     (n < snapshot->node_count);
	     n++)
		ft_profile_trim(&timeline->node[n], snapshot->resource_count,
				time);
	if (timeline->segments && (timeline->trimmed != timeline->clock))
		ft_segments_trim(timeline->segments, snapshot, time);
	timeline->trimmed = timeline->clock;
	if (timeline->floor)
		ft_floor_trim(timeline->floor, time);
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		ft_profile_trim(&timeline->licence[i], 1, time);
}

extern uint32_t ft_timeline_points(const struct ft_timeline *timeline)
{
	const struct ft_snapshot *snapshot = timeline->snapshot;
	uint64_t points = 0;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		points += timeline->node[n].count;
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		points += timeline->licence[i].count;
	for (uint32_t i = 0; i < snapshot->limit_count; i++)
		points += timeline->limit[i].count;
	return points > UINT32_MAX ? UINT32_MAX : (uint32_t) points;
}
