/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See insert.h.
 */
#include "core/plan/insert.h"

#include <errno.h>

#include "core/base/arena.h"
#include "core/base/bounds.h"
#include "core/search/choice.h"
#include "core/plan/stretch.h"

static struct ft_shape *_class_shape(const struct ft_kept *kept, uint32_t class)
{
	return &kept->plan.table.shape[kept->class[class].shape];
}

/* The timeline of all, made when it is first needed. */
static int _fill_placed(struct ft_kept *kept)
{
	struct ft_plan *plan = &kept->plan;
	int rc = 0;

	if (plan->placed.node)
		return 0;
	rc = ft_timeline_copy(&plan->placed, &plan->running);
	for (uint32_t i = 0; !rc && (i < kept->job_count); i++) {
		const struct ft_kept_job *job = &kept->job[i];
		const struct ft_placement *placement = &job->placement;
		uint32_t class = job->class[placement->request];
		struct ft_booking booking = ft_plan_booking_of(
			&kept->table.class[class].request,
			_class_shape(kept, class), placement);

		/* The others are among what runs. */
		if (!job->started)
			rc = ft_timeline_take(&plan->placed, &booking);
	}
	return rc ? rc : ft_timeline_add_floor(&plan->placed, &plan->table);
}

static int64_t _job_limit(const struct ft_kept *kept, const struct ft_job *job,
			  const struct ft_request *request)
{
	int64_t limit = kept->base.window_end;

	if (!job->reserve && (limit > kept->base.now))
		limit = kept->base.now;
	if ((request->end_by != FT_NEVER) &&
	    (request->end_by - ft_request_least(request) < limit))
		limit = request->end_by - ft_request_least(request);
	return limit;
}

/* The earliest start over the requests, the first of them on a tie. */
static struct ft_slot _find_slot(struct ft_kept *kept, const struct ft_job *job,
				 const uint32_t *class)
{
	struct ft_plan *plan = &kept->plan;
	struct ft_slot slot = {.start = FT_NEVER};

	for (uint32_t r = 0; r < job->request_count; r++) {
		const struct ft_request *request =
			&kept->table.class[class[r]].request;
		struct ft_shape *shape = _class_shape(kept, class[r]);
		int64_t from = ft_later(kept->base.now, request->not_before);
		int64_t limit = _job_limit(kept, job, request), start;

		if (slot.start <= limit)
			limit = slot.start - 1;
		if (!shape->possible || (from > limit))
			continue;
		start = ft_search_start(&plan->search, &plan->placed, shape,
					NULL, from, limit);
		if (start != FT_NEVER)
			slot = (struct ft_slot){start, r, shape};
	}
	if (slot.start != FT_NEVER)
		ft_stretch_slot(plan, &plan->placed,
				&kept->table.class[class[slot.request]].request,
				slot.shape, &slot);
	return slot;
}

/* Could the job do better if no job were behind it? */
static bool _improvable(const struct ft_kept *kept, const struct ft_job *job,
			const uint32_t *class, const struct ft_slot *slot)
{
	for (uint32_t r = 0; r < job->request_count; r++) {
		int64_t from = ft_later(
			kept->base.now,
			kept->table.class[class[r]].request.not_before);

		if ((from < slot->start) ||
		    ((from == slot->start) && (r < slot->request)))
			return true;
	}
	return slot->shape->duration <
	       ft_stretch_most(&kept->table.class[class[slot->request]].request,
			       slot->start);
}

/* Nodes for the slot; shares live where those of the kept plan do. */
static int _assign_job(struct ft_kept *kept, const struct ft_slot *slot,
		       struct ft_placement *placement)
{
	struct ft_plan *plan = &kept->plan;
	struct ft_schedule schedule = {.arena = kept->shares};
	uint32_t count;
	int rc;

	ft_search_at(&plan->search, &plan->placed, slot->shape, slot->start);
	count = ft_choice_make(&plan->search, slot->start);
	*placement = (struct ft_placement){
		.verdict = FT_PLACED,
		.request = slot->request,
		.start = slot->start,
		.duration = slot->shape->duration,
		.share_count = count,
		.share = ft_arena_alloc(kept->shares,
					count * sizeof(*placement->share)),
	};
	if (!placement->share)
		return -ENOMEM;
	plan->schedule = &schedule;
	rc = ft_plan_share(plan, slot->shape, placement->share, count);
	plan->schedule = NULL;
	return rc;
}

extern int ft_insert(struct ft_kept *kept, const struct ft_job *job,
		     const uint32_t *class, uint32_t placed,
		     struct ft_placement *ret_placement)
{
	struct ft_booking booking;
	struct ft_slot slot;
	int rc = _fill_placed(kept);

	if (rc)
		return rc;
	slot = _find_slot(kept, job, class);
	/* With promises behind it, it might displace some to start earlier. */
	if ((placed < kept->job_count) &&
	    ((slot.start == FT_NEVER) || _improvable(kept, job, class, &slot)))
		return -EAGAIN;
	if (slot.start == FT_NEVER)
		return -ENOENT;
	rc = _assign_job(kept, &slot, ret_placement);
	if (rc)
		return rc;
	booking = ft_plan_booking_of(
		&kept->table.class[class[slot.request]].request, slot.shape,
		ret_placement);
	rc = ft_timeline_take(&kept->plan.placed, &booking);
	return rc ? rc
		  : ft_kept_insert(kept, job, class, placed, ret_placement);
}
