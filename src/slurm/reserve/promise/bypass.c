/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise/bypass.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>

#include "core/queue/bypass_count.h"
#include "slurm/common/exchange.h"
#include "slurm/reserve/promise/bypass.h"

enum { SWEEP_PERIOD = 60 }; /* seconds between two looks at all counts */

static bool _add_job(struct fts_memory *memory, uint32_t job_id,
		     uint32_t passed)
{
	if (ft_bypass_add(&memory->state.bypass, job_id, passed))
		return false;
	memory->changed = true;
	return true;
}

/* A task that was split off its array waited with it until then. */
static void _inherit_job(struct fts_memory *memory,
			 const struct fts_candidate *candidate)
{
	const struct ft_bypass_book *book = &memory->state.bypass;

	if (!candidate->array_job_id ||
	    candidate->array_job_id == candidate->job_id ||
	    candidate->restart_count || ft_bypass_get(book, candidate->job_id))
		return;
	(void) _add_job(memory, candidate->job_id,
			ft_bypass_get(book, candidate->array_job_id));
}

/*
 * Of the copies of an array head, which stand one behind the other, the first
 * that waits was passed most often and speaks for the record.
 */
static uint32_t _add_passed(struct fts_memory *memory,
			    const struct fts_cycle *cycle,
			    const uint32_t *passed)
{
	uint32_t last = 0, jobs = 0; /* no job has the id 0 */

	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		const struct fts_candidate *candidate = &cycle->candidate[i];

		_inherit_job(memory, candidate);
		if (!passed[i] || candidate->job_id == last)
			continue;
		last = candidate->job_id;
		jobs++;
		if (!_add_job(memory, candidate->job_id, passed[i]))
			continue;
		log_flag(BACKFILL, "JobId=%u: passed by %u starts, %u so far",
			 candidate->job_id, passed[i],
			 ft_bypass_get(&memory->state.bypass,
				       candidate->job_id));
	}
	return jobs;
}

/* Drops a job that does not wait any more; whether it did.  Locks: job. */
static bool _forget_job(struct fts_memory *memory, uint32_t job_id)
{
	const job_record_t *job = find_job_record(job_id);

	/* an array head goes on to wait under its id when a task starts */
	if (job && IS_JOB_PENDING(job))
		return false;
	ft_bypass_drop(&memory->state.bypass, job_id);
	memory->changed = true;
	return true;
}

static void _drop_started(struct fts_memory *memory, struct fts_hold *hold,
			  const struct fts_cycle *cycle, const bool *started)
{
	fts_hold_take(hold, "bypass");
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++) {
		uint32_t job_id = cycle->candidate[i].job_id;

		if (!started[i] ||
		    !ft_bypass_get(&memory->state.bypass, job_id))
			continue;
		fts_hold_pause(hold);
		(void) _forget_job(memory, job_id);
	}
	fts_hold_drop(hold);
}

/* Those that were cancelled, and whatever started without us. */
static void _sweep_job(struct fts_memory *memory, struct fts_hold *hold)
{
	const struct ft_job_table *book = &memory->state.bypass.table;

	fts_hold_take(hold, "bypass");
	for (uint32_t i = 0; i < book->count && !fts_hold_stopped(hold);) {
		const struct ft_bypass *entry = book->record;

		fts_hold_pause(hold);
		if (!_forget_job(memory, entry[i].job_id))
			i++;
	}
	fts_hold_drop(hold);
}

static void _forget_gone(struct fts_memory *memory, struct fts_hold *hold,
			 const struct fts_cycle *cycle, const bool *started)
{
	int64_t now = cycle->snapshot->now;
	bool any = false;

	if (!memory->state.bypass.table.count)
		return;
	for (uint32_t i = 0; i < cycle->snapshot->job_count && !any; i++)
		any = started[i];
	if (any)
		_drop_started(memory, hold, cycle, started);
	if (now >= memory->swept_at && now < memory->swept_at + SWEEP_PERIOD)
		return;
	memory->swept_at = now;
	_sweep_job(memory, hold);
}

void fts_schedule_bypass_publish(const struct fts_memory *memory)
{
	const struct ft_job_table *book = &memory->state.bypass.table;

	if (fts_exchange_bypass_put(book->record, book->count))
		error("sched/reserve: out of memory: priorities know the "
		      "bypasses of before");
}

static uint32_t _count_passed(struct fts_memory *memory,
			      const struct fts_cycle *cycle,
			      const bool *started,
			      const struct fts_other_start *foreign)
{
	uint32_t jobs = cycle->snapshot->job_count, passed_jobs = 0;
	uint32_t *passed = calloc((size_t) jobs + 1, sizeof(*passed));

	if (passed &&
	    !ft_bypass_count(cycle->snapshot, cycle->schedule, started,
			     foreign->start, foreign->count, passed))
		passed_jobs = _add_passed(memory, cycle, passed);
	else
		error("sched/reserve: out of memory: a cycle's bypasses are "
		      "not counted");
	free(passed);
	return passed_jobs;
}

uint32_t fts_schedule_bypass_foreign(struct fts_memory *memory,
				     const struct fts_cycle *last,
				     const struct fts_other_start *foreign)
{
	uint32_t passed_jobs;
	bool *started;

	if (!foreign->count)
		return 0;
	started = calloc((size_t) last->snapshot->job_count + 1,
			 sizeof(*started));
	if (!started)
		return 0;
	passed_jobs = _count_passed(memory, last, started, foreign);
	free(started);
	if (passed_jobs)
		fts_schedule_bypass_publish(memory);
	return passed_jobs;
}

uint32_t fts_schedule_bypass(struct fts_memory *memory, struct fts_hold *hold,
			     const struct fts_cycle *cycle, const bool *started)
{
	const struct fts_other_start none = {0};
	bool changed = memory->changed;
	uint32_t passed_jobs;

	memory->changed = false;
	passed_jobs = _count_passed(memory, cycle, started, &none);
	_forget_gone(memory, hold, cycle, started);
	if (memory->changed)
		fts_schedule_bypass_publish(memory);
	memory->changed |= changed;
	return passed_jobs;
}
