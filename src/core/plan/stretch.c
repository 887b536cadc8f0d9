/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See stretch.h.
 */
#include "core/plan/stretch.h"

#include "core/search/licence.h"
#include "core/search/limit.h"
#include "core/search/piece.h"

extern int64_t ft_stretch_most(const struct ft_request *request, int64_t start)
{
	int64_t least = ft_request_least(request), most = request->duration;

	if ((request->end_by != FT_NEVER) && (most > request->end_by - start))
		most = request->end_by - start;
	if (most <= least)
		return most < least ? most : least;
	return most - (most - least) % request->step;
}

extern const struct ft_shape *ft_stretch_shape(const struct ft_shape *shape,
					       int64_t duration,
					       struct ft_shape *room)
{
	if (duration == shape->duration)
		return shape;
	*room = *shape;
	room->duration = duration;
	room->indexed = false;
	return room;
}

/* Does the slot hold for so many steps?  Then it has the shape for it. */
static bool _reaches(struct ft_plan *plan, const struct ft_timeline *timeline,
		     const struct ft_request *request,
		     const struct ft_shape *shape, int64_t duration,
		     struct ft_slot *slot)
{
	ft_stretch_shape(shape, duration, &plan->stretched);
	if (!ft_limit_fits(timeline, request, slot->start, duration) ||
	    !ft_search_at(&plan->search, timeline, &plan->stretched,
			  slot->start))
		return false;
	slot->shape = &plan->stretched;
	return true;
}

extern void ft_stretch_slot(struct ft_plan *plan,
			    const struct ft_timeline *timeline,
			    const struct ft_request *request,
			    const struct ft_shape *shape, struct ft_slot *slot)
{
	int64_t least = shape->duration;
	int64_t most = ft_stretch_most(request, slot->start);
	int64_t high, low = 0; /* steps that do not fit, and that do */

	if (!shape->flexible || (most <= least) ||
	    _reaches(plan, timeline, request, shape, most, slot))
		return;
	high = (most - least) / request->step;
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (_reaches(plan, timeline, request, shape,
			     least + middle * request->step, slot))
			low = middle;
		else
			high = middle;
	}
	/* The last search may have been one in vain. */
	if (low)
		_reaches(plan, timeline, request, shape,
			 least + low * request->step, slot);
	else
		ft_search_at(&plan->search, timeline, shape, slot->start);
}

extern bool ft_stretch_fits(const struct ft_plan *plan,
			    const struct ft_timeline *timeline, uint32_t job,
			    int64_t duration)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	int64_t start = placement->start;
	struct ft_shape room;
	const struct ft_shape *shape = ft_stretch_shape(
		ft_plan_shape(plan, job, placement->request), duration, &room);

	if ((ft_licence_start(timeline, shape, start) != start) ||
	    !ft_limit_fits(timeline,
			   ft_plan_request(plan, job, placement->request),
			   start, duration))
		return false;
	for (uint32_t i = 0; i < placement->share_count; i++) {
		const struct ft_share *share = &placement->share[i];
		struct ft_piece piece;

		if (!ft_piece_find(&plan->table.machine, timeline, shape,
				   share->node, start, start, &piece) ||
		    (piece.tasks < share->tasks))
			return false;
	}
	return true;
}

extern int64_t ft_stretch_placed(const struct ft_plan *plan,
				 const struct ft_timeline *timeline,
				 uint32_t job, int64_t most)
{
	const struct ft_placement *placement = &plan->schedule->placement[job];
	const struct ft_request *request =
		&plan->snapshot->job[job].request[placement->request];
	int64_t least = ft_request_least(request), high, low = 0;

	if ((most >= least) && ft_stretch_fits(plan, timeline, job, most))
		return most;
	if ((most <= least) || !ft_stretch_fits(plan, timeline, job, least))
		return 0;
	high = (most - least) / request->step;
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (ft_stretch_fits(plan, timeline, job,
				    least + middle * request->step))
			low = middle;
		else
			high = middle;
	}
	return least + low * request->step;
}
