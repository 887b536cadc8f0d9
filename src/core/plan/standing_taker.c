/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: guests for which runs are to leave, and these runs.
 *
 * To the board a run is there until its own end, so that no job's start counts
 * on room which a run has yet to leave; only guests are planned as if the runs
 * that others took had left in time, each for the first of them in the order.
 * Refuses to choose runs: the planner that makes fresh plans does.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/standing_state.h"
#include "core/plan/view.h"
#include "core/timeline/timeline.h"

static const struct ft_run *_lean_run(const struct ft_standing *standing,
				      const struct ft_snapshot *snapshot,
				      const struct ft_standing_entry *guest,
				      uint32_t i)
{
	return &snapshot->run[standing->entry[guest->lean[i]].index];
}

static int64_t _victim_until(const struct ft_standing_entry *guest,
			     const struct ft_run *run)
{
	return ft_later(run->gone, guest->placement.start);
}

extern void ft_standing_release(struct ft_standing *standing, uint32_t number)
{
	struct ft_standing_entry *guest = &standing->entry[number];

	for (uint32_t v = 0; v < guest->victim_count; v++) {
		struct ft_standing_entry *run =
			&standing->entry[guest->lean[v]];

		if (run->taker == number + 1)
			run->taker = 0;
	}
	guest->victim_count = guest->lean_count = 0;
}

extern bool ft_standing_leans_lost(const struct ft_standing *standing,
				   uint32_t number)
{
	const struct ft_standing_entry *guest = &standing->entry[number];

	for (uint32_t i = 0; i < guest->lean_count; i++) {
		uint32_t taker = standing->entry[guest->lean[i]].taker;

		if (!taker ||
		    ((i < guest->victim_count) && (taker != number + 1)))
			return true;
	}
	return false;
}

/* Has the run, or a fellow of it, one of the marked nodes after that time? */
static bool _run_meets(const struct ft_run *run, const bool *marked,
		       int64_t start)
{
	for (uint32_t f = 0; f <= run->fellows; f++)
		for (uint32_t i = 0;
		     (run[f].end > start) && (i < run[f].share_count); i++)
			if (marked[run[f].share[i].node])
				return true;
	return false;
}

/* Runs that leave for those ahead of it, and are on its nodes until after its
 * start. */
static int _lean_on(struct ft_standing *standing,
		    const struct ft_snapshot *snapshot, uint32_t number,
		    const struct ft_placement *placement, uint32_t *lean)
{
	struct ft_standing_entry *guest = &standing->entry[number];
	bool *marked =
		calloc((size_t) snapshot->node_count + 1, sizeof(*marked));

	if (!marked)
		return -ENOMEM;
	for (uint32_t i = 0; i < placement->share_count; i++)
		marked[placement->share[i].node] = true;
	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		uint32_t run = standing->run_number[r];
		uint32_t taker = standing->entry[run].taker;

		if (taker && (taker != number + 1) &&
		    (standing->entry[taker - 1].key < guest->key) &&
		    _run_meets(&snapshot->run[r], marked, placement->start))
			lean[guest->lean_count++] = run;
	}
	free(marked);
	return 0;
}

static uint32_t _count_taken(const struct ft_standing *standing,
			     const struct ft_snapshot *snapshot)
{
	uint32_t count = 0;

	for (uint32_t r = 0; r < snapshot->run_count; r++)
		count += standing->entry[standing->run_number[r]].taker != 0;
	return count;
}

extern int ft_standing_take(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot, uint32_t number,
			    const struct ft_placement *placement)
{
	struct ft_standing_entry *guest = &standing->entry[number];
	size_t count = placement->victim_count;
	uint32_t *lean, taken;

	ft_standing_release(standing, number);
	taken = _count_taken(standing, snapshot);
	if (!count && !taken)
		return 0;
	lean = ft_arena_alloc(standing->shares,
			      (count + taken) * sizeof(*lean));
	if (!lean)
		return -ENOMEM;
	for (uint32_t v = 0; v < count; v++) {
		lean[v] = standing->run_number[placement->victim[v]];
		standing->entry[lean[v]].taker = number + 1;
	}
	guest->lean = lean;
	guest->victim_count = guest->lean_count = placement->victim_count;
	/* Others are planned beside runs as they are. */
	return taken && ft_job_takes(&snapshot->job[guest->index])
		       ? _lean_on(standing, snapshot, number, placement, lean)
		       : 0;
}

/* Does the run leave nothing but cores for the guest? */
static bool _leaves_cores(const struct ft_snapshot *snapshot,
			  const struct ft_standing_entry *guest,
			  const struct ft_run *run)
{
	const struct ft_job *job = &snapshot->job[guest->index];

	return run->suspends &&
	       !ft_view_whole(&job->request[guest->placement.request]);
}

/* What the run leaves of its share; NULL if out of memory. */
static const int64_t *_left_amount(const struct ft_snapshot *snapshot,
				   const struct ft_share *share, bool cores,
				   struct ft_arena *arena)
{
	uint32_t kinds = snapshot->resource_count;
	const int64_t *amount =
		share->amount
			? share->amount
			: snapshot->capacity + (size_t) share->node * kinds;

	return cores ? ft_view_cores(arena, kinds, amount) : amount;
}

/* What a guest's booking is less by is being listed. */
struct leaves {
	struct ft_board_leave *leave; /* NULL: they are only counted */
	uint32_t count;
	struct ft_arena *arena;
};

static void _add_leave(struct leaves *leaves, struct ft_board_leave leave)
{
	if (leaves->leave)
		leaves->leave[leaves->count] = leave;
	leaves->count++;
}

/* All that one run leaves in that time. */
static int _add_leaver(struct leaves *leaves,
		       const struct ft_snapshot *snapshot,
		       const struct ft_run *run, int64_t from, bool cores)
{
	struct ft_board_leave leave = {.from = from, .until = run->end};

	for (uint32_t i = 0; i < run->share_count; i++) {
		leave.node = run->share[i].node;
		if (leaves->leave) {
			leave.amount = _left_amount(snapshot, &run->share[i],
						    cores, leaves->arena);
			if (!leave.amount)
				return -ENOMEM;
		}
		_add_leave(leaves, leave);
	}
	return 0;
}

static int _add_leavers(struct leaves *leaves,
			const struct ft_standing *standing,
			const struct ft_snapshot *snapshot,
			const struct ft_standing_entry *guest)
{
	int rc = 0;

	for (uint32_t v = 0; !rc && (v < guest->lean_count); v++) {
		const struct ft_run *run =
			_lean_run(standing, snapshot, guest, v);
		uint32_t taker = standing->entry[guest->lean[v]].taker - 1;
		const struct ft_standing_entry *first = &standing->entry[taker];
		int64_t from = _victim_until(first, run);
		bool cores = _leaves_cores(snapshot, first, run);

		for (uint32_t f = 0; !rc && (f <= run->fellows); f++)
			rc = _add_leaver(leaves, snapshot, &run[f], from,
					 cores);
	}
	return rc;
}

/* NULL if out of memory. */
static const int64_t *_negative(const struct ft_snapshot *snapshot,
				const int64_t *amount, struct ft_arena *arena)
{
	uint32_t kinds = snapshot->resource_count;
	int64_t *less = ft_arena_alloc(arena, kinds * sizeof(*less));

	for (uint32_t r = 0; less && (r < kinds); r++)
		less[r] = -amount[r];
	return less;
}

/* Does the guest lean on a run that has the node? */
static bool _leans_at(const struct ft_standing *standing,
		      const struct ft_snapshot *snapshot,
		      const struct ft_standing_entry *guest, uint32_t node)
{
	for (uint32_t v = 0; v < guest->lean_count; v++) {
		const struct ft_run *run =
			_lean_run(standing, snapshot, guest, v);

		for (uint32_t f = 0; f <= run->fellows; f++)
			for (uint32_t i = 0; i < run[f].share_count; i++)
				if (run[f].share[i].node == node)
					return true;
	}
	return false;
}

/* What another guest that leans on runs has of the room that these leave. */
static int _add_other(struct leaves *leaves, const struct ft_standing *standing,
		      const struct ft_snapshot *snapshot,
		      const struct ft_standing_entry *other)
{
	const struct ft_placement *placement = &other->placement;

	for (uint32_t i = 0; i < placement->share_count; i++) {
		struct ft_board_leave leave = {.node = placement->share[i].node,
					       .from = placement->start,
					       .until = placement->start +
							placement->duration};

		if (!_leans_at(standing, snapshot, other, leave.node))
			continue;
		if (leaves->leave) {
			leave.amount =
				_negative(snapshot, placement->share[i].amount,
					  leaves->arena);
			if (!leave.amount)
				return -ENOMEM;
		}
		_add_leave(leaves, leave);
	}
	return 0;
}

static int _add_all(struct leaves *leaves, const struct ft_standing *standing,
		    const struct ft_snapshot *snapshot,
		    const struct ft_standing_entry *guest)
{
	int rc;

	leaves->count = 0;
	rc = _add_leavers(leaves, standing, snapshot, guest);
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		uint32_t number = standing->job_number[j];
		const struct ft_standing_entry *other =
			&standing->entry[number];

		if (standing->guest[j] && (number != FT_NO_INDEX) &&
		    (other != guest) && other->lean_count)
			rc = _add_other(leaves, standing, snapshot, other);
	}
	return rc;
}

extern int ft_standing_leaves(const struct ft_standing *standing,
			      const struct ft_snapshot *snapshot,
			      const struct ft_standing_entry *guest,
			      struct ft_arena *arena,
			      struct ft_board_lodging *lodging)
{
	struct leaves leaves = {.arena = arena};
	int rc;

	if (!guest->lean_count)
		return 0;
	rc = _add_all(&leaves, standing, snapshot, guest);
	leaves.leave =
		ft_arena_alloc(arena, leaves.count * sizeof(*leaves.leave));
	if (!leaves.leave)
		return -ENOMEM;
	if (!rc)
		rc = _add_all(&leaves, standing, snapshot, guest);
	lodging->leave = leaves.leave;
	lodging->leave_count = leaves.count;
	return rc;
}

/* Guests ahead of the job that lean on runs. */
static uint32_t _list_takers(const struct ft_standing *standing, uint32_t j,
			     uint32_t *taker)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < j; i++) {
		uint32_t other = standing->job_number[i];

		if (!standing->guest[i] || (other == FT_NO_INDEX) ||
		    !standing->entry[other].lean_count)
			continue;
		if (taker)
			taker[count] = other;
		count++;
	}
	return count;
}

/* Shares of the run with cores only, or all but cores; one that wants no other
 * beside it keeps its nodes.  NULL if out of memory. */
static struct ft_share *_split_shares(const struct ft_snapshot *snapshot,
				      const struct ft_run *run, bool cores,
				      struct ft_arena *arena)
{
	uint32_t kinds = snapshot->resource_count;
	struct ft_share *share =
		ft_arena_alloc(arena, run->share_count * sizeof(*share));

	for (uint32_t i = 0; share && (i < run->share_count); i++) {
		int64_t *amount;

		share[i] = run->share[i];
		if (!share[i].amount)
			continue;
		amount = ft_arena_alloc(arena, kinds * sizeof(*amount));
		if (!amount)
			return NULL;
		for (uint32_t r = 0; r < kinds; r++)
			if ((r == FT_CORES) == cores)
				amount[r] = share[i].amount[r];
		share[i].amount = amount;
	}
	return share;
}

/* One of the run and its fellows gives its nodes back at that time. */
static int _send_one(struct ft_snapshot *alone, struct ft_run *one,
		     int64_t until, bool cores, struct ft_arena *arena)
{
	struct ft_run *rest = &alone->run[alone->run_count];

	*rest = (struct ft_run){.job_id = one->job_id,
				.end = until < one->end ? until : one->end,
				.share_count = one->share_count,
				.share = one->share};
	one->class = 0;
	one->fellows = 0;
	if (!cores) {
		one->share_count = 0;
	} else {
		rest->share = _split_shares(alone, one, true, arena);
		one->share = _split_shares(alone, one, false, arena);
		if (!rest->share || !one->share)
			return -ENOMEM;
	}
	if (until > alone->now)
		alone->run_count++;
	return 0;
}

/* The run gives its nodes back in time for the guest, or their cores; what it
 * has of licences and limits it keeps until its end. */
static int _send_run(struct ft_snapshot *alone,
		     const struct ft_snapshot *snapshot,
		     const struct ft_standing_entry *guest, uint32_t r,
		     struct ft_arena *arena)
{
	struct ft_run *run = &alone->run[r];
	int64_t until = _victim_until(guest, run);
	bool cores = _leaves_cores(snapshot, guest, run);
	uint32_t fellows = run->fellows;
	int rc = 0;

	for (uint32_t f = 0; !rc && (f <= fellows); f++)
		rc = _send_one(alone, &run[f], until, cores, arena);
	return rc;
}

static uint32_t _count_sent(const struct ft_standing *standing,
			    const struct ft_snapshot *snapshot,
			    const uint32_t *taker, uint32_t count)
{
	uint32_t sent = 0;

	for (uint32_t t = 0; t < count; t++) {
		const struct ft_standing_entry *guest =
			&standing->entry[taker[t]];

		for (uint32_t v = 0; v < guest->victim_count; v++)
			sent += 1 + _lean_run(standing, snapshot, guest, v)
					    ->fellows;
	}
	return sent;
}

/* What it takes once its victims have left. */
static struct ft_booking _whole_booking(const struct ft_snapshot *snapshot,
					const struct ft_standing_entry *guest)
{
	const struct ft_placement *placement = &guest->placement;
	const struct ft_request *request =
		&snapshot->job[guest->index].request[placement->request];

	return (struct ft_booking){
		.start = placement->start,
		.end = placement->start + placement->duration,
		.whole = request->exclusive,
		.want = request->exclusive ? NULL : request,
		.share_count = placement->share_count,
		.share = placement->share,
		.licence_count = request->licence_count,
		.licence = request->licence,
		.claim_count = request->claim_count,
		.claim = request->claim,
	};
}

extern int ft_standing_heed(const struct ft_standing *standing,
			    struct ft_snapshot *alone,
			    const struct ft_snapshot *snapshot, uint32_t j,
			    struct ft_arena *arena, struct ft_booking **booking,
			    uint32_t *count)
{
	uint32_t takers = _list_takers(standing, j, NULL);
	size_t runs = snapshot->run_count;
	struct ft_booking *all;
	uint32_t *taker;
	int rc = 0;

	if (!takers)
		return 0;
	taker = ft_arena_alloc(arena, takers * sizeof(*taker));
	all = ft_arena_alloc(arena, ((size_t) *count + takers) * sizeof(*all));
	if (!taker || !all)
		return -ENOMEM;
	_list_takers(standing, j, taker);
	runs += _count_sent(standing, snapshot, taker, takers);
	alone->run = ft_arena_alloc(arena, runs * sizeof(*alone->run));
	if (!alone->run)
		return -ENOMEM;
	memcpy(alone->run, snapshot->run,
	       snapshot->run_count * sizeof(*alone->run));
	if (*count)
		memcpy(all, *booking, *count * sizeof(*all));
	for (uint32_t t = 0; !rc && (t < takers); t++) {
		const struct ft_standing_entry *guest =
			&standing->entry[taker[t]];

		for (uint32_t v = 0; !rc && (v < guest->victim_count); v++)
			rc = _send_run(alone, snapshot, guest,
				       standing->entry[guest->lean[v]].index,
				       arena);
		all[(*count)++] = _whole_booking(snapshot, guest);
	}
	*booking = all;
	return rc;
}

extern void ft_standing_doubt_taker(struct ft_standing *standing,
				    const struct ft_standing_entry *run)
{
	if (run->taker)
		standing->entry[run->taker - 1].doubt = true;
}

extern void ft_standing_know_preemptible(struct ft_standing_entry *entry,
					 const struct ft_run *run)
{
	entry->preemptible = run->class != 0;
	entry->gone = run->gone;
}

/* May the job take the run?  One that is ahead of a job which now started as
 * planned has had its choice of the room that this has. */
static bool _may_gain(const struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, uint32_t j,
		      uint32_t r)
{
	const struct ft_job *job = &snapshot->job[j];
	const struct ft_run *run = &snapshot->run[r];
	bool may = false;

	if (standing->run_started[r] &&
	    (standing->key[j] < standing->entry[standing->run_number[r]].key))
		return false;
	for (uint32_t i = 0; i < job->request_count; i++)
		may |= job->request[i].takes >> run->class & 1;
	return may;
}

/* Runs of the list that guests may take which were not asked about them. */
static void _offer_runs(struct ft_standing *standing,
			const struct ft_snapshot *snapshot,
			const uint32_t *fresh, uint32_t count)
{
	for (uint32_t j = 0; count && (j < snapshot->job_count); j++) {
		uint32_t number = standing->job_number[j];
		bool gains = false;

		if (!standing->guest[j] || (number == FT_NO_INDEX))
			continue;
		for (uint32_t i = 0; (i < count) && !gains; i++)
			gains = _may_gain(standing, snapshot, j, fresh[i]);
		standing->entry[number].doubt |= gains;
	}
}

/* Is the guest for which the run leaves to be asked again?  The run may not be
 * taken by it any more, or was not told in time and leaves too late. */
static bool _is_doubtful(const struct ft_standing *standing,
			 const struct ft_snapshot *snapshot,
			 const struct ft_standing_entry *entry,
			 const struct ft_run *run)
{
	const struct ft_standing_entry *guest;
	const struct ft_job *job;

	if (!entry->taker)
		return false;
	guest = &standing->entry[entry->taker - 1];
	if (!run->class || (guest->index == FT_NO_INDEX))
		return true;
	job = &snapshot->job[guest->index];
	return (run->gone > guest->placement.start) ||
	       !(job->request[guest->placement.request].takes >> run->class &
		 1);
}

extern int ft_standing_doubt_takers(struct ft_standing *standing,
				    const struct ft_snapshot *snapshot)
{
	uint32_t count = 0, *fresh;

	if (!standing->guest_count && !standing->preemptors->given)
		return 0;
	fresh = calloc((size_t) snapshot->run_count + 1, sizeof(*fresh));
	if (!fresh)
		return -ENOMEM;
	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		const struct ft_run *run = &snapshot->run[r];
		const struct ft_standing_entry *entry =
			&standing->entry[standing->run_number[r]];

		if (_is_doubtful(standing, snapshot, entry, run))
			ft_standing_doubt_taker(standing, entry);
		if (!run->class ||
		    (entry->preemptible && (run->gone >= entry->gone)))
			continue;
		fresh[count++] = r;
		standing->offered += run->share_count;
	}
	_offer_runs(standing, snapshot, fresh, count);
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		ft_standing_know_preemptible(
			&standing->entry[standing->run_number[r]],
			&snapshot->run[r]);
	free(fresh);
	return 0;
}

extern int ft_standing_write_victims(const struct ft_standing *standing,
				     const struct ft_standing_entry *guest,
				     struct ft_arena *arena,
				     struct ft_placement *placement)
{
	uint32_t count = guest->victim_count, *victim;

	placement->victim_count = count;
	placement->victim = NULL;
	if (!count)
		return 0;
	victim = ft_arena_alloc(arena, count * sizeof(*victim));
	if (!victim)
		return -ENOMEM;
	for (uint32_t v = 0; v < count; v++)
		victim[v] = standing->entry[guest->lean[v]].index;
	placement->victim = victim;
	return 0;
}
