/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See preempt.h.
 *
 * Which runs must leave is tried out on the nodes of plan->placed, which is put
 * back to what it was before the victims leave for good.
 */
#include "core/plan/preempt.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/search/choice.h"
#include "core/search/licence.h"
#include "core/search/piece.h"
#include "core/base/planted.h"
#include "core/plan/promised.h"
#include "core/plan/stretch.h"

/* Victims of one job that are tried to be spared, at most. */
enum { SPARED_MAX = 64 };

/* Those that the job may take, in their order; the first `out` are out. */
struct trial {
	struct ft_plan *plan;
	uint32_t job;
	const struct ft_slot *slot;
	uint32_t way; /* enum ft_leave_kind: its view's */
	struct ft_leaver **leaver;
	uint32_t count, out;
};

static int64_t _leave_time(const struct ft_leaver *leaver, int64_t start)
{
	return leaver->run->gone > start ? leaver->run->gone : start;
}

/* Does the shape fit there, with those out that are? */
static bool _shape_fits_at(struct ft_plan *plan, const struct ft_shape *shape,
			   int64_t start)
{
	if (shape->part_count)
		return ft_parts_at(&plan->parts, &plan->placed, shape, start);
	return ft_search_at(&plan->search, &plan->placed, shape, start);
}

extern bool ft_preempt_needless(struct ft_plan *plan,
				const struct ft_slot *slot)
{
	struct ft_shape *shape = slot->shape;
	int64_t start = slot->start;

	if (!shape->view)
		return true;
	if (shape->indexed)
		return ft_gaps_start(&plan->gaps, &plan->placed, shape, start,
				     start) == start;
	ft_plan_settle(plan);
	return !plan->failed && _shape_fits_at(plan, shape, start);
}

static int _give_booking(struct ft_plan *plan, struct ft_timeline *timeline,
			 const struct ft_booking *booking)
{
	(void) plan;
	return ft_timeline_give(timeline, booking);
}

static int _take_booking(struct ft_plan *plan, struct ft_timeline *timeline,
			 const struct ft_booking *booking)
{
	(void) plan;
	return ft_timeline_take(timeline, booking);
}

static int _change_leaver(struct trial *trial, uint32_t i,
			  ft_booking_fn *change)
{
	const struct ft_leaver *leaver = trial->leaver[i];

	return ft_leaver_change(leaver, trial->way,
				_leave_time(leaver, trial->slot->start), change,
				trial->plan, &trial->plan->placed);
}

/* Exactly the first `out` are out. */
static int _set_out(struct trial *trial, uint32_t out)
{
	int rc = 0;

	while (!rc && (trial->out < out))
		rc = _change_leaver(trial, trial->out++, _give_booking);
	while (!rc && (trial->out > out))
		rc = _change_leaver(trial, --trial->out, _take_booking);
	return rc;
}

/*
 * A run that would leave after the job's end does not matter.  With parts such
 * are out as well in the end, so that what is tried last is just the view: the
 * steps of ft_parts_at are numbered.
 */
static int _list_takeable(struct trial *trial)
{
	struct ft_plan *plan = trial->plan;
	const struct ft_shape *shape = trial->slot->shape;
	const struct ft_view *view = ft_views_of(plan, shape);
	int64_t end = shape->part_count ? FT_NEVER
					: trial->slot->start + shape->duration;

	trial->way = view->way;
	trial->leaver = calloc((size_t) plan->views.leaver_count + 1,
			       sizeof(*trial->leaver));
	if (!trial->leaver)
		return -ENOMEM;
	for (uint32_t i = 0; i < plan->views.leaver_count; i++) {
		struct ft_leaver *leaver = &plan->views.leaver[i];
		int64_t until = _leave_time(leaver, trial->slot->start);

		if (!leaver->taken && ft_view_takes(view, leaver) &&
		    (until < leaver->end) && (until < end))
			trial->leaver[trial->count++] = leaver;
	}
	return 0;
}

/* The fewest of them, in their order, without which the job fits. */
static int _find_fewest_leavers(struct trial *trial)
{
	struct ft_plan *plan = trial->plan;
	uint32_t low = 0, high = trial->count;
	int rc = 0;

	while (!rc && (low < high)) {
		uint32_t middle = low + (high - low) / 2;

		rc = _set_out(trial, middle);
		if (!rc && _shape_fits_at(plan, trial->slot->shape,
					  trial->slot->start))
			high = middle;
		else
			low = middle + 1;
	}
	return rc ? rc : _set_out(trial, high);
}

static int _assign_slot(struct trial *trial)
{
	struct ft_plan *plan = trial->plan;
	const struct ft_slot *slot = trial->slot;

	if (!_shape_fits_at(plan, slot->shape, slot->start))
		return -ENOMEM; /* nothing else lets the views disagree */
	if (slot->shape->part_count)
		return ft_plan_assign_parts(plan, &plan->placed, trial->job,
					    slot);
	return ft_plan_assign(plan, trial->job, slot,
			      ft_choice_make(&plan->search, slot->start));
}

/* The job's share of the node, or NULL. */
static const struct ft_share *
_share_on_node(const struct ft_placement *placement, uint32_t node)
{
	uint32_t low = 0, high = placement->share_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (placement->share[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	if ((low == placement->share_count) ||
	    (placement->share[low].node != node))
		return NULL;
	return &placement->share[low];
}

/* The same for a job with parts, several of which may be on one node. */
static bool _parts_beside(const struct trial *trial, const struct ft_run *run)
{
	struct ft_plan *plan = trial->plan;
	const struct ft_placement *placement =
		&plan->schedule->placement[trial->job];

	const struct ft_share *share = run->share;
	uint32_t count = run->share_count;

	/* Segments reach beyond the run's nodes. */
	if (trial->slot->shape->change & FT_SHAPE_BESIDE) {
		share = placement->share;
		count = placement->share_count;
	}
	for (uint32_t i = 0; i < count; i++)
		if (!ft_parts_fit_node(&plan->parts, &plan->placed,
				       trial->slot->shape, placement,
				       share[i].node))
			return false;
	return true;
}

/* Has it room on all of its nodes?  Segments reach beyond those of a run. */
static bool _fits_there(const struct trial *trial)
{
	const struct ft_plan *plan = trial->plan;
	const struct ft_placement *placement =
		&plan->schedule->placement[trial->job];
	int64_t start = trial->slot->start;

	for (uint32_t i = 0; i < placement->share_count; i++) {
		const struct ft_share *share = &placement->share[i];
		struct ft_piece piece;

		if (!ft_piece_find(&plan->table.machine, &plan->placed,
				   trial->slot->shape, share->node, start,
				   start, &piece) ||
		    (piece.tasks < share->tasks))
			return false;
	}
	return true;
}

/* Has the job room where the run has nodes? */
static bool _beside_one(const struct trial *trial, const struct ft_run *run)
{
	const struct ft_plan *plan = trial->plan;
	const struct ft_placement *placement =
		&plan->schedule->placement[trial->job];
	int64_t start = trial->slot->start;

	if (placement->part_count)
		return _parts_beside(trial, run);
	if (trial->slot->shape->change & FT_SHAPE_BESIDE)
		return _fits_there(trial);
	for (uint32_t i = 0; i < run->share_count; i++) {
		const struct ft_share *share =
			_share_on_node(placement, run->share[i].node);
		struct ft_piece piece;

		if (share &&
		    (!ft_piece_find(&plan->table.machine, &plan->placed,
				    trial->slot->shape, share->node, start,
				    start, &piece) ||
		     (piece.tasks < share->tasks)))
			return false;
	}
	return true;
}

/* Does the shape itself, or do the other parts of it, want any that is held? */
static bool _wants_one(const struct ft_shape *shape, const struct ft_run *run)
{
	for (uint32_t i = 0; i < shape->licence_count; i++)
		for (uint32_t k = 0; k < run->licence_count; k++)
			if (run->licence[k].count &&
			    (run->licence[k].licence ==
			     shape->licence[i].licence))
				return true;
	for (uint32_t p = 1; p <= shape->part_count; p++)
		if (_wants_one(shape->part[p], run))
			return true;
	return false;
}

static bool _wants_licence(const struct ft_shape *shape,
			   const struct ft_leaver *leaver)
{
	for (uint32_t i = 0; i <= leaver->run->fellows; i++)
		if (_wants_one(shape, &leaver->run[i]))
			return true;
	return false;
}

/*
 * Are there licences enough beside the run?  Where several parts want some that
 * is not looked at: _spare() tries the job as a whole.
 */
static bool _licensed_beside(const struct trial *trial,
			     const struct ft_leaver *leaver)
{
	const struct ft_slot *slot = trial->slot;

	if (!ft_leaver_frees(leaver, trial->way) ||
	    !_wants_licence(slot->shape, leaver))
		return true;
	return !slot->shape->part_count &&
	       ft_licence_start(&trial->plan->placed, slot->shape,
				slot->start) == slot->start;
}

static bool _beside_leaver(const struct trial *trial,
			   const struct ft_leaver *leaver)
{
	if (!_licensed_beside(trial, leaver))
		return false;
	for (uint32_t i = 0; i <= leaver->run->fellows; i++)
		if (!_beside_one(trial, &leaver->run[i]))
			return false;
	return true;
}

/*
 * From the last to the first, a run that can stay is let in again; the others
 * are listed, in their order, and let in again as well.
 */
static int _sort_out(struct trial *trial, uint32_t *victim, uint32_t *count)
{
	const struct ft_run *first = trial->plan->snapshot->run;
	uint32_t asked = trial->out, at = asked;
	int rc = 0;

	for (uint32_t i = asked; !rc && (i-- > 0);) {
		rc = _change_leaver(trial, i, _take_booking);
		if (rc || FT_PLANTED(7) ||
		    _beside_leaver(trial, trial->leaver[i]))
			continue;
		rc = _change_leaver(trial, i, _give_booking);
		trial->leaver[--at] = trial->leaver[i];
	}
	*count = asked - at;
	for (uint32_t i = at; !rc && (i < asked); i++) {
		rc = _change_leaver(trial, i, _take_booking);
		trial->leaver[i - at] = trial->leaver[i];
		victim[i - at] = (uint32_t) (trial->leaver[i]->run - first);
	}
	return rc;
}

/* All are out; one that can be let in again stays, and is no leaver. */
static int _let_in(struct trial *trial, uint32_t all)
{
	const struct ft_slot *slot = trial->slot;
	uint32_t last = all > SPARED_MAX ? all - SPARED_MAX : 0;
	int rc = 0;

	for (uint32_t i = all; !rc && (i-- > last);) {
		rc = _change_leaver(trial, i, _take_booking);
		if (!rc &&
		    _shape_fits_at(trial->plan, slot->shape, slot->start))
			trial->leaver[i] = NULL;
		else if (!rc)
			rc = _change_leaver(trial, i, _give_booking);
	}
	return rc;
}

/* Those that are still leavers; how many. */
static uint32_t _close_ranks(struct trial *trial, uint32_t *victim,
			     uint32_t all)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < all; i++) {
		if (!trial->leaver[i])
			continue;
		victim[kept] = victim[i];
		trial->leaver[kept++] = trial->leaver[i];
	}
	return kept;
}

/*
 * From the last to the first, each victim stays if with it there the job fits
 * on whatever nodes; then nodes are chosen with just the others gone.  So
 * none leaves although a free node would do.
 */
static int _spare(struct trial *trial, uint32_t *victim, uint32_t *count)
{
	uint32_t all = *count;
	int rc = 0;

	if (all < 2 || FT_PLANTED(8))
		return 0;
	for (uint32_t i = 0; !rc && (i < all); i++)
		rc = _change_leaver(trial, i, _give_booking);
	if (!rc)
		rc = _let_in(trial, all);
	*count = _close_ranks(trial, victim, all);
	if (!rc && (*count < all))
		rc = _assign_slot(trial);
	for (uint32_t i = 0; !rc && (i < *count); i++)
		rc = _change_leaver(trial, i, _take_booking);
	return rc;
}

/* Could the shape use a node that it leaves, or a licence? */
static bool _meets_leaver(const struct ft_shape *shape,
			  const struct ft_leaver *leaver)
{
	if (ft_leaver_frees(leaver, leaver->way) && !FT_PLANTED(30) &&
	    _wants_licence(shape, leaver))
		return true;
	/* The roster is the first part's, and a segment is more than it. */
	if (shape->request->part_count || (shape->change & FT_SHAPE_BESIDE))
		return true;
	for (uint32_t f = 0; f <= leaver->run->fellows; f++) {
		const struct ft_run *run = &leaver->run[f];

		for (uint32_t i = 0; i < run->share_count; i++)
			if (ft_node_set_has(shape->roster->set,
					    run->share[i].node))
				return true;
	}
	return false;
}

/* Has the shape counted on all that it left? */
static bool _counts_on_leaver(const struct ft_view *view,
			      const struct ft_leaver *leaver)
{
	return view && ft_view_takes(view, leaver) &&
	       ft_leaver_within(leaver, leaver->way, view->way);
}

/*
 * Something is free from `from` on that was not before: what is known of
 * starts holds only for shapes that counted on it.
 */
static void _forget_starts(struct ft_plan *plan, const struct ft_leaver *leaver,
			   int64_t from)
{
	for (uint32_t i = 0; i < plan->table.shape_count; i++) {
		struct ft_shape *shape = &plan->table.shape[i];
		const struct ft_view *view = ft_views_of(plan, shape);
		int64_t hint = from - shape->longest + 1;

		if (!_meets_leaver(shape, leaver))
			continue;
		if (hint < plan->snapshot->now)
			hint = plan->snapshot->now;
		if (hint < shape->promised_hint)
			shape->promised_hint = hint;
		if (_counts_on_leaver(view, leaver) ||
		    (shape->front.hint <= hint))
			continue;
		shape->front.hint = hint;
		ft_front_forget(&shape->front, plan->snapshot->node_count);
	}
}

static int _dismiss_victims(struct trial *trial, uint32_t count)
{
	const struct ft_placement *placement =
		&trial->plan->schedule->placement[trial->job];
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < count); i++) {
		struct ft_leaver *leaver = trial->leaver[i];
		int64_t until = _leave_time(leaver, trial->slot->start);

		rc = ft_views_leave(trial->plan, leaver, trial->way, until);
		if (!rc && leaver->run->keeps && !FT_PLANTED(11))
			rc = ft_views_stay(trial->plan, leaver, until,
					   placement, true);
		_forget_starts(trial->plan, leaver, until);
	}
	return rc;
}

/* The job lasts as long as its nodes are free now. */
static void _stretch_placement(struct trial *trial)
{
	struct ft_plan *plan = trial->plan;
	struct ft_placement *placement = &plan->schedule->placement[trial->job];
	const struct ft_request *request =
		&plan->snapshot->job[trial->job].request[placement->request];

	if (trial->slot->shape->flexible)
		placement->duration = ft_stretch_placed(
			plan, &plan->placed, trial->job,
			ft_stretch_most(request, placement->start));
}

static int _choose_victims(struct trial *trial)
{
	struct ft_placement *placement =
		&trial->plan->schedule->placement[trial->job];
	uint32_t *victim, count;
	int rc = _list_takeable(trial);

	if (!rc)
		rc = _find_fewest_leavers(trial);
	if (!rc)
		rc = _assign_slot(trial);
	if (rc)
		return rc;
	victim = ft_arena_alloc(trial->plan->schedule->arena,
				trial->out * sizeof(*victim));
	if (!victim)
		return -ENOMEM;
	rc = _sort_out(trial, victim, &count);
	if (!rc)
		rc = _spare(trial, victim, &count);
	if (rc)
		return rc;
	placement->victim = victim;
	placement->victim_count = count;
	rc = _dismiss_victims(trial, count);
	if (!rc)
		_stretch_placement(trial);
	return rc;
}

extern int ft_preempt_choose(struct ft_plan *plan, uint32_t job,
			     const struct ft_slot *slot)
{
	struct trial trial = {.plan = plan, .job = job, .slot = slot};
	int rc;

	ft_plan_settle(plan);
	rc = plan->failed ? plan->failed : _choose_victims(&trial);
	free(trial.leaver);
	return rc;
}

extern int ft_preempt_reach(struct ft_plan *plan, uint32_t job,
			    const struct ft_slot *slot, uint32_t *ret_reach)
{
	struct trial trial = {.plan = plan, .job = job, .slot = slot};
	int rc;

	*ret_reach = 0;
	ft_plan_settle(plan);
	rc = plan->failed ? plan->failed : _list_takeable(&trial);
	if (!rc)
		rc = _find_fewest_leavers(&trial);
	if (!rc && trial.out)
		*ret_reach = (uint32_t) (trial.leaver[trial.out - 1] -
					 plan->views.leaver) +
			     1;
	if (!rc)
		rc = _set_out(&trial, 0);
	free(trial.leaver);
	return rc;
}

static struct ft_leaver *_leaver(const struct ft_plan *plan, uint32_t run)
{
	struct ft_leaver *leaver = plan->views.leaver;

	while (leaver->run != &plan->snapshot->run[run])
		leaver++;
	return leaver;
}

extern int ft_preempt_undo(struct ft_plan *plan, uint32_t job)
{
	struct ft_placement *placement = &plan->schedule->placement[job];
	int rc = 0;

	for (uint32_t i = placement->victim_count; !rc && (i-- > 0);) {
		struct ft_leaver *leaver = _leaver(plan, placement->victim[i]);
		int64_t until = _leave_time(leaver, placement->start);

		if (leaver->run->keeps)
			rc = ft_views_stay(plan, leaver, until, placement,
					   false);
		if (!rc)
			rc = ft_views_return(plan, leaver, until);
	}
	placement->victim_count = 0;
	placement->victim = NULL;
	return rc;
}

extern bool ft_preempt_gains(struct ft_plan *plan, uint32_t job,
			     const struct ft_slot *slot)
{
	return (slot->start < plan->schedule->placement[job].start) &&
	       !ft_preempt_needless(plan, slot);
}
