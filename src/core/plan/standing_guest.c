/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: guests, which are planned one by one beside the board,
 * by the planner that makes fresh plans, among what the board says.
 *
 * Refuses to read more than so many bookings for one snapshot: the whole queue
 * is then planned afresh.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/standing_state.h"
#include "core/timeline/timeline.h"

enum { READ_MAX = 2000000 };

/* Against what a guest is planned. */
struct view {
	bool ahead; /* only what stands against it */
	bool keep;  /* its place is its promise */
};

extern uint32_t ft_standing_guests(const struct ft_standing *standing)
{
	return standing->board ? standing->guest_count : 0;
}

extern void ft_standing_find_guests(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot)
{
	struct ft_err err;

	standing->guest_count = 0;
	standing->read = 0;
	for (uint32_t j = 0; j < snapshot->job_count; j++) {
		standing->guest[j] =
			!ft_board_takes_job(snapshot, &snapshot->job[j], &err);
		standing->guest_count += standing->guest[j];
	}
}

/* The snapshot as if the job were its only one. */
static struct ft_snapshot _alone(const struct ft_standing *standing,
				 const struct ft_snapshot *snapshot, uint32_t j,
				 struct view view, struct ft_job *job)
{
	struct ft_snapshot alone = *snapshot;
	uint32_t number = standing->job_number[j];

	*job = snapshot->job[j];
	job->reserve = standing->may[j];
	job->promise = FT_NEVER;
	if (view.keep)
		ft_standing_promise(job, 0, &standing->entry[number].placement);
	alone.job = job;
	alone.job_count = 1;
	alone.policy.array_depth = 0;
	/* A board does not ask which job may move up in turn. */
	alone.policy.patience = 0;
	return alone;
}

static uint64_t _count_read(const struct ft_booking *booking, uint32_t count)
{
	uint64_t shares = count;

	for (uint32_t i = 0; i < count; i++)
		shares += booking[i].share_count;
	return shares;
}

/* Its plan, which is the caller's. */
static int _plan_guest(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       struct view view, struct ft_schedule **ret_schedule,
		       struct ft_err *err)
{
	struct ft_job job;
	const struct ft_snapshot alone =
		_alone(standing, snapshot, j, view, &job);
	struct ft_arena *arena = ft_arena_new();
	struct ft_booking *booking;
	uint32_t count;
	int rc = -ENOMEM;

	if (arena)
		rc = ft_board_bookings(standing->board, standing->job_number[j],
				       view.ahead, snapshot->limit_count, arena,
				       &booking, &count);
	if (!rc) {
		standing->read += _count_read(booking, count);
		if (standing->read > READ_MAX)
			rc = ft_fail(err, -EAGAIN, "guests are too much work");
	}
	if (!rc)
		rc = ft_schedule_beside(&alone, booking, count, standing->halt,
					ret_schedule, err);
	ft_arena_free(arena);
	return rc;
}

static bool _stays_there(const struct ft_placement *a,
			 const struct ft_placement *b)
{
	if ((a->verdict != b->verdict) || (a->request != b->request) ||
	    (a->start != b->start) || (a->duration != b->duration) ||
	    (a->share_count != b->share_count))
		return false;
	for (uint32_t i = 0; i < a->share_count; i++)
		if ((a->share[i].node != b->share[i].node) ||
		    (a->share[i].tasks != b->share[i].tasks))
			return false;
	return true;
}

/* What the placement points to becomes ours. */
static bool _own_shares(struct ft_standing *standing, uint32_t kinds,
			struct ft_placement *placement)
{
	struct ft_arena *arena = standing->shares;
	uint32_t count = placement->share_count;
	size_t parts = (placement->part_count + (size_t) 1) * sizeof(uint32_t);
	size_t amounts = (size_t) count * kinds * sizeof(int64_t);
	struct ft_share *share = ft_arena_alloc(arena, count * sizeof(*share));
	uint32_t *end = ft_arena_alloc(arena, parts);
	int64_t *amount = ft_arena_alloc(arena, amounts);

	if (!share || !end || !amount)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		share[i] = placement->share[i];
		share[i].amount = amount + (size_t) i * kinds;
		memcpy(amount + (size_t) i * kinds, placement->share[i].amount,
		       kinds * sizeof(*amount));
	}
	placement->share = share;
	if (placement->part_count) {
		memcpy(end, placement->part_end, parts);
		placement->part_end = end;
	}
	return true;
}

/* It is what the schedule says from now on, on the board too. */
static int _lodge(struct ft_standing *standing,
		  const struct ft_snapshot *snapshot, uint32_t j,
		  const struct ft_schedule *schedule, bool displaces)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	struct ft_placement *placement = &entry->placement;
	bool same = _stays_there(placement, schedule->placement) &&
		    !entry->doubt,
	     placed;
	int rc = 0;

	if (same) {
		placement->obstacle = schedule->placement->obstacle;
		return 0;
	}
	*placement = *schedule->placement;
	placed = placement->verdict == FT_PLACED;
	if (!_own_shares(standing, snapshot->resource_count, placement))
		return -ENOMEM;
	rc = ft_board_lodge(standing->board, number,
			    &snapshot->job[j].request[placement->request],
			    placed ? placement : NULL, displaces);
	entry->doubt = false;
	return rc;
}

/* The plan ended early, or its nodes are not free yet. */
static int _check_plan(const struct ft_schedule *schedule, struct ft_err *err)
{
	const struct ft_placement *placement = schedule->placement;

	if (placement->verdict == FT_UNSEEN)
		return ft_fail(err, -EAGAIN, "a guest's plan ended early");
	if (placement->late)
		return ft_fail(err, -EAGAIN, "a start waits for its nodes");
	return 0;
}

static int64_t _start_of(const struct ft_placement *placement)
{
	return placement->verdict == FT_PLACED ? placement->start : FT_NEVER;
}

/* The better of a plan among all that stands, and one among what stands against
 * the guest.  0, or as ft_standing_follow. */
static int _plan_ahead(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       struct ft_schedule **schedule, bool *displaces,
		       struct ft_err *err)
{
	const struct view ahead = {.ahead = true};
	struct ft_schedule *other;
	int rc;

	*displaces = false;
	if (_start_of((*schedule)->placement) <= snapshot->now)
		return 0;
	rc = _plan_guest(standing, snapshot, j, ahead, &other, err);
	if (rc)
		return rc;
	if (_start_of(other->placement) < _start_of((*schedule)->placement)) {
		struct ft_schedule *first = *schedule;

		*schedule = other;
		other = first;
		*displaces = true;
	}
	ft_schedule_free(other);
	return 0;
}

extern int ft_standing_place_guest(struct ft_standing *standing,
				   const struct ft_snapshot *snapshot,
				   uint32_t j, struct ft_err *err)
{
	const struct view all = {.ahead = false};
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	struct ft_schedule *schedule;
	bool displaces;
	int rc = _plan_guest(standing, snapshot, j, all, &schedule, err);

	if (rc)
		return rc;
	rc = _plan_ahead(standing, snapshot, j, &schedule, &displaces, err);
	if (!rc)
		rc = _check_plan(schedule, err);
	if (!rc &&
	    (_start_of(schedule->placement) < _start_of(&entry->placement) ||
	     (entry->placement.verdict != FT_PLACED)))
		rc = _lodge(standing, snapshot, j, schedule, displaces);
	entry->eased = ft_board_eased(standing->board);
	ft_schedule_free(schedule);
	return rc;
}

/* Its time has passed: now, if what stands against it lets it; else it gets
 * another place.  0, or as ft_standing_follow. */
static int _renew_guest(struct ft_standing *standing,
			const struct ft_snapshot *snapshot, uint32_t j,
			struct ft_err *err)
{
	const struct view ahead = {.ahead = true, .keep = true};
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	struct ft_schedule *schedule;
	bool now;
	int rc = ft_board_rose(standing->board, standing->job_number[j],
			       entry->key);

	if (!rc)
		rc = _plan_guest(standing, snapshot, j, ahead, &schedule, err);
	if (rc)
		return rc;
	rc = _check_plan(schedule, err);
	now = _start_of(schedule->placement) == snapshot->now;
	if (!rc && now)
		rc = _lodge(standing, snapshot, j, schedule, true);
	ft_schedule_free(schedule);
	if (rc || now)
		return rc;
	entry->placement = (struct ft_placement){.verdict = FT_BEYOND};
	return ft_board_lodge(standing->board, standing->job_number[j], NULL,
			      NULL, false);
}

/* Among all that stands: it keeps its place, or gets one. */
static int _ask_guest(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, uint32_t j,
		      struct ft_err *err)
{
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	struct ft_placement *placement = &entry->placement;
	struct ft_schedule *schedule;
	struct view view = {.ahead = false};
	int rc = 0;

	if ((placement->verdict == FT_PLACED) &&
	    (placement->start < snapshot->now))
		rc = _renew_guest(standing, snapshot, j, err);
	if (rc)
		return rc;
	view.keep = placement->verdict == FT_PLACED;
	rc = _plan_guest(standing, snapshot, j, view, &schedule, err);
	if (rc)
		return rc;
	rc = _check_plan(schedule, err);
	if (!rc)
		rc = _lodge(standing, snapshot, j, schedule, false);
	ft_schedule_free(schedule);
	return rc;
}

/* Has it to be asked?  One that lost its place has none from now on. */
static bool _asks(struct ft_standing *standing,
		  const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	struct ft_placement *placement = &entry->placement;
	bool placed = placement->verdict == FT_PLACED;

	if (placed &&
	    (ft_board_placed(standing->board, number).start == FT_NEVER)) {
		*placement = (struct ft_placement){.verdict = FT_BEYOND};
		return true;
	}
	return entry->doubt || (placed && (placement->start < snapshot->now)) ||
	       ((!placed || (placement->start > snapshot->now)) &&
		(entry->eased != ft_board_eased(standing->board)));
}

extern bool ft_standing_guests_ask(struct ft_standing *standing,
				   const struct ft_snapshot *snapshot)
{
	bool ask = false;

	for (uint32_t j = 0; standing->guest_count && (j < snapshot->job_count);
	     j++)
		ask |= standing->guest[j] && _asks(standing, snapshot, j);
	return ask;
}

extern int ft_standing_ask_guests(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot,
				  struct ft_err *err)
{
	int rc = 0;

	for (uint32_t j = 0;
	     standing->guest_count && !rc && (j < snapshot->job_count); j++) {
		struct ft_standing_entry *entry;

		if (!standing->guest[j])
			continue;
		rc = ft_board_before(standing->board, standing->key[j]);
		if (rc || !_asks(standing, snapshot, j))
			continue;
		rc = _ask_guest(standing, snapshot, j, err);
		entry = &standing->entry[standing->job_number[j]];
		entry->doubt = false;
		entry->eased = ft_board_eased(standing->board);
	}
	return rc;
}
