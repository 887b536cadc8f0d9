/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See scheduler.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/slurmctld/fed_mgr.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/licenses.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/common/change_time.h"
#include "slurm/common/layout.h"
#include "slurm/common/probe.h"
#include "slurm/reserve/cycle/advice.h"
#include "slurm/reserve/cycle/apply.h"
#include "slurm/reserve/cycle/budget.h"
#include "slurm/reserve/promise/bypass.h"
#include "slurm/reserve/cycle/completing.h"
#include "slurm/reserve/cycle/diag.h"
#include "slurm/reserve/cycle/duties.h"
#include "slurm/reserve/promise/other_start.h"
#include "slurm/reserve/demand/misfit.h"
#include "slurm/reserve/promise/compaction.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/snapshot/snapshot.h"
#include "slurm/reserve/cycle/scheduler.h"

/*
 * Usage that decays leaves no trace that could be seen: while jobs wait, look
 * at least so often (seconds).
 */
enum { HEARTBEAT = 60 };

/* Microseconds. */
enum {
	SECOND = 1000000,
	LOOK = 250000, /* between two looks, if nothing wakes the thread */
	CLOSE = 10000, /* the same while nodes are about to be free */
	CALM = 100000, /* without a cycle: a submission is no part of a burst */
	AGAIN = 50000, /* before a cycle that could not be done is tried
			* for something new */
	/* Processor time of a cycle that asks for a rest after it. */
	REST_FROM = 250000,
	REST_MOST = 30000000, /* sched/backfill's bf_interval */
};

static void _log_option(void *context, const char *text)
{
	(void) context;
	error("sched/reserve: %s", text);
}

int fts_scheduler_read(struct fts_scheduler *scheduler, struct ft_err *err)
{
	slurm_conf_t *conf = slurm_conf_lock();
	char *parameters = xstrdup(conf->sched_params);
	int rc;

	if (!scheduler->state_dir)
		scheduler->state_dir = xstrdup(conf->state_save_location);
	slurm_conf_unlock();
	rc = ft_schedule_options_read(parameters, &scheduler->options,
				      _log_option, NULL, err);
	scheduler->loop = fts_other_start_possible(parameters);
	if (!rc && scheduler->loop)
		info("sched/reserve: without SchedulerParameters=defer,"
		     "sched_interval=-1 slurmctld starts jobs too, and may "
		     "break promises");
	if (!rc)
		fts_schedule_advise();
	xfree(parameters);
	scheduler->qos_checked &= rc != 0;
	return rc;
}

/*
 * Slurm's times of change have the grain of a second.  A change in the second
 * in which a cycle looked may have come after it, so it counts as new; the
 * cycle's own writes bring about one more cycle, which finds nothing to write
 * and so ends the chain.
 */
static bool _changed_since(time_t seen)
{
	return FTS_PEEK(last_job_update) >= seen ||
	       FTS_PEEK(last_node_update) >= seen ||
	       FTS_PEEK(last_part_update) >= seen ||
	       FTS_PEEK(last_resv_update) >= seen ||
	       FTS_PEEK(last_license_update) >= seen ||
	       FTS_PEEK(slurm_conf.last_update) >= seen;
}

/* The rest after a cycle of some cost, before one for a time of change. */
static int64_t _cycle_rest(const struct fts_scheduler *scheduler)
{
	return scheduler->took_us < REST_FROM
		       ? 0
		       : MIN(scheduler->took_us, REST_MOST);
}

/* Before one for an event: a quarter of a processor where cycles are cheap,
 * and never longer than for a time of change. */
static int64_t _short_rest(const struct fts_scheduler *scheduler)
{
	int64_t took_us = scheduler->took_us;

	return MIN(3 * took_us, MAX(_cycle_rest(scheduler), SECOND - took_us));
}

/* Until the wall clock shows that second. */
static int64_t _until_cycle(int64_t at, int64_t wall_us)
{
	return at >= FT_NEVER / SECOND ? FT_NEVER
				       : MAX(at * SECOND - wall_us, 0);
}

/* What time brings: a planned start above all is worth more than a change. */
static int64_t _foreseen_pause(const struct fts_scheduler *scheduler,
			       int64_t wall_us)
{
	int64_t rest_us =
		fts_moment_left(&scheduler->ended, _cycle_rest(scheduler) / 4);

	if (wall_us / SECOND < scheduler->planned_at)
		return rest_us; /* a clock set back must not stop planning */
	if (scheduler->owed || !scheduler->began)
		return MAX(rest_us,
			   _until_cycle(scheduler->planned_at + 1, wall_us));
	/* What holds locks only for trials rests longer. */
	if (scheduler->untried)
		rest_us = fts_moment_left(&scheduler->ended,
					  _short_rest(scheduler));
	return MAX(rest_us, _until_cycle(scheduler->wake, wall_us));
}

static int64_t _event_pause(const struct fts_scheduler *scheduler)
{
	bool calm = !fts_moment_left(&scheduler->ended, CALM);
	int64_t gather_us = fts_event_watch_pause(&scheduler->events, calm);
	int64_t rest_us =
		fts_newcomers_rest(&scheduler->newcomers, scheduler->took_us,
				   _short_rest(scheduler));

	if (gather_us < 0)
		return FT_NEVER;
	if (scheduler->owed)
		rest_us = MAX(rest_us, AGAIN);
	return MAX(gather_us, fts_moment_left(&scheduler->ended, rest_us));
}

static int64_t _change_pause(const struct fts_scheduler *scheduler,
			     int64_t wall_us)
{
	if (!_changed_since(scheduler->seen_at))
		return FT_NEVER;
	return MAX(fts_moment_left(&scheduler->ended, _cycle_rest(scheduler)),
		   _until_cycle(scheduler->planned_at + 1, wall_us));
}

int64_t fts_scheduler_pause(const struct fts_scheduler *scheduler)
{
	int64_t wall_us = fts_moment_wall(), pause_us, least_us = 0;

	if (scheduler->options.interval < 0 || scheduler->unfit)
		return LOOK;
	if (scheduler->options.interval &&
	    wall_us / SECOND >= scheduler->planned_at)
		least_us = _until_cycle(scheduler->planned_at +
						scheduler->options.interval,
					wall_us);
	pause_us = MIN(_foreseen_pause(scheduler, wall_us),
		       MIN(_event_pause(scheduler),
			   _change_pause(scheduler, wall_us)));
	pause_us = MAX(pause_us, least_us);
	return MIN(pause_us,
		   fts_event_watch_is_close(&scheduler->events) ? CLOSE : LOOK);
}

void fts_scheduler_look(struct fts_scheduler *scheduler)
{
	fts_event_watch_look(&scheduler->events);
	if (fts_moment_left(&scheduler->ended, _short_rest(scheduler)))
		fts_newcomers_look(&scheduler->newcomers);
}

bool fts_scheduler_has_news(const struct fts_scheduler *scheduler)
{
	return fts_event_watch_is_new(&scheduler->events);
}

static void _sooner(int64_t *wake, int64_t at, int64_t now)
{
	if (at > now && at < *wake)
		*wake = at;
}

static int64_t _next_of_request(const struct ft_request *request, int64_t now)
{
	return request->not_before > now ? request->not_before : FT_NEVER;
}

/* When time alone makes the next difference to the plan. */
static int64_t _next_wake(const struct fts_scheduler *scheduler,
			  const struct fts_cycle *cycle, const bool *started)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	int64_t now = snapshot->now, wake = FT_NEVER;

	if (cycle->pending)
		_sooner(&wake, now + HEARTBEAT, now);
	_sooner(&wake, cycle->wake, now);
	_sooner(&wake, fts_refusal_next(&scheduler->refusals, now), now);
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		_sooner(&wake, snapshot->run[i].end, now);
	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		_sooner(&wake, snapshot->closure[i].start, now);
		_sooner(&wake, snapshot->closure[i].end, now);
	}
	for (uint32_t i = 0; i < snapshot->job_count; i++) {
		const struct ft_placement *placement =
			&cycle->schedule->placement[i];
		const struct ft_job *job = &snapshot->job[i];

		if (started[i])
			continue;
		for (uint32_t r = 0; r < job->request_count; r++)
			_sooner(&wake, _next_of_request(&job->request[r], now),
				now);
		if (placement->verdict != FT_PLACED)
			continue;
		_sooner(&wake, placement->start, now);
		for (uint32_t v = 0; v < placement->victim_count; v++)
			_sooner(&wake,
				placement->start -
					snapshot->run[placement->victim[v]]
						.leave,
				now);
		_sooner(&wake, placement->start - FTS_PLANNED_AHEAD, now);
	}
	return wake;
}

/* Is this a time at which Slurm's schedulers would not work either? */
static bool _is_held_up(const struct fts_scheduler *scheduler,
			const struct fts_hold *hold)
{
	return slurmctld_config.scheduling_disabled || fts_hold_crowded(hold) ||
	       !fed_mgr_sibs_synced() ||
	       fts_completing_stops(scheduler->options.completing_frag);
}

struct work {
	struct fts_hold hold;
	struct fts_cycle cycle;
	struct fts_report report;
	bool *started;
	struct fts_other_start foreign; /* starts of others since then */
	time_t began_at;
	int64_t began_us;
	int64_t lap_us; /* when the last step ended */
	struct fts_spent spent;
};

/* Microseconds since the last call. */
static int64_t _lap(struct work *work)
{
	int64_t from_us = work->lap_us;

	work->lap_us = fts_lock_clock();
	return work->lap_us - from_us;
}

/* What run times are predicted from, if they are. */
static struct fts_memory *_history(struct fts_scheduler *scheduler)
{
	return scheduler->options.predict != FT_PREDICT_LIMIT
		       ? &scheduler->memory
		       : NULL;
}

/*
 * Each job was checked by itself (misfit.c).  If the planner still refuses the
 * snapshot, what the last plan promised is at fault: plan again without it.
 */
static int _compute_cycle(struct fts_scheduler *scheduler, struct work *work,
			  const struct ft_halt *halt, struct ft_err *err)
{
	int rc = ft_planner_plan(scheduler->planner, work->cycle.snapshot, halt,
				 &work->cycle.schedule, err);

	fts_evidence_look(&scheduler->evidence, work->cycle.snapshot,
			  scheduler->state_dir, rc == -EINVAL,
			  fts_lock_clock());
	if (rc != -EINVAL)
		return rc;
	error("sched/reserve: %s; all starts are planned anew", err->text);
	fts_promise_withdraw(&work->cycle);
	return ft_planner_plan(scheduler->planner, work->cycle.snapshot, halt,
			       &work->cycle.schedule, err);
}

/* Since the last cycle that was applied, as this one began. */
static bool _has_changed(const struct fts_scheduler *scheduler,
			 enum fts_time_of_change what)
{
	return scheduler->events.cycle.changed[what] !=
	       scheduler->seen.changed[what];
}

/* Duties, snapshot, promises, plan. */
static int _plan_cycle(struct fts_scheduler *scheduler, struct work *work,
		       struct ft_err *err)
{
	struct fts_stint stint = {0};
	const struct fts_signals signals = {&work->hold, &scheduler->events,
					    &stint};
	const struct ft_halt halt = fts_budget(&signals, &scheduler->options);
	const struct fts_former former = {&scheduler->book.late,
					  &scheduler->book, fts_promise_former};
	uint64_t buffers = fts_buffer_state();
	int rc;

	rc = fts_schedule_duties(
		&work->hold, scheduler->began ? NULL : &scheduler->book, err);
	work->spent.duties_us = _lap(work);
	if (rc)
		return rc;
	rc = fts_schedule_snapshot(&work->hold, &scheduler->options,
				   _history(scheduler), &scheduler->marks,
				   &former, &work->cycle, err);
	if (rc)
		return rc;
	work->cycle.buffers = buffers;
	fts_misfits_log(&work->cycle, &scheduler->book.last);
	fts_budget_tire(&scheduler->book.last, &work->cycle);
	fts_late_prune(&scheduler->book.late, work->cycle.snapshot);
	/* without promises the plan is still a plan */
	if (fts_promise_offer(&scheduler->book, &work->cycle, err))
		error("sched/reserve: %s", err->text);
	fts_compaction_take(&scheduler->book, &work->cycle,
			    _has_changed(scheduler, FTS_CHANGED_PARTITIONS) ||
				    _has_changed(scheduler, FTS_CHANGED_CONF));
	fts_refusal_wake(&scheduler->refusals, &scheduler->book.last,
			 &work->cycle);
	fts_refusal_apply(&scheduler->refusals,
			  scheduler->options.assoc_limit_stop, &work->hold,
			  &work->cycle);
	work->spent.snapshot_us = _lap(work);
	FTS_PROBE(snapshot, work->cycle.snapshot->job_count,
		  work->spent.snapshot_us);
	if (!scheduler->qos_checked)
		fts_schedule_qos_check(&scheduler->options.depth);
	scheduler->qos_checked = true;
	if (!scheduler->planner)
		scheduler->planner = ft_planner_new();
	if (scheduler->planner)
		ft_planner_keep(scheduler->planner,
				(enum ft_keep) scheduler->options.keep);
	if (scheduler->planner)
		rc = _compute_cycle(scheduler, work, &halt, err);
	else
		rc = ft_fail(err, -ENOMEM, "out of memory to plan");
	work->spent.plan_us = _lap(work);
	FTS_PROBE(plan, rc, work->spent.plan_us);
	return rc;
}

static int _apply_cycle(struct fts_scheduler *scheduler, struct work *work,
			struct ft_err *err)
{
	uint32_t jobs = work->cycle.snapshot->job_count;
	bool changed = !scheduler->began ||
		       _has_changed(scheduler, FTS_CHANGED_PARTITIONS) ||
		       _has_changed(scheduler, FTS_CHANGED_RESERVATIONS) ||
		       _has_changed(scheduler, FTS_CHANGED_CONF);

	work->started = calloc((size_t) jobs + 1, sizeof(*work->started));
	if (!work->started)
		return ft_fail(err, -ENOMEM, "out of memory to apply a plan");
	if (scheduler->loop &&
	    fts_other_start_find(&work->hold, &scheduler->book, &work->cycle,
				 &work->foreign, err))
		error("sched/reserve: %s", err->text);
	fts_promise_judge(&scheduler->book, &work->cycle, &work->foreign,
			  changed);
	fts_unheld_offer(scheduler->likely, &work->cycle);
	return fts_schedule_apply(&work->hold, &scheduler->options,
				  &work->cycle, &scheduler->book,
				  &scheduler->refusals, &scheduler->trials,
				  work->started, &work->report, err);
}

/* Promises that a fresh plan does not keep are an error of ours to report. */
static struct fts_board_report _judge_board(struct fts_scheduler *scheduler)
{
	struct fts_board_report board = {
		.why_not = ft_planner_declined(scheduler->planner),
		.count = ft_planner_counted(scheduler->planner),
	};

	board.on_board =
		(scheduler->options.keep == FT_KEEP_BOARD) && !*board.why_not;
	if (board.count.differed > scheduler->differed)
		error("sched/reserve: rsv_plan=board: %" PRIu64
		      " starts did not stand in a plan made afresh, which "
		      "counts now",
		      board.count.differed - scheduler->differed);
	scheduler->differed = board.count.differed;
	return board;
}

/* All that outlasts the cycle. */
static void _conclude(struct fts_scheduler *scheduler, struct work *work)
{
	uint32_t jobs = work->cycle.snapshot->job_count;
	bool waiting = work->cycle.pending > 0;
	struct fts_board_report board = _judge_board(scheduler);
	struct ft_err err;

	work->report.bypassed = fts_schedule_bypass_foreign(
		&scheduler->memory, &scheduler->book.last, &work->foreign);
	work->report.bypassed += fts_schedule_bypass(
		&scheduler->memory, &work->hold, &work->cycle, work->started);
	scheduler->wake = _next_wake(scheduler, &work->cycle, work->started);
	if (work->report.wake)
		_sooner(&scheduler->wake, work->report.wake, work->began_at);
	if (work->report.unstarted || work->cycle.schedule->unseen)
		scheduler->wake = work->began_at + 1;
	scheduler->untried =
		work->report.untried || work->cycle.schedule->unfinished;
	if (scheduler->untried)
		scheduler->wake = work->began_at;
	work->spent.apply_us = _lap(work);
	work->spent.cycle_us = work->lap_us - work->began_us;
	FTS_PROBE(cycle, work->report.started, work->spent.cycle_us);
	fts_budget_log(&scheduler->book.last, &work->cycle);
	fts_schedule_diag(&work->hold, &work->cycle, &work->report,
			  &work->spent, work->began_at);
	fts_schedule_log(&work->cycle, &work->report, &work->spent, &board,
			 &scheduler->book);
	if (work->report.started) {
		schedule_node_save();
		schedule_job_save();
	}
	fts_history_note(&scheduler->history, &scheduler->options,
			 &scheduler->book, &work->cycle, work->started);
	fts_likely_release(scheduler->likely, &scheduler->book.last);
	fts_newcomers_weigh(&scheduler->newcomers, work->cycle.snapshot);
	if (fts_promise_keep(&scheduler->book, &work->cycle, work->started,
			     &err))
		error("sched/reserve: %s", err.text);
	/* What was needed for a long queue is given back with an empty one. */
	if (!jobs)
		ft_planner_forget(scheduler->planner);
	scheduler->restore.changed = true;
	scheduler->publish.changed = true;
	scheduler->unheld = (struct fts_unheld){0}; /* the cycle showed it */
	scheduler->waiting = waiting;
	scheduler->seen_at = work->began_at;
	scheduler->seen = scheduler->events.cycle;
	scheduler->began = true;
}

/* Before the first cycle: what an earlier slurmctld counted. */
static void _load_state(struct fts_scheduler *scheduler)
{
	if (scheduler->memory.known)
		return;
	fts_memory_read(&scheduler->memory, scheduler->state_dir);
	fts_schedule_bypass_publish(&scheduler->memory);
	fts_restore_read(&scheduler->restore, scheduler->state_dir,
			 &scheduler->book);
}

static void _begin_rest(struct fts_scheduler *scheduler, int64_t took_us)
{
	scheduler->ended = fts_moment_now();
	scheduler->took_us = took_us;
}

/* What called for a cycle; it begins with this, so that what comes later is
 * for the next one. */
static void _take_events(struct fts_scheduler *scheduler)
{
	bool whole =
		!fts_moment_left(&scheduler->ended, _short_rest(scheduler));
	struct fts_events events = fts_event_watch_begin(&scheduler->events);
	uint32_t user;

	if (fts_newcomers_begin(&scheduler->newcomers, whole, &user))
		debug("sched/reserve: a rest ends early for a job of user %u",
		      user);
	fts_newcomers_mark(&scheduler->newcomers);
	debug("sched/reserve: woken: set=%u end=%u submitted=%d ended=%d "
	      "freed=%d changed=%d owed=%d foreseen=%d",
	      events.calls[FTS_CALL_SET], events.calls[FTS_CALL_END],
	      events.submitted, events.ended, events.freed,
	      _changed_since(scheduler->seen_at), scheduler->owed,
	      time(NULL) >= scheduler->wake);
}

int fts_scheduler_cycle(struct fts_scheduler *scheduler, struct ft_err *err)
{
	struct work work = {.began_us = fts_lock_clock()};
	int64_t processor_us = fts_hold_processor_clock();
	int rc;

	scheduler->unfit = fts_layout_records(&scheduler->layout, err);
	if (scheduler->unfit)
		return -EPROTO;
	work.lap_us = work.began_us;
	fts_hold_init(&work.hold, &scheduler->options, scheduler->stop);
	_load_state(scheduler);
	_take_events(scheduler);
	scheduler->planned_at = work.began_at = time(NULL);
	scheduler->owed = true;
	if (_is_held_up(scheduler, &work.hold)) {
		_begin_rest(scheduler, 0);
		return 0;
	}
	rc = _plan_cycle(scheduler, &work, err);
	if (!rc && !fts_hold_stopped(&work.hold))
		rc = _apply_cycle(scheduler, &work, err);
	if (!rc && work.started && !fts_hold_stopped(&work.hold)) {
		scheduler->owed = false;
		_conclude(scheduler, &work);
	}
	free(work.started);
	fts_other_start_free(&work.foreign);
	fts_cycle_free(&work.cycle);
	_begin_rest(scheduler, fts_hold_processor_clock() - processor_us);
	return rc;
}

void fts_scheduler_between(struct fts_scheduler *scheduler, time_t now)
{
	struct fts_hold hold;

	fts_memory_save(&scheduler->memory, now, false);
	fts_restore_save(&scheduler->restore, &scheduler->book, false);
	if (fts_likely_look(&scheduler->likely, &scheduler->options,
			    &scheduler->book, &scheduler->history)) {
		scheduler->publish.changed = true;
		fts_unheld_found(&scheduler->unheld);
	}
	fts_hold_init(&hold, &scheduler->options, scheduler->stop);
	fts_unheld_write(&scheduler->unheld, &hold, &scheduler->book,
			 scheduler->likely);
	fts_publish(&scheduler->publish, &scheduler->options,
		    scheduler->state_dir, &scheduler->book, scheduler->likely);
	fts_history_write(&scheduler->history, &scheduler->options,
			  scheduler->state_dir);
	if (!scheduler->waiting)
		return;
	if (fts_limit_watch_look(&scheduler->limits))
		scheduler->owed = true;
	if (fts_buffer_watch_look(&scheduler->buffers, &scheduler->refusals))
		scheduler->owed = true;
	if (fts_start_watch_look(&scheduler->starts, &scheduler->book))
		scheduler->owed = true;
}

void fts_scheduler_fini(struct fts_scheduler *scheduler)
{
	struct fts_hold hold;

	fts_hold_init(&hold, &scheduler->options, scheduler->stop);
	if (scheduler->began) {
		fts_hold_take(&hold, "end");
		fts_schedule_planned_mark(NULL, NULL);
		fts_hold_drop(&hold);
	}
	fts_memory_save(&scheduler->memory, time(NULL), true);
	fts_memory_free(&scheduler->memory);
	fts_restore_save(&scheduler->restore, &scheduler->book, true);
	fts_restore_free(&scheduler->restore);
	fts_likely_free(scheduler->likely);
	scheduler->likely = NULL;
	fts_publish_fini(&scheduler->publish);
	fts_history_fini(&scheduler->history, &scheduler->options,
			 scheduler->state_dir);
	fts_marks_free(&scheduler->marks);
	xfree(scheduler->state_dir);
	fts_promise_free(&scheduler->book);
	ft_planner_free(scheduler->planner);
	scheduler->planner = NULL;
	fts_refusal_free(&scheduler->refusals);
	fts_event_watch_fini(&scheduler->events);
}
