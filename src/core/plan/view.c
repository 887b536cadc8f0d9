/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See view.h.
 */
#include "core/plan/view.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/plan/plan.h"
#include "core/base/planted.h"
#include "core/plan/promised.h"

/* What a run leaves: of nodes that it holds wholly, and of others. */
struct ft_left {
	uint32_t whole_count, part_count;
	struct ft_share *whole, *part;
};

static uint64_t _bit(const struct ft_run *run)
{
	return run->class ? UINT64_C(1) << run->class : 0;
}

extern bool ft_view_takes(const struct ft_view *view,
			  const struct ft_leaver *leaver)
{
	return view->takes & _bit(leaver->run);
}

extern struct ft_view *ft_views_of(const struct ft_plan *plan,
				   const struct ft_shape *shape)
{
	return shape->view ? &plan->views.view[shape->view - 1] : NULL;
}

extern bool ft_leaver_frees(const struct ft_leaver *leaver, uint32_t way)
{
	return (way & FT_LEAVE_LICENCES) && !leaver->run->suspends &&
	       !leaver->run->keeps;
}

extern bool ft_leaver_within(const struct ft_leaver *leaver, uint32_t way,
			     uint32_t other)
{
	if (leaver->run->suspends && (way & ~other & FT_LEAVE_WHOLE))
		return false;
	return !ft_leaver_frees(leaver, way) || ft_leaver_frees(leaver, other);
}

/* Number + 1 of the view; 0 if out of memory. */
static uint32_t _view_id(struct ft_plan *plan, uint64_t takes, uint32_t way)
{
	struct ft_views *views = &plan->views;
	struct ft_view *view;

	for (uint32_t v = 0; v < views->count; v++)
		if ((views->view[v].takes == takes) &&
		    (views->view[v].way == way))
			return v + 1;
	view = FT_ARRAY_APPEND(views->view, views->count);
	if (!view)
		return 0;
	view->takes = takes;
	view->way = way;
	return views->count;
}

/* Of one with parts each part would have to take whole nodes. */
extern bool ft_view_whole(const struct ft_request *request)
{
	return request->exclusive && !request->part_count;
}

/* Classes of runs that may leave, and what tells apart how. */
struct presence {
	uint64_t any, suspended, licensed;
};

static uint32_t _way_of(const struct ft_request *request, uint64_t takes,
			const struct presence *present)
{
	uint32_t way = 0;

	if ((takes & present->suspended) && ft_view_whole(request))
		way |= FT_LEAVE_WHOLE;
	if ((takes & present->licensed) && request->reclaims)
		way |= FT_LEAVE_LICENCES;
	return way;
}

static int _assign_view(struct ft_plan *plan, const struct presence *present)
{
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		struct ft_shape *shape = &plan->table.shape[i];
		uint64_t takes = shape->request->takes & present->any;

		if (!shape->possible || !takes)
			continue;
		shape->view = _view_id(plan, takes,
				       _way_of(shape->request, takes, present));
		if (!shape->view)
			return -ENOMEM;
	}
	return 0;
}

extern const int64_t *ft_view_cores(struct ft_arena *arena, uint32_t kinds,
				    const int64_t *amount)
{
	int64_t *cores = ft_arena_alloc(arena, kinds * sizeof(*cores));

	if (cores)
		cores[FT_CORES] = amount[FT_CORES];
	return cores;
}

/* What one share of the run leaves. */
static int _leave_share(struct ft_plan *plan, bool suspends,
			struct ft_left *left, const struct ft_share *share)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	struct ft_share one = *share;

	if (!share->amount)
		one.amount = snapshot->capacity +
			     (size_t) share->node * snapshot->resource_count;
	if (suspends)
		one.amount =
			ft_view_cores(plan->table.arena,
				      snapshot->resource_count, one.amount);
	if (!one.amount)
		return -ENOMEM;
	if (share->amount)
		left->part[left->part_count++] = one;
	else
		left->whole[left->whole_count++] = one;
	return 0;
}

static int _init_left(struct ft_plan *plan, bool suspends, struct ft_left *left,
		      const struct ft_run *run)
{
	size_t size = run->share_count * sizeof(*run->share);
	int rc = 0;

	*left = (struct ft_left){
		.whole = ft_arena_alloc(plan->table.arena, size),
		.part = ft_arena_alloc(plan->table.arena, size),
	};
	if (!left->whole || !left->part)
		return -ENOMEM;
	for (uint32_t i = 0; !rc && (i < run->share_count); i++)
		rc = _leave_share(plan, suspends, left, &run->share[i]);
	return rc;
}

static int64_t _last_end(const struct ft_run *run)
{
	int64_t end = run->end;

	for (uint32_t i = 1; i <= run->fellows; i++)
		if (run[i].end > end)
			end = run[i].end;
	return end;
}

static int _init_leaver(struct ft_plan *plan, struct ft_leaver *leaver,
			const struct ft_run *run)
{
	size_t size = (run->fellows + 1) * sizeof(**leaver->left);
	int rc = 0;

	*leaver = (struct ft_leaver){.run = run, .end = _last_end(run)};
	for (int whole = 0; !rc && (whole <= run->suspends); whole++) {
		struct ft_left *left = ft_arena_alloc(plan->table.arena, size);

		if (!left)
			return -ENOMEM;
		for (uint32_t i = 0; !rc && (i <= run->fellows); i++)
			rc = _init_left(plan, run->suspends && !whole, &left[i],
					&run[i]);
		leaver->left[whole] = left;
	}
	if (!run->suspends)
		leaver->left[true] = leaver->left[false];
	return rc;
}

static int _by_rank(const void *x, const void *y)
{
	const struct ft_leaver *a = x, *b = y;

	if (a->run->rank != b->run->rank)
		return a->run->rank < b->run->rank ? -1 : 1;
	return (a->run > b->run) - (a->run < b->run);
}

static int _list_leavers(struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	struct ft_views *views = &plan->views;
	uint64_t takes = 0;
	int rc = 0;

	for (uint32_t v = 0; v < views->count; v++)
		takes |= views->view[v].takes;
	views->leaver = calloc((size_t) snapshot->run_count + 1,
			       sizeof(*views->leaver));
	if (!views->leaver)
		return -ENOMEM;
	for (uint32_t i = 0; !rc && (i < snapshot->run_count); i++) {
		const struct ft_run *run = &snapshot->run[i];

		if ((takes & _bit(run)) && (run->gone < _last_end(run)))
			rc = _init_leaver(plan,
					  &views->leaver[views->leaver_count++],
					  run);
	}
	qsort(views->leaver, views->leaver_count, sizeof(*views->leaver),
	      _by_rank);
	return rc;
}

/* change with what one of the leaver's runs holds in [from, end). */
static int _change_one(const struct ft_leaver *leaver, uint32_t way,
		       uint32_t index, int64_t from, int64_t end,
		       ft_booking_fn *change, struct ft_plan *plan,
		       struct ft_timeline *timeline)
{
	bool whole = way & FT_LEAVE_WHOLE;
	const struct ft_left *left = &leaver->left[whole][index];
	struct ft_booking booking = {
		.start = from,
		.end = end,
		.unseen = leaver->run->suspends && !whole,
		.alone = leaver->run[index].alone,
		.share_count = left->part_count,
		.share = left->part,
	};
	int rc = 0;

	if (leaver->run[index].end < end)
		booking.end = leaver->run[index].end;
	if (from >= booking.end)
		return 0;
	if (ft_leaver_frees(leaver, way)) {
		booking.licence_count = leaver->run[index].licence_count;
		booking.licence = leaver->run[index].licence;
	}
	if (booking.share_count || booking.licence_count)
		rc = change(plan, timeline, &booking);
	booking.licence_count = 0;
	booking.whole = true;
	booking.share_count = left->whole_count;
	booking.share = left->whole;
	if (!rc && booking.share_count)
		rc = change(plan, timeline, &booking);
	return rc;
}

/* The same with all of them. */
static int _change_view(const struct ft_leaver *leaver, uint32_t way,
			int64_t from, int64_t end, ft_booking_fn *change,
			struct ft_plan *plan, struct ft_timeline *timeline)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i <= leaver->run->fellows); i++) {
		if (FT_PLANTED(9) && i)
			break;
		rc = _change_one(leaver, way, i, from, end, change, plan,
				 timeline);
	}
	return rc;
}

extern int ft_leaver_change(const struct ft_leaver *leaver, uint32_t way,
			    int64_t from, ft_booking_fn *change,
			    struct ft_plan *plan, struct ft_timeline *timeline)
{
	return _change_view(leaver, way, from, leaver->end, change, plan,
			    timeline);
}

static int _give_view(struct ft_plan *plan, struct ft_timeline *timeline,
		      const struct ft_booking *booking)
{
	(void) plan;
	return ft_timeline_give(timeline, booking);
}

/* The index of gaps beside the timeline. */
static struct ft_gaps *_gaps(struct ft_plan *plan,
			     const struct ft_timeline *timeline)
{
	for (uint32_t v = 0; v < plan->views.count; v++)
		if (timeline == &plan->views.view[v].timeline)
			return &plan->views.view[v].gaps;
	return timeline == &plan->placed ? &plan->gaps : &plan->promised_gaps;
}

static int _give_indexed(struct ft_plan *plan, struct ft_timeline *timeline,
			 const struct ft_booking *booking)
{
	return ft_gaps_give(_gaps(plan, timeline), timeline, booking);
}

static int _take_indexed(struct ft_plan *plan, struct ft_timeline *timeline,
			 const struct ft_booking *booking)
{
	int rc = ft_gaps_take(_gaps(plan, timeline), timeline, booking, false);

	return rc ? rc : ft_timeline_take(timeline, booking);
}

static int _init_view(struct ft_plan *plan, uint32_t index)
{
	struct ft_view *view = &plan->views.view[index];
	bool indexed = false, searched = false;
	int rc = ft_timeline_copy(&view->timeline, &plan->placed);

	for (uint32_t i = 0; !rc && (i < plan->views.leaver_count); i++) {
		const struct ft_leaver *leaver = &plan->views.leaver[i];

		if (ft_view_takes(view, leaver))
			rc = ft_leaver_change(leaver, view->way,
					      leaver->run->gone, _give_view,
					      plan, &view->timeline);
	}
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		const struct ft_shape *shape = &plan->table.shape[i];

		indexed |= (shape->view == index + 1) && shape->indexed;
		searched |= (shape->view == index + 1) && !shape->indexed;
	}
	if (!rc && indexed)
		rc = ft_gaps_init(&view->gaps, &plan->table, &view->timeline);
	if (!rc && searched && plan->placed.floor)
		rc = ft_timeline_add_floor(&view->timeline, &plan->table);
	return rc;
}

/* Has it any licences, with those that leave with it? */
static bool _licensed(const struct ft_run *run)
{
	for (uint32_t i = 0; i <= run->fellows; i++)
		if (run[i].licence_count)
			return true;
	return false;
}

extern int ft_views_init(struct ft_plan *plan)
{
	const struct ft_snapshot *snapshot = plan->snapshot;
	struct presence present = {0};
	int rc;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];

		if (run->gone >= _last_end(run))
			continue;
		present.any |= _bit(run);
		present.suspended |= run->suspends ? _bit(run) : 0;
		present.licensed |= _licensed(run) ? _bit(run) : 0;
	}
	if (!present.any)
		return 0;
	rc = _assign_view(plan, &present);
	if (!rc && plan->views.count)
		rc = _list_leavers(plan);
	for (uint32_t v = 0; !rc && (v < plan->views.count); v++)
		rc = _init_view(plan, v);
	return rc;
}

extern void ft_views_fini(struct ft_plan *plan)
{
	struct ft_views *views = &plan->views;

	for (uint32_t v = 0; v < views->count; v++) {
		ft_gaps_fini(&views->view[v].gaps);
		if (views->view[v].timeline.snapshot)
			ft_timeline_fini(&views->view[v].timeline);
	}
	free(views->view);
	free(views->leaver);
	*views = (struct ft_views){0};
}

extern int ft_views_take(struct ft_plan *plan, const struct ft_booking *booking)
{
	int rc = 0;

	for (uint32_t v = 0; !rc && (v < plan->views.count); v++)
		rc = _take_indexed(plan, &plan->views.view[v].timeline,
				   booking);
	return rc;
}

/*
 * In a view that counted on it, it stays until then; where it leaves more to
 * the job that it leaves for, or less, it has not left and leaves in that way.
 */
static int _move_view(struct ft_plan *plan, const struct ft_leaver *leaver,
		      int64_t until, bool leaves, struct ft_view *view)
{
	ft_booking_fn *other = leaves ? _give_indexed : _take_indexed;
	ft_booking_fn *own = leaves ? _take_indexed : _give_indexed;
	bool alike = ft_leaver_within(leaver, view->way, leaver->way) &&
		     ft_leaver_within(leaver, leaver->way, view->way);
	int64_t gone = leaver->run->gone, end = leaver->end;
	int rc = 0;

	if (!ft_view_takes(view, leaver))
		return ft_leaver_change(leaver, leaver->way, until, other, plan,
					&view->timeline);
	if (alike)
		return _change_view(leaver, view->way, gone, until, own, plan,
				    &view->timeline);
	/* What is taken twice may not be there. */
	if (leaves)
		rc = _change_view(leaver, view->way, gone, end, own, plan,
				  &view->timeline);
	if (!rc)
		rc = _change_view(leaver, leaver->way, until, end, other, plan,
				  &view->timeline);
	if (!rc && !leaves)
		rc = _change_view(leaver, view->way, gone, end, own, plan,
				  &view->timeline);
	return rc;
}

/* Where no job counted on it, it leaves, or does not. */
static int _move(struct ft_plan *plan, const struct ft_leaver *leaver,
		 int64_t until, bool leaves)
{
	ft_booking_fn *other = leaves ? _give_indexed : _take_indexed;
	struct ft_views *views = &plan->views;
	int rc;

	ft_plan_settle(plan);
	rc = plan->failed;
	if (!rc)
		rc = ft_leaver_change(leaver, leaver->way, until, other, plan,
				      &plan->placed);
	if (!rc && plan->promised.node)
		rc = ft_leaver_change(leaver, leaver->way, until, other, plan,
				      &plan->promised);
	for (uint32_t v = 0; !rc && (v < views->count); v++)
		rc = _move_view(plan, leaver, until, leaves, &views->view[v]);
	return rc;
}

extern int ft_views_leave(struct ft_plan *plan, struct ft_leaver *leaver,
			  uint32_t way, int64_t until)
{
	leaver->taken = true;
	leaver->way = way;
	return _move(plan, leaver, until, true);
}

extern int ft_views_return(struct ft_plan *plan, struct ft_leaver *leaver,
			   int64_t until)
{
	leaver->taken = false;
	return _move(plan, leaver, until, false);
}

/* In all that the plan has. */
static int _change_all(struct ft_plan *plan, ft_booking_fn *change,
		       const struct ft_booking *booking)
{
	int rc = change(plan, &plan->placed, booking);

	if (!rc && plan->promised.node)
		rc = change(plan, &plan->promised, booking);
	for (uint32_t v = 0; !rc && (v < plan->views.count); v++)
		rc = change(plan, &plan->views.view[v].timeline, booking);
	return rc;
}

static bool _uses_view(const struct ft_placement *placement, uint32_t node)
{
	for (uint32_t i = 0; i < placement->share_count; i++)
		if (placement->share[i].node == node)
			return true;
	return false;
}

/* booking: what all of the shares have in common. */
static int _stay_on(struct ft_plan *plan, struct ft_booking booking,
		    const struct ft_share *share, uint32_t count,
		    const struct ft_placement *placement, ft_booking_fn *change)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < count); i++) {
		booking.share = &share[i];
		if (!_uses_view(placement, share[i].node))
			rc = _change_all(plan, change, &booking);
	}
	return rc;
}

extern int ft_views_stay(struct ft_plan *plan, const struct ft_leaver *leaver,
			 int64_t until, const struct ft_placement *placement,
			 bool stays)
{
	ft_booking_fn *change = stays ? _take_indexed : _give_indexed;
	int rc = 0;

	for (uint32_t i = 0; !rc && (i <= leaver->run->fellows); i++) {
		bool whole = leaver->way & FT_LEAVE_WHOLE;
		const struct ft_left *left = &leaver->left[whole][i];
		struct ft_booking booking = {
			.start = until,
			.end = leaver->run[i].end,
			.unseen = leaver->run->suspends && !whole,
			.alone = leaver->run[i].alone,
			.share_count = 1,
		};

		if (until >= booking.end)
			continue;
		rc = _stay_on(plan, booking, left->part, left->part_count,
			      placement, change);
		booking.whole = true;
		if (!rc)
			rc = _stay_on(plan, booking, left->whole,
				      left->whole_count, placement, change);
	}
	return rc;
}
