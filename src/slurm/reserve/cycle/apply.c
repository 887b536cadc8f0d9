/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/apply.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "src/common/node_conf.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/cycle/apply.h"
#include "slurm/reserve/cycle/buffer_watch.h"
#include "slurm/reserve/cycle/completing.h"
#include "slurm/reserve/cycle/diag.h"
#include "slurm/reserve/demand/het.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/preempt/preempt.h"
#include "slurm/reserve/start/show.h"
#include "slurm/reserve/snapshot/snapshot.h"
#include "slurm/reserve/start/spare_nodes.h"
#include "slurm/reserve/start/node_wake.h"
#include "slurm/reserve/trial/attempt.h"
#include "slurm/reserve/trial/together.h"

struct apply {
	struct fts_hold *hold;
	const struct ft_schedule_options *options;
	const struct fts_cycle *cycle;
	struct fts_refusals *refusals;
	struct fts_late *late;
	bool *started;
	bool *met; /* see fts_estimates */
	struct fts_report *report;
	bitstr_t *completing; /* NULL: no job waits for those */
	bool passes_waiting;  /* a job ahead was planned and did not start */
	uint32_t refused_job; /* its other copies need no try in this cycle */
	struct fts_cores cores;
	struct fts_types types;
	struct fts_trial trial;
	struct fts_attempts attempts;
};

/* May no more jobs start in this cycle? */
static bool _enough_job(const struct apply *apply)
{
	return apply->options->max_job_start &&
	       apply->report->started >= apply->options->max_job_start;
}

/* The record of a candidate that is to be tried, unless it has changed. */
static job_record_t *_meet(struct apply *apply, uint32_t i)
{
	fts_hold_pause(apply->hold);
	apply->met[i] = true;
	return fts_schedule_find(&apply->cycle->candidate[i]);
}

/* What is left of an array, whose record was copied for the task's. */
static void _leave_rest(const struct fts_attempt *attempt)
{
	job_record_t *rest = find_job_record(attempt->candidate->array_job_id);

	if (rest && rest != attempt->job && IS_JOB_PENDING(rest) &&
	    FTS_QOS_LIST(rest)) {
		rest->qos_ptr = attempt->former.qos;
		rest->qos_id = attempt->former.qos_id;
	}
}

static void _note_failure(struct apply *apply, struct fts_attempt *attempt,
			  int code)
{
	bool limited = fts_start_limited(code);
	uint32_t tries;

	/* A start by trial took part of these nodes, and which rows or sockets
	 * it got was not known to the plan. */
	if (!limited && !fts_start_postponed(code) &&
	    fts_room_given(&apply->trial.room, attempt->placement)) {
		apply->attempts.displaced++;
		return;
	}
	fts_schedule_count_code(apply->report, code);
	tries = fts_refusal_note(apply->refusals, attempt->candidate, code,
				 limited, time(NULL));
	if (tries == 1 && !limited && !fts_start_postponed(code))
		fts_schedule_log_refusal(apply->cycle, attempt->candidate,
					 attempt->placement, attempt->job,
					 code);
	else
		debug("sched/reserve: %pJ refused %u times: %s", attempt->job,
		      tries, slurm_strerror(code));
}

/*
 * First on the planned nodes, then on all that would delay no job.  Returns 0,
 * slurmctld's error code, or -ESTALE if the node table changed.
 */
static int _try_to_start(struct apply *apply, struct fts_attempt *attempt)
{
	uint32_t request = attempt->placement->request;
	const struct fts_manner *manner = &attempt->candidate->manner[request];
	bitstr_t *nodes = fts_cycle_nodes(apply->cycle, attempt->placement);
	struct fts_start start = {
		.nodes = nodes,
		.reservation = attempt->candidate->reservation[request],
		.minutes = fts_attempt_minutes(apply->cycle, attempt),
		.soft = manner->soft != 0,
		.manner = manner,
		.placement = attempt->placement,
		.cores = &apply->cores,
		.types = &apply->types,
		.index = attempt->index,
		.prefer = manner->prefer,
		.licence = manner->licence,
		.flag = attempt->flag,
	};
	int code;

	if (!nodes)
		return -ESTALE;
	code = fts_schedule_start(attempt->job, &start);
	FREE_NULL_BITMAP(nodes);
	if (!code || fts_start_limited(code) || fts_start_postponed(code))
		return code;
	/* Of one that is not modelled all else has been tried before. */
	if (attempt->component ||
	    (attempt->candidate->unknown && attempt->candidate->least_count))
		return code;
	code = fts_attempt_beside(&apply->attempts, attempt, &start);
	if (!code)
		info("sched/reserve: %pJ runs beside its planned nodes",
		     attempt->job);
	return code;
}

static bool _may_leave(job_record_t *job)
{
	return job && IS_JOB_RUNNING(job) && !job->preempt_time &&
	       fts_preempt_mode(job) != PREEMPT_MODE_OFF;
}

/* The victims' records; NULL if one of them is no victim any more. */
static fts_list_t _victims(const struct apply *apply,
			   const struct ft_placement *placement)
{
	const struct ft_snapshot *snapshot = apply->cycle->snapshot;
	fts_list_t victims = list_create(NULL);

	for (uint32_t v = 0; v < placement->victim_count; v++) {
		uint32_t id = snapshot->run[placement->victim[v]].job_id;
		job_record_t *job = find_job_record(id);

		if (!_may_leave(job)) {
			FREE_NULL_LIST(victims);
			return NULL;
		}
		list_append(victims, job);
	}
	return victims;
}

static void _tell_victims(const struct apply *apply,
			  const struct fts_attempt *attempt)
{
	const struct ft_snapshot *snapshot = apply->cycle->snapshot;
	const struct ft_placement *placement = attempt->placement;

	for (uint32_t v = 0; v < placement->victim_count; v++)
		if (fts_preempt_due(snapshot, placement, v))
			fts_preempt_tell(
				find_job_record(
					snapshot->run[placement->victim[v]]
						.job_id),
				attempt->job);
	attempt->job->details->preempt_start_time = time(NULL);
	attempt->job->preempt_in_progress = true;
}

/*
 * Slurmctld found room beside the victims.  If others are planned there the
 * plan keeps it for them, and the victims go; room of no job may be used.
 */
static int _use_room(struct apply *apply, struct fts_attempt *attempt,
		     struct fts_start *start)
{
	if (!fts_spare_nodes_wanted(apply->cycle, attempt->index)) {
		start->early = NULL;
		return fts_schedule_start(attempt->job, start);
	}
	return fts_spare_nodes_grew(apply->cycle, start->nodes)
		       ? -ESTALE
		       : ESLURM_NODES_BUSY;
}

/*
 * As _try_to_start, for a job that needs others to leave: they are told if
 * slurmctld agrees that it could start then.
 */
static int _displace_job(struct apply *apply, struct fts_attempt *attempt)
{
	uint32_t request = attempt->placement->request;
	const struct fts_manner *manner = &attempt->candidate->manner[request];
	fts_list_t victims = _victims(apply, attempt->placement);
	bitstr_t *nodes = fts_cycle_nodes(apply->cycle, attempt->placement);
	bool suffice = false, early = false;
	/* A core mask counts the cores that are free now. */
	struct fts_start start = {
		.nodes = nodes,
		.reservation = attempt->candidate->reservation[request],
		.minutes = fts_attempt_minutes(apply->cycle, attempt),
		.soft = manner->soft != 0,
		.manner = manner->masked ? NULL : manner,
		.placement = attempt->placement,
		.cores = &apply->cores,
		.types = &apply->types,
		.index = attempt->index,
		.victims = victims,
		.suffice = &suffice,
		.early = &early,
		.prefer = manner->prefer,
		.licence = manner->licence,
		.flag = attempt->flag,
	};
	int code = -ESTALE;

	if (nodes && victims)
		code = fts_schedule_start(attempt->job, &start);
	if (early)
		code = _use_room(apply, attempt, &start);
	if (code == ESLURM_NODES_BUSY && suffice)
		_tell_victims(apply, attempt);
	FREE_NULL_LIST(victims);
	FREE_NULL_BITMAP(nodes);
	return code;
}

/* When it was to start: before now if it had to wait for its nodes. */
static int64_t _planned_time(const struct apply *apply,
			     const struct ft_placement *placement)
{
	int64_t now = apply->cycle->snapshot->now;

	return placement->start <= now ? now - placement->late : now;
}

/* One component; as _try_to_start. */
static int _start_component(struct apply *apply,
			    const struct fts_attempt *whole, uint32_t part)
{
	const struct ft_placement *placement = whole->placement;
	uint32_t width = whole->candidate->part_count + 1;
	struct fts_component *component =
		&whole->candidate
			 ->component[(size_t) placement->request * width +
				     part];
	struct fts_candidate candidate = *whole->candidate;
	struct ft_placement own = fts_het_placement(placement, part);
	struct fts_attempt attempt = {
		.index = whole->index,
		.candidate = &candidate,
		.placement = &own,
		.job = find_job_record(component->job_id),
		.component = true,
		.flag = whole->flag,
	};
	int code = -ESTALE;

	candidate.job_id = component->job_id;
	candidate.partition = &component->partition;
	candidate.qos_id = &component->qos_id;
	candidate.reservation = &component->reservation;
	candidate.manner = &component->manner;
	if (!attempt.job)
		return code;
	attempt.job->last_sched_eval = time(NULL);
	if (fts_attempt_enter(&attempt))
		code = _try_to_start(apply, &attempt);
	if (code)
		fts_attempt_leave(&attempt);
	else
		fts_late_note(apply->late, attempt.job,
			      _planned_time(apply, placement));
	return code;
}

/* Could each component start on its nodes without the victims? */
static bool _would_start(struct apply *apply, const struct fts_attempt *whole,
			 uint32_t part, fts_list_t victims)
{
	const struct ft_placement *placement = whole->placement;
	uint32_t width = whole->candidate->part_count + 1;
	const struct fts_component *component =
		&whole->candidate
			 ->component[(size_t) placement->request * width +
				     part];
	struct ft_placement own = fts_het_placement(placement, part);
	bitstr_t *nodes = fts_cycle_nodes(apply->cycle, &own);
	job_record_t *job = find_job_record(component->job_id);
	struct fts_job_stand former;
	bool suffice = false;
	struct fts_start start = {
		.nodes = nodes,
		.manner = component->manner.masked ? NULL : &component->manner,
		.placement = &own,
		.cores = &apply->cores,
		.types = &apply->types,
		.index = whole->index,
		.victims = victims,
		.suffice = &suffice,
		.ask = true,
		.prefer = component->manner.prefer,
		.licence = component->manner.licence,
	};

	if (nodes && job && job->details) {
		former = fts_job_stand(job);
		if (fts_job_row_enter(job, component->partition,
				      component->qos_id))
			(void) fts_schedule_start(job, &start);
		fts_job_stand_set(job, &former);
	}
	FREE_NULL_BITMAP(nodes);
	return suffice;
}

/* As _displace_job, for a heterogeneous job. */
static int _displace_together(struct apply *apply, struct fts_attempt *attempt)
{
	fts_list_t victims = _victims(apply, attempt->placement);
	bool known = victims != NULL, suffice = known;

	for (uint32_t p = 0; suffice && p <= attempt->candidate->part_count;
	     p++)
		suffice = _would_start(apply, attempt, p, victims);
	if (suffice)
		_tell_victims(apply, attempt);
	FREE_NULL_LIST(victims);
	return known ? ESLURM_NODES_BUSY : -ESTALE;
}

/* All components or none. */
static int _start_together(struct apply *apply,
			   const struct fts_attempt *attempt)
{
	int code = 0;

	if (!fts_het_allowed(apply->cycle, attempt->index))
		return ESLURM_ACCOUNTING_POLICY;

	for (uint32_t p = 0; !code && p <= attempt->candidate->part_count; p++)
		code = _start_component(apply, attempt, p);
	if (code)
		fts_het_undo(attempt->job);
	else
		for (uint32_t p = 0; p <= attempt->candidate->part_count; p++)
			fts_cores_started(
				&apply->cores,
				attempt->candidate->component[p].job_id);
	return code;
}

/* 0, slurmctld's error code, or -ESTALE. */
static int _attempt_job(struct apply *apply, struct fts_attempt *attempt)
{
	if (attempt->candidate->part_count) {
		attempt->former = fts_job_stand(attempt->job);
		return fts_preempt_anyone_due(apply->cycle->snapshot,
					      attempt->placement)
			       ? _displace_together(apply, attempt)
			       : _start_together(apply, attempt);
	}
	if (!fts_attempt_enter(attempt))
		return -ESTALE;
	return fts_preempt_anyone_due(apply->cycle->snapshot,
				      attempt->placement)
		       ? _displace_job(apply, attempt)
		       : _try_to_start(apply, attempt);
}

static uint32_t _flag(const struct apply *apply)
{
	return apply->passes_waiting ? SLURMDB_JOB_FLAG_BACKFILL
				     : SLURMDB_JOB_FLAG_SCHED;
}

static void _note_started(struct apply *apply, struct fts_attempt *attempt,
			  int64_t from_us)
{
	_leave_rest(attempt);
	fts_refusal_forget(apply->refusals, attempt->candidate->job_id);
	if (!attempt->candidate->part_count) {
		fts_late_note(apply->late, attempt->job,
			      _planned_time(apply, attempt->placement));
		fts_cores_started(&apply->cores, attempt->job->job_id);
	}
	apply->started[attempt->index] = true;
	/* Also of one that was tried: it may have other than select told. */
	if (!attempt->candidate->part_count)
		fts_trial_ran(&apply->trial, attempt->index, attempt->job);
	apply->report->started++;
	apply->report->start_us += fts_lock_clock() - from_us;
	apply->report->backfilled += apply->passes_waiting;
}

static void _start_due(struct apply *apply, struct fts_attempt *attempt)
{
	int64_t from_us = fts_lock_clock();
	int code;

	attempt->job->last_sched_eval = time(NULL);
	attempt->flag = _flag(apply);
	code = _attempt_job(apply, attempt);
	if (code == ESLURM_NODES_BUSY && attempt->job->preempt_in_progress) {
		fts_attempt_leave(attempt);
		apply->report->preempting++;
		apply->passes_waiting = true;
		return;
	}
	if (code == -ESTALE) {
		fts_attempt_leave(attempt);
		apply->report->stale++;
		return;
	}
	if (code) {
		fts_attempt_leave(attempt);
		_note_failure(apply, attempt, code);
		apply->refused_job = attempt->candidate->job_id;
		apply->passes_waiting |= !fts_start_limited(code);
		return;
	}
	_note_started(apply, attempt, from_us);
}

/* All components of the job have started. */
static void _note_components(struct apply *apply,
			     const struct fts_attempt *attempt)
{
	for (uint32_t p = 0; p <= attempt->candidate->part_count; p++) {
		uint32_t id = attempt->candidate->component[p].job_id;
		job_record_t *job = find_job_record(id);

		fts_cores_started(&apply->cores, id);
		if (job)
			fts_late_note(apply->late, job,
				      _planned_time(apply, attempt->placement));
	}
}

/* By the request of attempt->placement: 0, or slurmctld's error code. */
static int _try_least(struct apply *apply, struct fts_attempt *attempt)
{
	int code;

	if (!attempt->candidate->part_count)
		return fts_attempt_enter(attempt)
			       ? fts_attempt_elsewhere(&apply->attempts,
						       attempt)
			       : ESLURM_NODES_BUSY;
	attempt->former = fts_job_stand(attempt->job);
	code = fts_attempt_together(&apply->attempts, attempt);
	if (!code)
		_note_components(apply, attempt);
	return code;
}

/*
 * A job that is not modelled: slurmctld's own selection is asked whether it can
 * start now, wherever the plan has it.  True if it started.
 */
static bool _start_by_trial(struct apply *apply, struct fts_attempt *attempt)
{
	const struct fts_candidate *candidate = attempt->candidate;
	const struct ft_job *job = &apply->cycle->snapshot->job[attempt->index];
	uint32_t first = candidate->request_count;
	int64_t from_us = fts_lock_clock();
	struct ft_placement own; /* looked at when it has started, too */
	int code = ESLURM_NODES_BUSY;

	attempt->job->last_sched_eval = time(NULL);
	attempt->flag = _flag(apply);
	for (uint32_t r = first; r < first + candidate->least_count; r++) {
		own = (struct ft_placement){
			.request = r,
			.duration = job->request[r].duration,
		};
		if (fts_completing_delays(apply->completing, candidate, r))
			continue;
		attempt->placement = &own;
		code = _try_least(apply, attempt);
		if (!code)
			break;
		fts_attempt_leave(attempt);
		if (fts_start_limited(code) || fts_start_postponed(code)) {
			_note_failure(apply, attempt, code);
			break;
		}
		if (!fts_attempt_pause(&apply->attempts, attempt))
			break;
	}
	if (code) {
		fts_trial_spent(&apply->trial, from_us);
		fts_trial_vain(&apply->trial, attempt->index);
		return false;
	}
	apply->report->by_trial++;
	_note_started(apply, attempt, from_us);
	return true;
}

/*
 * Refused a moment ago where it is planned, which is left alone for a pause, or
 * a standby: what is free by now is not left to jobs behind it.
 */
static void _start_elsewhere(struct apply *apply, struct fts_attempt *attempt)
{
	int64_t from_us = fts_lock_clock();
	int code = -ESTALE;

	attempt->flag = _flag(apply);
	if (fts_attempt_enter(attempt))
		code = fts_attempt_beside(&apply->attempts, attempt, NULL);
	if (code) {
		fts_attempt_leave(attempt);
		fts_trial_vain(&apply->trial, attempt->index);
		apply->passes_waiting = true;
		return;
	}
	_note_started(apply, attempt, from_us);
}

/* In its turn, before those behind it take what it could have. */
static bool _try_elsewhere(struct apply *apply, uint32_t i)
{
	struct fts_attempt attempt = {
		.index = i,
		.candidate = &apply->cycle->candidate[i],
	};
	const struct fts_refusal *refusal;

	if (!fts_attempt_wanted(apply->cycle, i) ||
	    fts_hold_stopped(apply->hold) || _enough_job(apply))
		return false;
	refusal = fts_refusal_find(apply->refusals, attempt.candidate);
	if (refusal && refusal->retry_at > apply->cycle->snapshot->now &&
	    (refusal->limit || fts_start_postponed(refusal->code)))
		return false;
	if (!fts_trial_turn(&apply->trial, i))
		return false;
	attempt.job = _meet(apply, i);
	if (!attempt.job || fts_attempt_waits(attempt.job))
		return false;
	if (attempt.candidate->least_count)
		return _start_by_trial(apply, &attempt);
	attempt.placement = &(struct ft_placement){
		.duration = apply->cycle->snapshot->job[i].request->duration};
	_start_elsewhere(apply, &attempt);
	return apply->started[i];
}

/* Shall the candidate, whose time has come, be tried where it is planned? */
static bool _worth_trying(const struct apply *apply,
			  const struct fts_candidate *candidate)
{
	const struct fts_refusal *refusal;

	if (candidate->job_id == apply->refused_job)
		return false;
	refusal = fts_refusal_find(apply->refusals, candidate);
	return !refusal || refusal->limit ||
	       refusal->retry_at <= apply->cycle->snapshot->now;
}

/* Was it nodes that it was refused for, and is there time to try others? */
static bool _may_be_elsewhere(struct apply *apply,
			      const struct fts_attempt *attempt)
{
	const struct fts_refusal *refusal =
		fts_refusal_find(apply->refusals, attempt->candidate);

	return !attempt->candidate->part_count &&
	       !attempt->candidate->least_count &&
	       !fts_preempt_anyone_due(apply->cycle->snapshot,
				       attempt->placement) &&
	       !(refusal && fts_start_postponed(refusal->code)) &&
	       fts_trial_turn(&apply->trial, attempt->index);
}

static void _consider(struct apply *apply, uint32_t i)
{
	struct fts_attempt attempt = {
		.index = i,
		.candidate = &apply->cycle->candidate[i],
		.placement = &apply->cycle->schedule->placement[i],
	};
	struct fts_report *report = apply->report;
	bool planned = _worth_trying(apply, attempt.candidate);

	if (!planned && !_may_be_elsewhere(apply, &attempt)) {
		apply->passes_waiting = true;
		return;
	}
	if (_enough_job(apply) ||
	    fts_completing_delays(apply->completing, attempt.candidate,
				  attempt.placement->request)) {
		report->unstarted++;
		apply->passes_waiting = true;
		return;
	}
	if (planned &&
	    fts_leftover_keeps(&apply->trial.leftover, attempt.placement)) {
		apply->passes_waiting = true;
		return;
	}
	attempt.job = _meet(apply, i);
	if (!attempt.job || fts_attempt_waits(attempt.job)) {
		report->stale++;
		return;
	}
	if (planned)
		_start_due(apply, &attempt);
	else
		_start_elsewhere(apply, &attempt);
}

/*
 * It is planned for later, behind jobs that may have left something.  If there
 * is no time to try it now, the next cycle does.
 */
static bool _start_on_leftover(struct apply *apply, uint32_t i,
			       uint32_t request)
{
	struct ft_placement own = {
		.request = request,
		.duration = apply->cycle->snapshot->job[i]
				    .request[request]
				    .duration,
	};
	struct fts_attempt attempt = {
		.index = i,
		.candidate = &apply->cycle->candidate[i],
		.placement = &own,
	};

	if (_enough_job(apply) || !fts_trial_turn(&apply->trial, i)) {
		fts_leftover_wish(&apply->trial.leftover, i, request);
		return false;
	}
	attempt.job = _meet(apply, i);
	if (attempt.job && !fts_attempt_waits(attempt.job))
		_start_elsewhere(apply, &attempt);
	return apply->started[i];
}

/* Jobs ahead were planned in its way: have they left anything that it might
 * use? */
static bool _try_leftover(struct apply *apply, uint32_t i)
{
	const struct fts_candidate *candidate = &apply->cycle->candidate[i];
	const struct ft_placement *placement =
		&apply->cycle->schedule->placement[i];
	uint32_t request;

	if (!apply->trial.leftover.nodes || fts_hold_stopped(apply->hold) ||
	    candidate->least_count || candidate->part_count ||
	    placement->obstacle != FT_OBSTACLE_PRIORITY)
		return false;
	request = fts_leftover_fits(&apply->trial.leftover, i);
	return request < candidate->request_count &&
	       _start_on_leftover(apply, i, request);
}

/* Starts all that are due, in the order of the plan. */
static void _start_all(struct apply *apply)
{
	const struct fts_cycle *cycle = apply->cycle;

	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		const struct ft_placement *placement;

		placement = &cycle->schedule->placement[i];
		apply->report->placed += placement->verdict == FT_PLACED;
		if (_try_elsewhere(apply, i))
			continue;
		if (placement->verdict == FT_PLACED &&
		    (placement->start <= cycle->snapshot->now ||
		     fts_preempt_anyone_due(cycle->snapshot, placement))) {
			if (!fts_hold_stopped(apply->hold))
				_consider(apply, i);
		} else if (!_try_leftover(apply, i)) {
			apply->passes_waiting |=
				placement->verdict != FT_IMPOSSIBLE &&
				placement->obstacle != FT_OBSTACLE_LIMIT;
		}
	}
}

/* Which nodes are kept is a matter of the plan, not of the locks. */
static void _mark_planned(struct apply *apply)
{
	struct ft_node_set *kept;
	int64_t *start, wake;

	kept = fts_schedule_planned(apply->cycle, apply->started);
	start = fts_node_wake_starts(apply->options, apply->cycle,
				     apply->started);
	fts_hold_take(apply->hold, "planned");
	fts_schedule_planned_mark(apply->cycle, kept);
	wake = fts_node_wake_up(apply->options, apply->cycle, start,
				time(NULL));
	fts_hold_drop(apply->hold);
	apply->report->wake = wake == FT_NEVER ? 0 : wake;
	free(start);
	ft_node_set_free(kept);
}

int fts_schedule_apply(struct fts_hold *hold,
		       const struct ft_schedule_options *options,
		       const struct fts_cycle *cycle,
		       struct fts_promise_book *book,
		       struct fts_refusals *refusals, struct fts_trials *trials,
		       bool *started, struct fts_report *report,
		       struct ft_err *err)
{
	struct apply apply = {
		.hold = hold,
		.options = options,
		.cycle = cycle,
		.refusals = refusals,
		.late = &book->late,
		.started = started,
		.report = report,
		.cores = {.cycle = cycle},
		.types = {.cycle = cycle, .started = started},
		.trial = {.room = {.cycle = cycle, .started = started},
			  .trials = trials},
	};
	struct fts_show show = {
		.hold = hold,
		.cycle = cycle,
		.refusals = refusals,
		.started = started,
		.report = report,
	};
	int rc = fts_estimates_make(&show.estimates, cycle, err);

	if (rc)
		return rc;
	apply.met = show.estimates.met;
	apply.trial.leftover.room = &apply.trial.room;
	apply.attempts = (struct fts_attempts){
		.hold = hold,
		.cycle = cycle,
		.cores = &apply.cores,
		.trial = &apply.trial,
	};
	if (refusals->jobs.count || fts_attempt_possible(cycle))
		(void) fts_room_open(&apply.trial.room);
	fts_hold_take(hold, "start");
	apply.completing = fts_completing_nodes(options->completing_frag);
	_start_all(&apply);
	fts_hold_drop(hold);
	FREE_NULL_BITMAP(apply.completing);
	report->trials = apply.trial.asked;
	report->displaced = apply.attempts.displaced;
	report->untried = apply.trial.left || apply.trial.narrow;
	report->unstarted += apply.trial.again || apply.trial.leftover.kept ||
			     report->displaced;
	fts_trial_close(&apply.trial);
	fts_schedule_show(&show, book);
	_mark_planned(&apply);
	fts_buffer_stage_in(hold, cycle);
	fts_estimates_free(&show.estimates);
	fts_cores_fini(&apply.cores);
	fts_types_fini(&apply.types);
	return 0;
}
