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
#include "core/snapshot/request.h"
#include "core/timeline/timeline.h"

/* For one snapshot; beyond, a plan of the whole queue costs about as much. */
enum { READ_MAX = 2000000, PLANS_MAX = 64 };

/* How a guest is planned. */
struct view {
	bool ahead; /* beside what stands against it only */
	bool keep;  /* its place is its promise */
	bool calm;  /* it takes no runs, whatever it may */
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
			!ft_board_takes_job(&snapshot->job[j], &err);
		standing->guest_count += standing->guest[j];
	}
}

/* Its requests without the right to take runs; NULL if out of memory. */
static struct ft_request *_calm_requests(const struct ft_job *job,
					 struct ft_arena *arena)
{
	size_t size = job->request_count * sizeof(struct ft_request);
	struct ft_request *request = ft_arena_alloc(arena, size);

	if (request)
		ft_request_calm(request, job->request, job->request_count);
	return request;
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
	if (view.keep) {
		ft_standing_promise(job, 0, &standing->entry[number].placement);
		/* Patience, by which it may be committed, is left out below. */
		job->reserve |= ft_job_committed(snapshot, j);
	}
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

/* All nodes that one of its requests, or of their parts, may use; NULL if out
 * of memory. */
static const struct ft_node_set *_guest_nodes(const struct ft_job *job,
					      struct ft_arena *arena)
{
	const struct ft_request *first = job->request;
	struct ft_node_set *all;

	if ((job->request_count == 1) && !first->part_count)
		return first->eligible;
	all = ft_node_set_copy_in(arena, first->eligible);
	for (uint32_t r = 0; all && (r < job->request_count); r++) {
		const struct ft_request *request = &job->request[r];

		ft_node_set_or(all, request->eligible);
		for (uint32_t p = 0; p < request->part_count; p++)
			ft_node_set_or(all, request->part[p].eligible);
	}
	return all;
}

/* The longest that it, or a part of it, lasts. */
static int64_t _guest_lasts(const struct ft_job *job)
{
	int64_t most = 0;

	for (uint32_t r = 0; r < job->request_count; r++) {
		const struct ft_request *request = &job->request[r];

		most = request->duration > most ? request->duration : most;
		for (uint32_t p = 0; p < request->part_count; p++)
			if (request->part[p].duration > most)
				most = request->part[p].duration;
	}
	return most;
}

/* Beside those bookings of the view that start before that time. */
static int _plan_until(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       struct ft_snapshot *alone, struct ft_board_view beside,
		       struct ft_schedule **ret_schedule, struct ft_err *err)
{
	const struct ft_halt halt = ft_standing_time_guest(standing);
	struct ft_arena *arena = ft_arena_new();
	struct ft_booking *booking;
	uint32_t count;
	int rc = arena ? ft_standing_time_check(standing, err) : -ENOMEM;

	if (!rc)
		rc = ft_board_bookings(standing->board, standing->job_number[j],
				       beside, arena, &booking, &count);
	if (!rc && beside.above)
		rc = ft_standing_heed(standing, alone, snapshot, j, arena,
				      &booking, &count);
	if (!rc) {
		standing->read +=
			_count_read(booking, count) + alone->run_count;
		if (standing->read > READ_MAX)
			rc = ft_fail(err, -EAGAIN, "guests are too much work");
	}
	if (!rc)
		rc = ft_schedule_beside(alone, booking, count,
					standing->halt ? &halt : NULL,
					ret_schedule, err);
	ft_arena_free(arena);
	return rc;
}

/* Has it its promise, or a better start? */
static bool _keeps_promise(const struct ft_snapshot *alone,
			   const struct ft_schedule *schedule)
{
	const struct ft_placement *placement = schedule->placement;
	int64_t promise = alone->job->promise;

	return (placement->verdict == FT_PLACED) &&
	       (placement->start <=
		(promise > alone->now ? promise : alone->now));
}

/* Its plan, which is the caller's.  One that keeps its place wants an earlier
 * one: by then it has ended, and what begins a while later makes no node a
 * better one. */
static int _plan_guest(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       struct view view, struct ft_schedule **ret_schedule,
		       struct ft_err *err)
{
	struct ft_job job;
	struct ft_snapshot alone = _alone(standing, snapshot, j, view, &job);
	struct ft_snapshot again = alone;
	struct ft_board_view beside = {.ahead = view.ahead,
				       .above = ft_job_takes(&job),
				       .until = FT_NEVER};
	struct ft_arena *arena = ft_arena_new();
	int rc = -ENOMEM;

	if (arena && view.calm)
		job.request = _calm_requests(&job, arena);
	if (arena && job.request)
		beside.nodes = _guest_nodes(&job, arena);
	if (view.keep)
		beside.until =
			(job.promise > alone.now ? job.promise : alone.now) +
			2 * _guest_lasts(&job);
	if (beside.nodes)
		rc = _plan_until(standing, snapshot, j, &alone, beside,
				 ret_schedule, err);
	if (!rc && view.keep && !_keeps_promise(&alone, *ret_schedule)) {
		ft_schedule_free(*ret_schedule);
		beside.until = FT_NEVER;
		rc = _plan_until(standing, snapshot, j, &again, beside,
				 ret_schedule, err);
	}
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

/* What a board can't keep places beside. */
static int _check_victims(const struct ft_snapshot *snapshot,
			  const struct ft_placement *placement,
			  struct ft_err *err)
{
	for (uint32_t v = 0; v < placement->victim_count; v++) {
		const struct ft_run *run = &snapshot->run[placement->victim[v]];

		if (run->keeps)
			return ft_fail(err, -EAGAIN, "a run keeps nodes");
	}
	return 0;
}

extern int ft_standing_unlodge(struct ft_standing *standing, uint32_t number)
{
	ft_standing_release(standing, number);
	standing->entry[number].placement =
		(struct ft_placement){.verdict = FT_BEYOND};
	return ft_board_lodge(standing->board, number, NULL);
}

extern int ft_standing_lodge(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot, uint32_t j,
			     bool displaces, struct ft_err *err)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	struct ft_placement *placement = &entry->placement;
	const struct ft_job *job = &snapshot->job[j];
	struct ft_board_lodging lodging = {
		.request = &job->request[placement->request],
		.placement = placement,
		.displaces = displaces,
		.above = ft_job_takes(job)};
	struct ft_arena *arena;
	int rc;

	if (placement->verdict != FT_PLACED) {
		ft_standing_release(standing, number);
		return ft_board_lodge(standing->board, number, NULL);
	}
	rc = _check_victims(snapshot, placement, err);
	if (!rc)
		rc = ft_standing_take(standing, snapshot, number, placement);
	placement->victim_count = 0;
	placement->victim = NULL;
	arena = ft_arena_new();
	if (!rc && entry->lean_count && placement->part_count)
		rc = ft_fail(err, -EAGAIN, "a job of parts takes runs");
	if (!rc)
		rc = arena ? ft_standing_leaves(standing, snapshot, entry,
						arena, &lodging)
			   : -ENOMEM;
	if (!rc)
		rc = ft_board_lodge(standing->board, number, &lodging);
	ft_arena_free(arena);
	return rc;
}

/* It is what the schedule says from now on, on the board too. */
static int _lodge(struct ft_standing *standing,
		  const struct ft_snapshot *snapshot, uint32_t j,
		  const struct ft_schedule *schedule, bool displaces,
		  struct ft_err *err)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	struct ft_placement *placement = &entry->placement;
	enum ft_obstacle obstacle = schedule->placement->obstacle;
	bool same = _stays_there(placement, schedule->placement) &&
		    !entry->doubt && !schedule->placement->victim_count;
	int rc;

	if (same) {
		placement->obstacle = obstacle;
		return 0;
	}
	*placement = *schedule->placement;
	if (!_own_shares(standing, snapshot->resource_count, placement))
		return -ENOMEM;
	rc = ft_standing_lodge(standing, snapshot, j, displaces, err);
	placement->obstacle = obstacle;
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

/* Do those that leave for a come before those that leave for b, or are they
 * fewer?  Both are in order of rank: from the last to the first the lower one
 * decides. */
static bool _spares_more(const struct ft_snapshot *snapshot,
			 const struct ft_placement *a,
			 const struct ft_placement *b)
{
	uint32_t i = a->victim_count, k = b->victim_count;

	while (i && k) {
		uint32_t rank_a = snapshot->run[a->victim[--i]].rank;
		uint32_t rank_b = snapshot->run[b->victim[--k]].rank;

		if (rank_a != rank_b)
			return rank_a < rank_b;
	}
	return i < k;
}

/* Does a start earlier, or as early and spare more?  To leave others their
 * places no run of a higher rank is taken. */
static bool _takes_better(const struct ft_snapshot *snapshot,
			  const struct ft_placement *a,
			  const struct ft_placement *b)
{
	if (_start_of(a) != _start_of(b))
		return _start_of(a) < _start_of(b);
	return _spares_more(snapshot, a, b);
}

/*
 * The plan of one that may take runs.  When it starts, and whether runs leave
 * for that, is a matter of what is ahead of it alone; among all that stands it
 * is placed if that is as good.  One that keeps its place has others give way
 * only for a start that needs runs to leave; *ret_schedule NULL: nothing that
 * it could have is better.  0, or as ft_standing_follow.
 */
static int _plan_taker(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       bool keep, struct ft_schedule **ret_schedule,
		       bool *displaces, struct ft_err *err)
{
	const struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	struct view view = {.ahead = true, .keep = keep};
	const struct ft_placement *one, *other;
	struct ft_schedule *ahead, *all;
	int rc = _plan_guest(standing, snapshot, j, view, &ahead, err);

	if (rc)
		return rc;
	one = ahead->placement;
	/* Beside all that stands it starts no earlier than beside some. */
	if (keep && !entry->doubt && !one->victim_count &&
	    (_start_of(one) >= _start_of(&entry->placement))) {
		ft_schedule_free(ahead);
		*ret_schedule = NULL;
		return 0;
	}
	view.ahead = false;
	view.calm = !one->victim_count;
	rc = _plan_guest(standing, snapshot, j, view, &all, err);
	if (rc) {
		ft_schedule_free(ahead);
		return rc;
	}
	other = all->placement;
	/* Its place may not stand any more. */
	keep = keep && (_start_of(other) <= _start_of(&entry->placement));
	*displaces = (one->victim_count || !keep) &&
		     _takes_better(snapshot, one, other);
	*ret_schedule = *displaces ? ahead : all;
	ft_schedule_free(*displaces ? all : ahead);
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
		rc = _lodge(standing, snapshot, j, schedule, displaces, err);
	entry->eased = ft_board_eased(standing->board);
	ft_schedule_free(schedule);
	return rc;
}

extern int ft_standing_readmit(struct ft_standing *standing,
			       const struct ft_snapshot *snapshot, uint32_t j,
			       const struct ft_placement *placement,
			       struct ft_err *err)
{
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	const struct view view = {.keep = true, .calm = true};
	struct ft_schedule *schedule;
	bool stays;
	int rc;

	entry->doubt = true;
	entry->anew = placement->verdict == FT_PLACED;
	if (!entry->anew || placement->victim_count)
		return 0;
	entry->placement = *placement;
	rc = _plan_guest(standing, snapshot, j, view, &schedule, err);
	if (rc)
		return rc;
	stays = _stays_there(placement, schedule->placement);
	ft_schedule_free(schedule);
	entry->anew = !stays;
	if (stays)
		return ft_standing_lodge(standing, snapshot, j, false, err);
	entry->placement = (struct ft_placement){.verdict = FT_BEYOND};
	return 0;
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
		rc = _lodge(standing, snapshot, j, schedule, true, err);
	ft_schedule_free(schedule);
	if (rc || now)
		return rc;
	return ft_standing_unlodge(standing, standing->job_number[j]);
}

/* Among all that stands: it keeps its place, or gets one; one that may take
 * runs also has others give way for a start that needs some. */
static int _ask_guest(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, uint32_t j,
		      struct ft_err *err)
{
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	struct ft_placement *placement = &entry->placement;
	struct ft_schedule *schedule;
	struct view view = {.ahead = false};
	bool displaces = false;
	int rc = 0;

	if ((placement->verdict == FT_PLACED) &&
	    (placement->start < snapshot->now))
		rc = _renew_guest(standing, snapshot, j, err);
	if (rc)
		return rc;
	view.keep = (placement->verdict == FT_PLACED) && !entry->anew;
	if (ft_job_takes(&snapshot->job[j]))
		rc = _plan_taker(standing, snapshot, j, view.keep, &schedule,
				 &displaces, err);
	else if (entry->anew)
		return ft_standing_place_guest(standing, snapshot, j, err);
	else
		rc = _plan_guest(standing, snapshot, j, view, &schedule, err);
	if (rc || !schedule)
		return rc;
	rc = _check_plan(schedule, err);
	if (!rc)
		rc = _lodge(standing, snapshot, j, schedule, displaces, err);
	ft_schedule_free(schedule);
	return rc;
}

extern int ft_standing_ask_guest(struct ft_standing *standing,
				 const struct ft_snapshot *snapshot, uint32_t j,
				 struct ft_err *err)
{
	struct ft_standing_entry *entry =
		&standing->entry[standing->job_number[j]];
	int rc = _ask_guest(standing, snapshot, j, err);

	entry->doubt = entry->anew = false;
	entry->eased = ft_board_eased(standing->board);
	return rc;
}

extern void ft_standing_note_lost(struct ft_standing *standing, uint32_t j)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];

	if ((entry->placement.verdict != FT_PLACED) ||
	    (ft_board_placed(standing->board, number).start != FT_NEVER))
		return;
	entry->placement = (struct ft_placement){.verdict = FT_BEYOND};
	ft_standing_release(standing, number);
	entry->doubt = true;
}

extern bool ft_standing_asks(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	struct ft_placement *placement = &entry->placement;
	bool placed;

	ft_standing_note_lost(standing, j);
	placed = placement->verdict == FT_PLACED;
	return entry->doubt || ft_standing_leans_lost(standing, number) ||
	       (placed && (placement->start < snapshot->now)) ||
	       ((!placed || (placement->start > snapshot->now)) &&
		(entry->eased != ft_board_eased(standing->board)));
}

/* One that leans on runs? */
static bool _leans(const struct ft_standing *standing, uint32_t j)
{
	uint32_t number = standing->job_number[j];

	return standing->guest[j] && (number != FT_NO_INDEX) &&
	       standing->entry[number].lean_count;
}

/* May the guest take other runs than it does, or none?  If something was freed,
 * only for an earlier start.  0, or as ft_standing_follow. */
static int _takes_anew(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       bool *ret_anew, struct ft_err *err)
{
	const struct view view = {.ahead = true};
	uint32_t number = standing->job_number[j];
	struct ft_standing_entry *entry = &standing->entry[number];
	int64_t start = _start_of(&entry->placement);
	struct ft_schedule *schedule;
	int rc;

	*ret_anew = ft_standing_asks(standing, snapshot, j);
	if (!*ret_anew || entry->doubt || (start < snapshot->now) ||
	    ft_standing_leans_lost(standing, number))
		return 0;
	rc = _plan_guest(standing, snapshot, j, view, &schedule, err);
	if (rc)
		return rc;
	*ret_anew = _start_of(schedule->placement) < start;
	/* What keeps one that has no start is still to be asked. */
	if (!*ret_anew && (start != FT_NEVER))
		entry->eased = ft_board_eased(standing->board);
	ft_schedule_free(schedule);
	return 0;
}

/* Does any lean on runs? */
static bool _any_leans(const struct ft_standing *standing, uint32_t jobs)
{
	bool any = false;

	for (uint32_t j = 0; !any && (j < jobs); j++)
		any = _leans(standing, j);
	return any;
}

/* Are those that lean on runs to be placed anew, for one of them or for one
 * ahead of them?  0, or as ft_standing_follow. */
static int _wants_recall(struct ft_standing *standing,
			 const struct ft_snapshot *snapshot, bool *ret_wants,
			 struct ft_err *err)
{
	uint32_t jobs = snapshot->job_count;
	bool ahead = false;
	int rc = 0;

	*ret_wants = false;
	if (!_any_leans(standing, jobs))
		return 0;
	for (uint32_t j = 0; !rc && !*ret_wants && (j < jobs); j++) {
		bool leans = _leans(standing, j);

		if (!ahead && standing->guest[j] &&
		    (standing->job_number[j] != FT_NO_INDEX) &&
		    (leans || ft_job_takes(&snapshot->job[j])))
			rc = _takes_anew(standing, snapshot, j, &ahead, err);
		*ret_wants = ahead && leans;
	}
	return rc;
}

extern int ft_standing_recall_takers(struct ft_standing *standing,
				     const struct ft_snapshot *snapshot,
				     bool wanted, struct ft_err *err)
{
	uint32_t jobs = standing->guest_count ? snapshot->job_count : 0;
	int rc = 0;

	if (jobs && !wanted)
		rc = _wants_recall(standing, snapshot, &wanted, err);
	for (uint32_t j = 0; wanted && !rc && (j < jobs); j++) {
		uint32_t number = standing->job_number[j];

		if (!_leans(standing, j))
			continue;
		rc = ft_standing_unlodge(standing, number);
		standing->entry[number].doubt = true;
		standing->entry[number].anew = true;
	}
	return rc;
}

extern int ft_standing_check_work(uint32_t guests, struct ft_err *err)
{
	/* Among all that stands, and among what is ahead. */
	return guests > PLANS_MAX / 2
		       ? ft_fail(err, -EAGAIN, "guests are too much work")
		       : 0;
}

/* How many are to be asked; one that may take runs is planned twice. */
static uint32_t _count_asking(struct ft_standing *standing,
			      const struct ft_snapshot *snapshot)
{
	uint32_t plans = 0;

	for (uint32_t j = 0; standing->guest_count && (j < snapshot->job_count);
	     j++)
		if (standing->guest[j] &&
		    ft_standing_asks(standing, snapshot, j))
			plans += 1 + ft_job_takes(&snapshot->job[j]);
	return (plans + 1) / 2;
}

extern bool ft_standing_guests_ask(struct ft_standing *standing,
				   const struct ft_snapshot *snapshot)
{
	bool ask = false;

	for (uint32_t j = 0; standing->guest_count && (j < snapshot->job_count);
	     j++)
		ask |= standing->guest[j] &&
		       ft_standing_asks(standing, snapshot, j);
	return ask;
}

extern int ft_standing_ask_guests(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot,
				  struct ft_err *err)
{
	int rc = ft_standing_recall_takers(standing, snapshot, false, err);

	if (!rc)
		rc = ft_standing_check_work(_count_asking(standing, snapshot),
					    err);
	for (uint32_t j = 0;
	     standing->guest_count && !rc && (j < snapshot->job_count); j++) {
		if (!standing->guest[j])
			continue;
		rc = ft_standing_before(standing, standing->key[j], err);
		if (!rc && ft_standing_asks(standing, snapshot, j))
			rc = ft_standing_ask_guest(standing, snapshot, j, err);
	}
	return rc;
}
