/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See unheld.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"

#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/promise/likely.h"
#include "slurm/reserve/start/unheld.h"
#include "slurm/reserve/start/estimate.h"

enum { WRITE_MOST = 20000 }; /* microseconds of one call */

/* Of an array that was not split the first task speaks for the record. */
static int64_t _expected_start(const struct fts_likely *likely,
			       const struct fts_candidate *candidate,
			       const struct ft_placement *placement)
{
	if (candidate->copy || placement->verdict == FT_PLACED)
		return 0;
	return fts_likely_unheld(likely, candidate->job_id);
}

void fts_unheld_offer(const struct fts_likely *likely, struct fts_cycle *cycle)
{
	uint32_t jobs = cycle->snapshot->job_count;
	int64_t *expected = likely ? ft_snapshot_alloc(cycle->snapshot,
						       ((size_t) jobs +
							1) * sizeof(*expected))
				   : NULL;

	for (uint32_t i = 0; expected && i < jobs; i++)
		expected[i] = _expected_start(likely, &cycle->candidate[i],
					      &cycle->schedule->placement[i]);
	cycle->unheld = expected;
}

void fts_unheld_found(struct fts_unheld *unheld)
{
	*unheld = (struct fts_unheld){.due = true};
}

static bool _write_record(uint32_t job_id, int64_t start, int64_t now)
{
	job_record_t *job = find_job_record(job_id);

	return job && IS_JOB_PENDING(job) &&
	       fts_estimate_unheld(job, start, now);
}

static bool _write_unheld(const struct fts_cycle *cycle, uint32_t i,
			  int64_t start)
{
	const struct fts_candidate *candidate = &cycle->candidate[i];
	int64_t now = cycle->snapshot->now;
	bool written = false;

	/* one that has changed is for the next cycle */
	if (!fts_schedule_find(candidate))
		return false;
	if (!candidate->part_count)
		return _write_record(candidate->job_id, start, now);
	for (uint32_t p = 0; p <= candidate->part_count; p++)
		written |= _write_record(candidate->component[p].job_id, start,
					 now);
	return written;
}

void fts_unheld_write(struct fts_unheld *unheld, struct fts_hold *hold,
		      const struct fts_promise_book *book,
		      const struct fts_likely *likely)
{
	const struct fts_cycle *cycle = &book->last;
	uint32_t jobs = cycle->schedule && !book->restored
				? cycle->snapshot->job_count
				: 0;
	int64_t until_us = fts_lock_clock() + WRITE_MOST;

	if (!unheld->due)
		return;
	fts_hold_take(hold, "show");
	for (; unheld->next < jobs && fts_lock_clock() < until_us &&
	       !fts_hold_stopped(hold);
	     unheld->next++) {
		const struct ft_placement *placement =
			&cycle->schedule->placement[unheld->next];
		int64_t start = _expected_start(
			likely, &cycle->candidate[unheld->next], placement);

		fts_hold_pause(hold);
		if (start && _write_unheld(cycle, unheld->next, start))
			FTS_CHANGED_AT(last_job_update, time(NULL));
	}
	fts_hold_drop(hold);
	unheld->due = unheld->next < jobs;
}
