/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See contest.h.
 */
#include "core/plan/contest.h"

#include <errno.h>
#include <stdlib.h>

#include "core/plan/overtake.h"
#include "core/search/piece.h"
#include "core/plan/promised.h"
#include "core/plan/stretch.h"
#include "core/timeline/want.h"

struct contest {
	struct ft_plan *plan;
	uint32_t job;
	struct ft_booking entrant;
	struct ft_timeline local; /* contested nodes only, without floor */
	struct ft_share *share;	  /* of the entrant, at these nodes */
	uint32_t count;
};

typedef ft_profile_change_fn change_fn;

/* The shape of part p of the job's placement. */
static const struct ft_shape *_promise_shape(const struct contest *contest,
					     uint32_t job, uint32_t p,
					     struct ft_shape *room)
{
	const struct ft_placement *placement =
		&contest->plan->schedule->placement[job];
	const struct ft_shape *shape =
		ft_plan_shape(contest->plan, job, placement->request);

	if (shape->part_count)
		return shape->part[p];
	return ft_stretch_shape(shape, placement->duration, room);
}

/* Is there room for the share, by that timeline? */
static bool _promise_room(const struct contest *contest,
			  const struct ft_timeline *timeline,
			  const struct ft_shape *shape, int64_t start,
			  const struct ft_share *share)
{
	struct ft_piece piece;

	return ft_piece_find(&contest->plan->table.machine, timeline, shape,
			     share->node, start, start, &piece) &&
	       (piece.tasks >= share->tasks);
}

static bool _contested(const struct contest *contest, uint32_t node)
{
	return contest->local.node[node].time;
}

/* Copies the nodes on which the entrant has not got room. */
static int _find_nodes(struct contest *contest)
{
	const struct ft_plan *plan = contest->plan;
	uint32_t kinds = plan->snapshot->resource_count;
	struct ft_shape room;
	const struct ft_shape *shape =
		_promise_shape(contest, contest->job, 0, &room);

	for (uint32_t i = 0; i < contest->entrant.share_count; i++) {
		const struct ft_share *share = &contest->entrant.share[i];

		if (_promise_room(contest, &plan->promised, shape,
				  contest->entrant.start, share))
			continue;
		if (ft_profile_copy(&contest->local.node[share->node], kinds,
				    &plan->promised.node[share->node]))
			return -ENOMEM;
		contest->share[contest->count++] = *share;
	}
	return 0;
}

/* The booking takes, or gives back, what it holds of contested nodes. */
static int _change_part(struct contest *contest,
			const struct ft_booking *booking, change_fn *change)
{
	uint32_t kinds = contest->plan->snapshot->resource_count;
	struct ft_use use = {
		.start = booking->start,
		.end = booking->end,
		.users = booking->whole ? FT_USER_WHOLE : 1,
	};
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < booking->share_count); i++) {
		uint32_t node = booking->share[i].node;

		use.amount = booking->share[i].amount;
		if (!_contested(contest, node))
			continue;
		rc = change(&contest->local.node[node], kinds, &use);
		if (!rc && booking->want)
			rc = ft_want_hold(&contest->local.node[node],
					  contest->plan->snapshot,
					  booking->want, &booking->share[i],
					  booking->start, change);
	}
	return rc;
}

static int _change_promise(struct contest *contest,
			   const struct ft_booking *booking, change_fn *change)
{
	int rc = 0;

	for (uint32_t p = 0; !rc && (p <= booking->part_count); p++) {
		struct ft_booking part = ft_booking_part(booking, p);

		rc = _change_part(contest, &part, change);
	}
	return rc;
}

/* All that could have to give way step back; lists them. */
static int _step_back(struct contest *contest, uint32_t *ret_count)
{
	struct ft_plan *plan = contest->plan;
	struct ft_booking booking = contest->entrant;
	uint32_t met, count = 0;
	int rc;

	booking.share = contest->share;
	booking.share_count = contest->count;
	booking.licence_count = booking.claim_count = 0;
	rc = ft_promised_meet(plan, contest->job, &booking, &met);
	for (uint32_t i = 0; !rc && (i < met); i++) {
		uint32_t other = plan->lifted[i];
		struct ft_booking its;

		if (!ft_overtake_rules(plan->snapshot, contest->job, other))
			continue;
		plan->lifted[count++] = other;
		its = ft_plan_booking(plan, other);
		rc = _change_promise(contest, &its, ft_profile_give);
	}
	*ret_count = count;
	return rc;
}

static bool _fits_part(const struct contest *contest,
		       const struct ft_shape *shape,
		       const struct ft_booking *booking)
{
	for (uint32_t i = 0; i < booking->share_count; i++)
		if (_contested(contest, booking->share[i].node) &&
		    !_promise_room(contest, &contest->local, shape,
				   booking->start, &booking->share[i]))
			return false;
	return true;
}

/* Takes the other's place back if it fits: it keeps it then. */
static int _return(struct contest *contest, uint32_t job, bool *ret_fits)
{
	struct ft_booking booking = ft_plan_booking(contest->plan, job), part;
	struct ft_shape room;
	uint32_t done = 0;
	int rc = 0;

	*ret_fits = true;
	while (!rc && *ret_fits && (done <= booking.part_count)) {
		part = ft_booking_part(&booking, done);
		*ret_fits = _fits_part(
			contest, _promise_shape(contest, job, done, &room),
			&part);
		if (*ret_fits) {
			rc = _change_part(contest, &part, ft_profile_take);
			done++;
		}
	}
	while (!rc && !*ret_fits && (done-- > 0)) {
		part = ft_booking_part(&booking, done);
		rc = _change_part(contest, &part, ft_profile_give);
	}
	return rc;
}

static int _judge_promise(struct contest *contest, uint32_t *ret_count)
{
	struct ft_plan *plan = contest->plan;
	uint32_t met, count = 0;
	int rc = _step_back(contest, &met);

	if (!rc)
		rc = _change_promise(contest, &contest->entrant,
				     ft_profile_take);
	for (uint32_t i = 0; !rc && (i < met); i++) {
		uint32_t other = plan->lifted[i];
		bool fits;

		rc = _return(contest, other, &fits);
		if (!fits)
			plan->lifted[count++] = other;
	}
	*ret_count = count;
	return rc;
}

extern int ft_contest_list(struct ft_plan *plan, uint32_t job,
			   uint32_t *ret_count)
{
	struct contest contest = {
		.plan = plan,
		.job = job,
		.entrant = ft_plan_booking(plan, job),
	};
	int rc = -ENOMEM;

	*ret_count = 0;
	if (!plan->contested)
		plan->contested =
			calloc((size_t) plan->snapshot->node_count + 1,
			       sizeof(*plan->contested));
	contest.share = calloc((size_t) contest.entrant.share_count + 1,
			       sizeof(*contest.share));
	contest.local.node = plan->contested;
	if (plan->contested && contest.share) {
		rc = _find_nodes(&contest);
		if (!rc && contest.count)
			rc = _judge_promise(&contest, ret_count);
		for (uint32_t i = 0; i < contest.count; i++)
			ft_profile_fini(
				&plan->contested[contest.share[i].node]);
	}
	free(contest.share);
	return rc;
}
