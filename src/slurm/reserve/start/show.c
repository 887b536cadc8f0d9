/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/show.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/demand/het.h"
#include "slurm/reserve/start/reason.h"
#include "slurm/reserve/start/show.h"
#include "slurm/reserve/snapshot/snapshot.h"
#include "slurm/reserve/start/start.h"

/* Did slurmctld itself say why the job waits? */
static bool _keeps_reason(const struct fts_refusal *refusal)
{
	return refusal && refusal->code != ESLURM_BURST_BUFFER_WAIT &&
	       (refusal->limit || fts_start_postponed(refusal->code));
}

/* Start and nodes of one job, or of one component. */
static bool _show_one(const struct fts_show *show, job_record_t *job,
		      struct fts_estimate *estimate)
{
	const struct fts_cycle *cycle = show->cycle;
	const struct fts_candidate *candidate =
		&cycle->candidate[estimate->index];
	bool changed;

	changed = fts_estimate_show(job, estimate, cycle);
	if (!_keeps_reason(fts_refusal_find(show->refusals, candidate)))
		changed |= fts_schedule_reason(job, cycle, estimate->index);
	return changed;
}

static bool _show_components(const struct fts_show *show,
			     const struct fts_estimate *estimate)
{
	const struct fts_cycle *cycle = show->cycle;
	const struct fts_candidate *candidate =
		&cycle->candidate[estimate->index];
	const struct ft_placement *placement =
		&cycle->schedule->placement[estimate->index];
	uint32_t width = candidate->part_count + 1;
	bool changed = false;

	for (uint32_t p = 0; p < width; p++) {
		const struct fts_component *component =
			&candidate->component[(size_t) placement->request *
						      width +
					      p];
		job_record_t *job = find_job_record(component->job_id);
		struct fts_estimate own = {.index = estimate->index};

		if (!job || !IS_JOB_PENDING(job))
			continue;
		job->bit_flags |= BACKFILL_SCHED;
		job->last_sched_eval = cycle->snapshot->now;
		if (placement->verdict == FT_PLACED) {
			struct ft_placement part =
				fts_het_placement(placement, p);

			own.nodes = fts_estimate_names(cycle, &part);
		}
		changed |= _show_one(show, job, &own);
		xfree(own.nodes);
	}
	return changed;
}

static void _show_job(const struct fts_show *show,
		      struct fts_estimate *estimate)
{
	const struct fts_cycle *cycle = show->cycle;
	const struct fts_candidate *candidate =
		&cycle->candidate[estimate->index];
	job_record_t *job;
	bool changed;

	fts_hold_pause(show->hold);
	job = fts_schedule_find(candidate);
	if (!job) {
		show->report->stale++;
		return;
	}
	changed = candidate->part_count ? _show_components(show, estimate)
					: _show_one(show, job, estimate);
	if (!changed)
		return;
	FTS_CHANGED_AT(last_job_update, time(NULL));
	show->report->written++;
}

/*
 * Did the record show all of it when it was copied?  Then it need not be found
 * again: whatever changed it since then has woken the next cycle.  Records that
 * were tried in this one may show anything; so may those of refused jobs, which
 * were asked about once more, and those of arrays, which tasks are split off.
 */
static bool _stands(const struct fts_show *show,
		    const struct fts_estimate *estimate)
{
	const struct fts_cycle *cycle = show->cycle;
	const struct fts_candidate *candidate =
		&cycle->candidate[estimate->index];
	bool head =
		candidate->array_job_id && candidate->array_task_id == NO_VAL;

	return !candidate->part_count && !head &&
	       !show->estimates.met[estimate->index] &&
	       fts_estimate_stands(estimate, cycle) &&
	       fts_schedule_reason_stands(cycle, estimate->index) &&
	       !fts_refusal_find(show->refusals, candidate);
}

/* Of each record, the first planned copy that did not start. */
static void _show_all(const struct fts_show *show)
{
	uint32_t shown = 0; /* no job has this id */

	for (uint32_t e = 0; e < show->estimates.count; e++) {
		struct fts_estimate *estimate = &show->estimates.estimate[e];

		if (show->started[estimate->index] || estimate->job_id == shown)
			continue;
		if (fts_hold_stopped(show->hold))
			return;
		shown = estimate->job_id;
		if (!_stands(show, estimate))
			_show_job(show, estimate);
	}
}

static void _clear_one(const struct fts_show *show, uint32_t job_id)
{
	job_record_t *job;

	fts_hold_pause(show->hold);
	job = find_job_record(job_id);
	if (!job || !IS_JOB_PENDING(job) || !fts_estimate_clear(job))
		return;
	FTS_CHANGED_AT(last_job_update, time(NULL));
	show->report->written++;
}

static void _show_misfit(const struct fts_show *show, uint32_t job_id,
			 const char *reason)
{
	job_record_t *job;

	fts_hold_pause(show->hold);
	job = find_job_record(job_id);
	if (!job || !IS_JOB_PENDING(job) ||
	    !fts_schedule_reason_misfit(job, reason))
		return;
	FTS_CHANGED_AT(last_job_update, time(NULL));
	show->report->written++;
}

static void _show_misfits(const struct fts_show *show)
{
	for (uint32_t i = 0; i < show->cycle->misfit_count; i++) {
		const struct fts_misfit *misfit = &show->cycle->misfit[i];
		const struct fts_candidate *candidate = &misfit->candidate;

		if (candidate->part_count == 0)
			_show_misfit(show, candidate->job_id, misfit->reason);
		for (uint32_t p = 0;
		     candidate->part_count && p <= candidate->part_count; p++)
			_show_misfit(show, candidate->component[p].job_id,
				     misfit->reason);
	}
}

/* Jobs that the last cycle had placed and this one does not know. */
static void _clear_left(const struct fts_show *show,
			const struct fts_promise_book *book)
{
	uint32_t count =
		book->last.schedule ? book->last.schedule->job_count : 0;
	uint32_t hint = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct fts_candidate *candidate =
			&book->last.candidate[i];

		if (book->last.schedule->placement[i].verdict != FT_PLACED ||
		    fts_estimates_have(&show->estimates, candidate->job_id,
				       &hint))
			continue;
		_clear_one(show, candidate->job_id);
		for (uint32_t p = 0;
		     candidate->part_count && p <= candidate->part_count; p++)
			_clear_one(show, candidate->component[p].job_id);
	}
}

void fts_schedule_show(const struct fts_show *show,
		       const struct fts_promise_book *book)
{
	fts_hold_take(show->hold, "show");
	_show_all(show);
	_show_misfits(show);
	_clear_left(show, book);
	fts_hold_drop(show->hold);
}
