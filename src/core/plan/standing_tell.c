/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: what is new in a snapshot, as events for the board.
 */
#include <errno.h>

#include "core/plan/standing_state.h"

enum { EVENTS_MAX = 256 }; /* of jobs; for more a fresh plan is quicker */

/* Those that started as they were placed: while it is still then. */
static int _tell_starts(struct ft_standing *standing,
			const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		uint32_t number = standing->run_number[r];
		struct ft_standing_entry *entry;

		if (!standing->run_started[r])
			continue;
		entry = &standing->entry[number];
		rc = ft_board_started(standing->board, number);
		entry->run = true;
		entry->job_id = snapshot->run[r].job_id;
		entry->end = entry->placement.start + entry->placement.duration;
	}
	return rc;
}

/* Runs that ended, and jobs that wait no more. */
static int _tell_gone(struct ft_standing *standing)
{
	int rc = 0;

	for (uint32_t n = 0; !rc && (n < standing->entry_count); n++) {
		struct ft_standing_entry *entry = &standing->entry[n];

		if (!entry->known || (entry->index != FT_NO_INDEX))
			continue;
		ft_standing_doubt_taker(standing, entry);
		ft_standing_release(standing, n);
		rc = ft_board_gone(standing->board, n);
		entry->known = false;
	}
	return rc;
}

static int _tell_nodes(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t n = 0; !rc && (n < snapshot->node_count); n++) {
		int64_t from = snapshot->node[n].available_from;

		if ((from == standing->available_from[n]) ||
		    ((from <= snapshot->now) &&
		     (standing->available_from[n] <= snapshot->now)))
			continue;
		standing->available_from[n] = from;
		rc = ft_board_node(standing->board, n, from);
	}
	return rc;
}

static int _tell_runs(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		const struct ft_run *run = &snapshot->run[r];
		uint32_t number = standing->run_number[r];

		if (number == FT_NO_INDEX) {
			rc = ft_board_ran(standing->board, run, &number);
			standing->run_number[r] = number;
			if (!rc)
				rc = ft_standing_know_run(standing, run, r,
							  number);
		} else if (standing->entry[number].end != run->end) {
			standing->entry[number].end = run->end;
			ft_standing_doubt_taker(standing,
						&standing->entry[number]);
			rc = ft_board_run_ends(standing->board, number,
					       run->end);
		}
	}
	return rc;
}

/* What runs claim by now: jobs that started may claim something else. */
static int _tell_claims(struct ft_standing *standing,
			const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t r = 0; !rc && (r < snapshot->run_count); r++) {
		const struct ft_run *run = &snapshot->run[r];
		uint32_t number = standing->run_number[r];

		if ((number != FT_NO_INDEX) &&
		    !ft_board_claims(standing->board, number, run->claim,
				     run->claim_count))
			rc = ft_board_run_claims(standing->board, number,
						 run->claim, run->claim_count);
	}
	return rc;
}

/* The key above which promises give way to the job. */
static uint64_t _over_key(const struct ft_standing *standing,
			  const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t low = j, high = snapshot->job_count - 1;
	const struct ft_job *job = snapshot->job;
	int64_t least = (int64_t) job[j].priority - snapshot->overrule;

	if (!snapshot->overrule)
		return standing->key[j];
	/* The last one of its tier that it does not lead by more. */
	while (low < high) {
		uint32_t middle = high - (high - low) / 2;

		if ((job[middle].tier == job[j].tier) &&
		    ((int64_t) job[middle].priority >= least))
			low = middle;
		else
			high = middle - 1;
	}
	return standing->key[low];
}

static struct ft_board_job _job_of(const struct ft_standing *standing,
				   const struct ft_snapshot *snapshot,
				   uint32_t j)
{
	const struct ft_job *job = &snapshot->job[j];

	return (struct ft_board_job){
		.id = job->job_id,
		.request = job->request,
		.request_count = job->request_count,
		.key = standing->key[j],
		.over = _over_key(standing, snapshot, j),
		.tier = job->tier,
		.queued = job->queued,
		.tentative = job->tentative,
		.now_only = !standing->may[j],
		.above = job->preempts,
	};
}

/* The board's number of the job is that from now on. */
static int _number_job(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       uint32_t number)
{
	standing->job_number[j] = number;
	return ft_standing_know_job(standing, snapshot, j, number,
				    standing->key[j]);
}

/* All that is ahead of the job comes first; then it comes, or rises. */
static int _tell_job(struct ft_standing *standing,
		     const struct ft_snapshot *snapshot, uint32_t j,
		     struct ft_err *err)
{
	const struct ft_board_job came = _job_of(standing, snapshot, j);
	uint32_t number = standing->job_number[j];
	bool guest = standing->guest[j];
	int rc = ft_standing_before(standing, came.key, err);

	if (!rc && (number != FT_NO_INDEX)) {
		ft_board_above(standing->board, number, came.above);
		rc = ft_board_rose(standing->board, number, came.over);
	} else if (!rc) {
		rc = guest ? ft_board_guest(standing->board, &came, &number)
			   : ft_board_came(standing->board, &came, &number);
		if (!rc)
			rc = _number_job(standing, snapshot, j, number);
	}
	if (rc || !guest)
		return rc;
	if (ft_job_takes(&snapshot->job[j])) {
		standing->entry[number].anew = true;
		return ft_standing_ask_guest(standing, snapshot, j, err);
	}
	return ft_standing_place_guest(standing, snapshot, j, err);
}

/* Does the job come, or rise? */
static bool _comes_or_rises(const struct ft_standing *standing, uint32_t j)
{
	return (standing->job_number[j] == FT_NO_INDEX) || standing->risen[j];
}

/* Which runs leave for those behind is another matter when one comes that may
 * take runs. */
static bool _taker_comes(const struct ft_standing *standing,
			 const struct ft_snapshot *snapshot)
{
	bool comes = false;

	for (uint32_t j = 0;
	     standing->guest_count && !comes && (j < snapshot->job_count); j++)
		comes = standing->guest[j] && _comes_or_rises(standing, j) &&
			ft_job_takes(&snapshot->job[j]);
	return comes;
}

extern int ft_standing_turn_guest(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot,
				  uint32_t j)
{
	const struct ft_board_job same = _job_of(standing, snapshot, j);
	uint32_t number = standing->job_number[j];
	const struct ft_placement placement = standing->entry[number].placement;
	const struct ft_board_lodging lodging = {
		.request = &snapshot->job[j].request[placement.request],
		.placement = &placement};
	int rc = ft_board_gone(standing->board, number);

	standing->entry[number].known = false;
	if (!rc)
		rc = ft_board_guest(standing->board, &same, &number);
	if (!rc)
		rc = _number_job(standing, snapshot, j, number);
	if (rc)
		return rc;
	standing->entry[number].doubt = true;
	if (placement.verdict != FT_PLACED)
		return 0;
	standing->entry[number].placement = placement;
	return ft_board_lodge(standing->board, number, &lodging);
}

/* A guest that the board may follow from now on, where it is. */
static int _turn_follower(struct ft_standing *standing,
			  const struct ft_snapshot *snapshot, uint32_t j)
{
	const struct ft_board_job same = _job_of(standing, snapshot, j);
	uint32_t number = standing->job_number[j];
	const struct ft_placement placement = standing->entry[number].placement;
	struct ft_job promised = snapshot->job[j];
	int rc = ft_board_gone(standing->board, number);

	ft_standing_promise(&promised, 0, &placement);
	standing->entry[number].known = false;
	if (!rc)
		rc = ft_board_promised(standing->board, &same, &promised,
				       &number);
	if (!rc)
		rc = _number_job(standing, snapshot, j, number);
	if (rc)
		return rc;
	standing->entry[number].placement = placement;
	standing->entry[number].tried = snapshot->now;
	return 0;
}

static int _tell_turns(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot)
{
	int rc = 0;

	for (uint32_t j = 0;
	     standing->turn_count && !rc && (j < snapshot->job_count); j++) {
		uint32_t number = standing->job_number[j];

		if ((number == FT_NO_INDEX) || !standing->entry[number].turns)
			continue;
		rc = standing->guest[j]
			     ? ft_standing_turn_guest(standing, snapshot, j)
			     : _turn_follower(standing, snapshot, j);
	}
	return rc;
}

/* Its place in the order of jobs that are known. */
static int _tell_rank(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t number = standing->job_number[j];
	uint32_t tier = snapshot->job[j].tier;
	struct ft_standing_entry *entry = &standing->entry[number];
	int rc = 0;

	if (entry->tier != tier)
		rc = ft_board_tier(standing->board, number, tier);
	entry->tier = tier;
	if (!rc && (entry->key != standing->key[j]))
		rc = ft_board_key(standing->board, number, standing->key[j]);
	entry->key = standing->key[j];
	return rc;
}

/* Is it a guest that is to be placed anew, lost its place, or may start or have
 * a better one by now?  Those that lean on runs are asked when all is told. */
static bool _wants_place(struct ft_standing *standing,
			 const struct ft_snapshot *snapshot, uint32_t j)
{
	const struct ft_standing_entry *entry;

	if (!standing->guest[j])
		return false;
	entry = &standing->entry[standing->job_number[j]];
	/* One that lost its place leans on none. */
	ft_standing_note_lost(standing, j);
	return entry->anew ||
	       (!entry->lean_count && ft_standing_asks(standing, snapshot, j));
}

/* In its turn: those that come behind it find it there. */
static int _place_anew(struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t j,
		       struct ft_err *err)
{
	int rc = ft_standing_before(standing, standing->key[j], err);

	return rc ? rc : ft_standing_ask_guest(standing, snapshot, j, err);
}

/* Before any is told, which would be in vain. */
static int _check_events(const struct ft_standing *standing, uint32_t count,
			 struct ft_err *err)
{
	uint32_t events = 0;

	for (uint32_t j = 0; j < count; j++)
		events += _comes_or_rises(standing, j);
	return events > EVENTS_MAX
		       ? ft_fail(err, -EAGAIN, "too many jobs came or rose")
		       : 0;
}

/* Of the guest, as far as it is told or asked in its turn: one that gets a new
 * place, or may take runs, is planned twice. */
static uint32_t _count_plans(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot, uint32_t j)
{
	if (!standing->guest[j])
		return 0;
	if (_comes_or_rises(standing, j))
		return 2;
	if (!_wants_place(standing, snapshot, j))
		return 0;
	return standing->entry[standing->job_number[j]].anew ||
			       ft_job_takes(&snapshot->job[j])
		       ? 2
		       : 1;
}

static int _tell_jobs(struct ft_standing *standing,
		      const struct ft_snapshot *snapshot, struct ft_err *err)
{
	int rc = _check_events(standing, snapshot->job_count, err);
	uint32_t plans = 0;

	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		if (standing->job_number[j] != FT_NO_INDEX)
			rc = _tell_rank(standing, snapshot, j);
	if (!rc)
		rc = ft_standing_before(standing, 0, err);
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++)
		plans += _count_plans(standing, snapshot, j);
	if (!rc)
		rc = ft_standing_check_work((plans + 1) / 2, err);
	for (uint32_t j = 0; !rc && (j < snapshot->job_count); j++) {
		if (_comes_or_rises(standing, j))
			rc = _tell_job(standing, snapshot, j, err);
		else if (_wants_place(standing, snapshot, j))
			rc = _place_anew(standing, snapshot, j, err);
		else
			continue;
		if (!rc)
			rc = ft_standing_time_check(standing, err);
	}
	return rc;
}

extern int ft_standing_tell(struct ft_standing *standing,
			    const struct ft_snapshot *snapshot,
			    struct ft_err *err)
{
	int rc = _tell_turns(standing, snapshot);

	if (!rc)
		rc = _tell_starts(standing, snapshot);
	if (!rc)
		rc = ft_board_time(standing->board, snapshot->now);
	standing->now = snapshot->now;
	ft_board_until(standing->board,
		       snapshot->now + ft_standing_window(snapshot));
	if (!rc)
		rc = _tell_gone(standing);
	if (!rc)
		rc = _tell_claims(standing, snapshot);
	if (!rc)
		rc = _tell_nodes(standing, snapshot);
	if (!rc)
		rc = _tell_runs(standing, snapshot);
	if (rc)
		return rc;
	rc = ft_standing_doubt_takers(standing, snapshot);
	if (!rc)
		rc = ft_standing_recall_takers(standing, snapshot,
					       _taker_comes(standing, snapshot),
					       err);
	return rc ? rc : _tell_jobs(standing, snapshot, err);
}

extern int ft_standing_tell_lists(struct ft_standing *standing,
				  const struct ft_snapshot *snapshot)
{
	uint64_t closures = ft_standing_closures(snapshot);
	int rc = ft_board_limits(standing->board, snapshot->limit,
				 snapshot->limit_count);

	standing->reopened = closures != standing->closures;
	standing->closures = closures;
	if (!rc && standing->reopened)
		rc = ft_board_closures(standing->board, snapshot->closure,
				       snapshot->closure_count);
	return rc;
}
